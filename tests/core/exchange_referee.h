// The referee of exchange values: makes and unmakes every capture on the square, and weighs what
// both sides then have on the board and in hand.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "board/position.h"
#include "eval/values.h"

namespace ferz {

template <class B>
class ExchangeReferee {
public:
    ExchangeReferee(const Position<B>& position, const PieceValues& values)
        : position_(position), values_(values) {}

    int value(Move move) {
        if (move.is(MoveKind::castle)) return 0;
        const Color us = position_.turn();
        const int before = balance(us);
        Undo undo;
        position_.make(move, undo);
        const int gain = move.is(MoveKind::drop) ? 0 : balance(us) - before;
        const int reply = best_take(move.to());
        position_.unmake(move, undo);
        return gain - reply;
    }

private:
    int balance(Color us) const {
        int sum = 0;
        for (int k = 0; k < position_.tables().kinds; ++k)
            for (Color c : {us, ~us})
                sum += (c == us ? 1 : -1) * (popcount(position_.pieces(c, k)) * values_.board[k] +
                                             position_.hand(c, k) * values_.hand[k]);
        return sum;
    }

    B attackers(int square, Color by) const {
        return position_.attackers(square, by, position_.occupied());
    }

    // The order of taking: kings last, then by value, then by square.
    std::vector<Square> ordered_takers(Square target) const {
        std::vector<Square> takers;
        for_each(attackers(target, position_.turn()), [&](Square s) { takers.push_back(s); });
        const auto rank = [&](Square s) {
            const int k = kind_of(position_.at(s));
            return std::tuple(k == position_.rules().royal, values_.board[k], s);
        };
        std::sort(takers.begin(), takers.end(),
                  [&](Square a, Square b) { return rank(a) < rank(b); });
        return takers;
    }

    bool may_land(Square from, Square target) const {
        const KindTables<B>& t =
            position_.tables().kind[position_.turn()][kind_of(position_.at(from))];
        return has(t.landing, target) ||
               (t.promotes && has(position_.tables().promotion_region[position_.turn()], target));
    }

    int best_take(Square target) {
        const Color us = position_.turn();
        for (Square from : ordered_takers(target)) {
            if (!may_land(from, target)) continue;
            const int king = position_.king(us), before = balance(us);
            const bool was_check = position_.is_check();
            Undo undo;
            const Move move(from, target);
            position_.make(move, undo);
            const bool is_check = king >= 0 && any(attackers(position_.king(us), ~us));
            // A king goes into no check; another piece must not open one.
            const bool may = !is_check || (was_check && from != king);
            const int worth = may ? balance(us) - before - best_take(target) : 0;
            position_.unmake(move, undo);
            if (may) return std::max(0, worth);
        }
        return 0;
    }

    Position<B> position_;
    const PieceValues& values_;
};

}  // namespace ferz
