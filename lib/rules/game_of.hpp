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

#include "game.hpp"
#include "ruleset_check.hpp"

namespace mexbase {

/// `Game` over a ruleset.
template <class R>
    requires(check_ruleset<R>())
class GameOf final : public Game {
  public:
    GameOf(R rules, std::string spec, std::shared_ptr<const Board> board)
        : Game(std::move(spec), std::move(board)), rules_(std::move(rules)) {}

    const R& rules() const { return rules_; }

    std::string_view family() const override { return R::family; }
    unsigned rules_version() const override { return R::rules_version; }
    Index size() const override { return rules_.size(); }
    Index queryable_size() const override { return mexbase::queryable_size(rules_); }
    bool legal(Index i) const override { return i < rules_.size() && rules_.legal(i); }
    const void* tag() const override { return rules_tag<R>(); }
    bool extends_past_table() const override { return HeapRuleset<R>; }
    std::optional<PeriodTheorem> period_theorem() const override {
        if constexpr (HeapRuleset<R>) {
            const HeapGame heaps = rules_.heap_game();
            auto theorem = mexbase::period_theorem(heaps.game);
            if (theorem) theorem->shift = heaps.shift;
            return theorem;
        }
        return std::nullopt;
    }
    bool partizan() const override { return is_partizan(rules_); }
    bool whole() const override { return Ruleset<R>; }
    Place find(std::string_view text, Index limit, const Repetition* repetition) const override {
        Place place;
        std::vector<Index>& parts = place.parts;
        if (const auto number = detail::parse_index(text)) {
            parts.push_back(*number);
        } else if (text == "start") {
            if constexpr (HasStart<R>)
                place = place_of(rules_.start());
            else
                detail::throw_no_start(R::family);
        } else if constexpr (HasSumText<R>) {
            for (const auto& part : rules_.parse_sum(text)) parts.push_back(rules_.rank(part));
        } else if constexpr (SplitRuleset<R>) {
            for (const std::string_view part : detail::split_sum(text)) parts.push_back(parse_part(part, repetition));
        } else if constexpr (HeapRuleset<R>) {
            parts.push_back(parse_part(text, repetition));
        } else {
            place = place_of(rules_.parse(text));
        }
        require_below(limit, text, parts);
        return place;
    }
    AskedPosition ask(std::string_view text, Index limit, const Repetition* repetition) const override {
        if constexpr (has_own_texts) {
            AskedPosition asked = asked_of(named_position(text, limit));
            require_below(limit, text, asked.place.parts);
            return asked;
        } else {
            Place place = find(text, limit, repetition);
            std::string own = format_sum(place.parts);
            return {std::move(own), std::move(place)};
        }
    }
    std::string format(Index i, [[maybe_unused]] unsigned image = 0) const override {
        require(i);
        if constexpr (HasImages<R>) {
            if (image != 0 && image < rules_.images()) return rules_.format(rules_.position(i, image));
        }
        return rules_.format(rules_.unrank(i));
    }
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
    bool names_moves() const override { return NamesMoves<R>; }
    void for_each_named_move(
        [[maybe_unused]] const AskedPosition& asked, [[maybe_unused]] Player mover,
        [[maybe_unused]] const std::function<void(AskedPosition&&, std::string_view)>& f) const override {
        if constexpr (NamesMoves<R>) {
            if (const auto stopped = stopped_value(asked, mover)) {
                if constexpr (NamesFinishingMoves<R>) {
                    if (*stopped == OutcomeValue{Outcome::win, 1})
                        rules_.for_each_finishing_move(rules_.parse(asked.text), mover, finisher(f));
                }
                return;
            }
            if (asked.index() == no_index) return;
            rules_.for_each_named_move(
                rules_.parse(asked.text), mover,
                [&](const typename R::Position& to, std::string_view name) { f(asked_of(to), name); });
        }
    }
    std::string_view engine_notation() const override {
        if constexpr (HasEngineNames<R>) return R::engine_notation;
        return {};
    }
    std::vector<std::string> engine_names([[maybe_unused]] const AskedPosition& asked,
                                          [[maybe_unused]] Player mover) const override {
        if constexpr (HasEngineNames<R>)
            if (asked.index() != no_index && !stopped_value(asked, mover))
                return rules_.engine_names(rules_.parse(asked.text), mover);
        return {};
    }
    void for_each_option(Index i, Player player, const std::function<void(std::span<const Index>)>& f) const override {
        require(i);
        const auto p = rules_.unrank(i);
        if constexpr (HasTerminal<R>) {
            if (rules_.terminal(i, p, player)) return;
        }
        for_each_option_parts(rules_, i, p, player, f);
    }
    std::optional<OutcomeValue> terminal(Index i, Play play, Player mover) const override {
        if constexpr (Ruleset<R>)
            return terminal_value(rules_, i, rules_.unrank(i), play, mover);
        else
            detail::throw_no_whole_form(R::family);
    }
    std::optional<Index> start() const override {
        if constexpr (HasStart<R>) return rules_.rank(rules_.start());
        return std::nullopt;
    }
    bool can_pass() const override { return HasPassed<R>; }
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
    std::string picture(const AskedPosition& asked) const override {
        if constexpr (detail::draws<R>) {
            if (const auto p = position_of(asked)) return rules_.picture(*p);
        }
        return asked.text;
    }
    Drawing drawing(const AskedPosition& asked) const override {
        if constexpr (detail::has_drawings<R>) {
            if (const auto p = position_of(asked)) return rules_.drawing(*p);
        }
        return drawing_of_text(picture(asked));
    }
    std::vector<ReachedSettled> for_each_reachable(
        [[maybe_unused]] Player first, [[maybe_unused]] unsigned threads,
        [[maybe_unused]] const std::function<void(const ReachedIndex&)>& f) const override {
        if constexpr (!HasStart<R>)
            detail::throw_no_start(R::family);
        else if constexpr (Ruleset<R> && (NamesMoves<R> || !HasSettledOptions<R>))
            return mexbase::for_each_reachable(rules_, first, threads, f);
        else
            detail::throw_not_explored(R::family);
    }

