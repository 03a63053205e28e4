// A binary range coder with fixed chances.
#include "solve/codec.h"

#include <algorithm>

namespace ferz {
namespace {

constexpr uint32_t kRenorm = uint32_t{1} << 24;
constexpr uint16_t kNothing = UINT16_MAX;  // before the first symbol of a block

// Carries travel back through bytes already written, so that they are kept in a plain list.
class Writer {
public:
    void put(bool yes, uint16_t chance, int chance_bits) {
        const uint32_t bound = (range_ >> chance_bits) * chance;
        if (yes) {
            range_ = bound;
        } else {
            low_ += bound;
            range_ -= bound;
        }
        while (range_ < kRenorm) shift();
    }
    std::vector<uint8_t> finish() {
        for (int i = 0; i < 4; ++i) shift();
        while (!bytes_.empty() && bytes_.back() == 0) bytes_.pop_back();
        return std::move(bytes_);
    }

private:
    void shift() {
        if (low_ >> 32) {
            size_t i = bytes_.size() - 1;
            while (++bytes_[i] == 0) --i;
        }
        bytes_.push_back(static_cast<uint8_t>(low_ >> 24));
        low_ = (low_ & 0xffffff) << 8;
        range_ <<= 8;
    }
    uint64_t low_ = 0;
    uint32_t range_ = UINT32_MAX;
    std::vector<uint8_t> bytes_;
};

class Reader {
public:
    explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {
        for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
    }
    bool get(uint16_t chance, int chance_bits) {
        const uint32_t bound = (range_ >> chance_bits) * chance;
        const bool yes = code_ < bound;
        if (yes) {
            range_ = bound;
        } else {
            code_ -= bound;
            range_ -= bound;
        }
        while (range_ < kRenorm) {
            code_ = code_ << 8 | next();
            range_ <<= 8;
        }
        return yes;
    }

private:
    // Zeros at the end of a block are not kept.
    uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : uint8_t{0}; }

    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
    uint32_t code_ = 0;
    uint32_t range_ = UINT32_MAX;
};

struct Tally {
    uint64_t yes = 0, all = 0;
    void add(bool is_yes) {
        yes += is_yes;
        ++all;
    }
    // Never certain: what did not occur must still be readable.
    uint16_t chance(int bits) const {
        if (all == 0) return static_cast<uint16_t>(1 << (bits - 1));
        const uint64_t whole = uint64_t{1} << bits;
        return static_cast<uint16_t>(std::clamp<uint64_t>(yes * whole / all, 1, whole - 1));
    }
};

void put16(std::vector<uint8_t>& out, unsigned value) {
    out.push_back(static_cast<uint8_t>(value));
    out.push_back(static_cast<uint8_t>(value >> 8));
}

}  // namespace

// A context costs its chances in the file: only frequent symbols have their own.
Model::Model(std::span<const uint16_t> symbols, int bits, size_t block) : bits_(bits) {
    const size_t range = size_t{1} << bits;
    std::vector<uint64_t> followers(range);
    for (size_t i = 0; i + 1 < symbols.size(); ++i)
        if ((i + 1) % block != 0) ++followers[symbols[i]];
    std::vector<uint16_t> by_count(range);
    for (size_t i = 0; i < range; ++i) by_count[i] = static_cast<uint16_t>(i);
    std::stable_sort(by_count.begin(), by_count.end(),
                     [&](uint16_t a, uint16_t b) { return followers[a] > followers[b]; });
    slot_.assign(range, 0);
    size_t count = 1;
    for (uint16_t symbol : by_count)
        if (followers[symbol] >= range * 64 && count < 64)
            slot_[symbol] = static_cast<uint16_t>(count++);

    std::vector<Tally> same(count);
    std::vector<std::vector<Tally>> tallies(count, std::vector<Tally>(range));
    for (size_t i = 0; i < symbols.size(); ++i) {
        const uint16_t before = i % block == 0 ? kNothing : symbols[i - 1];
        const size_t slot = before == kNothing ? 0 : slot_[before];
        if (before != kNothing) {
            same[slot].add(before == symbols[i]);
            if (before == symbols[i]) continue;
        }
        size_t node = 1;
        for (int b = bits - 1; b >= 0; --b) {
            const bool yes = symbols[i] >> b & 1;
            tallies[slot][node].add(yes);
            node = 2 * node + yes;
        }
    }
    for (size_t slot = 0; slot < count; ++slot) {
        Context context;
        context.same = same[slot].chance(kChanceBits);
        for (const Tally& tally : tallies[slot]) context.bits.push_back(tally.chance(kChanceBits));
        contexts_.push_back(std::move(context));
    }
}

