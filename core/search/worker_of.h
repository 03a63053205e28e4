// The search of one thread for one bitboard type: iterative deepening, principal variation search
// and quiescence. Instantiated in worker_*.cpp.
//
// Every score is for the side to move. A function returns a value that is exact between alpha and
// beta, and otherwise a bound; it leaves the position as it found it.
#pragma once

#include <climits>
#include <cmath>

#include "board/check_seeker.h"
#include "board/legal.h"
#include "eval/evaluate.h"
#include "search/order.h"
#include "search/params.h"
#include "search/worker.h"

namespace ferz {

template <class B, bool kExotic>
class WorkerOf final : public Worker {
public:
    WorkerOf(const Variant& variant, const Weights& weights, const SearchParams& params,
             SharedSearch& shared);

    void set_root(const Board& root, const MoveList& moves) override;
    void run(int index, const std::function<void(const Worker&, int pv)>& report) override;
    void clear() override { history_.clear(); }
    int root_evaluation() override { return evaluate(0); }

private:
    // Whether the side to move is in check, as the move that led here tells.
    enum class Told : uint8_t { nothing, no_check, check };

    struct Frame {
        Move move;      // being searched
        Move excluded;  // left out, to see whether it is singular
        Move killers[2];
        int16_t* continuation = nullptr;  // the row of the move being searched
        int slot = 0;
        int16_t* drift = nullptr;                          // of that move
        Standing standing;                                 // of the pieces
        int eval = kNoEval;                                // static, corrected; kNoEval in check
        int16_t* corrections[History::kCorrections] = {};  // by which it was
        int raw_eval = kNoEval;  // the same before corrections, of the position with this key
        uint64_t raw_key = 0;
        int quick = 0;    // how much of it was quick to tell
        int cutoffs = 0;  // of the children
        Told told = Told::nothing;
        bool was_pv = false;
        bool quiet = false;  // the move being searched is
        int count = 0;       // and comes after so many, itself included
    };
    using Picker = MovePicker<B, kExotic>;

    // Who gives check and who is pinned: found when first asked for, which many nodes never do.
    class LateChecks {
    public:
        explicit LateChecks(const Position<B>& position) : position_(position) {}

        const Checks<B>& get() {
            if (!found_) find_checks<kExotic>(position_, checks_);
            found_ = true;
            return checks_;
        }

    private:
        const Position<B>& position_;
        Checks<B> checks_;
        bool found_ = false;
    };

    // ---- deepening (worker_root.h) ----
    int aspire(int pv, int depth);
    void publish(int depth);
    bool adopt(int depth);
    void order_root_moves();
    double unsettled_share(int stable_iterations) const;
    bool is_root_move(Move move) const;
    void note_root_move(Move move, int score, int alpha, int beta, int count, uint64_t nodes);
    bool has_enough(int stable_iterations) const;

    // ---- nodes (worker_search.h) ----
    template <bool kPv>
    int search(int alpha, int beta, int depth, int ply, bool cut_node);
    std::optional<int> pass(int beta, int depth, int ply, int eval, bool cut_node);
    std::pair<int, Move> refute(int prob_beta, int depth, int ply, const Checks<B>& checks,
                                Move first, bool cut_node);
    template <bool kPv>
    int quiesce(int alpha, int beta, int ply, int plies = 0);  // worker_quiesce.h
    // In 1024ths of a ply.
    int reduction(int depth, int count, bool improving) const {
        return reductions_[std::min(depth, 255)] * reductions_[std::min(count, 255)] +
               params_.reduction_base + (improving ? 0 : 500);
    }

