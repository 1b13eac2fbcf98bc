// SPDX-License-Identifier: MIT
/// \file
/// Compile-time checks of a ruleset: each missing, mistyped or contradictory member gives one line of compiler errors.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../board/drawing.hpp"
#include "../board/graph_drawing.hpp"
#include "ruleset.hpp"

namespace mexbase {

class Game;

namespace detail {

/// Callbacks with which the checks call member templates.
struct Ignore {
    void operator()(Index) const {}
    void operator()(Index, unsigned) const {}
    void operator()(std::span<const Index>) const {}
    void operator()(const OutcomeValue&) const {}
};
template <class Position>
struct IgnorePositions {
    void operator()(const Position&) const {}
    void operator()(Index, const Position&) const {}
    void operator()(const std::optional<Position>&, std::string_view) const {}
};

/// Takes a member template, so that its access is checked: `decltype` does so in g++, and the argument in clang.
template <class T>
void take_member(T);

// Requires that a call compiles and returns TYPE, if CONDITION holds.
#define MEXBASE_CALL(CONDITION, SUBJECT, TYPE, ...)                                                              \
    static_assert(                                                                                               \
        !(CONDITION) ||                                                                                          \
            requires(const R& r, Index i, unsigned g, const P& p, std::string_view text, const F& f, const G& h, \
                     Parameters& q) {                                                                            \
                { __VA_ARGS__ } -> std::same_as<TYPE>;                                                           \
            },                                                                                                   \
        "ruleset: " SUBJECT " needs a public member for " #__VA_ARGS__ ", which gives " #TYPE)
#define MEXBASE_REQUIRED(TYPE, ...) MEXBASE_CALL(true, "it", TYPE, __VA_ARGS__)
#define MEXBASE_WITH(FLAG, TYPE, ...) MEXBASE_CALL(has<R>.FLAG, "has." #FLAG, TYPE, __VA_ARGS__)
// Members that must exist if and only if their flag is set. A public member without its flag would be ignored silently.
// A private member may have any of these names.
#define MEXBASE_MEMBER(FLAG, NAME, TYPE, ...)     \
    MEXBASE_WITH(FLAG, TYPE, r.NAME __VA_ARGS__); \
    MEXBASE_FLAG_OF(FLAG, NAME, &R::NAME)
#define MEXBASE_STATIC_MEMBER(FLAG, NAME, TYPE, ...) \
    MEXBASE_WITH(FLAG, TYPE, R::NAME __VA_ARGS__);   \
    MEXBASE_FLAG_OF(FLAG, NAME, &R::NAME)
#define MEXBASE_TEMPLATE(FLAG, NAME, TYPE, ...)                                                     \
    MEXBASE_WITH(FLAG, TYPE, r.NAME __VA_ARGS__);                                                   \
    MEXBASE_FLAG_OF(FLAG, NAME, take_member<decltype(&R::template NAME<F>)>(&R::template NAME<F>)); \
    MEXBASE_FLAG_OF(FLAG, NAME, &R::NAME)
#define MEXBASE_FLAG_OF(FLAG, NAME, MEMBER) \
    static_assert(                          \
        has<R>.FLAG || !requires { MEMBER; }, "ruleset: there is a member " #NAME ", so it must set has." #FLAG)
#define MEXBASE_NEEDS(FLAG, OTHERS) static_assert(!has<R>.FLAG || (OTHERS), "ruleset: has." #FLAG " needs " #OTHERS)

template <class R>
constexpr void check_required_members() {
    using P = typename R::Position;
    using F = Ignore;
    using G = IgnorePositions<P>;
    static_assert(std::copy_constructible<R>, "ruleset: it must be copyable");
    static_assert(
        requires {
            { R::family } -> std::convertible_to<std::string_view>;
        }, "ruleset: it needs a public static constexpr std::string_view family");
    static_assert(
        requires {
            { R::rules_version } -> std::convertible_to<unsigned>;
        }, "ruleset: it needs a public static constexpr unsigned rules_version");
    MEXBASE_REQUIRED(const FamilyHelp&, R::help());
    MEXBASE_REQUIRED(R, R::make(std::as_const(q)));
    MEXBASE_REQUIRED(Index, r.size());
    MEXBASE_REQUIRED(bool, r.legal(i));
    MEXBASE_REQUIRED(P, r.unrank(i));
    MEXBASE_REQUIRED(Index, r.rank(p));
    MEXBASE_REQUIRED(P, r.parse(text));
    MEXBASE_REQUIRED(std::string, r.format(p));
    static_assert(has<R>.options || has<R>.split_options,
                  "ruleset: it needs has.options or has.split_options, or both");
}

template <class R>
constexpr void check_optional_members() {
    using P = typename R::Position;
    using F = Ignore;
    using G = IgnorePositions<P>;
    using Value = std::optional<OutcomeValue>;
    constexpr Player mover = Player::left;
    MEXBASE_TEMPLATE(options, for_each_option, void, (i, p, mover, f));
    MEXBASE_TEMPLATE(split_options, for_each_split_option, void, (i, p, mover, f));
    MEXBASE_MEMBER(parse_sum, parse_sum, std::vector<P>, (text));
    MEXBASE_MEMBER(heap_game, heap_game, HeapGame, ());
    MEXBASE_MEMBER(word_game, word_game, WordGame, ());
    MEXBASE_MEMBER(layers, layers, Index, ());
    MEXBASE_MEMBER(layers, layer_size, Index, (i));
    MEXBASE_TEMPLATE(layers, for_each_in_layer, void, (i, i, i, h));
    MEXBASE_MEMBER(lines, line_count, Index, ());
    MEXBASE_TEMPLATE(lines, for_each_line, void, (i, p, f));
    MEXBASE_TEMPLATE(predecessors, for_each_predecessor, void, (i, p, mover, f));
    MEXBASE_MEMBER(terminal, terminal, Value, (i, p, mover));
    MEXBASE_TEMPLATE(settled_options, for_each_settled_option, void, (i, p, mover, f));
    MEXBASE_MEMBER(settled_options, settled, Value, (p));
    MEXBASE_MEMBER(leaves_bound, leaves_bound, std::uint64_t, (i, p));
    MEXBASE_MEMBER(partizan, partizan, bool, ());
    MEXBASE_MEMBER(ends_race, ends_race, bool, (p));
    MEXBASE_MEMBER(slices, slices, Index, ());
    MEXBASE_MEMBER(slices, slice, Slice, (i));
    MEXBASE_TEMPLATE(lower_options, for_each_lower_option, std::uint64_t, (i, p, f));
    MEXBASE_MEMBER(exits, with_exits, R, ());
    MEXBASE_WITH(exits, std::uint64_t, std::uint64_t{R::exit_limit});
    MEXBASE_MEMBER(digit_ranges, digit_ranges, std::vector<DigitRange>, ());
    MEXBASE_MEMBER(queryable_size, queryable_size, Index, ());
    MEXBASE_MEMBER(start, start, P, ());
    MEXBASE_TEMPLATE(named_moves, for_each_named_move, void, (p, mover, h));
    MEXBASE_TEMPLATE(finishing_moves, for_each_finishing_move, void, (p, mover, h));
    MEXBASE_MEMBER(engine_names, engine_names, std::vector<std::string>, (p, mover));
    MEXBASE_MEMBER(images, images, unsigned, ());
    MEXBASE_MEMBER(images, position, P, (i, g));
    MEXBASE_MEMBER(images, image, unsigned, (p));
    MEXBASE_MEMBER(compose, compose, unsigned, (g, g));
    MEXBASE_MEMBER(numbered_moves, numbers, Index, ());
    MEXBASE_MEMBER(numbered_moves, numbered, P, (i, g));
    MEXBASE_MEMBER(numbered_moves, least_image, unsigned, (i, g));
    MEXBASE_MEMBER(numbered_moves, numbered_value, OutcomeValue, (i));
    MEXBASE_TEMPLATE(numbered_moves, for_each_numbered_move, void, (i, p, mover, f));
    MEXBASE_MEMBER(passed, passed, std::optional<P>, (p));
    MEXBASE_MEMBER(picture, picture, std::string, (p));
    MEXBASE_MEMBER(drawing, drawing, Drawing, (p));
    MEXBASE_MEMBER(graph_drawing, graph_drawing, GraphDrawing, (p));
    MEXBASE_TEMPLATE(positions, for_each_position, void, (i, i, h));
    MEXBASE_MEMBER(option_count, option_count, std::uint64_t, (i, p));
    MEXBASE_TEMPLATE(moves, for_each_move, void, (p, mover, h));
    MEXBASE_WITH(moves, bool, r.can_move(p));
    MEXBASE_TEMPLATE(components, for_each_component, void, (p, f));
    MEXBASE_WITH(searched, Colouring, r.colouring(p));
    MEXBASE_WITH(searched, const Neighbours&, r.board().neighbours());
    MEXBASE_WITH(searched, ColouringGame, ColouringGame{R::searched});
    MEXBASE_WITH(engine_names, std::string_view, std::string_view{R::engine_notation});
    MEXBASE_FLAG_OF(engine_names, engine_notation, &R::engine_notation);
    MEXBASE_FLAG_OF(exits, exit_limit, &R::exit_limit);
    MEXBASE_WITH(value_kinds, const ValueKind&, *R::value_kinds.begin());
    MEXBASE_FLAG_OF(value_kinds, value_kinds, &R::value_kinds);
    MEXBASE_STATIC_MEMBER(normalise, normalise, void, (q));
    MEXBASE_STATIC_MEMBER(make_game, make_game, std::unique_ptr<Game>, (q));
    MEXBASE_STATIC_MEMBER(table_group, table_group, std::string, (text));
    MEXBASE_STATIC_MEMBER(table_group, may_hold, bool, (std::as_const(q), text));
    // Flags without a member. A `static constexpr bool` of that name would not set the flag, so it must not exist.
    MEXBASE_FLAG_OF(options_descend, options_descend, &R::options_descend);
    MEXBASE_FLAG_OF(ties_beyond, ties_beyond, &R::ties_beyond);
}

// Named functions instead of lambdas, because clang would print the text of a lambda in its message.
constexpr bool is_impartial(const ValueKindTraits& kind) {
    return !kind.partizan;
}
constexpr bool is_of_parts(const ValueKindTraits& kind) {
    return kind.adds && !kind.partizan;
}
constexpr bool is_whole(const ValueKindTraits& kind) {
    return !kind.adds;
}
constexpr bool is_whole_impartial(const ValueKindTraits& kind) {
    return !kind.adds && !kind.partizan;
}

/// Returns false if R lists a kind of value for which `fits` is false.
template <class R>
constexpr bool has_only_kinds(bool (*fits)(const ValueKindTraits&)) {
    if constexpr (has<R>.value_kinds && requires { R::value_kinds.begin(); })
        for (const ValueKind each : R::value_kinds)
            if (!fits(traits_of(each))) return false;
    return true;
}

/// Refuses members that are valid alone and contradict each other: they would give wrong tables, or be ignored.
template <class R>
constexpr void check_members_together() {
    MEXBASE_NEEDS(parse_sum, has<R>.split_options);
    MEXBASE_NEEDS(lines, has<R>.options && has<R>.options_descend);
    MEXBASE_NEEDS(predecessors, has<R>.options);
    MEXBASE_NEEDS(terminal, has<R>.options);
    MEXBASE_NEEDS(settled_options, has<R>.options);
    MEXBASE_NEEDS(leaves_bound, has<R>.options && !has<R>.slices && !has<R>.settled_options);
    MEXBASE_NEEDS(ties_beyond, has<R>.leaves_bound);
    MEXBASE_NEEDS(ends_race, has<R>.options);
    MEXBASE_NEEDS(slices, has<R>.options);
    MEXBASE_NEEDS(lower_options, has<R>.slices);
    MEXBASE_NEEDS(exits, has<R>.slices);
    MEXBASE_NEEDS(named_moves, has<R>.options);
    MEXBASE_NEEDS(finishing_moves, has<R>.named_moves);
    MEXBASE_NEEDS(engine_names, has<R>.named_moves);
    MEXBASE_NEEDS(images, has<R>.named_moves);
    MEXBASE_NEEDS(compose, has<R>.images);
    MEXBASE_NEEDS(numbered_moves, has<R>.compose);
    MEXBASE_NEEDS(passed, has<R>.named_moves);
    MEXBASE_NEEDS(option_count, has<R>.options);
    static_assert(!has<R>.terminal || !has<R>.split_options,
                  "ruleset: has.terminal and has.split_options exclude each other: a position at which play may stop "
                  "although moves exist cannot be part of a sum");
    static_assert(!has<R>.terminal || !has<R>.ends_race,
                  "ruleset: has.terminal and has.ends_race exclude each other: a position at which play may stop "
                  "although moves exist cannot be part of a race");
    static_assert(!has<R>.partizan || !(has<R>.slices || has<R>.settled_options || has<R>.passed),
                  "ruleset: has.partizan excludes has.slices, has.settled_options and has.passed, for which a position "
                  "must contain the player to move");
    static_assert(has<R>.partizan || has_only_kinds<R>(is_impartial),
                  "ruleset: value_kinds has a kind of value of partizan games, which needs has.partizan");
    static_assert(has<R>.options || has_only_kinds<R>(is_of_parts),
                  "ruleset: value_kinds has a kind of value other than nimber and obliged, which needs has.options");
    static_assert(!has<R>.terminal || has_only_kinds<R>(is_whole),
                  "ruleset: value_kinds has values in sums, which has.terminal excludes: a position at which play may "
                  "stop although moves exist cannot be part of a sum");
    static_assert(!has<R>.settled_options || has_only_kinds<R>(is_whole_impartial),
                  "ruleset: value_kinds has values in sums, which has.settled_options excludes: an option without an "
                  "index cannot be part of a sum");
}

#undef MEXBASE_CALL
#undef MEXBASE_REQUIRED
#undef MEXBASE_WITH
#undef MEXBASE_FLAG_OF
#undef MEXBASE_MEMBER
#undef MEXBASE_STATIC_MEMBER
#undef MEXBASE_TEMPLATE
#undef MEXBASE_NEEDS

}  // namespace detail

/// Returns true. Fails to compile if `R` is not a ruleset, or if its optional members do not match `R::has`.
template <class R>
constexpr bool check_ruleset() {
    static_assert(
        requires { typename R::Position; }, "ruleset: it must be a class with a public type Position");
    if constexpr (requires { typename R::Position; }) {
        detail::check_required_members<R>();
        detail::check_optional_members<R>();
        detail::check_members_together<R>();
    }
    return true;
}

}  // namespace mexbase
