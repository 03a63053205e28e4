// Solving one material: the tables of both sides to move, given all smaller ones.
//
// First every entry is judged by its own moves: mates, stalemates, captures and promotions into
// finished tables, and how many moves stay within the material. Then, distance by distance, what
// is decided is carried back along moves taken back: a loss in n makes a win in n + 1 of all that
// could move there; a win in n takes away one hope of those, and the last hope gone makes a loss.
// What is left is drawn.
#pragma once

#include <atomic>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "board/legal.h"
#include "solve/crew.h"
#include "solve/cursor.h"
#include "solve/entries.h"
#include "solve/lookup.h"
#include "solve/retract.h"

namespace ferz {

// A distance or a count does not fit: to be solved again with wider cells.
struct TooNarrow : std::exception {};

template <class B, bool kExotic, class Cell>
class Retrograde {
public:
    using Cells = PagedVector<Cell>;
    using C = Code<Cell>;

    // The tables of the material: one or two. Entries of all others that their captures and
    // promotions lead to are loaded.
    Retrograde(const Lookup<B>& lookup, const std::vector<Entries>& entries,
               std::vector<int> tables, int threads)
        : lookup_(lookup),
          entries_(entries),
          retractor_(lookup.rules(), lookup.tables()),
          numbers_(std::move(tables)),
          threads_(threads) {
        for (int number : numbers_) {
            Side side{&lookup.layout(number), nullptr, 0, {}, {}};
            Material before = side.layout->material();
            before.turn = ~before.turn;
            side.back = lookup.view(before);
            side.back_side = side.back->table == numbers_[0] ? 0 : 1;
            side.sources = sources(*side.layout, *side.back);
            sides_.push_back(std::move(side));
        }
        counts_quiets_ = counts_quiets();
        for (int i = 0; i < threads; ++i) scratch_.emplace_back(lookup.rules(), lookup.tables());
    }

    // Calls watch with a stage's name before its progress.
    template <class Report>
    void solve(const Report& report) {
        for (Side& side : sides_) side.cells.resize(side.layout->size());
        for (Side& side : sides_)
            share(threads_, side.layout->size(), kPiece, report("moves"),
                  [&](int thread, uint64_t first, uint64_t last) {
                      init(side, scratch_[static_cast<size_t>(thread)], first, last);
                  });
        gather();
        for (size_t level = 0; level < pending_.size(); ++level)
            if (pending_[level] > 0) {
                propagate(static_cast<int>(level), report);
                gather();
            }
    }

    // Every entry once more, by all its moves: throws where it is not what they make of it.
    template <class Report>
    void verify(const Report& report) {
        for (Side& side : sides_)
            share(threads_, side.layout->size(), kPiece, report("check"),
                  [&](int thread, uint64_t first, uint64_t last) {
                      check(side, scratch_[static_cast<size_t>(thread)], first, last);
                  });
    }

    // Makes the entries final: what is unresolved is drawn.
    TableCounts finish(size_t side) {
        TableCounts counts;
        Cells& cells = sides_[side].cells;
        for (uint64_t i = 0; i < cells.size(); ++i) {
            const int code = cells[i];
            if (code == C::kIllegal) continue;
            ++counts.legal;
            if (!C::is_distance(code)) {
                cells[i] = static_cast<Cell>(C::kDraw);
                ++counts.drawn;
                continue;
            }
            ++(code & 1 ? counts.won : counts.lost);
            if (code > counts.longest || counts.won + counts.lost == 1) {
                counts.longest = code;
                counts.longest_at = i;
            }
        }
        return counts;
    }
    Cells take(size_t side) { return std::move(sides_[side].cells); }
    void give(size_t side, Cells&& cells) { sides_[side].cells = std::move(cells); }

private:
    static constexpr uint64_t kPiece = uint64_t{1} << 14;
    static constexpr uint64_t kScanPiece = uint64_t{1} << 18;
    static constexpr size_t kAhead = 32;

    struct Side {
        const Layout<B>* layout;
        const View<B>* back;  // of the same men, the other side to move
        size_t back_side;     // among sides_
        std::vector<std::array<uint8_t, kMaxMen>> sources;  // [frame][slot] whose square it is
        Cells cells;
    };

    struct Scratch {
        Position<B> position;
        std::vector<Move> moves;
        std::vector<int64_t> pending;  // changes
        Scratch(const Rules& rules, const Tables<B>& tables)
            : position(rules, tables),
              moves(tables.max_moves + ListSink::kSlack),
              pending(static_cast<size_t>(C::kMaxDistance) + 2) {}
    };

