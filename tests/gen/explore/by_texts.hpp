// SPDX-License-Identifier: MIT
/// \file
/// Reference for explored games: C++ rules explored as text rules, with positions and moves in memory.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "gen/explore/rules_answers.hpp"
#include "gen/explore/text_rules.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::test {

/// Text rules that look a position up by the text it had as an option. Borrows the rules.
template <class R>
class ByTexts final : public TextRules {
  public:
    using Position = typename R::Position;

    explicit ByTexts(const R& rules) : rules_(rules), answer_(rules) {}

    void answer_start(Answers& answers) override {
        answers.begin(false);
        for (const Position& p : rules_.starts()) add(answer_.kept(p), Board::either, answers);
    }
    void answer(unsigned, std::span<const std::string> positions, Answers& answers) override {
        const bool partizan = answer_.partizan();
        for (const std::string& text : positions) {
            const Position p = position_of(text);
            answers.begin(partizan);
            if (const std::uint8_t mark = answer_.mark(p); mark != Board::plain) {
                answers.stop(Board::stop_of(mark, true), Board::stop_of(mark, false));
                continue;
            }
            for (const Player player : {Player::left, Player::right}) {
                if (player == Player::right && !partizan) break;
                const auto owner = !partizan ? Board::either : player == Player::left ? Board::left : Board::right;
                answer_.for_each_option(p, player, [&](const Position& q) { add(q, owner, answers); });
            }
        }
    }

  private:
    Position position_of(const std::string& text) {
        const std::scoped_lock lock(mutex_);
        return positions_.at(text);
    }
    void add(const Position& p, std::uint8_t owner, Answers& answers) {
        const std::string text = answer_.text(p);
        answers.add_option(text, owner);
        const std::scoped_lock lock(mutex_);
        positions_.emplace(text, p);
    }

    const R& rules_;
    detail::RulesAnswers<R> answer_;
    std::mutex mutex_;
    std::unordered_map<std::string, Position> positions_;
};

/// Returns the game of such rules, with a board.
template <class R>
std::unique_ptr<Game> game_by_texts(const std::string& name, const R& rules, const ExploreOptions& options = {}) {
    ByTexts<R> texts(rules);
    return explored_game(stock_registry(), name, texts, options);
}

}  // namespace mexbase::test
