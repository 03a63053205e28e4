// The core's own test, without Python: every position of the .perft files and a random game of each
// variant, at every node the promises that a count alone does not show; games of the engine; and
// small games solved in three ways. Usage: core_test RULES_FOLDER PERFT_FOLDER [MAX_NODES]
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "board/board.h"
#include "board/check_seeker.h"
#include "board/legal.h"
#include "clock_test.h"
#include "eval/evaluate.h"
#include "eval/see.h"
#include "exchange_referee.h"
#include "games.h"
#include "search/engine.h"
#include "search/order.h"
#include "solve/graph.h"
#include "solve/proof.h"
#include "solve/tablebase.h"

namespace ferz {
namespace {

struct Case {
    std::string id, game = "chess", fen;
    std::vector<std::pair<int, uint64_t>> counts;
};

std::vector<Case> read_cases(const std::filesystem::path& folder) {
    std::vector<Case> cases;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".perft") continue;
        for (const std::string& line : split(file_text(entry.path()), '\n')) {
            const std::vector<std::string> word = words(line);
            if (word.empty() || word[0][0] == '#') continue;
            if (word[0] == "id") cases.push_back({line.substr(3), "chess", "", {}});
            if (cases.empty()) continue;
            if (word[0] == "variant") cases.back().game = word[1];
            if (word[0] == "epd") cases.back().fen = line.substr(4);
            if (word[0] == "perft" && word.size() == 3)
                cases.back().counts.emplace_back(std::stoi(word[1]), std::stoull(word[2]));
        }
    }
    return cases;
}

void require(bool holds, const Board& board, const char* what) {
    if (holds) return;
    std::printf("FAILED: %s in %s\n", what, board.fen().c_str());
    std::exit(1);
}

// Values with many ties, and pieces that are worth something else in hand.
PieceValues uneven_values(const Rules& rules) {
    PieceValues values;
    for (int k = 0; k < static_cast<int>(rules.kinds.size()); ++k) {
        values.board[k] = k == rules.royal ? 0 : 100 * (1 + k % 3);
        values.hand[k] = k == rules.royal ? 0 : 70 * (1 + k % 4);
    }
    return values;
}

// Exchange values of all moves, exact and by threshold, against the referee.
void check_exchanges(const Board& board, const MoveList& moves,
                     const std::vector<PieceValues>& several_values) {
    for (const PieceValues& values : several_values)
        std::visit(
            [&]<class B>(const Position<B>* position) {
                const ExchangeValues prepared(board.rules(), values);
                ExchangeReferee<B> referee(*position, values);
                for (Move move : moves) {
                    const int value = see(*position, move, prepared);
                    require(value == referee.value(move), board, "see equals the referee");
                    for (int threshold : {value - 300, value - 1, value, value + 1, value + 300})
                        require(
                            see_ge(*position, move, threshold, prepared) == (value >= threshold),
                            board, "see_ge tells what see does");
                }
            },
            board.position());
}

bool has_doubles(MoveList moves) {
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
    return std::adjacent_find(moves.begin(), moves.end()) != moves.end();
}

// What the search asks of moves that it has not made, or not from this position.
template <bool kExotic, class B>
void check_single_moves(const Board& board, const Position<B>& position, const MoveList& moves) {
    const CheckSeeker<B> seeker(position);
    Checks<B> checks;
    find_checks<kExotic>(position, checks);
    MoveList room(position.tables().max_moves + ListSink::kSlack);
    for (Move move : moves) {
        require(seeker.gives_check(move) == gives_check(position, move), board,
                "the seeker finds checks");
        require(is_legal<kExotic>(position, checks, move, room.data()), board,
                "a legal move is found by its piece");
    }
    const auto all_checks = [&](Move move) {
        return !is_capture(position, move) && !move.is(MoveKind::castle) &&
               !move.is(MoveKind::promotion) && gives_check(position, move);
    };
    Move* const end = quiet_checks<kExotic>(position, checks, room.data(), KeptTargets<B>());
    require(
        std::count_if(room.data(), end, all_checks) ==
                std::count_if(moves.begin(), moves.end(), all_checks) &&
            std::all_of(room.data(), end, [&](Move move) { return gives_check(position, move); }) &&
            !has_doubles(MoveList(room.data(), end)),
        board, "quiet checks are found by where they are given");
    const auto is_judged = [&](Move move) {
        return is_legal<kExotic>(position, checks, move, room.data()) ==
               (std::find(moves.begin(), moves.end(), move) != moves.end());
    };
    for (Move move : board.moves(Want::all, Legality::pseudo))
        require(is_judged(move), board, "an illegal move is not found by its piece");
    // A table's move may come from any position.
    Random random(board.state().key);
    const auto square = [&] {
        return static_cast<Square>(random.next() % position.tables().squares);
    };
    for (int i = 0; i < 32; ++i)
        require(is_judged(Move(square(), square())), board, "a stray move is judged");
}

