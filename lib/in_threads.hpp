/// \file
/// A step that several threads do together.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace mexbase {

/// Calls `f(k)` on `threads` threads at once, k = 0 being the caller's, and returns when all are done. Of what they
/// throw, the exception of the least k is thrown again. Where the system refuses a thread there are fewer.
template <class F>
void in_threads(unsigned threads, const F& f) {
    if (threads <= 1) return f(0U);
    std::vector<std::exception_ptr> failures(threads);
    const auto guarded = [&](unsigned k) {
        try {
            f(k);
        } catch (...) {
            failures[k] = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    others.reserve(threads);
    try {
        for (unsigned k = 1; k < threads; ++k) others.emplace_back(guarded, k);
    } catch (const std::system_error&) {
        // Those that there are will do.
    }
    guarded(0);
    for (std::thread& each : others) each.join();
    for (const std::exception_ptr& each : failures)
        if (each) std::rethrow_exception(each);
}

/// Calls `f(thread, k)` for k = 0..parts-1 on up to `threads` threads. A free thread takes the next k.
template <class F>
void share_out(unsigned threads, unsigned parts, const F& f) {
    std::atomic<unsigned> next = 0;
    in_threads(std::min(threads, parts), [&](unsigned thread) {
        for (unsigned k; (k = next.fetch_add(1)) < parts;) f(thread, k);
    });
}

}  // namespace mexbase
