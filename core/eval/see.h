// Static exchange evaluation: what a move is worth if both sides then only take on its target
// square, each with its least valuable piece, and either may stop when going on loses.
//
// - Ties of value go to the lowest square. Attackers are found anew as pieces leave, so that every
//   rider shines through and every hopper loses or gains its hurdle.
// - A piece whose leaving would put its king in check is pinned and stays out, as long as that is
//   so. Otherwise checks are not looked at: a king that is in check already pins nothing.
// - The royal piece takes last, and only where no enemy attacks the square any more.
// - Only the first move promotes; a pawn that takes back stays a pawn.
// - Where captures go to a hand, the value in hand counts for whoever gets the piece.
// - The first move may take an own piece, which is lost or goes to hand; after it, each side takes
//   the enemy's piece on the square. Castling is worth 0; so is a drop or a quiet move, until the
//   piece is taken.
#pragma once

#include <algorithm>
#include <array>
#include <climits>

#include "board/position.h"
#include "eval/values.h"

namespace ferz {

// Piece values prepared for exchanges: made once, when values or rules change.
struct ExchangeValues {
    ExchangeValues(const Rules& rules, const PieceValues& values);

    // The order of a royal kind, which no value reaches.
    static constexpr int kLast = INT_MAX - 1;

    using Gains = std::array<std::array<int, kMaxKinds>, 2>;  // [goes to hand as a pawn][kind]

    std::array<int, kMaxKinds> board;
    std::array<int, kMaxKinds> order;  // the values again, but the royal kind comes last
    Gains enemy;                       // what taking a piece of the enemy gains
    Gains own;                         // what taking a piece of one's own side gains
    // The kind worth less than every other, if there is one and it takes only by leaps.
    int least = -1;
    bool tells_promoted = false;  // a promoted piece counts unlike another of its kind

    // What taking the piece on a square, by now of some kind, gains its enemy.
    template <class B>
    int of_enemy(const Position<B>& position, Square square, int kind) const {
        return enemy[tells_promoted && position.is_promoted(square)][kind];
    }
};

// The taking and retaking on a square after a first move was made there.
template <class B, bool kExotic>
class Exchange {
public:
    // Standing is the kind of piece that now stands there, gain what taking it is worth.
    Exchange(const Position<B>& position, Move move, const ExchangeValues& values, int standing,
             int gain)
        : position_(position),
          tables_(position.tables()),
          values_(values),
          target_(move.to()),
          target_bit_(bit<B>(move.to())),
          side_(~position.turn()),
          standing_(standing),
          gain_(gain),
          others_(position.occupied() & ~target_bit_) {
        if (!move.is(MoveKind::drop)) others_ &= ~bit<B>(move.from());
        if (move.is(MoveKind::en_passant)) others_ &= ~bit<B>(position.state().en_passant_victim);
    }

    // What the side whose turn it is gains by taking; 0 if it had better not.
    int best() {
        std::array<int, kBits<B>> gains;
        int takes = 0;
        for (int gain = gain_; take(); gain = gain_) gains[takes++] = gain;
        int best = 0;
        while (takes > 0) best = std::max(0, gains[--takes] - best);
        return best;
    }

    // Whether that is at least so much, which must be over 0.
    bool gains_at_least(int wanted) {
        // Taking gains as much if the piece is worth it and the answer gains the enemy no more
        // than the rest: the same question about the enemy, with the opposite reply.
        for (bool claim = true;; claim = !claim) {
            const int gain = gain_;
            if (gain < wanted || !take()) return !claim;
            wanted = gain - wanted + 1;
        }
    }

private:
    // The next piece takes, if there is one that may.
    bool take() {
        B leaping{};
        if constexpr (!kExotic) {
            leaping = position_.leapers_to(target_, side_) & others_;
            if (least_takes(leaping)) return true;
        }
        B candidates = takers(leaping);
        while (any(candidates)) {
            const Square from = least(candidates);
            const int kind = kind_of(position_.at(from));
            if (kind == position_.rules().royal) {
                if (is_guarded(from)) return false;
            } else if (is_pinned(from)) {
                candidates &= ~bit<B>(from);
                continue;
            }
            take_from(from, kind);
            return true;
        }
        return false;
    }

    // A piece of the least kind, mostly a pawn, takes whoever else could: no need to look for them.
    bool least_takes(const B& leaping) {
        const int kind = values_.least;
        if (kind < 0) return false;
        const B found = leaping & position_.kind(kind);
        if (!any(found)) return false;
        const Square from = lsb(found);
        if (is_pinned(from)) return false;
        take_from(from, kind);
        return true;
    }

    void take_from(Square from, int kind) {
        standing_ = kind;
        gain_ = values_.of_enemy(position_, from, kind);
        others_ &= ~bit<B>(from);
        side_ = ~side_;
    }

    Square least(const B& candidates) const {
        Square found = 0;
        int lowest = INT_MAX;
        for_each_of_few(candidates, [&](Square s) {
            const int order = values_.order[kind_of(position_.at(s))];
            found = order < lowest ? s : found;
            lowest = std::min(order, lowest);
        });
        return found;
    }

    // The pieces that could take, but for pins; those that leap are known.
    B takers(const B& leaping) const {
        if constexpr (kExotic) {
            return position_.attackers(target_, side_, B(others_ | target_bit_)) & others_ &
                   ~barred();
        } else {
            B found = leaping;
            if (const B riders = position_.orthogonal_riders(side_) & others_ &
                                 tables_.orthogonal_lines[target_];
                any(riders))
                found |= riders & tables_.sliders.orthogonal(target_, others_);
            if (const B riders =
                    position_.diagonal_riders(side_) & others_ & tables_.diagonal_lines[target_];
                any(riders))
                found |= riders & tables_.sliders.diagonal(target_, others_);
            return found;
        }
    }

