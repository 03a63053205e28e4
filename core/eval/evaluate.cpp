// The evaluation put together: phase, drawn endings, and the side to move.
#include "eval/evaluate.h"

#include <algorithm>

#include "eval/eval_pass.h"

namespace ferz {

template <class B>
void Evaluator<B>::learn_kinds(const Rules& rules, const Tables<B>& tables) {
    const auto& values = weights.values.board;
    int least = 0;
    for (int k = 0; k < tables.kinds; ++k) {
        if (k == rules.royal) continue;
        for (int other = 0; other < tables.kinds; ++other) {
            if (values[k] <= values[other] + values[other] / 4) continue;
            greater[other] |= KindSet{1} << k;
            lesser[k] += other != rules.royal && !(geometry.step_pawns >> other & 1);
        }
        if (rules.pawns >> k & 1) continue;
        if (greatest < 0 || values[k] > values[greatest]) greatest = k;
        if (least == 0 || values[k] < least) least = values[k];
    }
    least_lead = least + least / 4;
    find_officers(rules, tables);
    worth_.resize(size_t{2} * tables.kinds * tables.squares);
    for (Color c : {kWhite, kBlack})
        for (int k = 0; k < tables.kinds; ++k)
            for (int s = 0; s < tables.squares; ++s) {
                const Score score = weights[weights.square(k, geometry.relative[c][s])];
                worth_[make_piece(k, c) * tables.squares + s] = {c == kWhite ? score : -score,
                                                                 weights.phase[k]};
            }
    has_extras = geometry.has_drops || geometry.has_flag || rules.values.check_counting;
    only_mate_wins = rules.royal >= 0 && !tables.has_immediate_ends && !rules.values.piece_drops &&
                     rules.values.stalemate_value == Value::draw &&
                     rules.values.checkmate_value == Value::loss && !rules.promotions.empty();
}

template <class B>
Officer<B> Evaluator<B>::officer(int kind, const Tables<B>& tables) const {
    const KindTables<B>& t = tables.kind[kWhite][kind];
    Officer<B> out;
    out.kind = kind;
    out.ride = t.ride;
    out.is_plain = t.is_plain;
    for (Color c : {kWhite, kBlack}) out.leaps[c] = tables.kind[c][kind].capture_leaps;
    for (int targets = 0; targets <= tables.squares; ++targets)
        out.mobility.push_back(weights.mobility(kind) + std::min(targets, Weights::kMobility - 1));
    out.danger_attacker = weights.danger_attacker(kind);
    out.danger_check = weights.danger_check(kind);
    return out;
}

template <class B>
void Evaluator<B>::find_officers(const Rules& rules, const Tables<B>& tables) {
    if (rules.royal >= 0) royal = officer(rules.royal, tables);
    for (int k = 0; k < tables.kinds; ++k)
        if (k != rules.royal && !(geometry.step_pawns >> k & 1))
            officers.push_back(officer(k, tables));
    const auto& values = weights.values.board;
    std::stable_sort(officers.begin(), officers.end(),
                     [&](const auto& a, const auto& b) { return values[a.kind] < values[b.kind]; });
}

template <class B>
Standing Evaluator<B>::standing(const Position<B>& position) const {
    Standing all;
    for_each(position.occupied(), [&](Square s) { all += worth(position.at(s), s); });
    return all;
}

template <class B>
Standing Evaluator<B>::standing_after(const Position<B>& position, Move move,
                                      Standing standing) const {
    const Color us = position.turn();
    if (move.is(MoveKind::drop)) {
        standing += worth(make_piece(move.piece(), us), move.to());
    } else if (move.is(MoveKind::castle)) {
        const Castling<B>& c = position.castling(move.piece());
        const Piece king = position.at(c.king_from), rook = position.at(c.rook_from);
        (standing -= worth(king, c.king_from)) -= worth(rook, c.rook_from);
        (standing += worth(king, c.king_to)) += worth(rook, c.rook_to);
    } else {
        const Piece mover = position.at(move.from());
        const Square victim =
            move.is(MoveKind::en_passant) ? position.state().en_passant_victim : move.to();
        if (const Piece taken = position.at(victim); taken != kNoPiece)
            standing -= worth(taken, victim);
        standing -= worth(mover, move.from());
        standing +=
            worth(move.is(MoveKind::promotion) ? make_piece(move.piece(), us) : mover, move.to());
    }
    return standing;
}

template <class B>
int Evaluator<B>::phase(const Position<B>& position, const Standing& standing) const {
    int64_t material = standing.material;
    if (geometry.has_drops)
        for (Color c : {kWhite, kBlack})
            for (KindSet held = position.hand_kinds(c); held; held &= held - 1) {
                const int k = std::countr_zero(held);
                material += int64_t{weights.phase[k]} * position.hand(c, k);
            }
    return static_cast<int>(std::min<int64_t>(256, material * 256 / weights.full_phase));
}

// Without pawns a small lead wins nothing; with bishops of opposite colors, little.
template <class B>
int Evaluator<B>::drawish(const Position<B>& position, int value) const {
    if (!only_mate_wins) return 64;
    const Color strong = value > 0 ? kWhite : kBlack;
    const KindSet pawns = position.rules().pawns;
    const bool has_pawns = any(position.pieces_of(strong, pawns));
    const B white = position.pieces_of(kWhite, geometry.bound);
    const B black = position.pieces_of(kBlack, geometry.bound);
    const bool opposite = any(white) && any(black) && popcount(B(white | black)) == 2 &&
                          popcount(B((white | black) & geometry.dark)) == 1;
    if (has_pawns && !opposite) return 64;
    int material[2] = {0, 0};
    for (Color c : {kWhite, kBlack})
        for (int k = 0; k < position.tables().kinds; ++k)
            if (!(pawns >> k & 1))
                material[c] += weights.values.board[k] * popcount(position.pieces(c, k));
    if (!has_pawns && material[strong] - material[~strong] <= least_lead)
        return material[strong] <= least_lead ? 2 : 12;
    return opposite && material[kWhite] == material[kBlack] && material[kWhite] <= least_lead ? 32
                                                                                              : 64;
}

template <class B>
int Evaluator<B>::blend(const Position<B>& position, int phase, Score sum,
                        const Score* danger) const {
    const int middle =
        middle_of(sum) - danger_value(danger[kWhite], true) + danger_value(danger[kBlack], true);
    const int end =
        end_of(sum) - danger_value(danger[kWhite], false) + danger_value(danger[kBlack], false);
    return blend(position, phase, middle, end);
}

template <class B>
int Evaluator<B>::blend(const Position<B>& position, int phase, int middle, int end) const {
    // Hundreds of pieces in hand are worth more than fits into 32 bits times a share.
    const int64_t scaled = int64_t{end} * end_share(position, phase, end) / 64;
    const int64_t value = (int64_t{middle} * phase + scaled * (256 - phase)) / 256;
    const int64_t most = kMaxEval;
    return static_cast<int>(std::clamp(position.turn() == kWhite ? value : -value, -most, most));
}

template <class B>
QuickEval Evaluator<B>::quick(const Position<B>& position, const Standing& standing) const {
    SumTally tally{weights.data()};
    QuickPass<B, SumTally>(*this, position, tally).run();
    const int p = phase(position, standing);
    const Score sum = standing.sum + tally.sum();
    return {sum, p, blend(position, p, middle_of(sum), end_of(sum))};
}

template <class B>
int Evaluator<B>::evaluate(const Position<B>& position, const QuickEval& known,
                           PawnCache<B>& cache) const {
    SumTally tally{weights.data()};
    EvalPass<B, SumTally>(*this, position, tally).thorough(&cache);
    return blend(position, known.phase, known.sum + tally.sum(), tally.danger);
}

template <class B>
NoteTally Evaluator<B>::noted(const Position<B>& position) const {
    NoteTally tally;
    EvalPass<B, NoteTally> pass(*this, position, tally);
    pass.standing();
    QuickPass<B, NoteTally>(*this, position, tally).run();
    pass.thorough(nullptr);
    return tally;
}

template struct Evaluator<B64>;
template struct Evaluator<B128>;
template struct Evaluator<B256>;

}  // namespace ferz
