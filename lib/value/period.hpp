/// \file
/// Ultimately periodic sequences of values, and what proves them periodic.
#pragma once

#include <cstdint>

#include "../index.hpp"

namespace mexbase {

/// v(n + period) = v(n) + saltus for every n from `preperiod` on.
struct Period {
    std::uint64_t preperiod = 0;
    std::uint64_t period = 0;
    std::uint64_t saltus = 0;  ///< more than 0: arithmetic periodic
    /// A theorem says that what was computed proves it for all n. Otherwise it was only seen.
    bool proven = false;
    friend bool operator==(const Period&, const Period&) = default;
};

/// A theorem on the values of heaps, with what it needs to know of the game. Everything here is about the game that was
/// named, whatever part of it a table holds: a move counts though no heap of the table is large enough for it.
struct PeriodTheorem {
    enum class Kind : std::uint8_t {
        /// Guy and Smith ("The G-values of various games", 1956; "Winning Ways", ch. 4): if v(n + p) = v(n) for
        /// n0 <= n < t n0 + (t - 1) p + k, where n0 >= 1, then for all n >= n0.
        take_and_break = 0,
        /// Of moves that take nothing and break a heap into two different ones, as in Grundy's game: the same, if it is
        /// true for n0 <= n < 2 n0 + 2 p.
        unequal_heaps = 1,
    };
    Kind kind = Kind::take_and_break;
    std::uint64_t most_taken = 0;  ///< k: no move of the game takes more tokens
    std::uint64_t most_heaps = 1;  ///< t: no move of the game leaves more heaps; 1..3
    std::uint64_t shift = 0;       ///< index i of a table is worth what heap i + shift is; below 2^32
    friend bool operator==(const PeriodTheorem&, const PeriodTheorem&) = default;
};

/// Whether the theorem proves the period once it is seen on values 0, 1, …, `known` - 1 of a table, whose numbers the
/// period's are: proven for all that follow. False for a period with a saltus. Why the theorem holds: period.cpp.
bool proves(const PeriodTheorem& theorem, const Period& period, std::uint64_t known);

/// From `first` on, positions whose numbers differ by a multiple of `period` are worth the same.
struct Repetition {
    Index first = 1;
    Index period = 1;
    /// The number below first + period that stands for `number`.
    Index reduce(Index number) const { return number < first + period ? number : first + (number - first) % period; }
};

}  // namespace mexbase
