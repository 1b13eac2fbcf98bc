// SPDX-License-Identifier: MIT
#include "period.hpp"

#include <algorithm>

namespace mexbase {

// n0 is at least 1. Heap 0 is never part of an option, so its value need not fit the period.
//
// Proof of the theorem (`PeriodTheorem::Kind::take_and_break`; k is `most_taken`). Let n >= t n0 + (t - 1) p + k, and
// let v(m + p) = v(m) for n0 <= m < n. An option of n + p has at least n + p - k >= t (n0 + p) tokens in at most t
// heaps. So some heap has n0 + p or more, and can lose p without changing its value. That gives an option of n. An
// option of n has at least t n0 + (t - 1) p >= t n0 tokens, so some heap has n0 or more, and can gain p. Every heap of
// an option is smaller than the whole, even if the move takes nothing, so the statement holds for it.
//
// If the two heaps a, b of an option must differ, the change may make them equal: a - p = b, or a + p = b. Then the
// other heap is changed instead, from b to b - p or b + p. That needs b >= n0 + p, and b = n / 2 if nothing is taken.
bool proves(const PeriodTheorem& theorem, const Period& period, std::uint64_t known) {
    using Wide = unsigned __int128;
    if (period.period == 0 || period.saltus != 0) return false;
    const Wide p = period.period, t = theorem.most_heaps;
    const Wide n0 = std::max<Wide>(1, Wide{period.preperiod} + theorem.shift);
    // To check v(n + p) = v(n) for all n of the range, values up to the end of the range plus p must be known.
    const Wide needed =
        theorem.kind == PeriodTheorem::Kind::unequal_heaps ? 2 * n0 + 3 * p : t * n0 + t * p + theorem.most_taken;
    return needed <= Wide{known} + theorem.shift;
}

}  // namespace mexbase
