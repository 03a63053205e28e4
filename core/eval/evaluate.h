// The evaluation without a net: what a position is worth by material, squares, mobility, pawns,
// threats, danger to the kings and pieces in hand. One pass over the pieces; whatever it finds it
// hands to a tally, which sums weights (SumTally) or notes what was found, for tuning (NoteTally).
#pragma once

#include <array>

#include "board/position.h"
#include "eval/geometry.h"
#include "eval/weights.h"

namespace ferz {

inline constexpr int kMaxEval = 20000;

// What is wrong with a king grows by the square of how much there is.
inline int danger_value(Score danger, bool middle) {
    const int d = middle ? middle_of(danger) : end_of(danger);
    return d <= 0 ? 0 : middle ? static_cast<int>(static_cast<int64_t>(d) * d / 720) : d / 20;
}

struct SumTally {
    const Score* weights;
    Score by_color[2] = {0, 0};
    Score danger[2] = {0, 0};

    Score sum() const { return by_color[kWhite] - by_color[kBlack]; }
    void add(Color c, int index, int count = 1) { by_color[c] += count * weights[index]; }
    void endanger(Color king, int index, int count = 1) { danger[king] += count * weights[index]; }
};

struct NoteTally {
    struct Note {
        int index, count;
    };
    std::vector<Note> found;
    std::vector<Note> dangers[2];

    void add(Color c, int index, int count = 1) {
        found.push_back({index, c == kWhite ? count : -count});
    }
    void endanger(Color king, int index, int count = 1) { dangers[king].push_back({index, count}); }
};

// The pawns' structure, remembered by their squares.
template <class B>
struct PawnEntry {
    uint64_t key = ~uint64_t{0};
    Score score = 0;
    B passed[2]{};
};

template <class B>
class PawnCache {
public:
    PawnCache() : entries_(kEntries) {}
    PawnEntry<B>& at(uint64_t key) { return entries_[key % kEntries]; }

private:
    static constexpr size_t kEntries = 1 << 11;
    std::vector<PawnEntry<B>> entries_;
};

template <class B>
uint64_t set_key(const B& set, uint64_t seed) {
    uint64_t key = seed;
    for (int i = 0; i < kWords<B>; ++i) {
        key = (key ^ word(set, i)) * 0x9e3779b97f4a7c15ULL;
        key ^= key >> 32;
    }
    return key;
}

// What stands where; cheap to keep up while moves are made.
struct Standing {
    Score sum = 0;     // for White
    int material = 0;  // as phases count it

    Standing& operator+=(const Standing& other) {
        sum += other.sum;
        material += other.material;
        return *this;
    }
    Standing& operator-=(const Standing& other) {
        sum -= other.sum;
        material -= other.material;
        return *this;
    }
};

// What is quick to tell of a position: what stands where, what is held, who moves.
struct QuickEval {
    Score sum;  // for White
    int phase;  // how far from the endgame, in 256ths
    int value;  // for the side to move
};

// All that an evaluation needs of a game; immutable, shared by all threads.
template <class B>
struct Evaluator {
    Evaluator(const Variant& variant, const Weights& set)
        : geometry(variant.rules(), variant.template tables<B>()), weights(set) {
        learn_kinds(variant.rules(), variant.template tables<B>());
    }

    Standing standing(const Position<B>& position) const;
    // What it will be once a move is made.
    Standing standing_after(const Position<B>& position, Move move, Standing standing) const;
    QuickEval quick(const Position<B>& position, const Standing& standing) const;
    // In centipawns for the side to move, from what is known already.
    int evaluate(const Position<B>& position, const QuickEval& known, PawnCache<B>& cache) const;
    // The same, noting what it consists of.
    NoteTally noted(const Position<B>& position) const;
    // How far the position is from the endgame, in 256ths.
    int phase(const Position<B>& position, const Standing& standing) const;
    // How much of an endgame's lead counts, in 64ths; little where a lead does not win.
    int end_share(const Position<B>& position, int phase, int value) const {
        return phase < 128 ? drawish(position, value) : 64;
    }
    // Sums to the value for the side to move.
    int blend(const Position<B>& position, int phase, Score sum, const Score* danger) const;

