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
        is_simple_ = tables_.lined_kinds == 0 && tables_.regioned_kinds == 0;
        if (king_ < 0 || !is_simple_) return;
        const B occupied = position.occupied();
        const B orthogonal = tables_.sliders.orthogonal(king_, occupied);
        const B diagonal = tables_.sliders.diagonal(king_, occupied);
        for (int k = 0; k < tables_.kinds; ++k) {
            // Where a piece may come from is where one of the other color could go.
            const KindTables<B>& t = tables_.kind[~us_][k];
            direct_[k] = t.capture_leaps[king_];
            if (t.orthogonal) direct_[k] |= orthogonal;
            if (t.diagonal) direct_[k] |= diagonal;
        }
        const B snipers =
            (tables_.orthogonal_lines[king_] & position.pieces_of(us_, tables_.orthogonal_kinds)) |
            (tables_.diagonal_lines[king_] & position.pieces_of(us_, tables_.diagonal_kinds));
        for_each(snipers, [&](Square from) {
            const B between = tables_.between(king_, from) & occupied;
            if (any(between) && !several(between)) screens_ |= between;
        });
    }

    // Whether the two that follow find every check but those by castling and promotion.
    bool is_simple() const { return king_ >= 0 && is_simple_; }
    // Where a piece of a kind gives check itself. Only where it is simple.
    const B& direct(int k) const { return direct_[k]; }
    // The pieces, of either side, that alone stand between a rider and the king.
    const B& screens() const { return screens_; }

    bool gives_check(Move move) const {
        if (king_ < 0) return false;
        const bool is_odd =
            move.is(MoveKind::en_passant) || move.is(MoveKind::castle) || !is_simple_;
        return is_odd ? ferz::gives_check(position_, move) : is_direct(move) || uncovers(move);
    }

private:
    bool is_direct(Move move) const {
        const int k = move.is(MoveKind::drop) || move.is(MoveKind::promotion)
                          ? move.piece()
                          : kind_of(position_.at(move.from()));
        const Square to = move.to();
        if (has(direct(k), to)) return true;
        if (move.is(MoveKind::drop)) return false;
        // The mover may have stood in its own way.
        const KindTables<B>& t = tables_.kind[~us_][k];
        return ((t.orthogonal && has(tables_.orthogonal_lines[king_], to)) ||
                (t.diagonal && has(tables_.diagonal_lines[king_], to))) &&
               has(tables_.between(king_, to), move.from()) &&
               !any(B(tables_.between(king_, to) & position_.occupied() & ~bit<B>(move.from())));
    }

    // A piece that leaves the line between a rider and the king.
    bool uncovers(Move move) const {
        if (move.is(MoveKind::drop) || !has(screens_, move.from())) return false;
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
    B direct_[kMaxKinds];  // of the game's kinds, where it is simple
};

}  // namespace ferz
