// Storing and replacing in the transposition table.
#include "search/table.h"

#include <algorithm>

namespace ferz {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

int depth_of(uint32_t rest) {
    return static_cast<int>(rest >> 16 & 255);
}
uint8_t age_of(uint32_t rest) {
    return rest >> 24 & 31;
}
Bound bound_of(uint32_t rest) {
    return static_cast<Bound>(rest >> 30);
}

}  // namespace

void Table::resize(size_t megabytes) {
    const size_t count = std::max<size_t>(1, megabytes) * (1 << 20) / sizeof(Bucket);
    if (count == buckets_.size()) return clear();
    PagedVector<Bucket>().swap(buckets_);  // before the new ones take their memory
    age_ = 0;
    try {
        PagedVector<Bucket>(count).swap(buckets_);
    } catch (const std::bad_alloc&) {
        PagedVector<Bucket>((1 << 20) / sizeof(Bucket)).swap(buckets_);
        throw;
    }
}

void Table::clear() {
    for (Bucket& bucket : buckets_)
        for (Slot& slot : bucket.slots) {
            slot.key_score.store(0, kRelaxed);
            slot.move.store(0, kRelaxed);
            slot.rest.store(0, kRelaxed);
        }
    age_ = 0;
}

TableEntry Table::probe(uint64_t key) const {
    for (const Slot& slot : bucket(key).slots) {
        const uint32_t key_score = slot.key_score.load(kRelaxed);
        if ((key_score & 0xffff) != (key & 0xffff)) continue;
        const uint32_t rest = slot.rest.load(kRelaxed);
        if (bound_of(rest) == Bound::none) continue;
        return {.move = Move(slot.move.load(kRelaxed)),
                .score = static_cast<int16_t>(key_score >> 16),
                .eval = static_cast<int16_t>(rest),
                .depth = depth_of(rest) - 1,
                .bound = bound_of(rest),
                .was_pv = (rest >> 29 & 1) != 0};
    }
    return {};
}

void Table::store(uint64_t key, const TableEntry& entry) {
    Slot* victim = &bucket(key).slots[0];
    int least = 1 << 20;
    bool same = false;
    for (Slot& slot : bucket(key).slots) {
        const uint32_t rest = slot.rest.load(kRelaxed);
        if ((slot.key_score.load(kRelaxed) & 0xffff) == (key & 0xffff) ||
            bound_of(rest) == Bound::none) {
            same = bound_of(rest) != Bound::none;
            victim = &slot;
            break;
        }
        // Deep results of this search are worth keeping longest.
        const int worth = depth_of(rest) - 8 * ((age_ - age_of(rest)) & 31);
        if (worth < least) {
            least = worth;
            victim = &slot;
        }
    }
    const uint32_t old = victim->rest.load(kRelaxed);
    if (same && entry.bound != Bound::exact && age_of(old) == age_ &&
        entry.depth + 4 + 2 * entry.was_pv < depth_of(old) - 1)
        return;
    // A search that failed low has no move; an older one is better than none.
    if (!same || entry.move != Move()) victim->move.store(entry.move.bits(), kRelaxed);
    victim->key_score.store(static_cast<uint32_t>(key & 0xffff) |
                                static_cast<uint32_t>(static_cast<uint16_t>(entry.score)) << 16,
                            kRelaxed);
    victim->rest.store(static_cast<uint32_t>(static_cast<uint16_t>(entry.eval)) |
                           static_cast<uint32_t>(std::clamp(entry.depth + 1, 0, 255)) << 16 |
                           static_cast<uint32_t>(age_) << 24 |
                           static_cast<uint32_t>(entry.was_pv) << 29 |
                           static_cast<uint32_t>(entry.bound) << 30,
                       kRelaxed);
}

int Table::per_mille() const {
    int used = 0;
    const size_t sample = std::min<size_t>(buckets_.size(), 200);
    for (size_t i = 0; i < sample; ++i)
        for (const Slot& slot : buckets_[i].slots) {
            const uint32_t rest = slot.rest.load(kRelaxed);
            used += bound_of(rest) != Bound::none && age_of(rest) == age_;
        }
    return static_cast<int>(static_cast<size_t>(used) * 1000 / (sample * 5));
}

}  // namespace ferz