  private:
    /// Whether the text of an index may not be the text of the position that was asked for.
    static constexpr bool has_own_texts = NamesMoves<R> || HasSettledOptions<R>;

    /// Tables may come from anywhere: an index that no position has must not reach the rules.
    void require(Index i) const {
        if (i >= rules_.size() && !extends_past_table())
            detail::throw_not_queryable("#" + std::to_string(i), rules_.size());
    }

    /// That the table has what `text` named.
    void require_below(Index limit, std::string_view text, std::span<const Index> parts) const {
        for (const Index i : parts)
            if (i >= limit)
                detail::throw_not_queryable(text, limit);
            else if (i < rules_.size() && !rules_.legal(i))
                detail::throw_no_position(text);
    }

    typename R::Position named_position(std::string_view text, Index limit) const {
        if (const auto number = detail::parse_index(text)) {
            require_below(limit, text, {&*number, 1});
            require(*number);
            return rules_.unrank(*number);
        }
        if (text != "start") return rules_.parse(text);
        if constexpr (HasStart<R>)
            return rules_.start();
        else
            detail::throw_no_start(R::family);
    }
    Place place_of(const typename R::Position& p) const {
        if constexpr (HasSettledOptions<R>) {
            if (const auto value = rules_.settled(p)) return {{}, value};
        }
        return {{rules_.rank(p)}, {}};
    }
    AskedPosition asked_of(const typename R::Position& p) const { return {rules_.format(p), place_of(p)}; }
    /// What `terminal` or `settled` says of a position.
    std::optional<OutcomeValue> stopped_value(const AskedPosition& asked, [[maybe_unused]] Player mover) const {
        if (asked.place.settled || asked.index() == no_index) return asked.place.settled;
        require(asked.index());
        if constexpr (HasTerminal<R>) return rules_.terminal(asked.index(), rules_.unrank(asked.index()), mover);
        return std::nullopt;
    }
    /// Passes a finishing move on.
    auto finisher(const std::function<void(AskedPosition&&, std::string_view)>& f) const {
        return [this, &f](const std::optional<typename R::Position>& to, std::string_view name) {
            if (to)
                f(asked_of(*to), name);
            else
                f({std::string(over_text), {{}, OutcomeValue{Outcome::loss, 0}}}, name);
        };
    }
    /// The position itself; nothing for a sum of several, and where play has left none.
    std::optional<typename R::Position> position_of(const AskedPosition& asked) const {
        if (asked.text == over_text) return std::nullopt;
        if constexpr (has_own_texts) {
            return rules_.parse(asked.text);
        } else {
            if (asked.place.parts.size() != 1) return std::nullopt;
            require(asked.index());
            return rules_.unrank(asked.index());
        }
    }

    Index parse_part(std::string_view text, const Repetition* repetition) const {
        if constexpr (HeapRuleset<R>) {
            if (repetition != nullptr)
                if (const auto number = detail::reduce_long_number(text, *repetition)) return *number;
        }
        return rules_.rank(rules_.parse(text));
    }

    R rules_;
};

/// The ruleset of a game, which it lives as long as; null where its type is not `R`.
template <class R>
const R* rules_of(const Game& game) {
    return game.tag() == rules_tag<R>() ? &static_cast<const GameOf<R>&>(game).rules() : nullptr;
}

}  // namespace mexbase
