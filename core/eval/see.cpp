// Prepares piece values for exchanges: what each capture is worth by the rules of hands.
#include "eval/see.h"

namespace ferz {

ExchangeValues::ExchangeValues(const Rules& rules, const PieceValues& values)
    : board(values.board), order(values.board), enemy{}, own{} {
    if (rules.royal >= 0) order[rules.royal] = kLast;
    const int kinds = static_cast<int>(rules.kinds.size());
    const auto lowest = std::min_element(order.begin(), order.begin() + kinds);
    const auto& movements = rules.kinds[lowest - order.begin()].movements;
    if (*lowest < kLast && std::count(order.begin(), order.begin() + kinds, *lowest) == 1 &&
        std::all_of(
            movements.begin(), movements.end(),
            [](const Movement& m) { return m.is_leap() || !m.capture; }))
        least = static_cast<int>(lowest - order.begin());
    for (int promoted : {0, 1})
        for (int k = 0; k < kinds; ++k) {
            const bool is_pawn_in_hand = promoted && !rules.values.drop_loop;
            const int in_hand = values.hand[rules.kind_in_hand(k, is_pawn_in_hand)];
            // Which hand it is depends only on whether taker and owner are the same.
            const auto hand_gain = [&](Color owner) {
                if (!rules.goes_to_hand(kWhite, owner)) return 0;
                return rules.hand_of(kWhite, owner) == kWhite ? in_hand : -in_hand;
            };
            enemy[promoted][k] = board[k] + hand_gain(kBlack);
            own[promoted][k] = hand_gain(kWhite) - board[k];
        }
    tells_promoted = enemy[0] != enemy[1] || own[0] != own[1];
}

}  // namespace ferz