    Geometry<B> geometry;
    Weights weights;
    KindSet lesser[kMaxKinds] = {};   // the kinds worth clearly less, but for pawns and kings
    KindSet greater[kMaxKinds] = {};  // the kinds worth clearly more; than a king, all
    int greatest = -1;                // the most valuable kind
    int least_lead = 0;               // without pawns a smaller lead does not win
    bool only_mate_wins = false;

private:
    const Standing& worth(Piece piece, int square) const {
        return worth_[piece * geometry.squares + square];
    }
    void learn_kinds(const Rules& rules, const Tables<B>& tables);
    int drawish(const Position<B>& position, int value) const;

    std::vector<Standing> worth_;  // [piece * squares + square]
};

// One pass over a position.
template <class B, class Tally>
class EvalPass {
public:
    EvalPass(const Evaluator<B>& evaluator, const Position<B>& position, Tally& tally)
        : evaluator_(evaluator),
          geometry_(evaluator.geometry),
          weights_(evaluator.weights),
          position_(position),
          tables_(position.tables()),
          tally_(tally),
          occupied_(position.occupied()) {}

    // What stands where.
    void standing() {
        for_each(occupied_, [&](Square s) {
            const Piece piece = position_.at(s);
            const Color c = color_of(piece);
            tally_.add(c, weights_.square(kind_of(piece), geometry_.relative[c][s]));
        });
    }

    // What else needs no look at attacks.
    void quick() {
        for (Color c : {kWhite, kBlack}) {
            if (geometry_.has_drops) hand(c);
            if (geometry_.has_flag) race(c);
        }
        if (position_.rules().values.check_counting) checks_given();
        tally_.add(position_.turn(), Weights::tempo);
    }

    // All the rest.
    void thorough(PawnCache<B>* cache) {
        for (Color c : {kWhite, kBlack}) prepare(c);
        const uint64_t key = set_key(pawns_[kBlack], set_key(pawns_[kWhite], 1));
        if (cache) __builtin_prefetch(&cache->at(key));
        for (Color c : {kWhite, kBlack}) pieces(c);
        structure(cache, key);
        for (Color c : {kWhite, kBlack}) {
            threats(c);
            passed_pawns(c);
            if (geometry_.has_danger && king_[c] >= 0) danger(c);
        }
    }

private:
    void prepare(Color c) {
        pawns_[c] = position_.pieces_of(c, geometry_.step_pawns);
        king_[c] = position_.king(c);
        const B left = leftward(c, pawns_[c]), right = rightward(c, pawns_[c]);
        by_pawn_[c] = left | right;
        attacked_[c] = by_pawn_[c];
        twice_[c] = left & right;
    }

    // What pawns attack on either side.
    B leftward(Color c, const B& pawns) const {
        const int width = tables_.size.files;
        if (width == 1) return B{};
        const B movers = pawns & ~tables_.left_file;
        return (c == kWhite ? shifted_up(movers, width - 1) : shifted_down(movers, width + 1)) &
               tables_.board;
    }
    B rightward(Color c, const B& pawns) const {
        const int width = tables_.size.files;
        if (width == 1) return B{};
        const B movers = pawns & ~tables_.right_file;
        return (c == kWhite ? shifted_up(movers, width + 1) : shifted_down(movers, width - 1)) &
               tables_.board;
    }
    B pawn_attacks(Color c, const B& pawns) const {
        return leftward(c, pawns) | rightward(c, pawns);
    }

    void cover(Color c, const B& targets) {
        twice_[c] |= attacked_[c] & targets;
        attacked_[c] |= targets;
    }

    // ---- pieces: mobility, files, outposts, attacks on the enemy king's zone ----

