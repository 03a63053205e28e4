// The search on boards of up to 256 squares, plain pieces and chess pawns.
#include "search/worker_factory.h"
#include "search/worker_of.h"

namespace ferz {

std::unique_ptr<Worker> make_worker_plain_256(const Variant& variant, const Weights& weights,
                                              const SearchParams& params, SharedSearch& shared) {
    return std::make_unique<WorkerOf<B256, false>>(variant, weights, params, shared);
}

}  // namespace ferz
