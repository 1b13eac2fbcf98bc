// SPDX-License-Identifier: MIT
/// \file
/// A value made on first use.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace mexbase::detail {

/// A value that is made once, in the first thread that needs it. If making it throws, nothing is stored, and the next
/// caller tries again. (`std::call_once` is avoided: an exception through it hangs under the thread sanitizer.)
template <class T>
class Lazy {
  public:
    template <class Make>
    const T& get(Make&& make) const {
        if (const T* made = ready_.load(std::memory_order_acquire)) return *made;
        const std::scoped_lock lock(mutex_);
        if (!value_) {
            value_.emplace(make());
            ready_.store(&*value_, std::memory_order_release);
        }
        return *value_;
    }

    /// Overload that makes the value by `make(read())`. `read` is called without a lock, so it may take long and call
    /// anything. Several threads may call it at once; only one result is used.
    template <class Read, class Make>
    const T& get(Read&& read, Make&& make) const {
        if (const T* made = ready_.load(std::memory_order_acquire)) return *made;
        auto input = read();
        return get([&] { return make(std::move(input)); });
    }
    bool made() const { return ready_.load(std::memory_order_acquire) != nullptr; }

  private:
    mutable std::atomic<const T*> ready_{nullptr};
    mutable std::mutex mutex_;
    mutable std::optional<T> value_;
};

}  // namespace mexbase::detail
