// FEN in all its dialects: reading, with a message for everything that is wrong, and writing.
#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "board/setup.h"

namespace ferz {
namespace {

constexpr size_t kMaxFen = 2000;
constexpr int kMaxHand = 999;
constexpr int kMaxClock = UINT16_MAX;      // as far as the clock itself goes
constexpr int kMaxNumber = 1'000'000'000;  // and stays there

// Reads the placement, a rank at a time from the top.
class BoardReader {
public:
    BoardReader(const Rules& rules, Setup& setup) : rules_(rules), setup_(setup) {}

    void read(const std::string& field) {
        std::string placement = field;
        std::optional<std::string> hand;
        if (const size_t open = field.find('['); open != std::string::npos) {
            if (field.back() != ']')
                throw FenError(text("hand ", quoted(field.substr(open)), ": no closing bracket"));
            placement = field.substr(0, open);
            hand = field.substr(open + 1, field.size() - open - 2);
        }
        std::vector<std::string> ranks = split(placement, '/');
        const auto expected = static_cast<size_t>(rules_.size.ranks);
        if (!hand && ranks.size() == expected + 1 && rules_.values.piece_drops) {
            hand = ranks.back();
            ranks.pop_back();
        }
        if (ranks.size() != expected)
            throw FenError(text("board ", quoted(placement), " has ", counted(ranks.size(), "rank"),
                                ", expected ", expected));
        for (int y = 0; y < rules_.size.ranks; ++y) read_rank(ranks[expected - 1 - y], y);
        if (hand) read_hand(*hand);
    }

private:
    void read_rank(const std::string& rank, int y) {
        const int files = rules_.size.files;
        int x = 0;
        for (size_t at = 0; at < rank.size();) {
            if (is_digit(rank[at])) {
                size_t end = at;
                while (end < rank.size() && is_digit(rank[end])) ++end;
                const auto gap = whole_number(std::string_view(rank).substr(at, end - at));
                if (!gap || rank[at] == '0' || *gap > kMaxSide)
                    throw FenError(text("rank ", y + 1, ' ', quoted(rank), ": a gap of ",
                                        rank.substr(at, end - at), ", expected 1 to ", files));
                x += *gap;
                at = end;
                continue;
            }
            const Piece piece = read_piece(rank, at, y);
            ++at;
            const bool promoted = at < rank.size() && rank[at] == '~';
            if (x < files) put(piece, rules_.size.square(x, y), promoted);
            at += promoted;
            ++x;
        }
        if (x != files)
            throw FenError(text("rank ", y + 1, ' ', quoted(rank), " covers ", counted(x, "square"),
                                ", expected ", files));
    }

    Piece read_piece(const std::string& rank, size_t at, int y) const {
        const char c = rank[at];
        const std::string where = text("rank ", y + 1, ' ', quoted(rank), ": ");
        if (c == '+')
            throw FenError(where + "'+' marks a promoted piece, a rule that is not built yet");
        if (c == '*') throw FenError(where + "'*' marks a wall, a rule that is not built yet");
        const int kind = is_letter(c) ? rules_.kind_of_letter(to_lower(c)) : -1;
        if (kind < 0)
            throw FenError(text(where, '\'', character_at(rank, at), '\'',
                                " is no piece, expected one of ", letters()));
        return make_piece(kind, is_upper(c) ? kWhite : kBlack);
    }

    void put(Piece piece, Square square, bool promoted) {
        setup_.board[square] = piece;
        if (!promoted) return;
        const std::string where =
            text("board: '~' on ", square_name(rules_.size, square), ", expected ");
        if (!rules_.values.captures_to_hand || rules_.values.drop_loop)
            throw FenError(where + "none in a game that does not tell promoted pieces apart");
        const auto& promotions = rules_.promotions;
        if (std::find(promotions.begin(), promotions.end(), kind_of(piece)) == promotions.end())
            throw FenError(where + "a piece that pawns promote to");
        setup_.promoted.set(square);
    }

    void read_hand(const std::string& hand) {
        if (hand.empty() || hand == "-") return;
        if (!rules_.values.piece_drops)
            throw FenError(text("hand ", quoted(hand), ", expected none in a game without drops"));
        for (size_t at = 0; at < hand.size(); ++at) {
            const char c = hand[at];
            const int kind = is_letter(c) ? rules_.kind_of_letter(to_lower(c)) : -1;
            if (kind < 0 || kind == rules_.royal)
                throw FenError(text("hand ", quoted(hand), ": ", '\'', character_at(hand, at), '\'',
                                    " is no piece to hold, expected some of ", letters()));
            if (++setup_.hand[is_upper(c) ? kWhite : kBlack][kind] > kMaxHand)
                throw FenError(text("hand: more than ", kMaxHand,
                                    " of one piece, expected at most ", kMaxHand));
        }
    }

