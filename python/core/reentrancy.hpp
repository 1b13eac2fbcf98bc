/// \file
/// Who may use what is for one thread at a time.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "../../lib/error.hpp"

namespace mexbase::python {

/// Turns at something that one thread at a time may use.
class ReentrancyState {
  private:
    friend class ReentrancyLock;
    std::mutex mutex_;
    std::atomic<std::thread::id> whose_;
};

/// A turn, waited for without the interpreter's lock. A thread that has it already, and comes back by a reader that
/// asks for what is being asked, would wait for itself: `Error{bad_usage}`.
class ReentrancyLock {
  public:
    explicit ReentrancyLock(ReentrancyState& reentrancy) : reentrancy_(reentrancy) {
        // Nobody else can set or clear this thread's own mark.
        if (reentrancy.whose_.load(std::memory_order_relaxed) == std::this_thread::get_id())
            throw Error(ErrorCode::bad_usage, "a reader may not use what is being asked by its means");
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
