// The passes over a position; included by evaluate.cpp. Whatever they find they hand to a tally,
// which sums weights (SumTally) or notes what was found, for tuning (NoteTally).
#pragma once

#include "eval/evaluate.h"

namespace ferz {

// The part that needs no look at attacks.
template <class B, class Tally>
class QuickPass {
public:
    QuickPass(const Evaluator<B>& evaluator, const Position<B>& position, Tally& tally)
        : evaluator_(evaluator), position_(position), tally_(tally) {}

    void run() {
        if (evaluator_.has_extras) extras();
        tally_.add(position_.turn(), Weights::tempo);
    }

private:
    void extras() {
        for (Color c : {kWhite, kBlack}) {
            if (evaluator_.geometry.has_drops) hand(c);
            if (evaluator_.geometry.has_flag) race(c);
        }
        if (position_.rules().values.check_counting) checks_given();
    }

    void hand(Color c) {
        for (KindSet kinds = position_.hand_kinds(c); kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            tally_.add(c, evaluator_.weights.hand_first(k));
            tally_.add(c, evaluator_.weights.hand(k), position_.hand(c, k));
        }
    }

    void race(Color c) {
        const int kind = position_.rules().flag_kind;
        if (kind < 0 || !any(position_.pieces(c, kind))) return;
        int nearest = Weights::kDistances - 1;
        for_each(position_.pieces(c, kind), [&](Square s) {
            nearest = std::min<int>(nearest, evaluator_.geometry.flag_distance[c][s]);
        });
        tally_.add(c, evaluator_.weights.flag(nearest));
    }

    void checks_given() {
        for (Color c : {kWhite, kBlack}) {
            const int given = position_.rules().checks_to_win[c] - position_.state().checks[c];
            if (given > 0) tally_.add(c, Weights::check_to_come, given * given);
        }
    }

    const Evaluator<B>& evaluator_;
    const Position<B>& position_;
    Tally& tally_;
};

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

    // All the rest.
    void thorough(PawnCache<B>* cache) {
        prepare<kWhite>();
        prepare<kBlack>();
        structure(cache);
        pieces<kWhite>();
        pieces<kBlack>();
        judge<kWhite>();
        judge<kBlack>();
    }

private:
    template <Color c>
    void prepare() {
        pawns_[c] = position_.pieces_of(c, geometry_.step_pawns);
        officers_[c] = position_.pieces(c) & ~pawns_[c];
        if (const int royal = position_.rules().royal; royal >= 0)
            officers_[c] &= ~position_.kind(royal);
        king_[c] = position_.king(c);
        const B left = leftward<c>(pawns_[c]), right = rightward<c>(pawns_[c]);
        by_pawn_[c] = left | right;
        twice_[c] = left & right;
    }

    // What pawns attack on either side.
    template <Color c>
    B leftward(const B& pawns) const {
        const int width = tables_.size.files;
        if (width == 1) return B{};
        const B movers = pawns & ~tables_.left_file;
        return (c == kWhite ? shifted_up(movers, width - 1) : shifted_down(movers, width + 1)) &
               tables_.board;
    }
    template <Color c>
    B rightward(const B& pawns) const {
        const int width = tables_.size.files;
        if (width == 1) return B{};
        const B movers = pawns & ~tables_.right_file;
        return (c == kWhite ? shifted_up(movers, width + 1) : shifted_down(movers, width - 1)) &
               tables_.board;
    }
    template <Color c>
    B pawn_attacks(const B& pawns) const {
        return leftward<c>(pawns) | rightward<c>(pawns);
    }

    // ---- pieces: mobility, files, outposts, attacks on the enemy king's zone ----