    std::string letters() const {
        std::string all;
        for (const Kind& kind : rules_.kinds) all += kind.letter;
        return all;
    }

    const Rules& rules_;
    Setup& setup_;
};

// ---- castling ----

class CastlingReader {
public:
    CastlingReader(const Rules& rules, Setup& setup, const std::string& field)
        : rules_(rules), setup_(setup), field_(field) {}

    void read() {
        if (field_ == "-") return;
        if (!rules_.values.castling) fail("expected '-' in a game without castling");
        for (size_t at = 0; at < field_.size();) {
            const char c = field_[at];
            if (!is_letter(c)) fail("expected letters such as KQkq, or '-'");
            size_t end = at + 1;
            while (end < field_.size() && is_digit(field_[end])) ++end;
            read_right(is_upper(c) ? kWhite : kBlack, field_.substr(at, end - at));
            at = end;
        }
    }

private:
    [[noreturn]] void fail(const std::string& why) const {
        throw FenError(text("castling ", quoted(field_), ": ", why));
    }

    bool is_rook(int file, int rank, Color c) const {
        if (!rules_.size.contains(file, rank)) return false;
        const Piece piece = setup_.board[rules_.size.square(file, rank)];
        return piece != kNoPiece && color_of(piece) == c &&
               (rules_.castling_rooks >> kind_of(piece) & 1);
    }

    // A right is a side (K, Q), the file of a rook, or its square where file k would be taken for
    // K.
    void read_right(Color c, const std::string& right) {
        const char letter = to_lower(right[0]);
        const int king = find_king(c);
        const int king_file = rules_.size.file(king), rank = rules_.size.rank(king);
        const bool by_side = right.size() == 1 && (letter == 'k' || letter == 'q');
        const int rook_file = by_side ? side_rook(c, king_file, rank, letter == 'q') : letter - 'a';
        if (right.size() > 1 && right.substr(1) != text(rank + 1))
            fail(
                text("'", right, "' is not on rank ", rank + 1, ", expected ", right[0], rank + 1));
        if (by_side && !is_rook(rook_file, rank, c))
            fail(text(name_of(c), " has no rook for '", right, "', expected one on ",
                      rook_file >= 0 ? square_name(rook_file, rank) : text("rank ", rank + 1)));
        if (!is_rook(rook_file, rank, c) || rook_file == king_file)
            fail(text("'", right, "' names no rook of ", name_of(c),
                      ", expected K, Q or its file "
                      "(letters for gating belong to a rule that is not built yet)"));
        const int side = rook_file > king_file ? 0 : 1;
        const int home = rules_.home_rook_file[side];
        if (!rules_.values.chess960 && home >= 0 && rook_file != home)
            fail(text(name_of(c), "'s rook is on ", square_name(rook_file, rank), ", expected ",
                      square_name(home, rank)));
        if (setup_.castling_rook[2 * c + side] >= 0)
            fail(text("'", right, "' is the same right again, expected each once"));
        setup_.castling_king[c] = king;
        setup_.castling_rook[2 * c + side] = rules_.size.square(rook_file, rank);
    }

    // The rook that K or Q means: the one of the start, or in Chess960 the outermost.
    int side_rook(Color c, int king_file, int rank, int side) const {
        const int home = rules_.home_rook_file[side];
        if (!rules_.values.chess960 && home >= 0) return home;
        const int step = side == 0 ? -1 : 1;
        for (int x = side == 0 ? rules_.size.files - 1 : 0; x != king_file; x += step)
            if (is_rook(x, rank, c)) return x;
        return -1;
    }

    int find_king(Color c) const {
        const int rank = rules_.castling_rank(c);
        const Piece piece = make_piece(rules_.castling_king, c);
        std::vector<int> kings;
        for (int x = 0; x < rules_.size.files; ++x)
            if (setup_.board[rules_.size.square(x, rank)] == piece) kings.push_back(x);
        int file = kings.size() == 1 ? kings[0] : -1;
        if (kings.size() > 1)
            for (int x : kings)
                if (x == (rules_.home_king_file >= 0 ? rules_.home_king_file
                                                     : rules_.castling_king_file))
                    file = x;
        if (file < 0)
            fail(text(name_of(c), " has no king to castle with, expected one on rank ", rank + 1));
        if (!rules_.values.chess960 && rules_.home_king_file >= 0 && file != rules_.home_king_file)
            fail(text(name_of(c), "'s king is on ",
                      square_name(rules_.size, rules_.size.square(file, rank)), ", expected ",
                      square_name(rules_.size, rules_.size.square(rules_.home_king_file, rank))));
        return rules_.size.square(file, rank);
    }

