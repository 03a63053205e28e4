// Moves taken back: where a piece may have come from without having captured.
#pragma once

#include <vector>

#include "board/position.h"

namespace ferz {

template <class B>
class Retractor {
public:
    Retractor(const Rules& rules, const Tables<B>& tables) : tables_(tables) {
        for (Color c : {kWhite, kBlack})
            for (int k = 0; k < tables.kinds; ++k) {
                const KindTables<B>& t = tables.kind[c][k];
                const size_t piece = make_piece(k, c);
                landing_[piece] = t.landing;
                if (t.promotes && rules.values.mandatory_pawn_promotion)
                    landing_[piece] &= ~tables.promotion_region[c];
                auto& from = from_[piece];
                from.assign(static_cast<size_t>(tables.squares), B{});
                for (int s = 0; s < tables.squares; ++s)
                    for_each(tables.reach(c, k, s, Tables<B>::Initial::with),
                             [&](Square to) { from[to] |= bit<B>(s); });
            }
    }

    // Whether origins() are certain, or each must be tried on the board.
    bool is_certain(Piece piece) const {
        const KindTables<B>& t = tables_.kind[color_of(piece)][kind_of(piece)];
        return t.is_plain || t.is_step_pawn;
    }

    // The empty squares from which a piece may have come to its own; occupied is without it.
    B origins(Piece piece, Square to, const B& occupied) const {
        const Color c = color_of(piece);
        const int k = kind_of(piece);
        const KindTables<B>& t = tables_.kind[c][k];
        if (!has(landing_[piece], to)) return B{};
        const B open = tables_.board & ~occupied & ~bit<B>(to);
        if (t.is_plain) {
            // Where a piece may come from is where one of the other color could go.
            B from = tables_.kind[~c][k].capture_leaps[to];
            if (t.orthogonal) from |= tables_.sliders.orthogonal(to, occupied);
            if (t.diagonal) from |= tables_.sliders.diagonal(to, occupied);
            return from & open;
        }
        if (!t.is_step_pawn) return from_[piece][to] & open;
        const int back = c == kWhite ? -tables_.size.files : tables_.size.files;
        const int one = to + back, two = one + back;
        const auto is_open = [&](int s) { return s >= 0 && s < tables_.squares && has(open, s); };
        if (!is_open(one)) return B{};
        B from = bit<B>(one);
        if (t.double_steps && is_open(two) && has(tables_.double_step_region[c], two))
            from |= bit<B>(two);
        return from;
    }

private:
    const Tables<B>& tables_;
    B landing_[2 * kMaxKinds]{};
    std::vector<B> from_[2 * kMaxKinds];
};

}  // namespace ferz
