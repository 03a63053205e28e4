// Games of the engine against itself: quiet positions with the engine's score and the game's
// result.
#pragma once

#include <functional>

#include "search/engine.h"

namespace ferz {

struct Sample {
    std::string fen;
    int score;   // for White, in centipawns
    int result;  // for White: 1, 0 or -1
};

struct SelfPlayOptions {
    int games = 100;
    uint64_t nodes = 1500;  // for each move
    int random_plies = 8;   // before the engine plays
    int most_plies = 400;
    int resign_score = 1500;  // a lead that lasts decides the game
    uint64_t seed = 1;
};

// Plays so many games; `on_game` is told how many are done and may return false to stop.
std::vector<Sample> self_play(const std::shared_ptr<const Variant>& variant, const Weights& weights,
                              const SelfPlayOptions& options,
                              const std::function<bool(int)>& on_game);

}  // namespace ferz
