// What a variant's rules mean in bitboards: computed once for a game, read at every move.
#pragma once

#include <memory>
#include <vector>

#include "base/bits.h"
#include "board/move.h"
#include "board/sliders.h"
#include "rules/rules.h"

namespace ferz {

// A way to go along a line, for everything that is not a full rook's or bishop's line: limited
// riders, single directions, nightriders, hoppers.
template <class B>
struct Line {
    const B* reach;  // [square] all squares of the line, up to its range
    const B*
        beyond;  // [square] the whole line from there, without limit; none behind the last square
    const B* step;  // [square] the next square alone; none behind the last square
    int squares;
    bool up;  // later squares of the line have higher numbers
    bool quiet, capture, initial, en_passant;
    Hop hop;
};

// A leap that is blocked by pieces on its way.
template <class B>
struct LameLeap {
    const B* target;  // [square] one square or none
    const B* path;    // [square] what must be empty
    bool quiet, capture, initial, en_passant;
};

// How one kind of piece of one color moves.
template <class B>
struct KindTables {
    bool is_plain = false;  // leaps and full lines, moving as it captures
    bool is_step_pawn =
        false;  // forward to move, forward aslant to take: generated for all at once
    bool orthogonal = false;
    bool diagonal = false;
    uint8_t ride = 0;  // 1 orthogonally, 2 diagonally, 3 both: for choosing without a branch
    bool promotes = false;
    bool double_steps = false;
    bool takes_en_passant = false;
    const B* leaps = nullptr;          // [square] of a plain kind
    const B* quiet_leaps = nullptr;    // [square] of any other kind
    const B* capture_leaps = nullptr;  // [square] of every kind: by leaping alone
    const B* initial_leaps = nullptr;  // [square] quiet, from the double step region
    const B* en_passant_from =
        nullptr;  // [square] where a leaper of this kind may stand to take there
    const B* may_hit =
        nullptr;  // [square] where a piece with lines or lame leaps could take it from
    std::vector<Line<B>> lines;
    std::vector<LameLeap<B>> lame_leaps;
    B region{};   // where it may go
    B stuck{};    // where it cannot stand, since it must have promoted
    B landing{};  // where it may go without promoting
    B drops{};    // where it may be dropped
};

// Kinds that are asked about together are a family: those that ride orthogonally, those that ride
// diagonally, and each leap group, which shares some leaps. A position keeps the pieces of a family
// as one set.
enum Family : uint8_t { kNoFamily, kOrthogonalFamily, kDiagonalFamily, kFirstLeapFamily };
inline constexpr int kUsualLeapGroups = 3;  // pawns and kings, kings, knights and their like
inline constexpr int kMaxLeapGroups = kMaxKinds;
inline constexpr int kMaxFamilies = kFirstLeapFamily + kMaxLeapGroups;

template <class B>
struct Tables {
    explicit Tables(const Rules& rules);

    Size size;
    int squares;
    int kinds;
    int royal;                        // the kind that must not be lost, or -1
    bool is_exotic = false;           // some kind is neither plain nor a step pawn
    bool has_immediate_ends = false;  // the game may end by a rule while moves are left
    bool filters_moves = false;       // some rule judges moves that are otherwise legal
    bool tracks_promoted = false;

    KindTables<B> kind[2][kMaxKinds];
    std::vector<KindSet> leap_groups;  // of both colors
    // Where the leaps of each group come from, [square * leap_stride + group]. Groups that a game
    // has not are empty.
    int leap_stride = kUsualLeapGroups;
    const B* leap_origins[2];
    // The families of each kind, at least two. Those with fewer than others are also in kNoFamily,
    // whose set means nothing: then no branch depends on the kind.
    int families_per_kind = 2;
    uint8_t families[kMaxKinds][32] = {};
    static_assert(kMaxFamilies <= 32);
    KindSet orthogonal_kinds = 0, diagonal_kinds = 0;
    KindSet lined_kinds = 0;     // those with lines or lame leaps
    KindSet regioned_kinds = 0;  // those that may not go everywhere
    bool has_hoppers = false;

    Sliders<B> sliders;
    const B* orthogonal_lines;  // [square] on the empty board
    const B* diagonal_lines;
    const B* between_squares;  // [a * squares + b], along rook's and bishop's lines

    B board{};
    B left_file{}, right_file{};
    B promotion_region[2];
    B double_step_region[2];
    B en_passant_region[2];
    B flag_region[2];

    std::vector<uint64_t> piece_keys;     // [piece * squares + square]
    std::vector<uint64_t> promoted_keys;  // [square]
    std::vector<uint64_t> en_passant_keys;
    uint64_t castling_keys[256];
    uint64_t turn_key;
    uint64_t hand_keys[2][kMaxKinds];
    uint64_t check_keys[2];

    size_t max_moves = 0;  // no position has more
    // Where only mate wins and no hand can bring help, some material does not suffice.
    bool may_be_insufficient = false;
    KindSet knights = 0, bishops = 0;

    // Where a piece could go from a square, whatever stands on the board.
    enum class Initial { without, with };
    B reach(Color c, int k, int square, Initial initial) const;
    const B& between(int a, int b) const { return between_squares[a * squares + b]; }

private:
    void learn_insufficiency(const Rules& rules);
    using Offsets = std::vector<std::pair<int, int>>;
    const B* keep(std::vector<B>&& table);
    const B* leap_table(const Offsets& offsets);
    const B* line_table(int dx, int dy, int range);
    void build_geometry();
    void build_kind(const Rules& rules, int k, Color c);
    void add_movement(KindTables<B>& out, const Movement& move, Color c, bool en_passant);
    void build_masks(const Rules& rules, int k, Color c);
    void build_leap_groups(const Rules& rules);
    void build_families();
    void build_keys();
    void bound_moves(const Rules& rules);

    std::vector<std::unique_ptr<std::vector<B>>> kept_;
};

template <class B>
B to_bits(const SquareSet& set) {
    B bits{};
    for (int s = 0; s < kBits<B>; ++s)
        if (set[s]) bits |= bit<B>(s);
    return bits;
}

extern template struct Tables<B64>;
extern template struct Tables<B128>;
extern template struct Tables<B256>;

}  // namespace ferz
