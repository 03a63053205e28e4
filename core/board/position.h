// A position of a game and the making and unmaking of moves.
#pragma once

#include <array>
#include <cstring>

#include "base/random.h"
#include "board/setup.h"
#include "board/tables.h"

namespace ferz {

// A way to castle, fixed by where king and rook stand at the start.
template <class B>
struct Castling {
    Square king_from, king_to, rook_from, rook_to;
    B empty;  // what must be free of other pieces
    B path;   // what a royal king must not cross or enter under attack, without its own square
};

// Everything of a position that a move changes and that cannot be computed back.
struct State {
    uint64_t key = 0;
    uint16_t halfmove = 0;
    Square en_passant = kNoSquare;  // set only while a capture there is legal
    Square en_passant_victim = kNoSquare;
    uint8_t castling = 0;  // a bit for each record that may still be used
    uint8_t checks[2] = {0, 0};
    uint8_t unused = 0;  // 16 bytes are copied at once, 15 in two halves that overlap
};

// What unmaking a move needs beside the move.
struct Undo {
    State state;
    Piece mover;
    Piece captured;
    bool captured_promoted;
    bool mover_promoted;
};

template <class B>
class Position {
public:
    Position(const Rules& rules, const Tables<B>& tables) : rules_(&rules), tables_(&tables) {
        board_.fill(kNoPiece);
    }

    // Sets the position up; throws FenError where it cannot occur.
    void set(const Setup& setup);
    Setup setup() const;

    // For whoever walks over all the positions of some men: sets these up and nothing else, without
    // a judgment on whether the position can occur.
    void arrange(const Piece* pieces, const Square* squares, int count, Color turn);
    // Puts a man of such a position on another, empty square.
    void shift(int from, int to) {
        const Piece piece = board_[from];
        remove(from, piece);
        put(to, piece);
    }

    const Rules& rules() const { return *rules_; }
    const Tables<B>& tables() const { return *tables_; }
    Color turn() const { return turn_; }
    int fullmove() const { return fullmove_; }
    const State& state() const { return state_; }
    const B& pieces(Color c) const { return color_[c]; }
    const B& kind(int k) const { return kind_[k]; }
    B pieces(Color c, int k) const { return color_[c] & kind_[k]; }
    B pieces_of(Color c, KindSet kinds) const {
        B all{};
        for (; kinds; kinds &= kinds - 1) all |= kind_[std::countr_zero(kinds)];
        return all & color_[c];
    }
    B orthogonal_riders(Color c) const { return color_[c] & family_[kOrthogonalFamily]; }
    B diagonal_riders(Color c) const { return color_[c] & family_[kDiagonalFamily]; }
    // The pieces of a color that attack a square by leaping, regions aside.
    B leapers_to(int square, Color by) const {
        const B* const origins = &tables_->leap_origins[by][square * tables_->leap_stride];
        const B* const leapers = &family_[kFirstLeapFamily];
        static_assert(kUsualLeapGroups == 3);
        B found = (origins[0] & leapers[0]) | (origins[1] & leapers[1]) | (origins[2] & leapers[2]);
        for (int g = 3; g < tables_->leap_stride; ++g) found |= origins[g] & leapers[g];
        return found & color_[by];
    }
    B occupied() const { return color_[kWhite] | color_[kBlack]; }
    Piece at(int square) const { return board_[square]; }
    bool is_promoted(int square) const { return has(promoted_, square); }
    int hand(Color c, int k) const { return hand_[c][k]; }
    KindSet hand_kinds(Color c) const { return hand_kinds_[c]; }
    const Castling<B>& castling(int record) const { return castling_[record]; }
    // The records that a side may still use, as bits.
    uint8_t castling_rights(Color c) const { return state_.castling & (c == kWhite ? 0x33 : 0xcc); }

    // The royal piece's square, or -1 where a side has none.
    int king(Color c) const { return king_[c]; }

    void make(Move move, Undo& undo);
    void unmake(Move move, const Undo& undo);

    // Passes: the other side is to move. For the search alone; never while in check.
    void make_null(Undo& undo);
    void unmake_null(const Undo& undo);

    // The pieces of a color that attack a square, where the board is occupied as given.
    B attackers(int square, Color by, const B& occupied) const;
    bool is_check() const {
        const int square = king(turn_);
        return square >= 0 && any(attackers(square, ~turn_, occupied()));
    }

    // The squares on which one piece could take, whoever stands there.
    B capture_targets(Color c, int k, int from, const B& occupied) const;

    // Where a piece could go along a line: up to the first piece and onto it, or past its hurdle.
    static B line_targets(const Line<B>& line, int from, const B& occupied);

