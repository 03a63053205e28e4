// The reachable graph and its values.
#include "solve/graph.h"

#include "base/error.h"
#include "base/text.h"
#include "board/legal.h"
#include "solve/history.h"
#include "solve/packing.h"

namespace ferz {

void decide(const std::vector<uint64_t>& heads, const std::vector<uint32_t>& tails,
            std::vector<Verdict>& verdicts) {
    const size_t nodes = verdicts.size();
    // Who leads to a node: the edges, sorted by their ends.
    std::vector<uint64_t> starts(nodes + 1);
    for (uint32_t tail : tails) ++starts[tail + 1];
    for (size_t n = 0; n < nodes; ++n) starts[n + 1] += starts[n];
    std::vector<uint32_t> before(tails.size());
    {
        std::vector<uint64_t> next(starts.begin(), starts.end() - 1);
        for (size_t n = 0; n < nodes; ++n)
            for (uint64_t e = heads[n]; e < heads[n + 1]; ++e)
                before[next[tails[e]]++] = static_cast<uint32_t>(n);
    }
    std::vector<uint32_t> hopes(nodes);
    // Decided nodes by distance; those known before may have any.
    std::vector<std::vector<uint32_t>> levels(1);
    const auto note = [&](uint32_t node) {
        const auto level = static_cast<size_t>(verdicts[node].distance);
        if (level >= levels.size()) levels.resize(level + 1);
        levels[level].push_back(node);
    };
    for (size_t n = 0; n < nodes; ++n) {
        hopes[n] = static_cast<uint32_t>(heads[n + 1] - heads[n]);
        if (verdicts[n].value == Value::win || verdicts[n].value == Value::loss)
            note(static_cast<uint32_t>(n));
    }
    for (size_t level = 0; level < levels.size(); ++level)
        for (size_t i = 0; i < levels[level].size(); ++i) {
            const uint32_t node = levels[level][i];
            const Verdict after = after_move(verdicts[node]);
            for (uint64_t e = starts[node]; e < starts[node + 1]; ++e) {
                const uint32_t from = before[e];
                if (verdicts[from].value != Value::none) continue;
                if (after.value == Value::loss && --hopes[from] > 0) continue;
                verdicts[from] = after;
                note(from);
            }
        }
}

namespace {

template <class B>
class GraphOf final : public Graph {
public:
    GraphOf(const Board& board, uint64_t memory_limit, const Watch& watch)
        : variant_(board.variant()),
          tables_(variant_->tables<B>()),
          packing_(variant_->rules(), tables_, board.setup()),
          nodes_(packing_.words()),
          memory_limit_(memory_limit) {
        grow(*std::get<const Position<B>*>(board.position()), watch);
        decide(heads_, tails_, verdicts_);
        for (Verdict& verdict : verdicts_)
            if (verdict.value == Value::none) verdict = {Value::draw, -1};
        most_bytes_ = bytes_now() + 4 * tails_.size() + 12 * verdicts_.size();
        moves_ = tails_.size();
        tails_ = {};
        heads_ = {};
    }

    uint64_t size() const override { return nodes_.size(); }
    uint64_t moves() const override { return moves_; }
    uint64_t bytes() const override { return most_bytes_; }

    Verdict probe(const Board& board) const override {
        PackedWords words;
        packing_.pack(*std::get<const Position<B>*>(board.position()), words);
        const uint32_t node = nodes_.find(words.data());
        return node == NodeSet::kNone ? Verdict{} : verdicts_[node];
    }

    Reach counts() const override {
        Reach reach;
        reach.positions = nodes_.size();
        for (uint32_t n = 0; n < nodes_.size(); ++n) {
            const Verdict& verdict = verdicts_[n];
            if (verdict.value == Value::draw) ++reach.drawn;
            else ++(verdict.value == Value::win ? reach.won : reach.lost);
            if (verdict.distance > reach.longest) {
                reach.longest = verdict.distance;
                reach.longest_fen = fen(n);
            }
        }
        return reach;
    }