// Quiet moves and checks by what the captures kept are the same moves, in the same order.
template <bool kExotic, class B>
void check_kept_targets(const Board& board, const Position<B>& position) {
    Checks<B> checks;
    find_checks<kExotic>(position, checks);
    MoveList room(position.tables().max_moves + ListSink::kSlack);
    const auto written = [&](Move* end) { return MoveList(room.data(), end); };
    KeptTargets<B> kept;
    require(written(legal_captures<kExotic>(position, checks, room.data(), kept)) ==
                written(legal_moves<kExotic>(position, checks, room.data(), Want::captures)),
            board, "who keeps targets finds all captures");
    require(written(legal_quiets<kExotic>(position, checks, room.data(), kept)) ==
                written(legal_moves<kExotic>(position, checks, room.data(), Want::quiets)),
            board, "kept targets give all quiet moves");
    require(written(quiet_checks<kExotic>(position, checks, room.data(), kept)) ==
                written(quiet_checks<kExotic>(position, checks, room.data(), KeptTargets<B>())),
            board, "kept targets give all quiet checks");
}

// Counts like perft, and checks the promises at every node on the way.
uint64_t checked_perft(Board& board, int depth, const std::vector<PieceValues>& values) {
    const MoveList moves = board.moves(Want::all, Legality::legal);
    const MoveList captures = board.moves(Want::captures, Legality::legal);
    require(board.state().key == board.full_key(), board,
            "the incremental key equals the full one");
    require(board.has_legal_move() == !moves.empty(), board,
            "any legal move equals count over zero");
    require(board.perft(1, PerftMode::count) == moves.size(), board, "the counter equals the list");
    require(static_cast<size_t>(std::count_if(moves.begin(), moves.end(),
                                              [&](Move m) { return board.is_capture(m); })) ==
                captures.size(),
            board, "captures are the moves that capture");
    check_exchanges(board, moves, values);
    std::visit(
        [&]<class B>(const Position<B>* position) {
            const auto check = [&]<bool kExotic>() {
                check_single_moves<kExotic>(board, *position, moves);
                check_kept_targets<kExotic>(board, *position);
            };
            if (board.variant()->is_exotic()) check.template operator()<true>();
            else check.template operator()<false>();
        },
        board.position());
    uint64_t nodes = 0;
    const std::string fen = board.fen();
    for (Move move : moves) {
        const Threat threat = board.threat_after(move);
        require(read_uci(board, write_uci(board, move)) == move, board,
                "a move is read as it was written");
        board.push(move);
        require((threat != Threat::none) == board.is_check(), board, "gives check equals in check");
        nodes += depth > 1 ? checked_perft(board, depth - 1, values) : 1;
        board.pop();
    }
    require(board.fen() == fen, board, "unmaking restores the position");
    return nodes;
}

std::vector<PieceValues> values_of(const Rules& rules) {
    return {automatic_values(rules), uneven_values(rules)};
}

// What stands where, kept up by each move, is what it would be if it were found anew; and pawns
// that are remembered are worth what they were.
void check_evaluation(const Board& board) {
    const MoveList moves = board.moves(Want::all, Legality::legal);
    std::visit(
        [&]<class B>(const Position<B>* position) {
            const Evaluator<B> evaluator(*board.variant(), Weights(*board.variant()));
            Position<B> changed = *position;
            const Standing before = evaluator.standing(changed);
            const QuickEval quick = evaluator.quick(changed, before);
            PawnCache<B> pawns;
            const int value = evaluator.evaluate(changed, quick, pawns);
            require(std::abs(value) <= kMaxEval, board, "an evaluation keeps its bounds");
            require(evaluator.evaluate(changed, quick, pawns) == value, board,
                    "pawns are remembered");
            for (Move move : moves) {
                const Standing after = evaluator.standing_after(changed, move, before);
                Undo undo;
                changed.make(move, undo);
                const Standing anew = evaluator.standing(changed);
                require(after.sum == anew.sum && after.material == anew.material, board,
                        "what stands where is kept up");
                changed.unmake(move, undo);
            }
        },
        board.position());
}

// The same promises along a game of random moves, where more is attacked and defended.
void check_walk(const std::shared_ptr<const Variant>& variant, int plies) {
    const auto board = Board::make(variant, read_fen(variant->rules(), variant->start_fen()));
    const std::vector<PieceValues> values = values_of(variant->rules());
    Random random(1);
    for (int ply = 0; ply < plies && !board->end(); ++ply) {
        checked_perft(*board, 1, values);
        check_evaluation(*board);
        const MoveList moves = board->moves(Want::all, Legality::legal);
        board->push(moves[random.next() % moves.size()]);
    }
}

