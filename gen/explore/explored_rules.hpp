/// \file
/// Rules as two functions in C++: where play begins, and what the options of a position are.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/rules/game.hpp"
#include "../../lib/rules/registry.hpp"
#include "check_canonical.hpp"
#include "exploration.hpp"

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
/// remoteness
///   is 0.
/// - `partizan()`: whether the players' options may differ; without it they do not.
template <class R>
concept ExploredRules =
    std::copy_constructible<typename R::Position> && requires(const R& r, const typename R::Position& p) {
        { r.starts() } -> std::convertible_to<std::vector<typename R::Position>>;
        r.for_each_option(p, Player::left, detail::IgnorePosition<typename R::Position>{});
    } && (requires(const R& r, const typename R::Position& p) {
        { r.text(p) } -> std::convertible_to<std::string>;
    } || std::convertible_to<typename R::Position, std::string>);

namespace detail {

/// What `explore` asks.
template <ExploredRules R>
class AskRules {
  public:
    using Position = typename R::Position;

    explicit AskRules(const R& rules) : rules_(rules) {}

    void starts(Answers& answers, std::vector<Position>& positions) const {
        answers.begin(false);
        for (const Position& p : rules_.starts()) add(p, Board::either, answers, positions);
    }
    void ask(unsigned, std::span<const Position> positions, Answers& answers, std::vector<Position>& options) const {
        for (const Position& p : positions) {
            answers.begin(is_partizan());
            if (stops(p, answers)) continue;
            for (const Player player : {Player::left, Player::right}) {
                if (player == Player::right && !is_partizan()) break;
                const auto owner = !is_partizan() ? Board::either : player == Player::left ? Board::left : Board::right;
                rules_.for_each_option(p, player, [&](const Position& q) { add(q, owner, answers, options); });
            }
        }
    }
    /// The text of a position as it is kept.
    std::string text(const Position& p) const {
        if constexpr (requires { rules_.text(p); })
            return rules_.text(p);
        else
            return p;
    }

  private:
    bool is_partizan() const {
        if constexpr (requires { rules_.partizan(); })
            return rules_.partizan();
        else
            return false;
    }
    bool stops(const Position& p, Answers& answers) const {
        if constexpr (requires { rules_.terminal(p, Player::left); }) {
            const std::optional<OutcomeValue> left = rules_.terminal(p, Player::left);
            const std::optional<OutcomeValue> right = is_partizan() ? rules_.terminal(p, Player::right) : left;
            if (left.has_value() != right.has_value())
                throw Error(ErrorCode::bad_file,
                            "at " + in_quotes(text(p)) + " play has stopped for one player and not for the other");
            if (left) answers.stop(stop(p, *left), stop(p, *right));
            return left.has_value();
        } else {
            return false;
        }
    }
    Board::Stop stop(const Position& p, const OutcomeValue& value) const {
        if (value.remoteness != 0 || value.outcome == Outcome::unknown)
            throw Error(ErrorCode::bad_file, "at " + in_quotes(text(p)) +
                                                 " play has not stopped in a win, loss, tie or "
                                                 "draw of remoteness 0");
        return value.outcome == Outcome::loss  ? Board::Stop::loss
               : value.outcome == Outcome::win ? Board::Stop::win
               : value.outcome == Outcome::tie ? Board::Stop::tie
                                               : Board::Stop::draw;
    }
    void add(const Position& p, std::uint8_t owner, Answers& answers, std::vector<Position>& options) const {
        if constexpr (requires { rules_.canonical(p); })
            options.push_back(rules_.canonical(p));
        else
            options.push_back(p);
        const std::string written = text(options.back());
        if (const auto fault = fault_of_position(written)) throw Error(ErrorCode::bad_file, *fault);
        answers.add_option(written, owner);
    }

    const R& rules_;
};

}  // namespace detail

/// The game of what was explored, of the family `program`: `program:name=…,answers=@…`. Throws `Error{bad_spec}` for a
/// name that is none.
std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name,
                                    std::shared_ptr<const Board> board, std::uint64_t bound = 0);

/// Explores a game from its rules. Throws what `explore` throws, and `Error{verification_failed}` where
/// `sample_canonical` finds a fault.
template <ExploredRules R>
std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name, const R& rules,
                                    const ExploreOptions& options = {}) {
    sample_canonical(rules);
    detail::AskRules<R> ask(rules);
    return explored_game(registry, name, explore(ask, options), options.bound);
}

}  // namespace mexbase