    template <Color c>
    void pieces() {
        const B zone = king_[~c] >= 0 ? geometry_.zone[king_[~c]] : B{};
        const B open = ~(by_pawn_[~c] | pawns_[c]);
        B attacked = by_pawn_[c], twice = twice_[c];
        const B occupied = occupied_;
        int zone_attacks = 0;
        const auto cover = [&](const B& targets) {
            twice |= attacked & targets;
            attacked |= targets;
        };
        B* by_officer = by_officer_[c];
        B* by_lesser = by_lesser_[c];
        for (const Officer<B>& officer : evaluator_.officers) {
            B by_kind{};
            *by_lesser++ = attacked;
            for_each_of_few(position_.pieces(c, officer.kind), [&](Square s) {
                const B targets = targets_of(position_, officer, c, s, occupied);
                by_kind |= targets;
                cover(targets);
                const auto count = static_cast<unsigned>(popcount(B(targets & open)));
                tally_.add(c, officer.mobility[count]);
                if (const B hits = targets & zone; any(hits)) {
                    tally_.endanger(~c, officer.danger_attacker);
                    zone_attacks += popcount(hits);
                }
            });
            *by_officer++ = by_kind;
        }
        *by_lesser = attacked;
        zone_attacks_[c] = zone_attacks;
        const KindSet riding_pawns = position_.rules().pawns & tables_.orthogonal_kinds;
        const B rooks =
            officers_[c] & position_.orthogonal_riders(c) & ~position_.pieces_of(c, riding_pawns);
        files<c>(rooks);
        bound<c>();
        outposts<c>(B(officers_[c] & ~rooks & by_pawn_[c] & geometry_.posts[c]));
        if (king_[c] >= 0) {
            by_king_[c] = targets_of(position_, evaluator_.royal, c, king_[c], occupied);
            cover(by_king_[c]);
        }
        attacked_[c] = attacked;
        twice_[c] = twice;
    }

    static B targets_of(const Position<B>& position, const Officer<B>& officer, Color c, int s,
                        const B& occupied) {
        if (!officer.is_plain) return position.capture_targets(c, officer.kind, s, occupied);
        const auto& sliders = position.tables().sliders;
        B targets = officer.leaps[c][s];
        if (officer.ride & 1) targets |= sliders.orthogonal(s, occupied);
        if (officer.ride & 2) targets |= sliders.diagonal(s, occupied);
        return targets;
    }

    template <Color c>
    void files(const B& rooks) {
        const B pawnless = rooks & facts_[c].no_pawns;
        tally_.add(c, Weights::half_open_file, popcount(B(pawnless & ~facts_[~c].no_pawns)));
        tally_.add(c, Weights::open_file, popcount(B(pawnless & facts_[~c].no_pawns)));
    }

    template <Color c>
    void bound() {
        for (KindSet kinds = geometry_.bound; kinds; kinds &= kinds - 1) {
            const B all = position_.pieces(c, std::countr_zero(kinds));
            const int dark = popcount(B(all & geometry_.dark)), light = popcount(all) - dark;
            tally_.add(c, Weights::bound_pawns, dark * facts_[c].dark + light * facts_[c].light);
            tally_.add(c, Weights::bound_pair, dark && light);
        }
    }

    template <Color c>
    void outposts(const B& guarded) {
        for_each_of_few(guarded, [&](Square s) {
            const B flanks = geometry_.guards[c][s] & ~geometry_.ahead[c][s];
            tally_.add(c, Weights::outpost, !any(B(flanks & pawns_[~c])));
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
                for (Color c : {kWhite, kBlack}) entry.facts[c] = pawn_terms(c, own);
                entry.key = key;
                entry.score = own.sum();
            }
            tally_.by_color[kWhite] += entry.score;
            for (Color c : {kWhite, kBlack}) facts_[c] = entry.facts[c];
        } else {
            for (Color c : {kWhite, kBlack}) facts_[c] = pawn_terms(c, tally_);
        }
    }

