// What is known of a solved position.
#pragma once

#include <cstdint>

#include "rules/rules.h"

namespace ferz {

// A value for the side to move and the plies to the end of the game; none for draws.
struct Verdict {
    Value value = Value::none;
    int distance = -1;

    bool operator==(const Verdict&) const = default;
};

// The verdict on a position by the verdict on the one after a move, for the side that made it.
inline Verdict after_move(const Verdict& next) {
    switch (next.value) {
        case Value::win:
            return {Value::loss, next.distance + 1};
        case Value::loss:
            return {Value::win, next.distance + 1};
        default:
            return next;
    }
}

}  // namespace ferz
