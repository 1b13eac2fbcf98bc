/// \file
/// What the compiler says of a class that is nearly a ruleset: one line for each member that is missing or wrong, with
/// its name and the signature that it must have.
///
/// A concept that fails says so in fifty lines, and an optional member that fails its concept would be ignored in
/// silence. So whatever takes a ruleset asks `check_ruleset` first. What cannot be seen is an optional member whose
/// *name* is misspelt.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <type_traits>

#include "../board/drawing.hpp"
#include "../member_name.hpp"
#include "numbered_moves.hpp"
#include "ruleset.hpp"

MEXBASE_DETECT_MEMBER(for_each_option)
MEXBASE_DETECT_MEMBER(for_each_split_option)
MEXBASE_DETECT_MEMBER(parse_sum)
MEXBASE_DETECT_MEMBER(heap_game)
MEXBASE_DETECT_MEMBER(word_game)
MEXBASE_DETECT_MEMBER(layers)
MEXBASE_DETECT_MEMBER(layer_size)
MEXBASE_DETECT_MEMBER(for_each_in_layer)
MEXBASE_DETECT_MEMBER(line_count)
MEXBASE_DETECT_MEMBER(for_each_line)
MEXBASE_DETECT_MEMBER(for_each_predecessor)
MEXBASE_DETECT_MEMBER(terminal)
MEXBASE_DETECT_MEMBER(for_each_settled_option)
MEXBASE_DETECT_MEMBER(settled)
MEXBASE_DETECT_MEMBER(moves_unless_stopped)
MEXBASE_DETECT_MEMBER(digit_ranges)
MEXBASE_DETECT_MEMBER(slices)
MEXBASE_DETECT_MEMBER(for_each_lower_option)
MEXBASE_DETECT_MEMBER(slice)
MEXBASE_DETECT_MEMBER(for_each_named_move)
MEXBASE_DETECT_MEMBER(for_each_finishing_move)
MEXBASE_DETECT_MEMBER(engine_names)
MEXBASE_DETECT_MEMBER(engine_notation)
MEXBASE_DETECT_MEMBER(images)
MEXBASE_DETECT_MEMBER(position)
MEXBASE_DETECT_MEMBER(image)
MEXBASE_DETECT_MEMBER(compose)
MEXBASE_DETECT_MEMBER(for_each_numbered_move)
MEXBASE_DETECT_MEMBER(passed)
MEXBASE_DETECT_MEMBER(ends_race)
MEXBASE_DETECT_MEMBER(option_count)
MEXBASE_DETECT_MEMBER(for_each_position)
MEXBASE_DETECT_MEMBER(leaves_bound)
MEXBASE_DETECT_MEMBER(queryable_size)
MEXBASE_DETECT_MEMBER(start)
MEXBASE_DETECT_MEMBER(picture)
MEXBASE_DETECT_MEMBER(drawing)
MEXBASE_DETECT_MEMBER(options_descend)
MEXBASE_DETECT_MEMBER(partizan)
MEXBASE_DETECT_MEMBER(value_kinds)
MEXBASE_DETECT_MEMBER(normalise)
MEXBASE_DETECT_MEMBER(sort_of)
MEXBASE_DETECT_MEMBER(may_hold)
MEXBASE_DETECT_MEMBER(make_game)
MEXBASE_DETECT_MEMBER(constrained_members)
MEXBASE_DETECT_MEMBER(for_each_move)
MEXBASE_DETECT_MEMBER(for_each_component)
// Of what jobs, conjoined games and placement games ask besides.
MEXBASE_DETECT_MEMBER(searched)
MEXBASE_DETECT_MEMBER(colouring)
MEXBASE_DETECT_MEMBER(finished)
MEXBASE_DETECT_MEMBER(judges_whole_board)

