/// \file
/// A ruleset as a `Game`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reachable.hpp"
#include "rules_of.hpp"

namespace mexbase {

/// `Game` over a ruleset.
template <class R>
    requires(check_ruleset<R>())
class GameOf final : public RulesOf<R> {
    using RulesOf<R>::rules_;
    using Game::has_own_texts;
    using Game::require;

  public:
    GameOf(R rules, std::string spec, std::shared_ptr<const Board> board)
        : RulesOf<R>(std::move(rules), facts_of(), std::move(spec), std::move(board)) {}

    bool legal(Index i) const override { return i < rules_.size() && rules_.legal(i); }
    std::vector<DigitRange> digit_ranges() const override {
        if constexpr (HasDigits<R>) return rules_.digit_ranges();
        return {};
    }
    std::optional<HeapGame> heap_game() const override {
        if constexpr (HeapRuleset<R>) return rules_.heap_game();
        return std::nullopt;
    }
    std::optional<WordGame> word_game() const override {
        if constexpr (WordRuleset<R>) return rules_.word_game();
        return std::nullopt;
    }
    bool ends_race([[maybe_unused]] Index i) const override {
        if constexpr (HasRace<R>) return rules_.ends_race(rules_.unrank(i));
        return false;
    }
    std::string format(Index i, [[maybe_unused]] unsigned image = 0) const override {
        require(i);
        if constexpr (HasImages<R>) {
            if (image != 0 && image < rules_.images()) return rules_.format(rules_.position(i, image));
        }
        return rules_.format(rules_.unrank(i));
    }
    using RulesOf<R>::options;
    void options(Index i, Player player, std::vector<Index>& out) const override {
        out.clear();
        if constexpr (Ruleset<R>) {
            const auto p = rules_.unrank(i);
            if constexpr (HasTerminal<R>) {
                if (rules_.terminal(i, p, player)) return;
            }
            rules_.for_each_option(i, p, player, [&out](Index to) { out.push_back(to); });
        } else {
            detail::throw_no_whole_form(R::family);
        }
    }
    void settled_options([[maybe_unused]] Index i, [[maybe_unused]] Player player,
                         std::vector<OutcomeValue>& out) const override {
        out.clear();
        if constexpr (HasSettledOptions<R>) {
            const auto p = rules_.unrank(i);
            if constexpr (HasTerminal<R>) {
                if (rules_.terminal(i, p, player)) return;
            }
            rules_.for_each_settled_option(i, p, player, [&out](const OutcomeValue& value) { out.push_back(value); });
        }
    }
    Index passed([[maybe_unused]] Index i) const override {
        if constexpr (HasPassed<R>) {
            if (const auto after = rules_.passed(rules_.unrank(i))) return rules_.rank(*after);
        }
        return no_index;
    }
    std::string format_passed(Index i) const override {
        require(i);
        if constexpr (HasPassed<R>) {
            if (const auto after = rules_.passed(rules_.unrank(i))) return rules_.format(*after);
        }
        detail::throw_no_passing(R::family);
    }

  private:
    static GameFacts facts_of() {
        GameFacts facts;
        facts.family = R::family;
        facts.rules_version = R::rules_version;
        facts.tag = rules_tag<R>();
        facts.sum_text = HasSumText<R>;
        facts.heaps = HeapRuleset<R>;
        facts.start = HasStart<R>;
        facts.names_moves = NamesMoves<R>;
        facts.settled_options = HasSettledOptions<R>;
        facts.images = HasImages<R>;
        facts.can_pass = HasPassed<R>;
        facts.always_moves = moves_unless_stopped<R>;
        facts.draws = detail::draws<R>;
        facts.has_drawings = detail::has_drawings<R>;
        if constexpr (HasEngineNames<R>) facts.engine_notation = R::engine_notation;
        return facts;
    }

    using Position = typename R::Position;

