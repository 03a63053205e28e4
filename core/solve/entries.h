// The entries of one table, in one byte each or in two where distances or counts need them.
#pragma once

#include <variant>

#include "base/pages.h"
#include "solve/cells.h"

namespace ferz {

struct TableCounts {
    uint64_t legal = 0, won = 0, lost = 0, drawn = 0;
    int longest = 0;          // the greatest distance
    uint64_t longest_at = 0;  // the least number of an entry with it
    bool operator==(const TableCounts&) const = default;
};

using NarrowCells = PagedVector<uint8_t>;
using WideCells = PagedVector<uint16_t>;

// A table in memory: nothing, or its entries with final codes.
struct Entries {
    std::variant<std::monostate, NarrowCells, WideCells> cells;

    bool is_loaded() const { return cells.index() != 0; }
    // The distance of a legal position's entry, or kDrawn.
    int at(uint64_t index) const {
        if (const auto* narrow = std::get_if<NarrowCells>(&cells)) {
            const int code = (*narrow)[index];
            return Code<uint8_t>::is_distance(code) ? code : kDrawn;
        }
        const int code = std::get<WideCells>(cells)[index];
        return Code<uint16_t>::is_distance(code) ? code : kDrawn;
    }
    bool is_legal(uint64_t index) const {
        if (const auto* narrow = std::get_if<NarrowCells>(&cells))
            return (*narrow)[index] != Code<uint8_t>::kIllegal;
        return std::get<WideCells>(cells)[index] != Code<uint16_t>::kIllegal;
    }
};

}  // namespace ferz
