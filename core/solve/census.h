// The men of a game by what tells them apart for ever: color, kind, and the part of the board that
// a piece can never leave, such as the light squares for a bishop.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "board/position.h"
#include "solve/symmetry.h"

namespace ferz {

template <class B>
struct ManType {
    Color color;
    int kind;
    B home;    // where a man of this type may stand
    int part;  // counted from 1 where the kind has several homes, else 0
};

using TypeId = uint16_t;
inline constexpr TypeId kNoType = UINT16_MAX;

// Some men and the side to move, without their squares: types sorted, White's before Black's.
struct Material {
    Color turn = kWhite;
    std::vector<TypeId> men;

    auto operator<=>(const Material&) const = default;
};

template <class B>
class Census {
public:
    Census(const Rules& rules, const Tables<B>& tables);

    const std::vector<ManType<B>>& types() const { return types_; }
    const ManType<B>& type(TypeId id) const { return types_[id]; }
    // The type of a piece on a square, or kNoType where it cannot stand.
    TypeId type_of(Piece piece, int square) const {
        return type_of_[static_cast<size_t>(piece) * squares_ + static_cast<size_t>(square)];
    }

    const std::vector<Symmetry>& symmetries() const { return symmetries_; }
    // The symmetry that makes White's game Black's, as a number, or -1 where the sides differ.
    int color_swap() const { return color_swap_; }
    // The type whose home is the image of a type's.
    TypeId image(TypeId id, int symmetry, Colors colors) const {
        return images_[colors == Colors::swap][static_cast<size_t>(symmetry)][id];
    }
    // The symmetries that these kinds have, as numbers; a group without fixed squares.
    const std::vector<int>& group_of(KindSet kinds) const;
    KindSet kinds_of(const Material& material) const;
    // How many royal pieces of a color there are.
    int kings(const Material& material, Color c) const;
    // The material as its image is; sorted again.
    Material image(const Material& material, int symmetry, Colors colors) const;

    // As in KRN-KB2, White's men first; a number tells the part of the board.
    std::string name(const Material& material) const;
    // What has that name, White to move; throws SolveError.
    Material named(const std::string& name) const;

private:
    void find_types(const Tables<B>& tables);
    void find_images();

    const Rules* rules_;
    size_t squares_;
    std::vector<ManType<B>> types_;
    std::vector<TypeId> type_of_;
    std::vector<Symmetry> symmetries_;
    int color_swap_ = -1;
    std::array<std::vector<std::vector<TypeId>>, 2> images_;
    mutable std::map<KindSet, std::vector<int>> groups_;
};

}  // namespace ferz
