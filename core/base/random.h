// A small deterministic generator for hash keys: the same numbers on every machine.
#pragma once

#include <cstdint>

namespace ferz {

// The finalizer of SplitMix64: a bijection that spreads every input bit over the word.
constexpr uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

class Random {
public:
    explicit constexpr Random(uint64_t seed) : state_(seed) {}

    constexpr uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15ULL); }

private:
    uint64_t state_;
};

}  // namespace ferz
