// A position as a few words, exactly: all that its future depends on, clocks and history aside.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/random.h"
#include "board/position.h"

namespace ferz {

inline constexpr int kMaxWords = 64;
using PackedWords = std::array<uint64_t, kMaxWords>;

template <class B>
class Packing {
public:
    // Castling rights mean those of a position; no others can arise.
    Packing(const Rules& rules, const Tables<B>& tables, const Setup& root)
        : rules_(rules), tables_(tables), root_(root) {
        cell_bits_ = static_cast<int>(std::bit_width(2 * rules.kinds.size()));
        has_hands_ = rules.values.piece_drops || rules.values.captures_to_hand;
        PackedWords words;
        Position<B> position(rules, tables);
        position.set(root);
        words_ = pack(position, words);
    }

    int words() const { return words_; }

    // Returns how many words it took: always words().
    int pack(const Position<B>& position, PackedWords& words) const {
        Bits bits{words};
        for (int s = 0; s < tables_.squares; ++s) {
            const Piece piece = position.at(s);
            bits.put(piece == kNoPiece ? 0 : piece + 1u, cell_bits_);
        }
        if (tables_.tracks_promoted)
            for (int s = 0; s < tables_.squares; ++s) bits.put(position.is_promoted(s), 1);
        for (Color c : {kWhite, kBlack}) {
            for (int k = 0; has_hands_ && k < tables_.kinds; ++k)
                bits.put(static_cast<unsigned>(position.hand(c, k)), kHandBits);
            if (rules_.values.check_counting) bits.put(position.state().checks[c], 8);
        }
        bits.put(position.state().castling, 8);
        if (rules_.en_passant_kinds) {
            bits.put(position.state().en_passant, 8);
            bits.put(position.state().en_passant_victim, 8);
        }
        bits.put(position.turn(), 1);
        return bits.finish();
    }

    Setup unpack(const uint64_t* words) const {
        Reader bits{words};
        Setup setup;
        for (int s = 0; s < tables_.squares; ++s) {
            const unsigned code = bits.get(cell_bits_);
            setup.board[static_cast<size_t>(s)] =
                code == 0 ? kNoPiece : static_cast<Piece>(code - 1);
        }
        if (tables_.tracks_promoted)
            for (int s = 0; s < tables_.squares; ++s)
                setup.promoted[static_cast<size_t>(s)] = bits.get(1);
        for (Color c : {kWhite, kBlack}) {
            for (int k = 0; has_hands_ && k < tables_.kinds; ++k)
                setup.hand[c][k] = static_cast<uint16_t>(bits.get(kHandBits));
            if (rules_.values.check_counting) setup.checks[c] = static_cast<uint8_t>(bits.get(8));
        }
        const unsigned castling = bits.get(8);
        for (int right = 0; right < kCastlings; ++right)
            if (castling >> right & 1) {
                setup.castling_rook[right] = root_.castling_rook[right];
                setup.castling_king[castling_color(right)] =
                    root_.castling_king[castling_color(right)];
            }
        if (rules_.en_passant_kinds) {
            const unsigned target = bits.get(8), victim = bits.get(8);
            if (target != kNoSquare) {
                setup.en_passant = static_cast<int>(target);
                setup.en_passant_victim = static_cast<int>(victim);
            }
        }
        setup.turn = static_cast<Color>(bits.get(1));
        return setup;
    }

private:
    static constexpr int kHandBits = 9;  // a board has no more men than 256

    struct Bits {
        PackedWords& words;
        int word = 0, used = 0;
        uint64_t current = 0;
        void put(uint64_t value, int count) {
            current |= value << used;
            used += count;
            if (used < 64) return;
            words[static_cast<size_t>(word++)] = current;
            used -= 64;
            current = used == 0 ? 0 : value >> (count - used);
        }
        int finish() {
            if (used > 0) words[static_cast<size_t>(word++)] = current;
            return word;
        }
    };
    struct Reader {
        const uint64_t* words;
        int used = 0;
        unsigned get(int count) {
            uint64_t value = *words >> used;
            if (used + count > 64) value |= words[1] << (64 - used);
            used += count;
            if (used >= 64) {
                used -= 64;
                ++words;
            }
            return static_cast<unsigned>(value & ((uint64_t{1} << count) - 1));
        }
    };

    const Rules& rules_;
    const Tables<B>& tables_;
    Setup root_;
    int cell_bits_;
    bool has_hands_;
    int words_ = 0;
};

// Positions by their words, numbered in the order in which they come.
class NodeSet {
public:
    explicit NodeSet(int words) : words_(static_cast<size_t>(words)), slots_(1024, kNone) {}

    static constexpr uint32_t kNone = UINT32_MAX;
    uint32_t size() const { return size_; }
    const uint64_t* words(uint32_t node) const { return keys_.data() + words_ * node; }
    uint64_t bytes() const { return keys_.capacity() * 8 + slots_.capacity() * 4; }

    uint32_t find(const uint64_t* key) const { return slots_[slot_of(key)]; }
    // The number of a position; a new one where is_new says so.
    uint32_t add(const uint64_t* key, bool& is_new) {
        size_t slot = slot_of(key);
        is_new = slots_[slot] == kNone;
        if (!is_new) return slots_[slot];
        if (2 * (uint64_t{size_} + 1) > slots_.size()) {
            grow();
            slot = slot_of(key);
        }
        keys_.insert(keys_.end(), key, key + words_);
        slots_[slot] = size_;
        return size_++;
    }

private:
    size_t slot_of(const uint64_t* key) const {
        uint64_t hash = 0;
        for (size_t i = 0; i < words_; ++i) hash = mixed(hash ^ key[i]) + i;
        size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot] != kNone &&
               !std::equal(key, key + words_, keys_.data() + words_ * slots_[slot]))
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }
    void grow() {
        slots_.assign(2 * slots_.size(), kNone);
        for (uint32_t node = 0; node < size_; ++node) slots_[slot_of(words(node))] = node;
    }

    size_t words_;
    uint32_t size_ = 0;
    std::vector<uint64_t> keys_;
    std::vector<uint32_t> slots_;
};

}  // namespace ferz
