// Self-play for tuning: short searches from random openings.
#include "learn/selfplay.h"

#include "base/random.h"

namespace ferz {
namespace {

class Player {
public:
    Player(const std::shared_ptr<const Variant>& variant, const Weights& weights,
           const SelfPlayOptions& options, uint64_t seed)
        : variant_(variant),
          engine_(variant, weights, SearchParams(), 1, 4),
          options_(options),
          random_(seed) {
        limits_.nodes = options.nodes;
    }

    std::vector<Sample> play() {
        samples_.clear();
        engine_.clear();
        board_ = Board::make(variant_, read_fen(variant_->rules(), variant_->start_fen()));
        if (!open()) return {};
        const int result = play_on();
        for (Sample& sample : samples_) sample.result = result;
        return std::move(samples_);
    }

private:
    // Random moves, of which some games get one more, so that either side begins.
    bool open() {
        const int plies = options_.random_plies + static_cast<int>(random_.next() % 2);
        for (int i = 0; i < plies; ++i) {
            if (board_->end()) return false;
            const MoveList moves = board_->moves(Want::all, Legality::legal);
            board_->push(moves[random_.next() % moves.size()]);
        }
        return !board_->end();
    }

    int play_on() {
        int leading = 0, level = 0;
        for (int ply = 0; ply < options_.most_plies; ++ply) {
            if (const auto end = board_->end()) {
                const int sign = board_->turn() == kWhite ? 1 : -1;
                return end->value == Value::draw ? 0 : end->value == Value::win ? sign : -sign;
            }
            const SearchResult found = engine_.search(*board_, limits_, nullptr);
            const int own = found.lines[0].score;
            const int score = board_->turn() == kWhite ? own : -own;
            keep(*found.move, score);
            leading = std::abs(score) >= options_.resign_score ? leading + 1 : 0;
            level = std::abs(score) <= 5 && ply > 80 ? level + 1 : 0;
            if (leading >= 6) return score > 0 ? 1 : -1;
            if (level >= 16) return 0;
            board_->push(*found.move);
        }
        return 0;
    }

    // Positions in which something is about to be taken teach nothing about standing still.
    void keep(Move move, int score) {
        if (board_->is_check() || board_->is_capture(move) || move.is(MoveKind::promotion) ||
            std::abs(score) > 2000)
            return;
        samples_.push_back({board_->fen(), score, 0});
    }

    std::shared_ptr<const Variant> variant_;
    Engine engine_;
    SelfPlayOptions options_;
    Random random_;
    Limits limits_;
    std::unique_ptr<Board> board_;
    std::vector<Sample> samples_;
};

}  // namespace

std::vector<Sample> self_play(const std::shared_ptr<const Variant>& variant, const Weights& weights,
                              const SelfPlayOptions& options,
                              const std::function<bool(int)>& on_game) {
    Player player(variant, weights, options, options.seed);
    std::vector<Sample> all;
    for (int game = 0; game < options.games; ++game) {
        std::vector<Sample> samples = player.play();
        all.insert(all.end(), std::make_move_iterator(samples.begin()),
                   std::make_move_iterator(samples.end()));
        if (on_game && !on_game(game + 1)) break;
    }
    return all;
}

}  // namespace ferz
