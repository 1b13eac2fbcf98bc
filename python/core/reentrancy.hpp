// SPDX-License-Identifier: MIT
/// \file
/// Lock for objects that only one thread at a time may use.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "../../lib/error.hpp"

namespace mexbase::python {

class ReentrancyState {
  private:
    friend class ReentrancyLock;
    std::mutex mutex_;
    std::atomic<std::thread::id> whose_;
};

/// Holds the lock of an object. Create it without the interpreter's lock. Throws `Error{bad_usage}` if the thread
/// already holds the lock of the object. That happens if a user's reader uses the object that is waiting for the
/// reader, and would deadlock.
class ReentrancyLock {
  public:
    explicit ReentrancyLock(ReentrancyState& reentrancy) : reentrancy_(reentrancy) {
        // Relaxed order is enough, because only this thread stores or clears its own id.
        if (reentrancy.whose_.load(std::memory_order_relaxed) == std::this_thread::get_id())
            throw Error(ErrorCode::bad_usage, "a reader must not use the table or sum that is waiting for it");
        reentrancy.mutex_.lock();
        reentrancy.whose_.store(std::this_thread::get_id(), std::memory_order_relaxed);
    }
    ~ReentrancyLock() {
        reentrancy_.whose_.store({}, std::memory_order_relaxed);
        reentrancy_.mutex_.unlock();
    }
    ReentrancyLock(const ReentrancyLock&) = delete;
    ReentrancyLock& operator=(const ReentrancyLock&) = delete;

  private:
    ReentrancyState& reentrancy_;
};

}  // namespace mexbase::python