    // Tells what follows from the pawns alone.
    template <class Sink>
    PawnFacts<B> pawn_terms(Color c, Sink& sink) const {
        PawnFacts<B> facts;
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
                facts.passed |= bit<B>(s);
                sink.add(c, weights_.passed(steps));
            }
            facts.no_pawns &= ~geometry_.file[s];
        });
        facts.dark = popcount(B(own & geometry_.dark));
        facts.light = popcount(own) - facts.dark;
        return facts;
    }

    template <Color c>
    void judge() {
        threats<c>();
        passed_pawns<c>();
        if (geometry_.has_danger && king_[c] >= 0) danger<c>();
    }

    template <Color c>
    void passed_pawns() {
        for_each(facts_[c].passed, [&](Square s) {
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

    template <Color c>
    void threats() {
        const B loose = position_.pieces(~c) & attacked_[c] & ~attacked_[~c];
        for (KindSet kinds = geometry_.step_pawns; kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            tally_.add(c, weights_.hanging(k), popcount(B(position_.kind(k) & loose)));
        }
        for_each_of_few(B(officers_[~c] & attacked_[c]), [&](Square s) {
            const int k = kind_of(position_.at(s));
            const bool by_pawn = has(by_pawn_[c], s);
            const bool by_lesser = has(by_lesser_[c][evaluator_.lesser[k]], s);
            tally_.add(c, weights_.hanging(k), has(loose, s));
            tally_.add(c, weights_.threat_by_pawn(k), by_pawn);
            tally_.add(c, weights_.threat_by_lesser(k), by_lesser & !by_pawn);
        });
        tally_.add(c, Weights::threat_by_king, popcount(B(by_king_[c] & loose)));
        const B contested =
            attacked_[c] & attacked_[~c] & ~by_pawn_[~c] & (twice_[c] | ~twice_[~c]);
        tally_.add(c, Weights::restriction, popcount(contested));
        push_threats<c>();
    }

    // A step of a pawn that the enemy's pawns do not attack, and from which it attacks a piece.
    template <Color c>
    void push_threats() {
        const int width = tables_.size.files;
        if (width == 1 || !any(pawns_[c])) return;
        const B ahead = c == kWhite ? shifted_up(pawns_[c], width) : shifted_down(pawns_[c], width);
        const B steps =
            ahead & tables_.board & ~occupied_ & ~by_pawn_[~c] & (attacked_[c] | ~attacked_[~c]);
        const B victims = position_.pieces(~c) & ~pawns_[~c] & ~by_pawn_[c];
        tally_.add(c, Weights::threat_by_push, popcount(B(pawn_attacks<c>(steps) & victims)));
    }

    // ---- the kings ----

    template <Color c>
    void danger() {
        const int king = king_[c];
        tally_.endanger(c, Weights::danger_base);
        tally_.endanger(c, Weights::danger_attack, zone_attacks_[~c]);
        const B zone = geometry_.zone[king];
        tally_.endanger(c, Weights::danger_pawn, popcount(B(by_pawn_[~c] & zone)));
        const B weak = attacked_[~c] & ~twice_[c] & (~attacked_[c] | by_king_[c]);
        tally_.endanger(c, Weights::danger_weak, popcount(B(weak & zone)));
        tally_.endanger(c, Weights::danger_shelter,
                        popcount(B(geometry_.shelter[c][king] & pawns_[c])));
        tally_.endanger(c, Weights::danger_storm,
                        popcount(B(geometry_.storm[c][king] & pawns_[~c])));
        tally_.endanger(c, Weights::danger_open_file,
                        popcount(B(geometry_.row_about[king] & facts_[c].no_pawns)));
        if (evaluator_.greatest >= 0 && !any(position_.pieces(~c, evaluator_.greatest)) &&
            position_.hand(~c, evaluator_.greatest) == 0)
            tally_.endanger(c, Weights::danger_no_great);
        checks<c>(king, B(~attacked_[c] | (weak & twice_[~c])));
    }

    // The squares from which the enemy could check without being taken, and the pieces that could
    // be dropped there.
    template <Color c>
    void checks(int king, const B& safe) {
        const B free = safe & ~position_.pieces(~c), occupied = occupied_;
        const B orthogonal = tables_.sliders.orthogonal(king, occupied) & free;
        const B diagonal = tables_.sliders.diagonal(king, occupied) & free;
        const B along[4] = {B{}, orthogonal, diagonal, orthogonal | diagonal};  // by how one rides
        const B* by_officer = by_officer_[~c];
        // Where a piece may come from is where one of the other color could go.
        for (const Officer<B>& officer : evaluator_.officers) {
            const B origins = (officer.leaps[c][king] & free) | along[officer.ride];
            if (const B found = origins & *by_officer++; any(found))
                tally_.endanger(c, officer.danger_check, std::min(2, popcount(found)));
        }
        if (!geometry_.has_drops) return;
        for (KindSet kinds = position_.hand_kinds(~c); kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            tally_.endanger(c, weights_.danger_hand(k), std::min(2, position_.hand(~c, k)));
            const KindTables<B>& t = tables_.kind[c][k];
            const B origins = (t.capture_leaps[king] & free) | along[t.ride];
            if (any(B(origins & ~occupied_))) tally_.endanger(c, weights_.danger_check(k));
        }
        tally_.endanger(c, Weights::danger_hole,
                        popcount(B(geometry_.neighbors[king] & ~occupied_)));
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
    B pawns_[2]{}, officers_[2]{};
    PawnFacts<B> facts_[2];
    B by_pawn_[2]{}, by_king_[2]{}, attacked_[2]{}, twice_[2]{};
    B by_officer_[2][kMaxKinds];     // set for the officers of the game
    B by_lesser_[2][kMaxKinds + 1];  // what pawns and the first officers attack
};

}  // namespace ferz
