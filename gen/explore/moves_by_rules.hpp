// SPDX-License-Identifier: MIT
/// \file
/// Moves of explored rules for positions that are given by their texts, as `OpenOptions::move_provider` needs them.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rules_answers.hpp"

namespace mexbase::detail {

struct FromRules;  // query/table.hpp

/// Finds the position of a text, and lists its options. Has a copy of the rules. Safe to use from several threads.
///
/// Strings are their own texts, unless the rules have `text`. Otherwise `parse` of the rules is called. Without
/// `parse`, explores the rules from their starts until the position is found, and keeps all positions found.
template <ExploredRules R>
class MovesByRules {
  public:
    using Position = typename R::Position;

    explicit MovesByRules(const R& rules) : rules_(rules), answers_(rules_) {}
    MovesByRules(const MovesByRules&) = delete;
    MovesByRules& operator=(const MovesByRules&) = delete;

    /// Implements `MoveProvider`. Throws `Error{bad_position}` if play does not reach the position.
    std::optional<Outcome> list(std::string_view text, Player mover, std::vector<std::string>& options) {
        options.clear();
        const Position p = position_of(text);
        const Player player = answers_.partizan() ? mover : Player::left;
        if constexpr (requires { rules_.terminal(p, player); })
            if (const std::optional<OutcomeValue> value = rules_.terminal(p, player)) return value->outcome;
        answers_.for_each_option(p, player, [&](const Position& q) { options.push_back(answers_.text(q)); });
        return std::nullopt;
    }

  private:
    Position position_of(std::string_view text) {
        if constexpr (std::same_as<Position, std::string> && !shows_text<R>)
            return Position(text);
        else if constexpr (requires {
                               { rules_.parse(text) } -> std::convertible_to<Position>;
                           })
            return rules_.parse(text);
        else
            return explored_position(std::string(text));
    }
    Position explored_position(const std::string& text) {
        const std::scoped_lock lock(mutex_);
        if (reached_.empty())
            for (const Position& p : rules_.starts()) reach(answers_.kept(p));
        for (;; ++expanded_) {
            if (const auto found = numbers_.find(text); found != numbers_.end()) return reached_[found->second];
            if (expanded_ == reached_.size())
                throw Error(ErrorCode::bad_position, "play by the rules does not reach " + in_quotes(text));
            const Position p = reached_[expanded_];
            if (answers_.mark(p) != Board::plain) continue;
            answers_.for_each_option(p, Player::left, [this](const Position& q) { reach(q); });
            if (answers_.partizan())
                answers_.for_each_option(p, Player::right, [this](const Position& q) { reach(q); });
        }
    }
    void reach(const Position& p) {
        if (numbers_.try_emplace(answers_.text(p), reached_.size()).second) reached_.push_back(p);
    }

    const R rules_;
    RulesAnswers<R> answers_;
    std::mutex mutex_;
    std::vector<Position> reached_;
    std::size_t expanded_ = 0;  // positions of `reached_` whose options are in it too
    std::unordered_map<std::string, std::size_t> numbers_;
};

/// Returns the moves of `rules`. `MoveProvider` finds this function by argument-dependent lookup.
template <ExploredRules R>
auto moves_by_rules(const R& rules, const FromRules&) {
    static_assert(check_explored_rules<R>());
    return [moves = std::make_shared<MovesByRules<R>>(rules)](std::string_view text, Player mover,
                                                              std::vector<std::string>& options) {
        return moves->list(text, mover, options);
    };
}

}  // namespace mexbase::detail
