// Planning tables.
#include "solve/planner.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/error.h"
#include "base/text.h"

namespace ferz {
namespace {

constexpr int kMostTables = 200'000;

}  // namespace

template <class B>
void Planner<B>::add(const Material& material) {
    std::vector<Material> todo{lookup_.canonical(material)};
    while (!todo.empty()) {
        const Material next = std::move(todo.back());
        todo.pop_back();
        if (!planned_.insert(next).second) continue;
        check_passing(next);
        lookup_.add(next);
        if (lookup_.size() > kMostTables)
            throw SolveError(text("tables: more than ", kMostTables,
                                  " materials can arise, expected fewer pieces"));
        for (const Material& after : successors(next)) todo.push_back(lookup_.canonical(after));
    }
}

template <class B>
std::vector<Material> Planner<B>::kings_alone() const {
    std::vector<Material> found{Material{}};
    const auto& types = lookup_.census().types();
    for (Color c : {kWhite, kBlack})
        for (int i = 0; rules_.royal >= 0 && i < rules_.royal_count[c]; ++i) {
            std::vector<Material> next;
            for (const Material& material : found)
                for (size_t id = 0; id < types.size(); ++id)
                    if (types[id].kind == rules_.royal && types[id].color == c) {
                        next.push_back(material);
                        next.back().men.push_back(static_cast<TypeId>(id));
                    }
            found = std::move(next);
        }
    return found;
}

template <class B>
void Planner<B>::add_all(int men) {
    const auto& types = lookup_.census().types();
    std::vector<TypeId> free;
    for (size_t id = 0; id < types.size(); ++id)
        if (types[id].kind != rules_.royal) free.push_back(static_cast<TypeId>(id));
    const auto extend = [&](auto&& self, const Material& material, size_t from) -> void {
        Material sorted = material;
        std::sort(sorted.men.begin(), sorted.men.end());
        add(sorted);
        if (static_cast<int>(material.men.size()) >= men) return;
        for (size_t i = from; i < free.size(); ++i) {
            Material more = material;
            more.men.push_back(free[i]);
            self(self, more, i);
        }
    };
    for (const Material& material : kings_alone()) extend(extend, material, 0);
}

template <class B>
std::vector<Material> Planner<B>::successors(const Material& material) const {
    const Census<B>& census = lookup_.census();
    std::set<Material> found;
    const auto without = [](Material from, size_t i) {
        from.men.erase(from.men.begin() + static_cast<std::ptrdiff_t>(i));
        return from;
    };
    // A move within, then what captures leave, then all of these with a pawn promoted.
    std::vector<Material> moved{material};
    for (size_t i = 0; i < material.men.size(); ++i) {
        const ManType<B>& type = census.type(material.men[i]);
        if (type.kind == rules_.royal) continue;
        if (type.color != material.turn || rules_.values.self_capture)
            moved.push_back(without(material, i));
    }
    for (const Material& each : moved) {
        found.insert(each);
        for (size_t i = 0; i < each.men.size(); ++i) {
            const ManType<B>& type = census.type(each.men[i]);
            if (type.color != material.turn || !(rules_.promotion_pawns >> type.kind & 1)) continue;
            for (int k : rules_.promotions)
                for_each(tables_.promotion_region[type.color], [&](Square s) {
                    const TypeId id = census.type_of(make_piece(k, type.color), s);
                    if (id == kNoType) return;
                    Material promoted = without(each, i);
                    promoted.men.push_back(id);
                    std::sort(promoted.men.begin(), promoted.men.end());
                    found.insert(promoted);
                });
        }
    }
    std::vector<Material> next(found.begin(), found.end());
    for (Material& each : next) each.turn = ~each.turn;
    return next;
}

// En passant needs to know the last move.
template <class B>
void Planner<B>::check_passing(const Material& material) const {
    bool passes[2] = {false, false}, takes[2] = {false, false};
    for (TypeId id : material.men) {
        const ManType<B>& type = lookup_.census().type(id);
        const auto& movements = rules_.kinds[static_cast<size_t>(type.kind)].movements;
        passes[type.color] |= tables_.kind[type.color][type.kind].double_steps ||
                              std::any_of(movements.begin(), movements.end(),
                                          [](const Movement& m) { return m.initial; });
        takes[type.color] |= rules_.en_passant_kinds >> type.kind & 1;
    }
    if ((passes[kWhite] && takes[kBlack]) || (passes[kBlack] && takes[kWhite]))
        throw SolveError(text("tables: ", lookup_.census().name(material),
                              " has pawns that can be taken en passant, expected none"));
}

template <class B>
std::vector<int> Planner<B>::pair_of(int table) const {
    Material other = lookup_.layout(table).material();
    other.turn = ~other.turn;
    const int back = lookup_.find(lookup_.canonical(other));
    if (back == table) return {table};
    // The stronger side first, whichever was planned first.
    const auto order = [&](int each) {
        const Material& material = lookup_.layout(each).material();
        const auto white = std::count_if(material.men.begin(), material.men.end(), [&](TypeId id) {
            return lookup_.census().type(id).color == kWhite;
        });
        return std::tuple(-white, lookup_.census().name(material), material.turn);
    };
    return order(table) < order(back) ? std::vector{table, back} : std::vector{back, table};
}

template <class B>
Stage Planner<B>::stage_of(const std::vector<int>& pair) const {
    const Material& material = lookup_.layout(pair[0]).material();
    Stage stage;
    stage.name = lookup_.census().name(material);
    stage.men = static_cast<int>(material.men.size());
    stage.tables = pair;
    int within[2] = {0, 0};
    for (TypeId id : material.men) {
        const ManType<B>& type = lookup_.census().type(id);
        int most = 0;
        for_each(type.home, [&](Square s) {
            most = std::max(
                most, popcount(tables_.reach(type.color, type.kind, s, Tables<B>::Initial::with)));
        });
        within[type.color] += most;
    }
    if (std::max(within[0], within[1]) > Code<uint8_t>::kMaxCount) stage.cell_bytes = 2;
    for (int each : pair) stage.entries += lookup_.layout(each).size();
    return stage;
}

template <class B>
int Planner<B>::promoting(const Material& material) const {
    int count = 0;
    for (TypeId id : material.men)
        count += rules_.promotion_pawns >> lookup_.census().type(id).kind & 1;
    return count;
}

template <class B>
std::vector<Stage> Planner<B>::stages(const std::vector<Stage>& known) const {
    std::map<std::string, const Stage*> by_name;
    for (const Stage& stage : known) by_name[stage.name] = &stage;
    std::vector<std::pair<int, Stage>> found;  // with its pawns: fewer first
    for (int table = 0; table < lookup_.size(); ++table) {
        const std::vector<int> pair = pair_of(table);
        if (pair[0] != table) continue;
        Stage stage = stage_of(pair);
        if (const auto old = by_name.find(stage.name); old != by_name.end()) stage = *old->second;
        found.emplace_back(promoting(lookup_.layout(table).material()), std::move(stage));
    }
    const auto order = [](const auto& each) {
        return std::tie(each.second.men, each.first, each.second.name);
    };
    std::sort(found.begin(), found.end(),
              [&](const auto& a, const auto& b) { return order(a) < order(b); });
    std::vector<Stage> stages;
    std::vector<int> stage_of_table(static_cast<size_t>(lookup_.size()), -1);
    for (auto& [pawns, stage] : found) {
        for (int table : stage.tables)
            stage_of_table[static_cast<size_t>(table)] = static_cast<int>(stages.size());
        stages.push_back(std::move(stage));
    }
    for (size_t i = 0; i < stages.size(); ++i) {
        std::set<int> needs;
        for (int table : stages[i].tables)
            for (const Material& after : successors(lookup_.layout(table).material()))
                if (const int next = lookup_.find(lookup_.canonical(after)); next >= 0)
                    needs.insert(stage_of_table[static_cast<size_t>(next)]);
        needs.erase(static_cast<int>(i));
        stages[i].needs.assign(needs.begin(), needs.end());
    }
    return stages;
}

template class Planner<B64>;
template class Planner<B128>;
template class Planner<B256>;

}  // namespace ferz
