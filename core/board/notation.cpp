// Moves as text: UCI and SAN, written and read by what is legal in the position.
#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "board/board.h"

namespace ferz {
namespace {

constexpr size_t kMaxMove = 32;

MoveList legal_moves(const Board& board) {
    return board.moves(Want::all, Legality::legal);
}

int mover_kind(const Board& board, Move move) {
    return move.is(MoveKind::drop) ? move.piece() : kind_of(board.at(move.from()));
}

bool is_letterless(const Rules& rules, int kind) {
    return rules.kinds[kind].letter == 'p' && (rules.pawns >> kind & 1);
}

char upper_letter(const Rules& rules, int kind) {
    return to_upper(rules.kinds[kind].letter);
}

}  // namespace

bool looks_like_castling(const Board& board, Move move) {
    if (!board.state().castling || !board.is_self_capture(move)) return false;
    const Setup setup = board.setup();
    const Color us = board.turn();
    if (setup.castling_king[us] != move.from()) return false;
    for (int side : {0, 1})
        if (board.rules().castles_onto_rook[side] &&
            setup.castling_rook[2 * us + side] == move.to())
            return true;
    return false;
}

namespace {

// A move as its text names it.
struct Named {
    int from = -1, to = -1;
    int drop = -1, promotion = -1;
    bool marks_capture = false;  // the trailing x of a self-capture that looks like castling
};

bool names(const Board& board, const Named& named, Move move, bool other_castling) {
    if (move.is(MoveKind::drop))
        return named.drop == move.piece() && named.to == move.to() && named.from < 0;
    if (named.from != move.from() || named.drop >= 0) return false;
    const int promotion = move.is(MoveKind::promotion) ? move.piece() : -1;
    if (promotion != named.promotion) return false;
    if (!move.is(MoveKind::castle))
        return named.to == move.to() && named.marks_capture == looks_like_castling(board, move);
    const bool onto_rook = board.rules().castles_onto_rook[move.piece() & 1] != other_castling;
    return !named.marks_capture && named.to == (onto_rook ? board.castling_rook(move) : move.to());
}

std::optional<Named> parse_uci(const Board& board, std::string_view uci) {
    const Rules& rules = board.rules();
    Named named;
    if (const size_t at = uci.find('@'); at != std::string_view::npos) {
        const auto to = read_square(rules.size, uci.substr(at + 1));
        const int kind = at == 0   ? (rules.pawns ? std::countr_zero(rules.pawns) : -1)
                         : at == 1 ? rules.kind_of_letter(to_lower(uci[0]))
                                   : -1;
        if (!to || kind < 0) return {};
        named.to = *to;
        named.drop = kind;
        return named;
    }
    const auto from = take_square(rules.size, uci);
    const auto to = from ? take_square(rules.size, uci) : std::nullopt;
    if (!to) return {};
    named.from = *from;
    named.to = *to;
    if (uci == "x") {
        named.marks_capture = true;
    } else if (!uci.empty()) {
        named.promotion = uci.size() == 1 ? rules.kind_of_letter(to_lower(uci[0])) : -1;
        if (named.promotion < 0) return {};
    }
    return named;
}

std::optional<Move> find_named(const Board& board, const Named& named) {
    // A piece may have the letter x: then it is what a pawn promotes to, if one does.
    const int x = board.rules().kind_of_letter('x');
    if (named.marks_capture && x >= 0) {
        Named promoting = named;
        promoting.marks_capture = false;
        promoting.promotion = x;
        if (const auto move = find_named(board, promoting)) return move;
    }
    const MoveList legal = legal_moves(board);
    for (bool other_castling : {false, true})
        for (Move move : legal)
            if (names(board, named, move, other_castling)) return move;
    return {};
}

// Why a move that can be read cannot be played.
std::string why_not(const Board& board, const Named& named) {
    const Rules& rules = board.rules();
    if (board.end() && legal_moves(board).empty()) return "the game is over";
    if (named.drop >= 0) {
        if (!rules.values.piece_drops) return "the game has no drops";
        if (!board.hand(board.turn(), named.drop))
            return text("no ", rules.kinds[named.drop].name, " in hand");
        return text("no drop on ", square_name(rules.size, named.to), " is legal");
    }
    const Piece piece = board.at(static_cast<Square>(named.from));
    const std::string from = square_name(rules.size, named.from);
    if (piece == kNoPiece) return text("there is no piece on ", from);
    if (color_of(piece) != board.turn())
        return text("the ", rules.kinds[kind_of(piece)].name, " on ", from, " is not ",
                    board.turn() == kWhite ? "White's" : "Black's");
    const MoveList pseudo = board.moves(Want::all, Legality::pseudo);
    for (Move move : pseudo)
        if (names(board, named, move, false))
            return board.is_safe_after(move) ? "a rule of the game forbids it"
                                             : "it leaves the king in check";
    const std::string mover = text("the ", rules.kinds[kind_of(piece)].name, " on ", from);
    for (Move move : pseudo) {
        if (move.is(MoveKind::castle) || move.is(MoveKind::drop)) continue;
        if (move.from() != named.from || move.to() != named.to) continue;
        if (named.promotion < 0) return "it must say what it promotes to";
        if (!move.is(MoveKind::promotion)) return mover + " does not promote there";
        return text(mover, " does not promote to ", rules.kinds[named.promotion].name);
    }
    return text(mover, " does not go to ", square_name(rules.size, named.to));
}

// ---- SAN ----

// What a SAN text says before it is matched with the legal moves.
struct SanParts {
    int kind = -1;
    int from_file = -1, from_rank = -1;
    int to = -1;
    int promotion = -1;
    bool drop = false;
};

std::string without_marks(std::string_view san) {
    while (!san.empty() && std::string_view("+#!?").find(san.back()) != std::string_view::npos)
        san.remove_suffix(1);
    if (san.ends_with("e.p.")) san.remove_suffix(4);
    return std::string(san);
}

std::optional<int> castling_side(const std::string& san) {
    if (san == "O-O" || san == "0-0" || san == "o-o") return 0;
    if (san == "O-O-O" || san == "0-0-0" || san == "o-o-o") return 1;
    return {};
}

// Removes `=Q` or a bare `Q` from the end.
bool take_promotion(const Rules& rules, std::string& san, SanParts& parts) {
    if (san.size() < 3 || !is_upper(san.back())) return true;
    const bool marked = san[san.size() - 2] == '=';
    parts.promotion = rules.kind_of_letter(to_lower(san.back()));
    san.resize(san.size() - (marked ? 2 : 1));
    return parts.promotion >= 0;
}

// Removes the last square from the end.
bool take_target(const Rules& rules, std::string& san, SanParts& parts) {
    size_t begin = san.size();
    while (begin > 0 && is_digit(san[begin - 1])) --begin;
    if (begin == san.size() || begin == 0) return false;
    const auto to = read_square(rules.size, std::string_view(san).substr(begin - 1));
    if (!to) return false;
    parts.to = *to;
    san.resize(begin - 1);
    return true;
}

std::optional<SanParts> parse_san(const Rules& rules, std::string san) {
    SanParts parts;
    if (!take_promotion(rules, san, parts) || !take_target(rules, san, parts)) return {};
    if (!san.empty() && san.back() == '@') {
        parts.drop = true;
        san.pop_back();
    } else if (!san.empty() && (san.back() == 'x' || san.back() == '-')) {
        san.pop_back();
    }
    if (!san.empty() && is_upper(san[0])) {
        parts.kind = rules.kind_of_letter(to_lower(san[0]));
        san.erase(0, 1);
    } else {
        parts.kind = rules.kind_of_letter('p');
    }
    if (parts.kind < 0) return {};
    if (!san.empty() && is_lower(san[0])) {
        parts.from_file = san[0] - 'a';
        san.erase(0, 1);
    }
    if (!san.empty()) {
        const auto rank = whole_number(san);
        if (!rank) return {};
        parts.from_rank = *rank - 1;
    }
    return parts;
}

bool matches(const Board& board, const SanParts& parts, Move move) {
    const Size& size = board.rules().size;
    if (move.is(MoveKind::castle) || move.to() != parts.to || parts.drop != move.is(MoveKind::drop))
        return false;
    if (mover_kind(board, move) != parts.kind) return false;
    if (parts.promotion != (move.is(MoveKind::promotion) ? move.piece() : -1)) return false;
    return (parts.from_file < 0 || size.file(move.from()) == parts.from_file) &&
           (parts.from_rank < 0 || size.rank(move.from()) == parts.from_rank);
}

// The shortest of file, rank or both that tells a move from its rivals.
std::string origin(const Board& board, Move move, bool always_file) {
    const Size& size = board.rules().size;
    bool rivals = false, same_file = false, same_rank = false;
    for (Move other : legal_moves(board)) {
        if (other.from() == move.from() || other.to() != move.to() || other.is(MoveKind::drop) ||
            other.is(MoveKind::castle))
            continue;
        if (mover_kind(board, other) != mover_kind(board, move)) continue;
        if (always_file && !board.is_capture(other)) continue;
        rivals = true;
        same_file |= size.file(other.from()) == size.file(move.from());
        same_rank |= size.rank(other.from()) == size.rank(move.from());
    }
    const std::string name = square_name(size, move.from());
    if (always_file && !same_file) return name.substr(0, 1);
    if (!rivals) return always_file ? name.substr(0, 1) : "";
    if (!same_file) return name.substr(0, 1);
    return same_rank || always_file ? name : name.substr(1);
}

std::string san_body(const Board& board, Move move) {
    const Rules& rules = board.rules();
    const std::string target = square_name(rules.size, move.to());
    const int kind = mover_kind(board, move);
    const std::string letter(1, upper_letter(rules, kind));
    if (move.is(MoveKind::drop)) return letter + '@' + target;
    if (move.is(MoveKind::castle)) return move.piece() & 1 ? "O-O-O" : "O-O";
    const bool takes = board.is_capture(move);
    const bool pawn = is_letterless(rules, kind);
    std::string san = pawn ? "" : letter;
    san += origin(board, move, pawn && takes);
    if (takes) san += 'x';
    san += target;
    if (move.is(MoveKind::promotion)) san += std::string("=") + upper_letter(rules, move.piece());
    return san;
}

void check_length(std::string_view written) {
    if (written.size() > kMaxMove)
        throw MoveError(text("move ", quoted(written), ": ", written.size(),
                             " letters, expected at most ", kMaxMove));
}

std::optional<Move> find_san(const Board& board, std::string_view written) {
    const std::string san = without_marks(written);
    const MoveList legal = legal_moves(board);
    if (const auto side = castling_side(san)) {
        for (Move move : legal)
            if (move.is(MoveKind::castle) && (move.piece() & 1) == *side) return move;
        throw MoveError(text("move ", quoted(written), ": castling is not legal here"));
    }
    const auto parts = parse_san(board.rules(), san);
    if (!parts) return {};
    MoveList found;
    for (Move move : legal)
        if (matches(board, *parts, move)) found.push_back(move);
    if (found.empty())
        throw MoveError(text(
            "move ", quoted(written),
            legal.empty() ? " is not legal: the game is over" : ": no legal move is written so"));
    if (found.size() > 1) {
        std::string all;
        for (Move move : found) all += (all.empty() ? "" : ", ") + write_san(board, move);
        throw MoveError(text("move ", quoted(written), " is ambiguous, expected one of ", all));
    }
    return found[0];
}

}  // namespace

std::string write_uci(const Board& board, Move move) {
    const Rules& rules = board.rules();
    const std::string to = square_name(rules.size, move.to());
    if (move.is(MoveKind::drop)) return text(upper_letter(rules, move.piece()), '@', to);
    const std::string from = square_name(rules.size, move.from());
    if (move.is(MoveKind::castle) && rules.castles_onto_rook[move.piece() & 1])
        return from + square_name(rules.size, board.castling_rook(move));
    if (move.is(MoveKind::promotion)) return from + to + rules.kinds[move.piece()].letter;
    return from + to + (looks_like_castling(board, move) ? "x" : "");
}

Move read_uci(const Board& board, std::string_view uci) {
    check_length(uci);
    const auto named = parse_uci(board, uci);
    if (!named)
        throw MoveError(text("move ", quoted(uci),
                             ": cannot be read, expected a form such as e2e4, e7e8q or N@f3"));
    if (const auto move = find_named(board, *named)) return *move;
    throw MoveError(text("move ", quoted(uci), " is not legal: ", why_not(board, *named)));
}

std::string write_san(const Board& board, Move move) {
    constexpr const char* kMarks[] = {"", "+", "#"};
    return san_body(board, move) + kMarks[static_cast<int>(board.threat_after(move))];
}

Move read_san(const Board& board, std::string_view san) {
    check_length(san);
    if (const auto move = find_san(board, san)) return *move;
    throw MoveError(text("move ", quoted(san),
                         ": cannot be read, expected a form such as Nf3, exd5, e8=Q or O-O"));
}

Move read_move(const Board& board, std::string_view written) {
    check_length(written);
    if (parse_uci(board, written)) return read_uci(board, written);
    if (const auto move = find_san(board, written)) return *move;
    throw MoveError(text("move ", quoted(written),
                         ": cannot be read, expected a form such as e2e4, Nf3 or N@f3"));
}

}  // namespace ferz