    // For each frame of the view before: which slot of the layout's men is which slot's there.
    std::vector<std::array<uint8_t, kMaxMen>> sources(const Layout<B>& layout,
                                                      const View<B>& back) const {
        std::vector<std::array<uint8_t, kMaxMen>> all;
        for (const Frame<B>& frame : back.frames) {
            std::array<uint8_t, kMaxMen> source{};
            if (layout.has_anchor()) source[0] = 1, source[1] = 0;
            size_t g = 0;
            for (const MenGroup<B>& there : back.layout->groups()) {
                for (const MenGroup<B>& here : layout.groups())
                    for (int i = 0; here.type == frame.types[g] && i < here.count; ++i) {
                        const auto slot = static_cast<size_t>(there.first) + static_cast<size_t>(i);
                        source[slot] = static_cast<uint8_t>(here.first + i);
                    }
                ++g;
            }
            all.push_back(source);
        }
        return all;
    }

    bool is_within(const Position<B>& position, Move move) const {
        return !move.is(MoveKind::promotion) && position.at(move.to()) == kNoPiece;
    }

    int end_code(Value value) const {
        switch (value) {
            case Value::loss:
                return 0;
            case Value::draw:
                return C::kDraw;
            default:
                throw SolveError(
                    "solve: a game that ends with a win of the side to move, expected "
                    "ends with a loss or a draw");
        }
    }

    // Sets up an entry, of which men do not meet.
    void arrange(const Side& side, Position<B>& position, uint64_t index) const {
        MenSquares squares;
        side.layout->place(index, squares);
        position.arrange(side.layout->pieces(), squares.data(), side.layout->men(),
                         side.layout->turn());
    }

    int value_after(Position<B>& position, Move move) const {
        Undo undo;
        position.make(move, undo);
        const Location place = lookup_.locate(position);
        const int value = value_at(place);
        position.unmake(move, undo);
        return value;
    }

    int value_at(const Location& place) const {
        for (size_t side = 0; side < sides_.size(); ++side)
            if (place.table == numbers_[side]) {
                const int code = sides_[side].cells[place.index];
                return C::is_distance(code) ? code : kDrawn;
            }
        if (place.table < 0)
            throw SolveError(text("solve: a move from ",
                                  lookup_.census().name(sides_[0].layout->material()),
                                  " to a position of no table"));
        return entries_[static_cast<size_t>(place.table)].at(place.index);
    }

    struct Outlook {
        int best = INT32_MAX;  // the quickest win among what was looked at
        int worst = -1;        // the longest the other side's wins take
        bool saves = false;    // some move draws
        int within = 0;        // moves that stay in the material
    };
    void look(Outlook& outlook, int value) const {
        if (value == kDrawn) outlook.saves = true;
        else if (value & 1) outlook.worst = std::max(outlook.worst, value);
        else outlook.best = std::min(outlook.best, value + 1);
    }

    enum class Look { leaving, all };
    // The code of a position that is over, or -1; else what its moves promise.
    int outlook(Scratch& scratch, Look which, Outlook& out) const {
        Position<B>& position = scratch.position;
        if (position.tables().has_immediate_ends)
            if (const auto end = immediate_end(position)) return end_code(end->value);
        Move* const list = scratch.moves.data();
        if (which == Look::leaving && counts_quiets_) {
            // Every quiet move stays within: their number is enough.
            Checks<B> checks;
            find_checks<kExotic>(position, checks);
            Move* const end = legal_moves<kExotic>(position, checks, list, Want::captures);
            CountSink quiets;
            Generator<B, kExotic, CountSink>(position, checks, quiets, Want::quiets,
                                             Legality::legal)
                .run();
            out.within = static_cast<int>(quiets.count());
            if (list == end && out.within == 0)
                return end_code(no_moves_end(position, any(checks.checkers)).value);
            for (Move* move = list; move != end; ++move) look(out, value_after(position, *move));
            return -1;
        }
        Move* const end = legal_moves<kExotic>(position, list, Want::all);
        if (list == end) return end_code(no_moves_end(position, position.is_check()).value);
        for (Move* move = list; move != end; ++move) {
            if (is_within(position, *move)) {
                ++out.within;
                if (which == Look::leaving) continue;
            }
            look(out, value_after(position, *move));
        }
        return -1;
    }

