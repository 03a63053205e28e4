// The numbering of all positions of some men: an anchor, which is a pair of kings up to symmetry,
// then every other man's rank among the squares that are left to it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "solve/census.h"

namespace ferz {

inline constexpr int kMaxMen = 32;
inline constexpr int kMaxHomes = 8;
inline constexpr uint32_t kNoAnchor = UINT32_MAX;
using MenSquares = std::array<Square, kMaxMen>;

// n over k, or the largest number where it is more.
struct Binomials {
    std::array<std::array<uint64_t, kMaxMen + 1>, kMaxSquares + 2> table{};
    Binomials() {
        for (size_t n = 0; n < table.size(); ++n) {
            table[n][0] = 1;
            for (size_t k = 1; n > 0 && k <= kMaxMen; ++k) {
                const uint64_t a = table[n - 1][k - 1], b = table[n - 1][k];
                table[n][k] = a > UINT64_MAX - b ? UINT64_MAX : a + b;
            }
        }
    }
};
inline const Binomials kBinomials{};
inline uint64_t binomial(int n, int k) {
    return kBinomials.table[static_cast<size_t>(n)][static_cast<size_t>(k)];
}

// Division by a number that stays the same, without the processor's slow one.
class Divider {
public:
    explicit Divider(uint64_t by = 1) : by_(by), inverse_(1.0 / static_cast<double>(by)) {}

    // The rest; the dividend becomes the quotient.
    uint64_t divide(uint64_t& number) const {
        // Beyond this a double is not exact.
        if (number >> 52) {
            const uint64_t rest = number % by_;
            number /= by_;
            return rest;
        }
        auto quotient = static_cast<uint64_t>(static_cast<double>(number) * inverse_);
        auto rest = static_cast<int64_t>(number - quotient * by_);
        // Rounding may have gone one too far, or not far enough.
        if (rest < 0) --quotient, rest += static_cast<int64_t>(by_);
        else if (rest >= static_cast<int64_t>(by_)) ++quotient, rest -= static_cast<int64_t>(by_);
        number = quotient;
        return static_cast<uint64_t>(rest);
    }

private:
    uint64_t by_;
    double inverse_;
};

// Men of one type, which are alike: numbered as a combination.
template <class B>
struct MenGroup {
    TypeId type;
    Piece piece;
    int first;  // the first of its slots
    int count;
    int home;         // among the layout's homes
    uint64_t radix;   // how many ways to place them
    Divider divider;  // by the radix
};

// A part of the board with its squares in order.
template <class B>
struct Home {
    B squares;
    bool is_whole;
    std::vector<Square> in_order;
    std::array<uint8_t, kBits<B>> rank;
};

// How the positions of one material are numbered. Not every number is a position: men of
// different homes may meet on a square, and a side may be in check on the other's turn.
template <class B>
class Layout {
public:
    Layout(const Census<B>& census, const Rules& rules, const Tables<B>& tables,
           const Material& material);

    const Material& material() const { return material_; }
    uint64_t size() const { return size_; }
    int men() const { return men_; }
    const std::vector<MenGroup<B>>& groups() const { return groups_; }
    bool has_anchor() const { return has_anchor_; }
    Piece piece(int slot) const { return pieces_[static_cast<size_t>(slot)]; }
    const Piece* pieces() const { return pieces_.data(); }
    Color turn() const { return material_.turn; }

    // The squares of a number; false where men meet.
    bool place(uint64_t index, MenSquares& squares) const {
        std::array<uint64_t, kMaxMen> digits;
        for (size_t g = groups_.size(); g-- > 0;) digits[g] = groups_[g].divider.divide(index);
        return place(index, digits.data(), squares);
    }
    // The men of a group by its digit, given what stands before it: everybody, and those of its
    // home. Returns where they stand, which others may, too.
    B place_group(size_t group, uint64_t digit, const B& taken, MenSquares& squares) const;
    bool is_whole(int home) const { return homes_[static_cast<size_t>(home)].is_whole; }

    // The number of men on squares of the layout's own frame.
    uint64_t index(uint32_t anchor, const MenSquares& squares) const;