    AskedPosition read(std::string_view text, bool own_text) const override {
        if constexpr (HasStart<R>) {
            if (text == "start") return asked(rules_.start(), own_text);
        }
        if constexpr (HasSumText<R>) {
            if (!own_text) {
                AskedPosition sum;
                for (const Position& part : rules_.parse_sum(text)) sum.place.parts.push_back(rules_.rank(part));
                return sum;
            }
        }
        return asked(rules_.parse(text), own_text);
    }
    AskedPosition asked(const Position& p, bool own_text = true) const {
        AskedPosition asked;
        if (own_text) asked.text = rules_.format(p);
        if constexpr (HasSettledOptions<R>) asked.place.settled = rules_.settled(p);
        if (!asked.place.settled) asked.place.parts.push_back(rules_.rank(p));
        return asked;
    }
    std::optional<OutcomeValue> stopped([[maybe_unused]] Index i, [[maybe_unused]] Player mover) const override {
        if constexpr (HasTerminal<R>) return rules_.terminal(i, rules_.unrank(i), mover);
        return std::nullopt;
    }
    bool leaves_bound([[maybe_unused]] Index i) const override {
        if constexpr (HasBound<R>) return rules_.leaves_bound(i, rules_.unrank(i)) != 0;
        return false;
    }
    void for_each_split_option([[maybe_unused]] Index i, [[maybe_unused]] Player player,
                               [[maybe_unused]] const EachParts& f) const override {
        if constexpr (SplitRuleset<R>) rules_.for_each_split_option(i, rules_.unrank(i), player, f);
    }
    void for_each_move_of([[maybe_unused]] std::string_view text, [[maybe_unused]] Player mover,
                          [[maybe_unused]] const EachNamedMove& f) const override {
        if constexpr (NamesMoves<R>)
            rules_.for_each_named_move(rules_.parse(text), mover,
                                       [&](const Position& to, std::string_view name) { f(asked(to), name); });
    }
    void for_each_finishing_move_of([[maybe_unused]] std::string_view text, [[maybe_unused]] Player mover,
                                    [[maybe_unused]] const EachNamedMove& f) const override {
        if constexpr (NamesFinishingMoves<R>)
            rules_.for_each_finishing_move(
                rules_.parse(text), mover, [&](const std::optional<Position>& to, std::string_view name) {
                    f(to ? asked(*to) : AskedPosition{std::string(over_text), {{}, OutcomeValue{Outcome::loss, 0}}},
                      name);
                });
    }
    std::vector<std::string> engine_names_of([[maybe_unused]] std::string_view text,
                                             [[maybe_unused]] Player mover) const override {
        if constexpr (HasEngineNames<R>) return rules_.engine_names(rules_.parse(text), mover);
        return {};
    }
    Position position_of(const AskedPosition& asked) const {
        return has_own_texts() ? rules_.parse(asked.text) : rules_.unrank(asked.index());
    }
    std::string picture_of([[maybe_unused]] const AskedPosition& asked) const override {
        if constexpr (detail::draws<R>) return rules_.picture(position_of(asked));
        return {};
    }
    Drawing drawing_of([[maybe_unused]] const AskedPosition& asked) const override {
        if constexpr (detail::has_drawings<R>) return rules_.drawing(position_of(asked));
        return {};
    }
    std::vector<ReachedSettled> for_each_image_reached([[maybe_unused]] Player first, [[maybe_unused]] unsigned threads,
                                                       [[maybe_unused]] const EachReached& f) const override {
        if constexpr (HasStart<R> && NamesMoves<R> && (HasImages<R> || HasSettledOptions<R>)) {
            detail::Exploration<R> exploration(rules_, threads);
            exploration.run(rules_.start(), first);
            exploration.report(f);
            return exploration.settled();
        }
        return {};
    }
};

/// The ruleset of a game, which it lives as long as; null where its type is not `R`.
template <class R>
const R* rules_of(const Game& game) {
    return game.tag() == rules_tag<R>() ? &static_cast<const GameOf<R>&>(game).rules() : nullptr;
}

}  // namespace mexbase
