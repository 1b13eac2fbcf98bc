// SPDX-License-Identifier: MIT
#include <algorithm>

#include "arena.hpp"

namespace mexbase {

std::strong_ordering GameArena::compare_numbers(PartizanId a, PartizanId b) const {
    if (a == b) return std::strong_ordering::equal;
    return value(a) <=> value(b);
}

OutcomeClass GameArena::outcome(PartizanId g) const {
    const std::uint8_t flags = nodes_[g].flags;
    return outcome_class((flags & at_most_zero) == 0, (flags & at_least_zero) == 0);
}

/// For equal numbers: n.up + *m is at least 0 if n = 0 and m = 0, if n = 1 and m is not 1, and if n > 1.
bool GameArena::uptimal_leq(const Node& a, const Node& b) const {
    const UptimalRecord& x = uptimals_[a.extra];
    const UptimalRecord& y = uptimals_[b.extra];
    const int ups = y.ups - x.ups;
    const int nimber = x.nimber ^ y.nimber;
    return ups > 1 || (ups == 1 && nimber != 1) || (ups == 0 && nimber == 0);
}

bool GameArena::leq(PartizanId g, PartizanId h) {
    if (g == h) return true;
    const Node& a = nodes_[g];
    const Node& b = nodes_[h];
    if (a.kind == Kind::number && b.kind == Kind::number) return value(g) < value(h);
    if ((a.flags & at_most_zero) != 0 ? (b.flags & at_least_zero) != 0 : (b.flags & at_most_zero) != 0)
        return (a.flags & at_most_zero) != 0;
    if ((a.flags & at_least_zero) != 0 && (b.flags & at_least_zero) == 0) return false;
    if (compare_numbers(a.left_stop, b.left_stop) > 0 || compare_numbers(a.right_stop, b.right_stop) > 0) return false;
    if (compare_numbers(a.left_stop, b.right_stop) < 0) return true;
    if (a.kind == Kind::uptimal && b.kind == Kind::uptimal) return uptimal_leq(a, b);
    if (const OrderEntry* known = order_.find(g, h)) return known->answer();
    // If one is a number, compare it with the stops of the other: a move in a number loses (number avoidance).
    const Span lefts = a.kind == Kind::number ? Span{} : left_of(g);
    const Span rights = b.kind == Kind::number ? Span{} : right_of(h);
    const bool answer = std::none_of(lefts.begin(), lefts.end(), [&](PartizanId left) { return leq(h, left); }) &&
                        std::none_of(rights.begin(), rights.end(), [&](PartizanId right) { return leq(right, g); });
    order_.put({g, h, answer});
    return answer;
}

}  // namespace mexbase
