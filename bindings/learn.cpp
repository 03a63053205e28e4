// Self-play data and tuning.
#include <nanobind/stl/function.h>

#include "bindings.h"
#include "learn/tune.h"

namespace ferz {
namespace {

using Sections = std::map<std::string, WeightSection>;
using PySample = std::tuple<std::string, int, int>;

using EpochCallback = nb::typed<nb::callable, bool(int, double, double)>;

Weights weights_from(const Variant& variant, const std::optional<Sections>& sections) {
    Weights weights(variant);
    if (sections) weights.replace(*sections, variant);
    return weights;
}

}  // namespace

void bind_learn(nb::module_& module) {
    module.def(
        "default_weights",
        [](const std::shared_ptr<Variant>& variant) { return Weights(*variant).sections(); },
        nb::arg("variant"),
        "The weights of the evaluation by section, as they follow from the pieces.");
    module.def(
        "self_play",
        [](const std::shared_ptr<Variant>& variant, int games, uint64_t nodes, uint64_t seed,
           int random_plies, const std::optional<Sections>& weights) {
            SelfPlayOptions options;
            options.games = games;
            options.nodes = nodes;
            options.seed = seed;
            options.random_plies = random_plies;
            const Weights own = weights_from(*variant, weights);
            std::vector<PySample> out;
            const nb::gil_scoped_release release;
            for (Sample& s : self_play(variant, own, options, nullptr))
                out.emplace_back(std::move(s.fen), s.score, s.result);
            return out;
        },
        nb::arg("variant"), nb::kw_only(), nb::arg("games"), nb::arg("nodes") = 1500,
        nb::arg("seed") = 1, nb::arg("random_plies") = 8, nb::arg("weights") = nb::none(),
        "Quiet positions of games of the engine against itself: FEN, score and result for White.");
    module.def(
        "tune",
        [](const std::shared_ptr<Variant>& variant, const std::vector<PySample>& samples,
           const std::optional<Sections>& weights, int epochs, double rate, double score_share,
           double pull, const std::optional<EpochCallback>& on_epoch) {
            std::vector<Sample> read;
            for (const auto& [fen, score, result] : samples) read.push_back({fen, score, result});
            const Weights first = weights_from(*variant, weights);
            const TuneOptions options{epochs, rate, score_share, pull, 0.1};
            const nb::gil_scoped_release release;
            return tune(variant, first, read, options,
                        [&](const TuneEpoch& done) {
                            const nb::gil_scoped_acquire acquire;
                            return !on_epoch || nb::cast<bool>((*on_epoch)(done.epoch, done.loss,
                                                                           done.held_out_loss));
                        })
                .sections();
        },
        nb::arg("variant"), nb::arg("samples"), nb::kw_only(), nb::arg("weights") = nb::none(),
        nb::arg("epochs") = 60, nb::arg("rate") = 1.0, nb::arg("score_share") = 0.5,
        nb::arg("pull") = 1e-7, nb::arg("on_epoch") = nb::none(),
        "Tune the weights so that they predict results; on_epoch(epoch, loss, held_out_loss) "
        "returns whether to go on.");
}

}  // namespace ferz
