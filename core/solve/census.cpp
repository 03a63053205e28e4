// Finding homes: the parts of the board that a kind's moves connect.
#include "solve/census.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/text.h"

namespace ferz {

template <class B>
Census<B>::Census(const Rules& rules, const Tables<B>& tables)
    : rules_(&rules),
      squares_(static_cast<size_t>(tables.squares)),
      symmetries_(board_symmetries(rules.size, Transposed::without)) {
    KindSet all = 0;
    for (size_t k = 0; k < rules.kinds.size(); ++k) all |= KindSet{1} << k;
    // The mirror of the ranks is what a player sees across the board; the identity serves games
    // in which nobody has a direction, and comes last since only it may leave squares in place.
    for (int i = static_cast<int>(symmetries_.size()) - 1; i >= 0 && color_swap_ < 0; --i)
        if (symmetries_[i].rank_sign < 0 && has_symmetry(rules, all, symmetries_[i], Colors::swap))
            color_swap_ = i;
    if (color_swap_ < 0 && has_symmetry(rules, all, symmetries_[0], Colors::swap)) color_swap_ = 0;
    find_types(tables);
    find_images();
}

template <class B>
void Census<B>::find_types(const Tables<B>& tables) {
    type_of_.assign(2 * rules_->kinds.size() * squares_, kNoType);
    for (Color c : {kWhite, kBlack})
        for (int k = 0; k < tables.kinds; ++k) {
            const B allowed = tables.board & ~tables.kind[c][k].stuck;
            // Squares that a move joins get one number, spread until nothing changes.
            std::vector<int> part(squares_);
            std::iota(part.begin(), part.end(), 0);
            for (bool changed = true; changed;) {
                changed = false;
                for (int s = 0; s < tables.squares; ++s)
                    for_each(tables.reach(c, k, s, Tables<B>::Initial::with), [&](Square to) {
                        const int least = std::min(part[s], part[to]);
                        changed |= part[s] != least || part[to] != least;
                        part[s] = part[to] = least;
                    });
            }
            const size_t first = types_.size();
            for (int s = 0; s < tables.squares; ++s) {
                if (part[s] != s) continue;
                B home{};
                for (int t = 0; t < tables.squares; ++t)
                    if (part[t] == s && has(allowed, t)) home |= bit<B>(t);
                if (any(home)) types_.push_back({c, k, home, 0});
            }
            for (size_t id = first; id < types_.size(); ++id) {
                if (types_.size() > first + 1) types_[id].part = static_cast<int>(id - first) + 1;
                for_each(types_[id].home, [&](Square s) {
                    type_of_[static_cast<size_t>(make_piece(k, c)) * squares_ + s] =
                        static_cast<TypeId>(id);
                });
            }
        }
}

template <class B>
void Census<B>::find_images() {
    for (Colors colors : {Colors::keep, Colors::swap}) {
        auto& images = images_[colors == Colors::swap];
        for (const Symmetry& symmetry : symmetries_) {
            std::vector<TypeId> row;
            for (const ManType<B>& type : types_) {
                const Color c = colors == Colors::swap ? ~type.color : type.color;
                row.push_back(type_of(make_piece(type.kind, c), symmetry.map[lsb(type.home)]));
            }
            images.push_back(row);
        }
    }
}

template <class B>
const std::vector<int>& Census<B>::group_of(KindSet kinds) const {
    if (const auto known = groups_.find(kinds); known != groups_.end()) return known->second;
    std::vector<int> group{0};
    for (int i = 1; i < static_cast<int>(symmetries_.size()); ++i)
        if (symmetries_[i].is_free() && has_symmetry(*rules_, kinds, symmetries_[i], Colors::keep))
            group.push_back(i);
    // Two of the three, without the third, are no group.
    if (group.size() == 3) group.pop_back();
    return groups_[kinds] = group;
}

template <class B>
KindSet Census<B>::kinds_of(const Material& material) const {
    KindSet kinds = 0;
    for (TypeId id : material.men) kinds |= KindSet{1} << types_[id].kind;
    if (kinds & rules_->promotion_pawns)
        for (int k : rules_->promotions) kinds |= KindSet{1} << k;
    return kinds;
}

template <class B>
int Census<B>::kings(const Material& material, Color c) const {
    return static_cast<int>(std::count_if(material.men.begin(), material.men.end(), [&](TypeId id) {
        return types_[id].kind == rules_->royal && types_[id].color == c;
    }));
}

template <class B>
Material Census<B>::image(const Material& material, int symmetry, Colors colors) const {
    Material image{colors == Colors::swap ? ~material.turn : material.turn, {}};
    for (TypeId id : material.men) image.men.push_back(this->image(id, symmetry, colors));
    std::sort(image.men.begin(), image.men.end());
    return image;
}

template <class B>
std::string Census<B>::name(const Material& material) const {
    std::string sides[2];
    const auto add = [&](TypeId id) {
        const ManType<B>& type = types_[id];
        const char letter = rules_->kinds[type.kind].letter;
        sides[type.color] += to_upper(letter);
        if (type.part) sides[type.color] += std::to_string(type.part);
    };
    for (bool royal : {true, false})
        for (TypeId id : material.men)
            if ((types_[id].kind == rules_->royal) == royal) add(id);
    return sides[kWhite] + "-" + sides[kBlack];
}

template <class B>
Material Census<B>::named(const std::string& name) const {
    Material material;
    Color c = kWhite;
    for (size_t i = 0; i < name.size();) {
        if (name[i] == '-' && c == kWhite) {
            c = kBlack;
            ++i;
            continue;
        }
        const char letter = name[i++];
        int part = 0;
        while (i < name.size() && is_digit(name[i]) && part < 1000)
            part = 10 * part + (name[i++] - '0');
        const auto fits = [&](const ManType<B>& type) {
            return type.color == c && type.part == part &&
                   to_upper(rules_->kinds[static_cast<size_t>(type.kind)].letter) == letter;
        };
        const auto found = std::find_if(types_.begin(), types_.end(), fits);
        if (found == types_.end())
            throw SolveError(text("material ", quoted(name), ", expected one such as KQ-KR"));
        material.men.push_back(static_cast<TypeId>(found - types_.begin()));
    }
    std::sort(material.men.begin(), material.men.end());
    return material;
}

template class Census<B64>;
template class Census<B128>;
template class Census<B256>;

}  // namespace ferz
