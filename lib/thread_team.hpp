// SPDX-License-Identifier: MIT
/// \file
/// A team of threads. All jobs run their threads by it.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

namespace mexbase {

/// Threads that do a step together, and then wait for the next step. The caller is thread 0. For one caller at a time.
///
/// Everything that a step wrote is visible to every thread in the next step. The destructor joins the threads.
/// (`std::jthread` is not used, because the library of clang 14 lacks it.)
class ThreadTeam {
  public:
    /// Starts `size` - 1 threads. A size of 0 counts as 1. If the system refuses a thread, the team is smaller.
    explicit ThreadTeam(unsigned size);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    unsigned size() const { return static_cast<unsigned>(others_.size()) + 1; }

    /// Calls `f(k)` for k = 0..size-1, each on its own thread, and returns when all are done. If several throw, throws
    /// the exception of the smallest k.
    template <class F>
    void run(F&& f) {
        if (others_.empty()) return f(0U);
        run_step([](void* context, unsigned k) { (*static_cast<std::remove_reference_t<F>*>(context))(k); },
                 const_cast<void*>(static_cast<const void*>(std::addressof(f))));
    }

  private:
    using Step = void (*)(void*, unsigned);
    void run_step(Step step, void* context);
    void perform(unsigned k) noexcept;

    std::barrier<> barrier_;  // passed before and after each step
    std::vector<std::thread> others_;
    std::vector<std::exception_ptr> failures_;
    Step step_ = nullptr;  // null: the threads end
    void* context_ = nullptr;
};

/// Calls `f(thread, k)` for k = 0..parts-1 on up to `threads` threads. A free thread takes the next k.
template <class F>
void share_out(unsigned threads, unsigned parts, const F& f) {
    std::atomic<unsigned> next = 0;
    ThreadTeam(std::min(threads, parts)).run([&](unsigned thread) {
        for (unsigned k; (k = next.fetch_add(1)) < parts;) f(thread, k);
    });
}

}  // namespace mexbase
