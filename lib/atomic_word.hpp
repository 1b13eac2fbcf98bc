// SPDX-License-Identifier: MIT
/// \file
/// Atomic access to numbers in plain memory.
#pragma once

#include <atomic>

namespace mexbase {

/// Atomic access to a number, like `std::atomic_ref`, which libc++ lacks. All threads must use this class for the
/// number. Uses built-in functions that g++ and clang share.
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
