// Which moves of the side to move give check, told without making them.
#pragma once

#include "board/filter.h"
#include "board/position.h"

namespace ferz {

template <class B>
class CheckSeeker {
public:
    explicit CheckSeeker(const Position<B>& position)
        : position_(position),
          tables_(position.tables()),
          us_(position.turn()),
          king_(position.king(~us_)) {
        // Hoppers and lame leapers may be uncovered, or covered, in more ways than one.
        is_simple_ = king_ >= 0 && tables_.lined_kinds == 0 && tables_.regioned_kinds == 0;
        if (!is_simple_) return;
        const B occupied = position.occupied();
        const B orthogonal = tables_.sliders.orthogonal(king_, occupied);
        const B diagonal = tables_.sliders.diagonal(king_, occupied);
        seen_ = orthogonal | diagonal;
        const B lines[4] = {B{}, orthogonal, diagonal, seen_};
        for (int k = 0; k < tables_.kinds; ++k) {
            const KindTables<B>& t = origins(k);
            direct_[k] = t.capture_leaps[king_] | lines[t.ride];
        }
        const B snipers = (tables_.orthogonal_lines[king_] & position.orthogonal_riders(us_)) |
                          (tables_.diagonal_lines[king_] & position.diagonal_riders(us_));
        for_each_of_few(snipers, [&](Square from) {
            const B between = tables_.between(king_, from) & occupied;
            if (any(between) && !several(between)) screens_ |= between;
        });
    }

    // Whether the two that follow find every check but those by castling and promotion.
    bool is_simple() const { return is_simple_; }
    // Where a piece of a kind gives check itself. Only where it is simple.
    const B& direct(int k) const { return direct_[k]; }
    // The pieces, of either side, that alone stand between a rider and the king.
    const B& screens() const { return screens_; }

    bool gives_check(Move move) const {
        if (!is_simple_ || move.is(MoveKind::en_passant) || move.is(MoveKind::castle))
            return king_ >= 0 && ferz::gives_check(position_, move);
        const bool is_drop = move.is(MoveKind::drop);
        const int k = is_drop || move.is(MoveKind::promotion) ? move.piece()
                                                              : kind_of(position_.at(move.from()));
        if (has(direct_[k], move.to())) return true;
        // Only what the king sees can have stood in its own way or in another's.
        return !is_drop && has(seen_, move.from()) && (clears_its_way(k, move) || uncovers(move));
    }

private:
    // Where a piece may come from is where one of the other color could go.
    const KindTables<B>& origins(int k) const { return tables_.kind[~us_][k]; }

    bool clears_its_way(int k, Move move) const {
        const KindTables<B>& t = origins(k);
        const Square to = move.to();
        return ((t.orthogonal && has(tables_.orthogonal_lines[king_], to)) ||
                (t.diagonal && has(tables_.diagonal_lines[king_], to))) &&
               has(tables_.between(king_, to), move.from()) &&
               !any(B(tables_.between(king_, to) & position_.occupied() & ~bit<B>(move.from())));
    }

    // A piece that leaves the line between a rider and the king.
    bool uncovers(Move move) const {
        if (!has(screens_, move.from())) return false;
        if (has(tables_.between(king_, move.from()), move.to())) return false;
        // Going back along the line it still covers, unless it leaps behind the rider.
        return !has(tables_.between(king_, move.to()), move.from()) ||
               any(B(tables_.between(move.from(), move.to()) & position_.occupied()));
    }

    const Position<B>& position_;
    const Tables<B>& tables_;
    Color us_;
    int king_;
    bool is_simple_;
    B screens_{};
    B seen_;               // what the king sees along lines; where it is simple
    B direct_[kMaxKinds];  // of the game's kinds, where it is simple
};

}  // namespace ferz