    Cell checked(int distance) const {
        if (distance > C::kMaxDistance) throw TooNarrow();
        return static_cast<Cell>(distance);
    }

    void init(Side& side, Scratch& scratch, uint64_t first, uint64_t last) const {
        const auto judge = [&](uint64_t index) {
            Cell& cell = side.cells[index];
            Outlook out;
            const int over = outlook(scratch, Look::leaving, out);
            if (over >= 0) {
                cell = static_cast<Cell>(over);
            } else if (out.best != INT32_MAX) {
                cell = checked(out.best);
            } else if (out.within == 0) {
                cell = out.saves ? static_cast<Cell>(C::kDraw) : checked(out.worst + 1);
            } else if (out.saves) {
                cell = static_cast<Cell>(C::kNoLoss);
            } else {
                if (out.within > C::kMaxCount) throw TooNarrow();
                cell = static_cast<Cell>(C::kZero + out.within);
            }
            if (C::is_distance(cell)) ++scratch.pending[cell];
        };
        const auto skip = [&](uint64_t index) {
            side.cells[index] = static_cast<Cell>(C::kIllegal);
        };
        for_each_position(*side.layout, scratch.position, first, last, judge, skip);
    }

    void check(const Side& side, Scratch& scratch, uint64_t first, uint64_t last) const {
        const auto compare = [&](uint64_t index) {
            Outlook out;
            const int over = outlook(scratch, Look::all, out);
            const int expected = over >= 0               ? over
                                 : out.best != INT32_MAX ? out.best
                                 : out.saves             ? C::kDraw
                                                         : out.worst + 1;
            if (side.cells[index] != expected)
                throw SolveError(text("solve: entry ", index, " of ",
                                      lookup_.census().name(side.layout->material()),
                                      " is not what its moves make of it"));
        };
        // What is no position has no value, and a file keeps none.
        for_each_position(*side.layout, scratch.position, first, last, compare, [](uint64_t) {});
    }

    void gather() {
        pending_.resize(static_cast<size_t>(C::kMaxDistance) + 2);
        for (Scratch& scratch : scratch_)
            for (size_t level = 0; level < pending_.size(); ++level) {
                pending_[level] += scratch.pending[level];
                scratch.pending[level] = 0;
            }
    }

    template <class Report>
    void propagate(int level, const Report& report) {
        const Watch watch = report(text("distance ", level));
        for (Side& side : sides_)
            share(threads_, side.layout->size(), kScanPiece, watch,
                  [&](int thread, uint64_t first, uint64_t last) {
                      Wave wave(*this, sides_[side.back_side],
                                scratch_[static_cast<size_t>(thread)], level);
                      scan(side, wave, first, last);
                      wave.finish();
                  });
    }

    // Entries to be told of a level, a few at a time: each waits until its memory has come.
    class Wave {
    public:
        Wave(Retrograde& owner, Side& side, Scratch& scratch, int level)
            : owner_(owner), side_(side), scratch_(scratch), level_(level) {}
        void add(uint64_t index) {
            __builtin_prefetch(side_.cells.data() + index, 1);
            if (count_ >= kAhead) tell(ring_[count_ % kAhead]);
            ring_[count_++ % kAhead] = index;
        }
        void finish() {
            const size_t left = std::min(count_, kAhead);
            for (size_t i = count_ - left; i < count_; ++i) tell(ring_[i % kAhead]);
            count_ = 0;
        }
        int level() const { return level_; }
        Scratch& scratch() { return scratch_; }

    private:
        void tell(uint64_t index) {
            if (level_ & 1) owner_.lose_hope(side_, scratch_, index, level_);
            else owner_.win(side_, scratch_, index, level_ + 1);
        }
        Retrograde& owner_;
        Side& side_;
        Scratch& scratch_;
        int level_;
        size_t count_ = 0;
        std::array<uint64_t, kAhead> ring_;
    };

    void win(Side& side, Scratch& scratch, uint64_t index, int distance) {
        std::atomic_ref<Cell> cell(side.cells[index]);
        Cell code = cell.load(std::memory_order_relaxed);
        const Cell better = checked(distance);
        do {
            const bool is_open = C::is_count(code) || code == C::kNoLoss ||
                                 (C::is_distance(code) && code > distance);
            if (!is_open) return;
        } while (!cell.compare_exchange_weak(code, better, std::memory_order_relaxed));
        if (C::is_distance(code)) --scratch.pending[code];
        ++scratch.pending[better];
    }