std::vector<uint8_t> Model::pack(std::span<const uint16_t> block) const {
    Writer writer;
    for (size_t i = 0; i < block.size(); ++i) {
        const Context& context = i == 0 ? contexts_[0] : after(block[i - 1]);
        if (i > 0) {
            const bool same = block[i] == block[i - 1];
            writer.put(same, context.same, kChanceBits);
            if (same) continue;
        }
        size_t node = 1;
        for (int b = bits_ - 1; b >= 0; --b) {
            const bool yes = block[i] >> b & 1;
            writer.put(yes, context.bits[node], kChanceBits);
            node = 2 * node + yes;
        }
    }
    return writer.finish();
}

void Model::unpack(std::span<const uint8_t> bytes, std::span<uint16_t> out) const {
    Reader reader(bytes);
    for (size_t i = 0; i < out.size(); ++i) {
        const Context& context = i == 0 ? contexts_[0] : after(out[i - 1]);
        if (i > 0 && reader.get(context.same, kChanceBits)) {
            out[i] = out[i - 1];
            continue;
        }
        size_t node = 1;
        for (int b = 0; b < bits_; ++b)
            node = 2 * node + reader.get(context.bits[node], kChanceBits);
        out[i] = static_cast<uint16_t>(node - (size_t{1} << bits_));
    }
}

std::vector<uint8_t> Model::to_bytes() const {
    std::vector<uint8_t> out;
    put16(out, static_cast<unsigned>(bits_));
    put16(out, static_cast<unsigned>(contexts_.size()));
    for (size_t symbol = 0; symbol < slot_.size(); ++symbol)
        if (slot_[symbol]) {
            put16(out, static_cast<unsigned>(symbol));
            put16(out, slot_[symbol]);
        }
    for (const Context& context : contexts_) {
        put16(out, context.same);
        for (size_t node = 1; node < context.bits.size(); ++node) put16(out, context.bits[node]);
    }
    return out;
}

size_t Model::from_bytes(std::span<const uint8_t> bytes) {
    size_t at = 0;
    bool is_good = true;
    const auto next = [&]() -> unsigned {
        if (at + 2 > bytes.size()) {
            is_good = false;
            return 0;
        }
        at += 2;
        return bytes[at - 2] | unsigned{bytes[at - 1]} << 8;
    };
    const unsigned bits = next(), count = next();
    if (!is_good || bits < 1 || bits > 16 || count < 1 || count > 64) return 0;
    bits_ = static_cast<int>(bits);
    const size_t range = size_t{1} << bits;
    slot_.assign(range, 0);
    for (unsigned i = 1; i < count; ++i) {
        const unsigned symbol = next(), slot = next();
        if (symbol >= range || slot >= count) return 0;
        slot_[symbol] = static_cast<uint16_t>(slot);
    }
    contexts_.assign(count, {});
    for (Context& context : contexts_) {
        context.same = static_cast<uint16_t>(next());
        context.bits.assign(range, 0);
        for (size_t node = 1; node < range; ++node)
            context.bits[node] = static_cast<uint16_t>(next());
    }
    const auto is_chance = [](uint16_t c) { return c > 0 && c < 1 << kChanceBits; };
    for (const Context& context : contexts_) {
        is_good &= is_chance(context.same);
        for (size_t node = 1; node < range; ++node) is_good &= is_chance(context.bits[node]);
    }
    return is_good ? at : 0;
}

}  // namespace ferz
