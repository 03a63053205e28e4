// What attacks the king of the side to move, and which of its pieces are pinned: found once at a
// node, for all moves.
#pragma once

#include "board/position.h"

namespace ferz {

// What the enemy's attacks on the king leave the side to move.
template <class B>
struct Checks {
    // Directions of lines and lame leaps, each with at most one pin: 48 riders' and 40 lame ones.
    static constexpr int kMaxPins = 96;

    B checkers{};              // but for hoppers
    B mask = everything<B>();  // where a piece other than the king must go
    B pinned{};
    int pins = 0;
    bool by_hopper = false;  // a hopper gives check: every answer must be tried
    B hurdles{};  // between hoppers and the king: what comes or goes there may give check

    // Whether the masks cannot tell if a move is legal.
    bool is_unsure(Move move) const {
        return by_hopper || has(hurdles, move.to()) ||
               (!move.is(MoveKind::drop) && has(hurdles, move.from()));
    }
    Square pin_square[kMaxPins];
    B pin_mask[kMaxPins];

    B allowed(Square from) const {
        B allowed = everything<B>();
        for (int i = 0; i < pins; ++i)
            if (pin_square[i] == from) allowed &= pin_mask[i];
        return allowed;
    }
};

template <class B>
class CheckFinder {
public:
    explicit CheckFinder(const Position<B>& position)
        : position_(position),
          tables_(position.tables()),
          us_(position.turn()),
          occupied_(position.occupied()) {}

    template <bool kExotic>
    void find(Checks<B>& out) {
        king_ = position_.king(us_);
        if (king_ < 0) return;
        const Color them = ~us_;
        B silent{};
        if constexpr (kExotic) silent = position_.silent(king_, them);
        out.checkers = position_.leapers_to(king_, them);
        B snipers = (tables_.orthogonal_lines[king_] & position_.orthogonal_riders(them)) |
                    (tables_.diagonal_lines[king_] & position_.diagonal_riders(them));
        if constexpr (kExotic) {
            out.checkers &= ~silent;
            snipers &= ~silent;
        }
        if (any(out.checkers)) out.mask = several(out.checkers) ? B{} : out.checkers;
        for_each_of_few(snipers,
                        [&](Square from) { add(out, from, tables_.between(king_, from)); });
        // What answers one line answers another only where they share a square: straight ones never
        // do, but two lame leaps may be stopped by one piece. One that both leaps and slides can
        // only be taken.
        if constexpr (kExotic) find_lines(out, silent);
    }

private:
    void add(Checks<B>& out, Square from, const B& between) {
        const B blockers = between & occupied_;
        if (!any(blockers)) {
            out.checkers |= bit<B>(from);
            out.mask &= between | bit<B>(from);
        } else if (!several(blockers) && any(B(blockers & position_.pieces(us_)))) {
            pin(out, lsb(blockers), between | bit<B>(from));
        }
    }

    // A piece may have one direction several times, with other ranges: that is one pin.
    static void pin(Checks<B>& out, Square square, const B& mask) {
        for (int i = 0; i < out.pins; ++i)
            if (out.pin_square[i] == square && equal(out.pin_mask[i], mask)) return;
        out.pinned |= bit<B>(square);
        out.pin_square[out.pins] = square;
        out.pin_mask[out.pins++] = mask;
    }

    void find_lines(Checks<B>& out, const B& silent) {
        const Color them = ~us_;
        for (KindSet kinds = tables_.lined_kinds; kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            const KindTables<B>& t = tables_.kind[them][k];
            for_each(B(position_.pieces(them, k) & t.may_hit[king_] & ~silent), [&](Square from) {
                for (const Line<B>& line : t.lines) {
                    if (!line.capture || !has(line.reach[from], king_)) continue;
                    const B between = line.reach[from] & ~line.beyond[king_] & ~bit<B>(king_);
                    if (line.hop == Hop::none) {
                        add(out, from, between);
                    } else {
                        out.hurdles |= between;
                        out.by_hopper |=
                            has(Position<B>::line_targets(line, from, occupied_), king_);
                    }
                }
                for (const LameLeap<B>& leap : t.lame_leaps)
                    if (leap.capture && has(leap.target[from], king_))
                        add(out, from, leap.path[from]);
            });
        }
    }

    const Position<B>& position_;
    const Tables<B>& tables_;
    Color us_;
    int king_ = -1;
    B occupied_;
};

}  // namespace ferz
