// Rook's and bishop's lines on an occupied board, behind two functions. Rays everywhere are the
// portable default; where the machine has PEXT, boards of up to 128 squares look each line up.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "base/square.h"
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ferz {

inline constexpr std::array<std::pair<int, int>, 8> kCompass{
    {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

// The squares from one square in a direction to the board's edge.
template <class B>
B ray(const Size& size, int square, int dx, int dy) {
    B bits{};
    int x = size.file(square) + dx, y = size.rank(square) + dy;
    for (; size.contains(x, y); x += dx, y += dy) bits |= bit<B>(size.square(x, y));
    return bits;
}

// Lines by rays: the nearest piece on a ray hides what is beyond it.
template <class B>
class RaySliders {
public:
    explicit RaySliders(const Size& size)
        : rays_(8 * (size.squares() + 1)), squares_(size.squares()) {
        for (int d = 0; d < 8; ++d)
            for (int s = 0; s < squares_; ++s)
                rays_[d * (squares_ + 1) + s] =
                    ray<B>(size, s, kCompass[d].first, kCompass[d].second);
    }

    B orthogonal(int s, const B& occupied) const {
        return up(0, s, occupied) | up(1, s, occupied) | down(2, s, occupied) |
               down(3, s, occupied);
    }
    B diagonal(int s, const B& occupied) const {
        return up(4, s, occupied) | down(5, s, occupied) | down(6, s, occupied) |
               up(7, s, occupied);
    }

private:
    B up(int d, int s, const B& occupied) const {
        const B* const rays = &rays_[d * (squares_ + 1)];
        const B blockers = rays[s] & occupied;
        return rays[s] ^ rays[any(blockers) ? lsb(blockers) : squares_];
    }
    B down(int d, int s, const B& occupied) const {
        const B* const rays = &rays_[d * (squares_ + 1)];
        const B blockers = rays[s] & occupied;
        return rays[s] ^ rays[any(blockers) ? msb(blockers) : squares_];
    }

    std::vector<B> rays_;  // [direction][square], and an empty one where nothing blocks
    int squares_;
};

#if defined(__BMI2__)

// Lines by table: the pieces on a line, packed by PEXT, index what is seen along it, which PDEP
// spreads over the line again. Lines of one length share their answers: a few kilobytes for all of
// a common board, a megabyte for the widest.
template <class B>
class TableSliders {
public:
    explicit TableSliders(const Size& size) {
        std::map<std::pair<int, int>, size_t> offsets;
        for (int s = 0; s < size.squares(); ++s)
            for (int d : {0, 4})
                pairs_.push_back(
                    {entry_of(size, s, d, offsets), entry_of(size, s, d + 1, offsets)});
        // Only now do the answers stay where they are.
        for (Pair& pair : pairs_)
            for (Entry* line : {&pair.first, &pair.second})
                line->answers = answers_.data() + line->offset;
    }
    TableSliders(const TableSliders&) = delete;
    TableSliders& operator=(const TableSliders&) = delete;

    B orthogonal(int s, const B& occupied) const {
        return look_up(pairs_[2 * static_cast<size_t>(s)], occupied);
    }
    B diagonal(int s, const B& occupied) const {
        return look_up(pairs_[2 * static_cast<size_t>(s) + 1], occupied);
    }

private:
    struct Entry {
        B mask;                   // the line without the square itself
        const uint16_t* answers;  // by what stands on it
        uint32_t offset;          // of these among all
        uint32_t low_bits;        // how many squares of the mask lie in the first word
    };
    // The two lines that cross on a square, in one line of the cache.
    struct alignas(64) Pair {
        Entry first, second;
    };

    static B look_up(const Pair& pair, const B& occupied) {
        if constexpr (kWords<B> == 1) {
            return seen(pair.first, occupied) | seen(pair.second, occupied);
        } else {
            // Word by word: putting a set together from words is dear, so that it is done once.
            const auto [low, high] = seen_words(pair.first, occupied);
            const auto [other_low, other_high] = seen_words(pair.second, occupied);
            return B{low | other_low, high | other_high};
        }
    }

    static uint64_t seen(const Entry& line, uint64_t occupied) {
        return _pdep_u64(line.answers[_pext_u64(occupied, line.mask)], line.mask);
    }

    static std::pair<uint64_t, uint64_t> seen_words(const Entry& line, const B& occupied) {
        const uint64_t low = word(line.mask, 0), high = word(line.mask, 1);
        const uint64_t packed =
            _pext_u64(word(occupied, 0), low) | _pext_u64(word(occupied, 1), high) << line.low_bits;
        const uint64_t answer = line.answers[packed];
        return {_pdep_u64(answer, low), _pdep_u64(answer >> line.low_bits, high)};
    }

    // Directions d and d + 2 of the compass are the two halves of a line.
    Entry entry_of(const Size& size, int s, int d, std::map<std::pair<int, int>, size_t>& offsets) {
        const B mask = ray<B>(size, s, kCompass[d].first, kCompass[d].second) |
                       ray<B>(size, s, kCompass[d + 2].first, kCompass[d + 2].second);
        int below = 0;
        for_each(mask, [&](Square m) { below += m < s; });
        const int others = popcount(mask);
        const auto [found, is_new] = offsets.try_emplace({others, below}, answers_.size());
        if (is_new) add_answers(others, below);
        return {mask, nullptr, static_cast<uint32_t>(found->second),
                static_cast<uint32_t>(std::popcount(word(mask, 0)))};
    }

    // A side has at most 16 squares, so that the others of a line fit a word of 16 bits.
    static_assert(kMaxSide <= 17);
    // What is seen along a line from behind its first squares, for all that may stand on it.
    void add_answers(int others, int below) {
        for (uint32_t pieces = 0; pieces < 1u << others; ++pieces) {
            uint32_t seen = 0;
            for (int i = below; i < others; ++i) {
                seen |= 1u << i;
                if (pieces >> i & 1) break;
            }
            for (int i = below - 1; i >= 0; --i) {
                seen |= 1u << i;
                if (pieces >> i & 1) break;
            }
            answers_.push_back(static_cast<uint16_t>(seen));
        }
    }

    std::vector<Pair> pairs_;  // [2 * square] its orthogonal lines, then its diagonals
    std::vector<uint16_t> answers_;
};

template <class B>
struct SlidersFor {
    using type = TableSliders<B>;
};
template <>
struct SlidersFor<B256> {
    using type = RaySliders<B256>;
};

#else

template <class B>
struct SlidersFor {
    using type = RaySliders<B>;
};

#endif

template <class B>
using Sliders = typename SlidersFor<B>::type;

}  // namespace ferz