    // The squares of the two kings by anchor.
    const std::vector<std::pair<Square, Square>>& anchors() const { return anchors_; }
    // The number of an anchor, or kNoAnchor where the kings would touch or others stand for it; in
    // the layout's own frame.
    uint32_t anchor_of(int mover, int other) const {
        return anchor_ranks_[static_cast<size_t>(mover) * squares_ + static_cast<size_t>(other)];
    }

private:
    bool place(uint64_t anchor, const uint64_t* digits, MenSquares& squares) const;
    void order_groups(const Census<B>& census, const Rules& rules);
    void find_homes(const Census<B>& census, const Tables<B>& tables);
    void find_anchors(const Census<B>& census, const Rules& rules, const Tables<B>& tables);

    Material material_;
    size_t squares_;
    int men_ = 0;
    bool has_anchor_ = false;
    std::vector<MenGroup<B>> groups_;  // without the kings of the anchor
    std::vector<Piece> pieces_;
    std::vector<Home<B>> homes_;
    std::vector<std::pair<Square, Square>> anchors_;
    std::vector<uint32_t> anchor_ranks_;
    uint64_t size_ = 0;
};

// The squares below one.
template <class B>
struct Below {
    std::array<B, kBits<B>> mask{};
    Below() {
        for (int s = 1; s < kBits<B>; ++s) mask[s] = mask[s - 1] | bit<B>(s - 1);
    }
};
template <class B>
inline const Below<B> kBelow{};

template <class B>
inline B Layout<B>::place_group(size_t number, uint64_t digit, const B& taken,
                                MenSquares& squares) const {
    const MenGroup<B>& group = groups_[number];
    const Home<B>& home = homes_[group.home];
    B placed{};
    for (int i = group.count; i >= 1; --i) {
        // The largest rank whose combinations fit.
        int rank = static_cast<int>(digit);
        if (group.count > 1) {
            rank = i - 1;
            while (binomial(rank + 1, i) <= digit) ++rank;
            digit -= binomial(rank, i);
        }
        for_each(taken, [&](Square s) { rank += home.rank[s] <= rank; });
        const Square square = home.in_order[static_cast<size_t>(rank)];
        squares[group.first + i - 1] = square;
        placed |= bit<B>(square);
    }
    return placed;
}

template <class B>
inline bool Layout<B>::place(uint64_t anchor, const uint64_t* digits, MenSquares& squares) const {
    B occupied{};
    B used[kMaxHomes] = {};
    if (has_anchor_) {
        const auto& [mover, other] = anchors_[anchor];
        squares[0] = mover;
        squares[1] = other;
        occupied = bit<B>(mover) | bit<B>(other);
    }
    for (size_t g = 0; g < groups_.size(); ++g) {
        const int home = groups_[g].home;
        const B& taken = homes_[home].is_whole ? occupied : used[home];
        const B placed = place_group(g, digits[g], taken, squares);
        if (any(B(placed & occupied))) return false;
        occupied |= placed;
        used[home] |= placed;
    }
    return true;
}

template <class B>
inline uint64_t Layout<B>::index(uint32_t anchor, const MenSquares& squares) const {
    B occupied{};
    B used[kMaxHomes] = {};
    uint64_t index = anchor;
    if (has_anchor_) occupied = bit<B>(squares[0]) | bit<B>(squares[1]);
    for (const MenGroup<B>& group : groups_) {
        const Home<B>& home = homes_[group.home];
        const B& taken = home.is_whole ? occupied : used[group.home];
        const auto rank = [&](Square s) {
            return home.rank[s] - popcount(B(taken & kBelow<B>.mask[s]));
        };
        B placed{};
        uint64_t digit;
        if (group.count == 1) {
            const Square square = squares[group.first];
            digit = static_cast<uint64_t>(rank(square));
            placed = bit<B>(square);
        } else {
            for (int i = 0; i < group.count; ++i) placed |= bit<B>(squares[group.first + i]);
            digit = 0;
            int i = 0;
            for_each(placed, [&](Square s) { digit += binomial(rank(s), ++i); });
        }
        occupied |= placed;
        used[group.home] |= placed;
        index = index * group.radix + digit;
    }
    return index;
}

}  // namespace ferz
