// Building a numbering: groups in order, homes, anchors.
#include "solve/layout.h"

#include <algorithm>
#include <tuple>

#include "base/error.h"

namespace ferz {

template <class B>
Layout<B>::Layout(const Census<B>& census, const Rules& rules, const Tables<B>& tables,
                  const Material& material)
    : material_(material), squares_(static_cast<size_t>(tables.squares)) {
    order_groups(census, rules);
    find_homes(census, tables);
    find_anchors(census, rules, tables);
    size_ = has_anchor_ ? anchors_.size() : 1;
    // What does not fit 60 bits fits no memory either.
    constexpr uint64_t kMost = uint64_t{1} << 60;
    for (const MenGroup<B>& group : groups_)
        size_ = group.radix != 0 && size_ > kMost / group.radix ? kMost : size_ * group.radix;
}

template <class B>
void Layout<B>::order_groups(const Census<B>& census, const Rules& rules) {
    const auto royal = [&](TypeId id) { return census.type(id).kind == rules.royal; };
    has_anchor_ = census.kings(material_, kWhite) == 1 && census.kings(material_, kBlack) == 1;
    if (has_anchor_) {
        men_ = 2;
        pieces_ = {make_piece(rules.royal, material_.turn),
                   make_piece(rules.royal, ~material_.turn)};
    }
    // Men bound to a part of the board first: their ranks do not count the others' squares.
    std::vector<TypeId> ids;
    for (TypeId id : material_.men)
        if (!(has_anchor_ && royal(id))) ids.push_back(id);
    const auto order = [&](TypeId id) {
        const ManType<B>& type = census.type(id);
        return std::tuple(type.part == 0, type.color != material_.turn, id);
    };
    std::sort(ids.begin(), ids.end(), [&](TypeId a, TypeId b) { return order(a) < order(b); });
    for (TypeId id : ids) {
        const ManType<B>& type = census.type(id);
        if (groups_.empty() || groups_.back().type != id)
            groups_.push_back({id, make_piece(type.kind, type.color), men_, 0, 0, 0, Divider()});
        ++groups_.back().count;
        pieces_.push_back(groups_.back().piece);
        ++men_;
    }
}

template <class B>
void Layout<B>::find_homes(const Census<B>& census, const Tables<B>& tables) {
    int before = has_anchor_ ? 2 : 0;
    std::vector<int> used;
    for (MenGroup<B>& group : groups_) {
        const B& squares = census.type(group.type).home;
        size_t h = 0;
        while (h < homes_.size() && !equal(homes_[h].squares, squares)) ++h;
        if (h == homes_.size()) {
            if (h == kMaxHomes)
                throw SolveError(
                    "solve: a material with pieces of more than 8 different homes, expected 8 at "
                    "most");
            Home<B> home{squares, equal(squares, tables.board), {}, {}};
            int rank = 0;
            for (int s = 0; s < kBits<B>; ++s) {
                home.rank[static_cast<size_t>(s)] = static_cast<uint8_t>(std::min(rank, 255));
                if (!has(squares, s)) continue;
                home.in_order.push_back(static_cast<Square>(s));
                ++rank;
            }
            homes_.push_back(home);
            used.push_back(0);
        }
        group.home = static_cast<int>(h);
        const int free = popcount(squares) - (homes_[h].is_whole ? before : used[h]);
        group.radix = free >= group.count ? binomial(free, group.count) : 0;
        group.divider = Divider(std::max<uint64_t>(1, group.radix));
        used[h] += group.count;
        before += group.count;
    }
}

template <class B>
void Layout<B>::find_anchors(const Census<B>& census, const Rules& rules, const Tables<B>& tables) {
    if (!has_anchor_) return;
    const Position<B> empty(rules, tables);
    // Whether the mover could take the other king whatever else stands on the board: a slider only
    // from the next square, and nothing that leaps over others.
    const auto touch = [&](size_t mover, size_t other) {
        const int from = static_cast<int>(mover), to = static_cast<int>(other);
        const auto takes = [&](const B& occupied) {
            return has(empty.capture_targets(material_.turn, rules.royal, from, occupied), to);
        };
        return takes(bit<B>(from) | bit<B>(to)) && takes(tables.board);
    };
    // A king may be bound to a part of the board.
    const auto home_of = [&](Color c) {
        B home{};
        for (TypeId id : material_.men) {
            const ManType<B>& type = census.type(id);
            if (type.kind == rules.royal && type.color == c) home = type.home;
        }
        return home;
    };
    const B home = home_of(material_.turn), other_home = home_of(~material_.turn);
    // Only symmetries that leave the material as it is make two pairs one.
    std::vector<int> group;
    for (int g : census.group_of(census.kinds_of(material_)))
        if (census.image(material_, g, Colors::keep) == material_) group.push_back(g);
    anchor_ranks_.assign(squares_ * squares_, kNoAnchor);
    for (size_t a = 0; a < squares_; ++a)
        for (size_t b = 0; b < squares_; ++b) {
            if (a == b || !has(home, static_cast<int>(a)) || !has(other_home, static_cast<int>(b)))
                continue;
            if (touch(a, b)) continue;
            bool is_least = true;
            for (int g : group) {
                const auto& map = census.symmetries()[g].map;
                is_least &= std::pair<size_t, size_t>(map[a], map[b]) >= std::pair(a, b);
            }
            if (!is_least) continue;
            anchor_ranks_[a * squares_ + b] = static_cast<uint32_t>(anchors_.size());
            anchors_.emplace_back(static_cast<Square>(a), static_cast<Square>(b));
        }
}

template class Layout<B64>;
template class Layout<B128>;
template class Layout<B256>;

}  // namespace ferz
