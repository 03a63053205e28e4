// The search on boards of up to 128 squares, any pieces.
#include "search/worker_factory.h"
#include "search/worker_of.h"

namespace ferz {

std::unique_ptr<Worker> make_worker_exotic_128(const Variant& variant, const Weights& weights,
                                               const SearchParams& params, SharedSearch& shared) {
    return std::make_unique<WorkerOf<B128, true>>(variant, weights, params, shared);
}

}  // namespace ferz
