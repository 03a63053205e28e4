// Going through the numbers of a layout one after another: a step mostly moves the last man alone.
#pragma once

#include <algorithm>

#include "solve/layout.h"

namespace ferz {

template <class B>
class Cursor {
public:
    Cursor(const Layout<B>& layout, uint64_t index)
        : layout_(layout), last_(static_cast<int>(layout.groups().size()) - 1) {
        for (int g = last_; g >= 0; --g)
            digits_[at(g)] = layout.groups()[at(g)].divider.divide(index);
        anchor_ = index;
        set_kings();
        place_from(0);
    }

    // False where men meet.
    bool is_place() const { return placed_ > last_; }
    const MenSquares& squares() const { return squares_; }
    // Whether the step to here has moved the man of the last slot and nobody else.
    bool is_small_step() const { return is_small_step_; }

    void next() {
        int g = last_;
        while (g >= 0 && ++digits_[at(g)] == layout_.groups()[at(g)].radix) digits_[at(g--)] = 0;
        if (g < 0) {
            is_small_step_ = false;
            if (++anchor_ >= layout_.anchors().size()) return;
            set_kings();
            place_from(0);
            return;
        }
        // Behind men who meet, nobody's square matters.
        is_small_step_ = g == last_ && placed_ > last_ && layout_.groups()[at(g)].count == 1;
        if (g <= placed_) place_from(g);
    }

private:
    static size_t at(int g) { return static_cast<size_t>(g); }

    void set_kings() {
        if (!layout_.has_anchor()) return;
        const auto& [mover, other] = layout_.anchors()[anchor_];
        squares_[0] = mover;
        squares_[1] = other;
        before_[0] = bit<B>(mover) | bit<B>(other);
    }

    void place_from(int g) {
        for (; g <= last_; ++g) {
            const B men = layout_.place_group(at(g), digits_[at(g)], taken(g), squares_);
            placed_ = g;
            if (any(B(men & before_[at(g)]))) return;
            men_[at(g)] = men;
            before_[at(g) + 1] = before_[at(g)] | men;
        }
        placed_ = last_ + 1;
    }

    // What stands on a group's home and was numbered before it.
    B taken(int g) const {
        const auto& groups = layout_.groups();
        if (layout_.is_whole(groups[at(g)].home)) return before_[at(g)];
        B taken{};
        for (int i = 0; i < g; ++i)
            if (groups[at(i)].home == groups[at(g)].home) taken |= men_[at(i)];
        return taken;
    }

    const Layout<B>& layout_;
    int last_;
    int placed_ = 0;  // as many groups stand without meeting others
    bool is_small_step_ = false;
    uint64_t anchor_ = 0;
    std::array<uint64_t, kMaxMen> digits_{};
    std::array<B, kMaxMen + 1> before_{};  // occupied before each group
    std::array<B, kMaxMen> men_{};
    MenSquares squares_{};
};

// Calls visit(index) with each number of a range that is a legal position, set up, and skip(index)
// with all others.
template <class B, class Visit, class Skip>
void for_each_position(const Layout<B>& layout, Position<B>& position, uint64_t first,
                       uint64_t last, const Visit& visit, const Skip& skip) {
    const auto last_man = static_cast<size_t>(std::max(1, layout.men()) - 1);
    Cursor<B> cursor(layout, first);
    Square stood = 0;
    for (uint64_t index = first; index < last; ++index) {
        if (index != first) cursor.next();
        if (!cursor.is_place()) {
            skip(index);
            continue;
        }
        const MenSquares& squares = cursor.squares();
        if (cursor.is_small_step()) position.shift(stood, squares[last_man]);
        else position.arrange(layout.pieces(), squares.data(), layout.men(), layout.turn());
        stood = squares[last_man];
        const int king = position.king(~position.turn());
        if (king < 0 || !any(position.attackers(king, position.turn(), position.occupied())))
            visit(index);
        else skip(index);
    }
}

}  // namespace ferz
