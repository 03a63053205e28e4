// Setting positions up, and the rare parts of making a move.
#include "board/position.h"

#include "base/error.h"
#include "base/text.h"

namespace ferz {
template <class B>
void Position<B>::set(const Setup& setup) {
    clear_sets();
    hand_kinds_[kWhite] = hand_kinds_[kBlack] = 0;
    board_.fill(kNoPiece);
    castling_lost_.fill(0);
    state_ = State();
    turn_ = setup.turn;
    fullmove_ = setup.fullmove;
    for (int s = 0; s < tables_->squares; ++s)
        if (setup.board[s] != kNoPiece) put(s, setup.board[s]);
    promoted_ = to_bits<B>(setup.promoted);
    for (Color c : {kWhite, kBlack})
        for (int k = 0; k < tables_->kinds; ++k) {
            hand_[c][k] = setup.hand[c][k];
            if (hand_[c][k]) hand_kinds_[c] |= KindSet{1} << k;
        }
    for (int right = 0; right < kCastlings; ++right)
        if (setup.castling_rook[right] >= 0)
            set_castling(right, setup.castling_king[castling_color(right)],
                         setup.castling_rook[right]);
    state_.halfmove = static_cast<uint16_t>(setup.halfmove);
    for (Color c : {kWhite, kBlack}) state_.checks[c] = setup.checks[c];
    check_possible();
    if (setup.en_passant >= 0) {
        const auto target = static_cast<Square>(setup.en_passant);
        const auto victim = static_cast<Square>(setup.en_passant_victim);
        if (can_take_en_passant(target, victim)) {
            state_.en_passant = target;
            state_.en_passant_victim = victim;
        }
    }
    state_.key = full_key();
}

template <class B>
void Position<B>::check_possible() const {
    for (Color c : {kWhite, kBlack}) {
        const int expected = rules_->royal_count[c];
        const int found = rules_->royal < 0 ? 0 : popcount(pieces(c, rules_->royal));
        if (found != expected)
            throw FenError(text("board: ", name_of(c), " has ", found, " of the royal piece '",
                                rules_->kinds[rules_->royal].name, "', expected ", expected));
        B stuck{};
        for (int k = 0; k < tables_->kinds; ++k) stuck |= pieces(c, k) & tables_->kind[c][k].stuck;
        if (any(stuck))
            throw FenError(text("board: a pawn on ", square_name(rules_->size, lsb(stuck)),
                                ", expected none where it would have promoted"));
    }
    const int enemy = king(~turn_);
    if (enemy >= 0 && any(attackers(enemy, turn_, occupied())))
        throw FenError(text("board: ", name_of(~turn_), " is in check on ",
                            square_name(rules_->size, enemy), " but ", name_of(turn_),
                            " is to move, expected the side in check to move"));
}

template <class B>
Setup Position<B>::setup() const {
    Setup setup;
    for (int s = 0; s < tables_->squares; ++s) {
        setup.board[s] = board_[s];
        setup.promoted[s] = has(promoted_, s);
    }
    for (Color c : {kWhite, kBlack}) {
        for (int k = 0; k < tables_->kinds; ++k) setup.hand[c][k] = hand_[c][k];
        setup.checks[c] = state_.checks[c];
    }
    setup.turn = turn_;
    for (int record = 0; record < 2 * kCastlings; ++record)
        if (state_.castling >> record & 1) {
            const int right = record % kCastlings;
            setup.castling_king[castling_color(right)] = castling_[record].king_from;
            setup.castling_rook[right] = castling_[record].rook_from;
        }
    if (state_.en_passant != kNoSquare) {
        setup.en_passant = state_.en_passant;
        setup.en_passant_victim = state_.en_passant_victim;
    }
    setup.halfmove = state_.halfmove;
    setup.fullmove = fullmove_;
    return setup;
}

template <class B>
uint64_t Position<B>::full_key() const {
    uint64_t key = turn_ == kBlack ? tables_->turn_key : 0;
    for (int s = 0; s < tables_->squares; ++s) {
        if (board_[s] != kNoPiece) key ^= piece_key(board_[s], s);
        if (has(promoted_, s)) key ^= tables_->promoted_keys[s];
    }
    for (Color c : {kWhite, kBlack}) {
        for (int k = 0; k < tables_->kinds; ++k) key ^= hand_key(c, k, hand_[c][k]);
        if (rules_->values.check_counting) key ^= checks_key(c, state_.checks[c]);
    }
    key ^= tables_->castling_keys[state_.castling];
    if (state_.en_passant != kNoSquare) key ^= en_passant_key();
    return key;
}

template <class B>
void Position<B>::set_castling(int record, int king, int rook) {
    const Size& size = rules_->size;
    const int rank = size.rank(king);
    const int side = record & 1;
    const int file = rules_->castling_file[side];
    Castling<B>& c = castling_[record];
    c.king_from = static_cast<Square>(king);
    c.rook_from = static_cast<Square>(rook);
    c.king_to = size.square(file, rank);
    c.rook_to = size.square(side == 0 ? file - 1 : file + 1, rank);
    const auto span = [&](int a, int b) { return tables_->between(a, b) | bit<B>(a) | bit<B>(b); };
    const B both = bit<B>(king) | bit<B>(rook);
    c.empty = (span(c.king_from, c.king_to) | span(c.rook_from, c.rook_to)) & ~both;
    c.path = span(c.king_from, c.king_to) & ~bit<B>(king);
    state_.castling |= static_cast<uint8_t>(1 << record);
    castling_lost_[king] |= static_cast<uint8_t>(1 << record);
    castling_lost_[rook] |= static_cast<uint8_t>(1 << record);
}

// A king dropped on its home square may castle with the corner rooks, and a corner rook with the
// king.
template <class B>
void Position<B>::gain_castling(int square, Piece dropped) {
    const Size& size = rules_->size;
    const Color c = color_of(dropped);
    const int rank = rules_->castling_rank(c);
    const int home = size.contains(rules_->castling_king_file, rank)
                         ? size.square(rules_->castling_king_file, rank)
                         : -1;
    if (size.rank(square) != rank || home < 0 ||
        board_[home] != make_piece(rules_->castling_king, c))
        return;
    const uint64_t before = tables_->castling_keys[state_.castling];
    for (int side : {0, 1}) {
        const int corner = size.square(side == 0 ? size.files - 1 : 0, rank);
        const bool is_rook = board_[corner] != kNoPiece && color_of(board_[corner]) == c &&
                             corner != home &&
                             (rules_->castling_rooks >> kind_of(board_[corner]) & 1);
        // Drops have records of their own, so that unmaking finds those of the start untouched.
        const int right = 2 * c + side;
        const bool is_new =
            (square == home || square == corner) && !(state_.castling >> right & 0x11);
        if (is_rook && is_new) set_castling(kCastlings + right, home, corner);
    }
    state_.key ^= before ^ tables_->castling_keys[state_.castling];
}

template <class B>
void Position<B>::allow_en_passant(Move move) {
    // A double step, straight or aslant, passes the square halfway.
    const auto passed = static_cast<Square>((move.from() + move.to()) / 2);
    if (!can_take_en_passant(passed, move.to())) return;
    state_.en_passant = passed;
    state_.en_passant_victim = move.to();
    state_.key ^= en_passant_key();
}

// Whether the side to move has a legal capture of the victim on the square that it passed.
template <class B>
bool Position<B>::can_take_en_passant(Square target, Square victim) const {
    if (!has(tables_->en_passant_region[turn_], target) || board_[target] != kNoPiece) return false;
    bool possible = false;
    for_each(en_passant_takers(target), [&](Square from) {
        const Move move(from, target, MoveKind::en_passant);
        possible = possible || (is_safe_after(move, victim) && !is_forbidden_check(move, victim));
    });
    return possible;
}

// Where checks are forbidden, a capture that gives one is none.
template <class B>
bool Position<B>::is_forbidden_check(Move move, Square victim) const {
    if (rules_->values.checking) return false;
    Position after = *this;
    after.state_.en_passant = move.to();
    after.state_.en_passant_victim = victim;
    Undo undo;
    after.make(move, undo);
    return after.is_check();
}

template <class B>
B Position<B>::en_passant_takers(Square target) const {
    B takers{};
    for (KindSet kinds = rules_->en_passant_kinds; kinds; kinds &= kinds - 1) {
        const int k = std::countr_zero(kinds);
        const KindTables<B>& t = tables_->kind[turn_][k];
        if (!has(t.landing, target)) continue;
        takers |= t.en_passant_from[target] & pieces(turn_, k);
        if (!(tables_->lined_kinds >> k & 1)) continue;
        for_each(B(t.may_hit[target] & pieces(turn_, k)), [&](Square from) {
            B targets{};
            for (const Line<B>& line : t.lines)
                if (line.en_passant) targets |= line_targets(line, from, occupied());
            for (const LameLeap<B>& leap : t.lame_leaps)
                if (leap.en_passant && !any(B(leap.path[from] & occupied())))
                    targets |= leap.target[from];
            if (has(targets, target)) takers |= bit<B>(from);
        });
    }
    return takers;
}

template class Position<B64>;
template class Position<B128>;
template class Position<B256>;

}  // namespace ferz
