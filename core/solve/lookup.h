// From a position to its place in a table: which material, which symmetry, which number.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>

#include "solve/layout.h"

namespace ferz {

// One way to see a position as one of a table's: squares mapped, men named anew.
template <class B>
struct Frame {
    // Which of the eight images it is, one of four symmetries and the change of colors: of two
    // frames, one after the other, the exclusive or.
    uint8_t form;
    std::vector<Square> map;
    std::vector<Piece> pieces;  // [group] what stands in the position for the group's men
    std::vector<B> homes;       // [group] and where

    std::vector<TypeId> types;  // [group] its type there
};

// How positions of one material, as they stand on the board, are looked up.
template <class B>
struct View {
    int table = -1;
    const Layout<B>* layout = nullptr;
    std::vector<Frame<B>> frames;
    struct Anchor {
        uint32_t rank = kNoAnchor;
        uint8_t frame = 0;
    };
    std::vector<Anchor> anchors;  // [mover's king * squares + other's]; one where none is needed
};

struct Location {
    int table = -1;
    uint64_t index = 0;
    uint8_t form = 0;
};

// The layouts of some materials and the way to them.
template <class B>
class Lookup {
public:
    Lookup(const Rules& rules, const Tables<B>& tables);

    const Census<B>& census() const { return census_; }
    const Rules& rules() const { return *rules_; }
    const Tables<B>& tables() const { return *tables_; }

    // The material that stands for all its images.
    Material canonical(const Material& material) const;
    Material material_of(const Position<B>& position) const;

    // Adds a table for a canonical material if there is none yet; returns its number.
    int add(const Material& canonical);
    int size() const { return static_cast<int>(layouts_.size()); }
    const Layout<B>& layout(int table) const { return *layouts_[static_cast<size_t>(table)]; }
    int find(const Material& canonical) const {
        const auto found = numbers_.find(canonical);
        return found == numbers_.end() ? -1 : found->second;
    }
    // Nothing where no table has the material.
    const View<B>* view(const Material& material) const {
        const auto found = views_.find(key_of(material));
        return found == views_.end() ? nullptr : &found->second;
    }

    // Where a position is found; table -1 where nowhere. Only men and turn are looked at.
    Location locate(const Position<B>& position) const {
        uint64_t key = position.turn() == kBlack ? turn_key_ : 0;
        for_each(position.occupied(), [&](Square s) {
            key += man_keys_[static_cast<size_t>(position.at(s)) * squares_ + s];
        });
        const auto found = views_.find(key);
        if (found == views_.end()) return {};
        return locate(found->second, position);
    }

    // Sets up the position of a place as it stands on the board: the entry's image by its form.
    void arrange(const Location& place, Position<B>& position) const {
        const Layout<B>& layout = this->layout(place.table);
        MenSquares squares;
        layout.place(place.index, squares);
        // Every symmetry undoes itself.
        const auto& map = census_.symmetries()[place.form & 3].map;
        std::array<Piece, kMaxMen> pieces;
        for (size_t i = 0; i < static_cast<size_t>(layout.men()); ++i) {
            squares[i] = map[squares[i]];
            pieces[i] = static_cast<Piece>(layout.pieces()[i] ^ (place.form >> 2));
        }
        position.arrange(pieces.data(), squares.data(), layout.men(),
                         place.form >> 2 ? ~layout.turn() : layout.turn());
    }

private:
    Location locate(const View<B>& view, const Position<B>& position) const {
        const typename View<B>::Anchor anchor =
            view.layout->has_anchor()
                ? view.anchors[static_cast<size_t>(position.king(position.turn())) * squares_ +
                               static_cast<size_t>(position.king(~position.turn()))]
                : view.anchors[0];
        if (anchor.rank == kNoAnchor) return {};
        const Frame<B>& frame = view.frames[anchor.frame];
        MenSquares squares;
        if (view.layout->has_anchor()) {
            squares[0] = frame.map[static_cast<size_t>(position.king(position.turn()))];
            squares[1] = frame.map[static_cast<size_t>(position.king(~position.turn()))];
        }
        size_t g = 0;
        for (const MenGroup<B>& group : view.layout->groups()) {
            const Piece piece = frame.pieces[g];
            int slot = group.first;
            for_each(B(position.pieces(color_of(piece), kind_of(piece)) & frame.homes[g]),
                     [&](Square s) { squares[static_cast<size_t>(slot++)] = frame.map[s]; });
            ++g;
        }
        return {view.table, view.layout->index(anchor.rank, squares), frame.form};
    }

    uint64_t key_of(const Material& material) const;
    void add_view(const Material& raw, int table);

    const Rules* rules_;
    const Tables<B>* tables_;
    size_t squares_;
    Census<B> census_;
    std::vector<uint64_t> type_keys_;
    std::vector<uint64_t> man_keys_;  // [piece * squares + square]
    uint64_t turn_key_;
    std::vector<std::unique_ptr<Layout<B>>> layouts_;
    std::map<Material, int> numbers_;
    std::unordered_map<uint64_t, View<B>> views_;
};

}  // namespace ferz
