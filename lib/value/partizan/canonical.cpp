// SPDX-License-Identifier: MIT
// Compares games, and computes the canonical form from options (Conway 1976, chapter 10; Siegel, section II.2).
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

/// Returns true if a <= b, for two uptimals that have the same number. The difference b - a is n times ↑, plus *m. It
/// is at least 0 in three cases: n = 0 and m = 0; n = 1 and m is not 1; n > 1.
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
    // Moves in a number need not be tried (number avoidance).
    const Span lefts = a.kind == Kind::number ? Span{} : left_of(g);
    const Span rights = b.kind == Kind::number ? Span{} : right_of(h);
    const bool answer = std::none_of(lefts.begin(), lefts.end(), [&](PartizanId left) { return leq(h, left); }) &&
                        std::none_of(rights.begin(), rights.end(), [&](PartizanId right) { return leq(right, g); });
    order_.put({g, h, answer});
    return answer;
}

/// Returns the best stop (number that play reaches) of a player's options: the greatest Right stop of Left's options
/// (`left`), or the smallest Left stop of Right's. Returns `none` if there are no options.
PartizanId GameArena::best_stop(Span options, bool left) const {
    PartizanId best = none;
    for (const PartizanId g : options) {
        const PartizanId stop = stop_after(g, left);
        if (best == none || (left ? compare_numbers(stop, best) > 0 : compare_numbers(stop, best) < 0)) best = stop;
    }
    return best;
}

/// Returns the value of {left | right} if it is a number, or `std::nullopt`. It is the simplest number x with no Left
/// option >= x and no Right option <= x (Conway's simplicity theorem). Such numbers form an interval whose ends are
/// stops of the options. A comparison decides if an end belongs to the interval.
std::optional<Dyadic> GameArena::number_between(Span left, Span right) {
    const auto bound = [this](Span options, bool of_left) -> std::optional<DyadicBound> {
        if (options.empty()) return std::nullopt;
        const PartizanId best = best_stop(options, of_left);
        const bool closed = std::none_of(options.begin(), options.end(), [&](PartizanId g) {
            return stop_after(g, of_left) == best && (of_left ? leq(best, g) : leq(g, best));
        });
        return DyadicBound{value(best), closed};
    };
    const std::optional<DyadicBound> low = bound(left, true), high = bound(right, false);
    if (low && high) {
        if (low->number > high->number) return std::nullopt;
        if (low->number == high->number && !(low->closed && high->closed)) return std::nullopt;
    }
    return simplest_between(low, high);
}

bool GameArena::at_most(PartizanId g, const Draft& draft) {
    const Node& node = nodes_[g];
    if (compare_numbers(node.left_stop, draft.left_stop) > 0 || compare_numbers(node.right_stop, draft.right_stop) > 0)
        return false;
    if (compare_numbers(node.left_stop, draft.right_stop) < 0) return true;
    if (const int known = draft_memo_.find(g << 1); known >= 0) return known == 1;
    bool answer = std::none_of(draft.right.begin(), draft.right.end(), [&](PartizanId right) { return leq(right, g); });
    if (answer && node.kind != Kind::number) {
        const Span lefts = left_of(g);
        answer = std::none_of(lefts.begin(), lefts.end(), [&](PartizanId left) { return at_least(left, draft); });
    }
    draft_memo_.put(g << 1, answer);
    return answer;
}

bool GameArena::at_least(PartizanId g, const Draft& draft) {
    const Node& node = nodes_[g];
    if (compare_numbers(node.left_stop, draft.left_stop) < 0 || compare_numbers(node.right_stop, draft.right_stop) < 0)
        return false;
    if (compare_numbers(node.right_stop, draft.left_stop) > 0) return true;
    if (const int known = draft_memo_.find(g << 1 | 1); known >= 0) return known == 1;
    bool answer = std::none_of(draft.left.begin(), draft.left.end(), [&](PartizanId left) { return leq(g, left); });
    if (answer && node.kind != Kind::number) {
        const Span rights = right_of(g);
        answer = std::none_of(rights.begin(), rights.end(), [&](PartizanId right) { return at_most(right, draft); });
    }
    draft_memo_.put(g << 1 | 1, answer);
    return answer;
}

void GameArena::drop_dominated(Ids& options, bool left) {
    const auto dominated = [&](PartizanId g, PartizanId by) { return left ? leq(g, by) : leq(by, g); };
    kept_.clear();
    for (const PartizanId g : options) {
        if (std::any_of(kept_.begin(), kept_.end(), [&](PartizanId other) { return dominated(g, other); })) continue;
        std::erase_if(kept_, [&](PartizanId other) { return dominated(other, g); });
        kept_.push_back(g);
    }
    options.swap(kept_);
}

/// Replaces each reversible option by the player's options after the reply that reverses it, until no option is
/// reversible. Returns true if an option was replaced.
bool GameArena::bypass_reversible(Ids& options, bool left, const Draft& draft) {
    bool changed = false;
    for (std::size_t i = 0; i < options.size();) {
        const PartizanId g = options[i];
        // A number that no option dominates is a stop of the draft (the game to be computed). The options of this
        // number are beyond that stop, so the number is not reversible.
        const bool number = is_number(g);
        const Span replies = number ? Span{} : left ? right_of(g) : left_of(g);
        const auto through = std::find_if(replies.begin(), replies.end(), [&](PartizanId reply) {
            return left ? at_most(reply, draft) : at_least(reply, draft);
        });
        if (through == replies.end()) {
            ++i;
            continue;
        }
        changed = true;
        const PartizanId reply = *through;
        options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
        for (const PartizanId next : left ? left_options(reply) : right_options(reply))
            if (std::find(options.begin(), options.end(), next) == options.end()) options.push_back(next);
    }
    return changed;
}

PartizanId GameArena::canonical(Span left, Span right) {
    if (const std::optional<Dyadic> value = number_between(left, right)) return number(*value);
    Ids lefts(left.begin(), left.end());
    Ids rights(right.begin(), right.end());
    drop_dominated(lefts, true);
    drop_dominated(rights, false);
    const Ids few_left = lefts;
    const Ids few_right = rights;
    const Draft draft{few_left, few_right, best_stop(few_left, true), best_stop(few_right, false)};
    draft_memo_.begin();
    if (bypass_reversible(lefts, true, draft)) drop_dominated(lefts, true);
    if (bypass_reversible(rights, false, draft)) drop_dominated(rights, false);
    std::sort(lefts.begin(), lefts.end());
    std::sort(rights.begin(), rights.end());
    return intern(lefts, rights);
}

}  // namespace mexbase
