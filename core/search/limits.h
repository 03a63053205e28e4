// What a search is asked for, and what it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "board/move.h"

namespace ferz {

inline constexpr int kMaxDepth = 120;
inline constexpr int kMaxPly = 240;
inline constexpr int kInfinite = 32001;
inline constexpr int kMate = 32000;  // a win now; one less for each ply until then
inline constexpr int kLeastMate = kMate - kMaxPly - 1;

inline bool is_mate(int score) {
    return score >= kLeastMate || score <= -kLeastMate;
}

// Times in milliseconds. Whatever is not set does not limit.
struct Limits {
    int depth = kMaxDepth;
    std::optional<uint64_t> nodes;
    std::optional<int64_t> time_ms;      // exactly so long
    std::optional<int64_t> cpu_time_ms;  // the same by the CPU clock of the searching thread
    std::optional<int64_t> clock_ms[2];  // by color
    int64_t increment_ms[2] = {0, 0};
    std::optional<int> moves_to_go;
    int64_t move_overhead_ms = 10;
    std::optional<int> mate;  // enough once a mate in so many moves is found
    MoveList moves;           // the first moves to consider; none: all
    int multipv = 1;
    bool infinite = false;    // only a stop ends it
    bool ponder = false;      // the same until the ponder hit
    bool past_draws = false;  // also where a rule has ended the game, as long as there are moves
};

enum class Bound : uint8_t { none, upper, lower, exact };

struct Variation {
    int index = 1;
    int depth = 0;
    int selective_depth = 0;
    int score = 0;  // for the side to move; see is_mate
    Bound bound = Bound::exact;
    uint64_t nodes = 0;
    int64_t time_ms = 0;
    int hash_per_mille = 0;
    MoveList moves;
};

struct SearchResult {
    std::vector<Variation> lines;  // best first
    std::optional<Move> move;
    std::optional<Move> ponder;
    uint64_t nodes = 0;
    int64_t time_ms = 0;  // without what was pondered before a hit
    int depth = 0;
};

using OnLine = std::function<void(const Variation&)>;

}  // namespace ferz
