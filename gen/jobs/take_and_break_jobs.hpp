/// \file
/// Jobs of taking-and-breaking games on heaps: sweeps with periods and checkpoints, and a verification that is fast
/// enough for millions of heaps.
#pragma once

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/rules/ruleset.hpp"
#include "jobs.hpp"

namespace mexbase {

/// Options as sets of heaps that still matter: no heap without an index, and none of index 0.
using HeapOptions = std::set<std::vector<Index>>;

/// The options of heap i + shift in `of.game`, by index.
HeapOptions heap_options(const HeapGame& of, Index i);

/// The heaps of whose options verification asks the rules themselves: small ones and, where they are not too laborious,
/// those just large enough for the greatest move, whether the table holds them or not.
std::vector<Index> representative_heaps(const HeapGame& of);

/// Throws `Error{verification_failed}` unless `heap_game()` is the game that the rules play, also past the heaps
/// of the table: what proves a period is about all heaps.
template <HeapRuleset R>
void verify_heap_game(const R& rules) {
    const HeapGame of = rules.heap_game();
    for (const Index i : representative_heaps(of)) {
        HeapOptions options;
        const auto add = [&options](std::span<const Index> parts) {
            std::vector<Index> heaps(parts.begin(), parts.end());
            std::erase(heaps, Index{0});
            std::ranges::sort(heaps);
            options.insert(std::move(heaps));
        };
        const auto p = rules.unrank(i);
        for_each_option_parts(rules, i, p, Player::left, add);
        if (options != heap_options(of, i))
            throw Error(ErrorCode::verification_failed,
                        "the moves of heap " + rules.format(p) + " are not those of the game by which it is solved");
    }
}

/// Makes a table of nimbers or obliged pairs, as `options.value` says. When what is known proves a period, the rest
/// follows from it, and the table says so. Throws `Error`.
JobReport make_take_and_break_table(const HeapGame& heaps, const Game& game, Sink& sink, const JobOptions& options);

/// Checks every value of such a table: those that a proven period does not give by the definition, from the values of
/// all options, the others by the period, whose proof is checked too. Returns the number of positions checked. Throws
/// `Error{verification_failed}`, and what reading the table throws.
std::uint64_t verify_take_and_break_table(const HeapGame& heaps, const Game& game, const Table& table,
                                          const JobOptions& options);

}  // namespace mexbase
