// The compact notation of small boards: `bk,br,x,…:w`, ranks joined by `/`, top rank first.
#include <array>

#include "base/error.h"
#include "base/text.h"
#include "board/setup.h"

namespace ferz {
namespace {

constexpr size_t kMaxCompact = 2000;
constexpr std::array<const char*, kCastlings> kCastlingLetters{"K", "Q", "k", "q"};

void refuse_what_it_cannot_say(const Rules& rules) {
    if (rules.values.check_counting)
        throw FenError("compact notation: a game that counts checks has none, expected a FEN");
    if (rules.values.piece_drops)
        throw FenError("compact notation: a game with hands has none, expected a FEN");
}

// Every cell becomes the rank of a FEN, so that there is one reader of pieces.
std::string fen_rank(const Rules& rules, const std::string& rank, int number) {
    std::string fen;
    const std::vector<std::string> cells = split(rank, ',');
    if (cells.size() != static_cast<size_t>(rules.size.files))
        throw FenError(text("rank ", number, ' ', quoted(rank), " has ",
                            counted(cells.size(), "cell"), ", expected ", rules.size.files));
    int gap = 0;
    for (const std::string& cell : cells) {
        if (cell == "x") {
            ++gap;
            continue;
        }
        if (cell.size() != 2 || (cell[0] != 'w' && cell[0] != 'b') || !is_lower(cell[1]))
            throw FenError(text("cell ", quoted(cell), " on rank ", number,
                                ", expected x or a piece such as wk or bn"));
        if (gap) fen += text(gap);
        gap = 0;
        fen += cell[0] == 'w' ? to_upper(cell[1]) : cell[1];
    }
    return gap ? text(fen, gap) : fen;
}

}  // namespace

Setup read_compact(const Rules& rules, std::string_view compact) {
    refuse_what_it_cannot_say(rules);
    if (compact.size() > kMaxCompact)
        throw FenError(
            text("compact notation: ", compact.size(), " letters, expected at most ", kMaxCompact));
    const std::vector<std::string> field = split(compact, ':');
    if (field.size() < 2 || field.size() > 5)
        throw FenError(text("compact notation ", quoted(compact), ": ",
                            counted(field.size(), "part"),
                            ", expected cells:side, then :ep:halfmove:castling if needed"));
    const bool single = rules.size.files == 1 && field[0].find('/') == std::string::npos;
    const std::vector<std::string> ranks = split(field[0], single ? ',' : '/');
    if (ranks.size() != static_cast<size_t>(rules.size.ranks))
        throw FenError(text("compact notation ", quoted(field[0]), " has ",
                            counted(ranks.size(), "rank"), ", expected ", rules.size.ranks));
    std::string fen;
    for (size_t i = 0; i < ranks.size(); ++i)
        fen += (i ? "/" : "") + fen_rank(rules, ranks[i], static_cast<int>(ranks.size() - i));
    std::string castling = "-";
    if (field.size() > 4) {
        const auto bits = whole_number(field[4]);
        if (!bits || *bits > 15)
            throw FenError(text("castling ", quoted(field[4]), ", expected 0 to 15"));
        for (int right = 0; right < kCastlings; ++right)
            if (*bits >> right & 1)
                castling = (castling == "-" ? "" : castling) + kCastlingLetters[right];
    }
    fen += text(' ', field[1].empty() ? "?" : field[1], ' ', castling, ' ',
                field.size() > 2 ? field[2] : "-", ' ');
    return read_fen(rules, fen + (field.size() > 3 ? field[3] : "0") + " 1");
}

std::string write_compact(const Rules& rules, const Setup& setup) {
    refuse_what_it_cannot_say(rules);
    std::string out;
    for (int y = rules.size.ranks - 1; y >= 0; --y) {
        for (int x = 0; x < rules.size.files; ++x) {
            const Piece piece = setup.board[rules.size.square(x, y)];
            if (x) out += ',';
            if (piece == kNoPiece) out += 'x';
            else out += {color_of(piece) == kWhite ? 'w' : 'b', rules.kinds[kind_of(piece)].letter};
        }
        if (y) out += rules.size.files == 1 ? ',' : '/';
    }
    out += setup.turn == kWhite ? ":w" : ":b";
    int castling = 0;
    for (int right = 0; right < kCastlings; ++right)
        castling |= (setup.castling_rook[right] >= 0) << right;
    if (setup.en_passant < 0 && setup.halfmove == 0 && !castling) return out;
    return text(out, ':', setup.en_passant < 0 ? "-" : square_name(rules.size, setup.en_passant),
                ':', setup.halfmove, ':', castling);
}

}  // namespace ferz