    // Those that attack but may not land there, because they could not move again.
    B barred() const {
        B found{};
        if (!position_.rules().values.immobility_illegal) return found;
        for (int k = 0; k < tables_.kinds; ++k) {
            const KindTables<B>& t = tables_.kind[side_][k];
            if (!has(t.landing, target_) &&
                !(t.promotes && has(tables_.promotion_region[side_], target_)))
                found |= position_.kind(k);
        }
        return found;
    }

    // Whether a royal piece that took there could be taken; a pinned piece guards, too.
    bool is_guarded(Square king) const {
        const B after = others_ & ~bit<B>(king);
        return any(B(position_.attackers(target_, ~side_, B(after | target_bit_)) & after));
    }

    // Whether its leaving would put its king in check.
    bool is_pinned(Square from) const {
        const int king = position_.king(side_);
        if (king < 0) return false;
        const B now = others_ | target_bit_;
        if constexpr (kExotic) {
            if (!is_attacked(king, B(now & ~bit<B>(from)))) return false;
        } else {
            if (!opens_line(king, from, now)) return false;
        }
        const bool by_standing =
            has(position_.capture_targets(~side_, standing_, target_, now), king);
        return !by_standing && !is_attacked(king, now);
    }

    // Whether one of the enemy's other pieces attacks a king of the side whose turn it is.
    bool is_attacked(int king, const B& occupied) const {
        return any(B(position_.attackers(king, ~side_, occupied) & others_));
    }

    // Whether a rider may see the king only once a piece has left: without exotic pieces, the only
    // way. One that sees it already may count, too: then the king is in check.
    bool opens_line(int king, Square from, const B& now) const {
        const B leaving = bit<B>(from);
        const B lines = tables_.orthogonal_lines[king] | tables_.diagonal_lines[king];
        if (!any(B(lines & leaving))) return false;
        if (any(B(tables_.between(king, from) & now))) return false;
        const B after = now & ~leaving;
        if (has(tables_.orthogonal_lines[king], from)) {
            const B riders =
                position_.orthogonal_riders(~side_) & others_ & tables_.orthogonal_lines[king];
            return any(riders) && any(B(riders & tables_.sliders.orthogonal(king, after)));
        }
        const B riders = position_.diagonal_riders(~side_) & others_ & tables_.diagonal_lines[king];
        return any(riders) && any(B(riders & tables_.sliders.diagonal(king, after)));
    }

    const Position<B>& position_;
    const Tables<B>& tables_;
    const ExchangeValues& values_;
    Square target_;
    B target_bit_;
    Color side_;    // whose turn it is to take
    int standing_;  // the kind that it would take
    int gain_;      // and what that is worth
    B others_;      // what stands elsewhere
};

namespace detail {

// A move by itself: what it gains, which kind then stands on its target, and what taking that
// gains the enemy.
struct FirstMove {
    int gain, standing, reply;
};

template <class B>
inline FirstMove first_move(const Position<B>& position, Move move, const ExchangeValues& values) {
    if (move.is(MoveKind::drop)) return {0, move.piece(), values.enemy[0][move.piece()]};
    const bool promotes = move.is(MoveKind::promotion);
    const int before = kind_of(position.at(move.from()));
    const int after = promotes ? move.piece() : before;
    const Square victim_square =
        move.is(MoveKind::en_passant) ? position.state().en_passant_victim : move.to();
    const Piece victim = position.at(victim_square);
    int gain = promotes ? values.board[after] - values.board[before] : 0;
    if (victim != kNoPiece) {
        const auto& gains = color_of(victim) == position.turn() ? values.own : values.enemy;
        const bool was_promoted = values.tells_promoted && position.is_promoted(victim_square);
        gain += gains[was_promoted][kind_of(victim)];
    }
    const bool is_promoted =
        values.tells_promoted && (promotes || position.is_promoted(move.from()));
    return {gain, after, values.enemy[is_promoted][after]};
}

// Whether the enemy gains less than so much by replying to a move. A function of its own, as most
// questions are answered before it and need none of what it sets up.
template <class B>
[[gnu::noinline]] bool replies_gain_less(const Position<B>& position, Move move,
                                         const ExchangeValues& values, int standing, int reply,
                                         int wanted) {
    return position.tables().is_exotic
               ? !Exchange<B, true>(position, move, values, standing, reply).gains_at_least(wanted)
               : !Exchange<B, false>(position, move, values, standing, reply)
                      .gains_at_least(wanted);
}

}  // namespace detail

// What a legal move is worth to the side that makes it.
template <class B>
int see(const Position<B>& position, Move move, const ExchangeValues& values) {
    if (move.is(MoveKind::castle)) return 0;
    const auto [gain, standing, reply] = detail::first_move(position, move, values);
    return gain - (position.tables().is_exotic
                       ? Exchange<B, true>(position, move, values, standing, reply).best()
                       : Exchange<B, false>(position, move, values, standing, reply).best());
}

// Whether that is at least so much; faster, as it looks no further than it must.
template <class B>
bool see_ge(const Position<B>& position, Move move, int threshold, const ExchangeValues& values) {
    if (move.is(MoveKind::castle)) return threshold <= 0;
    const auto [gain, standing, reply] = detail::first_move(position, move, values);
    const int wanted = gain - threshold + 1;  // so much the reply must gain to refute
    if (wanted <= 0) return false;
    if (reply < wanted) return true;
    return detail::replies_gain_less(position, move, values, standing, reply, wanted);
}

}  // namespace ferz
