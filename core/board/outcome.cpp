// The rules that end a game.
#include "board/outcome.h"

#include <array>

#include "board/movegen.h"

namespace ferz {

const char* reason_name(Reason reason) {
    constexpr std::array kNames{
        "checkmate",  "stalemate", "n_move", "n_fold", "insufficient_material",
        "extinction", "bare_king", "flag",   "checks", "piece_count"};
    return kNames[static_cast<size_t>(reason)];
}

namespace {

Value opposite(Value value) {
    return value == Value::win ? Value::loss : value == Value::loss ? Value::win : value;
}

template <class B>
int count_with_hand(const Position<B>& position, Color c, int k) {
    return popcount(position.pieces(c, k)) + position.hand(c, k);
}

template <class B>
int count_all(const Position<B>& position, Color c) {
    int count = popcount(position.pieces(c));
    for (int k = 0; k < position.tables().kinds; ++k) count += position.hand(c, k);
    return count;
}

template <class B>
std::optional<End> extinction(const Position<B>& position) {
    const Rules& rules = position.rules();
    const RuleValues& v = rules.values;
    const Color turn = position.turn();
    const bool bares = rules.extinction_counts_all && v.extinction_piece_count == 1;
    const auto is_extinct = [&](Color c, auto count) {
        const int needed =
            v.extinction_opponent_piece_count + (v.extinction_claim && c == turn ? 1 : 0);
        return count(c) <= v.extinction_piece_count && count(~c) >= needed;
    };
    const auto end = [&](Color c) {
        return End{c == turn ? v.extinction_value : opposite(v.extinction_value),
                   bares ? Reason::bare_king : Reason::extinction};
    };
    for (Color c : {~turn, turn}) {
        if (rules.extinction_counts_all) {
            if (is_extinct(c, [&](Color side) { return count_all(position, side); })) return end(c);
            continue;
        }
        for (KindSet kinds = rules.extinction_kinds; kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            if (is_extinct(c, [&](Color side) { return count_with_hand(position, side, k); }))
                return end(c);
        }
    }
    return {};
}

// Whether the king of the side to move can reach its flag region at once.
template <class B>
bool can_answer_race(const Position<B>& position) {
    const Rules& rules = position.rules();
    const Color turn = position.turn();
    const int king = position.king(turn);
    if (king < 0 || position.is_check()) return false;
    Checks<B> checks;
    CheckFinder<B>(position).template find<true>(checks);
    std::vector<Move> moves(position.tables().max_moves + ListSink::kSlack);
    ListSink sink(moves.data());
    Generator<B, true, ListSink>(position, checks, sink, Want::all, Legality::legal).run();
    for (const Move* move = moves.data(); move != sink.end(); ++move) {
        if (move->from() != king || move->is(MoveKind::drop) ||
            !has(position.tables().flag_region[turn], move->to()))
            continue;
        Position<B> after = position;
        Undo undo;
        after.make(*move, undo);
        if (rules.values.checking || !after.is_check()) return true;
    }
    return false;
}

template <class B>
std::optional<End> race(const Position<B>& position) {
    const Rules& rules = position.rules();
    const Color turn = position.turn();
    const auto reached = [&](Color c) {
        const B runners =
            rules.flag_kind < 0 ? position.pieces(c) : position.pieces(c, rules.flag_kind);
        return any(B(runners & position.tables().flag_region[c]));
    };
    const bool answered = rules.values.flag_move;
    const bool by_king = rules.flag_kind >= 0 && rules.flag_kind == rules.royal;
    if (answered && reached(turn)) {
        // Only Black, who moves second, has a last move to draw with.
        const bool both = turn == kWhite && by_king && reached(~turn);
        return End{both ? Value::draw : Value::win, Reason::flag};
    }
    if ((answered && !by_king) || !reached(~turn)) return {};
    if (answered && turn == kBlack && can_answer_race(position)) return {};
    return End{Value::loss, Reason::flag};
}

}  // namespace

template <class B>
std::optional<End> immediate_end(const Position<B>& position) {
    const RuleValues& v = position.rules().values;
    const Tables<B>& tables = position.tables();
    if (v.extinction_value != Value::none)
        if (const auto end = extinction(position)) return end;
    if (any(tables.flag_region[kWhite]) || any(tables.flag_region[kBlack]))
        if (const auto end = race(position)) return end;
    if (v.check_counting && position.state().checks[~position.turn()] == 0)
        return End{Value::loss, Reason::checks};
    return {};
}

template <class B>
bool is_insufficient(const Position<B>& position) {
    const Tables<B>& tables = position.tables();
    if (!tables.may_be_insufficient) return false;
    const auto all = [&](KindSet kinds) {
        return position.pieces_of(kWhite, kinds) | position.pieces_of(kBlack, kinds);
    };
    const B knights = all(tables.knights), bishops = all(tables.bishops);
    const B kings = all(KindSet{1} << position.rules().royal);
    if (any(B(position.occupied() & ~(knights | bishops | kings)))) return false;
    if (popcount(B(knights | bishops)) <= 1) return true;
    bool colors[2] = {false, false};
    for_each(bishops,
             [&](Square s) { colors[(tables.size.file(s) + tables.size.rank(s)) & 1] = true; });
    return !any(knights) && !(colors[0] && colors[1]);
}

template std::optional<End> immediate_end(const Position<B64>&);
template std::optional<End> immediate_end(const Position<B128>&);
template std::optional<End> immediate_end(const Position<B256>&);
template bool is_insufficient(const Position<B64>&);
template bool is_insufficient(const Position<B128>&);
template bool is_insufficient(const Position<B256>&);

}  // namespace ferz
