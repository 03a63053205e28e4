// The board: position, moves and everything asked of them.
#include "board.h"

#include "base/error.h"
#include "values.h"

namespace ferz {
namespace {

constexpr int kMaxDepth = 60;

nb::list to_list(const PyBoard& board, const MoveList& moves) {
    nb::list out;
    for (Move move : moves) out.append(PyMove::of(*board, move));
    return out;
}

PyMove push(PyBoard& board, Move move) {
    const PyMove out = PyMove::of(*board, move);
    board->push(move);
    return out;
}

// Finds a move among the pseudo-legal ones, for questions about moves that need not be legal.
std::optional<Move> pseudo_move(const PyBoard& board, const PyMove& wanted) {
    for (Move move : board->moves(Want::all, Legality::pseudo))
        if (PyMove::of(*board, move) == wanted) return move;
    return {};
}

bool is_legal(const PyBoard& board, const MoveText& wanted) {
    try {
        move_of(board, wanted);
        return true;
    } catch (const MoveError&) {
        return false;
    }
}

Move asked_move(const PyBoard& board, const MoveText& move) {
    if (const PyMove* made = std::get_if<PyMove>(&move))
        if (const auto found = pseudo_move(board, *made)) return *found;
    return move_of(board, move);
}

PyMove last_move(PyBoard& board, bool remove) {
    if (board->ply() == 0) throw nb::index_error("no move has been made");
    const Move move = board->pop();
    const PyMove out = PyMove::of(*board, move);
    if (!remove) board->push(move);
    return out;
}

nb::list move_stack(const PyBoard& board) {
    const auto replay = board->clone();
    std::vector<Move> moves;
    while (replay->ply() > 0) moves.push_back(replay->pop());
    nb::list out;
    for (size_t i = moves.size(); i-- > 0;) {
        out.append(PyMove::of(*replay, moves[i]));
        replay->push(moves[i]);
    }
    return out;
}

nb::dict piece_map(const PyBoard& board) {
    nb::dict out;
    for (int s = 0; s < board->rules().size.squares(); ++s)
        if (const auto piece = piece_at(*board, static_cast<Square>(s)))
            out[board.name(s).c_str()] = *piece;
    return out;
}

nb::dict hand(const PyBoard& board, bool is_white) {
    nb::dict out;
    for (size_t k = 0; k < board->rules().kinds.size(); ++k)
        if (const int count = board->hand(color_from(is_white), static_cast<int>(k)))
            out[std::string(1, board->rules().kinds[k].letter).c_str()] = count;
    return out;
}

std::vector<std::string> names(const PyBoard& board, const std::vector<Square>& squares) {
    std::vector<std::string> out;
    for (Square s : squares) out.push_back(board.name(s));
    return out;
}

std::vector<std::string> checkers(const PyBoard& board) {
    const Color us = board->turn();
    const int king = board->king(us);
    if (king < 0) return {};
    return names(board, board->attackers(~us, static_cast<Square>(king)));
}

std::vector<std::string> all_squares(const PyBoard& board) {
    std::vector<std::string> out;
    for (int s = 0; s < board->rules().size.squares(); ++s) out.push_back(board.name(s));
    return out;
}

std::string diagram(const PyBoard& board) {
    const Size& size = board->rules().size;
    std::string out;
    for (int y = size.ranks - 1; y >= 0; --y) {
        for (int x = 0; x < size.files; ++x) {
            const auto piece = piece_at(*board, size.square(x, y));
            out += (x ? " " : "") + (piece ? piece->symbol() : ".");
        }
        if (y) out += '\n';
    }
    return out;
}

nb::dict divide(PyBoard& board, int depth) {
    nb::dict out;
    if (depth < 1)
        throw nb::value_error(text("depth ", depth, ", expected 1 to ", kMaxDepth).c_str());
    for (Move move : board->moves(Want::all, Legality::legal)) {
        const std::string uci = write_uci(*board, move);
        board->push(move);
        uint64_t nodes = 0;
        {
            nb::gil_scoped_release release;
            nodes = board->perft(depth - 1, PerftMode::list);
        }
        board->pop();
        out[uci.c_str()] = nodes;
    }
    return out;
}

int checked_depth(int depth) {
    if (depth < 0 || depth > kMaxDepth)
        throw nb::value_error(text("depth ", depth, ", expected 0 to ", kMaxDepth).c_str());
    return depth;
}

// The board is copied, so that the count may run while Python goes on with the original.
template <class Count>
auto count_in_background(const PyBoard& board, int depth, Count count) {
    const auto copy = board->clone();
    checked_depth(depth);
    nb::gil_scoped_release release;
    return count(*copy);
}

void bind_position(nb::class_<PyBoard>& cls) {
    cls.def_prop_ro(
           "variant",
           [](const PyBoard& b) { return std::const_pointer_cast<Variant>(b->variant()); },
           "The game.")
        .def_prop_ro(
            "fen", [](const PyBoard& b) { return b->fen(); }, "The position as FEN.")
        .def_prop_ro(
            "board_fen", [](const PyBoard& b) { return write_board(b->rules(), b->setup()); },
            "The first field of the FEN, hands included.")
        .def_prop_ro(
            "compact", [](const PyBoard& b) { return write_compact(b->rules(), b->setup()); },
            "The position in compact notation. Raises FenError in games with hands.")
        .def_prop_ro(
            "turn", [](const PyBoard& b) { return b->turn() == kWhite; },
            "Who is to move: ferz.WHITE or ferz.BLACK.")
        .def_prop_ro(
            "fullmove_number", [](const PyBoard& b) { return b->fullmove(); },
            "The number of the next move.")
        .def_prop_ro(
            "halfmove_clock",
            [](const PyBoard& b) { return static_cast<int>(b->state().halfmove); },
            "Plies since the last capture, pawn move or drop.")
        .def_prop_ro(
            "ply", [](const PyBoard& b) { return b->ply(); },
            "How many moves have been made on this board.")
        .def_prop_ro(
            "ep_square",
            [](const PyBoard& b) {
                const Square s = b->state().en_passant;
                return s == kNoSquare ? std::nullopt : std::optional(b.name(s));
            },
            "Where a pawn can be taken en passant, or None.")
        .def_prop_ro(
            "castling", [](const PyBoard& b) { return write_castling(b->rules(), b->setup()); },
            "The castling rights as in FEN.")
        .def_prop_ro(
            "key", [](const PyBoard& b) { return b->state().key; }, "The hash key of the position.")
        .def_prop_ro("squares", &all_squares, "The names of all squares, a1 first.")
        .def(
            "piece_at",
            [](const PyBoard& b, std::string_view name) { return piece_at(*b, b.square(name)); },
            nb::arg("square"), "The piece on a square, or None.")
        .def(
            "attacks",
            [](const PyBoard& b, std::string_view square) {
                return names(b, b->attacks(b.square(square)));
            },
            nb::arg("square"),
            "The squares on which the piece on a square could take, whoever stands there.")
        .def("piece_map", &piece_map, nb::sig("def piece_map(self) -> dict[str, Piece]"),
             "All pieces by square.")
        .def("hand", &hand, nb::arg("color"),
             nb::sig("def hand(self, color: bool) -> dict[str, int]"),
             "The pieces in a side's hand: letter and count.")
        .def(
            "king",
            [](const PyBoard& b, bool is_white) {
                const int king = b->king(color_from(is_white));
                return king < 0 ? std::nullopt : std::optional(b.name(king));
            },
            nb::arg("color"), "The square of a side's royal piece, or None.")
        .def(
            "checks_remaining",
            [](const PyBoard& b, bool is_white) {
                return b->rules().values.check_counting
                           ? std::optional<int>(b->state().checks[color_from(is_white)])
                           : std::nullopt;
            },
            nb::arg("color"),
            "How many more checks win for a side, or None where they are not counted.")
        .def(
            "attackers",
            [](const PyBoard& b, bool is_white, std::string_view square) {
                return names(b, b->attackers(color_from(is_white), b.square(square)));
            },
            nb::arg("color"), nb::arg("square"),
            "The squares of a side's pieces that attack a square.")
        .def(
            "is_attacked_by",
            [](const PyBoard& b, bool is_white, std::string_view square) {
                return !b->attackers(color_from(is_white), b.square(square)).empty();
            },
            nb::arg("color"), nb::arg("square"), "Whether a side attacks a square.")
        .def_prop_ro(
            "is_check", [](const PyBoard& b) { return b->is_check(); },
            "Whether the side to move is in check.")
        .def_prop_ro("checkers", &checkers, "The squares of the pieces that give check.");
}

void bind_play(nb::class_<PyBoard>& cls) {
    cls.def_prop_ro(
           "legal_moves",
           [](const PyBoard& b) { return to_list(b, b->moves(Want::all, Legality::legal)); },
           nb::sig("def legal_moves(self) -> list[Move]"),
           "All legal moves; none once the game has ended by a rule such as a race.")
        .def_prop_ro(
            "legal_captures",
            [](const PyBoard& b) { return to_list(b, b->moves(Want::captures, Legality::legal)); },
            nb::sig("def legal_captures(self) -> list[Move]"),
            "The legal moves that take something, self-captures included.")
        .def_prop_ro(
            "pseudo_legal_moves",
            [](const PyBoard& b) { return to_list(b, b->moves(Want::all, Legality::pseudo)); },
            nb::sig("def pseudo_legal_moves(self) -> list[Move]"),
            "All moves that the pieces can make, whether or not they leave the king in check.")
        .def("is_legal", &is_legal, nb::arg("move"), "Whether a move is legal.")
        .def(
            "is_pseudo_legal",
            [](const PyBoard& b, const PyMove& m) { return pseudo_move(b, m).has_value(); },
            nb::arg("move"), "Whether the pieces can make a move.")
        .def(
            "is_capture",
            [](const PyBoard& b, const MoveText& m) { return b->is_capture(asked_move(b, m)); },
            nb::arg("move"), "Whether a move takes something, of either side.")
        .def(
            "is_self_capture",
            [](const PyBoard& b, const MoveText& m) {
                return b->is_self_capture(asked_move(b, m));
            },
            nb::arg("move"), "Whether a move takes a piece of its own side.")
        .def(
            "is_castling",
            [](const PyBoard& b, const MoveText& m) {
                return asked_move(b, m).is(MoveKind::castle);
            },
            nb::arg("move"), "Whether a move castles.")
        .def(
            "is_en_passant",
            [](const PyBoard& b, const MoveText& m) {
                return asked_move(b, m).is(MoveKind::en_passant);
            },
            nb::arg("move"), "Whether a move takes in passing.")
        .def(
            "gives_check",
            [](const PyBoard& b, const MoveText& m) {
                return b->threat_after(move_of(b, m)) != Threat::none;
            },
            nb::arg("move"), "Whether a legal move gives check.")
        .def(
            "push", [](PyBoard& b, const MoveText& m) { return push(b, move_of(b, m)); },
            nb::arg("move"),
            "Make a move, given as Move, UCI or SAN. Raises MoveError if it is not legal.")
        .def(
            "push_uci", [](PyBoard& b, std::string_view uci) { return push(b, read_uci(*b, uci)); },
            nb::arg("uci"), "Make a move given as UCI.")
        .def(
            "push_san", [](PyBoard& b, std::string_view san) { return push(b, read_san(*b, san)); },
            nb::arg("san"), "Make a move given as SAN.")
        .def(
            "pop", [](PyBoard& b) { return last_move(b, true); },
            "Take the last move back. Raises IndexError if there is none.")
        .def(
            "peek", [](PyBoard& b) { return last_move(b, false); },
            "The last move. Raises IndexError if there is none.")
        .def_prop_ro("move_stack", &move_stack, nb::sig("def move_stack(self) -> list[Move]"),
                     "The moves made on this board.")
        .def(
            "parse_uci",
            [](const PyBoard& b, std::string_view uci) {
                return PyMove::of(*b, read_uci(*b, uci));
            },
            nb::arg("uci"), "The legal move that a UCI text names. Raises MoveError.")
        .def(
            "parse_san",
            [](const PyBoard& b, std::string_view san) {
                return PyMove::of(*b, read_san(*b, san));
            },
            nb::arg("san"), "The legal move that a SAN text names. Raises MoveError.")
        .def(
            "san", [](const PyBoard& b, const MoveText& m) { return write_san(*b, move_of(b, m)); },
            nb::arg("move"), "A legal move in SAN.")
        .def(
            "uci", [](const PyBoard& b, const MoveText& m) { return write_uci(*b, move_of(b, m)); },
            nb::arg("move"), "A legal move in UCI.");
}

void bind_end(nb::class_<PyBoard>& cls) {
    const auto ended_by = [](const PyBoard& b, Reason reason) {
        const auto end = b->end();
        return end && end->reason == reason;
    };
    cls.def_prop_ro(
           "outcome", [](const PyBoard& b) { return outcome_of(*b); },
           "How the game ended, or None.")
        .def_prop_ro(
            "is_game_over", [](const PyBoard& b) { return b->end().has_value(); },
            "Whether the game has ended.")
        .def_prop_ro(
            "is_checkmate", [ended_by](const PyBoard& b) { return ended_by(b, Reason::checkmate); },
            "Whether the side to move is checkmated.")
        .def_prop_ro(
            "is_stalemate",
            [ended_by](const PyBoard& b) {
                return ended_by(b, Reason::stalemate) || ended_by(b, Reason::piece_count);
            },
            "Whether the side to move has no legal move and is not in check.")
        .def_prop_ro(
            "is_insufficient_material",
            [](const PyBoard& b) { return b->is_insufficient_material(); },
            "Whether certainly nobody can win any more.")
        .def(
            "is_repetition", [](const PyBoard& b, int count) { return b->repetitions() >= count; },
            nb::arg("count") = 3, "Whether the position has occurred so many times.")
        .def(
            "result",
            [](const PyBoard& b) {
                const auto outcome = outcome_of(*b);
                return outcome ? outcome->result() : std::string("*");
            },
            "'1-0', '0-1', '1/2-1/2', or '*' while the game goes on.");
}

}  // namespace

void bind_board(nb::module_& module) {
    nb::class_<PyBoard> cls(module, "Board", "A position of a game and the moves that led to it.");
    cls.def(
           "__init__",
           [](PyBoard* self, std::shared_ptr<Variant> variant,
              const std::optional<std::string>& fen) {
               new (self) PyBoard(std::move(variant), fen);
           },
           nb::arg("variant"), nb::arg("fen") = nb::none(),
           "A board of a game, at its start or as the FEN says. Raises FenError.")
        .def(nb::init<const PyBoard&>(), nb::arg("other"), "A copy of a board, with its moves.")
        .def_static(
            "from_compact",
            [](std::shared_ptr<Variant> variant, std::string_view compact) {
                const Setup setup = read_compact(variant->rules(), compact);
                return PyBoard(Board::make(variant, setup));
            },
            nb::arg("variant"), nb::arg("compact"),
            "A board set up by compact notation. Raises FenError.")
        .def(
            "copy", [](const PyBoard& b) { return PyBoard(b); }, "A copy, with its moves.")
        .def(
            "set_fen", [](PyBoard& b, std::string_view fen) { b->set(read_fen(b->rules(), fen)); },
            nb::arg("fen"),
            "Begin anew from a position. Raises FenError and leaves the board as it was.")
        .def(
            "reset", [](PyBoard& b) { b->set(read_fen(b->rules(), b->variant()->start_fen())); },
            "Begin anew from the start.")
        .def(
            "__eq__",
            [](const PyBoard& b, nb::handle other) {
                if (!nb::isinstance<PyBoard>(other)) return false;
                const auto& o = nb::cast<const PyBoard&>(other);
                return b->variant()->canonical() == o->variant()->canonical() &&
                       b->fen() == o->fen();
            },
            nb::arg("other").none(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__",
             [](const PyBoard&) -> Py_hash_t {
                 throw nb::type_error("unhashable type: 'Board', which changes; use its fen");
             })
        .def("__str__", &diagram)
        .def("__repr__",
             [](const PyBoard& b) { return "Board('" + b->rules().id + "', '" + b->fen() + "')"; });
    bind_position(cls);
    bind_play(cls);
    bind_end(cls);

    nb::class_<PerftCounts>(module, "PerftCounts", "What the last moves of all lines are.")
#define COUNT(name) .def_ro(#name, &PerftCounts::name)
        COUNT(nodes) COUNT(captures) COUNT(self_captures) COUNT(en_passant) COUNT(castles)
            COUNT(promotions) COUNT(drops) COUNT(checks) COUNT(mates)
#undef COUNT
                ;
    module.def(
        "perft",
        [](const PyBoard& b, int depth) {
            return count_in_background(
                b, depth, [&](const Board& copy) { return copy.perft(depth, PerftMode::list); });
        },
        nb::arg("board"), nb::arg("depth"), "How many lines of so many moves there are.");
    module.def(
        "perft_count",
        [](const PyBoard& b, int depth) {
            return count_in_background(
                b, depth, [&](const Board& copy) { return copy.perft(depth, PerftMode::count); });
        },
        nb::arg("board"), nb::arg("depth"),
        "The same number, with the last moves counted but not listed.");
    module.def(
        "perft_breakdown",
        [](const PyBoard& b, int depth) {
            return count_in_background(
                b, depth, [&](const Board& copy) { return copy.perft_breakdown(depth); });
        },
        nb::arg("board"), nb::arg("depth"), "The lines by what their last move is.");
    module.def(
        "perft_divide",
        [](const PyBoard& b, int depth) {
            PyBoard copy(b);
            return divide(copy, checked_depth(depth));
        },
        nb::arg("board"), nb::arg("depth"),
        nb::sig("def perft_divide(board: Board, depth: int) -> dict[str, int]"),
        "The lines by first move.");
}

}  // namespace ferz
