// Materials, their images and the frames between them.
#include "solve/lookup.h"

#include <algorithm>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"

namespace ferz {

template <class B>
Lookup<B>::Lookup(const Rules& rules, const Tables<B>& tables)
    : rules_(&rules),
      tables_(&tables),
      squares_(static_cast<size_t>(tables.squares)),
      census_(rules, tables) {
    Random random(20261116);
    turn_key_ = random.next();
    for (size_t i = 0; i < census_.types().size(); ++i) type_keys_.push_back(random.next());
    for (size_t piece = 0; piece < 2 * rules.kinds.size(); ++piece)
        for (size_t s = 0; s < squares_; ++s) {
            const TypeId type = census_.type_of(static_cast<Piece>(piece), static_cast<int>(s));
            // A piece where it cannot stand belongs to no material that is known.
            man_keys_.push_back(type == kNoType ? random.next() : type_keys_[type]);
        }
}

template <class B>
uint64_t Lookup<B>::key_of(const Material& material) const {
    uint64_t key = material.turn == kBlack ? turn_key_ : 0;
    for (TypeId id : material.men) key += type_keys_[id];
    return key;
}

template <class B>
Material Lookup<B>::material_of(const Position<B>& position) const {
    Material material{position.turn(), {}};
    for_each(position.occupied(), [&](Square s) {
        const TypeId type = census_.type_of(position.at(s), s);
        if (type == kNoType)
            throw SolveError(text("solve: a piece on ", square_name(rules_->size, s),
                                  ", expected none where it would have promoted"));
        material.men.push_back(type);
    });
    if (material.men.size() > kMaxMen)
        throw SolveError(text("solve: ", material.men.size(), " pieces on the board, expected ",
                              kMaxMen, " at most"));
    std::sort(material.men.begin(), material.men.end());
    return material;
}

template <class B>
Material Lookup<B>::canonical(const Material& material) const {
    Material seen = material;
    if (census_.color_swap() >= 0 && material.turn == kBlack)
        seen = census_.image(material, census_.color_swap(), Colors::swap);
    Material least = seen;
    for (int g : census_.group_of(census_.kinds_of(seen)))
        least = std::min(least, census_.image(seen, g, Colors::keep));
    return least;
}

template <class B>
int Lookup<B>::add(const Material& canonical) {
    if (const int known = find(canonical); known >= 0) return known;
    const int table = size();
    layouts_.push_back(std::make_unique<Layout<B>>(census_, *rules_, *tables_, canonical));
    numbers_[canonical] = table;
    for (int g : census_.group_of(census_.kinds_of(canonical))) {
        const Material image = census_.image(canonical, g, Colors::keep);
        add_view(image, table);
        if (census_.color_swap() >= 0)
            add_view(census_.image(image, census_.color_swap(), Colors::swap), table);
    }
    return table;
}

template <class B>
void Lookup<B>::add_view(const Material& raw, int table) {
    const uint64_t key = key_of(raw);
    if (views_.contains(key)) return;
    const Layout<B>& layout = *layouts_[static_cast<size_t>(table)];
    const bool swaps = raw.turn != layout.turn();
    const Colors colors = swaps ? Colors::swap : Colors::keep;
    const int base = swaps ? census_.color_swap() : 0;
    View<B> view;
    view.table = table;
    view.layout = &layout;
    const auto image = [&](TypeId id, int g) {
        return census_.image(census_.image(id, base, colors), g, Colors::keep);
    };
    for (int g : census_.group_of(census_.kinds_of(raw))) {
        if (census_.image(census_.image(raw, base, colors), g, Colors::keep) != layout.material())
            continue;
        Frame<B> frame;
        frame.form = static_cast<uint8_t>((g ^ base) | (swaps ? 4 : 0));
        for (size_t s = 0; s < squares_; ++s)
            frame.map.push_back(census_.symmetries()[g].map[census_.symmetries()[base].map[s]]);
        for (const MenGroup<B>& group : layout.groups()) {
            const auto of_group = [&](TypeId id) { return image(id, g) == group.type; };
            const TypeId id = *std::find_if(raw.men.begin(), raw.men.end(), of_group);
            const ManType<B>& type = census_.type(id);
            frame.pieces.push_back(make_piece(type.kind, type.color));
            frame.homes.push_back(type.home);
            frame.types.push_back(id);
        }
        view.frames.push_back(std::move(frame));
    }
    if (!layout.has_anchor()) {
        view.anchors.push_back({0, 0});
        views_.emplace(key, std::move(view));
        return;
    }
    view.anchors.resize(squares_ * squares_);
    for (size_t a = 0; a < squares_; ++a)
        for (size_t b = 0; b < squares_; ++b)
            for (size_t f = 0; f < view.frames.size(); ++f) {
                const auto& map = view.frames[f].map;
                const uint32_t rank = layout.anchor_of(map[a], map[b]);
                if (rank != kNoAnchor)
                    view.anchors[a * squares_ + b] = {rank, static_cast<uint8_t>(f)};
            }
    views_.emplace(key, std::move(view));
}

template class Lookup<B64>;
template class Lookup<B128>;
template class Lookup<B256>;

}  // namespace ferz
