// The six kinds of worker, each compiled in a file of its own.
#pragma once

#include "search/worker.h"

namespace ferz {

using WorkerMaker = std::unique_ptr<Worker>(const Variant& variant, const Weights& weights,
                                            const SearchParams& params, SharedSearch& shared);

WorkerMaker make_worker_plain_64, make_worker_plain_128, make_worker_plain_256;
WorkerMaker make_worker_exotic_64, make_worker_exotic_128, make_worker_exotic_256;

}  // namespace ferz
