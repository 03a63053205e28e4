// Gradient descent over the notes of the evaluation. Whatever is found by floating point here is
// rounded into the weights; play stays integer.
#include "learn/tune.h"

#include <algorithm>
#include <cmath>

#include "board/board.h"
#include "eval/evaluate.h"

namespace ferz {
namespace {

struct Note {
    uint16_t index;
    int16_t count;
};

// A sample as the tuner sees it: what was found, by whom, and what came of it.
struct Row {
    size_t first, dangers[2], last;  // its notes: plain ones, then those of either king
    float middle, end;               // the shares of the two values
    float target;
};

struct Pair {
    double middle = 0, end = 0;
};

class Tuner {
public:
    Tuner(const std::shared_ptr<const Variant>& variant, const Weights& first,
          const TuneOptions& options)
        : variant_(variant),
          first_(first),
          options_(options),
          size_(static_cast<size_t>(first.size())) {
        for (size_t i = 0; i < size_; ++i)
            weights_.push_back({static_cast<double>(middle_of(first[static_cast<int>(i)])),
                                static_cast<double>(end_of(first[static_cast<int>(i)]))});
        start_ = weights_;
        representative_ = first.representatives(variant->rules());
        mean_.resize(size_);
        variance_.resize(size_);
    }

    void add(const std::vector<Sample>& samples) {
        for (const Sample& sample : samples) scores_.push_back(sample.score);
        variant_->with_tables([&](const auto& tables) { read(tables, samples); });
        scale_ = fitted_scale(samples);
        for (size_t i = 0; i < rows_.size(); ++i) {
            const double share = options_.score_share;
            rows_[i].target = static_cast<float>(share * curve(scores_[i]) +
                                                 (1 - share) * (samples[i].result + 1) / 2.0);
        }
        held_out_ = static_cast<size_t>(static_cast<double>(rows_.size()) * options_.held_out);
    }

    TuneEpoch step(int epoch) {
        // Ever smaller steps: at a steady rate the weights would go on jittering.
        rate_ = options_.rate * (options_.epochs - epoch + 1) / options_.epochs;
        std::vector<Pair> gradient(size_);
        double loss = 0, held_out_loss = 0;
        // The samples held out are the last ones: whole games, which the tuner never sees.
        const size_t seen = rows_.size() - held_out_;
        constexpr size_t kBatch = 4096;
        for (size_t begin = 0; begin < seen; begin += kBatch) {
            std::fill(gradient.begin(), gradient.end(), Pair());
            const size_t end = std::min(begin + kBatch, seen);
            for (size_t i = begin; i < end; ++i) loss += learn(rows_[i], gradient);
            descend(gradient, static_cast<double>(end - begin));
        }
        for (size_t i = seen; i < rows_.size(); ++i) {
            const double error = curve(value(rows_[i])) - rows_[i].target;
            held_out_loss += error * error;
        }
        return {epoch, loss / static_cast<double>(std::max<size_t>(1, seen)),
                held_out_loss / static_cast<double>(std::max<size_t>(1, held_out_))};
    }

    std::map<std::string, WeightSection> sections() const {
        std::map<std::string, WeightSection> out = first_.sections();
        size_t i = 0;
        for (const auto& [name, first, count] : first_.layout())
            for (int j = 0; j < count; ++j, ++i) {
                const Pair& weight = weights_[static_cast<size_t>(representative_[i])];
                out[name][static_cast<size_t>(j)] = {static_cast<int>(std::lround(weight.middle)),
                                                     static_cast<int>(std::lround(weight.end))};
            }
        return out;
    }

private:
    template <class B>
    void read(const Tables<B>&, const std::vector<Sample>& samples) {
        const Evaluator<B> evaluator(*variant_, first_);
        Position<B> position(variant_->rules(), variant_->template tables<B>());
        for (const Sample& sample : samples) {
            position.set(read_fen(variant_->rules(), sample.fen));
            const NoteTally found = evaluator.noted(position);
            Row row{};
            row.first = notes_.size();
            keep(found.found);
            row.dangers[0] = notes_.size();
            keep(found.dangers[0]);
            row.dangers[1] = notes_.size();
            keep(found.dangers[1]);
            row.last = notes_.size();
            const int phase = evaluator.phase(position, evaluator.standing(position));
            const int share = evaluator.end_share(position, phase, sample.score);
            row.middle = static_cast<float>(phase) / 256;
            row.end = (1 - row.middle) * static_cast<float>(share) / 64;
            rows_.push_back(row);
        }
    }

