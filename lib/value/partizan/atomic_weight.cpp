// SPDX-License-Identifier: MIT
#include <algorithm>

#include "arena.hpp"

namespace mexbase {

/// Returns true if g > *n (if `left`) or g < *n (if not), for a remote star *n: a nimber that no follower of g equals.
/// All remote stars give the same result.
bool GameArena::beats_remote_star(PartizanId g, bool left) {
    const PartizanId star = nimber(nodes_[g].nimber_within + 1U);
    return left ? leq(star, g) : leq(g, star);
}

/// Computes the atomic weight aw(g) (Siegel, section II.7). Let W be {aw(L) - 2 for the Left options L of g | aw(R) + 2
/// for the Right options R}. The result is W if W is not an integer, or if g is incomparable with the remote stars.
/// Otherwise it is an integer n. If g is above the remote stars, n is the greatest integer that is less than or
/// incomparable with all aw(R) + 2. If g is below, n is the smallest integer that is greater than or incomparable with
/// all aw(L) - 2.
PartizanId GameArena::atomic_weight_of(PartizanId g) {
    if (g < weights_.size() && weights_[g] != none) return weights_[g];
    PartizanId result = zero;
    if (const std::optional<Uptimal> u = uptimal_of(g)) {
        result = number(u->ups);
    } else {
        Ids left;
        Ids right;
        for (std::size_t i = 0; i < left_of(g).size(); ++i)
            left.push_back(sum(atomic_weight_of(left_of(g)[i]), number(-2)));
        for (std::size_t i = 0; i < right_of(g).size(); ++i)
            right.push_back(sum(atomic_weight_of(right_of(g)[i]), number(2)));
        result = make(left, right);
        if (const std::optional<Dyadic> integer = number_of(result); integer && integer->is_integer()) {
            // n must be less than x or incomparable with x. All n below the Left stop of x are, and no n above it is.
            if (beats_remote_star(g, true)) {
                std::optional<std::int64_t> greatest;
                for (const PartizanId x : right) {
                    std::int64_t n = left_stop(x).floor();
                    if (left_stop(x) == Dyadic(n) && leq(x, number(n))) --n;
                    greatest = greatest ? std::min(*greatest, n) : n;
                }
                result = number(*greatest);
            } else if (beats_remote_star(g, false)) {
                std::optional<std::int64_t> least;
                for (const PartizanId x : left) {
                    std::int64_t n = -(-right_stop(x)).floor();
                    if (right_stop(x) == Dyadic(n) && leq(number(n), x)) ++n;
                    least = least ? std::max(*least, n) : n;
                }
                result = number(*least);
            }
        }
    }
    if (weights_.size() <= g) weights_.resize(std::max<std::size_t>(nodes_.size(), g + 1), none);
    return weights_[g] = result;
}

std::optional<PartizanId> GameArena::atomic_weight(PartizanId g) {
    if (!is_all_small(g)) return std::nullopt;
    return atomic_weight_of(g);
}

}  // namespace mexbase
