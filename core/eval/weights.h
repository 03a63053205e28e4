// The weights of the evaluation for one game: a flat list of named sections. Without tuning they
// follow from how the pieces move on the board; a tuned set replaces whole sections.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "board/variant.h"
#include "eval/score.h"
#include "eval/values.h"

namespace ferz {

// Middle game and endgame value of each entry of a section.
using WeightSection = std::vector<std::pair<int, int>>;

class Weights {
public:
    static constexpr int kMobility = 32;  // the most targets that are told apart
    static constexpr int kSteps = 17;     // steps of a pawn to its goal
    static constexpr int kDistances = 16;

    // Single weights, by name; each is one section.
    enum Term {
        tempo,
        bound_pair,      // two pieces that are bound to squares of different colors
        open_file,       // a rook-like piece with no pawn on its file
        half_open_file,  // or with none of its own
        doubled,
        isolated,
        backward,
        passed_blocked,
        passed_free,  // nothing of the enemy attacks the way to its goal
        passed_guarded,
        passed_own_king,    // for each square of distance to the own king
        passed_enemy_king,  // and to the enemy's
        threat_by_push,     // a pawn could attack a piece by a safe step
        threat_by_king,
        restriction,    // for each square that both attack and the enemy guards poorly
        bound_pawns,    // for each own pawn on the color of a bound piece
        outpost,        // a piece that no pawn can drive away, guarded by a pawn
        check_to_come,  // for each check given, where checks are counted
        // What follows makes up the danger of a king, which counts by its square.
        danger_base,
        danger_attack,     // for each attack on its zone
        danger_pawn,       // for each enemy pawn's attack on its zone
        danger_weak,       // for each attacked square of its zone that only the king guards
        danger_shelter,    // for each own pawn in front of it
        danger_storm,      // for each enemy pawn coming toward it
        danger_open_file,  // for each file beside it without an own pawn
        danger_no_great,   // the enemy has no piece of the greatest kind
        danger_hole,       // for each empty square beside it, where pieces are dropped
        kTerms,
    };

    explicit Weights(const Variant& variant);

    const Score* data() const { return weights_.data(); }
    int size() const { return static_cast<int>(weights_.size()); }
    Score operator[](int index) const { return weights_[static_cast<size_t>(index)]; }

    int square(int kind, int relative_square) const {
        return square_ + kind * squares_ + relative_square;
    }
    int mobility(int kind) const { return mobility_ + kind * kMobility; }
    int hand(int kind) const { return hand_ + kind; }
    int hand_first(int kind) const { return hand_first_ + kind; }
    int passed(int steps) const { return passed_ + steps; }
    // A pawn beside or guarded by another, by its steps to its goal.
    int connected(int steps) const { return connected_ + steps; }
    // Attacked: by a pawn, by a lesser piece, by any while nobody guards it.
    int threat_by_pawn(int kind) const { return threat_by_pawn_ + kind; }
    int threat_by_lesser(int kind) const { return threat_by_lesser_ + kind; }
    int hanging(int kind) const { return hanging_ + kind; }
    int flag(int distance) const { return flag_ + distance; }
    int danger_attacker(int kind) const { return danger_attacker_ + kind; }
    int danger_check(int kind) const { return danger_check_ + kind; }
    int danger_hand(int kind) const { return danger_hand_ + kind; }

    // For each weight the one that stands for it: a square for its mirror image across the files.
    std::vector<int> representatives(const Rules& rules) const;

    // All sections by name, and the replacement of some. Throws VariantError for an unknown name
    // or a wrong length.
    std::map<std::string, WeightSection> sections() const;
    void replace(const std::map<std::string, WeightSection>& sections, const Variant& variant);

    // The mean value of each kind, for exchanges and pruning; 0 for a royal one.
    PieceValues values;
    int full_phase = 1;  // the material with which the middle game is pure
    std::vector<int> phase;

    struct Section {
        std::string name;
        int first, count;
    };
    const std::vector<Section>& layout() const { return sections_; }

private:
    int add(const std::string& name, int count);
    void set(int index, int middle, int end) {
        weights_[static_cast<size_t>(index)] = make_score(middle, end);
    }
    void set_terms();
    void set_kind(const Variant& variant, int k, int value);
    void set_steps(const Variant& variant);
    void learn_values(const Variant& variant);

    int squares_ = 0;
    int square_ = 0, mobility_ = 0, hand_ = 0, hand_first_ = 0, passed_ = 0, flag_ = 0;
    int connected_ = 0, threat_by_pawn_ = 0, threat_by_lesser_ = 0, hanging_ = 0;
    int danger_attacker_ = 0, danger_check_ = 0, danger_hand_ = 0;
    std::vector<Score> weights_;
    std::vector<Section> sections_;
};

}  // namespace ferz
