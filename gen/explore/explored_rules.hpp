/// \file
/// Rules as two functions in C++: where play begins, and what the options of a position are.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/member_name.hpp"
#include "../../lib/rules/game.hpp"
#include "../../lib/rules/registry.hpp"
#include "check_canonical.hpp"
#include "exploration.hpp"

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

/// Rules without an index. `Position` is a plain value or a string; `starts()` are the positions where play begins, in
/// order; `for_each_option(p, player, f)` calls `f` with every option, once a move. Safe for any number of threads.
///
/// Optional:
/// - `text(p)`: how people write p, different for different positions; without it `Position` is a string and its own
///   text. See `fault_of_position` for what a text may be.
/// - `canonical(p)`: one of all positions that are symmetric to p, the same for all of them: only these are kept.
///   In a partizan game each player keeps his moves. `check_canonical` says whether it is right.
/// - `terminal(p, player)`: how play has stopped for the player to move, if it has; for both or for none. The
///   remoteness is 0.
/// - `partizan()`: whether the players' options may differ; without it they do not.
///
/// An optional member with another signature does not compile (`check_explored_rules`).
template <class R>
concept ExploredRules =
    std::copy_constructible<typename R::Position> && requires(const R& r, const typename R::Position& p) {
        { r.starts() } -> std::convertible_to<std::vector<typename R::Position>>;
        r.for_each_option(p, Player::left, detail::IgnorePosition<typename R::Position>{});
    } && (requires(const R& r, const typename R::Position& p) {
        { r.text(p) } -> std::convertible_to<std::string>;
    } || std::convertible_to<typename R::Position, std::string>);

/// Fails to compile where an optional member is there and would not be asked, because its signature is another.
template <ExploredRules R>
constexpr bool check_explored_rules() {
    using Position = typename R::Position;
    static_assert(
        !detail::names_text<R> || requires(const R& r, const Position& p) {
            { r.text(p) } -> std::convertible_to<std::string>;
        }, "explored rules: text is there, but is not std::string text(const Position&) const");
    static_assert(
        !detail::names_canonical<R> || requires(const R& r, const Position& p) {
            { r.canonical(p) } -> std::convertible_to<Position>;
        }, "explored rules: canonical is there, but is not Position canonical(const Position&) const");
    static_assert(
        !detail::names_terminal<R> ||
            requires(const R& r, const Position& p) {
                { r.terminal(p, Player::left) } -> std::convertible_to<std::optional<OutcomeValue>>;
            },
        "explored rules: terminal is there, but is not std::optional<OutcomeValue> terminal(const Position&, Player) "
        "const");
    static_assert(
        !detail::names_partizan<R> || requires(const R& r) {
            { r.partizan() } -> std::convertible_to<bool>;
        }, "explored rules: partizan is there, but is not bool partizan() const");
    return true;
}

namespace detail {

/// What is asked of rules, whether they have it or not.
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
    /// The position that is kept.
    Position kept(const Position& p) const {
        if constexpr (requires { rules_.canonical(p); })
            return rules_.canonical(p);
        else
            return p;
    }
    /// The text of a position as it is kept. Throws `Error{bad_file}` for one that no position may have.
    std::string text(const Position& p) const {
        std::string text = written(p);
        if (const auto fault = fault_of_position(text)) throw Error(ErrorCode::bad_file, *fault);
        return text;
    }
    /// The same of a position whose text is known to be without fault.
    std::string written(const Position& p) const {
        if constexpr (requires { rules_.text(p); })
            return rules_.text(p);
        else
            return p;
    }
    /// How play has stopped, as `Board::Mark`. Throws `Error{bad_file}`.
    std::uint8_t mark([[maybe_unused]] const Position& p) const {
        if constexpr (requires { rules_.terminal(p, Player::left); }) {
            const std::optional<OutcomeValue> left = rules_.terminal(p, Player::left);
            const std::optional<OutcomeValue> right = partizan() ? rules_.terminal(p, Player::right) : left;
            if (left.has_value() != right.has_value())
                throw Error(ErrorCode::bad_file,
                            "at " + in_quotes(written(p)) + " play has stopped for one player and not for the other");
            if (left) return Board::stopped_mark(stop(p, *left), stop(p, *right));
        }
        return Board::plain;
    }
    /// Calls `f` with every option of `player`, as it is kept; where play has not stopped.
    template <class F>
    void for_each_option(const Position& p, Player player, F&& f) const {
        rules_.for_each_option(p, player, [&](const Position& q) { f(kept(q)); });
    }