// The engine plays, and now and then chance does: whatever line it tells can be played.
void check_engine(const std::shared_ptr<const Variant>& variant, int plies) {
    const auto board = Board::make(variant, read_fen(variant->rules(), variant->start_fen()));
    Engine engine(variant, Weights(*variant), SearchParams(), 1, 1);
    Limits limits;
    limits.nodes = 1000;
    limits.multipv = 2;
    Random random(1);
    for (int ply = 0; ply < plies && !board->end(); ++ply) {
        const MoveList moves = board->moves(Want::all, Legality::legal);
        const SearchResult found = engine.search(*board, limits, nullptr);
        require(found.lines.size() == std::min<size_t>(2, moves.size()), *board,
                "the engine tells as many lines as it should");
        for (const Variation& line : found.lines) {
            int played = 0;
            for (Move move : line.moves) {
                const MoveList legal = board->moves(Want::all, Legality::legal);
                require(std::find(legal.begin(), legal.end(), move) != legal.end(), *board,
                        "the engine's lines are legal");
                board->push(move);
                ++played;
            }
            require(played > 0, *board, "a line has moves");
            for (; played > 0; --played) board->pop();
        }
        board->push(random.next() % 3 ? *found.move : moves[random.next() % moves.size()]);
    }
}

// The first of the best is found, however many there are and whatever their scores.
bool finds_the_best() {
    Random random(1);
    for (size_t count = 1; count <= 40; ++count)
        for (int range : {1, 3, 1000}) {
            std::vector<ScoredMove> moves(count);
            for (ScoredMove& each : moves)
                each = {Move(static_cast<uint32_t>(random.next())),
                        static_cast<int>(random.next() % range) * (INT_MAX / range) - INT_MAX / 2};
            const auto best = std::max_element(
                moves.begin(), moves.end(),
                [](const ScoredMove& a, const ScoredMove& b) { return a.score < b.score; });
            if (best_of(moves.data(), static_cast<ptrdiff_t>(count)) != best - moves.begin())
                return false;
        }
    return true;
}

// Tables and the graph of a small game agree on all that play can reach.
void check_solvers(const std::shared_ptr<const Variant>& variant) {
    const auto board = Board::make(variant, read_fen(variant->rules(), variant->start_fen()));
    const auto silent = [](const std::string&) { return Watch(); };
    const auto tables = Tablebase::make(variant, "test");
    tables->plan(*board);
    const int stages = static_cast<int>(tables->stages().size());
    for (int stage = 0; stage < stages; ++stage) {
        tables->solve(stage, 2, 0, silent);
        tables->verify(stage, 2, silent);
    }
    const auto graph = Graph::make(*board, 0, nullptr);
    require(graph->first_difference(*tables) == graph->size(), *board, "the solvers agree");
    const Reach reached = tables->reach(*board, 2, silent), counted = graph->counts();
    require(reached.positions == counted.positions && reached.longest == counted.longest, *board,
            "the solvers count alike");
    require(prove(*board, nullptr, {}, nullptr).value == graph->probe(*board).value, *board,
            "a proof says what the graph says");
}

}  // namespace
}  // namespace ferz

int main(int argc, char** argv) {
    using namespace ferz;
    if (argc < 3) return std::printf("usage: core_test RULES_FOLDER PERFT_FOLDER [MAX_NODES]\n"), 2;
    const uint64_t most = argc > 3 ? std::stoull(argv[3]) : 100000;
    const auto games = read_games(argv[1]);
    for (const auto& [name, settings] : games) {
        const auto variant = Variant::make(settings);
        check_walk(variant, 80);
        check_engine(variant, 12);
    }
    for (const char* name : {"1d-6", "1d-7", "1d-8", "1d-9", "octopawn"})
        check_solvers(Variant::make(games.at(name)));
    int passed = 0, failed = 0;
    (finds_the_best() ? passed : failed) += 1;
    if (failed) std::printf("FAILED: the first of the best is found\n");
    const int broken = check_clock(Variant::make(games.at("chess")));
    (broken ? failed : passed) += std::max(1, broken);
    for (const Case& test : read_cases(argv[2])) {
        if (!games.contains(test.game)) {
            std::printf("FAILED: %s: no settings of %s\n", test.id.c_str(), test.game.c_str());
            ++failed;
            continue;
        }
        const auto variant = Variant::make(games.at(test.game));
        const auto board = Board::make(variant, read_fen(variant->rules(), test.fen));
        const std::vector<PieceValues> values = values_of(variant->rules());
        check_evaluation(*board);
        for (const auto& [depth, nodes] : test.counts) {
            if (nodes > most) continue;
            const uint64_t found = checked_perft(*board, depth, values);
            (found == nodes ? passed : failed) += 1;
            if (found != nodes)
                std::printf("FAILED: %s depth %d: found %llu, expected %llu\n", test.id.c_str(),
                            depth, static_cast<unsigned long long>(found),
                            static_cast<unsigned long long>(nodes));
        }
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}
