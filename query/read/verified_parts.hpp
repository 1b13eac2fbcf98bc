/// \file
/// Which parts of a table were found right already.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "../../lib/atomic_word.hpp"

namespace mexbase::detail {

/// A bit for each of many parts, set once the part's checksum was found right, so that this is done at the first use
/// only. Safe for any number of threads without a lock: two may both find a bit unset and check, and whoever finds it
/// set reads bytes that nobody writes. Takes a byte for each eight parts, in pages that the system provides when
/// they are first touched: for the blocks of 10^9 positions, 1024 in each, 122 KB.
class VerifiedParts {
  public:
    /// None is ever taken as seen.
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
