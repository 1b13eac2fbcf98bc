// SPDX-License-Identifier: MIT
/// \file
/// Ultimately periodic sequences of values, and the theorems that prove them periodic.
#pragma once

#include <cstdint>

#include "../index.hpp"

namespace mexbase {

/// A repetition in the sequence of values v(0), v(1), …: v(n + period) = v(n) + saltus for every n from `preperiod` on.
struct Period {
    std::uint64_t preperiod = 0;
    std::uint64_t period = 0;
    std::uint64_t saltus = 0;  ///< more than 0: arithmetic periodic
    /// True if a theorem extends the computed values to all n. Otherwise the period was only observed.
    bool proven = false;
    friend bool operator==(const Period&, const Period&) = default;
};

/// A theorem that can prove the values v(n) of heaps of n tokens periodic. The other members describe all moves of the
/// game, including moves that need larger heaps than a table has.
struct PeriodTheorem {
    enum class Kind : std::uint8_t {
        /// Guy and Smith ("The G-values of various games", 1956; "Winning Ways", ch. 4): if n0 >= 1 and v(n + p) = v(n)
        /// for n0 <= n < t n0 + (t - 1) p + k, then v(n + p) = v(n) for all n >= n0.
        take_and_break = 0,
        /// For moves that take nothing and break a heap into two different ones, as in Grundy's game: if v(n + p) =
        /// v(n) for n0 <= n < 2 n0 + 2 p, then v(n + p) = v(n) for all n >= n0.
        unequal_heaps = 1,
    };
    Kind kind = Kind::take_and_break;
    std::uint64_t most_taken = 0;  ///< k: the maximum number of tokens a move takes
    std::uint64_t most_heaps = 1;  ///< t: the maximum number of heaps a move leaves; 1..3
    std::uint64_t shift = 0;       ///< index i of a table has the value of heap i + shift; below 2^32
    friend bool operator==(const PeriodTheorem&, const PeriodTheorem&) = default;
};

/// Returns true if the theorem proves the period for all larger indices. The period must hold for the values of indices
/// 0..`known`-1 of a table. Returns false for a period with a saltus. Proof: period.cpp.
bool proves(const PeriodTheorem& theorem, const Period& period, std::uint64_t known);

/// A repetition of values: from `first` on, indices that differ by a multiple of `period` have equal values.
struct Repetition {
    Index first = 1;
    Index period = 1;
    /// Returns the index below first + period that has the same value as the index `number`.
    Index reduce(Index number) const { return number < first + period ? number : first + (number - first) % period; }
};

}  // namespace mexbase
