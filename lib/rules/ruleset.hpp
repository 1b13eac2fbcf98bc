/// \file
/// What a ruleset is. Everything else in the project knows games only through these concepts.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../index.hpp"
#include "../value/outcome.hpp"
#include "../value/value_kind.hpp"
#include "digits.hpp"
#include "moves.hpp"
#include "spec.hpp"
#include "take_and_break.hpp"
#include "word_game.hpp"

namespace mexbase {

namespace detail {
struct IgnoreIndex {
    void operator()(Index) const {}
};
struct IgnoreParts {
    void operator()(std::span<const Index>) const {}
};
struct IgnoreValue {
    void operator()(const OutcomeValue&) const {}
};
template <class Position>
struct IgnoreMove {
    void operator()(const Position&, std::string_view) const {}
};
template <class Position>
struct IgnoreFinish {
    void operator()(const std::optional<Position>&, std::string_view) const {}
};
template <class R>
concept SaysOptionsDescend = requires {
    requires std::same_as<decltype(R::options_descend), const bool>;
    typename std::bool_constant<R::options_descend>;
};
template <class R>
concept SaysWhereMovesAre = requires {
    requires std::same_as<decltype(R::moves_unless_stopped), const bool>;
    typename std::bool_constant<R::moves_unless_stopped>;
};
// Hints, by their syntax alone: `check_ruleset` looks at their types.
template <class R>
inline constexpr bool draws = requires(const R& r, const typename R::Position& p) { r.picture(p); };
template <class R>
inline constexpr bool has_drawings = requires(const R& r, const typename R::Position& p) { r.drawing(p); };
template <class R>
inline constexpr bool composes = requires(const R& r, unsigned g) { r.compose(g, g); };
template <class R>
inline constexpr bool counts_options =
    requires(const R& r, Index i, const typename R::Position& p) { r.option_count(i, p); };
template <class R>
inline constexpr bool tells_lower_options = requires(const R& r, Index i, const typename R::Position& p) {
    { r.for_each_lower_option(i, p, IgnoreIndex{}) } -> std::same_as<std::uint64_t>;
};
template <class R>
inline constexpr bool walks =
    requires(const R& r, Index i, void (*f)(Index, const typename R::Position&)) { r.for_each_position(i, i, f); };
template <class R>
inline constexpr bool gives_positions =
    requires(const R& r, const typename R::Position& p, void (*f)(const typename R::Position&)) {
        r.for_each_move(p, Player::left, f);
        { r.can_move(p) } -> std::same_as<bool>;
    };
template <class R>
inline constexpr bool falls_apart =
    requires(const R& r, const typename R::Position& p) { r.for_each_component(p, IgnoreIndex{}); };
}  // namespace detail

/// What every ruleset has, whatever its form: the positions of a game as a plain value, cheap to copy, immutable, safe
/// for any number of threads.
///
/// - `size()` counts indices, `legal(i)` says which of them are positions; `rank(unrank(i)) == i` for a legal i.
/// - `parse` reads a position as people write it and throws `Error{bad_position}` for anything else; `format` writes
///   the same.
/// - `family` is the name in game specs; `rules_version` grows whenever an index or a value changes its meaning.
///
/// Optional, without a concept of their own, as one place alone asks for each:
/// - `static constexpr std::array value_kinds{ValueKind::…}`: the kinds of value that may be asked for, the default
///   first, where these are not all that the form allows.
/// - `static void normalise(Parameters&)` rewrites what `make` accepted, so that one game has one spec.
/// - `static std::string sort_of(std::string_view position)` and `static bool may_hold(const Parameters&,
///   std::string_view sort)`: see `SortsPositions`.
/// - `queryable_size()`: indices 0..that-1 may be asked for; the rest are stored to keep the table closed.
/// - `picture(p)`: the position in one or more lines of text.
/// - `drawing(p)`: the position as a `Drawing` (`lib/board/drawing.hpp`).
/// - Hints, which give nothing but speed: `for_each_position(first, last, f)` calls `f(index, position)` for every
///   legal index in [first, last), in order, faster than by unranking each; `option_count(i, p)`, of impartial rules in
///   whole form, counts options faster than by naming them; `for_each_move(p, player, f)`, beside `bool can_move(p)`,
///   calls `f` with the position after every move, which spares a conjoined game unranking; `for_each_component(p, f)`
///   calls `f` with the indices of positions whose disjunctive sum is worth what p is, none where p is worth 0: parts
///   of p, in a form of which there are fewer, each its own only component. A search then remembers those.
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

/// A ruleset in whole form: an option is one position.
///
/// `for_each_option(i, p, player, f)` calls `f` with the index of every option of the position p = unrank(i), once a
/// move: two moves to one position are two calls. Options are legal. It never allocates. (Where an index stands for
/// positions that are symmetric to each other, two moves may count as one, as long as predecessors count alike.)
///
/// Example: `lib/games/heaps/heaps.hpp`.
template <class R>
concept Ruleset = PositionSpace<R> && requires(const R& r, Index i, const typename R::Position& p) {
    r.for_each_option(i, p, Player::left, detail::IgnoreIndex{});
};

/// A ruleset in split form: an option is a sum of positions.
///
/// `for_each_split_option(i, p, player, f)` calls `f` with the indices of the parts of every option, as a
/// `std::span<const Index>` that holds at least one and is valid during the call. It never allocates. Where a ruleset
/// has both forms, values that add agree.
///
/// Example: `lib/games/heaps/octal.hpp`.
template <class R>
concept SplitRuleset = PositionSpace<R> && requires(const R& r, Index i, const typename R::Position& p) {
    r.for_each_split_option(i, p, Player::left, detail::IgnoreParts{});
};

/// A ruleset in either form, or in both.
template <class R>
concept AnyRuleset = Ruleset<R> || SplitRuleset<R>;

/// A ruleset whose sums are written in a way of their own: `parse_sum(text)` gives the parts, at least one. Without it
/// a sum is positions joined by `+`.
template <class R>
concept HasSumText = SplitRuleset<R> && requires(const R& r, std::string_view text) {
    { r.parse_sum(text) } -> std::same_as<std::vector<typename R::Position>>;
};

/// A ruleset of heaps that is a taking-and-breaking game: `heap_game()` is the whole of that game, moves included that
/// no heap of this table is large enough for, and by how much the heap that an index is worth is larger than the index.
/// Indices past `size()` have positions too, with options and texts. Without `parse_sum`, a position is its index,
/// written in decimal.
///
/// Example: `lib/games/heaps/octal.hpp`.
template <class R>
concept HeapRuleset = PositionSpace<R> && requires(const R& r) {
    { r.heap_game() } -> std::same_as<HeapGame>;
};

/// A ruleset whose positions are words of colours on a board. Its values are found by one sweep over all words.
///
/// Example: `lib/games/colouring/placement.hpp`.
template <class R>
concept WordRuleset = PositionSpace<R> && requires(const R& r) {
    { r.word_game() } -> std::same_as<WordGame>;
};

/// Whether the options of R, or their parts, always have smaller indices: `static constexpr bool options_descend`.
template <class R>
inline constexpr bool options_descend = [] {
    if constexpr (detail::SaysOptionsDescend<R>)
        return R::options_descend;
    else
        return false;
}();

/// Whether the positions of R come in layers: every option lies in a lower one. `layers()` counts them,
/// `layer_size(l)` the positions of one; `for_each_in_layer(l, first, last, f)` calls `f(index, position)` for those
/// numbered first..last-1 in it.
template <class R>
inline constexpr bool comes_in_layers = requires(const R& r, Index i, void (*f)(Index, const typename R::Position&)) {
    { r.layers() } -> std::same_as<Index>;
    { r.layer_size(i) } -> std::same_as<Index>;
    r.for_each_in_layer(i, i, i, f);
};

/// A ruleset that gives an order in which options come first, by index or by layer: it is loop-free.
template <class R>
concept OrderedRuleset = PositionSpace<R> && (options_descend<R> || comes_in_layers<R>);

/// A ruleset in which a move goes back along a line, as far as one likes: rows, columns and diagonals for a queen. The
/// options of a position, each as often as it is named, are the positions of smaller index in each of its lines.
/// `line_count()` counts lines, `for_each_line(i, p, f)` calls `f` with the number of each that p is in, below that. So
/// a sweep takes a step a line instead of one an option.
template <class R>
concept HasLines = Ruleset<R> && options_descend<R> && requires(const R& r, Index i, const typename R::Position& p) {
    { r.line_count() } -> std::same_as<Index>;
    r.for_each_line(i, p, detail::IgnoreIndex{});
};

/// A ruleset that can take moves back: `for_each_predecessor(i, p, player, f)` calls `f` with the index of every
/// position that has p as an option of that player, as often as it has. Only legal positions from which play goes on
/// with that player to move (no `terminal`) are named.
template <class R>
concept HasPredecessors = Ruleset<R> && requires(const R& r, Index i, const typename R::Position& p) {
    r.for_each_predecessor(i, p, Player::left, detail::IgnoreIndex{});
};

/// A ruleset whose play may stop where moves exist: `terminal(i, p, mover)` gives the value for the player who is to
/// move, or nothing where play goes on. Usually its remoteness is 0; it is more where the end is certain and near and
/// what leads there has no index (a lion that can be taken: win 1). It may be a tie, and a draw (stalemate in chess).
/// In a partizan game it may differ between the two: a hare that has escaped is lost for one and won for the other; an
/// impartial game gives both the same. For misère play the value given is used as it stands. Such positions have
/// outcomes, and no values in sums; options named there are of no account.
template <class R>
concept HasTerminal = Ruleset<R> && requires(const R& r, Index i, const typename R::Position& p) {
    { r.terminal(i, p, Player::left) } -> std::same_as<std::optional<OutcomeValue>>;
};

/// A ruleset that knows the values of some options without an index, so that there are fewer indices: positions at
/// which play is over, or as good as over. `for_each_settled_option(i, p, player, f)` calls `f` with the value of each
/// such option for the player who is to move there; `for_each_option` does not name them. `settled(p)` is that value,
/// and nothing for a position with an index; a settled position is read and written like any other, and has no rank.
/// Impartial games only.
template <class R>
concept HasSettledOptions = Ruleset<R> && requires(const R& r, Index i, const typename R::Position& p) {
    r.for_each_settled_option(i, p, Player::left, detail::IgnoreValue{});
    { r.settled(p) } -> std::same_as<std::optional<OutcomeValue>>;
};

/// Whether R has a move wherever its `terminal` says nothing, so that nobody need look for one: `static constexpr bool
/// moves_unless_stopped`.
template <class R>
inline constexpr bool moves_unless_stopped = [] {
    if constexpr (HasTerminal<R> && detail::SaysWhereMovesAre<R>)
        return R::moves_unless_stopped;
    else
        return false;
}();

/// A ruleset that says which digits its indices are made of, so that tables may store them in the order that packs
/// best: `digit_ranges()` names ranges, ascending, that have no index in common; none needs to be there. What is an
/// index to everybody else does not change.
template <class R>
concept HasDigits = PositionSpace<R> && requires(const R& r) {
    { r.digit_ranges() } -> std::same_as<std::vector<DigitRange>>;
};

/// A ruleset whose indices come in slices, by what never grows again: men left to place, men on the board. `slices()`
/// counts them, `slice(k)` is one; they follow each other from index 0 to `size()`. Options lie in the position's own
/// slice or in one before it, and `for_each_predecessor` names only positions of the same slice, so that nobody has to
/// take back a capture. Slices are solved one after another. Impartial games only.
///
/// Optional beside it, a hint that saves time: `for_each_lower_option(i, p, f)` calls `f` with the index of each option
/// that lies below the position's slice and returns how many lie in it, counted as `for_each_option` names them.
template <class R>
concept HasSlices = Ruleset<R> && requires(const R& r, Index k) {
    { r.slices() } -> std::same_as<Index>;
    { r.slice(k) } -> std::same_as<Slice>;
};

/// A ruleset that has a name for each move: `for_each_named_move(p, player, f)` calls `f` with the position after each
/// move of p and the move's name (`b1-c3`), once a move, settled options included. Names of one position differ. Where
/// play has stopped it is not asked. What is after the move is written for people: it is not replaced by a
/// representative (see `HasImages`). Slow is fast enough.
///
/// Optional beside it, where programs that play the game have a notation of their own: `engine_notation` is what that
/// is called (`uci`), and `engine_names(p, player)` are the names in it, as many and in the same order.
template <class R>
concept NamesMoves = Ruleset<R> && requires(const R& r, const typename R::Position& p) {
    r.for_each_named_move(p, Player::left, detail::IgnoreMove<typename R::Position>{});
};

/// A ruleset that names the moves that win at once where play has stopped because there is one: where `terminal` or
/// `settled` says win 1. `for_each_finishing_move(p, player, f)` calls `f` with what is after each of them and its
/// name, different ones, at least one: a position with an index or a settled one that is lost in 0 for the opponent, or
/// nothing where what is left is no position (a lion was taken). So that people see the move; no solver asks.
template <class R>
concept NamesFinishingMoves = NamesMoves<R> && requires(const R& r, const typename R::Position& p) {
    r.for_each_finishing_move(p, Player::left, detail::IgnoreFinish<typename R::Position>{});
};

/// A ruleset whose moves have a second name each, for programs (see `NamesMoves`).
template <class R>
concept HasEngineNames = NamesMoves<R> && requires(const R& r, const typename R::Position& p) {
    { R::engine_notation } -> std::convertible_to<std::string_view>;
    { r.engine_names(p, Player::left) } -> std::same_as<std::vector<std::string>>;
};

/// A ruleset in which an index stands for several positions as people write them, for all have the same value: those
/// that a symmetry of the board leads to, or that differ in who is White. `position(i, g)`, for g = 0..images()-1,
/// lists them, perhaps some of them more than once; the first is unrank(i). `image(p)` is the least g with
/// position(rank(p), g) == p.
///
/// Optional beside it, a hint that saves time where all that play reaches is counted (`reachable.hpp`): `compose(g, h)`
/// is the number for g after h, images being numbered by the elements of a group, 0 by its one. For every number g that
/// `image` gives of a position with index i, as many moves lead from position(i, g) to position(j, compose(g, h)) as
/// from position(i, 0) to position(j, h). Another is in `numbered_moves.hpp`.
template <class R>
concept HasImages = NamesMoves<R> && requires(const R& r, Index i, unsigned g, const typename R::Position& p) {
    { r.images() } -> std::same_as<unsigned>;
    { r.position(i, g) } -> std::same_as<typename R::Position>;
    { r.image(p) } -> std::same_as<unsigned>;
};

/// A ruleset whose positions say whose turn it is, and that knows the same position with the other player to move:
/// `passed(p)`, of a position p with an index, has an index too, is p in all else, and gives p back when it passes; so
/// it is nothing where the other may not be to move (in chess, while the player to move is in check) and where
/// something would be lost by it (a right to capture en passant). Images of one position pass to images of one.
/// Whether play has stopped there does not matter here. Zugzwangs are found by it. Impartial games only: in a partizan
/// one either player may begin anywhere.
template <class R>
concept HasPassed = NamesMoves<R> && requires(const R& r, const typename R::Position& p) {
    { r.passed(p) } -> std::same_as<std::optional<typename R::Position>>;
};

/// A ruleset whose sums are races: `ends_race(p)` says at which positions a component has come to its end, which ends
/// the whole sum for whoever moved there.
template <class R>
concept HasRace = Ruleset<R> && requires(const R& r, const typename R::Position& p) {
    { r.ends_race(p) } -> std::same_as<bool>;
};

/// A cut-off game: some options lie past the bound and have no index. `leaves_bound(i, p)` counts them;
/// `for_each_option` does not name them. Wins and losses that hold whatever lies there are proven; the rest may be
/// unknown. Optional beside it: `static constexpr bool ties_beyond` says whether play past the bound may stop in a tie,
/// so that what can neither be won nor lost need not be drawn.
template <class R>
concept HasBound = Ruleset<R> && requires(const R& r, Index i, const typename R::Position& p) {
    { r.leaves_bound(i, p) } -> std::same_as<std::uint64_t>;
};

/// Whether there may be ties past the bound of R.
template <class R>
inline constexpr bool ties_beyond = [] {
    if constexpr (requires { R::ties_beyond; })
        return R::ties_beyond;
    else
        return false;
}();

/// A ruleset whose tables hold positions of some sorts, which a text tells before any table is opened, as chess has
/// tables for some materials each.
///
/// - `static std::string sort_of(std::string_view position)`: the sort of the position that a text names, empty for
///   texts that name none. Throws nothing but `std::bad_alloc`.
/// - `static bool may_hold(const Parameters&, std::string_view sort)`: false where a table of that game has no position
///   of that sort. It may say true too often.
template <class R>
concept SortsPositions = requires(const Parameters& p, std::string_view text) {
    { R::sort_of(text) } -> std::same_as<std::string>;
    { R::may_hold(p, text) } -> std::same_as<bool>;
};

/// A ruleset with a start position.
template <class R>
concept HasStart = PositionSpace<R> && requires(const R& r) {
    { r.start() } -> std::same_as<typename R::Position>;
};

/// A ruleset whose games may be partizan: `partizan()` says whether Left's and Right's moves, or what `terminal` gives
/// them, differ in this one. Without it, a ruleset is impartial.
template <class R>
concept HasPartizan = PositionSpace<R> && requires(const R& r) {
    { r.partizan() } -> std::same_as<bool>;
};

/// Whether Left's and Right's moves differ.
template <PositionSpace R>
bool is_partizan(const R& r) {
    if constexpr (HasPartizan<R>)
        return r.partizan();
    else
        return false;
}

/// Indices that a user may ask for: 0..queryable_size-1.
template <PositionSpace R>
Index queryable_size(const R& r) {
    if constexpr (requires { r.queryable_size(); })
        return r.queryable_size();
    else
        return r.size();
}

/// Calls `f(index, position)` for every legal index in [first, last), in order.
template <PositionSpace R, class F>
void for_each_position(const R& r, Index first, Index last, F&& f) {
    if constexpr (detail::walks<R>) {
        r.for_each_position(first, last, f);
    } else {
        for (Index i = first; i < last; ++i)
            if (r.legal(i)) f(i, r.unrank(i));
    }
}

/// Calls `f` with the parts of every option of `mover`, as a span: in whole form, and where there is no other, one.
template <AnyRuleset R, class F>
void for_each_option_parts(const R& r, Index i, const typename R::Position& p, Player mover, F&& f) {
    if constexpr (SplitRuleset<R>)
        r.for_each_split_option(i, p, mover, f);
    else
        r.for_each_option(i, p, mover, [&f](Index to) { f(std::span<const Index>(&to, 1)); });
}

/// Number of options of `mover` with an index (those past a bound are not counted).
template <Ruleset R>
std::uint64_t option_count(const R& r, Index i, const typename R::Position& p, Player mover = Player::left) {
    if constexpr (detail::counts_options<R>) {
        if (!is_partizan(r)) return r.option_count(i, p);
    }
    std::uint64_t n = 0;
    r.for_each_option(i, p, mover, [&n](Index) { ++n; });
    return n;
}

/// The value for `mover` of a position where play has stopped: what `terminal` says, or, without any option, a loss in
/// normal and a win in misère play. Nothing where play goes on.
template <Ruleset R>
std::optional<OutcomeValue> terminal_value(const R& r, Index i, const typename R::Position& p, Play play,
                                           Player mover = Player::left) {
    if constexpr (HasTerminal<R>) {
        if (const auto value = r.terminal(i, p, mover)) return value;
    }
    if constexpr (moves_unless_stopped<R>) return std::nullopt;
    std::uint64_t moves = option_count(r, i, p, mover);
    if constexpr (HasBound<R>) moves += r.leaves_bound(i, p);
    if constexpr (HasSettledOptions<R>)
        r.for_each_settled_option(i, p, mover, [&moves](const OutcomeValue&) { ++moves; });
    if (moves != 0) return std::nullopt;
    return without_moves(play);
}

}  // namespace mexbase
