// Who attacks what; included by position.h.
#pragma once

#include "board/position.h"

namespace ferz {

template <class B>
inline B Position<B>::line_targets(const Line<B>& line, int from, const B& occupied) {
    // Where nothing blocks, the line's tables have an empty entry at the end: no branch to
    // mispredict.
    const auto nearest = [&](const B& set) {
        return !any(set) ? line.squares : line.up ? lsb(set) : msb(set);
    };
    B reach = line.reach[from];
    if (line.hop != Hop::none) {
        // In two statements: g++ 12 got one wrong.
        const int hurdle = nearest(B(reach & occupied));
        const B* const landing = line.hop == Hop::over ? line.beyond : line.step;
        reach = reach & landing[hurdle];
    }
    return reach & ~line.beyond[nearest(B(reach & occupied))];
}

template <class B>
inline B Position<B>::capture_targets(Color c, int k, int from, const B& occupied) const {
    const KindTables<B>& t = tables_->kind[c][k];
    B targets = t.capture_leaps[from];
    if (t.orthogonal) targets |= tables_->sliders.orthogonal(from, occupied);
    if (t.diagonal) targets |= tables_->sliders.diagonal(from, occupied);
    for (const Line<B>& line : t.lines)
        if (line.capture) targets |= line_targets(line, from, occupied);
    for (const LameLeap<B>& leap : t.lame_leaps)
        if (leap.capture && !any(B(leap.path[from] & occupied))) targets |= leap.target[from];
    return targets & t.region;
}

template <class B>
inline bool Position<B>::hits_by_line(const KindTables<B>& t, int from, int square,
                                      const B& occupied) {
    for (const Line<B>& line : t.lines) {
        if (!line.capture || !has(line.reach[from], square)) continue;
        const B between = line.reach[from] & ~line.beyond[square] & ~bit<B>(square) & occupied;
        if (line.hop == Hop::none) {
            if (!any(between)) return true;
        } else if (any(between) && !several(between)) {
            if (line.hop == Hop::over || has(line.step[lsb(between)], square)) return true;
        }
    }
    for (const LameLeap<B>& leap : t.lame_leaps)
        if (leap.capture && has(leap.target[from], square) && !any(B(leap.path[from] & occupied)))
            return true;
    return false;
}

template <class B>
inline B Position<B>::silent(int square, Color by) const {
    B found{};
    for (KindSet kinds = tables_->regioned_kinds; kinds; kinds &= kinds - 1) {
        const int k = std::countr_zero(kinds);
        if (!has(tables_->kind[by][k].region, square)) found |= kind_[k];
    }
    return found;
}

template <class B>
inline B Position<B>::attackers(int square, Color by, const B& occupied) const {
    B found = leapers_to(square, by);
    const B orthogonal = orthogonal_riders(by) & tables_->orthogonal_lines[square];
    if (any(orthogonal)) found |= orthogonal & tables_->sliders.orthogonal(square, occupied);
    const B diagonal = diagonal_riders(by) & tables_->diagonal_lines[square];
    if (any(diagonal)) found |= diagonal & tables_->sliders.diagonal(square, occupied);
    if (tables_->is_exotic) {
        for (KindSet kinds = tables_->lined_kinds; kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            const KindTables<B>& t = tables_->kind[by][k];
            for_each(B(pieces(by, k) & t.may_hit[square]), [&](Square from) {
                if (hits_by_line(t, from, square, occupied)) found |= bit<B>(from);
            });
        }
        found &= ~silent(square, by);
    }
    return found;
}

template <class B>
bool Position<B>::is_safe_after(Move move, Square victim) const {
    int square = king(turn_);
    if (square < 0) return true;
    B after = occupied(), gone{};
    switch (move.kind()) {
        case MoveKind::drop:
            after |= bit<B>(move.to());
            break;
        case MoveKind::castle: {
            const Castling<B>& c = castling_[move.piece()];
            after &= ~(bit<B>(c.king_from) | bit<B>(c.rook_from));
            after |= bit<B>(c.king_to) | bit<B>(c.rook_to);
            if (square == c.king_from) square = c.king_to;
            break;
        }
        case MoveKind::en_passant:
            gone = bit<B>(victim);
            after = (after & ~(bit<B>(move.from()) | gone)) | bit<B>(move.to());
            if (square == move.from()) square = move.to();
            break;
        default:
            gone = bit<B>(move.to());
            after = (after & ~bit<B>(move.from())) | gone;
            if (square == move.from()) square = move.to();
    }
    return !any(B(attackers(square, ~turn_, after) & ~gone));
}

}  // namespace ferz
