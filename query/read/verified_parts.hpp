// SPDX-License-Identifier: MIT
/// \file
/// Set of verified parts of a table.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "../../lib/atomic_word.hpp"

namespace mexbase::detail {

/// One bit for each part, set once its checksum was verified, so that this is done only at the first use. Safe to use
/// from several threads without a lock: two threads may both verify a part, and the bytes never change. The bits are in
/// pages that the system provides when they are first touched: 122 KB for 10^9 positions in blocks of 1024.
class VerifiedParts {
  public:
    /// Makes an empty set that stays empty.
    VerifiedParts() = default;
    /// Throws `std::bad_alloc`.
    explicit VerifiedParts(std::uint64_t parts)
        : words_(static_cast<std::uint64_t*>(std::calloc(static_cast<std::size_t>(parts / 64 + 1), sizeof(Word)))) {
        if (words_ == nullptr) throw std::bad_alloc();
    }

    bool seen(std::uint64_t part) const {
        return words_ != nullptr && (word(part).load(std::memory_order_relaxed) >> part % 64 & 1) != 0;
    }
    void mark(std::uint64_t part) const {
        if (words_ != nullptr) word(part).fetch_or(std::uint64_t{1} << part % 64, std::memory_order_relaxed);
    }

  private:
    using Word = std::uint64_t;
    struct Free {
        void operator()(Word* words) const { std::free(words); }
    };
    AtomicWord<Word> word(std::uint64_t part) const { return AtomicWord<Word>(words_.get()[part / 64]); }

    std::unique_ptr<Word, Free> words_;
};

}  // namespace mexbase::detail
