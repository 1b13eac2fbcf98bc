/// \file
/// A few threads that do one step together and then sleep.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

namespace mexbase {

/// `size` threads, the caller being number 0. The others sleep between steps. Not for two callers at a time.
///
/// What a step wrote is visible to every thread in the next one.
class Team {
  public:
    /// 0 threads count as 1. Throws `std::system_error` when the system refuses a thread.
    explicit Team(unsigned size);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

    /// Calls `f(k)` for k = 0..size-1, each on its own thread, and returns when all are done. If some throw, the
    /// exception of the thread with the least number is thrown again here.
    template <class F>
    void run(F&& f) {
        if (threads_.empty()) {
            f(0U);
            return;
        }
        run_step([](void* context, unsigned k) { (*static_cast<std::remove_reference_t<F>*>(context))(k); },
                 const_cast<void*>(static_cast<const void*>(std::addressof(f))));
    }

  private:
    using Step = void (*)(void*, unsigned);
    void run_step(Step step, void* context);
    void work(unsigned number);
    void perform(unsigned number) noexcept;
    void stop() noexcept;

    std::vector<std::thread> threads_;
    std::vector<std::exception_ptr> failures_;
    Step step_ = nullptr;
    void* context_ = nullptr;
    bool stopping_ = false;
    alignas(64) std::atomic<std::uint32_t> generation_{0};
    alignas(64) std::atomic<std::uint32_t> busy_{0};
};

}  // namespace mexbase
