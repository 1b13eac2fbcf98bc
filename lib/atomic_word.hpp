// SPDX-License-Identifier: MIT
/// \file
/// Atomic access to numbers in plain memory.
#pragma once

#include <atomic>

namespace mexbase {

/// A replacement for `std::atomic_ref`, which libc++ lacks: atomic access to a number, as long as all threads use this
/// class for it. Uses built-in functions that g++ and clang share.
template <class T>
class AtomicWord {
  public:
    explicit AtomicWord(T& word) : word_(&word) {}

    T load(std::memory_order order = std::memory_order_seq_cst) const {
        return __atomic_load_n(word_, static_cast<int>(order));
    }
    T exchange(T to) const { return __atomic_exchange_n(word_, to, __ATOMIC_SEQ_CST); }
    /// Sets `bits`, and returns the old value.
    T fetch_or(T bits, std::memory_order order = std::memory_order_seq_cst) const {
        return __atomic_fetch_or(word_, bits, static_cast<int>(order));
    }

  private:
    T* word_;
};

}  // namespace mexbase
