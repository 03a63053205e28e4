// Automatic piece values: mean mobility, raised to a power that fits the usual values of chess.
#include "eval/values.h"

#include <algorithm>
#include <cmath>

namespace ferz {
namespace {

constexpr double kEmpty = 0.7;  // how likely a square on a rider's way is empty
constexpr double kScale = 39.6;
constexpr double kExponent = 1.22;
constexpr int kPawnValue = 100;

// How likely the squares on the way to the n-th square of a line let the piece pass.
double pass_probability(const Movement& m, int n) {
    const int between = n - 1;
    if (m.hop == Hop::none) return std::pow(kEmpty, between);
    if (between == 0) return 0;
    // One hurdle: anywhere between, or just before the target.
    const double hurdle = (1 - kEmpty) * std::pow(kEmpty, between - 1);
    return m.hop == Hop::over ? between * hurdle : hurdle;
}

class Reach {
public:
    Reach(const Rules& rules, int kind, Color color)
        : size_(rules.size), kind_(rules.kinds[kind]), color_(color) {}

    double from(int square) {
        quiet_.fill(0);
        capture_.fill(0);
        for (const Movement& m : kind_.movements)
            if (!m.initial) add(m, square);
        double sum = 0;
        for (int s = 0; s < size_.squares(); ++s) sum += (quiet_[s] + capture_[s]) / 2;
        return sum;
    }

private:
    void add(const Movement& m, int square) {
        const int dx = color_ == kWhite ? m.dx : -m.dx, dy = color_ == kWhite ? m.dy : -m.dy;
        int x = size_.file(square) + dx, y = size_.rank(square) + dy;
        if (m.lame) {
            const auto steps = static_cast<double>(lame_path(m.dx, m.dy).size());
            if (size_.contains(x, y)) reach(m, size_.square(x, y), std::pow(kEmpty, steps));
            return;
        }
        for (int n = 1; size_.contains(x, y) && (m.range == 0 || n <= m.range);
             ++n, x += dx, y += dy)
            reach(m, size_.square(x, y), pass_probability(m, n));
    }

    // Two ways to one square are not two squares.
    void reach(const Movement& m, int target, double probability) {
        if (!kind_.region[color_][target]) return;
        if (m.quiet) quiet_[target] = std::max(quiet_[target], probability);
        if (m.capture) capture_[target] = std::max(capture_[target], probability);
    }

    const Size& size_;
    const Kind& kind_;
    Color color_;
    std::array<double, kMaxSquares> quiet_{}, capture_{};
};

double mean_mobility(const Rules& rules, int kind) {
    double sum = 0;
    size_t squares = 0;
    for (Color c : {kWhite, kBlack}) {
        for (double m : mobility(rules, kind, c)) sum += m;
        squares += rules.kinds[kind].region[c].count();
    }
    return squares ? sum / static_cast<double>(squares) : 0;
}

int value_of(const Rules& rules, int kind) {
    if (kind == rules.royal) return 0;
    if (rules.pawns >> kind & 1) return kPawnValue;
    return static_cast<int>(std::lround(kScale * std::pow(mean_mobility(rules, kind), kExponent)));
}

}  // namespace

std::array<double, kMaxSquares> mobility(const Rules& rules, int kind, Color color) {
    std::array<double, kMaxSquares> found{};
    Reach reach(rules, kind, color);
    for (int s = 0; s < rules.size.squares(); ++s)
        if (rules.kinds[kind].region[color][s]) found[s] = reach.from(s);
    return found;
}

PieceValues automatic_values(const Rules& rules) {
    PieceValues values;
    for (size_t k = 0; k < rules.kinds.size(); ++k) {
        values.board[k] = value_of(rules, static_cast<int>(k));
        if (rules.values.piece_drops) values.hand[k] = values.board[k];
    }
    return values;
}

}  // namespace ferz
