// What the fuzz targets share: the built-in games, and bytes turned into choices.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "../core/games.h"
#include "board/board.h"

namespace ferz {

// The games of the folder that FERZ_RULES names, compiled once.
inline const std::vector<std::shared_ptr<const Variant>>& games() {
    static const auto all = [] {
        const char* folder = std::getenv("FERZ_RULES");
        std::vector<std::shared_ptr<const Variant>> compiled;
        for (const auto& [name, settings] : read_games(folder ? folder : "tests/rules"))
            compiled.push_back(Variant::make(settings));
        if (compiled.empty()) std::abort();
        return compiled;
    }();
    return all;
}

class Bytes {
public:
    Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}

    bool empty() const { return at_ >= size_; }
    uint8_t next() { return empty() ? 0 : data_[at_++]; }
    std::string rest() const { return {reinterpret_cast<const char*>(data_) + at_, size_ - at_}; }

private:
    const uint8_t* data_;
    size_t size_;
    size_t at_ = 0;
};

// A promise that does not hold ends the run, so that the fuzzer keeps the input.
inline void promise(bool holds) {
    if (!holds) std::abort();
}

}  // namespace ferz
