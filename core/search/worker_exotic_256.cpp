// The search on boards of up to 256 squares, any pieces.
#include "search/worker_factory.h"
#include "search/worker_of.h"

namespace ferz {

std::unique_ptr<Worker> make_worker_exotic_256(const Variant& variant, const Weights& weights,
                                               const SearchParams& params, SharedSearch& shared) {
    return std::make_unique<WorkerOf<B256, true>>(variant, weights, params, shared);
}

}  // namespace ferz
