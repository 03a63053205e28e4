// Proof-number search on an explicit graph.
#include "solve/proof.h"

#include <algorithm>

#include "base/error.h"
#include "board/legal.h"
#include "solve/graph.h"
#include "solve/history.h"
#include "solve/packing.h"

namespace ferz {
namespace {

constexpr uint32_t kInfinite = 1'000'000'000;

enum class Truth : uint8_t { open, yes, no };

template <class B>
class Prover {
public:
    Prover(const Board& board, const Tablebase* tables, const ProofLimits& limits,
           const Watch& watch)
        : variant_(board.variant()),
          tables_(variant_->tables<B>()),
          tablebase_(tables),
          packing_(variant_->rules(), tables_, board.setup()),
          positions_(packing_.words()),
          position_(*std::get<const Position<B>*>(board.position())),
          root_turn_(position_.turn()),
          limits_(limits),
          watch_(watch) {
        number_of(position_);
    }

    Proof run() {
        Proof proof;
        // First whether the side to move wins; where it cannot, whether the other side does.
        const Truth wins = ask(root_turn_);
        if (wins == Truth::yes) proof.value = proof.at_least = Value::win;
        if (wins == Truth::no) proof.at_most = Value::draw;
        if (wins != Truth::yes) {
            const Truth loses = ask(~root_turn_);
            if (loses == Truth::yes) proof.value = proof.at_most = Value::loss;
            if (loses == Truth::no) proof.at_least = Value::draw;
            if (wins == Truth::no && loses == Truth::no) proof.value = Value::draw;
        }
        proof.nodes = positions_.size();
        proof.bytes = bytes();
        return proof;
    }

private:
    struct Node {
        uint64_t first = 0;  // of its edges
        uint32_t edges = 0;
        uint32_t parents = UINT32_MAX;  // the first of a list
        uint32_t proof = 1, disproof = 1;
        Color turn = kWhite;
        bool is_expanded = false;
        Value end = Value::none;  // for the side to move, where it is decided by itself
        Truth truth = Truth::open;
    };
    struct Parent {
        uint32_t node, next;
    };

    uint32_t number_of(const Position<B>& position) {
        PackedWords words;
        packing_.pack(position, words);
        bool is_new;
        const uint32_t number = positions_.add(words.data(), is_new);
        if (is_new) {
            Node node;
            node.turn = position.turn();
            node.end = end_of(position);
            nodes_.push_back(node);
        }
        return number;
    }

    Value end_of(const Position<B>& position) {
        if (tables_.has_immediate_ends)
            if (const auto end = immediate_end(position)) return end->value;
        if (is_insufficient(position)) return Value::draw;
        if (tablebase_ == nullptr) return Value::none;
        return tablebase_->probe_position(&position).value;
    }

    // Whether a side can force a win, as far as the limits allow to tell.
    Truth ask(Color attacker) {
        attacker_ = attacker;
        for (uint32_t n = 0; n < nodes_.size(); ++n) begin(n);
        for (uint32_t n = static_cast<uint32_t>(nodes_.size()); n-- > 0;)
            if (nodes_[n].is_expanded) refresh(n);
        settle();
        uint64_t next_settle = std::max<uint64_t>(2 * positions_.size(), 4096);
        while (nodes_[0].truth == Truth::open && within_limits()) {
            const uint32_t leaf = most_proving();
            if (leaf == UINT32_MAX || positions_.size() > next_settle) {
                const bool is_stuck = leaf == UINT32_MAX;
                const bool is_news = settle();
                next_settle = 2 * positions_.size();
                if (nodes_[0].truth != Truth::open) break;
                // Nothing but loops on the way: any positions still open serve, and many at once,
                // since settling looks at the whole graph.
                if (is_stuck && !is_news) {
                    const std::vector<uint32_t> leaves = open_leaves(64 + nodes_.size() / 8);
                    if (leaves.empty()) break;
                    for (uint32_t each : leaves) {
                        if (nodes_[each].truth != Truth::open) continue;
                        expand(each);
                        spread(each);
                    }
                }
                continue;
            }
            expand(leaf);
            spread(leaf);
        }
        if (nodes_[0].truth == Truth::open) settle();
        return nodes_[0].truth;
    }

    void begin(uint32_t n) {
        Node& node = nodes_[n];
        node.truth = Truth::open;
        if (node.end != Value::none) {
            const Value wanted = node.turn == attacker_ ? Value::win : Value::loss;
            node.truth = node.end == wanted ? Truth::yes : Truth::no;
        }
        number(node, 1, 1);
    }

