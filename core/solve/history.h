// What no solver here can judge: values that depend on how a position came about.
#pragma once

#include <string>

#include "base/error.h"
#include "base/text.h"
#include "rules/rules.h"

namespace ferz {

// Which rule makes a game's values depend on its history; empty where none does.
inline std::string history_refusal(const RuleValues& values) {
    if (values.n_fold_rule > 0 && values.n_fold_value != Value::draw)
        return "a repetition that is no draw";
    if (values.castling_dropped_piece && values.piece_drops) return "castling with dropped pieces";
    return {};
}

// Throws SolveError in the name of a way to solve.
inline void check_history(const std::string& who, const RuleValues& values) {
    if (const std::string why = history_refusal(values); !why.empty())
        throw SolveError(text(who, ": a game with ", why, ", expected one without"));
}

}  // namespace ferz
