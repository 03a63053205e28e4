// One pass over a position; included by evaluate.cpp. Whatever it finds it hands to a tally, which
// sums weights (SumTally) or notes what was found, for tuning (NoteTally).
#pragma once

#include "eval/evaluate.h"

namespace ferz {

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
        structure(cache);
        for (Color c : {kWhite, kBlack}) pieces(c);
        for (Color c : {kWhite, kBlack}) judge(c);
    }

private:
    void prepare(Color c) {
        pawns_[c] = position_.pieces_of(c, geometry_.step_pawns);
        officers_[c] = position_.pieces(c) & ~pawns_[c];
        if (const int royal = position_.rules().royal; royal >= 0)
            officers_[c] &= ~position_.kind(royal);
        king_[c] = position_.king(c);
        const B left = leftward(c, pawns_[c]), right = rightward(c, pawns_[c]);
        by_pawn_[c] = left | right;
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

    // ---- pieces: mobility, files, outposts, attacks on the enemy king's zone ----

    void pieces(Color c) {
        const B zone = king_[~c] >= 0 ? geometry_.zone[king_[~c]] : B{};
        const B open = ~(by_pawn_[~c] | pawns_[c]);
        const B posts = by_pawn_[c] & geometry_.posts[c];
        B attacked = by_pawn_[c], twice = twice_[c];
        const auto cover = [&](const B& targets) {
            twice |= attacked & targets;
            attacked |= targets;
        };
        B* by_officer = by_officer_[c];
        for (const Officer<B>& officer : evaluator_.officers) {
            const B all = position_.pieces(c, officer.kind);
            B by_kind{};
            for_each(all, [&](Square s) {
                const B targets = targets_of(officer, c, s);
                by_kind |= targets;
                cover(targets);
                const int count = std::min(popcount(B(targets & open)), Weights::kMobility - 1);
                tally_.add(c, officer.mobility + count);
                if (officer.is_rook) file(c, s);
                if (const B hits = targets & zone; any(hits)) {
                    tally_.endanger(~c, weights_.danger_attacker(officer.kind));
                    zone_attacks_[c] += popcount(hits);
                }
            });
            *by_officer++ = by_kind;
            if (officer.is_bound) bound(c, all);
            if (const B found = all & posts; any(found) && !officer.is_rook) outposts(c, found);
        }
        // Several royal pieces do not happen where they can be checked; then only one stands.
        if (const int royal = position_.rules().royal; royal >= 0)
            for_each(position_.pieces(c, royal), [&](Square s) {
                by_king_[c] = position_.capture_targets(c, royal, s, occupied_);
                cover(by_king_[c]);
            });
        attacked_[c] = attacked;
        twice_[c] = twice;
    }

    B targets_of(const Officer<B>& officer, Color c, Square s) const {
        if (!officer.is_plain) return position_.capture_targets(c, officer.kind, s, occupied_);
        B targets = officer.leaps[c][s];
        if (officer.orthogonal) targets |= tables_.sliders.orthogonal(s, occupied_);
        if (officer.diagonal) targets |= tables_.sliders.diagonal(s, occupied_);
        return targets;
    }

    void file(Color c, Square s) {
        const int f = geometry_.file_of(s);
        if (pawn_files_[c] >> f & 1) return;
        tally_.add(c, pawn_files_[~c] >> f & 1 ? Weights::half_open_file : Weights::open_file);
    }

    void bound(Color c, const B& all) {
        const int dark = popcount(B(all & geometry_.dark)), light = popcount(all) - dark;
        if (dark == 0 && light == 0) return;
        const int pawns = dark * popcount(B(pawns_[c] & geometry_.dark)) +
                          light * popcount(B(pawns_[c] & ~geometry_.dark));
        if (pawns) tally_.add(c, Weights::bound_pawns, pawns);
        if (dark && light) tally_.add(c, Weights::bound_pair);
    }

    void outposts(Color c, const B& guarded) {
        for_each(guarded, [&](Square s) {
            const B flanks = geometry_.guards[c][s] & ~geometry_.ahead[c][s];
            if (!any(B(flanks & pawns_[~c]))) tally_.add(c, Weights::outpost);
        });
    }

    // ---- pawns ----

    void structure(PawnCache<B>* cache) {
        if (!geometry_.step_pawns) return;
        if constexpr (std::is_same_v<Tally, SumTally>) {
            const uint64_t key = set_key(pawns_[kBlack], set_key(pawns_[kWhite], 1));
            PawnEntry<B>& entry = cache->at(key);
            if (entry.key != key) {
                SumTally own{tally_.weights};
                for (Color c : {kWhite, kBlack}) {
                    entry.passed[c] = pawn_terms(c, own);
                    entry.files[c] = files_of(pawns_[c]);
                }
                entry.key = key;
                entry.score = own.sum();
            }
            tally_.by_color[kWhite] += entry.score;
            for (Color c : {kWhite, kBlack}) {
                passed_[c] = entry.passed[c];
                pawn_files_[c] = entry.files[c];
            }
        } else {
            for (Color c : {kWhite, kBlack}) {
                passed_[c] = pawn_terms(c, tally_);
                pawn_files_[c] = files_of(pawns_[c]);
            }
        }
    }

    uint16_t files_of(const B& set) const {
        unsigned files = 0;
        for_each(set, [&](Square s) { files |= 1u << geometry_.file_of(s); });
        return static_cast<uint16_t>(files);
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
            const B near = geometry_.files_beside[s] & own;
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

    void judge(Color c) {
        threats(c);
        passed_pawns(c);
        if (geometry_.has_danger && king_[c] >= 0) danger(c);
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
        for (KindSet kinds = geometry_.step_pawns; kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            if (const B found = position_.kind(k) & loose; any(found))
                tally_.add(c, weights_.hanging(k), popcount(found));
        }
        B by_lesser[kMaxKinds + 1];  // what the first officers attack
        by_lesser[0] = B{};
        for (size_t i = 0; i < evaluator_.officers.size(); ++i)
            by_lesser[i + 1] = by_lesser[i] | by_officer_[c][i];
        for_each(B(officers_[~c] & attacked_[c]), [&](Square s) {
            const int k = kind_of(position_.at(s));
            if (has(loose, s)) tally_.add(c, weights_.hanging(k));
            if (has(by_pawn_[c], s)) tally_.add(c, weights_.threat_by_pawn(k));
            else if (has(by_lesser[evaluator_.lesser[k]], s))
                tally_.add(c, weights_.threat_by_lesser(k));
        });
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
        if (const int open = std::popcount(geometry_.files_about[king] & ~pawn_files_[c]))
            tally_.endanger(c, Weights::danger_open_file, open);
        if (evaluator_.greatest >= 0 && !any(position_.pieces(~c, evaluator_.greatest)) &&
            position_.hand(~c, evaluator_.greatest) == 0)
            tally_.endanger(c, Weights::danger_no_great);
        checks(c, king, B(~attacked_[c] | (weak & twice_[~c])));
    }

    // The squares from which the enemy could check without being taken, and the pieces that could
    // be dropped there.
    void checks(Color c, int king, const B& safe) {
        const B orthogonal = tables_.sliders.orthogonal(king, occupied_);
        const B diagonal = tables_.sliders.diagonal(king, occupied_);
        const B free = safe & ~position_.pieces(~c);
        // Where a piece may come from is where one of the other color could go.
        const auto origins = [&](int k) {
            const KindTables<B>& t = tables_.kind[c][k];
            B from = t.capture_leaps[king];
            if (t.orthogonal) from |= orthogonal;
            if (t.diagonal) from |= diagonal;
            return B(from & free);
        };
        const B* by_officer = by_officer_[~c];
        for (const Officer<B>& officer : evaluator_.officers)
            if (const B found = origins(officer.kind) & *by_officer++; any(found))
                tally_.endanger(c, weights_.danger_check(officer.kind),
                                std::min(2, popcount(found)));
        if (!geometry_.has_drops) return;
        for (KindSet kinds = position_.hand_kinds(~c); kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            tally_.endanger(c, weights_.danger_hand(k), std::min(2, position_.hand(~c, k)));
            if (any(B(origins(k) & ~occupied_))) tally_.endanger(c, weights_.danger_check(k));
        }
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
    unsigned pawn_files_[2] = {0, 0};
    B pawns_[2]{}, passed_[2]{}, officers_[2]{};
    B by_pawn_[2]{}, by_king_[2]{}, attacked_[2]{}, twice_[2]{};
    B by_officer_[2][kMaxKinds];  // set for the officers of the game
};

}  // namespace ferz
