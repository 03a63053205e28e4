// The rules that judge a legal move by its effect or by the whole list of moves. Each stands in
// both functions below and nowhere else.
#pragma once

#include <algorithm>

#include "board/position.h"
#include "rules/rules.h"

namespace ferz {

// Whether a game has such a rule; other games never look.
inline bool needs_filter(const RuleValues& v) {
    return v.must_capture || !v.checking || !v.drop_checks || v.makpong_rule;
}

template <class B>
bool is_capture(const Position<B>& position, Move move) {
    // Most moves go to an empty square: of these, one question is left.
    return position.at(move.to()) == kNoPiece
               ? move.is(MoveKind::en_passant)
               : !move.is(MoveKind::castle) && !move.is(MoveKind::drop);
}

template <class B>
bool takes_enemy(const Position<B>& position, Move move) {
    return is_capture(position, move) &&
           (move.is(MoveKind::en_passant) || color_of(position.at(move.to())) != position.turn());
}

template <class B>
bool takes_own(const Position<B>& position, Move move) {
    return is_capture(position, move) && !takes_enemy(position, move);
}

// The piece that moves, or is dropped; of a castling the king.
template <class B>
Piece mover_of(const Position<B>& position, Move move) {
    return move.is(MoveKind::drop) ? make_piece(move.piece(), position.turn())
                                   : position.at(move.from());
}

template <class B>
bool gives_check(const Position<B>& position, Move move) {
    Position<B> after = position;
    Undo undo;
    after.make(move, undo);
    return after.is_check();
}

// Removes the moves that the rules forbid; returns the new end of the list.
template <class B>
Move* filter(const Position<B>& position, Move* list, Move* end) {
    const RuleValues& v = position.rules().values;
    if (!v.checking || !v.drop_checks)
        end = std::remove_if(list, end, [&](Move move) {
            return (!v.checking || move.is(MoveKind::drop)) && gives_check(position, move);
        });
    if (v.makpong_rule && position.is_check()) {
        // Its own side's rule: the king stays, unless it takes the only piece that attacks it.
        const int king = position.king(position.turn());
        const B checkers = position.attackers(king, ~position.turn(), position.occupied());
        end = std::remove_if(list, end, [&](Move move) {
            return !move.is(MoveKind::drop) && move.from() == king &&
                   !equal(checkers, bit<B>(move.to()));
        });
    }
    // Taking one's own piece does not satisfy must_capture.
    const auto takes = [&](Move move) { return takes_enemy(position, move); };
    if (v.must_capture && std::any_of(list, end, takes))
        end = std::stable_partition(list, end, takes);
    return end;
}

}  // namespace ferz