    void pieces(Color c) {
        const B zone = king_[~c] >= 0 ? geometry_.zone[king_[~c]] : B{};
        const B open = ~(by_pawn_[~c] | pawns_[c]);
        for (int k = 0; k < tables_.kinds; ++k) {
            const B all = position_.pieces(c, k);
            by_kind_[c][k] = B{};
            if (!any(all) || (geometry_.step_pawns >> k & 1)) continue;
            if (k == position_.rules().royal) {
                king(c, k, all);
                continue;
            }
            const bool rook = geometry_.rooks >> k & 1;
            B by_kind{};
            for_each(all, [&](Square s) {
                const B targets = targets_of(c, k, s);
                by_kind |= targets;
                cover(c, targets);
                const int count = std::min(popcount(B(targets & open)), Weights::kMobility - 1);
                tally_.add(c, weights_.mobility(k) + count);
                if (rook) file(c, s);
                else if (has(by_pawn_[c], s)) outpost(c, s);
                if (const B hits = targets & zone; any(hits)) {
                    tally_.endanger(~c, weights_.danger_attacker(k));
                    zone_attacks_[c] += popcount(hits);
                }
            });
            by_kind_[c][k] = by_kind;
            if (geometry_.bound >> k & 1) bound_pawns(c, all);
            if ((geometry_.bound >> k & 1) && any(B(all & geometry_.dark)) &&
                any(B(all & ~geometry_.dark)))
                tally_.add(c, Weights::bound_pair);
        }
    }

    void bound_pawns(Color c, const B& all) {
        const int dark = popcount(B(all & geometry_.dark)), light = popcount(all) - dark;
        const int pawns = dark * popcount(B(pawns_[c] & geometry_.dark)) +
                          light * popcount(B(pawns_[c] & ~geometry_.dark));
        if (pawns) tally_.add(c, Weights::bound_pawns, pawns);
    }

    B targets_of(Color c, int k, Square s) const {
        const KindTables<B>& t = tables_.kind[c][k];
        if (!t.is_plain) return position_.capture_targets(c, k, s, occupied_);
        B targets = t.leaps[s];
        if (t.orthogonal) targets |= tables_.sliders.orthogonal(s, occupied_);
        if (t.diagonal) targets |= tables_.sliders.diagonal(s, occupied_);
        return targets;
    }

    // Several royal pieces do not happen where they can be checked; then only one stands.
    void king(Color c, int k, const B& all) {
        for_each(all, [&](Square s) {
            by_king_[c] = targets_of(c, k, s);
            cover(c, by_king_[c]);
        });
    }

    void file(Color c, Square s) {
        const B& line = geometry_.file[tables_.size.file(s)];
        if (any(B(line & pawns_[c]))) return;
        tally_.add(c, any(B(line & pawns_[~c])) ? Weights::half_open_file : Weights::open_file);
    }

    void outpost(Color c, Square s) {
        const B flanks = geometry_.guards[c][s] & ~geometry_.ahead[c][s];
        if (!any(B(flanks & pawns_[~c])) && any(geometry_.ahead[c][s]) &&
            2 * tables_.size.rank(geometry_.relative[c][s]) >= tables_.size.ranks)
            tally_.add(c, Weights::outpost);
    }

    // ---- pawns ----

    void structure(PawnCache<B>* cache, uint64_t key) {
        if (!geometry_.step_pawns) return;
        if constexpr (std::is_same_v<Tally, SumTally>) {
            PawnEntry<B>& entry = cache->at(key);
            if (entry.key != key) {
                SumTally own{tally_.weights};
                for (Color c : {kWhite, kBlack}) entry.passed[c] = pawn_terms(c, own);
                entry.key = key;
                entry.score = own.sum();
            }
            tally_.by_color[kWhite] += entry.score;
            for (Color c : {kWhite, kBlack}) passed_[c] = entry.passed[c];
        } else {
            for (Color c : {kWhite, kBlack}) passed_[c] = pawn_terms(c, tally_);
        }
    }

    // Tells what follows from the pawns alone; returns the passed ones.
    template <class Sink>
    B pawn_terms(Color c, Sink& sink) const {
        B passed{};
        const B own = pawns_[c], enemy = pawns_[~c];
        for_each(own, [&](Square s) {
            const B ahead = geometry_.ahead[c][s];
            const bool doubled = any(B(ahead & own));
            if (doubled) sink.add(c, Weights::doubled);
            const B near = geometry_.files_near[s] & ~geometry_.file[tables_.size.file(s)] & own;
            if (!any(near)) sink.add(c, Weights::isolated);
            else if (!any(B(near & geometry_.behind[c][s]))) sink.add(c, Weights::backward);
            const int steps = geometry_.steps[c][s];
            if (has(by_pawn_[c], s) || any(B(geometry_.beside[s] & own)))
                sink.add(c, weights_.connected(steps));
            if (steps > 0 && !doubled && !any(B(geometry_.guards[c][s] & enemy))) {
                passed |= bit<B>(s);
                sink.add(c, weights_.passed(steps));
            }
        });
        return passed;
    }

