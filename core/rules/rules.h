// The rules of a game: what a variant file says (RuleValues), and what it means on its board
// (Rules).
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/square.h"
#include "rules/betza.h"

namespace ferz {

enum Color : uint8_t { kWhite, kBlack };
inline Color operator~(Color c) {
    return static_cast<Color>(c ^ 1);
}
inline const char* name_of(Color c) {
    return c == kWhite ? "White" : "Black";
}

enum class Value { none, loss, draw, win };
enum class HandTakes { enemy, own, all };
enum class HandSide { us, them, owner, non_owner };

// Texts of a variant file that gain their meaning from its board and pieces.
struct PieceSet {
    std::string text;
};
struct PieceType {
    std::string text;
};
struct PieceCounts {
    std::string text;
};
struct Region {
    std::string text;
};
struct File {
    std::string text;
};
struct Rank {
    int number;
};

// Every rule as written, one field for each line of rules.def.
struct RuleValues {
#define RULE(type, name, default_value, meaning) type name = default_value;
#include "rules/rules.def"
#undef RULE
};

// A rule's value as a variant file gives it.
using RuleSetting = std::variant<bool, int64_t, std::string>;

// One line of rules.def as data: for the reference, the stub and "did you mean".
struct RuleInfo {
    std::string name;
    std::string type;
    std::string default_text;
    std::string meaning;
};
const std::vector<RuleInfo>& rule_infos();

RuleSetting rule_setting(const RuleValues& values, const std::string& name);
std::string setting_text(const RuleSetting& setting);

// Sets one rule. Throws VariantError: unknown name with a suggestion, or wrong type or value.
void set_rule(RuleValues& values, const std::string& name, const RuleSetting& setting);

// The rules that differ from their defaults, in the order of rules.def.
std::vector<std::pair<std::string, RuleSetting>> changed_rules(const RuleValues& values);

inline constexpr int kMaxKinds = 26;
using KindSet = uint32_t;  // a bit for each kind of piece

// A kind of piece: everything about it that does not depend on where it stands.
struct Kind {
    std::string name;
    char letter = 0;
    std::string betza;
    bool royal = false;
    std::vector<Movement> movements;
    SquareSet region[2];  // where it may go
};

// A variant, compiled: immutable, shared by all boards of the game.
struct Rules {
    std::string id;
    std::string name;
    std::string source;
    Size size;
    std::string start;
    RuleValues values;
    std::vector<Kind> kinds;

    int royal = -1;               // the kind that must not be lost, or -1
    int royal_count[2] = {0, 0};  // how many of it each side has, always
    KindSet pawns = 0;
    KindSet promotion_pawns = 0;
    std::vector<int> promotions;  // in the order written
    int promotion_limit[kMaxKinds] = {};
    KindSet en_passant_kinds = 0;
    KindSet clock_kinds = 0;
    bool clock_is_final = false;  // nothing that resets the move clock can be taken back
    KindSet self_capture_kinds = 0;
    KindSet castling_rooks = 0;
    KindSet extinction_kinds = 0;
    bool extinction_counts_all = false;
    int castling_king = -1;
    int castling_king_file = -1;  // -1: whichever king stands alone
    int castling_file[2] = {};    // where the king lands: on its right, on its left
    // From the start position: the files of king and rooks that castle, and how many checks win.
    int home_king_file = -1;
    int home_rook_file[2] = {-1, -1};
    int checks_to_win[2] = {3, 3};
    bool castles_onto_rook[2] = {false, false};  // castling to that side is written king takes rook
    int flag_kind = -1;                          // -1: any
    SquareSet promotion_region[2];
    SquareSet double_step_region[2];
    SquareSet en_passant_region[2];
    SquareSet drop_region[2];
    SquareSet flag_region[2];

    int kind_of_letter(char letter) const {
        for (size_t k = 0; k < kinds.size(); ++k)
            if (kinds[k].letter == letter) return static_cast<int>(k);
        return -1;
    }
    // Whether what a side takes goes to a hand, and to whose.
    bool goes_to_hand(Color taker, Color owner) const {
        return values.captures_to_hand &&
               (values.hand_takes == HandTakes::all ||
                (values.hand_takes == HandTakes::own) == (taker == owner));
    }
    Color hand_of(Color taker, Color owner) const {
        switch (values.capture_to_hand_side) {
            case HandSide::them:
                return ~taker;
            case HandSide::owner:
                return owner;
            case HandSide::non_owner:
                return ~owner;
            default:
                return taker;
        }
    }
    // What a captured piece is in hand; promoted says that it goes there as a pawn.
    int kind_in_hand(int kind, bool promoted) const {
        return promoted && promotion_pawns ? std::countr_zero(promotion_pawns) : kind;
    }
    int castling_rank(Color c) const {
        const int own = values.castling_rank.number - 1;
        return c == kWhite ? own : size.ranks - 1 - own;
    }
};

}  // namespace ferz