    std::string fen(uint64_t number) const override {
        return write_fen(variant_->rules(),
                         packing_.unpack(nodes_.words(static_cast<uint32_t>(number))));
    }
    Verdict verdict(uint64_t number) const override { return verdicts_[number]; }
    uint64_t first_difference(const Tablebase& tables) const override {
        Position<B> position(variant_->rules(), tables_);
        for (uint32_t node = 0; node < nodes_.size(); ++node) {
            position.set(packing_.unpack(nodes_.words(node)));
            if (tables.probe_position(&position) != verdicts_[node]) return node;
        }
        return nodes_.size();
    }

private:
    uint64_t bytes_now() const {
        return nodes_.bytes() + tails_.capacity() * 4 + heads_.capacity() * 8 +
               verdicts_.capacity() * sizeof(Verdict);
    }

    uint32_t number_of(const Position<B>& position) {
        PackedWords words;
        packing_.pack(position, words);
        bool is_new;
        return nodes_.add(words.data(), is_new);
    }

    void grow(const Position<B>& root, const Watch& watch) {
        Position<B> position = root;
        number_of(position);
        std::vector<Move> moves(tables_.max_moves + ListSink::kSlack);
        for (uint32_t node = 0; node < nodes_.size(); ++node) {
            if (node % 8192 == 0) check(node, watch);
            heads_.push_back(tails_.size());
            position.set(packing_.unpack(nodes_.words(node)));
            Verdict verdict;
            Move* const end = legal_moves<true>(position, moves.data(), Want::all);
            if (const auto over =
                    tables_.has_immediate_ends ? immediate_end(position) : std::optional<End>())
                verdict = {over->value, over->value == Value::draw ? -1 : 0};
            else if (end == moves.data()) {
                const Value value = no_moves_end(position, position.is_check()).value;
                verdict = {value, value == Value::draw ? -1 : 0};
            }
            verdicts_.push_back(verdict);
            for (Move* move = moves.data(); move != end; ++move) {
                Undo undo;
                position.make(*move, undo);
                tails_.push_back(number_of(position));
                position.unmake(*move, undo);
            }
        }
        heads_.push_back(tails_.size());
    }

    void check(uint32_t node, const Watch& watch) {
        if (watch && !watch(node, nodes_.size())) throw Stopped();
        // The edges are needed once more, the other way round.
        const uint64_t needed = bytes_now() + tails_.size() * 4 + nodes_.size() * 12;
        if (memory_limit_ && needed > memory_limit_)
            throw SolveError(text("graph: more than ", memory_limit_ >> 20, " MiB for ",
                                  nodes_.size(),
                                  " positions and no end, expected a smaller game "
                                  "or more memory"));
        if (nodes_.size() >= UINT32_MAX - 100'000)
            throw SolveError("graph: more than four thousand million positions, expected fewer");
    }

    std::shared_ptr<const Variant> variant_;
    const Tables<B>& tables_;
    Packing<B> packing_;
    NodeSet nodes_;
    uint64_t memory_limit_;
    uint64_t most_bytes_ = 0, moves_ = 0;
    std::vector<uint64_t> heads_;
    std::vector<uint32_t> tails_;
    std::vector<Verdict> verdicts_;
};

// By name: clang 14 forgets virtual functions that only a generic lambda asks for.
template class GraphOf<B64>;
template class GraphOf<B128>;
template class GraphOf<B256>;

}  // namespace

std::unique_ptr<Graph> Graph::make(const Board& board, uint64_t memory_limit, const Watch& watch) {
    check_history("graph", board.rules().values);
    return board.variant()->with_tables([&]<class B>(const Tables<B>&) -> std::unique_ptr<Graph> {
        return std::make_unique<GraphOf<B>>(board, memory_limit, watch);
    });
}

}  // namespace ferz