    // ---- what a node needs (worker_node.h) ----
    OrderHints hints_at(int ply, Move table_move);
    void make(Move move, Undo& undo, int ply);
    void unmake(Move move, const Undo& undo);
    void make_null(Undo& undo, int ply);
    void unmake_null(const Undo& undo);
    bool is_out_of_time();
    // Of the position of a frame.
    bool is_in_check(Frame& f, LateChecks& checks) const;
    std::optional<int> ended(int ply);
    int end_score(Value value, int ply) const;
    bool is_repetition(int ply) const;
    int evaluate(int ply) {
        return evaluator_.evaluate(position_, evaluator_.quick(position_, frame(ply).standing),
                                   pawns_);
    }
    // The evaluation before corrections, where it is known without computing it; or kNoEval.
    int known_eval(int ply, const TableEntry& entry, const QuickEval& quick) const;
    // What the evaluation may be, by what is quick to tell and what the rest was a move ago.
    int guessed_eval(int ply, const QuickEval& quick) const;
    // The move before is remembered for how far off a guess was.
    void learn_guess(int ply, int guess);
    bool was_threat_made(int ply) const;
    void note_eval(int ply, int raw_eval, const QuickEval& quick);
    void note_guess(int ply, int guess, const QuickEval& quick);
    // Where the corrections of the evaluation are; asked early, they are near when it is known.
    void find_corrections(int ply);
    int corrected(int eval, int ply) const;
    void learn_correction(int ply, int depth, int difference);
    bool can_pass() const;
    bool is_last_attacked() const;
    // The score of a position that is solved. Not by move clocks, which tables do not know.
    std::optional<int> solved(int ply) const;
    int draw_score() const {
        return (static_cast<int>(nodes_.load(std::memory_order_relaxed) & 2) - 1) *
               params_.draw_spread;
    }
    bool is_quiet(Move move) const {
        return !move.is(MoveKind::promotion) && !takes_enemy(position_, move);
    }
    int history_of(Move move, int ply);
    void learn_quiet(Move move, int bonus, int ply);
    void learn_butterfly(Color color, Move move, int bonus) {
        if (params_.butterflies) learn(history_.butterfly(color, move), bonus, History::kBound);
    }
    void learn_continuations(int slot, int bonus, int ply);
    int bonus_at(int depth) const {
        return std::min(params_.bonus_most, params_.bonus_slope * depth);
    }
    void learn_capture(Move move, int bonus);
    // What came of the move that led here, if it was quiet: an answer that refutes it, none, or
    // what it did to the evaluation.
    bool has_lesson(int ply) const {
        const Frame& last = frame(ply - 1);
        return params_.lessons && ply > 0 && last.move != Move() && last.quiet;
    }
    void learn_refuted(int depth, int ply, int most_count);
    void learn_unanswered(int depth, int ply);
    void learn_change(int ply);
    void learn_from_table(const TableEntry& entry, bool fails_high, int depth, int ply);
    void reward(Move best, int depth, int ply, const MoveList& quiets, const MoveList& captures);
    void set_line(int ply, Move move);
    ptrdiff_t most_moves() const {
        return static_cast<ptrdiff_t>(position_.tables().max_moves + ListSink::kSlack);
    }

    Frame& frame(int ply) { return frames_[ply + kBefore]; }
    const Frame& frame(int ply) const { return frames_[ply + kBefore]; }

    static constexpr int kGraceMs = 5;
    static constexpr uint64_t kNodesTold = 64;  // threads tell each other of so many at a time
    static constexpr int kMostQuiescence = 20;  // plies, and then nothing is looked at
    static constexpr int kBefore = 8;           // frames before the root, for what looks back

    const Rules& rules_;
    SearchParams params_;
    SharedSearch& shared_;
    Evaluator<B> evaluator_;
    ExchangeValues exchange_;
    Promoters<B> promoters_;
    Position<B> position_;
    PawnCache<B> pawns_;
    History history_;
    std::vector<uint64_t> keys_;  // of all positions of the game and the line, the present excluded
    std::vector<Frame> frames_;
    std::vector<MoveList> lines_;
    std::vector<ScoredMove> room_;
    std::vector<Move> scratch_;
    ScoredMove* top_ = nullptr;
    std::vector<std::pair<MoveList, MoveList>> tried_;
    uint64_t told_nodes_ = 0;
    int pv_index_ = 0;
    int selective_depth_ = 0;
    int null_ply_ = 0;  // no null move above this ply, while one is verified
    bool is_main_ = true;
    bool stopped_ = false;
    int reductions_[256];
    bool passes_ = false;        // the game allows null moves
    bool counts_moves_ = false;  // a draw by the count of moves may still come
};

}  // namespace ferz

#include "search/worker_node.h"
#include "search/worker_quiesce.h"
#include "search/worker_root.h"
#include "search/worker_search.h"