namespace mexbase {

class Game;

namespace detail {

/// `R::constrained_members` as it must be.
template <class R>
concept ListsConstrainedMembers = requires {
    { R::constrained_members.size() } -> std::convertible_to<std::size_t>;
    typename std::bool_constant<std::string_view(*R::constrained_members.begin()).empty()>;
};

/// Whether a member of this name may have been taken away by its own requires clause.
template <class R>
constexpr bool is_constrained(std::string_view name) {
    if constexpr (ListsConstrainedMembers<R>)
        for (const std::string_view each : R::constrained_members)
            if (each == name) return true;
    return false;
}

/// `R::value_kinds` as it must be.
template <class R>
concept ListsValueKinds = requires {
    { *R::value_kinds.begin() } -> std::same_as<const ValueKind&>;
    typename std::integral_constant<ValueKind, *R::value_kinds.begin()>;
};

template <class R>
constexpr bool check_required_members() {
    using Position = typename R::Position;
    constexpr bool copyable = std::copy_constructible<R>;
    static_assert(copyable, "ruleset: it must be copyable");
    constexpr bool family = requires {
        { R::family } -> std::convertible_to<std::string_view>;
    };
    static_assert(family, "ruleset: it needs a public static constexpr std::string_view family");
    constexpr bool rules_version = requires {
        { R::rules_version } -> std::convertible_to<unsigned>;
    };
    static_assert(rules_version, "ruleset: it needs a public static constexpr unsigned rules_version");
    constexpr bool help = requires {
        { R::help() } -> std::convertible_to<const FamilyHelp&>;
    };
    static_assert(help, "ruleset: it needs a public static const FamilyHelp& help()");
    constexpr bool make = requires(const Parameters& p) {
        { R::make(p) } -> std::same_as<R>;
    };
    static_assert(make, "ruleset: it needs a public static R make(const Parameters&), where R is the ruleset itself");
    constexpr bool size = requires(const R& r) {
        { r.size() } -> std::same_as<Index>;
    };
    static_assert(size, "ruleset: it needs a public Index size() const");
    constexpr bool legal = requires(const R& r, Index i) {
        { r.legal(i) } -> std::same_as<bool>;
    };
    static_assert(legal, "ruleset: it needs a public bool legal(Index) const");
    constexpr bool unrank = requires(const R& r, Index i) {
        { r.unrank(i) } -> std::same_as<Position>;
    };
    static_assert(unrank, "ruleset: it needs a public Position unrank(Index) const");
    constexpr bool rank = requires(const R& r, const Position& p) {
        { r.rank(p) } -> std::same_as<Index>;
    };
    static_assert(rank, "ruleset: it needs a public Index rank(const Position&) const");
    constexpr bool parse = requires(const R& r, std::string_view text) {
        { r.parse(text) } -> std::same_as<Position>;
    };
    static_assert(parse, "ruleset: it needs a public Position parse(std::string_view) const");
    constexpr bool format = requires(const R& r, const Position& p) {
        { r.format(p) } -> std::same_as<std::string>;
    };
    static_assert(format, "ruleset: it needs a public std::string format(const Position&) const");
    constexpr bool options = names_for_each_option<R> || names_for_each_split_option<R>;
    static_assert(options,
                  "ruleset: it needs a public template <class F> void for_each_option(Index, const Position&, Player, "
                  "F&& f) const, or for_each_split_option with the same arguments, or both");
    return copyable && family && rules_version && help && make && size && legal && unrank && rank && parse && format &&
           options;
}

/// Whether an optional member that satisfies its concept or not, as `satisfied` says, is as it must be.
template <class R>
constexpr bool is_right(std::string_view name, bool named, bool satisfied) {
    return !named || satisfied || is_constrained<R>(name);
}

// An optional member whose name is there must satisfy its concept.
#define MEXBASE_OPTIONAL(NAME, SATISFIED, SIGNATURE)                                              \
    static_assert(is_right<R>(#NAME, names_##NAME<R>, SATISFIED),                                 \
                  "ruleset: optional member " #NAME " is there, but is not a public " SIGNATURE); \
    right = right && is_right<R>(#NAME, names_##NAME<R>, SATISFIED)

/// The two forms of options, of which others depend.
template <class R>
constexpr bool check_forms() {
    bool right = true;
    MEXBASE_OPTIONAL(for_each_option, Ruleset<R>,
                     "template <class F> void for_each_option(Index, const Position&, Player, F&& f) const");
    MEXBASE_OPTIONAL(for_each_split_option, SplitRuleset<R>,
                     "template <class F> void for_each_split_option(Index, const Position&, Player, F&& f) const");
    return right;
}

template <class R>
constexpr bool check_optional_members() {
    bool right = true;
    MEXBASE_OPTIONAL(constrained_members, ListsConstrainedMembers<R>,
                     "static constexpr std::array<std::string_view, N> constrained_members");
    MEXBASE_OPTIONAL(for_each_predecessor, HasPredecessors<R>,
                     "template <class F> void for_each_predecessor(Index, const Position&, Player, F&& f) const, in a "
                     "ruleset with for_each_option");
    MEXBASE_OPTIONAL(line_count, HasLines<R>,
                     "Index line_count() const, beside for_each_line, in a ruleset with options_descend");
    MEXBASE_OPTIONAL(for_each_line, HasLines<R>,
                     "template <class F> void for_each_line(Index, const Position&, F&& f) const, beside line_count, "
                     "in a ruleset with options_descend");
    MEXBASE_OPTIONAL(terminal, HasTerminal<R>,
                     "std::optional<OutcomeValue> terminal(Index, const Position&, Player mover) const, in a ruleset "
                     "with for_each_option");
    MEXBASE_OPTIONAL(for_each_settled_option, HasSettledOptions<R>,
                     "template <class F> void for_each_settled_option(Index, const Position&, Player, F&& f) const, "
                     "beside settled, in a ruleset with for_each_option");
    MEXBASE_OPTIONAL(settled, HasSettledOptions<R>,
                     "std::optional<OutcomeValue> settled(const Position&) const, beside for_each_settled_option");
    constexpr bool says_where = HasTerminal<R> && SaysWhereMovesAre<R>;
    MEXBASE_OPTIONAL(moves_unless_stopped, says_where,
                     "static constexpr bool moves_unless_stopped, in a ruleset with terminal");
    MEXBASE_OPTIONAL(digit_ranges, HasDigits<R>, "std::vector<DigitRange> digit_ranges() const");
    MEXBASE_OPTIONAL(slices, HasSlices<R>, "Index slices() const, beside slice, in a ruleset with for_each_option");
    MEXBASE_OPTIONAL(slice, HasSlices<R>, "Slice slice(Index) const, beside slices");
    constexpr bool lower = HasSlices<R> && tells_lower_options<R>;
    MEXBASE_OPTIONAL(for_each_lower_option, lower,
                     "template <class F> std::uint64_t for_each_lower_option(Index, const Position&, F&& f) const, "
                     "beside slices");
    MEXBASE_OPTIONAL(for_each_named_move, NamesMoves<R>,
                     "template <class F> void for_each_named_move(const Position&, Player, F&& f) const, in a ruleset "
                     "with for_each_option");
    MEXBASE_OPTIONAL(for_each_finishing_move, NamesFinishingMoves<R>,
                     "template <class F> void for_each_finishing_move(const Position&, Player, F&& f) const, which "
                     "calls f(std::optional<Position>, std::string_view), beside for_each_named_move");
    MEXBASE_OPTIONAL(engine_names, HasEngineNames<R>,
                     "std::vector<std::string> engine_names(const Position&, Player) const, beside engine_notation and "
                     "for_each_named_move");
    MEXBASE_OPTIONAL(engine_notation, HasEngineNames<R>,
                     "static constexpr std::string_view engine_notation, beside engine_names");
    MEXBASE_OPTIONAL(images, HasImages<R>, "unsigned images() const, beside position, image and for_each_named_move");
    MEXBASE_OPTIONAL(position, HasImages<R>, "Position position(Index, unsigned image) const, beside images and image");
    MEXBASE_OPTIONAL(image, HasImages<R>, "unsigned image(const Position&) const, beside images and position");
    constexpr bool composed = HasImages<R> && requires(const R& r, unsigned g) {
        { r.compose(g, g) } -> std::same_as<unsigned>;
    };
    MEXBASE_OPTIONAL(compose, composed, "unsigned compose(unsigned, unsigned) const, beside images");
    MEXBASE_OPTIONAL(for_each_numbered_move, NumbersMoves<R>,
                     "template <class F> void for_each_numbered_move(Index, const Position&, Player, F&& f) const, "
                     "beside compose, numbers, numbered, numbered_value and least_image");
    MEXBASE_OPTIONAL(passed, HasPassed<R>,
                     "std::optional<Position> passed(const Position&) const, beside for_each_named_move");
    constexpr bool counts = Ruleset<R> && requires(const R& r, Index n, const typename R::Position& p) {
        { r.option_count(n, p) } -> std::same_as<std::uint64_t>;
    };
    MEXBASE_OPTIONAL(option_count, counts,
                     "std::uint64_t option_count(Index, const Position&) const, in a ruleset with for_each_option");
    MEXBASE_OPTIONAL(for_each_position, walks<R>,
                     "template <class F> void for_each_position(Index first, Index last, F&& f) const");
    MEXBASE_OPTIONAL(for_each_move, gives_positions<R>,
                     "template <class F> void for_each_move(const Position&, Player, F&& f) const, beside bool "
                     "can_move(const Position&) const");
    MEXBASE_OPTIONAL(for_each_component, falls_apart<R>,
                     "template <class F> void for_each_component(const Position&, F&& f) const");
    MEXBASE_OPTIONAL(leaves_bound, HasBound<R>,
                     "std::uint64_t leaves_bound(Index, const Position&) const, in a ruleset with for_each_option");
    MEXBASE_OPTIONAL(layers, comes_in_layers<R>, "Index layers() const, beside layer_size and for_each_in_layer");
    MEXBASE_OPTIONAL(layer_size, comes_in_layers<R>,
                     "Index layer_size(Index layer) const, beside layers and for_each_in_layer");
    MEXBASE_OPTIONAL(for_each_in_layer, comes_in_layers<R>,
                     "template <class F> void for_each_in_layer(Index layer, Index first, Index last, F&& f) const, "
                     "beside layers and layer_size");
    constexpr bool limits = requires(const R& r) {
        { r.queryable_size() } -> std::same_as<Index>;
    };
    MEXBASE_OPTIONAL(queryable_size, limits, "Index queryable_size() const");
    MEXBASE_OPTIONAL(start, HasStart<R>, "Position start() const");
    constexpr bool draws = requires(const R& r, const typename R::Position& p) {
        { r.picture(p) } -> std::same_as<std::string>;
    };
    MEXBASE_OPTIONAL(picture, draws, "std::string picture(const Position&) const");
    constexpr bool drawn = requires(const R& r, const typename R::Position& p) {
        { r.drawing(p) } -> std::same_as<Drawing>;
    };
    MEXBASE_OPTIONAL(drawing, drawn, "Drawing drawing(const Position&) const");
    MEXBASE_OPTIONAL(partizan, HasPartizan<R>, "bool partizan() const");
    MEXBASE_OPTIONAL(
        parse_sum, HasSumText<R>,
        "std::vector<Position> parse_sum(std::string_view) const, in a ruleset with for_each_split_option");
    MEXBASE_OPTIONAL(ends_race, HasRace<R>, "bool ends_race(const Position&) const, in a ruleset with for_each_option");
    MEXBASE_OPTIONAL(options_descend, SaysOptionsDescend<R>, "static constexpr bool options_descend");
    constexpr bool normalises = requires(Parameters& p) { R::normalise(p); };
    MEXBASE_OPTIONAL(normalise, normalises, "static void normalise(Parameters&)");
    MEXBASE_OPTIONAL(sort_of, SortsPositions<R>,
                     "static std::string sort_of(std::string_view position), beside may_hold");
    MEXBASE_OPTIONAL(may_hold, SortsPositions<R>,
                     "static bool may_hold(const Parameters&, std::string_view sort), beside sort_of");
    constexpr bool makes_games = requires(Parameters p) {
        { R::make_game(p) } -> std::same_as<std::unique_ptr<Game>>;
    };
    MEXBASE_OPTIONAL(make_game, makes_games, "static std::unique_ptr<Game> make_game(Parameters)");
    MEXBASE_OPTIONAL(value_kinds, ListsValueKinds<R>, "static constexpr std::array<ValueKind, N> value_kinds");
    MEXBASE_OPTIONAL(heap_game, HeapRuleset<R>, "HeapGame heap_game() const");
    MEXBASE_OPTIONAL(word_game, WordRuleset<R>, "WordGame word_game() const");
    return right;
}

/// Whether the kinds that R lists, if it does, are among `kinds`.
template <class R>
constexpr bool has_only_kinds(std::initializer_list<ValueKind> kinds) {
    if constexpr (ListsValueKinds<R>)
        for (const ValueKind each : R::value_kinds)
            if (std::find(kinds.begin(), kinds.end(), each) == kinds.end()) return false;
    return true;
}

/// Members that are right each by itself, and not together.
template <class R>
constexpr bool check_members_together() {
    constexpr bool whole = !HasTerminal<R> || !SplitRuleset<R>;
    static_assert(whole,
                  "ruleset: it has terminal and for_each_split_option, but positions at which play may stop though "
                  "moves exist are no components of a sum");
    constexpr bool no_race = !HasTerminal<R> || !HasRace<R>;
    static_assert(no_race,
                  "ruleset: it has terminal and ends_race, but positions at which play may stop though moves exist are "
                  "no components of a race");
    using enum ValueKind;
    constexpr bool players = HasPartizan<R> || has_only_kinds<R>({outcome, nimber, obliged});
    static_assert(players,
                  "ruleset: value_kinds names partizan_outcome or canonical, which need bool partizan() const");
    constexpr bool options = Ruleset<R> || has_only_kinds<R>({nimber, obliged});
    static_assert(options, "ruleset: value_kinds names more than nimber and obliged, which needs for_each_option");
    constexpr bool in_sums = !HasTerminal<R> || has_only_kinds<R>({outcome, partizan_outcome});
    static_assert(in_sums,
                  "ruleset: value_kinds names values in sums, but positions at which play may stop though moves exist "
                  "(terminal) are no components of a sum");
    constexpr bool one_player = !(HasSlices<R> || HasSettledOptions<R> || HasPassed<R>) || !HasPartizan<R>;
    static_assert(one_player,
                  "ruleset: it has slices, settled options or passed, and partizan: whose turn it is must belong to "
                  "the position");
    constexpr bool settled = !HasSettledOptions<R> || has_only_kinds<R>({outcome});
    static_assert(settled,
                  "ruleset: value_kinds names values in sums, but some of its options have no index (settled)");
    return whole && no_race && players && options && in_sums && one_player && settled;
}

#undef MEXBASE_OPTIONAL

}  // namespace detail

/// True if R is a ruleset and all its optional members are as they must be. For any other class it does not compile,
/// with a line for each member that is wrong. A ruleset that inherits from `R`, or is a template, may have optional
/// members that its own requires clauses take away: it lists their names in `static constexpr
/// std::array<std::string_view, N> constrained_members`.
template <class R>
constexpr bool check_ruleset() {
    static_assert(std::is_class_v<R>, "ruleset: it must be a class");
    static_assert(!std::is_final_v<R>, "ruleset: it must not be final, or its optional members could not be checked");
    if constexpr (std::is_class_v<R> && !std::is_final_v<R>) {
        static_assert(
            requires { typename R::Position; }, "ruleset: it needs a public type Position");
        if constexpr (requires { typename R::Position; }) {
            if constexpr (detail::check_required_members<R>())
                if constexpr (detail::check_forms<R>())
                    if constexpr (detail::check_optional_members<R>()) return detail::check_members_together<R>();
        }
    }
    return false;
}

/// The same for a `static_assert` that need not say more than the check has said: it is always true.
template <class R>
inline constexpr bool ruleset_is_checked = check_ruleset<R>() || true;

}  // namespace mexbase
