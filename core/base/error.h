// The errors that a user's input can cause. Each text reads: where: found, expected (hint).
#pragma once

#include <stdexcept>
#include <string>

namespace ferz {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A position that cannot be read or cannot occur.
struct FenError : Error {
    using Error::Error;
};

// A move text that cannot be read, or a move that is not legal.
struct MoveError : Error {
    using Error::Error;
};

// A variant whose definition is wrong; one complaint a line.
struct VariantError : Error {
    using Error::Error;
};

// A game or a position that cannot be solved in the way asked for, or a table that is refused.
struct SolveError : Error {
    using Error::Error;
};

}  // namespace ferz
