// A game in progress behind one interface, whatever the size of its board: the position, the moves
// that led to it, and everything a front end asks of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "board/move.h"
#include "board/movegen.h"
#include "board/outcome.h"
#include "board/perft.h"
#include "board/setup.h"
#include "board/variant.h"

namespace ferz {

enum class Threat { none, check, mate };

// The position of a board, for what works on bitboards; the board owns it.
using PositionRef =
    std::variant<const Position<B64>*, const Position<B128>*, const Position<B256>*>;

class Board {
public:
    virtual ~Board() = default;

    // Throws FenError where the position cannot occur.
    static std::unique_ptr<Board> make(const std::shared_ptr<const Variant>& variant,
                                       const Setup& setup);
    virtual std::unique_ptr<Board> clone() const = 0;

    const std::shared_ptr<const Variant>& variant() const { return variant_; }
    const Rules& rules() const { return variant_->rules(); }

    // Begins anew from a position.
    virtual void set(const Setup& setup) = 0;
    virtual Setup setup() const = 0;
    std::string fen() const { return write_fen(rules(), setup()); }
    virtual PositionRef position() const = 0;

    virtual Color turn() const = 0;
    virtual int fullmove() const = 0;
    virtual const State& state() const = 0;
    virtual Piece at(Square square) const = 0;
    virtual bool is_promoted(Square square) const = 0;
    virtual int hand(Color c, int kind) const = 0;
    virtual int king(Color c) const = 0;
    virtual uint64_t full_key() const = 0;

    virtual MoveList moves(Want want, Legality legality) const = 0;
    virtual bool has_legal_move() const = 0;
    virtual bool is_check() const = 0;
    virtual std::vector<Square> attackers(Color by, Square square) const = 0;
    // The squares on which the piece on a square could take.
    virtual std::vector<Square> attacks(Square square) const = 0;
    virtual Threat threat_after(Move move) const = 0;
    // Whether a move that the pieces can make leaves the own king safe.
    virtual bool is_safe_after(Move move) const = 0;
    // Where the rook stands that a castling move castles with.
    virtual Square castling_rook(Move move) const = 0;

    // The move must be legal.
    virtual void push(Move move) = 0;
    virtual Move pop() = 0;
    size_t ply() const { return played_.size(); }
    Move played(size_t ply) const { return played_[ply].move; }
    // The key of the position in which that move was made.
    uint64_t key_before(size_t ply) const { return played_[ply].undo.state.key; }

    // How often the position has occurred in the game, this time included.
    int repetitions() const;
    // The end of the game, if it has ended.
    virtual std::optional<End> end() const = 0;
    virtual bool is_insufficient_material() const = 0;

    bool is_legal(Move move) const;
    bool is_capture(Move move) const;
    bool is_self_capture(Move move) const;

    virtual uint64_t perft(int depth, PerftMode mode) const = 0;
    virtual PerftCounts perft_breakdown(int depth) const = 0;

protected:
    explicit Board(std::shared_ptr<const Variant> variant) : variant_(std::move(variant)) {}
    Board(const Board&) = default;

    struct Played {
        Move move;
        Undo undo;
    };

    std::shared_ptr<const Variant> variant_;
    std::vector<Played> played_;
};

// Whether a self-capture is king takes own rook while castling is written so; it is then marked by
// an x.
bool looks_like_castling(const Board& board, Move move);

// Moves as text. Reading throws MoveError.
std::string write_uci(const Board& board, Move move);
Move read_uci(const Board& board, std::string_view uci);
std::string write_san(const Board& board, Move move);
Move read_san(const Board& board, std::string_view san);
// UCI or SAN.
Move read_move(const Board& board, std::string_view written);

}  // namespace ferz
