// Tuning the weights of the evaluation (after Texel): the weights are moved so that a logistic
// curve over the evaluation predicts the results of games.
#pragma once

#include <functional>

#include "eval/weights.h"
#include "learn/selfplay.h"

namespace ferz {

struct TuneOptions {
    int epochs = 60;
    double rate = 1.0;         // of Adam at first, in centipawns
    double score_share = 0.5;  // how much the engine's score counts beside the result
    double pull = 1e-7;        // toward the first weights, for those that are seldom seen
    double held_out = 0.1;     // the share of samples that only measures
};

struct TuneEpoch {
    int epoch;
    double loss, held_out_loss;  // mean squared errors
};

// The tuned weights. Throws FenError for a sample that is no position of the game.
Weights tune(const std::shared_ptr<const Variant>& variant, const Weights& first,
             const std::vector<Sample>& samples, const TuneOptions& options,
             const std::function<bool(const TuneEpoch&)>& on_epoch);

}  // namespace ferz
