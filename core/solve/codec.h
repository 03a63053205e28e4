// Packing the entries of a table: blocks that are unpacked one by one, each symbol coded by how
// often it follows the one before in the whole table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ferz {

// The chances of every yes and no, learned from a table and kept with it. A symbol is asked for in
// steps: the same as the one before? if not, its bits from the highest, each given those above.
class Model {
public:
    Model() = default;
    // Learns from symbols below 2^bits; blocks start without a symbol before.
    Model(std::span<const uint16_t> symbols, int bits, size_t block);

    std::vector<uint8_t> pack(std::span<const uint16_t> block) const;
    // Reads out.size() symbols. Bytes that nobody packed give some symbols, never a fault.
    void unpack(std::span<const uint8_t> bytes, std::span<uint16_t> out) const;

    std::vector<uint8_t> to_bytes() const;
    // Reads what to_bytes wrote from the front of the bytes and says how long it was; 0 if it
    // cannot be one.
    size_t from_bytes(std::span<const uint8_t> bytes);

private:
    static constexpr int kChanceBits = 12;
    struct Context {
        uint16_t same = 1 << (kChanceBits - 1);
        std::vector<uint16_t> bits;  // by the bits above, with a leading one
    };
    const Context& after(uint16_t before) const { return contexts_[slot_[before]]; }

    int bits_ = 8;
    std::vector<uint16_t> slot_;  // [symbol before] its context; rare ones share the first
    std::vector<Context> contexts_;
};

}  // namespace ferz
