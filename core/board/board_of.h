// The board for one bitboard type, with or without exotic pieces. Instantiated once each in
// board_*.cpp.
#pragma once

#include "board/board.h"
#include "board/legal.h"

namespace ferz {

template <class B, bool kExotic>
class BoardOf final : public Board {
public:
    BoardOf(std::shared_ptr<const Variant> variant, const Setup& setup)
        : Board(std::move(variant)), position_(variant_->rules(), variant_->template tables<B>()) {
        position_.set(setup);
    }

    std::unique_ptr<Board> clone() const override { return std::make_unique<BoardOf>(*this); }
    void set(const Setup& setup) override {
        Position<B> fresh(variant_->rules(), variant_->template tables<B>());
        fresh.set(setup);
        position_ = fresh;
        played_.clear();
    }
    Setup setup() const override { return position_.setup(); }
    PositionRef position() const override { return &position_; }

    Color turn() const override { return position_.turn(); }
    int fullmove() const override { return position_.fullmove(); }
    const State& state() const override { return position_.state(); }
    Piece at(Square square) const override { return position_.at(square); }
    bool is_promoted(Square square) const override { return position_.is_promoted(square); }
    int hand(Color c, int kind) const override { return position_.hand(c, kind); }
    int king(Color c) const override { return position_.king(c); }
    uint64_t full_key() const override { return position_.full_key(); }

    MoveList moves(Want want, Legality legality) const override {
        MoveList list(capacity());
        Move* const end = legality == Legality::legal ? legal(position_, list.data(), want)
                                                      : pseudo(list.data(), want);
        list.resize(static_cast<size_t>(end - list.data()));
        return list;
    }
    bool has_legal_move() const override { return ferz::has_legal_move<kExotic>(position_); }
    bool is_check() const override { return position_.is_check(); }
    std::vector<Square> attackers(Color by, Square square) const override {
        std::vector<Square> found;
        for_each(position_.attackers(square, by, position_.occupied()),
                 [&](Square s) { found.push_back(s); });
        return found;
    }
    std::vector<Square> attacks(Square square) const override {
        std::vector<Square> found;
        const Piece piece = position_.at(square);
        if (piece != kNoPiece)
            for_each(position_.capture_targets(color_of(piece), kind_of(piece), square,
                                               position_.occupied()),
                     [&](Square s) { found.push_back(s); });
        return found;
    }
    Threat threat_after(Move move) const override {
        Position<B> after = position_;
        Undo undo;
        after.make(move, undo);
        if (!after.is_check()) return Threat::none;
        return ferz::has_legal_move<kExotic>(after) ? Threat::check : Threat::mate;
    }
    bool is_safe_after(Move move) const override { return position_.is_safe_after(move); }
    Square castling_rook(Move move) const override {
        return position_.castling(move.piece()).rook_from;
    }

    void push(Move move) override {
        played_.push_back({move, {}});
        position_.make(move, played_.back().undo);
    }
    Move pop() override {
        const Played last = played_.back();
        played_.pop_back();
        position_.unmake(last.move, last.undo);
        return last.move;
    }

    std::optional<End> end() const override;
    bool is_insufficient_material() const override { return is_insufficient(position_); }

    uint64_t perft(int depth, PerftMode mode) const override {
        if (depth == 0) return 1;
        Position<B> position = position_;
        MoveList stack(capacity() * static_cast<size_t>(depth));
        return mode == PerftMode::list ? perft<PerftMode::list>(position, depth, stack.data())
                                       : perft<PerftMode::count>(position, depth, stack.data());
    }
    PerftCounts perft_breakdown(int depth) const override {
        PerftCounts counts;
        Position<B> position = position_;
        MoveList stack(capacity() * static_cast<size_t>(depth + 1));
        if (depth > 0) breakdown(position, depth, stack.data(), counts);
        else counts.nodes = 1;
        return counts;
    }

private:
    size_t capacity() const { return position_.tables().max_moves + ListSink::kSlack; }

    // ---- generation ----

    static Move* legal(const Position<B>& position, Move* list, Want want) {
        return legal_moves<kExotic>(position, list, want);
    }

    Move* pseudo(Move* list, Want want) const {
        ListSink sink(list);
        Checks<B> checks;
        Generator<B, kExotic, ListSink>(position_, checks, sink, want, Legality::pseudo).run();
        return sink.end();
    }

    // The number of legal moves. The list is scratch space, or null to make some.
    template <PerftMode kMode>
    static uint64_t count(const Position<B>& position, Move* list) {
        const Tables<B>& tables = position.tables();
        if (kMode == PerftMode::count && !tables.filters_moves && !tables.has_hoppers) {
            if (tables.has_immediate_ends && immediate_end(position)) return 0;
            Checks<B> checks;
            find_checks<kExotic>(position, checks);
            CountSink sink;
            Generator<B, kExotic, CountSink>(position, checks, sink, Want::all, Legality::legal)
                .run();
            return sink.count();
        }
        MoveList own;
        if (!list) {
            own.resize(tables.max_moves + ListSink::kSlack);
            list = own.data();
        }
        return static_cast<uint64_t>(legal(position, list, Want::all) - list);
    }

    // ---- perft ----

    template <PerftMode kMode>
    static uint64_t perft(Position<B>& position, int depth, Move* list) {
        if (depth == 1) return count<kMode>(position, list);
        Move* const end = legal(position, list, Want::all);
        uint64_t nodes = 0;
        for (const Move* move = list; move != end; ++move) {
            Undo undo;
            position.make(*move, undo);
            nodes += perft<kMode>(position, depth - 1, end);
            position.unmake(*move, undo);
        }
        return nodes;
    }

    static void breakdown(Position<B>& position, int depth, Move* list, PerftCounts& counts) {
        Move* const end = legal(position, list, Want::all);
        for (const Move* move = list; move != end; ++move) {
            const bool captures = ferz::is_capture(position, *move),
                       takes = takes_enemy(position, *move);
            Undo undo;
            position.make(*move, undo);
            if (depth > 1) {
                breakdown(position, depth - 1, end, counts);
            } else {
                const bool check = position.is_check();
                ++counts.nodes;
                counts.captures += captures;
                counts.self_captures += captures && !takes;
                counts.en_passant += move->is(MoveKind::en_passant);
                counts.castles += move->is(MoveKind::castle);
                counts.promotions += move->is(MoveKind::promotion);
                counts.drops += move->is(MoveKind::drop);
                counts.checks += check;
                counts.mates += check && !ferz::has_legal_move<kExotic>(position);
            }
            position.unmake(*move, undo);
        }
    }

    Position<B> position_;
};

template <class B, bool kExotic>
std::optional<End> BoardOf<B, kExotic>::end() const {
    const RuleValues& v = rules().values;
    if (position_.tables().has_immediate_ends)
        if (const auto immediate = immediate_end(position_)) return immediate;
    if (!has_legal_move()) return no_moves_end(position_, is_check());
    if (v.n_fold_rule && repetitions() >= v.n_fold_rule) return End{v.n_fold_value, Reason::n_fold};
    if (v.n_move_rule && state().halfmove >= 2 * v.n_move_rule)
        return End{Value::draw, Reason::n_move};
    if (is_insufficient_material()) return End{Value::draw, Reason::insufficient_material};
    return {};
}

}  // namespace ferz
