// SPDX-License-Identifier: MIT
/// \file
/// Rules as two C++ functions: where play begins, and the options of a position.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/error.hpp"
#include "../../lib/rules/ruleset.hpp"

namespace mexbase::detail {
/// An argument that converts to any type.
struct AnyArgument {
    template <class T>
    operator T() const;
};
}  // namespace mexbase::detail

/// Defines the concept `mexbase::detail::shows_NAME<T>`. It is true if T has a public member NAME, declared or
/// inherited: data or a function with any signature, or overloads or a template that can be called with up to two
/// arguments. Private members are not members for others. Use the macro outside namespaces.
#define MEXBASE_DETECT_MEMBER(NAME)                                                                                    \
    namespace mexbase::detail {                                                                                        \
    template <class T>                                                                                                 \
    concept shows_##NAME = requires { &T::NAME; } || requires(T& t) { t.NAME(); } || requires(T& t, AnyArgument any) { \
        t.NAME(any);                                                                                                   \
    } || requires(T& t, AnyArgument any) { t.NAME(any, any); };                                                        \
    }

MEXBASE_DETECT_MEMBER(canonical)
MEXBASE_DETECT_MEMBER(text)
MEXBASE_DETECT_MEMBER(terminal)
MEXBASE_DETECT_MEMBER(partizan)

namespace mexbase {

namespace detail {
template <class Position>
struct IgnorePosition {
    void operator()(const Position&) const {}
};
}  // namespace detail

/// Rules that give positions no index, so that the game must be explored. `Position` is a plain value or a string.
/// `starts()` returns the positions where play begins, in order. `for_each_option(p, player, f)` calls `f` with every
/// option, once per move. All members must be safe to call from several threads.
///
/// Optional:
/// - `text(p)`: the text that users read and write, unique for each position. Without this member, `Position` must be a
///   string, which is its own text. `fault_of_position` defines the valid texts.
/// - `canonical(p)`: the representative of all positions symmetric to p; only representatives are stored. In a partizan
///   game, the symmetries may not exchange the players. `check_canonical` checks it.
/// - `terminal(p, player)`: the result for `player` to move if p is terminal, else `std::nullopt`. A position is
///   terminal for both players or for neither. The remoteness of the result must be 0.
/// - `partizan()`: true if the players' options may differ; false by default.
/// - `parse(text)`: the position of a text that `text` returned. It only speeds up `OpenOptions::move_provider`.
///
/// A public member of the first four names with another signature does not compile (`check_explored_rules`).
template <class R>
concept ExploredRules =
    std::copy_constructible<typename R::Position> && requires(const R& r, const typename R::Position& p) {
        { r.starts() } -> std::convertible_to<std::vector<typename R::Position>>;
        r.for_each_option(p, Player::left, detail::IgnorePosition<typename R::Position>{});
    } && (requires(const R& r, const typename R::Position& p) {
        { r.text(p) } -> std::convertible_to<std::string>;
    } || std::convertible_to<typename R::Position, std::string>);

namespace detail {
// If a member has the right signature, `shows_NAME` is not evaluated, which would instantiate other calls of templates.
template <class R>
concept fits_text = requires(const R& r, const typename R::Position& p) {
    { r.text(p) } -> std::convertible_to<std::string>;
} || !shows_text<R>;
template <class R>
concept fits_canonical = requires(const R& r, const typename R::Position& p) {
    { r.canonical(p) } -> std::convertible_to<typename R::Position>;
} || !shows_canonical<R>;
template <class R>
concept fits_terminal = requires(const R& r, const typename R::Position& p) {
    { r.terminal(p, Player::left) } -> std::convertible_to<std::optional<OutcomeValue>>;
} || !shows_terminal<R>;
template <class R>
concept fits_partizan = requires(const R& r) {
    { r.partizan() } -> std::convertible_to<bool>;
} || !shows_partizan<R>;
}  // namespace detail

/// Fails to compile if a public optional member has the wrong signature and would be ignored.
template <ExploredRules R>
constexpr bool check_explored_rules() {
    static_assert(detail::fits_text<R>,
                  "explored rules: the member text must be std::string text(const Position&) const");
    static_assert(detail::fits_canonical<R>,
                  "explored rules: the member canonical must be Position canonical(const Position&) const");
    static_assert(detail::fits_terminal<R>,
                  "explored rules: the member terminal must be std::optional<OutcomeValue> terminal(const Position&, "
                  "Player) const");
    static_assert(detail::fits_partizan<R>, "explored rules: the member partizan must be bool partizan() const");
    return true;
}

namespace detail {

/// Adapter that supplies defaults for the optional members that rules lack.
template <ExploredRules R>
class RulesAnswers {
  public:
    using Position = typename R::Position;

    explicit RulesAnswers(const R& rules) : rules_(rules) {}

    bool partizan() const {
        if constexpr (requires { rules_.partizan(); })
            return rules_.partizan();
        else
            return false;
    }
    /// Returns the position that is stored instead of p.
    Position kept(const Position& p) const {
        if constexpr (requires { rules_.canonical(p); })
            return rules_.canonical(p);
        else
            return p;
    }
    /// Returns the text of a position. Does not check it.
    std::string text(const Position& p) const {
        if constexpr (requires { rules_.text(p); })
            return rules_.text(p);
        else
            return p;
    }
    /// Returns the results of a terminal position as a `Board::Mark`, else `Board::plain`. Throws `Error{bad_file}` if
    /// a result is invalid.
    std::uint8_t mark([[maybe_unused]] const Position& p) const {
        if constexpr (requires { rules_.terminal(p, Player::left); }) {
            const std::optional<OutcomeValue> left = rules_.terminal(p, Player::left);
            const std::optional<OutcomeValue> right = partizan() ? rules_.terminal(p, Player::right) : left;
            if (left.has_value() != right.has_value())
                throw Error(ErrorCode::bad_file, "terminal gives position " + in_quotes(text(p)) +
                                                     " a result for one player and not for the other");
            if (left) return Board::stopped_mark(stop(p, *left), stop(p, *right));
        }
        return Board::plain;
    }
    /// Calls `f` with the stored form (`kept`) of every option of `player`. p must not be terminal.
    template <class F>
    void for_each_option(const Position& p, Player player, F&& f) const {
        rules_.for_each_option(p, player, [&](const Position& q) { f(kept(q)); });
    }

  private:
    Board::EndResult stop(const Position& p, const OutcomeValue& value) const {
        if (value.remoteness != 0 || value.outcome == Outcome::unknown)
            throw Error(ErrorCode::bad_file, "terminal gives position " + in_quotes(text(p)) + " the value " +
                                                 to_string(value) +
                                                 ": expected a win, loss, tie or "
                                                 "draw with remoteness 0");
        return value.outcome == Outcome::loss  ? Board::EndResult::loss
               : value.outcome == Outcome::win ? Board::EndResult::win
               : value.outcome == Outcome::tie ? Board::EndResult::tie
                                               : Board::EndResult::draw;
    }

    const R& rules_;
};

}  // namespace detail

}  // namespace mexbase