    void number(Node& node, uint32_t proof, uint32_t disproof) {
        if (node.truth == Truth::yes) proof = 0, disproof = kInfinite;
        if (node.truth == Truth::no) proof = kInfinite, disproof = 0;
        node.proof = proof;
        node.disproof = disproof;
    }

    void expand(uint32_t n) {
        position_.set(packing_.unpack(positions_.words(n)));
        std::vector<Move> moves(tables_.max_moves + ListSink::kSlack);
        Move* const last = legal_moves<true>(position_, moves.data(), Want::all);
        nodes_[n].is_expanded = true;
        nodes_[n].first = edges_.size();
        if (last == moves.data()) {
            nodes_[n].end = no_moves_end(position_, position_.is_check()).value;
            begin(n);
            return;
        }
        for (Move* move = moves.data(); move != last; ++move) {
            Undo undo;
            position_.make(*move, undo);
            const size_t before = nodes_.size();
            const uint32_t child = number_of(position_);
            position_.unmake(*move, undo);
            if (nodes_.size() > before) begin(child);
            edges_.push_back(child);
            parents_.push_back({n, nodes_[child].parents});
            nodes_[child].parents = static_cast<uint32_t>(parents_.size() - 1);
        }
        nodes_[n].edges = static_cast<uint32_t>(edges_.size() - nodes_[n].first);
    }

    // A node's truth and numbers from its children's; whether anything changed. The larger of the
    // numbers and a little for every other child, instead of their sum: positions are shared.
    bool refresh(uint32_t n) {
        Node& node = nodes_[n];
        if (node.truth != Truth::open || node.edges == 0) return false;
        const bool attacks = node.turn == attacker_;
        uint32_t least = kInfinite, most = 0, open = 0;
        bool is_any = false, is_all = true;
        for (uint64_t e = node.first; e < node.first + node.edges; ++e) {
            const Node& child = nodes_[edges_[e]];
            const Truth good = attacks ? Truth::yes : Truth::no;
            is_any |= child.truth == good;
            is_all &= child.truth == (attacks ? Truth::no : Truth::yes);
            least = std::min(least, attacks ? child.proof : child.disproof);
            if (child.truth != Truth::open) continue;
            ++open;
            most = std::max(most, attacks ? child.disproof : child.proof);
        }
        const uint32_t proof = node.proof, disproof = node.disproof;
        if (is_any) node.truth = attacks ? Truth::yes : Truth::no;
        else if (is_all) node.truth = attacks ? Truth::no : Truth::yes;
        const uint32_t spread = std::min(kInfinite / 2, most + (open ? open - 1 : 0));
        least = std::min(least, kInfinite / 2);
        number(node, attacks ? least : spread, attacks ? spread : least);
        return node.truth != Truth::open || node.proof != proof || node.disproof != disproof;
    }

    // Carries news to all whom it may concern. Decisions always travel; numbers, which may chase
    // each other round a loop, only so far.
    void spread(uint32_t start) {
        constexpr size_t kFar = 500;
        std::vector<uint32_t> todo{start};
        for (size_t i = 0; i < todo.size(); ++i) {
            const uint32_t n = todo[i];
            const bool was_open = nodes_[n].truth == Truth::open;
            const bool changed = refresh(n);
            const bool decided = nodes_[n].truth != Truth::open && (was_open || i == 0);
            if (!decided && (!changed || i > kFar)) continue;
            for (uint32_t p = nodes_[n].parents; p != UINT32_MAX; p = parents_[p].next)
                if (nodes_[parents_[p].node].truth == Truth::open) todo.push_back(parents_[p].node);
        }
    }

    uint32_t most_proving() {
        path_.clear();
        uint32_t n = 0;
        while (nodes_[n].is_expanded) {
            path_.push_back(n);
            on_path_.resize(nodes_.size(), false);
            on_path_[n] = true;
            const bool attacks = nodes_[n].turn == attacker_;
            uint32_t best = UINT32_MAX, least = UINT32_MAX;
            for (uint64_t e = nodes_[n].first; e < nodes_[n].first + nodes_[n].edges; ++e) {
                const Node& child = nodes_[edges_[e]];
                if (child.truth != Truth::open || on_path_[edges_[e]]) continue;
                const uint32_t number = attacks ? child.proof : child.disproof;
                if (number < least) {
                    least = number;
                    best = edges_[e];
                }
            }
            if (best == UINT32_MAX) {
                n = UINT32_MAX;
                break;
            }
            n = best;
        }
        for (uint32_t each : path_) on_path_[each] = false;
        return n;
    }