    void passed_pawns(Color c) {
        for_each(passed_[c], [&](Square s) {
            const int width = tables_.size.files;
            const int next = c == kWhite ? s + width : s - width;
            // Far passed pawns matter little to anyone.
            const int weight = std::max(0, 6 - geometry_.steps[c][s]);
            if (has(occupied_, next)) tally_.add(c, Weights::passed_blocked, weight);
            else if (has(attacked_[c], next) || !has(attacked_[~c], next))
                tally_.add(c, Weights::passed_guarded, weight);
            if (!any(B(geometry_.ahead[c][s] & (attacked_[~c] | position_.pieces(~c)))))
                tally_.add(c, Weights::passed_free, weight);
            if (king_[c] >= 0)
                tally_.add(c, Weights::passed_own_king,
                           weight * geometry_.distance(next, king_[c]));
            if (king_[~c] >= 0)
                tally_.add(c, Weights::passed_enemy_king,
                           weight * geometry_.distance(next, king_[~c]));
        });
    }

    // ---- threats ----

    void threats(Color c) {
        const B loose = position_.pieces(~c) & attacked_[c] & ~attacked_[~c];
        for (int k = 0; k < tables_.kinds; ++k) {
            const B victims = position_.pieces(~c, k) & attacked_[c];
            if (!any(victims) || k == position_.rules().royal) continue;
            if (const B found = victims & loose; any(found))
                tally_.add(c, weights_.hanging(k), popcount(found));
            if (geometry_.step_pawns >> k & 1) continue;
            const B by_pawn = victims & by_pawn_[c];
            if (any(by_pawn)) tally_.add(c, weights_.threat_by_pawn(k), popcount(by_pawn));
            B lesser{};
            for (KindSet kinds = evaluator_.lesser[k]; kinds; kinds &= kinds - 1)
                lesser |= by_kind_[c][std::countr_zero(kinds)];
            if (const B found = victims & lesser & ~by_pawn; any(found))
                tally_.add(c, weights_.threat_by_lesser(k), popcount(found));
        }
        if (const B hits = by_king_[c] & loose; any(hits))
            tally_.add(c, Weights::threat_by_king, popcount(hits));
        const B contested =
            attacked_[c] & attacked_[~c] & ~by_pawn_[~c] & (twice_[c] | ~twice_[~c]);
        tally_.add(c, Weights::restriction, popcount(contested));
        push_threats(c);
    }

    // A step of a pawn that the enemy's pawns do not attack, and from which it attacks a piece.
    void push_threats(Color c) {
        const int width = tables_.size.files;
        if (width == 1 || !any(pawns_[c])) return;
        const B ahead = c == kWhite ? shifted_up(pawns_[c], width) : shifted_down(pawns_[c], width);
        const B steps =
            ahead & tables_.board & ~occupied_ & ~by_pawn_[~c] & (attacked_[c] | ~attacked_[~c]);
        const B victims = position_.pieces(~c) & ~pawns_[~c] & ~by_pawn_[c];
        if (const B found = pawn_attacks(c, steps) & victims; any(found))
            tally_.add(c, Weights::threat_by_push, popcount(found));
    }

    // ---- the kings ----

