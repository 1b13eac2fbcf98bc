// SPDX-License-Identifier: MIT
/// \file
/// The concept of a ruleset, a class with the rules of a game. `GameOf` wraps a ruleset as a `Game`.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "../board/colouring.hpp"
#include "../index.hpp"
#include "../value/outcome.hpp"
#include "../value/value_kind.hpp"
#include "has.hpp"
#include "moves.hpp"
#include "spec.hpp"
#include "take_and_break.hpp"
#include "word_game.hpp"

namespace mexbase {

/// The flags of ruleset R: `R::has`, or the default flags if R has no such member.
template <class R>
inline constexpr Has has = [] {
    if constexpr (requires { R::has; })
        return R::has;
    else
        return Has{};
}();

/// The members that every ruleset has. A ruleset is a plain value: cheap to copy, immutable and thread-safe.
///
/// - Indices are 0..size()-1. `legal(i)` is true if index i is a position. In this case `rank(unrank(i)) == i`.
/// - `format` writes the text of a position. `parse` reads it, and throws `Error{bad_position}` for any other text.
/// - `family` is the name in game specs; `rules_version` grows whenever an index or a value changes its meaning.
///
/// `Has` lists the optional members.
template <class R>
concept PositionSpace =
    std::copy_constructible<R> && requires(const R& r, Index i, const typename R::Position& p, std::string_view text) {
        { R::family } -> std::convertible_to<std::string_view>;
        { R::rules_version } -> std::convertible_to<unsigned>;
        { R::help() } -> std::convertible_to<const FamilyHelp&>;
        { R::make(std::declval<const Parameters&>()) } -> std::same_as<R>;
        { r.size() } -> std::same_as<Index>;
        { r.legal(i) } -> std::same_as<bool>;
        { r.unrank(i) } -> std::same_as<typename R::Position>;
        { r.rank(p) } -> std::same_as<Index>;
        { r.parse(text) } -> std::same_as<typename R::Position>;
        { r.format(p) } -> std::same_as<std::string>;
    };

/// A ruleset in whole form (`Has::options`): an option is one position. Example: `lib/games/heaps/heaps.hpp`.
template <class R>
concept Ruleset = PositionSpace<R> && has<R>.options;

/// A ruleset in split form (`Has::split_options`): an option is a sum of positions. Example:
/// `lib/games/heaps/octal.hpp`.
template <class R>
concept SplitRuleset = PositionSpace<R> && has<R>.split_options;

/// A ruleset of loop-free games, with a known order (by index or by layer) in which options precede their position.
template <class R>
concept OrderedRuleset = PositionSpace<R> && (has<R>.options_descend || has<R>.layers);

template <PositionSpace R>
bool is_partizan(const R& r) {
    if constexpr (has<R>.partizan) return r.partizan();
    return false;
}

/// Returns the number of indices that a user may query: 0..queryable_size-1.
template <PositionSpace R>
Index queryable_size(const R& r) {
    if constexpr (has<R>.queryable_size) return r.queryable_size();
    return r.size();
}

/// Calls `f(index, position)` for every legal index in [first, last), in order.
template <PositionSpace R, class F>
void for_each_position(const R& r, Index first, Index last, F&& f) {
    if constexpr (has<R>.positions) {
        r.for_each_position(first, last, f);
    } else {
        for (Index i = first; i < last; ++i)
            if (r.legal(i)) f(i, r.unrank(i));
    }
}

/// Returns the number of `mover`'s options that have an index. Options past a bound have no index.
template <Ruleset R>
std::uint64_t option_count(const R& r, Index i, const typename R::Position& p, Player mover = Player::left) {
    if constexpr (has<R>.option_count) {
        if (!is_partizan(r)) return r.option_count(i, p);
    }
    std::uint64_t n = 0;
    r.for_each_option(i, p, mover, [&n](Index) { ++n; });
    return n;
}

namespace detail {

/// Kinds of value that the games of a ruleset may have, the most usual first.
template <class R>
inline constexpr auto kinds_of = [] {
    using enum ValueKind;
    if constexpr (has<R>.value_kinds)
        return R::value_kinds;
    else if constexpr (!Ruleset<R>)
        return std::array{nimber, obliged};
    else if constexpr (has<R>.terminal && has<R>.partizan)
        return std::array{partizan_outcome, outcome};
    else if constexpr (has<R>.terminal || has<R>.settled_options)
        return std::array{outcome};
    else if constexpr (has<R>.partizan)
        return std::array{canonical, partizan_outcome, outcome, nimber, obliged};
    else
        return std::array{outcome, nimber, obliged};
}();

}  // namespace detail

}  // namespace mexbase
