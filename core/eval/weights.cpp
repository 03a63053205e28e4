// The default weights of a game, from the mobility of its pieces on its board, and their exchange
// for tuned ones.
#include "eval/weights.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "board/setup.h"
#include "eval/values.h"

namespace ferz {
namespace {

// Sums of so many of them as a board and its hands hold still fit.
constexpr int kMostWeight = 1'000'000;

int rounded(double x) {
    return static_cast<int>(std::lround(x));
}

struct TermDefault {
    const char* name;
    int middle, end;
};

// In the order of Weights::Term.
// clang-format off
constexpr auto kDefaults = std::to_array<TermDefault>({
    {"tempo", 20, 15},
    {"bound_pair", 25, 50},
    {"open_file", 35, 8},
    {"half_open_file", 15, 10},
    {"doubled", -8, -22},
    {"isolated", -10, -12},
    {"backward", -8, -8},
    {"passed_blocked", 0, -8},
    {"passed_free", 0, 10},
    {"passed_guarded", 2, 8},
    {"passed_own_king", 0, -2},
    {"passed_enemy_king", 0, 4},
    {"threat_by_push", 18, 12},
    {"threat_by_king", 5, 25},
    {"restriction", 3, 3},
    {"bound_pawns", -3, -5},
    {"outpost", 25, 12},
    {"check_to_come", 60, 60},
    {"danger_base", 20, 0},
    {"danger_attack", 22, 10},
    {"danger_pawn", 15, 0},
    {"danger_weak", 40, 20},
    {"danger_shelter", -30, 0},
    {"danger_storm", 10, 0},
    {"danger_open_file", 25, 0},
    {"danger_no_great", -140, -60},
    {"danger_hole", 10, 5},
});
// clang-format on
static_assert(kDefaults.size() == Weights::kTerms);

}  // namespace

Weights::Weights(const Variant& variant) {
    const Rules& rules = variant.rules();
    const int kinds = static_cast<int>(rules.kinds.size());
    squares_ = rules.size.squares();
    for (int t = 0; t < kTerms; ++t) add(kDefaults[t].name, 1);
    const auto each_kind = [&](const char* name, int count) {
        const int first = static_cast<int>(weights_.size());
        for (const Kind& kind : rules.kinds) add(text(name, " ", kind.letter), count);
        return first;
    };
    square_ = each_kind("square", squares_);
    mobility_ = each_kind("mobility", kMobility);
    hand_ = each_kind("hand", 1);
    hand_first_ = each_kind("hand_first", 1);
    threat_by_pawn_ = each_kind("threat_by_pawn", 1);
    threat_by_lesser_ = each_kind("threat_by_lesser", 1);
    hanging_ = each_kind("hanging", 1);
    danger_attacker_ = each_kind("danger_attacker", 1);
    danger_check_ = each_kind("danger_check", 1);
    danger_hand_ = each_kind("danger_hand", 1);
    passed_ = add("passed", kSteps);
    connected_ = add("connected", kSteps);
    flag_ = add("flag", kDistances);
    set_terms();
    const PieceValues automatic = automatic_values(rules);
    // Where dying out wins, men are a burden.
    const bool is_giveaway = rules.values.extinction_value == Value::win;
    for (int k = 0; k < kinds; ++k)
        set_kind(variant, k, is_giveaway ? -automatic.board[k] / 4 : automatic.board[k]);
    set_steps(variant);
    learn_values(variant);
}

int Weights::add(const std::string& name, int count) {
    const int first = static_cast<int>(weights_.size());
    sections_.push_back({name, first, count});
    weights_.resize(weights_.size() + static_cast<size_t>(count));
    return first;
}

void Weights::set_terms() {
    for (int t = 0; t < kTerms; ++t) set(t, kDefaults[t].middle, kDefaults[t].end);
}

void Weights::set_kind(const Variant& variant, int k, int value) {
    const Rules& rules = variant.rules();
    const Size& size = rules.size;
    const bool is_pawn = rules.pawns >> k & 1, is_royal = k == rules.royal;
    const auto mobile = ferz::mobility(rules, k, kWhite);
    double mean = 0;
    for (int s = 0; s < squares_; ++s) mean += mobile[s] / squares_;
    for (int s = 0; s < squares_; ++s) {
        const double middle_file = (size.files - 1) / 2.0;
        const double off_center = std::abs(size.file(s) - middle_file) / std::max(1.0, middle_file);
        const int rank = size.rank(s);
        const double progress = size.ranks > 1 ? rank / (size.ranks - 1.0) : 0;
        if (is_pawn) {
            set(square(k, s),
                value - 20 +
                    rounded(18 * (1 - off_center) * (0.5 + progress) + 25 * progress * progress),
                value + rounded(70 * progress * progress));
        } else if (is_royal) {
            const double centered = 1 - std::max(off_center, std::abs(2 * progress - 1));
            set(square(k, s),
                rounded(-90 * std::min(1.0, 2 * progress) -
                        30 * (1 - off_center) * (rank > 0 || off_center < 0.5)),
                rounded(50 * centered));
        } else {
            const double gain = mean > 0 ? (mobile[s] - mean) / mean : 0;
            set(square(k, s), value + rounded(45 * gain), value + value / 20 + rounded(35 * gain));
        }
    }
    const double usual = std::sqrt(0.75 * mean + 0.01);
    for (int count = 0; count < kMobility; ++count) {
        const double gain = is_pawn || is_royal ? 0 : 26 * (std::sqrt(count) - usual);
        set(mobility(k) + count, rounded(gain), rounded(gain));
    }
    set(hand(k), is_royal ? 0 : value + value / 10, is_royal ? 0 : value + value / 10);
    set(hand_first(k), 0, 0);
    const int strength = std::min(value, 1200);
    set(threat_by_pawn(k), 35 + strength / 20, 25 + strength / 30);
    set(threat_by_lesser(k), 25 + strength / 25, 15 + strength / 40);
    set(hanging(k), is_pawn ? 5 : 18, is_pawn ? 20 : 25);
    set(danger_attacker(k), is_pawn ? 10 : 25 + strength / 60, 10);
    set(danger_check(k), is_pawn ? 10 : 60, 20);
    set(danger_hand(k), is_pawn ? 20 : 45 + strength / 30, 20);
}

void Weights::set_steps(const Variant& variant) {
    for (int steps = 1; steps < kSteps; ++steps) {
        const double near = 1.0 / steps;
        set(passed(steps), rounded(75 * near), rounded(150 * near + 10));
        set(connected(steps), rounded(5 + 30 * near), rounded(3 + 25 * near));
    }
    const int far = std::max(variant.rules().size.files, variant.rules().size.ranks);
    for (int d = 0; d < kDistances; ++d) {
        const int gain = 25 * std::max(0, far - d) + (d < 3 ? 60 * (3 - d) : 0);
        set(flag(d), gain, gain);
    }
}

// The value of a kind for exchanges is the mean over its squares.
void Weights::learn_values(const Variant& variant) {
    const Rules& rules = variant.rules();
    phase.clear();
    for (int k = 0; k < static_cast<int>(rules.kinds.size()); ++k) {
        int64_t middle = 0, end = 0;
        for (int s = 0; s < squares_; ++s) {
            middle += middle_of((*this)[square(k, s)]);
            end += end_of((*this)[square(k, s)]);
        }
        const bool is_royal = k == rules.royal;
        const auto value = static_cast<int>((middle + end) / (2 * squares_));
        values.board[k] = is_royal ? 0 : value;
        const Score held = (*this)[hand(k)];
        values.hand[k] =
            rules.values.piece_drops && !is_royal ? (middle_of(held) + end_of(held)) / 2 : 0;
        const bool counts = !is_royal && !(rules.pawns >> k & 1);
        phase.push_back(counts ? std::abs(value) : 0);
    }
    const Setup start = read_fen(rules, variant.start_fen());
    full_phase = 0;
    for (int s = 0; s < squares_; ++s)
        if (start.board[s] != kNoPiece) full_phase += phase[kind_of(start.board[s])];
    for (Color c : {kWhite, kBlack})
        for (size_t k = 0; k < phase.size(); ++k) full_phase += start.hand[c][k] * phase[k];
    full_phase = std::max(1, full_phase);
}

std::vector<int> Weights::representatives(const Rules& rules) const {
    std::vector<int> out(weights_.size());
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i);
    for (int k = 0; k < static_cast<int>(rules.kinds.size()); ++k)
        for (int s = 0; s < squares_; ++s) {
            const int file = rules.size.file(s);
            const int mirrored = s - file + rules.size.files - 1 - file;
            out[static_cast<size_t>(square(k, s))] = square(k, std::min(s, mirrored));
        }
    return out;
}

