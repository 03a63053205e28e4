// Builds the tables of a game from its rules.
#include "board/tables.h"

#include <algorithm>
#include <map>

#include "base/random.h"
#include "board/filter.h"
#include "rules/betza.h"

namespace ferz {
namespace {

// Black's movements are White's turned by half a circle.
int turned(int delta, Color c) {
    return c == kWhite ? delta : -delta;
}

bool is_full_compass(const std::vector<Movement>& movements, bool diagonal) {
    int found = 0;
    for (const Movement& m : movements)
        found += m.range == 0 && m.hop == Hop::none && m.quiet && m.capture && !m.initial &&
                 std::max(std::abs(m.dx), std::abs(m.dy)) == 1 &&
                 (m.dx != 0 && m.dy != 0) == diagonal;
    return found == 4;
}

bool is_compass_slide(const Movement& m) {
    return m.range == 0 && m.hop == Hop::none && std::max(std::abs(m.dx), std::abs(m.dy)) == 1;
}

// A chess pawn: one step forward to move, one step forward aslant to take.
bool is_step_pawn(const Kind& kind) {
    int pushes = 0, takes = 0;
    for (const Movement& m : kind.movements) {
        const bool leaps = m.is_leap() && !m.initial && m.dy == 1;
        if (leaps && m.dx == 0 && m.quiet && !m.capture) ++pushes;
        else if (leaps && std::abs(m.dx) == 1 && m.capture && !m.quiet) ++takes;
        else return false;
    }
    return pushes == 1 && takes == 2;
}

bool is_everywhere(const Rules& rules, const SquareSet& set) {
    return set.count() == static_cast<size_t>(rules.size.squares());
}

bool is_plain(const Rules& rules, int k) {
    const Kind& kind = rules.kinds[k];
    if ((rules.pawns | rules.promotion_pawns) >> k & 1) return false;
    if (rules.values.double_step && rules.en_passant_kinds >> k & 1) return false;
    for (Color c : {kWhite, kBlack})
        if (!is_everywhere(rules, kind.region[c])) return false;
    for (const Movement& m : kind.movements) {
        if (m.initial || !m.quiet || !m.capture) return false;
        if (!m.is_leap() && !(is_compass_slide(m) && is_full_compass(kind.movements, m.dx && m.dy)))
            return false;
    }
    return true;
}

}  // namespace

template <class B>
Tables<B>::Tables(const Rules& rules)
    : size(rules.size),
      squares(rules.size.squares()),
      kinds(static_cast<int>(rules.kinds.size())),
      royal(rules.royal),
      sliders(rules.size) {
    const RuleValues& v = rules.values;
    build_geometry();
    filters_moves = needs_filter(v);
    tracks_promoted = v.captures_to_hand && !v.drop_loop;
    has_immediate_ends = v.extinction_value != Value::none || rules.flag_region[0].any() ||
                         rules.flag_region[1].any() || v.check_counting;
    for (Color c : {kWhite, kBlack}) {
        promotion_region[c] = to_bits<B>(rules.promotion_region[c]);
        double_step_region[c] = to_bits<B>(rules.double_step_region[c]);
        en_passant_region[c] = to_bits<B>(rules.en_passant_region[c]);
        flag_region[c] = to_bits<B>(rules.flag_region[c]);
        for (int k = 0; k < kinds; ++k) build_kind(rules, k, c);
    }
    build_leap_groups(rules);
    build_families();
    build_keys();
    learn_insufficiency(rules);
    bound_moves(rules);
}

template <class B>
const B* Tables<B>::keep(std::vector<B>&& table) {
    kept_.push_back(std::make_unique<std::vector<B>>(std::move(table)));
    return kept_.back()->data();
}

template <class B>
const B* Tables<B>::leap_table(const Offsets& offsets) {
    std::vector<B> table(squares);
    for (int s = 0; s < squares; ++s)
        for (const auto& [dx, dy] : offsets) {
            const int x = size.file(s) + dx, y = size.rank(s) + dy;
            if (size.contains(x, y)) table[s] |= bit<B>(size.square(x, y));
        }
    return keep(std::move(table));
}

template <class B>
const B* Tables<B>::line_table(int dx, int dy, int range) {
    std::vector<B> table(squares + 1);
    for (int s = 0; s < squares; ++s) {
        int x = size.file(s) + dx, y = size.rank(s) + dy;
        for (int n = 1; size.contains(x, y) && (range == 0 || n <= range); ++n, x += dx, y += dy)
            table[s] |= bit<B>(size.square(x, y));
    }
    return keep(std::move(table));
}

template <class B>
void Tables<B>::build_geometry() {
    std::vector<B> orthogonal(squares), diagonal(squares), between(squares * squares);
    for (int s = 0; s < squares; ++s) {
        board |= bit<B>(s);
        if (size.file(s) == 0) left_file |= bit<B>(s);
        if (size.file(s) == size.files - 1) right_file |= bit<B>(s);
        for (int d = 0; d < 8; ++d) {
            const auto [dx, dy] = kCompass[d];
            (d < 4 ? orthogonal : diagonal)[s] |= ray<B>(size, s, dx, dy);
            B passed{};
            int x = size.file(s) + dx, y = size.rank(s) + dy;
            for (; size.contains(x, y); x += dx, y += dy) {
                const int t = size.square(x, y);
                between[s * squares + t] = passed;
                passed |= bit<B>(t);
            }
        }
    }
    orthogonal_lines = keep(std::move(orthogonal));
    diagonal_lines = keep(std::move(diagonal));
    between_squares = keep(std::move(between));
}

template <class B>
void Tables<B>::build_kind(const Rules& rules, int k, Color c) {
    const Kind& piece = rules.kinds[k];
    KindTables<B>& out = kind[c][k];
    const bool everywhere = is_everywhere(rules, piece.region[c]);
    if (!everywhere) regioned_kinds |= KindSet{1} << k;
    out.is_step_pawn = is_step_pawn(piece) && everywhere && (rules.pawns >> k & 1);
    out.is_plain = !out.is_step_pawn && is_plain(rules, k);
    out.promotes = rules.promotion_pawns >> k & 1;
    out.takes_en_passant = rules.en_passant_kinds >> k & 1;
    out.orthogonal = is_full_compass(piece.movements, false);
    out.diagonal = is_full_compass(piece.movements, true);
    out.ride = static_cast<uint8_t>(out.orthogonal + 2 * out.diagonal);
    if (out.orthogonal) orthogonal_kinds |= KindSet{1} << k;
    if (out.diagonal) diagonal_kinds |= KindSet{1} << k;

    Offsets quiet, capture, initial, en_passant;
    // Captures that are marked e; in a kind without such a mark, all moves that only capture.
    bool marks_en_passant = false;
    for (const Movement& m : piece.movements) marks_en_passant |= m.en_passant;
    const auto takes_in_passing = [&](const Movement& m) {
        // Where it may also go without capturing, it does: one text cannot mean two moves.
        for (const Movement& other : piece.movements)
            if (other.quiet && !other.initial && other.dx == m.dx && other.dy == m.dy) return false;
        return marks_en_passant ? m.en_passant : m.capture;
    };
    for (const Movement& m : piece.movements) {
        const std::pair<int, int> offset{turned(m.dx, c), turned(m.dy, c)};
        out.double_steps |=
            (rules.pawns >> k & 1) && rules.values.double_step && m.is_forward_step();
        if (m.is_leap()) {
            if (m.initial) initial.push_back(offset);
            else {
                if (m.quiet) quiet.push_back(offset);
                if (m.capture) capture.push_back(offset);
            }
            if (takes_in_passing(m)) en_passant.emplace_back(-offset.first, -offset.second);
        } else if (!(is_compass_slide(m) && (m.dx && m.dy ? out.diagonal : out.orthogonal))) {
            add_movement(out, m, c, takes_in_passing(m));
        }
    }
    out.quiet_leaps = leap_table(quiet);
    out.capture_leaps = leap_table(capture);
    out.initial_leaps = leap_table(initial);
    out.en_passant_from = leap_table(en_passant);
    build_masks(rules, k, c);
    out.is_plain = out.is_plain && equal(out.landing, board);
    out.leaps = out.is_plain ? out.capture_leaps : nullptr;
    is_exotic |= !out.is_plain && !out.is_step_pawn;
}

template <class B>
void Tables<B>::add_movement(KindTables<B>& out, const Movement& m, Color c, bool en_passant) {
    const int dx = turned(m.dx, c), dy = turned(m.dy, c);
    if (m.lame) {
        Offsets path = lame_path(dx, dy);
        LameLeap<B> leap{
            leap_table({{dx, dy}}), nullptr, m.quiet, m.capture, m.initial, en_passant};
        std::vector<B> blocked(squares);
        const B* const on_path = leap_table(path);
        for (int s = 0; s < squares; ++s)
            if (any(leap.target[s])) blocked[s] = on_path[s];
        leap.path = keep(std::move(blocked));
        out.lame_leaps.push_back(leap);
        return;
    }
    out.lines.push_back({line_table(dx, dy, m.range), line_table(dx, dy, 0), line_table(dx, dy, 1),
                         squares, dy * size.files + dx > 0, m.quiet, m.capture, m.initial,
                         en_passant, m.hop});
    has_hoppers |= m.hop != Hop::none && m.capture;
}

template <class B>
B Tables<B>::reach(Color c, int k, int square, Initial initial) const {
    const KindTables<B>& t = kind[c][k];
    B reached = t.quiet_leaps[square] | t.capture_leaps[square];
    if (initial == Initial::with) reached |= t.initial_leaps[square];
    if (t.orthogonal) reached |= orthogonal_lines[square];
    if (t.diagonal) reached |= diagonal_lines[square];
    for (const auto& line : t.lines)
        if (initial == Initial::with || !line.initial) reached |= line.reach[square];
    for (const auto& leap : t.lame_leaps)
        if (initial == Initial::with || !leap.initial) reached |= leap.target[square];
    if (initial == Initial::with && t.double_steps && has(double_step_region[c], square)) {
        const int twice = square + (c == kWhite ? 2 : -2) * size.files;
        if (twice >= 0 && twice < squares) reached |= bit<B>(twice);
    }
    return reached;
}

template <class B>
void Tables<B>::build_masks(const Rules& rules, int k, Color c) {
    KindTables<B>& out = kind[c][k];
    const RuleValues& v = rules.values;
    B mobile{};
    for (int s = 0; s < squares; ++s)
        if (any(reach(c, k, s, Initial::without))) mobile |= bit<B>(s);
    out.region = to_bits<B>(rules.kinds[k].region[c]);
    // What others promote to may stand there, even if it promotes itself.
    bool must_promote = rules.promotion_pawns >> k & rules.pawns >> k & 1;
    for (int to : rules.promotions) must_promote &= to != k;
    if (must_promote && v.mandatory_pawn_promotion && !v.promotion_zone_pawn_drops)
        out.stuck = promotion_region[c] & ~mobile;
    out.landing = v.immobility_illegal ? B(out.region & mobile) : out.region;
    out.drops = out.landing & to_bits<B>(rules.drop_region[c]);
    if (rules.pawns >> k & 1) {
        const int first = c == kWhite ? 0 : size.ranks - 1;
        for (int x = 0; x < size.files && !v.first_rank_pawn_drops; ++x)
            out.drops &= ~bit<B>(size.square(x, first));
        if (!v.promotion_zone_pawn_drops) out.drops &= ~promotion_region[c];
    }
    // Where could a piece with lines stand to take on a square, whatever stands between?
    std::vector<B> may_hit(squares);
    for (int s = 0; s < squares; ++s) {
        B hits{};
        for (const auto& line : out.lines)
            if (line.capture) hits |= line.reach[s];
        for (const auto& leap : out.lame_leaps)
            if (leap.capture) hits |= leap.target[s];
        for_each(hits, [&](Square t) { may_hit[t] |= bit<B>(s); });
        if (any(hits)) lined_kinds |= KindSet{1} << k;
    }
    out.may_hit = keep(std::move(may_hit));
}

template <class B>
void Tables<B>::build_leap_groups(const Rules& rules) {
    for (Color c : {kWhite, kBlack}) {
        std::map<std::pair<int, int>, KindSet> kinds_of_leap;
        for (int k = 0; k < kinds; ++k)
            for (const Movement& m : rules.kinds[k].movements)
                if (m.is_leap() && m.capture && !m.initial)
                    kinds_of_leap[{turned(m.dx, c), turned(m.dy, c)}] |= KindSet{1} << k;
        std::map<KindSet, Offsets> leaps_of_kinds;
        for (const auto& [leap, sharing] : kinds_of_leap)
            leaps_of_kinds[sharing].emplace_back(-leap.first, -leap.second);
        // Where kinds share in more ways than there are kinds, each is a group of its own.
        if (leaps_of_kinds.size() > static_cast<size_t>(kinds)) {
            leaps_of_kinds.clear();
            for (const auto& [leap, sharing] : kinds_of_leap)
                for (KindSet rest = sharing; rest; rest &= rest - 1)
                    leaps_of_kinds[rest & -rest].emplace_back(-leap.first, -leap.second);
        }
        leap_stride = std::max(leap_stride, static_cast<int>(leaps_of_kinds.size()));
        std::vector<B> origins(squares * leap_stride);
        leap_groups.clear();  // Black's leaps are White's turned around, shared by the same kinds.
        for (const auto& [sharing, offsets] : leaps_of_kinds) {
            const B* const from = leap_table(offsets);
            for (int s = 0; s < squares; ++s)
                origins[s * leap_stride + leap_groups.size()] = from[s];
            leap_groups.push_back(sharing);
        }
        leap_origins[c] = keep(std::move(origins));
    }
}

template <class B>
void Tables<B>::build_families() {
    int count[kMaxKinds] = {};
    const auto add = [&](KindSet members, int family) {
        for (; members; members &= members - 1) {
            const int k = std::countr_zero(members);
            families[k][count[k]++] = static_cast<uint8_t>(family);
        }
    };
    add(orthogonal_kinds, kOrthogonalFamily);
    add(diagonal_kinds, kDiagonalFamily);
    int family = kFirstLeapFamily;
    for (const KindSet group : leap_groups) add(group, family++);
    families_per_kind = std::max(families_per_kind, *std::max_element(count, count + kinds));
}

template <class B>
void Tables<B>::build_keys() {
    Random random(0x66657a7a);
    const auto fill = [&](std::vector<uint64_t>& keys, size_t count) {
        keys.resize(count);
        for (uint64_t& key : keys) key = random.next();
    };
    fill(piece_keys, static_cast<size_t>(2) * kinds * squares);
    fill(promoted_keys, squares);
    fill(en_passant_keys, squares);
    for (uint64_t& key : castling_keys) key = random.next();
    castling_keys[0] = 0;
    turn_key = random.next();
    for (auto& side : hand_keys)
        for (uint64_t& key : side) key = random.next();
    for (uint64_t& key : check_keys) key = random.next();
}

template <class B>
void Tables<B>::learn_insufficiency(const Rules& rules) {
    const RuleValues& v = rules.values;
    may_be_insufficient = !has_immediate_ends && !v.piece_drops &&
                          v.stalemate_value == Value::draw && v.checkmate_value == Value::loss &&
                          v.n_fold_value == Value::draw && !v.makpong_rule && v.checking &&
                          rules.royal >= 0 && !(regioned_kinds >> rules.royal & 1) &&
                          rules.royal_count[kWhite] == 1 && rules.royal_count[kBlack] == 1 &&
                          rules.kinds[rules.royal].movements == read_betza("K");
    for (int k = 0; k < kinds; ++k) {
        if (rules.promotion_pawns >> k & 1) continue;
        if (rules.kinds[k].movements == read_betza("N")) knights |= KindSet{1} << k;
        if (rules.kinds[k].movements == read_betza("B")) bishops |= KindSet{1} << k;
    }
}

template <class B>
void Tables<B>::bound_moves(const Rules& rules) {
    size_t most = 0, droppable = 0;
    for (int k = 0; k < kinds; ++k) {
        droppable +=
            rules.values.piece_drops ? popcount(kind[kWhite][k].drops | kind[kBlack][k].drops) : 0;
        for (Color c : {kWhite, kBlack}) {
            const KindTables<B>& t = kind[c][k];
            for (int s = 0; s < squares; ++s) {
                size_t moves = popcount(reach(c, k, s, Initial::with));
                if (t.promotes) moves *= rules.promotions.size() + 1;
                if (t.takes_en_passant) moves += 1;
                most = std::max(most, moves);
            }
        }
    }
    max_moves = most * squares + droppable + 8;
}

template struct Tables<B64>;
template struct Tables<B128>;
template struct Tables<B256>;

}  // namespace ferz
