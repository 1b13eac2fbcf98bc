/// \file
/// Values in sums of single positions of any loop-free game, by memoised search from them down to the ends of play: the
/// way to a value where a table of all positions would be too large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../../error.hpp"
#include "../../rules/ruleset.hpp"
#include "../../value/nimber.hpp"
#include "../../value/obliged.hpp"
#include "../../value/partizan/arena.hpp"
#include "position_memo.hpp"

namespace mexbase {

namespace detail {

/// The key of a position that has an index.
struct IndexKey {
    std::uint64_t after = 0;  ///< the index and one more
    std::uint64_t hash() const { return splitmix64(after); }
    friend bool operator==(const IndexKey&, const IndexKey&) = default;
};

[[noreturn]] void throw_loopy_search(std::string_view family, const std::string& position);
[[noreturn]] void throw_search_leaves_bound(const std::string& position);

}  // namespace detail

/// The values of one game's positions, by their indices. What was found once is kept, so that later questions are
/// cheaper. Both forms of rules do; of a ruleset with both, the split one is used. For one thread.
///
/// A position's options are gone through until one is met whose value is not known; that is found first, and then they
/// are gone through again. So each position is gone through once when it is met and once for every position that was
/// first met from there: twice on average. Beside the values, which take 16 to 32 bytes a position and what `Fold`
/// takes, there is only the path of positions that wait: no recursion, however long play may be.
template <AnyRuleset R, class Fold>
class PositionSearch {
  public:
    /// Borrows both. The memo, the path and the values may take `most_bytes` together, as far as is seen after every
    /// position.
    PositionSearch(const R& rules, Fold& fold, std::size_t most_bytes = ~std::size_t{0})
        : rules_(rules), fold_(fold), most_bytes_(most_bytes), memo_(most_bytes, found) {}

    /// The value of the sum of these legal positions. Throws `Error{not_applicable}` where play from there can go round
    /// or leave the bound of a cut-off game, and what the values throw past their bounds; `Error{out_of_memory}`. After
    /// an error the search may only be destroyed.
    std::uint32_t value(std::span<const Index> sum) {
        for (const Index i : sum) for_each_component(i, [this](Index c) { find(c); });
        parts_.clear();
        for (const Index i : sum) add_known_parts(i);
        return fold_.sum(parts_);
    }

    /// Positions of which the value is known.
    std::size_t stored() const { return memo_.size(); }

  private:
    static constexpr std::string_view found = "positions and values";
    /// In place of the value of a position on the path.
    static constexpr std::uint32_t pending = 0xffffffff;

    template <class F>
    void for_each_component(Index i, F&& f) const {
        if constexpr (detail::falls_apart<R> && Fold::disjunctive)
            rules_.for_each_component(rules_.unrank(i), f);
        else
            f(i);
    }
    void find(Index i) {
        if (memo_.find({i + 1})) return;
        for (wait_for(i); !path_.empty();) {
            const Index last = path_.back();
            if (const Index unknown = look_at(last); unknown != no_index) {
                wait_for(unknown);
                continue;
            }
            memo_.replace({last + 1}, fold_.value());
            path_.pop_back();
            const std::size_t used = memo_.bytes() + path_.capacity() * sizeof(Index) + fold_.bytes();
            if (used > most_bytes_) detail::throw_at_limit(found, used);
        }
    }
    void wait_for(Index i) {
        memo_.store({i + 1}, pending);
        path_.push_back(i);
    }
    /// The first position whose value is not known among the parts of the options of i; if there is none, the values
    /// have been told of all options.
    Index look_at(Index i) {
        const auto p = rules_.unrank(i);
        if constexpr (HasBound<R>)
            if (rules_.leaves_bound(i, p) != 0) detail::throw_search_leaves_bound(rules_.format(p));
        fold_.clear();
        Index unknown = no_index;
        const auto take = [&](Player player, std::span<const Index> option) {
            if (unknown != no_index) return;
            parts_.clear();
            for (const Index part : option) {
                unknown = add_known_parts(part);
                if (unknown != no_index) return;
            }
            fold_.add(player, parts_);
        };
        for (const Player player : {Player::left, Player::right}) {
            for_each_option_parts(rules_, i, p, player, [&](std::span<const Index> option) { take(player, option); });
            if (!is_partizan(rules_)) break;
        }
        return unknown;
    }
    /// Adds the values of the components of i to `parts_`; or returns the first of unknown value.
    Index add_known_parts(Index i) {
        Index unknown = no_index;
        for_each_component(i, [&](Index c) {
            const auto known = memo_.find({c + 1});
            if (known == pending)
                detail::throw_loopy_search(R::family, rules_.format(rules_.unrank(c)));
            else if (known)
                parts_.push_back(*known);
            else if (unknown == no_index)
                unknown = c;
        });
        return unknown;
    }

    const R& rules_;
    Fold& fold_;
    std::size_t most_bytes_;
    detail::PositionMemo<std::uint32_t, detail::IndexKey> memo_;
    std::vector<Index> path_;
    std::vector<std::uint32_t> parts_;
};

}  // namespace mexbase