    void danger(Color c) {
        const int king = king_[c];
        tally_.endanger(c, Weights::danger_base);
        if (zone_attacks_[~c]) tally_.endanger(c, Weights::danger_attack, zone_attacks_[~c]);
        if (const B found = by_pawn_[~c] & geometry_.zone[king]; any(found))
            tally_.endanger(c, Weights::danger_pawn, popcount(found));
        const B weak = attacked_[~c] & ~twice_[c] & (~attacked_[c] | by_king_[c]);
        if (const B found = weak & geometry_.zone[king]; any(found))
            tally_.endanger(c, Weights::danger_weak, popcount(found));
        if (const B found = geometry_.shelter[c][king] & pawns_[c]; any(found))
            tally_.endanger(c, Weights::danger_shelter, popcount(found));
        if (const B found = geometry_.storm[c][king] & pawns_[~c]; any(found))
            tally_.endanger(c, Weights::danger_storm, popcount(found));
        open_files(c, king);
        if (evaluator_.greatest >= 0 && !any(position_.pieces(~c, evaluator_.greatest)) &&
            position_.hand(~c, evaluator_.greatest) == 0)
            tally_.endanger(c, Weights::danger_no_great);
        checks(c, king, B(~attacked_[c] | (weak & twice_[~c])));
    }

    void open_files(Color c, int king) {
        const int f = tables_.size.file(king);
        int open = 0;
        for (int i = std::max(0, f - 1); i <= std::min(tables_.size.files - 1, f + 1); ++i)
            open += !any(B(geometry_.file[i] & pawns_[c]));
        if (open) tally_.endanger(c, Weights::danger_open_file, open);
    }

    // The squares from which the enemy could check without being taken, and the pieces that could
    // be dropped there.
    void checks(Color c, int king, const B& safe) {
        const B orthogonal = tables_.sliders.orthogonal(king, occupied_);
        const B diagonal = tables_.sliders.diagonal(king, occupied_);
        const B free = safe & ~position_.pieces(~c);
        for (int k = 0; k < tables_.kinds; ++k) {
            const bool held = geometry_.has_drops && position_.hand(~c, k) > 0;
            if (!held && !any(by_kind_[~c][k])) continue;
            // Where a piece may come from is where one of the other color could go.
            const KindTables<B>& t = tables_.kind[c][k];
            B from = t.capture_leaps[king];
            if (t.orthogonal) from |= orthogonal;
            if (t.diagonal) from |= diagonal;
            from &= free;
            if (const B found = from & by_kind_[~c][k]; any(found))
                tally_.endanger(c, weights_.danger_check(k), std::min(2, popcount(found)));
            if (!held) continue;
            tally_.endanger(c, weights_.danger_hand(k), std::min(2, position_.hand(~c, k)));
            if (any(B(from & ~occupied_))) tally_.endanger(c, weights_.danger_check(k));
        }
        if (geometry_.has_drops)
            tally_.endanger(c, Weights::danger_hole,
                            popcount(B(geometry_.neighbors[king] & ~occupied_)));
    }

    // ---- what some games have beside ----

    void hand(Color c) {
        for (KindSet kinds = position_.hand_kinds(c); kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            tally_.add(c, weights_.hand_first(k));
            tally_.add(c, weights_.hand(k), position_.hand(c, k));
        }
    }

    void race(Color c) {
        const int kind = position_.rules().flag_kind;
        if (kind < 0 || !any(position_.pieces(c, kind))) return;
        int nearest = Weights::kDistances - 1;
        for_each(position_.pieces(c, kind), [&](Square s) {
            nearest = std::min<int>(nearest, geometry_.flag_distance[c][s]);
        });
        tally_.add(c, weights_.flag(nearest));
    }

    void checks_given() {
        for (Color c : {kWhite, kBlack}) {
            const int given = position_.rules().checks_to_win[c] - position_.state().checks[c];
            if (given > 0) tally_.add(c, Weights::check_to_come, given * given);
        }
    }

    const Evaluator<B>& evaluator_;
    const Geometry<B>& geometry_;
    const Weights& weights_;
    const Position<B>& position_;
    const Tables<B>& tables_;
    Tally& tally_;
    B occupied_;
    int king_[2] = {-1, -1};
    int zone_attacks_[2] = {0, 0};
    B pawns_[2]{}, passed_[2]{}, by_pawn_[2]{}, by_king_[2]{}, attacked_[2]{}, twice_[2]{};
    B by_kind_[2][kMaxKinds];  // set for the kinds of the game
};

}  // namespace ferz