    void lose_hope(Side& side, Scratch& scratch, uint64_t index, int level) {
        std::atomic_ref<Cell> cell(side.cells[index]);
        if (!C::is_count(cell.load(std::memory_order_relaxed))) return;
        if (cell.fetch_sub(1, std::memory_order_relaxed) != C::kZero + 1) return;
        // The last one: whatever captures and promotions there are lose too, perhaps later.
        arrange(side, scratch.position, index);
        Outlook out;
        outlook(scratch, Look::leaving, out);
        const Cell lost = checked(std::max(level, out.worst) + 1);
        cell.store(lost, std::memory_order_relaxed);
        ++scratch.pending[lost];
    }

    void scan(const Side& side, Wave& wave, uint64_t first, uint64_t last) const {
        const Cell* const cells = side.cells.data();
        const auto wanted = static_cast<Cell>(wave.level());
        for (uint64_t index = first; index < last; ++index) {
            if constexpr (sizeof(Cell) == 1) {
                const void* const found = std::memchr(cells + index, wanted, last - index);
                if (found == nullptr) return;
                index = static_cast<uint64_t>(static_cast<const Cell*>(found) - cells);
            } else if (cells[index] != wanted) {
                continue;
            }
            retract(side, wave, index);
        }
    }

    // Tells all entries that could move to this one.
    void retract(const Side& side, Wave& wave, uint64_t index) const {
        MenSquares squares;
        side.layout->place(index, squares);
        const int men = side.layout->men();
        B occupied{};
        for (int i = 0; i < men; ++i) occupied |= bit<B>(squares[static_cast<size_t>(i)]);
        const Color mover = ~side.layout->turn();
        for (int i = 0; i < men; ++i) {
            const Piece piece = side.layout->piece(i);
            if (color_of(piece) != mover) continue;
            const Square to = squares[static_cast<size_t>(i)];
            const B others = occupied & ~bit<B>(to);
            const bool is_certain = !kExotic || retractor_.is_certain(piece);
            for_each(retractor_.origins(piece, to, others), [&](Square from) {
                squares[static_cast<size_t>(i)] = from;
                if (is_certain || could_move(side, wave.scratch(), squares, from, to))
                    tell(side, wave, squares);
            });
            squares[static_cast<size_t>(i)] = to;
        }
    }

    bool could_move(const Side& side, Scratch& scratch, const MenSquares& squares, Square from,
                    Square to) const {
        Position<B>& position = scratch.position;
        position.arrange(side.layout->pieces(), squares.data(), side.layout->men(),
                         ~side.layout->turn());
        Checks<B> checks;
        find_checks<kExotic>(position, checks);
        return is_legal<kExotic>(position, checks, Move(from, to), scratch.moves.data()) ||
               is_legal<kExotic>(position, checks, Move(from, to, MoveKind::double_step),
                                 scratch.moves.data());
    }

    void tell(const Side& side, Wave& wave, const MenSquares& squares) const {
        const View<B>& back = *side.back;
        typename View<B>::Anchor anchor = back.anchors[0];
        if (back.layout->has_anchor()) {
            const auto board_size = static_cast<size_t>(lookup_.tables().squares);
            anchor = back.anchors[squares[1] * board_size + squares[0]];
            if (anchor.rank == kNoAnchor) return;
        }
        const std::vector<Square>& map = back.frames[anchor.frame].map;
        const auto& source = side.sources[anchor.frame];
        MenSquares there;
        for (size_t i = 0; i < static_cast<size_t>(back.layout->men()); ++i)
            there[i] = map[squares[source[i]]];
        wave.add(back.layout->index(anchor.rank, there));
    }

    // Whether all quiet moves of a material stay within it and masks alone tell which are legal.
    bool counts_quiets() const {
        if (kExotic) return false;
        for (const MenGroup<B>& group : sides_[0].layout->groups())
            if (lookup_.rules().promotion_pawns >> kind_of(group.piece) & 1) return false;
        return true;
    }

    const Lookup<B>& lookup_;
    const std::vector<Entries>& entries_;
    Retractor<B> retractor_;
    std::vector<int> numbers_;
    int threads_;
    bool counts_quiets_ = false;
    std::vector<Side> sides_;
    std::vector<Scratch> scratch_;
    std::vector<int64_t> pending_;  // entries by distance
};

}  // namespace ferz
