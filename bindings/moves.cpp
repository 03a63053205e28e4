// Moves, pieces and outcomes as Python values.
#include "moves.h"

#include "base/error.h"
#include "base/text.h"
#include "bindings.h"
#include "values.h"

namespace ferz {

PyMove PyMove::of(const Board& board, Move move) {
    const Rules& rules = board.rules();
    const bool onto_rook = move.is(MoveKind::castle) && rules.castles_onto_rook[move.piece() & 1];
    const Square to = onto_rook ? board.castling_rook(move) : move.to();
    PyMove out;
    out.to_file = static_cast<uint8_t>(rules.size.file(to));
    out.to_rank = static_cast<uint8_t>(rules.size.rank(to));
    if (move.is(MoveKind::drop)) {
        out.drop = rules.kinds[move.piece()].letter;
    } else {
        out.from_file = static_cast<uint8_t>(rules.size.file(move.from()));
        out.from_rank = static_cast<uint8_t>(rules.size.rank(move.from()));
    }
    if (move.is(MoveKind::promotion)) out.promotion = rules.kinds[move.piece()].letter;
    out.marks_capture = looks_like_castling(board, move);
    out.move = move;
    return out;
}

PyMove PyMove::read(std::string_view uci) {
    const Size whole{kMaxSide, kMaxSide};
    const auto fail = [&]() -> MoveError {
        return MoveError(text("move ", quoted(uci),
                              ": cannot be read, expected a form such as e2e4, e7e8q or N@f3"));
    };
    PyMove out;
    std::string_view rest = uci;
    if (const size_t at = rest.find('@'); at != std::string_view::npos) {
        if (at != 1 || !is_letter(rest[0])) throw fail();
        out.drop = to_lower(rest[0]);
        rest.remove_prefix(2);
    } else {
        const auto from = take_square(whole, rest);
        if (!from) throw fail();
        out.from_file = static_cast<uint8_t>(whole.file(*from));
        out.from_rank = static_cast<uint8_t>(whole.rank(*from));
    }
    const auto to = take_square(whole, rest);
    if (!to) throw fail();
    out.to_file = static_cast<uint8_t>(whole.file(*to));
    out.to_rank = static_cast<uint8_t>(whole.rank(*to));
    if (rest == "x" && !out.drop) out.marks_capture = true;
    else if (rest.size() == 1 && is_letter(rest[0]) && !out.drop) out.promotion = to_lower(rest[0]);
    else if (!rest.empty()) throw fail();
    return out;
}

PyMove PyMove::unpickled(std::string_view uci, std::optional<uint32_t> bits) {
    PyMove out = read(uci);
    if (bits) out.move = Move(*bits);
    // The text does not tell a promotion to a piece with the letter x from the mark.
    if (out.is(MoveKind::promotion) && out.marks_capture) {
        out.promotion = 'x';
        out.marks_capture = false;
    }
    return out;
}

std::string PyMove::uci() const {
    std::string out = drop ? std::string{to_upper(drop), '@'} : square_name(from_file, from_rank);
    out += square_name(to_file, to_rank);
    if (suffix()) out += suffix();
    return out;
}

size_t PyMove::hash() const {
    const uint64_t squares = from_file | from_rank << 4 | to_file << 8 | to_rank << 12;
    return static_cast<size_t>(
        mixed(squares | static_cast<uint64_t>(suffix()) << 32 | static_cast<uint64_t>(drop) << 40));
}

Move legal_move(const Board& board, const PyMove& move) {
    if (move.move)
        for (Move legal : board.moves(Want::all, Legality::legal))
            if (legal == *move.move && PyMove::of(board, legal) == move) return legal;
    return read_uci(board, move.uci());
}

namespace {

std::optional<std::string> letter(char c) {
    return c ? std::optional(std::string(1, c)) : std::nullopt;
}

}  // namespace

void bind_moves(nb::module_& module) {
    nb::class_<PyMove>(module, "Move", "A move. Two moves are equal if their UCI texts are.")
        .def_static("from_uci", &PyMove::read, nb::arg("uci"),
                    "Read a UCI text; whether it is legal only a board can tell.")
        .def_prop_ro(
            "from_square",
            [](const PyMove& m) {
                return m.drop ? std::nullopt : std::optional(square_name(m.from_file, m.from_rank));
            },
            "Where the piece comes from; None for a drop.")
        .def_prop_ro(
            "to_square", [](const PyMove& m) { return square_name(m.to_file, m.to_rank); },
            "Where the piece goes.")
        .def_prop_ro(
            "promotion", [](const PyMove& m) { return letter(m.promotion); },
            "The letter of the piece promoted to, or None.")
        .def_prop_ro(
            "drop", [](const PyMove& m) { return letter(m.drop); },
            "The letter of the piece dropped, or None.")
        .def_prop_ro(
            "is_drop", [](const PyMove& m) { return m.drop != 0; },
            "Whether a piece is dropped from the hand.")
        .def_prop_ro(
            "is_castling", [](const PyMove& m) { return m.is(MoveKind::castle); },
            "Whether it castles; known for moves that a board gave.")
        .def_prop_ro(
            "is_en_passant", [](const PyMove& m) { return m.is(MoveKind::en_passant); },
            "Whether it takes in passing; known for moves that a board gave.")
        .def_prop_ro(
            "is_double_step", [](const PyMove& m) { return m.is(MoveKind::double_step); },
            "Whether it is a double step; known for moves that a board gave.")
        .def("uci", &PyMove::uci, "The move as UCI writes it.")
        .def("__str__", &PyMove::uci)
        .def("__repr__", [](const PyMove& m) { return "Move('" + m.uci() + "')"; })
        .def(
            "__eq__",
            [](const PyMove& m, nb::handle other) {
                return nb::isinstance<PyMove>(other) && m == nb::cast<const PyMove&>(other);
            },
            nb::arg("other").none(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__getstate__",
             [](const PyMove& m) {
                 return std::tuple(m.uci(), m.move ? std::optional(m.move->bits()) : std::nullopt);
             })
        .def("__setstate__",
             [](PyMove& m, const std::tuple<std::string, std::optional<uint32_t>>& state) {
                 new (&m) PyMove(PyMove::unpickled(std::get<0>(state), std::get<1>(state)));
             })
        .def("__hash__", [](const PyMove& m) { return static_cast<Py_hash_t>(m.hash() >> 1); });

    nb::class_<PyPiece>(module, "Piece", "A piece on a square.")
        .def_ro("letter", &PyPiece::letter, "Its letter, lower case.")
        .def_ro("color", &PyPiece::is_white, "ferz.WHITE or ferz.BLACK.")
        .def_ro("name", &PyPiece::name, "The name of its kind.")
        .def_ro("promoted", &PyPiece::promoted, "Whether it goes to a hand as a pawn.")
        .def("symbol", &PyPiece::symbol, "Its letter in FEN: upper case for White.")
        .def("__str__", &PyPiece::symbol)
        .def("__repr__", [](const PyPiece& p) { return "Piece('" + p.symbol() + "')"; })
        .def(
            "__eq__",
            [](const PyPiece& p, nb::handle other) {
                return nb::isinstance<PyPiece>(other) && p == nb::cast<const PyPiece&>(other);
            },
            nb::arg("other").none(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__getstate__",
             [](const PyPiece& p) { return std::tuple(p.letter, p.is_white, p.name, p.promoted); })
        .def("__setstate__",
             [](PyPiece& p, const std::tuple<std::string, bool, std::string, bool>& state) {
                 new (&p) PyPiece{std::get<0>(state), std::get<1>(state), std::get<2>(state),
                                  std::get<3>(state)};
             })
        .def("__hash__", [](const PyPiece& p) {
            return static_cast<Py_hash_t>(p.letter[0] * 4 + p.is_white * 2 + p.promoted);
        });

    nb::class_<PyOutcome>(module, "Outcome", "How a game ended.")
        .def_ro("winner", &PyOutcome::winner, "ferz.WHITE, ferz.BLACK, or None for a draw.")
        .def_ro("reason", &PyOutcome::reason, "Why: 'checkmate', 'stalemate', 'n_fold' and so on.")
        .def("result", &PyOutcome::result, "'1-0', '0-1' or '1/2-1/2'.")
        .def("__repr__",
             [](const PyOutcome& o) { return "Outcome('" + o.result() + "', '" + o.reason + "')"; })
        .def(
            "__eq__",
            [](const PyOutcome& o, nb::handle other) {
                return nb::isinstance<PyOutcome>(other) && o == nb::cast<const PyOutcome&>(other);
            },
            nb::arg("other").none(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__getstate__", [](const PyOutcome& o) { return std::tuple(o.winner, o.reason); })
        .def("__setstate__",
             [](PyOutcome& o, const std::tuple<std::optional<bool>, std::string>& state) {
                 new (&o) PyOutcome{std::get<0>(state), std::get<1>(state)};
             })
        .def("__hash__", [](const PyOutcome& o) {
            return static_cast<Py_hash_t>(std::hash<std::string>()(o.result() + o.reason) >> 1);
        });
}

}  // namespace ferz
