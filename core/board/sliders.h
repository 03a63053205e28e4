// Rook's and bishop's lines on an occupied board, behind two functions. Rays everywhere are the
// portable default; where the machine has PEXT, boards of up to 64 squares look a whole square's
// lines up at once, and boards of up to 128 look up each line.
#pragma once

#include <array>
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

// Lines by table: the pieces on the squares that matter, packed by PEXT, index the answers.
template <class B>
class TableSliders {
public:
    // kLines lines a square share one table: 2 on a small board, 1 on a wide one.
    static constexpr int kLines = kWords<B> == 1 ? 2 : 1;
    static constexpr int kTables = 2 / kLines;  // for each of the two functions

    explicit TableSliders(const Size& size) {
        const RaySliders<B> rays(size);
        for (int which = 0; which < 2; ++which) {
            entries_[which].resize(static_cast<size_t>(kTables * size.squares()));
            for (int s = 0; s < size.squares(); ++s)
                for (int t = 0; t < kTables; ++t) fill(size, rays, which, s, t);
        }
    }

    B orthogonal(int s, const B& occupied) const { return look_up(0, s, occupied); }
    B diagonal(int s, const B& occupied) const { return look_up(1, s, occupied); }

private:
    struct Entry {
        B mask;
        size_t offset;
        int low_bits;  // how many squares of the mask lie in the first word
    };

    static uint64_t packed(const B& occupied, const Entry& entry) {
        const uint64_t low = _pext_u64(word(occupied, 0), word(entry.mask, 0));
        if constexpr (kWords<B> == 1) return low;
        else return low | _pext_u64(word(occupied, 1), word(entry.mask, 1)) << entry.low_bits;
    }

    B look_up(int which, int s, const B& occupied) const {
        const Entry* const entry = &entries_[which][static_cast<size_t>(kTables * s)];
        if constexpr (kTables == 1) return answers_[entry->offset + packed(occupied, *entry)];
        else
            return answers_[entry[0].offset + packed(occupied, entry[0])] |
                   answers_[entry[1].offset + packed(occupied, entry[1])];
    }

    // A line's last square does not matter: nothing is beyond it.
    static B inner(const Size& size, int s, int d) {
        const auto [dx, dy] = kCompass[d];
        B bits = ray<B>(size, s, dx, dy);
        if (any(bits)) bits &= ~bit<B>(dy * size.files + dx > 0 ? msb(bits) : lsb(bits));
        return bits;
    }

    void fill(const Size& size, const RaySliders<B>& rays, int which, int s, int t) {
        // Directions d and d + 2 of the compass are the two halves of a line.
        B mask{}, whole{};
        for (int line = t; line < t + kLines; ++line)
            for (int d : {4 * which + line, 4 * which + line + 2}) {
                mask |= inner(size, s, d);
                whole |= ray<B>(size, s, kCompass[d].first, kCompass[d].second);
            }
        const int low_bits = std::popcount(word(mask, 0));
        Entry entry{mask, answers_.size(), low_bits};
        std::vector<Square> members;
        for_each(mask, [&](Square m) { members.push_back(m); });
        for (uint64_t subset = 0; subset < uint64_t{1} << members.size(); ++subset) {
            B occupied{};
            for (size_t i = 0; i < members.size(); ++i)
                if (subset >> i & 1) occupied |= bit<B>(members[i]);
            const B lines = which == 0 ? rays.orthogonal(s, occupied) : rays.diagonal(s, occupied);
            answers_.push_back(lines & whole);
        }
        entries_[which][static_cast<size_t>(kTables * s + t)] = entry;
    }

    std::vector<Entry> entries_[2];
    std::vector<B> answers_;
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
