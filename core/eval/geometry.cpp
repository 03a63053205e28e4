// The geometry of a board, computed once for a game.
#include "eval/geometry.h"

namespace ferz {

template <class B>
Geometry<B>::Geometry(const Rules& rules, const Tables<B>& tables) : squares(tables.squares) {
    const Size& size = tables.size;
    for (int s = 0; s < squares; ++s) {
        files_.push_back(static_cast<uint8_t>(size.file(s)));
        ranks_.push_back(static_cast<uint8_t>(size.rank(s)));
    }
    for (std::vector<B>* table : {&zone, &neighbors, &files_beside, &beside, &file, &row_about,
                                  &ahead[0], &ahead[1], &guards[0], &guards[1], &behind[0],
                                  &behind[1], &storm[0], &storm[1], &shelter[0], &shelter[1]})
        table->assign(static_cast<size_t>(squares), B{});
    for (int s = 0; s < squares; ++s) {
        build_square(tables, s);
        if ((files_[s] + ranks_[s]) % 2 == 0) dark |= bit<B>(s);
    }
    has_flag = any(tables.flag_region[kWhite]) || any(tables.flag_region[kBlack]);
    for (Color c : {kWhite, kBlack}) build_goals(rules, tables, c);
    classify_kinds(rules, tables);
    // A royal piece is in danger wherever it can go.
    if (rules.royal >= 0)
        for (int s = 0; s < squares; ++s) {
            neighbors[s] |= tables.kind[kWhite][rules.royal].capture_leaps[s];
            zone[s] |= neighbors[s];
        }
    has_danger = rules.royal >= 0 && rules.values.checking;
    has_drops = rules.values.piece_drops;
}

template <class B>
void Geometry<B>::build_square(const Tables<B>& tables, int square) {
    const Size& size = tables.size;
    const int f = files_[square], r = ranks_[square];
    for (int s = 0; s < squares; ++s) {
        const int df = std::abs(files_[s] - f), dr = ranks_[s] - r;
        const B b = bit<B>(s);
        if (df == 0) file[square] |= b;
        if (df == 1) files_beside[square] |= b;
        if (df <= 1 && dr == 0) row_about[square] |= b;
        if (df == 1 && dr == 0) beside[square] |= b;
        if (df <= 1 && std::abs(dr) <= 1) {
            zone[square] |= b;
            if (df != 0 || dr != 0) neighbors[square] |= b;
        }
        for (Color c : {kWhite, kBlack}) {
            const int forward = c == kWhite ? dr : -dr;
            if (df == 0 && forward > 0) ahead[c][square] |= b;
            if (df <= 1 && forward > 0) guards[c][square] |= b;
            if (df == 1 && forward <= 0) behind[c][square] |= b;
            if (df <= 1 && (forward == 1 || forward == 2)) shelter[c][square] |= b;
            if (df <= 1 && forward >= 1 && forward <= 4) storm[c][square] |= b;
        }
    }
    for (Color c : {kWhite, kBlack})
        if (any(ahead[c][square]) && 2 * (c == kWhite ? r : size.ranks - 1 - r) >= size.ranks)
            posts[c] |= bit<B>(square);
    relative[kWhite].push_back(static_cast<uint8_t>(square));
    relative[kBlack].push_back(static_cast<uint8_t>((size.ranks - 1 - r) * size.files + f));
}

template <class B>
void Geometry<B>::build_goals(const Rules& rules, const Tables<B>& tables, Color c) {
    const bool pawns_race = rules.flag_kind < 0 || (rules.pawns >> rules.flag_kind & 1);
    const bool promotes = !rules.promotions.empty();
    B goal = promotes ? tables.promotion_region[c] : B{};
    if (pawns_race) goal |= tables.flag_region[c];
    steps[c].assign(static_cast<size_t>(squares), 0);
    flag_distance[c].assign(static_cast<size_t>(squares), 0);
    for (int s = 0; s < squares; ++s) {
        int nearest = 0;
        for_each(B(ahead[c][s] & goal), [&](Square g) {
            const int d = std::abs(ranks_[g] - ranks_[s]);
            if (nearest == 0 || d < nearest) nearest = d;
        });
        steps[c][static_cast<size_t>(s)] = static_cast<uint8_t>(nearest);
        int away = 15;
        for_each(tables.flag_region[c], [&](Square g) { away = std::min(away, distance(g, s)); });
        flag_distance[c][static_cast<size_t>(s)] = static_cast<uint8_t>(away);
    }
}

template <class B>
void Geometry<B>::classify_kinds(const Rules& rules, const Tables<B>& tables) {
    for (int k = 0; k < tables.kinds; ++k) {
        const KindTables<B>& t = tables.kind[kWhite][k];
        const KindSet kind = KindSet{1} << k;
        if (t.is_step_pawn) step_pawns |= kind;
        if (k == rules.royal || (rules.pawns & kind)) continue;
        bool stays = t.diagonal || any(t.capture_leaps[0]) || any(t.capture_leaps[squares / 2]);
        for (int s = 0; s < squares && stays; ++s) {
            const B own_color = has(dark, s) ? dark : B(tables.board & ~dark);
            stays = !any(B(tables.reach(kWhite, k, s, Tables<B>::Initial::with) & ~own_color));
        }
        if (stays) bound |= kind;
    }
}

template struct Geometry<B64>;
template struct Geometry<B128>;
template struct Geometry<B256>;

}  // namespace ferz