    const Rules& rules_;
    Setup& setup_;
    const std::string& field_;
};

// ---- the other fields ----

void read_en_passant(const Rules& rules, const std::string& field, Setup& setup) {
    if (field == "-") return;
    std::string_view rest = field;
    const auto first = take_square(rules.size, rest);
    const auto second = rest.empty() ? std::nullopt : take_square(rules.size, rest);
    if (!first || !rest.empty())
        throw FenError(
            text("en passant ", quoted(field), ", expected a square of the board or '-'"));
    setup.en_passant = *first;
    if (second) {
        // Where the pawn did not pass straight, it is named beside the square.
        const bool first_is_pawn = setup.board[*first] != kNoPiece;
        setup.en_passant = first_is_pawn ? *second : *first;
        setup.en_passant_victim = first_is_pawn ? *first : *second;
    }
    find_en_passant_victim(rules, setup);
}

int read_clock(const char* what, const std::string& field, int least, int most) {
    const auto number = whole_number(field);
    if (!number || *number < least || *number > most)
        throw FenError(text(what, ' ', quoted(field), ", expected ", least, " to ", most));
    return *number;
}

// `3+3` counts the checks left to give, `+0+0` those given.
bool read_checks(const Rules& rules, const std::string& field, Setup& setup) {
    if (field.find('+') == std::string::npos) return false;
    const bool given = field[0] == '+';
    const std::vector<std::string> parts = split(given ? field.substr(1) : field, '+');
    for (Color c : {kWhite, kBlack}) {
        const auto count = parts.size() == 2 ? whole_number(parts[c]) : std::nullopt;
        const int most = given ? rules.checks_to_win[c] : 99;
        if (!count || *count > most)
            throw FenError(text("checks ", quoted(field),
                                ", expected as many as in '3+3' left or '+0+0' given"));
        setup.checks[c] = static_cast<uint8_t>(given ? most - *count : *count);
    }
    if (!rules.values.check_counting)
        throw FenError(
            text("checks ", quoted(field), ", expected none in a game that does not count checks"));
    return true;
}

struct DoubleStep {
    int kind, dx, dy;  // half of it
};

// All moves of two squares from the double step region, as the given color makes them.
std::vector<DoubleStep> double_steps(const Rules& rules, Color c) {
    std::vector<DoubleStep> found;
    const int sign = c == kWhite ? 1 : -1;
    for (size_t k = 0; k < rules.kinds.size(); ++k)
        for (const Movement& m : rules.kinds[k].movements) {
            const auto add = [&](int dx, int dy) {
                found.push_back({static_cast<int>(k), sign * dx, sign * dy});
            };
            const bool even =
                m.dx % 2 == 0 && m.dy % 2 == 0 && std::max(std::abs(m.dx), std::abs(m.dy)) == 2;
            if (m.initial && even) add(m.dx / 2, m.dy / 2);
            if (m.initial && m.range != 1 && std::max(std::abs(m.dx), std::abs(m.dy)) == 1)
                add(m.dx, m.dy);
            if ((rules.pawns >> k & 1) && m.is_forward_step()) add(0, 1);
        }
    return found;
}

}  // namespace

void find_en_passant_victim(const Rules& rules, Setup& setup) {
    const Color them = ~setup.turn;
    const int x = rules.size.file(setup.en_passant), y = rules.size.rank(setup.en_passant);
    std::vector<int> victims;
    for (const auto& [kind, dx, dy] : double_steps(rules, them)) {
        if (!rules.size.contains(x - dx, y - dy) || !rules.size.contains(x + dx, y + dy)) continue;
        const int origin = rules.size.square(x - dx, y - dy),
                  victim = rules.size.square(x + dx, y + dy);
        const bool fits =
            setup.board[victim] == make_piece(kind, them) && setup.board[origin] == kNoPiece &&
            setup.board[setup.en_passant] == kNoPiece && rules.double_step_region[them][origin];
        const bool named = setup.en_passant_victim < 0 || setup.en_passant_victim == victim;
        if (fits && named && std::find(victims.begin(), victims.end(), victim) == victims.end())
            victims.push_back(victim);
    }
    const std::string where =
        text("en passant '", square_name(rules.size, setup.en_passant), "': ");
    if (victims.empty())
        throw FenError(where +
                       "no pawn has just passed it, expected a square that one has, or '-'");
    if (victims.size() > 1)
        throw FenError(text(
            where, "two pawns may have passed, expected the pawn's square too, as in '",
            square_name(rules.size, setup.en_passant), square_name(rules.size, victims[0]), "'"));
    setup.en_passant_victim = victims[0];
}

Setup read_fen(const Rules& rules, std::string_view fen) {
    if (fen.size() > kMaxFen)
        throw FenError(text("fen: ", fen.size(), " letters, expected at most ", kMaxFen));
    const std::vector<std::string> field = words(fen);
    if (field.empty()) throw FenError("fen: empty, expected a board");
    Setup setup;
    for (Color c : {kWhite, kBlack})
        setup.checks[c] =
            static_cast<uint8_t>(rules.values.check_counting ? rules.checks_to_win[c] : 0);
    BoardReader(rules, setup).read(field[0]);
    if (field.size() > 1) {
        if (field[1] != "w" && field[1] != "b")
            throw FenError(text("side to move ", quoted(field[1]), ", expected w or b"));
        setup.turn = field[1] == "w" ? kWhite : kBlack;
    }
    if (field.size() > 2) CastlingReader(rules, setup, field[2]).read();
    if (field.size() > 3) read_en_passant(rules, field[3], setup);
    size_t at = 4;
    const bool has_checks = at < field.size() && read_checks(rules, field[at], setup);
    at += has_checks;
    if (at < field.size()) setup.halfmove = read_clock("move clock", field[at++], 0, kMaxClock);
    if (at < field.size()) setup.fullmove = read_clock("move number", field[at++], 1, kMaxNumber);
    if (at < field.size() && !has_checks && read_checks(rules, field[at], setup)) ++at;
    if (at < field.size())
        throw FenError(text("fen: ", quoted(field[at]), " after the last field, expected its end"));
    if (rules.values.check_counting && setup.checks[setup.turn] == 0)
        throw FenError(
            text("checks: ", name_of(setup.turn),
                 " has none left to give and is to move, expected the game to be over or 1 left"));
    return setup;
}

std::string write_board(const Rules& rules, const Setup& setup) {
    std::string out;
    for (int y = rules.size.ranks - 1; y >= 0; --y) {
        int gap = 0;
        const auto close_gap = [&] {
            if (gap) out += text(gap);
            gap = 0;
        };
        for (int x = 0; x < rules.size.files; ++x) {
            const Square s = rules.size.square(x, y);
            if (setup.board[s] == kNoPiece) {
                ++gap;
                continue;
            }
            close_gap();
            const char letter = rules.kinds[kind_of(setup.board[s])].letter;
            out += color_of(setup.board[s]) == kWhite ? to_upper(letter) : letter;
            if (setup.promoted[s]) out += '~';
        }
        close_gap();
        if (y > 0) out += '/';
    }
    if (!rules.values.piece_drops) return out;
    out += '[';
    for (Color c : {kWhite, kBlack})
        for (size_t k = rules.kinds.size(); k-- > 0;) {
            const char letter = rules.kinds[k].letter;
            out += std::string(setup.hand[c][k], c == kWhite ? to_upper(letter) : letter);
        }
    return out + ']';
}

std::string write_castling(const Rules& rules, const Setup& setup) {
    std::string out;
    for (int right = 0; right < kCastlings; ++right) {
        const int rook = setup.castling_rook[right];
        if (rook < 0) continue;
        const Color c = castling_color(right);
        // In Chess960 a rook that is not the outermost is named by its file, or by its square where
        // the file would read as a side.
        const int rank = rules.size.rank(rook), step = right & 1 ? -1 : 1;
        bool by_side = true;
        for (int x = rules.size.file(rook) + step;
             rules.values.chess960 && rules.size.contains(x, rank); x += step) {
            const Piece piece = setup.board[rules.size.square(x, rank)];
            by_side &= !(piece != kNoPiece && color_of(piece) == c &&
                         (rules.castling_rooks >> kind_of(piece) & 1));
        }
        const auto file = static_cast<char>('a' + rules.size.file(rook));
        const char letter = !by_side ? file : right & 1 ? 'q' : 'k';
        out += c == kWhite ? to_upper(letter) : letter;
        if (!by_side && file == 'k') out += text(rank + 1);
    }
    return out.empty() ? "-" : out;
}

std::string write_fen(const Rules& rules, const Setup& setup) {
    std::string passing = "-";
    if (setup.en_passant >= 0) {
        passing = square_name(rules.size, setup.en_passant);
        const std::string victim = square_name(rules.size, setup.en_passant_victim);
        if (rules.size.file(setup.en_passant) != rules.size.file(setup.en_passant_victim))
            passing =
                setup.en_passant < setup.en_passant_victim ? passing + victim : victim + passing;
    }
    std::string checks;
    if (rules.values.check_counting)
        checks = text(static_cast<int>(setup.checks[kWhite]), '+',
                      static_cast<int>(setup.checks[kBlack]), ' ');
    return text(write_board(rules, setup), setup.turn == kWhite ? " w " : " b ",
                write_castling(rules, setup), ' ', passing, ' ', checks, setup.halfmove, ' ',
                std::min(setup.fullmove, kMaxNumber));
}

}  // namespace ferz
