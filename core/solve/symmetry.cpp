// Symmetries, told from movements and regions.
#include "solve/symmetry.h"

#include <algorithm>
#include <utility>

namespace ferz {

bool Symmetry::is_identity() const {
    for (size_t s = 0; s < map.size(); ++s)
        if (map[s] != s) return false;
    return true;
}

bool Symmetry::is_free() const {
    for (size_t s = 0; s < map.size(); ++s)
        if (map[s] == s) return false;
    return true;
}

std::vector<Symmetry> board_symmetries(const Size& size, Transposed transposed) {
    std::vector<Symmetry> found;
    const bool all = transposed == Transposed::with && size.files == size.ranks;
    for (bool transposes : {false, true})
        for (int rank_sign : {1, -1})
            for (int file_sign : {1, -1}) {
                if (transposes && !all) continue;
                Symmetry symmetry{file_sign, rank_sign, transposes, {}};
                for (int s = 0; s < size.squares(); ++s) {
                    int file = file_sign > 0 ? size.file(s) : size.files - 1 - size.file(s);
                    int rank = rank_sign > 0 ? size.rank(s) : size.ranks - 1 - size.rank(s);
                    if (transposes) std::swap(file, rank);
                    symmetry.map.push_back(size.square(file, rank));
                }
                const auto same = [&](const Symmetry& other) { return other.map == symmetry.map; };
                if (std::none_of(found.begin(), found.end(), same)) found.push_back(symmetry);
            }
    return found;
}

namespace {

std::vector<Movement> movements_of(const Kind& kind, Color c, const Symmetry& symmetry,
                                   const Size& size) {
    std::vector<Movement> movements = kind.movements;
    const int turn = c == kWhite ? 1 : -1;
    for (Movement& m : movements) {
        m.dx *= turn * symmetry.file_sign;
        m.dy *= turn * symmetry.rank_sign;
        if (symmetry.transposes) std::swap(m.dx, m.dy);
    }
    // What leaves the board from everywhere is no movement here.
    std::erase_if(movements, [&](const Movement& m) {
        return std::abs(m.dx) >= size.files || std::abs(m.dy) >= size.ranks;
    });
    std::sort(movements.begin(), movements.end());
    return movements;
}

bool maps(const Symmetry& symmetry, const SquareSet& from, const SquareSet& to) {
    for (size_t s = 0; s < symmetry.map.size(); ++s)
        if (from[s] != to[symmetry.map[s]]) return false;
    return true;
}

}  // namespace

bool has_symmetry(const Rules& rules, KindSet kinds, const Symmetry& symmetry, Colors colors) {
    for (Color c : {kWhite, kBlack}) {
        const Color image = colors == Colors::swap ? ~c : c;
        if (!maps(symmetry, rules.promotion_region[c], rules.promotion_region[image]) &&
            (kinds & rules.promotion_pawns) != 0)
            return false;
        if (!maps(symmetry, rules.flag_region[c], rules.flag_region[image])) return false;
        for (KindSet left = kinds; left; left &= left - 1) {
            const int k = std::countr_zero(left);
            const Kind& kind = rules.kinds[k];
            if (!maps(symmetry, kind.region[c], kind.region[image]) ||
                movements_of(kind, c, symmetry, rules.size) !=
                    movements_of(kind, image, Symmetry(), rules.size))
                return false;
            const bool starts = (rules.values.double_step && (rules.pawns >> k & 1)) ||
                                std::any_of(kind.movements.begin(), kind.movements.end(),
                                            [](const Movement& m) { return m.initial; });
            if (starts &&
                !maps(symmetry, rules.double_step_region[c], rules.double_step_region[image]))
                return false;
        }
    }
    return true;
}

}  // namespace ferz
