// The transposition table: what searches found out about positions, shared by all threads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "base/pages.h"
#include "search/limits.h"

namespace ferz {

struct TableEntry {
    Move move;
    int score = 0;
    int eval = 0;
    int depth = 0;
    Bound bound = Bound::none;  // none: nothing is known
    bool was_pv = false;
};

inline constexpr int kNoEval = kInfinite;

// Entries are three words without locks: words of two writers may mix, so whoever reads a move
// tests whether it is legal.
class Table {
public:
    explicit Table(size_t megabytes) { resize(megabytes); }

    void resize(size_t megabytes);
    void clear();
    void new_search() { age_ = static_cast<uint8_t>((age_ + 1) & 31); }

    TableEntry probe(uint64_t key) const;
    void store(uint64_t key, const TableEntry& entry);
    void prefetch(uint64_t key) const { __builtin_prefetch(&bucket(key)); }
    int per_mille() const;

private:
    struct Slot {
        std::atomic<uint32_t> key_score{0};  // the key's low half, the score
        std::atomic<uint32_t> move{0};
        std::atomic<uint32_t> rest{0};  // eval 16, depth 8, age 5, pv 1, bound 2
    };
    struct alignas(64) Bucket {
        std::array<Slot, 5> slots;
    };

    // By the high half of the key; the low half tells entries of a bucket apart.
    Bucket& bucket(uint64_t key) { return buckets_[(key >> 32) * buckets_.size() >> 32]; }
    const Bucket& bucket(uint64_t key) const {
        return buckets_[(key >> 32) * buckets_.size() >> 32];
    }

    PagedVector<Bucket> buckets_;
    uint8_t age_ = 0;
};

}  // namespace ferz