  private:
    Board::Stop stop(const Position& p, const OutcomeValue& value) const {
        if (value.remoteness != 0 || value.outcome == Outcome::unknown)
            throw Error(ErrorCode::bad_file, "at " + in_quotes(written(p)) +
                                                 " play has not stopped in a win, loss, tie or "
                                                 "draw of remoteness 0");
        return value.outcome == Outcome::loss  ? Board::Stop::loss
               : value.outcome == Outcome::win ? Board::Stop::win
               : value.outcome == Outcome::tie ? Board::Stop::tie
                                               : Board::Stop::draw;
    }

    const R& rules_;
};

/// What `explore` asks.
template <ExploredRules R>
class AskRules {
  public:
    using Position = typename R::Position;

    explicit AskRules(const R& rules) : rules_(rules), answer_(rules) {}

    void starts(Answers& answers, std::vector<Position>& positions) const {
        answers.begin(false);
        for (const Position& p : rules_.starts()) add(answer_.kept(p), Board::either, answers, positions);
    }
    void ask(unsigned, std::span<const Position> positions, Answers& answers, std::vector<Position>& options) const {
        const bool partizan = answer_.partizan();
        for (const Position& p : positions) {
            answers.begin(partizan);
            if (const std::uint8_t mark = answer_.mark(p); mark != Board::plain) {
                answers.stop(Board::stop_of(mark, true), Board::stop_of(mark, false));
                continue;
            }
            for (const Player player : {Player::left, Player::right}) {
                if (player == Player::right && !partizan) break;
                const auto owner = !partizan ? Board::either : player == Player::left ? Board::left : Board::right;
                answer_.for_each_option(p, player, [&](const Position& q) { add(q, owner, answers, options); });
            }
        }
    }

  private:
    void add(const Position& p, std::uint8_t owner, Answers& answers, std::vector<Position>& options) const {
        options.push_back(p);
        answers.add_option(answer_.text(p), owner);
    }

    const R& rules_;
    RulesAnswers<R> answer_;
};

}  // namespace detail

/// The game of what was explored, of the family `program`: `program:name=…,answers=@…`. Throws `Error{bad_spec}` for a
/// name that is none.
std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name,
                                    std::shared_ptr<const Board> board, std::uint64_t bound = 0);

/// Looks at some positions near the start, whatever explores rules: `sample_canonical`, and whether the players'
/// options are the same where there is no `partizan()`. Throws `Error{verification_failed}`.
template <ExploredRules R>
void sample_rules(const R& rules) {
    static_assert(check_explored_rules<R>());
    sample_canonical(rules);
    if constexpr (!requires { rules.partizan(); }) {
        constexpr std::size_t some = 100;
        const detail::RulesAnswers<R> answer(rules);
        std::vector<typename R::Position> seen = rules.starts();
        for (std::size_t k = 0; k < std::min(seen.size(), some); ++k) {
            const auto p = seen[k];
            if (answer.mark(p) != Board::plain) continue;
            std::set<std::string> left, right;
            rules.for_each_option(p, Player::left, [&](const typename R::Position& q) {
                left.insert(answer.written(q));
                if (seen.size() < some) seen.push_back(q);
            });
            rules.for_each_option(p, Player::right,
                                  [&](const typename R::Position& q) { right.insert(answer.written(q)); });
            if (left != right)
                throw Error(ErrorCode::verification_failed, "the players' options differ at " +
                                                                in_quotes(answer.written(p)) +
                                                                ", and the rules have no partizan() that says so");
        }
    }
}

/// Explores a game from its rules. Throws what `explore` throws, and `Error{verification_failed}` where
/// `sample_rules` finds a fault.
template <ExploredRules R>
std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name, const R& rules,
                                    const ExploreOptions& options = {}) {
    sample_rules(rules);
    detail::AskRules<R> ask(rules);
    return explored_game(registry, name, explore(ask, options), options.bound);
}

}  // namespace mexbase
