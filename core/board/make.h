// Making and unmaking moves, in place with a small undo record; included by position.h.
#pragma once

#include "board/position.h"

namespace ferz {

// Adds squares to the sets that a piece belongs to, or takes them away. Of a move's two squares
// both change at once.
template <class B>
inline void Position<B>::toggle(Piece piece, const B& squares) {
    const int k = kind_of(piece);
    color_[color_of(piece)] ^= squares;
    kind_[k] ^= squares;
    const uint8_t* const families = tables_->families[k];
    family_[families[0]] ^= squares;
    family_[families[1]] ^= squares;
    for (int i = 2; i < tables_->families_per_kind; ++i) family_[families[i]] ^= squares;
    if (k == tables_->royal) find_king(color_of(piece));
}

template <class B>
inline void Position<B>::find_king(Color c) {
    const B royal = pieces(c, tables_->royal);
    king_[c] = any(royal) ? lsb(royal) : -1;
}

template <class B>
inline void Position<B>::clear_sets() {
    color_[kWhite] = color_[kBlack] = promoted_ = B{};
    for (int k = 0; k < tables_->kinds; ++k) kind_[k] = B{};
    for (int f = 0; f < kFirstLeapFamily + tables_->leap_stride; ++f) family_[f] = B{};
    king_[kWhite] = king_[kBlack] = -1;
}

template <class B>
inline void Position<B>::put(int square, Piece piece) {
    toggle(piece, bit<B>(square));
    board_[square] = piece;
    state_.key ^= piece_key(piece, square);
}

template <class B>
inline void Position<B>::remove(int square, Piece piece) {
    toggle(piece, bit<B>(square));
    board_[square] = kNoPiece;
    state_.key ^= piece_key(piece, square);
}

template <class B>
inline void Position<B>::arrange(const Piece* pieces, const Square* squares, int count,
                                 Color turn) {
    for_each(occupied(), [&](Square s) { board_[s] = kNoPiece; });
    clear_sets();
    state_ = State();
    state_.key = turn == kBlack ? tables_->turn_key : 0;
    turn_ = turn;
    for (int i = 0; i < count; ++i) put(squares[i], pieces[i]);
}

template <class B>
void Position<B>::add_to_hand(Color c, int k, int change) {
    const int before = hand_[c][k];
    hand_[c][k] = static_cast<uint16_t>(before + change);
    state_.key ^= hand_key(c, k, before) ^ hand_key(c, k, before + change);
    if (hand_[c][k]) hand_kinds_[c] |= KindSet{1} << k;
    else hand_kinds_[c] &= ~(KindSet{1} << k);
}

// Removes what stands on a square and puts it in a hand where the rules say so.
template <class B>
inline void Position<B>::take(int square, Color by, Undo& undo) {
    const Piece captured = board_[square];
    undo.captured = captured;
    remove(square, captured);
    if (tables_->tracks_promoted && has(promoted_, square)) {
        undo.captured_promoted = true;
        promoted_ ^= bit<B>(square);
        state_.key ^= tables_->promoted_keys[square];
    }
    if (rules_->goes_to_hand(by, color_of(captured)))
        add_to_hand(rules_->hand_of(by, color_of(captured)),
                    rules_->kind_in_hand(kind_of(captured), undo.captured_promoted), 1);
    state_.halfmove = 0;
}

template <class B>
inline void Position<B>::give_back(int square, Color by, const Undo& undo) {
    const Color owner = color_of(undo.captured);
    if (rules_->goes_to_hand(by, owner))
        add_to_hand(rules_->hand_of(by, owner),
                    rules_->kind_in_hand(kind_of(undo.captured), undo.captured_promoted), -1);
    toggle(undo.captured, bit<B>(square));
    board_[square] = undo.captured;
    if (undo.captured_promoted) promoted_ |= bit<B>(square);
}

template <class B>
inline void Position<B>::lose_castling(int from, int to) {
    const uint8_t kept =
        state_.castling & static_cast<uint8_t>(~(castling_lost_[from] | castling_lost_[to]));
    if (kept == state_.castling) return;
    state_.key ^= tables_->castling_keys[state_.castling] ^ tables_->castling_keys[kept];
    state_.castling = kept;
}

template <class B>
inline void Position<B>::move_promoted(int from, int to, bool promotes, Undo& undo) {
    undo.mover_promoted = has(promoted_, from);
    if (undo.mover_promoted) {
        promoted_ ^= bit<B>(from);
        state_.key ^= tables_->promoted_keys[from];
    }
    if (undo.mover_promoted || promotes) {
        promoted_ |= bit<B>(to);
        state_.key ^= tables_->promoted_keys[to];
    }
}

// Moves the marks of king and rook along; either may have been a pawn.
template <class B>
inline void Position<B>::castle_promoted(int king_from, int rook_from, int king_to, int rook_to) {
    const bool king = has(promoted_, king_from), rook = has(promoted_, rook_from);
    const auto flip = [&](int square) {
        promoted_ ^= bit<B>(square);
        state_.key ^= tables_->promoted_keys[square];
    };
    if (king) flip(king_from);
    if (rook) flip(rook_from);
    if (king) flip(king_to);
    if (rook) flip(rook_to);
}

// Moves king and rook, there or back again.
template <class B>
inline void Position<B>::castle(int king_from, int rook_from, int king_to, int rook_to) {
    const Piece king = board_[king_from], rook = board_[rook_from];
    // Both leave before either arrives: in Chess960 they may change places.
    remove(king_from, king);
    remove(rook_from, rook);
    put(king_to, king);
    put(rook_to, rook);
    if (tables_->tracks_promoted) castle_promoted(king_from, rook_from, king_to, rook_to);
}

template <class B>
inline void Position<B>::make_drop(Move move) {
    const Piece dropped = make_piece(move.piece(), turn_);
    put(move.to(), dropped);
    add_to_hand(turn_, move.piece(), -1);
    state_.halfmove = 0;
    if (rules_->values.castling_dropped_piece) gain_castling(move.to(), dropped);
}

template <class B>
inline void Position<B>::unmake_drop(Move move) {
    remove(move.to(), board_[move.to()]);
    add_to_hand(turn_, move.piece(), 1);
}

template <class B>
void Position<B>::count_check(Color by) {
    if (state_.checks[by] == 0 || !is_check()) return;
    state_.key ^= checks_key(by, state_.checks[by]) ^ checks_key(by, state_.checks[by] - 1);
    --state_.checks[by];
}

template <class B>
template <bool kUsual>
inline void Position<B>::make_step(Move move, Undo& undo) {
    const Square from = move.from(), to = move.to();
    const Piece mover = board_[from];
    const bool promotes = !kUsual && move.is(MoveKind::promotion);
    const bool passing = !kUsual && move.is(MoveKind::en_passant);
    undo.mover = mover;
    if (passing || board_[to] != kNoPiece)
        take(passing ? undo.state.en_passant_victim : to, turn_, undo);
    if (promotes) {
        remove(from, mover);
        put(to, make_piece(move.piece(), turn_));
    } else {
        toggle(mover, bit<B>(from) | bit<B>(to));
        board_[from] = kNoPiece;
        board_[to] = mover;
        state_.key ^= piece_key(mover, from) ^ piece_key(mover, to);
    }
    if (tables_->tracks_promoted) move_promoted(from, to, promotes, undo);
    if (promotes || (rules_->clock_kinds >> kind_of(mover) & 1)) state_.halfmove = 0;
    if (state_.castling) lose_castling(from, to);
}

template <class B>
template <bool kUsual>
inline void Position<B>::unmake_step(Move move, const Undo& undo) {
    const Square from = move.from(), to = move.to();
    if (!kUsual && move.is(MoveKind::promotion)) {
        toggle(board_[to], bit<B>(to));
        toggle(undo.mover, bit<B>(from));
    } else {
        toggle(undo.mover, bit<B>(from) | bit<B>(to));
    }
    board_[to] = kNoPiece;
    board_[from] = undo.mover;
    if (tables_->tracks_promoted) {
        promoted_ &= ~bit<B>(to);
        if (undo.mover_promoted) promoted_ |= bit<B>(from);
    }
    const bool passing = !kUsual && move.is(MoveKind::en_passant);
    if (undo.captured != kNoPiece)
        give_back(passing ? undo.state.en_passant_victim : to, turn_, undo);
}

template <class B>
void Position<B>::make_special(Move move, Undo& undo) {
    if (move.is(MoveKind::drop)) return make_drop(move);
    if (!move.is(MoveKind::castle)) return make_step<false>(move, undo);
    const Castling<B>& c = castling_[move.piece()];
    castle(c.king_from, c.rook_from, c.king_to, c.rook_to);
    lose_castling(c.king_from, c.rook_from);
}

template <class B>
void Position<B>::unmake_special(Move move, const Undo& undo) {
    if (move.is(MoveKind::drop)) return unmake_drop(move);
    if (!move.is(MoveKind::castle)) return unmake_step<false>(move, undo);
    const Castling<B>& c = castling_[move.piece()];
    castle(c.king_to, c.rook_to, c.king_from, c.rook_from);
}

template <class B>
void Position<B>::make(Move move, Undo& undo) {
    const Color us = turn_;
    undo.state = state_;
    undo.captured = kNoPiece;
    undo.captured_promoted = undo.mover_promoted = false;
    if (state_.en_passant != kNoSquare) {
        state_.key ^= en_passant_key();
        state_.en_passant = state_.en_passant_victim = kNoSquare;
    }
    if (state_.halfmove < UINT16_MAX) ++state_.halfmove;
    if (move.is_usual()) make_step<true>(move, undo);
    else make_special(move, undo);
    turn_ = ~us;
    fullmove_ += us == kBlack;
    state_.key ^= tables_->turn_key;
    if (move.is(MoveKind::double_step)) allow_en_passant(move);
    if (rules_->values.check_counting) count_check(us);
}

template <class B>
void Position<B>::unmake(Move move, const Undo& undo) {
    turn_ = ~turn_;
    fullmove_ -= turn_ == kBlack;
    if (move.is_usual()) unmake_step<true>(move, undo);
    else unmake_special(move, undo);
    state_ = undo.state;
}

template <class B>
void Position<B>::make_null(Undo& undo) {
    undo.state = state_;
    if (state_.en_passant != kNoSquare) {
        state_.key ^= en_passant_key();
        state_.en_passant = state_.en_passant_victim = kNoSquare;
    }
    if (state_.halfmove < UINT16_MAX) ++state_.halfmove;
    turn_ = ~turn_;
    state_.key ^= tables_->turn_key;
}

template <class B>
void Position<B>::unmake_null(const Undo& undo) {
    turn_ = ~turn_;
    state_ = undo.state;
}

}  // namespace ferz
