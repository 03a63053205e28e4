// What a search remembers of moves that were good or bad, and of how wrong its evaluation was.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/pages.h"
#include "board/position.h"
#include "search/limits.h"

namespace ferz {

// A number that moves toward its bound by ever smaller steps, and forgets as it learns.
inline void learn(int16_t& value, int bonus, int bound) {
    value = static_cast<int16_t>(value + bonus - value * std::abs(bonus) / bound);
}

// By the moves' pieces and squares; a slot is a piece and where it goes, as one number.
class History {
public:
    static constexpr int kBound = 16384;
    static constexpr int kCorrectionSize = 16384;
    static constexpr int kCorrectionBound = 1024;
    static constexpr int kDriftGrain = 16;

    History(int squares, int kinds)
        : squares_(squares),
          kinds_(kinds),
          slots_(2 * kinds * squares),
          rows_(std::min(slots_, kMaxRows)),
          butterfly_(static_cast<size_t>(2 * (squares + kinds) * squares)),
          capture_(static_cast<size_t>(slots_ * kinds)),
          continuation_(static_cast<size_t>(rows_ + 1) * static_cast<size_t>(slots_)),
          replies_(static_cast<size_t>(slots_)),
          correction_(static_cast<size_t>(2 * kCorrections * kCorrectionSize)),
          drift_(static_cast<size_t>(slots_ * (kinds + 1) + 1)) {}

    void clear() {
        const auto forget = [](auto& table) { std::fill(table.begin(), table.end(), 0); };
        forget(butterfly_);
        forget(capture_);
        forget(continuation_);
        forget(correction_);
        forget(drift_);
        std::fill(replies_.begin(), replies_.end(), Move());
    }

    int slot(Piece piece, Square to) const { return piece * squares_ + to; }

    // Where a move comes from: the square, or behind all squares the kind in hand.
    int origin(Move move) const {
        return move.is(MoveKind::drop) ? squares_ + move.piece() : move.from();
    }
    int16_t& butterfly(Color c, Move move) {
        return butterfly_[(c * (squares_ + kinds_) + origin(move)) * squares_ + move.to()];
    }
    int16_t& capture(int slot, int victim) { return capture_[slot * kinds_ + victim]; }
    // The row of a move that was made; on large boards moves share rows.
    int16_t* continuation(int slot) {
        const int row = slot < rows_ ? slot : slot % rows_;  // dividing takes its time
        return &continuation_[static_cast<size_t>(row) * static_cast<size_t>(slots_)];
    }
    // The row that stands for no move.
    int16_t* no_continuation() {
        return &continuation_[static_cast<size_t>(rows_) * static_cast<size_t>(slots_)];
    }
    Move& reply(int slot) { return replies_[static_cast<size_t>(slot)]; }

    enum { pawn_structure, white_pieces, black_pieces, last_move, kCorrections };
    int16_t& correction(Color c, int which, uint64_t key) {
        return correction_[(static_cast<size_t>(c) * kCorrections + static_cast<size_t>(which)) *
                               kCorrectionSize +
                           key % kCorrectionSize];
    }

    // By how much a move that takes this or nothing usually changes what a guess leaves as it was,
    // for the side that answers; in parts of a centipawn.
    int16_t& drift(int slot, Piece taken) {
        return drift_[slot * (kinds_ + 1) + (taken == kNoPiece ? kinds_ : kind_of(taken))];
    }
    // The same for no move.
    int16_t& no_drift() { return drift_.back(); }

private:
    friend class QuietScores;
    static constexpr int kMaxRows = 1536;

    int squares_, kinds_, slots_, rows_;
    std::vector<int16_t> butterfly_, capture_;
    PagedVector<int16_t> continuation_;
    std::vector<Move> replies_;
    std::vector<int16_t> correction_;
    std::vector<int16_t> drift_;
};

// What is remembered of the quiet moves of one node, as one number for each; what they have in
// common is looked up once.
class QuietScores {
public:
    // The rows are those of the moves one, two, four and six plies before.
    QuietScores(const History& history, Color c, const int16_t* const rows[4])
        : squares_(static_cast<uint32_t>(history.squares_)),
          butterfly_(history.butterfly_.data() +
                     c * (history.squares_ + history.kinds_) * history.squares_),
          rows_{rows[0], rows[1], rows[2], rows[3]} {}

    int of(Piece mover, uint32_t origin, Square to) const {
        const uint32_t slot = mover * squares_ + to;
        const int oldest = rows_[3][slot];
        return 2 * (butterfly_[origin * squares_ + to] + rows_[0][slot]) + rows_[1][slot] +
               rows_[2][slot] + oldest / 2;
    }

private:
    uint32_t squares_;  // unsigned: numbers of squares need no widening then
    const int16_t* butterfly_;
    const int16_t* rows_[4];
};

}  // namespace ferz
