// The evaluation without a net: what a position is worth by material, squares, mobility, pawns,
// threats, danger to the kings and pieces in hand.
#pragma once

#include "board/position.h"
#include "eval/geometry.h"
#include "eval/weights.h"

namespace ferz {

inline constexpr int kMaxEval = 20000;

// What is wrong with a king grows by the square of how much there is.
inline int danger_value(Score danger, bool middle) {
    const auto d = static_cast<uint64_t>(std::max(0, middle ? middle_of(danger) : end_of(danger)));
    return static_cast<int>(middle ? d * d / 720 : d / 20);
}

// What a pass over a position finds, summed by its weights.
struct SumTally {
    const Score* weights;
    Score by_color[2] = {0, 0};
    Score danger[2] = {0, 0};

    Score sum() const { return by_color[kWhite] - by_color[kBlack]; }
    void add(Color c, int index, int count = 1) { by_color[c] += count * weights[index]; }
    void endanger(Color king, int index, int count = 1) { danger[king] += count * weights[index]; }
};

// The same, noted for tuning.
struct NoteTally {
    struct Note {
        int index, count;
    };
    std::vector<Note> found;
    std::vector<Note> dangers[2];

    void add(Color c, int index, int count = 1) {
        found.push_back({index, c == kWhite ? count : -count});
    }
    void endanger(Color king, int index, int count = 1) { dangers[king].push_back({index, count}); }
};

// What the pawns of a side tell by themselves and by those of the enemy.
template <class B>
struct PawnFacts {
    B passed{};
    B no_pawns = everything<B>();  // the files without one
    int dark = 0, light = 0;       // how many stand on squares of either color
};

// The pawns' structure, remembered by their squares.
template <class B>
struct PawnEntry {
    uint64_t key = ~uint64_t{0};
    Score score = 0;
    PawnFacts<B> facts[2];
};

template <class B>
class PawnCache {
public:
    PawnCache() : entries_(kEntries) {}
    PawnEntry<B>& at(uint64_t key) { return entries_[key % kEntries]; }

private:
    static constexpr size_t kEntries = 1 << 11;
    std::vector<PawnEntry<B>> entries_;
};

template <class B>
uint64_t set_key(const B& set, uint64_t seed) {
    uint64_t key = seed;
    for (int i = 0; i < kWords<B>; ++i) {
        key = (key ^ word(set, i)) * 0x9e3779b97f4a7c15ULL;
        key ^= key >> 32;
    }
    return key;
}

// What stands where; cheap to keep up while moves are made.
struct Standing {
    Score sum = 0;     // for White
    int material = 0;  // as phases count it

    Standing& operator+=(const Standing& other) {
        sum += other.sum;
        material += other.material;
        return *this;
    }
    Standing& operator-=(const Standing& other) {
        sum -= other.sum;
        material -= other.material;
        return *this;
    }
};

// What is quick to tell of a position: what stands where, what is held, who moves.
struct QuickEval {
    Score sum;  // for White
    int phase;  // how far from the endgame, in 256ths
    int value;  // for the side to move
};

// A kind that is no pawn with a structure, as a pass over a position needs it.
template <class B>
struct Officer {
    int kind = -1;
    uint8_t ride = 0;  // as in KindTables
    bool is_plain = false;
    const B* leaps[2] = {nullptr, nullptr};     // [square] where it takes by leaping, by color
    std::vector<int> mobility;                  // [targets] its weight
    int danger_attacker = 0, danger_check = 0;  // its weights
};

// All that an evaluation needs of a game; immutable, shared by all threads.
template <class B>
struct Evaluator {
    Evaluator(const Variant& variant, const Weights& set)
        : geometry(variant.rules(), variant.template tables<B>()), weights(set) {
        learn_kinds(variant.rules(), variant.template tables<B>());
    }

    Standing standing(const Position<B>& position) const;
    // What it will be once a move is made.
    Standing standing_after(const Position<B>& position, Move move, Standing standing) const;
    QuickEval quick(const Position<B>& position, const Standing& standing) const;
    // In centipawns for the side to move, from what is known already.
    int evaluate(const Position<B>& position, const QuickEval& known, PawnCache<B>& cache) const;
    // The same, noting what it consists of.
    NoteTally noted(const Position<B>& position) const;
    // How far the position is from the endgame, in 256ths.
    int phase(const Position<B>& position, const Standing& standing) const;
    // How much of an endgame's lead counts, in 64ths; little where a lead does not win.
    int end_share(const Position<B>& position, int phase, int value) const {
        return phase < 128 ? drawish(position, value) : 64;
    }
    // Sums to the value for the side to move.
    int blend(const Position<B>& position, int phase, Score sum, const Score* danger) const;

    Geometry<B> geometry;
    Weights weights;
    std::vector<Officer<B>> officers;  // all but the royal kind, the least valuable first
    Officer<B> royal;                  // its kind is -1 where there is none
    uint8_t lesser[kMaxKinds] = {};    // how many of them are worth clearly less than a kind
    KindSet greater[kMaxKinds] = {};   // the kinds worth clearly more; than a king, all
    int greatest = -1;                 // the most valuable kind
    int least_lead = 0;                // without pawns a smaller lead does not win
    bool only_mate_wins = false;
    bool has_extras = false;  // hands, flags or checks to count

private:
    const Standing& worth(Piece piece, int square) const {
        return worth_[piece * geometry.squares + square];
    }
    void learn_kinds(const Rules& rules, const Tables<B>& tables);
    void find_officers(const Rules& rules, const Tables<B>& tables);
    Officer<B> officer(int kind, const Tables<B>& tables) const;
    int drawish(const Position<B>& position, int value) const;
    int blend(const Position<B>& position, int phase, int middle, int end) const;

    std::vector<Standing> worth_;  // [piece * squares + square]
};

}  // namespace ferz
