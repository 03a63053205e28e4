// Walking over every position that play can reach, in the numbering of tables: which images of an
// entry are reached, and which of those were walked on from.
#pragma once

#include <atomic>
#include <bit>
#include <vector>

#include "base/error.h"
#include "base/pages.h"
#include "board/legal.h"
#include "solve/crew.h"
#include "solve/planner.h"

namespace ferz {

// The marks of one table. An entry has up to eight images; as many bits tell which are reached,
// as many more which of them were left again.
class Marks {
public:
    // Forms that occur at all, as bits.
    explicit Marks(unsigned forms) {
        int next = 0;
        for (unsigned form = 0; form < 8; ++form)
            if (forms >> form & 1) {
                place_[form] = static_cast<uint8_t>(next);
                form_[static_cast<size_t>(next++)] = static_cast<uint8_t>(form);
            }
        half_ = next <= 4 ? 4 : 8;
    }

    void resize(uint64_t size) {
        if (half_ == 4) narrow_.resize(size);
        else wide_.resize(size);
    }
    void clear() {
        narrow_ = {};
        wide_ = {};
    }
    uint64_t size() const { return half_ == 4 ? narrow_.size() : wide_.size(); }

    // The forms, as bits of their own numbers, that are reached and not left yet; leaves them.
    unsigned leave(uint64_t index) {
        return half_ == 4 ? leave_in(narrow_[index]) : leave_in(wide_[index]);
    }
    void reach(uint64_t index, unsigned forms) {
        unsigned bits = 0;
        for (; forms; forms &= forms - 1) bits |= 1u << place_[std::countr_zero(forms)];
        if (half_ == 4) reach_in(narrow_[index], bits);
        else reach_in(wide_[index], bits);
    }
    int count(uint64_t index) const { return std::popcount(reached(index)); }
    // One of the forms in which an entry is reached.
    uint8_t form(uint64_t index) const {
        return form_[static_cast<size_t>(std::countr_zero(reached(index)))];
    }

private:
    unsigned reached(uint64_t index) const {
        return (half_ == 4 ? narrow_[index] : wide_[index]) & ((1u << half_) - 1);
    }
    template <class Cell>
    unsigned leave_in(Cell& cell) {
        std::atomic_ref<Cell> shared(cell);
        const unsigned mark = shared.load(std::memory_order_relaxed);
        unsigned fresh = mark & ((1u << half_) - 1) & ~(mark >> half_);
        if (fresh == 0) return 0;
        shared.fetch_or(static_cast<Cell>(fresh << half_), std::memory_order_relaxed);
        unsigned forms = 0;
        for (; fresh; fresh &= fresh - 1)
            forms |= 1u << form_[static_cast<size_t>(std::countr_zero(fresh))];
        return forms;
    }
    template <class Cell>
    static void reach_in(Cell& cell, unsigned bits) {
        std::atomic_ref<Cell> shared(cell);
        if (bits & ~unsigned{shared.load(std::memory_order_relaxed)})
            shared.fetch_or(static_cast<Cell>(bits), std::memory_order_relaxed);
    }

    int half_;
    std::array<uint8_t, 8> place_{}, form_{};
    PagedVector<uint8_t> narrow_;
    PagedVector<uint16_t> wide_;
};

template <class B>
class Walker {
public:
    Walker(const Lookup<B>& lookup, const Planner<B>& planner, const Position<B>& root, int threads)
        : lookup_(lookup), threads_(threads), root_(lookup.locate(root)) {
        // The men that can arise as they stand on the board tell which images there are.
        std::vector<unsigned> forms(static_cast<size_t>(lookup.size()));
        std::set<Material> seen;
        std::vector<Material> todo{lookup.material_of(root)};
        while (!todo.empty()) {
            const Material next = std::move(todo.back());
            todo.pop_back();
            if (!seen.insert(next).second) continue;
            const View<B>* const view = lookup.view(next);
            if (view == nullptr) continue;
            for (const Frame<B>& frame : view->frames)
                forms[static_cast<size_t>(view->table)] |= 1u << frame.form;
            for (const Material& after : planner.successors(next)) todo.push_back(after);
        }
        for (unsigned each : forms) marks_.emplace_back(each);
    }

    const Location& root() const { return root_; }
    void begin() {
        Marks& marks = marks_[static_cast<size_t>(root_.table)];
        marks.resize(lookup_.layout(root_.table).size());
        marks.reach(root_.index, 1u << root_.form);
    }
    bool is_reached(const Stage& stage) const {
        for (int table : stage.tables)
            if (marks_[static_cast<size_t>(table)].size() > 0) return true;
        return false;
    }
    const Marks& marks(int table) const { return marks_[static_cast<size_t>(table)]; }

    // Everything of a stage, and the first positions of those below.
    void walk(const Stage& stage, const std::vector<Stage>& stages, const Watch& watch) {
        const auto prepare = [&](int table) {
            Marks& marks = marks_[static_cast<size_t>(table)];
            if (marks.size() == 0) marks.resize(lookup_.layout(table).size());
        };
        for (int table : stage.tables) prepare(table);
        for (int need : stage.needs)
            for (int table : stages[static_cast<size_t>(need)].tables) prepare(table);
        std::atomic<bool> is_new{true};
        while (is_new.exchange(false))
            for (int table : stage.tables)
                share(threads_, lookup_.layout(table).size(), kPiece, watch,
                      [&](int, uint64_t first, uint64_t last) {
                          if (sweep(table, first, last)) is_new = true;
                      });
    }
    void forget(const Stage& stage) {
        for (int table : stage.tables) marks_[static_cast<size_t>(table)].clear();
    }

private:
    static constexpr uint64_t kPiece = uint64_t{1} << 16;

    // Leaves every position that was reached since; whether there was one.
    bool sweep(int table, uint64_t first, uint64_t last) {
        const Layout<B>& layout = lookup_.layout(table);
        Position<B> position(lookup_.rules(), lookup_.tables());
        std::vector<Move> moves(lookup_.tables().max_moves + ListSink::kSlack);
        bool is_new = false;
        for (uint64_t index = first; index < last; ++index) {
            const unsigned fresh = marks_[static_cast<size_t>(table)].leave(index);
            if (fresh == 0) continue;
            is_new = true;
            const auto walk_on = [&](uint8_t form, unsigned images) {
                lookup_.arrange({table, index, form}, position);
                Move* const end = legal_moves<true>(position, moves.data(), Want::all);
                for (Move* move = moves.data(); move != end; ++move) reach(position, *move, images);
            };
            // Two kings tell all images of a position apart: one look serves all of them. Without,
            // an image may also be found as itself, so that each must be looked at.
            if (layout.has_anchor()) walk_on(0, fresh);
            else
                for (unsigned left = fresh; left; left &= left - 1)
                    walk_on(static_cast<uint8_t>(std::countr_zero(left)), 1);
        }
        return is_new;
    }

    // Marks what a move leads to, for some images of the position.
    void reach(Position<B>& position, Move move, unsigned images) {
        Undo undo;
        position.make(move, undo);
        const Location place = lookup_.locate(position);
        position.unmake(move, undo);
        if (place.table < 0) throw SolveError("solve: a move to a position of no table");
        unsigned forms = 0;
        for (; images; images &= images - 1)
            forms |= 1u << (static_cast<unsigned>(std::countr_zero(images)) ^ place.form);
        marks_[static_cast<size_t>(place.table)].reach(place.index, forms);
    }

    const Lookup<B>& lookup_;
    int threads_;
    Location root_;
    std::vector<Marks> marks_;
};

}  // namespace ferz