    // Whether a piece could take on a square along one of its lines or by a lame leap.
    static bool hits_by_line(const KindTables<B>& t, int from, int square, const B& occupied);

    // The pieces of the side to move that could take on a square that a pawn has just passed.
    B en_passant_takers(Square target) const;

    // Whether the king of the side to move is safe once the move is made. Looks at the move alone:
    // it may be any that the pieces could make.
    bool is_safe_after(Move move) const { return is_safe_after(move, state_.en_passant_victim); }

    // The key after a move, rights, hands and rare kinds of moves aside: for fetching memory ahead.
    uint64_t likely_key_after(Move move) const {
        uint64_t key = state_.key ^ tables_->turn_key;
        if (move.is(MoveKind::drop)) {
            const int count = hand_[turn_][move.piece()];
            return key ^ piece_key(make_piece(move.piece(), turn_), move.to()) ^
                   hand_key(turn_, move.piece(), count) ^ hand_key(turn_, move.piece(), count - 1);
        }
        const Piece mover = board_[move.from()], captured = board_[move.to()];
        if (captured != kNoPiece) {
            key ^= piece_key(captured, move.to());
            if (rules_->goes_to_hand(turn_, color_of(captured))) {
                const Color c = rules_->hand_of(turn_, color_of(captured));
                const int k = kind_of(captured), count = hand_[c][k];
                key ^= hand_key(c, k, count) ^ hand_key(c, k, count + 1);
            }
        }
        return key ^ piece_key(mover, move.from()) ^ piece_key(mover, move.to());
    }

    // The key computed anew; always equal to state().key.
    uint64_t full_key() const;

    // The pieces of a color that attack nothing on a square, because it lies outside their region.
    B silent(int square, Color by) const;

private:
    void toggle(Piece piece, const B& squares);
    void put(int square, Piece piece);
    void remove(int square, Piece piece);
    void find_king(Color c);
    void clear_sets();
    void take(int square, Color by, Undo& undo);
    void give_back(int square, Color by, const Undo& undo);
    void move_promoted(int from, int to, bool promotes, Undo& undo);
    void castle_promoted(int king_from, int rook_from, int king_to, int rook_to);
    void castle(int king_from, int rook_from, int king_to, int rook_to);
    void make_drop(Move move);
    void unmake_drop(Move move);
    // Of usual moves and others.
    template <bool kUsual>
    void make_step(Move move, Undo& undo);
    template <bool kUsual>
    void unmake_step(Move move, const Undo& undo);
    // Kept apart, so that usual moves need few registers.
    __attribute__((noinline)) void make_special(Move move, Undo& undo);
    __attribute__((noinline)) void unmake_special(Move move, const Undo& undo);
    __attribute__((noinline)) void add_to_hand(Color c, int k, int change);
    __attribute__((noinline)) void count_check(Color by);
    void lose_castling(int from, int to);
    void gain_castling(int square, Piece dropped);
    void set_castling(int right, int king, int rook);
    void allow_en_passant(Move move);
    bool can_take_en_passant(Square target, Square victim) const;
    bool is_safe_after(Move move, Square victim) const;
    bool is_forbidden_check(Move move, Square victim) const;
    void check_possible() const;

    uint64_t piece_key(Piece piece, int square) const {
        return tables_->piece_keys[piece * tables_->squares + square];
    }
    // Two pawns may have passed one square, aslant: the key tells which.
    uint64_t en_passant_key() const {
        return mixed(tables_->en_passant_keys[state_.en_passant] + state_.en_passant_victim);
    }
    uint64_t hand_key(Color c, int k, int count) const {
        return count == 0 ? 0 : mixed(tables_->hand_keys[c][k] + static_cast<uint64_t>(count));
    }
    uint64_t checks_key(Color c, int count) const {
        return mixed(tables_->check_keys[c] + static_cast<uint64_t>(count));
    }

    const Rules* rules_;
    const Tables<B>* tables_;
    B color_[2]{};
    B promoted_{};
    B kind_[kMaxKinds]{};
    B family_[kMaxFamilies]{};
    int16_t king_[2] = {-1, -1};
    State state_;
    Color turn_ = kWhite;
    int fullmove_ = 1;
    KindSet hand_kinds_[2] = {0, 0};
    uint16_t hand_[2][kMaxKinds] = {};
    std::array<Piece, kBits<B>> board_;
    std::array<uint8_t, kBits<B>> castling_lost_{};  // by whatever leaves or enters the square
    Castling<B> castling_[2 * kCastlings];           // by the start, then by drops
};

}  // namespace ferz

#include "board/attacks.h"
#include "board/make.h"