    // What holds for good: nodes from which the attacker can force a win, and those from which it
    // cannot even force one that is not looked at yet. Returns whether anything was news.
    bool settle() {
        bool is_news = false;
        for (bool hopeful : {false, true}) {
            std::vector<uint64_t> heads{0};
            std::vector<uint32_t> tails;
            std::vector<Verdict> verdicts(nodes_.size());
            for (size_t n = 0; n < nodes_.size(); ++n) {
                const Node& node = nodes_[n];
                const bool wins = node.truth == Truth::yes ||
                                  (hopeful && node.truth == Truth::open && !node.is_expanded);
                if (wins) verdicts[n] = {node.turn == attacker_ ? Value::win : Value::loss, 0};
                else if (node.truth == Truth::no) verdicts[n] = {Value::draw, -1};
                else if (node.is_expanded)
                    tails.insert(
                        tails.end(), edges_.begin() + static_cast<std::ptrdiff_t>(node.first),
                        edges_.begin() + static_cast<std::ptrdiff_t>(node.first + node.edges));
                heads.push_back(tails.size());
            }
            decide(heads, tails, verdicts);
            for (size_t n = 0; n < nodes_.size(); ++n) {
                Node& node = nodes_[n];
                if (node.truth != Truth::open) continue;
                const Value wanted = node.turn == attacker_ ? Value::win : Value::loss;
                const bool is_won = verdicts[n].value == wanted;
                if (is_won == hopeful) continue;
                if (hopeful && !node.is_expanded) continue;
                node.truth = is_won ? Truth::yes : Truth::no;
                number(node, 1, 1);
                is_news = true;
            }
        }
        if (is_news)
            for (uint32_t n = static_cast<uint32_t>(nodes_.size()); n-- > 0;)
                if (nodes_[n].is_expanded) refresh(n);
        return is_news;
    }

    // Open positions that are reached through open ones, nearest first.
    std::vector<uint32_t> open_leaves(size_t most) const {
        std::vector<bool> seen(nodes_.size());
        std::vector<uint32_t> todo{0}, found;
        seen[0] = true;
        for (size_t i = 0; i < todo.size() && found.size() < most; ++i) {
            const Node& node = nodes_[todo[i]];
            if (node.truth != Truth::open) continue;
            if (!node.is_expanded) found.push_back(todo[i]);
            for (uint64_t e = node.first; e < node.first + node.edges; ++e)
                if (!seen[edges_[e]]) {
                    seen[edges_[e]] = true;
                    todo.push_back(edges_[e]);
                }
        }
        return found;
    }

    uint64_t bytes() const {
        return positions_.bytes() + nodes_.capacity() * sizeof(Node) + edges_.capacity() * 4 +
               parents_.capacity() * sizeof(Parent);
    }

    bool within_limits() {
        if (limits_.nodes && positions_.size() >= limits_.nodes) return false;
        if (++steps_ % 256 != 0) return true;
        if (watch_ && !watch_(positions_.size(), limits_.nodes)) throw Stopped();
        // Settling takes a graph of its own.
        return (!limits_.memory || 2 * bytes() < limits_.memory) &&
               positions_.size() < UINT32_MAX / 2;
    }

    std::shared_ptr<const Variant> variant_;
    const Tables<B>& tables_;
    const Tablebase* tablebase_;
    Packing<B> packing_;
    NodeSet positions_;
    Position<B> position_;
    Color root_turn_, attacker_ = kWhite;
    ProofLimits limits_;
    const Watch& watch_;
    std::vector<Node> nodes_;
    std::vector<uint32_t> edges_;
    std::vector<Parent> parents_;
    std::vector<uint32_t> path_;
    std::vector<bool> on_path_;
    uint64_t steps_ = 0;
};

}  // namespace

Proof prove(const Board& board, const Tablebase* tables, const ProofLimits& limits,
            const Watch& watch) {
    check_history("proof", board.rules().values);
    return board.variant()->with_tables(
        [&]<class B>(const Tables<B>&) { return Prover<B>(board, tables, limits, watch).run(); });
}

}  // namespace ferz
