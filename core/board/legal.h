// The legal moves of a position: generated, tried where masks cannot tell, and filtered by the
// rules that judge a move by its effect.
#pragma once

#include <algorithm>

#include "board/filter.h"
#include "board/movegen.h"

namespace ferz {

// Leaves out the moves that masks cannot judge and that turn out illegal; returns the new end.
template <bool kExotic, class B>
Move* without_unsafe(const Position<B>& position, const Checks<B>& checks, Move* list, Move* end) {
    if (!kExotic || !(checks.by_hopper || any(checks.hurdles))) return end;
    return std::remove_if(list, end, [&](Move move) {
        return checks.is_unsure(move) && !position.is_safe_after(move);
    });
}

// The moves into a list with room for max_moves + ListSink::kSlack; returns its end. The checks are
// those of the position.
template <bool kExotic, class B>
Move* legal_moves(const Position<B>& position, const Checks<B>& checks, Move* list, Want want) {
    if (position.tables().has_immediate_ends && immediate_end(position)) return list;
    const bool filters = position.tables().filters_moves;
    ListSink sink(list);
    // A rule that looks at the whole list must see all of it.
    Generator<B, kExotic, ListSink>(position, checks, sink, filters ? Want::all : want,
                                    Legality::legal)
        .run();
    Move* end = without_unsafe<kExotic>(position, checks, list, sink.end());
    if (!filters) return end;
    end = filter(position, list, end);
    if (want == Want::all) return end;
    return std::remove_if(list, end, [&](Move move) {
        return is_capture(position, move) != (want == Want::captures);
    });
}

// The captures, for one who may want the quiet moves later, by what is kept.
template <bool kExotic, class B>
Move* legal_captures(const Position<B>& position, const Checks<B>& checks, Move* list,
                     KeptTargets<B>& kept) {
    const Tables<B>& tables = position.tables();
    if (tables.filters_moves || popcount(position.pieces(position.turn())) > kept.kMost)
        return legal_moves<kExotic>(position, checks, list, Want::captures);
    if (tables.has_immediate_ends && immediate_end(position)) return list;
    KeepingSink<B> sink(list, kept);
    Generator<B, kExotic, KeepingSink<B>>(position, checks, sink, Want::captures, Legality::legal)
        .run();
    kept.count = sink.kept_since(kept.entries);
    return without_unsafe<kExotic>(position, checks, list, sink.end());
}

// The quiet moves, by what the captures of the same node kept.
template <bool kExotic, class B>
Move* legal_quiets(const Position<B>& position, const Checks<B>& checks, Move* list,
                   const KeptTargets<B>& kept) {
    if (!kept.is_kept()) return legal_moves<kExotic>(position, checks, list, Want::quiets);
    ListSink sink(list);
    Generator<B, kExotic, ListSink>(position, checks, sink, Want::quiets, Legality::legal)
        .run_kept(kept);
    return without_unsafe<kExotic>(position, checks, list, sink.end());
}

template <bool kExotic, class B>
void find_checks(const Position<B>& position, Checks<B>& checks) {
    CheckFinder<B>(position).template find<kExotic>(checks);
}

template <bool kExotic, class B>
Move* legal_moves(const Position<B>& position, Move* list, Want want) {
    Checks<B> checks;
    find_checks<kExotic>(position, checks);
    return legal_moves<kExotic>(position, checks, list, want);
}

// The quiet moves that give check; of those by castling and promotion perhaps some. What the
// captures of the node kept spares work.
template <bool kExotic, class B>
Move* quiet_checks(const Position<B>& position, const Checks<B>& checks, Move* list,
                   const KeptTargets<B>& kept) {
    if (position.king(~position.turn()) < 0) return list;
    if (position.tables().has_immediate_ends && immediate_end(position)) return list;
    const CheckSeeker<B> seeker(position);
    Move* end;
    if (!seeker.is_simple() || position.tables().filters_moves || checks.by_hopper ||
        any(checks.hurdles)) {
        end = legal_moves<kExotic>(position, checks, list, Want::quiets);
    } else {
        ListSink sink(list);
        Generator<B, kExotic, ListSink> generator(position, checks, sink, Want::quiets,
                                                  Legality::legal);
        if (kept.is_kept() && !position.hand_kinds(position.turn()))
            generator.run_kept_checks(seeker, kept);
        else generator.run_checks(seeker);
        end = sink.end();
    }
    return std::remove_if(list, end, [&](Move move) { return !seeker.gives_check(move); });
}

// Whether a plain piece of the side to move, not its king, may go somewhere without taking its own:
// only what lies on its way is looked at.
template <class B>
bool is_plain_move(const Position<B>& position, const Checks<B>& checks, Move move) {
    const Tables<B>& tables = position.tables();
    const Square from = move.from(), to = move.to();
    if (!move.is(MoveKind::normal) || !has(checks.mask, to)) return false;
    if (has(position.pieces(position.turn()), to)) return false;
    if (has(checks.pinned, from) && !has(checks.allowed(from), to)) return false;
    const KindTables<B>& t = tables.kind[position.turn()][kind_of(position.at(from))];
    if (has(t.leaps[from], to)) return true;
    return ((t.orthogonal && has(tables.orthogonal_lines[from], to)) ||
            (t.diagonal && has(tables.diagonal_lines[from], to))) &&
           !any(B(tables.between(from, to) & position.occupied()));
}

// Whether a move from elsewhere, such as a table, is legal here: only its own piece's moves are
// generated. The list is scratch space.
template <bool kExotic, class B>
bool is_legal(const Position<B>& position, const Checks<B>& checks, Move move, Move* list) {
    if (position.tables().filters_moves) {
        Move* const end = legal_moves<kExotic>(position, checks, list, Want::all);
        return std::find(list, end, move) != end;
    }
    // Most are of plain pieces, and many of pieces that are gone: these need no generator, which
    // alone knows the rules for taking one's own pieces.
    if (!kExotic && move.is_usual() && !position.rules().values.self_capture) {
        const Tables<B>& tables = position.tables();
        const Piece mover = position.at(move.from());
        if (mover == kNoPiece || color_of(mover) != position.turn()) return false;
        const int k = kind_of(mover);
        if (k != tables.royal && !tables.kind[position.turn()][k].is_step_pawn)
            return is_plain_move(position, checks, move) &&
                   !(tables.has_immediate_ends && immediate_end(position));
    }
    MatchSink sink(move);
    Generator<B, kExotic, MatchSink>(position, checks, sink, Want::all, Legality::legal)
        .run_for(move);
    return sink.is_found() &&
           !(kExotic && checks.is_unsure(move) && !position.is_safe_after(move)) &&
           !(position.tables().has_immediate_ends && immediate_end(position));
}

template <bool kExotic, class B>
bool has_legal_move(const Position<B>& position) {
    const Tables<B>& tables = position.tables();
    if (tables.filters_moves || tables.has_hoppers) {
        MoveList list(tables.max_moves + ListSink::kSlack);
        return legal_moves<kExotic>(position, list.data(), Want::all) != list.data();
    }
    if (tables.has_immediate_ends && immediate_end(position)) return false;
    Checks<B> checks;
    find_checks<kExotic>(position, checks);
    AnySink sink;
    Generator<B, kExotic, AnySink>(position, checks, sink, Want::all, Legality::legal).run();
    return sink.count() > 0;
}

// What having no legal move means for the side to move.
template <class B>
End no_moves_end(const Position<B>& position, bool in_check) {
    const RuleValues& v = position.rules().values;
    if (in_check) return End{v.checkmate_value, Reason::checkmate};
    if (!v.stalemate_piece_count) return End{v.stalemate_value, Reason::stalemate};
    const Color turn = position.turn();
    const int lead = popcount(position.pieces(~turn)) - popcount(position.pieces(turn));
    if (lead == 0) return End{Value::draw, Reason::piece_count};
    const bool wins = (lead > 0) == (v.stalemate_value == Value::win);
    return End{wins ? Value::win : Value::loss, Reason::piece_count};
}

}  // namespace ferz
