// SPDX-License-Identifier: MIT
/// \file
/// A memory limit that the caches of several tables share.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace mexbase {

/// Limit on the total size of decoded blocks in all tables that are opened with this object (`OpenOptions::budget`). At
/// the limit, a new block replaces an old block of its stream. Small streams are not counted, nor the first two blocks
/// per stream and cursor. Safe to call from several threads.
class CacheBudget {
  public:
    explicit CacheBudget(std::uint64_t limit) : limit_(limit) {}

    std::uint64_t limit() const noexcept { return limit_; }
    std::uint64_t used() const noexcept { return used_.load(std::memory_order_relaxed); }
    /// Takes `bytes` from the budget and returns true. Returns false if fewer bytes are left.
    bool take(std::uint64_t bytes) noexcept {
        std::uint64_t used = used_.load(std::memory_order_relaxed);
        while (bytes <= limit_ && used <= limit_ - bytes)
            if (used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed)) return true;
        refused_.store(true, std::memory_order_relaxed);
        return false;
    }
    void give_back(std::uint64_t bytes) noexcept { used_.fetch_sub(bytes, std::memory_order_relaxed); }
    /// Returns true if a call of `take` was refused since the last call of this function.
    bool exchange_refused() noexcept {
        return refused_.load(std::memory_order_relaxed) && refused_.exchange(false, std::memory_order_relaxed);
    }

  private:
    const std::uint64_t limit_;
    std::atomic<std::uint64_t> used_{0};
    std::atomic<bool> refused_{false};
};

namespace detail {

/// Counts the bytes that its owner has taken from a budget. The destructor returns them. A null budget has no limit.
class BudgetShare {
  public:
    BudgetShare() = default;
    explicit BudgetShare(std::shared_ptr<CacheBudget> budget) : budget_(std::move(budget)) {}
    BudgetShare(BudgetShare&& other) noexcept
        : budget_(std::move(other.budget_)), taken_(std::exchange(other.taken_, 0)) {}
    BudgetShare& operator=(BudgetShare&&) = delete;
    ~BudgetShare() {
        if (budget_) budget_->give_back(taken_);
    }
    bool take(std::uint64_t bytes) {
        if (!budget_) return true;
        if (!budget_->take(bytes)) return false;
        taken_ += bytes;
        return true;
    }

    void give_back(std::uint64_t bytes) noexcept {
        if (!budget_) return;
        budget_->give_back(bytes);
        taken_ -= bytes;
    }

  private:
    std::shared_ptr<CacheBudget> budget_;
    std::uint64_t taken_ = 0;
};

}  // namespace detail
}  // namespace mexbase
