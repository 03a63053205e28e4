// Work on a long range by several threads, with a watcher that may stop it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ferz {

// How far a stage of a long work is; returns whether to go on.
using Watch = std::function<bool(uint64_t done, uint64_t total)>;

// Thrown where the watcher says stop.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

inline constexpr std::chrono::milliseconds kWatchEvery{100};

// Calls work(thread, first, last) for pieces of [0, total) until all are done. Rethrows what work
// throws.
template <class Work>
void share(int threads, uint64_t total, uint64_t piece, const Watch& watch, Work work) {
    if (threads == 1 || total <= piece) {
        auto told = std::chrono::steady_clock::now();
        for (uint64_t first = 0; first < total; first += piece) {
            work(0, first, std::min(total, first + piece));
            const auto now = std::chrono::steady_clock::now();
            if (!watch || now - told < kWatchEvery) continue;
            told = now;
            if (!watch(first, total)) throw Stopped();
        }
        return;
    }
    std::atomic<uint64_t> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable ended;
    std::atomic<int> running{threads};
    const auto run = [&](int thread) {
        try {
            while (!stop) {
                const uint64_t first = next.fetch_add(piece);
                if (first >= total) break;
                const uint64_t last = std::min(total, first + piece);
                work(thread, first, last);
                done += last - first;
            }
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failure = std::current_exception();
            stop = true;
        }
        const std::scoped_lock lock(mutex);
        --running;
        ended.notify_all();
    };
    std::vector<std::thread> crew;
    crew.reserve(static_cast<size_t>(threads));
    for (int thread = 0; thread < threads; ++thread) crew.emplace_back(run, thread);
    bool stopped = false;
    {
        std::unique_lock lock(mutex);
        while (running > 0) {
            ended.wait_for(lock, kWatchEvery);
            if (running == 0 || !watch || stopped) continue;
            lock.unlock();
            // What the watcher throws ends the work as well.
            try {
                stopped = !watch(done, total);
            } catch (...) {
                const std::scoped_lock guard(mutex);
                failure = std::current_exception();
                stopped = true;
            }
            stop = stop || stopped;
            lock.lock();
        }
    }
    for (std::thread& member : crew) member.join();
    if (failure) std::rethrow_exception(failure);
    if (stopped) throw Stopped();
}

}  // namespace ferz
