// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "../../error.hpp"
#include "arena.hpp"

namespace mexbase {

/// Returns true if g > *n (if `left`) or g < *n (if not), for a remote star *n: a nimber that no follower of g equals.
/// All remote stars give the same result.
bool GameArena::beats_remote_star(PartizanId g, bool left) {
    const PartizanId star = nimber(nodes_[g].nimber_within + 1U);
    return left ? leq(star, g) : leq(g, star);
}

/// Computes the only possible atomic weight aw(g) of g (Siegel, section II.7). If g is all-small, it has this weight.
/// Let W be {aw(L) - 2 for the Left options L of g | aw(R) + 2 for the Right options R}. The result is W if W is not an
/// integer, or if g is incomparable with the remote stars. Otherwise it is an integer n. If g is above the remote
/// stars, n is the greatest integer that is less than or incomparable with all aw(R) + 2. If g is below, n is the
/// smallest integer that is greater than or incomparable with all aw(L) - 2.
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

/// Returns Norton's product of g and up: n ups for an integer n, else {Left options' products + ^^* | Right options'
/// products + vv*} (Winning Ways, chapter 8). `known` caches the products of games that are not integers.
PartizanId GameArena::times_up(PartizanId g, std::unordered_map<PartizanId, PartizanId>& known) {
    if (const std::optional<Dyadic> x = number_of(g); x && x->is_integer()) {
        if (x->numerator() > most_ups || x->numerator() < -most_ups)
            throw Error(ErrorCode::not_applicable,
                        "a partizan value has more than 1000 ups or downs, which is not supported");
        return uptimal({0, static_cast<int>(x->numerator()), 0});
    }
    if (const auto it = known.find(g); it != known.end()) return it->second;
    Ids left(left_options(g).begin(), left_options(g).end());
    Ids right(right_options(g).begin(), right_options(g).end());
    for (PartizanId& option : left) option = sum(times_up(option, known), uptimal({0, 2, 1}));
    for (PartizanId& option : right) option = sum(times_up(option, known), uptimal({0, -2, 1}));
    return known[g] = make(left, right);
}

/// Returns true if g and w ups, as Norton's product, have the same outcome in every sum with *m, for all large m. This
/// is the case if and only if their difference is between -e and e. Here e is ^* plus the game
/// {0, ..., *(m-1) | 0, ..., *m}, for a power m of two that is greater than all nimbers that play in g reaches (an
/// algorithm by D. Wolfe, which A. Siegel describes in CGSuite).
bool GameArena::has_weight(PartizanId g, PartizanId w) {
    const unsigned m = std::bit_ceil(std::max(2U, nodes_[g].nimber_within + 1U));
    Ids left;
    for (unsigned n = 0; n < m; ++n) left.push_back(nimber(n));
    Ids right = left;
    right.push_back(nimber(m));
    const PartizanId e = sum(uptimal({0, 1, 1}), make(left, right));
    std::unordered_map<PartizanId, PartizanId> known;
    const PartizanId rest = difference(g, times_up(w, known));
    return leq(rest, e) && leq(negative(e), rest);
}

std::optional<PartizanId> GameArena::atomic_weight(PartizanId g) {
    if (is_all_small(g)) return atomic_weight_of(g);
    if (nodes_[g].left_stop != zero || nodes_[g].right_stop != zero) return std::nullopt;
    try {
        const PartizanId weight = atomic_weight_of(g);
        if (has_weight(g, weight)) return weight;
    } catch (const Error& e) {
        if (e.code() != ErrorCode::not_applicable) throw;  // out of a bound
    }
    return std::nullopt;
}

}  // namespace mexbase
