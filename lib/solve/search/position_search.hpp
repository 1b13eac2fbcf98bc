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

/// A ruleset whose positions fall apart: `for_each_component(p, f)` calls `f` with the indices of positions whose
/// disjunctive sum is worth what p is; with none where p is worth 0. They are parts of p, in a form of which there are
/// fewer, and are their own only component.
template <class R>
concept HasComponents = Ruleset<R> && requires(const R& r, const typename R::Position& p) {
    r.for_each_component(p, detail::IgnoreIndex{});
};

/// Kinds of value that a search may find, as numbers of 32 bits: `add` takes the options of a position, each as the
/// values of its parts, and `value` is that of the position. For one thread.
class SearchedNimbers {
  public:
    static constexpr bool disjunctive = true;
    void clear() { seen_.clear(); }
    /// The exclusive or; 0 of none.
    std::uint32_t sum(std::span<const std::uint32_t> parts) const {
        std::uint32_t sum = 0;
        for (const std::uint32_t part : parts) sum ^= part;
        return sum;
    }
    void add(Player, std::span<const std::uint32_t> parts) { seen_.add(sum(parts)); }
    std::uint32_t value() const { return static_cast<std::uint32_t>(seen_.mex()); }
    std::size_t bytes() const { return 0; }

  private:
    MexSet seen_;
};

/// Obliged pairs, as `Obliged::code`; the parts of an option are played as an obliged sum.
class SearchedPairs {
  public:
    static constexpr bool disjunctive = false;
    void clear() { options_.clear(); }
    std::uint32_t sum(std::span<const std::uint32_t> parts) {
        pairs_.clear();
        for (const std::uint32_t part : parts) pairs_.push_back(Obliged::of(part));
        return obliged_sum(pairs_).code();
    }
    void add(Player, std::span<const std::uint32_t> parts) { options_.add(Obliged::of(sum(parts))); }
    std::uint32_t value() const { return options_.value().code(); }
    std::size_t bytes() const { return 0; }

  private:
    ObligedOptions options_;
    std::vector<Obliged> pairs_;
};

/// Canonical forms, as games of an arena, which is borrowed.
class SearchedForms {
  public:
    static constexpr bool disjunctive = true;
    explicit SearchedForms(GameArena& arena) : arena_(arena) {}
    void clear() {
        left_.clear();
        right_.clear();
    }
    PartizanId sum(std::span<const PartizanId> parts) {
        PartizanId sum = GameArena::zero;
        for (const PartizanId part : parts) sum = arena_.sum(sum, part);
        return sum;
    }
    void add(Player player, std::span<const PartizanId> parts) {
        (player == Player::left ? left_ : right_).push_back(sum(parts));
    }
    PartizanId value() { return arena_.make(left_, right_); }
    std::size_t bytes() const { return arena_.bytes(); }

  private:
    GameArena& arena_;
    std::vector<PartizanId> left_, right_;
};

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
/// first met from there: twice on average. Beside the values, which take 16 to 32 bytes a position and what `Values`
/// takes, there is only the path of positions that wait: no recursion, however long play may be.
template <AnyRuleset R, class Values>
class PositionSearch {
  public:
    /// Borrows both. The memo, the path and the values may take `most_bytes` together, as far as is seen after every
    /// position.
    PositionSearch(const R& rules, Values& values, std::size_t most_bytes = ~std::size_t{0})
        : rules_(rules), values_(values), most_bytes_(most_bytes), memo_(most_bytes, found) {}

    /// The value of the sum of these legal positions. Throws `Error{not_applicable}` where play from there can go round
    /// or leave the bound of a cut-off game, and what the values throw past their bounds; `Error{out_of_memory}`. After
    /// an error the search may only be destroyed.
    std::uint32_t value(std::span<const Index> sum) {
        for (const Index i : sum) for_each_component(i, [this](Index c) { find(c); });
        parts_.clear();
        for (const Index i : sum) add_known_parts(i);
        return values_.sum(parts_);
    }

    /// Positions of which the value is known.
    std::size_t stored() const { return memo_.size(); }

  private:
    static constexpr std::string_view found = "positions and values";
    /// In place of the value of a position on the path.
    static constexpr std::uint32_t pending = 0xffffffff;

    template <class F>
    void for_each_component(Index i, F&& f) const {
        if constexpr (HasComponents<R> && Values::disjunctive)
            rules_.for_each_component(rules_.unrank(i), f);
        else
            f(i);
    }
    template <class F>
    void for_each_option(Index i, const typename R::Position& p, Player player, F&& f) const {
        if constexpr (SplitRuleset<R>)
            rules_.for_each_split_option(i, p, player, f);
        else
            rules_.for_each_option(i, p, player, [&f](Index to) { f(std::span<const Index>(&to, 1)); });
    }

    void find(Index i) {
        if (memo_.find({i + 1})) return;
        for (wait_for(i); !path_.empty();) {
            const Index last = path_.back();
            if (const Index unknown = look_at(last); unknown != no_index) {
                wait_for(unknown);
                continue;
            }
            memo_.replace({last + 1}, values_.value());
            path_.pop_back();
            const std::size_t used = memo_.bytes() + path_.capacity() * sizeof(Index) + values_.bytes();
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
        values_.clear();
        Index unknown = no_index;
        const auto take = [&](Player player, std::span<const Index> option) {
            if (unknown != no_index) return;
            parts_.clear();
            for (const Index part : option) {
                unknown = add_known_parts(part);
                if (unknown != no_index) return;
            }
            values_.add(player, parts_);
        };
        for (const Player player : {Player::left, Player::right}) {
            for_each_option(i, p, player, [&](std::span<const Index> option) { take(player, option); });
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
    Values& values_;
    std::size_t most_bytes_;
    detail::PositionMemo<std::uint32_t, detail::IndexKey> memo_;
    std::vector<Index> path_;
    std::vector<std::uint32_t> parts_;
};

}  // namespace mexbase
