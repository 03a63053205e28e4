// The evaluation put together: phase, drawn endings, and the side to move.
#include "eval/evaluate.h"

#include <algorithm>

namespace ferz {

template <class B>
void Evaluator<B>::learn_kinds(const Rules& rules, const Tables<B>& tables) {
    const auto& values = weights.values.board;
    int least = 0;
    for (int k = 0; k < tables.kinds; ++k) {
        if (k == rules.royal) continue;
        for (int other = 0; other < tables.kinds; ++other)
            if (other != rules.royal && values[k] > values[other] + values[other] / 4 &&
                !(geometry.step_pawns >> other & 1))
                lesser[k] |= KindSet{1} << other;
        if (rules.pawns >> k & 1) continue;
        if (greatest < 0 || values[k] > values[greatest]) greatest = k;
        if (least == 0 || values[k] < least) least = values[k];
    }
    least_lead = least + least / 4;
    for (Color c : {kWhite, kBlack})
        for (int k = 0; k < tables.kinds; ++k)
            for (int s = 0; s < tables.squares; ++s)
                standing[c].push_back(weights[weights.square(k, geometry.relative[c][s])]);
    only_mate_wins = rules.royal >= 0 && !tables.has_immediate_ends && !rules.values.piece_drops &&
                     rules.values.stalemate_value == Value::draw &&
                     rules.values.checkmate_value == Value::loss && !rules.promotions.empty();
}

template <class B>
int Evaluator<B>::phase(const Position<B>& position) const {
    int material = 0;
    for (int k = 0; k < position.tables().kinds; ++k)
        if (const int value = weights.phase[k]) material += value * popcount(position.kind(k));
    for (Color c : {kWhite, kBlack})
        for (KindSet held = position.hand_kinds(c); held; held &= held - 1) {
            const int k = std::countr_zero(held);
            material += weights.phase[k] * position.hand(c, k);
        }
    return std::min(256, material * 256 / weights.full_phase);
}

// Without pawns a small lead wins nothing; with bishops of opposite colors, little.
template <class B>
int Evaluator<B>::drawish(const Position<B>& position, int value) const {
    if (!only_mate_wins) return 64;
    const Color strong = value > 0 ? kWhite : kBlack;
    const KindSet pawns = position.rules().pawns;
    int material[2] = {0, 0};
    for (Color c : {kWhite, kBlack})
        for (int k = 0; k < position.tables().kinds; ++k)
            if (!(pawns >> k & 1))
                material[c] += weights.values.board[k] * popcount(position.pieces(c, k));
    const int lead = material[strong] - material[~strong];
    if (!any(position.pieces_of(strong, pawns)) && lead <= least_lead)
        return material[strong] <= least_lead ? 2 : 12;
    if (material[kWhite] == material[kBlack] && material[kWhite] <= least_lead) {
        const B bound =
            position.pieces_of(kWhite, geometry.bound) | position.pieces_of(kBlack, geometry.bound);
        if (popcount(bound) == 2 && popcount(B(bound & geometry.dark)) == 1 &&
            any(position.pieces_of(kWhite, geometry.bound)) &&
            any(position.pieces_of(kBlack, geometry.bound)))
            return 32;
    }
    return 64;
}

template <class B>
int Evaluator<B>::blend(const Position<B>& position, Score sum, const Score* danger) const {
    const int middle =
        middle_of(sum) - danger_value(danger[kWhite], true) + danger_value(danger[kBlack], true);
    const int end =
        end_of(sum) - danger_value(danger[kWhite], false) + danger_value(danger[kBlack], false);
    const int p = phase(position);
    const int scaled = end * end_share(position, p, end) / 64;
    return (middle * p + scaled * (256 - p)) / 256;
}

template <class B>
int Evaluator<B>::evaluate(const Position<B>& position, PawnCache<B>& cache) const {
    SumTally tally{weights.data()};
    EvalPass<B, SumTally>(*this, position, tally).run(&cache);
    const int value = blend(position, tally.sum(), tally.danger);
    return std::clamp(position.turn() == kWhite ? value : -value, -kMaxEval, kMaxEval);
}

template <class B>
NoteTally Evaluator<B>::noted(const Position<B>& position) const {
    NoteTally tally;
    EvalPass<B, NoteTally>(*this, position, tally).run(nullptr);
    return tally;
}

template struct Evaluator<B64>;
template struct Evaluator<B128>;
template struct Evaluator<B256>;

}  // namespace ferz