    // Notes of one weight are added up.
    void keep(std::vector<NoteTally::Note> found) {
        for (NoteTally::Note& note : found)
            note.index = representative_[static_cast<size_t>(note.index)];
        std::sort(found.begin(), found.end(),
                  [](const auto& a, const auto& b) { return a.index < b.index; });
        for (size_t i = 0; i < found.size();) {
            int count = 0;
            const int index = found[i].index;
            for (; i < found.size() && found[i].index == index; ++i) count += found[i].count;
            if (count)
                notes_.push_back({static_cast<uint16_t>(index), static_cast<int16_t>(count)});
        }
    }

    Pair sum(size_t begin, size_t end) const {
        Pair total;
        for (size_t i = begin; i < end; ++i) {
            total.middle += notes_[i].count * weights_[notes_[i].index].middle;
            total.end += notes_[i].count * weights_[notes_[i].index].end;
        }
        return total;
    }

    double value(const Row& row) const {
        const Pair plain = sum(row.first, row.dangers[0]);
        const Pair white = sum(row.dangers[0], row.dangers[1]);
        const Pair black = sum(row.dangers[1], row.last);
        return row.middle * (plain.middle - squared(white.middle) + squared(black.middle)) +
               row.end * (plain.end - positive(white.end) + positive(black.end));
    }
    // As danger_value.
    static double squared(double d) { return d <= 0 ? 0 : d * d / 720; }
    static double positive(double d) { return d <= 0 ? 0 : d / 20; }

    double curve(double value) const { return 1 / (1 + std::exp(-value / scale_)); }

    // The scale of the curve that fits the results best, as the engine's scores stand.
    double fitted_scale(const std::vector<Sample>& samples) {
        double best = 200, least = 1e300;
        for (double scale = 80; scale <= 600; scale *= 1.04) {
            double loss = 0;
            for (const Sample& sample : samples) {
                const double error =
                    1 / (1 + std::exp(-sample.score / scale)) - (sample.result + 1) / 2.0;
                loss += error * error;
            }
            if (loss < least) {
                least = loss;
                best = scale;
            }
        }
        return best;
    }

    double learn(const Row& row, std::vector<Pair>& gradient) const {
        const Pair white = sum(row.dangers[0], row.dangers[1]);
        const Pair black = sum(row.dangers[1], row.last);
        const double predicted = curve(value(row));
        const double error = predicted - row.target;
        const double slope = error * predicted * (1 - predicted);
        const auto push = [&](size_t begin, size_t end, double middle, double late) {
            for (size_t i = begin; i < end; ++i) {
                gradient[notes_[i].index].middle += slope * row.middle * middle * notes_[i].count;
                gradient[notes_[i].index].end += slope * row.end * late * notes_[i].count;
            }
        };
        push(row.first, row.dangers[0], 1, 1);
        push(row.dangers[0], row.dangers[1], white.middle > 0 ? -white.middle / 360 : 0,
             white.end > 0 ? -1.0 / 20 : 0);
        push(row.dangers[1], row.last, black.middle > 0 ? black.middle / 360 : 0,
             black.end > 0 ? 1.0 / 20 : 0);
        return error * error;
    }

    // Adam.
    void descend(const std::vector<Pair>& gradient, double count) {
        ++steps_;
        const double fix1 = 1 - std::pow(0.9, steps_), fix2 = 1 - std::pow(0.999, steps_);
        const auto move = [&](double& weight, double start, double slope, double& m, double& v) {
            slope = slope / count + options_.pull * (weight - start);
            m = 0.9 * m + 0.1 * slope;
            v = 0.999 * v + 0.001 * slope * slope;
            weight -= rate_ * (m / fix1) / (std::sqrt(v / fix2) + 1e-8);
        };
        for (size_t i = 0; i < size_; ++i) {
            move(weights_[i].middle, start_[i].middle, gradient[i].middle, mean_[i].middle,
                 variance_[i].middle);
            move(weights_[i].end, start_[i].end, gradient[i].end, mean_[i].end, variance_[i].end);
        }
    }

    std::shared_ptr<const Variant> variant_;
    const Weights& first_;
    TuneOptions options_;
    size_t size_;
    std::vector<Pair> weights_, start_, mean_, variance_;
    std::vector<Note> notes_;
    std::vector<Row> rows_;
    std::vector<int> scores_;
    std::vector<int> representative_;
    size_t held_out_ = 0;
    double scale_ = 200, rate_ = 1;
    int steps_ = 0;
};

}  // namespace

Weights tune(const std::shared_ptr<const Variant>& variant, const Weights& first,
             const std::vector<Sample>& samples, const TuneOptions& options,
             const std::function<bool(const TuneEpoch&)>& on_epoch) {
    Tuner tuner(variant, first, options);
    tuner.add(samples);
    for (int epoch = 1; epoch <= options.epochs; ++epoch) {
        const TuneEpoch done = tuner.step(epoch);
        if (on_epoch && !on_epoch(done)) break;
    }
    Weights tuned = first;
    tuned.replace(tuner.sections(), *variant);
    return tuned;
}

}  // namespace ferz
