/// \file
/// A few threads that do one step together and then sleep, and which of them owns which vertices.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "../index.hpp"

namespace mexbase {

/// `size` threads, the caller being number 0. The others sleep between steps. Not for two callers at a time.
///
/// What a step wrote is visible to every thread in the next one.
class ThreadTeam {
  public:
    /// 0 threads count as 1. Throws `std::system_error` when the system refuses a thread.
    explicit ThreadTeam(unsigned size);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

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

namespace mexbase::detail {

/// Splits 0..size-1 into one contiguous range an owner, of nearly equal lengths. The owner of a vertex is found by a
/// shift and a load from a table of at most 1024 entries.
class Ownership {
  public:
    Ownership(Index size, unsigned owners) {
        // Blocks of at least four vertices: the smallest unit that shares a byte in any of the state arrays.
        constexpr unsigned least_shift = 2, table_bits = 10;
        const auto width = static_cast<unsigned>(std::bit_width(size));
        shift_ = width > least_shift + table_bits ? width - table_bits : least_shift;
        const Index blocks = (size >> shift_) + 1;
        owner_.resize(blocks);
        first_.assign(owners + 1, size);
        for (unsigned k = 0; k < owners; ++k) {
            const Index from = blocks * k / owners, to = blocks * (k + 1) / owners;
            for (Index b = from; b < to; ++b) owner_[b] = static_cast<std::uint16_t>(k);
            first_[k] = from << shift_ < size ? from << shift_ : size;
        }
    }

    unsigned owner(Index v) const { return owner_[v >> shift_]; }
    Index first(unsigned k) const { return first_[k]; }
    Index last(unsigned k) const { return first_[k + 1]; }

  private:
    unsigned shift_;
    std::vector<std::uint16_t> owner_;
    std::vector<Index> first_;
};

}  // namespace mexbase::detail