std::map<std::string, WeightSection> Weights::sections() const {
    std::map<std::string, WeightSection> out;
    for (const Section& section : sections_)
        for (int i = 0; i < section.count; ++i) {
            const Score weight = (*this)[section.first + i];
            out[section.name].emplace_back(middle_of(weight), end_of(weight));
        }
    return out;
}

void Weights::replace(const std::map<std::string, WeightSection>& sections,
                      const Variant& variant) {
    for (const auto& section : sections) {
        const std::string& name = section.first;
        const WeightSection& entries = section.second;
        const auto found = std::find_if(sections_.begin(), sections_.end(),
                                        [&](const Section& s) { return s.name == name; });
        if (found == sections_.end())
            throw VariantError(text("weights: unknown section ", quoted(name)));
        if (entries.size() != static_cast<size_t>(found->count))
            throw VariantError(text("weights: section ", quoted(name), " has ", entries.size(),
                                    " entries, expected ", found->count));
        for (int i = 0; i < found->count; ++i) {
            for (int weight : {entries[i].first, entries[i].second})
                if (weight < -kMostWeight || weight > kMostWeight)
                    throw VariantError(text("weights: section ", quoted(name), ", entry ", i + 1,
                                            ": found ", weight, ", expected ", -kMostWeight, " to ",
                                            kMostWeight));
            set(found->first + i, entries[i].first, entries[i].second);
        }
    }
    learn_values(variant);
}

}  // namespace ferz
