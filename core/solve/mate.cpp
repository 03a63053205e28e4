// Depth-limited proof with a memory of what was shown for each position.
#include "solve/mate.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "board/legal.h"
#include "solve/history.h"
#include "solve/packing.h"

namespace ferz {
namespace {

template <class B>
class MateFinder {
public:
    MateFinder(const Board& board, uint64_t memory_limit, const Watch& watch)
        : rules_(board.rules()),
          tables_(board.variant()->tables<B>()),
          packing_(rules_, tables_, board.setup()),
          positions_(packing_.words()),
          position_(*std::get<const Position<B>*>(board.position())),
          memory_limit_(memory_limit),
          watch_(watch) {}

    MateSearch run(int plies) {
        MateSearch found;
        for (int n = 0; n <= plies && found.verdict.value == Value::none; ++n) {
            if (is_decided(Value::win, n)) found.verdict = {Value::win, n};
            else if (is_decided(Value::loss, n)) found.verdict = {Value::loss, n};
        }
        found.nodes = nodes_;
        return found;
    }

private:
    // What is known of a position for each of the two questions: true from so many plies on, false
    // up to so many.
    struct Known {
        int16_t from[2] = {INT16_MAX, INT16_MAX};
        int16_t until[2] = {-1, -1};
    };

    // Whether the side to move wins, or loses, in at most n plies.
    bool is_decided(Value question, int n) {
        if (n < 0) return false;
        PackedWords words;
        packing_.pack(position_, words);
        bool is_new;
        const uint32_t node = positions_.add(words.data(), is_new);
        if (is_new) known_.emplace_back();
        const size_t q = question == Value::win ? 0 : 1;
        if (n >= known_[node].from[q]) return true;
        if (n <= known_[node].until[q]) return false;
        tick();
        const bool yes = decide(question, n);
        if (yes) known_[node].from[q] = static_cast<int16_t>(n);
        else known_[node].until[q] = static_cast<int16_t>(n);
        return yes;
    }

    bool decide(Value question, int n) {
        if (tables_.has_immediate_ends)
            if (const auto end = immediate_end(position_)) return end->value == question;
        std::vector<Move> moves(tables_.max_moves + ListSink::kSlack);
        Move* const last = legal_moves<true>(position_, moves.data(), Want::all);
        if (last == moves.data())
            return no_moves_end(position_, position_.is_check()).value == question;
        if (n == 0) return false;
        if (question == Value::win) sort(moves.data(), last);
        const Value other = question == Value::win ? Value::loss : Value::win;
        for (Move* move = moves.data(); move != last; ++move) {
            Undo undo;
            position_.make(*move, undo);
            const bool yes = is_decided(other, n - 1);
            position_.unmake(*move, undo);
            // One move suffices to win; to lose, all must.
            if (yes == (question == Value::win)) return yes;
        }
        return question == Value::loss;
    }

    // Checks first, then captures: what leaves the other side least to do.
    void sort(Move* first, Move* last) {
        const CheckSeeker<B> seeker(position_);
        std::stable_sort(first, last,
                         [&](Move a, Move b) { return rank(seeker, a) < rank(seeker, b); });
    }
    int rank(const CheckSeeker<B>& seeker, Move move) const {
        if (seeker.gives_check(move)) return 0;
        return is_capture(position_, move) || move.is(MoveKind::promotion) ? 1 : 2;
    }

    void tick() {
        if (++nodes_ % 16384 != 0) return;
        const uint64_t bytes = positions_.bytes() + known_.capacity() * sizeof(Known);
        if (memory_limit_ && 2 * bytes > memory_limit_)
            throw SolveError(text("mate: more than ", memory_limit_ >> 20,
                                  " MiB needed, expected fewer plies or more memory"));
        if (watch_ && !watch_(nodes_, 0)) throw Stopped();
    }

    const Rules& rules_;
    const Tables<B>& tables_;
    Packing<B> packing_;
    NodeSet positions_;
    std::vector<Known> known_;
    Position<B> position_;
    uint64_t memory_limit_;
    const Watch& watch_;
    uint64_t nodes_ = 0;
};

}  // namespace

MateSearch find_mate(const Board& board, int plies, uint64_t memory_limit, const Watch& watch) {
    check_history("mate", board.rules().values);
    if (plies > kMaxMatePlies)
        throw SolveError(text("mate: ", plies, " plies, expected ", kMaxMatePlies, " at most"));
    return board.variant()->with_tables([&]<class B>(const Tables<B>&) {
        return MateFinder<B>(board, memory_limit, watch).run(plies);
    });
}

}  // namespace ferz
