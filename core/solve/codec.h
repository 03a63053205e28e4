// Packing the entries of a table: blocks that are unpacked one by one. A symbol is coded bit by
// bit, each with a chance that is mixed from what several neighbors say.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ferz {

// Where the neighbors of an entry are: the position before it, and those so many entries back, in
// which another man stands on the square before his.
inline constexpr size_t kNeighbors = 3;
using Strides = std::array<uint32_t, kNeighbors - 1>;

// A block as it is coded: its entries as symbols, of which only those that are positions are kept.
struct SymbolBlock {
    std::span<uint16_t> symbols;
    std::span<const uint8_t> is_position;
};

// The chances of every bit by each neighbor and the weights of their opinions, learned from a table
// and kept with it. Integers decide: a block reads the same on every machine.
class Model {
public:
    Model() = default;
    // Learns from blocks of symbols below 2^bits.
    Model(std::span<const SymbolBlock> sample, int bits, const Strides& strides);

    // Entries that are no position are filled as unpack() does it.
    std::vector<uint8_t> pack(SymbolBlock block) const;
    // Bytes that nobody packed give some symbols, never a fault.
    void unpack(std::span<const uint8_t> bytes, SymbolBlock block) const;

    std::vector<uint8_t> to_bytes() const;
    // Reads what to_bytes wrote from the front of the bytes and says how long it was; 0 if it
    // cannot be one.
    size_t from_bytes(std::span<const uint8_t> bytes);

private:
    // What one neighbor says: by its symbol, of which rare ones share the first slot, the chance of
    // every bit given those above, with a leading one.
    struct Opinion {
        std::vector<uint16_t> slot;
        size_t slots = 1;
        std::vector<uint16_t> chances;   // [slot << bits | node]
        std::vector<int16_t> stretched;  // the same as a logit
    };
    using Row = std::array<size_t, kNeighbors>;

    template <class Visit>
    void visit(SymbolBlock block, const Visit& visit) const;
    void choose_slots(std::span<const SymbolBlock> sample);
    void count(std::span<const SymbolBlock> sample);
    void weigh(std::span<const SymbolBlock> sample);
    void stretch();
    int mixed(const Row& row, size_t node, int bit) const;

    int bits_ = 8;
    Strides strides_{};
    std::array<Opinion, kNeighbors> opinions_;
    std::vector<std::array<int16_t, kNeighbors>> weights_;  // [bit] in 1024ths
};

}  // namespace ferz
