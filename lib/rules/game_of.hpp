// SPDX-License-Identifier: MIT
/// \file
/// `GameOf`, which wraps a ruleset as a `Game`.
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

#include "rules_of.hpp"

namespace mexbase {

template <class R>
class GameOf final : public RulesOf<R> {
    using RulesOf<R>::rules_;
    using typename RulesOf<R>::Position;
    using Game::has_own_texts;
    using Game::require;

  public:
    /// `distance` has no effect if the game is not in slices. For `exit`, rules with `Has::exits` must be those of
    /// `with_exits`.
    GameOf(R rules, std::string spec, std::shared_ptr<const Board> board, Distance distance = Distance::end)
        : RulesOf<R>(std::move(rules), facts_of(rules), std::move(spec), std::move(board), distance) {}

    bool legal(Index i) const override { return i < rules_.size() && rules_.legal(i); }
    std::vector<DigitRange> digit_ranges() const override {
        if constexpr (has<R>.digit_ranges) return rules_.digit_ranges();
        return {};
    }
    std::optional<HeapGame> heap_game() const override {
        if constexpr (has<R>.heap_game) return rules_.heap_game();
        return std::nullopt;
    }
    std::optional<WordGame> word_game() const override {
        if constexpr (has<R>.word_game) return rules_.word_game();
        return std::nullopt;
    }
    bool ends_race(Index i) const override {
        if constexpr (has<R>.ends_race) return rules_.ends_race(rules_.unrank(i));
        return false;
    }
    std::string format(Index i, unsigned image = 0) const override {
        require(i);
        if constexpr (has<R>.images) {
            if (image != 0 && image < rules_.images()) return rules_.format(rules_.position(i, image));
        }
        return rules_.format(rules_.unrank(i));
    }
    using RulesOf<R>::options;
    void options(Index i, Player player, std::vector<Index>& out) const override {
        out.clear();
        if constexpr (Ruleset<R>) {
            if (stopped(i, player)) return;
            rules_.for_each_option(i, rules_.unrank(i), player, [&out](Index to) { out.push_back(to); });
        } else {
            detail::throw_no_whole_form(R::family);
        }
    }
    void settled_options(Index i, Player player, std::vector<OutcomeValue>& out) const override {
        out.clear();
        if constexpr (has<R>.settled_options) {
            if (stopped(i, player)) return;
            rules_.for_each_settled_option(i, rules_.unrank(i), player,
                                           [&out](const OutcomeValue& value) { out.push_back(value); });
        }
    }
    Index passed(Index i) const override {
        if constexpr (has<R>.passed) {
            if (const auto after = rules_.passed(rules_.unrank(i))) return rules_.rank(*after);
        }
        return no_index;
    }

    std::optional<OutcomeValue> stopped(Index i, Player mover) const override {
        if constexpr (has<R>.terminal) return rules_.terminal(i, rules_.unrank(i), mover);
        return std::nullopt;
    }
    std::uint64_t leaves_bound(Index i) const override {
        if constexpr (has<R>.leaves_bound) return rules_.leaves_bound(i, rules_.unrank(i));
        return 0;
    }

    void add_components(Index i, std::vector<Index>& out) const override {
        if constexpr (has<R>.components)
            rules_.for_each_component(rules_.unrank(i), [&out](Index part) { out.push_back(part); });
        else
            out.push_back(i);
    }
    std::optional<SearchedBoard> searched_board() const override {
        if constexpr (has<R>.searched) return SearchedBoard{R::searched, rules_.board().neighbours()};
        return std::nullopt;
    }
    Colouring colouring(Index i) const override {
        if constexpr (has<R>.searched) return rules_.colouring(rules_.unrank(i));
        return {};
    }

    SeenPosition seen(Index i, unsigned image) const override {
        const Position p = position(i, image);
        return {rules_.rank(p), image_of(p), {}, rules_.format(p)};
    }
    SeenPosition read_seen(std::string_view text) const override {
        return seen_at(rules_.parse(text), SeenDetail::text);
    }
    void for_each_seen_move(Index i, std::span<const unsigned> images, Player mover, SeenDetail detail,
                            const EachSeenMove& f) const override {
        if constexpr (has<R>.named_moves) {
            if (stopped(i, mover)) return;
            for (const unsigned g : images)
                rules_.for_each_named_move(position(i, g), mover, [&](const Position& to, std::string_view name) {
                    f(seen_at(to, detail), name);
                });
        }
    }
    unsigned compose(unsigned g, unsigned h) const override {
        if constexpr (has<R>.compose) return rules_.compose(g, h);
        return 0;
    }
    unsigned least_image(Index number, unsigned g) const override {
        if constexpr (has<R>.numbered_moves) return rules_.least_image(number, g);
        if constexpr (has<R>.images && !has<R>.numbered_moves) return rules_.image(position(number, g));
        return 0;
    }
    bool has_equal_images(Index number) const override {
        if constexpr (has<R>.images) {
            if constexpr (!has<R>.numbered_moves && std::equality_comparable<Position>) {
                const Position first = position(number, 0);
                for (unsigned g = 1; g < rules_.images(); ++g)
                    if (rules_.position(number, g) == first) return true;
            } else {
                for (unsigned g = 1; g < rules_.images(); ++g)
                    if (least_image(number, g) != g) return true;
            }
        }
        return false;
    }
    // All calls in this function are inlined (`flatten`), so that the compiler keeps the cursor `at` in registers.
    [[gnu::flatten]] void numbered_moves(Index i, Player mover, Flat& out) const override {
        out.clear();
        if constexpr (has<R>.numbered_moves) {
            const Position p = rules_.unrank(i);
            if constexpr (has<R>.terminal) {
                if (rules_.terminal(i, p, mover)) return;
            }
            Flat::Cursor at(out);
            rules_.for_each_numbered_move(i, p, mover, [&at](Index to, unsigned image) {
                at.push(to);
                at.push(image);
            });
        }
    }
    OutcomeValue numbered_value(Index number) const override {
        if constexpr (has<R>.numbered_moves) return rules_.numbered_value(number);
        return {};
    }
    std::string format_numbered(Index number, unsigned image) const override {
        if constexpr (has<R>.numbered_moves) return rules_.format(rules_.numbered(number, image));
        return {};
    }
    PassedPosition passed_image(Index i, unsigned image) const override {
        PassedPosition passed;
        if constexpr (has<R>.passed) {
            if (const auto after = rules_.passed(position(i, image))) {
                passed.index = rules_.rank(*after);
                passed.text = rules_.format(*after);
                if (const auto back = rules_.passed(*after)) passed.text_back = rules_.format(*back);
            }
        }
        return passed;
    }

    Index rank_again(Index i) const override { return rules_.rank(rules_.unrank(i)); }
    void walk(Index first, Index last, const EachVisit& f) const override {
        if constexpr (has<R>.positions)
            rules_.for_each_position(first, last, [&](Index i, const Position& p) { f(i, rules_.rank(p)); });
    }
    void walk_layer(Index layer, Index first, Index last, const EachVisit& f) const override {
        if constexpr (has<R>.layers)
            rules_.for_each_in_layer(layer, first, last, [&](Index i, const Position& p) { f(i, rules_.rank(p)); });
    }

  private:
    static GameFacts facts_of(const R& rules) {
        GameFacts facts;
        facts.family = R::family;
        facts.rules_version = R::rules_version;
        facts.tag = rules_tag<R>();
        facts.kinds = detail::kinds_of<R>;
        facts.has = has<R>;
        if constexpr (has<R>.images) facts.images = rules.images();
        if constexpr (has<R>.numbered_moves) facts.numbers = rules.numbers();
        if constexpr (has<R>.engine_names) facts.engine_notation = R::engine_notation;
        return facts;
    }

    ResolvedPosition read(std::string_view text, bool own_text) const override {
        if constexpr (has<R>.start) {
            if (text == "start") return asked(rules_.start(), own_text);
        }
        if constexpr (has<R>.parse_sum) {
            if (!own_text) {
                ResolvedPosition sum;
                for (const Position& part : rules_.parse_sum(text)) sum.place.parts.push_back(rules_.rank(part));
                return sum;
            }
        }
        return asked(rules_.parse(text), own_text);
    }
    ResolvedPosition asked(const Position& p, bool own_text = true) const {
        ResolvedPosition asked;
        if (own_text) asked.text = rules_.format(p);
        if constexpr (has<R>.settled_options) asked.place.settled = rules_.settled(p);
        if (!asked.place.settled) asked.place.parts.push_back(rules_.rank(p));
        return asked;
    }
    void for_each_split_option(Index i, Player player, const EachParts& f) const override {
        if constexpr (SplitRuleset<R>) rules_.for_each_split_option(i, rules_.unrank(i), player, f);
    }
    void for_each_move_of(std::string_view text, Player mover, const EachNamedMove& f) const override {
        if constexpr (has<R>.named_moves)
            rules_.for_each_named_move(rules_.parse(text), mover,
                                       [&](const Position& to, std::string_view name) { f(asked(to), name); });
    }
    void for_each_finishing_move_of(std::string_view text, Player mover, const EachNamedMove& f) const override {
        if constexpr (has<R>.finishing_moves)
            rules_.for_each_finishing_move(
                rules_.parse(text), mover, [&](const std::optional<Position>& to, std::string_view name) {
                    f(to ? asked(*to) : ResolvedPosition{std::string(over_text), {{}, OutcomeValue{Outcome::loss, 0}}},
                      name);
                });
    }
    std::vector<std::string> engine_names_of(std::string_view text, Player mover) const override {
        if constexpr (has<R>.engine_names) return rules_.engine_names(rules_.parse(text), mover);
        return {};
    }
    Position position(Index i, unsigned image) const {
        if constexpr (has<R>.images) {
            if (image != 0) return rules_.position(i, image);
        }
        return rules_.unrank(i);
    }
    unsigned image_of(const Position& p) const {
        if constexpr (has<R>.images) return rules_.image(p);
        return 0;
    }
    SeenPosition seen_at(const Position& p, SeenDetail detail) const {
        if constexpr (has<R>.settled_options) {
            if (auto value = rules_.settled(p)) return {no_index, 0, std::move(value), rules_.format(p)};
        }
        return {rules_.rank(p),
                detail == SeenDetail::index ? 0 : image_of(p),
                {},
                detail == SeenDetail::text ? rules_.format(p) : std::string()};
    }
    Position position_of(const ResolvedPosition& asked) const {
        return has_own_texts() ? rules_.parse(asked.text) : rules_.unrank(asked.index());
    }
    std::string picture_of(const ResolvedPosition& asked) const override {
        if constexpr (has<R>.picture) return rules_.picture(position_of(asked));
        return {};
    }
    std::optional<Drawing> drawing_of(const ResolvedPosition& asked, const GraphLayout& layout,
                                      const PositionLabel& label) const override {
        if constexpr (has<R>.drawing) return rules_.drawing(position_of(asked));
        if constexpr (has<R>.graph_drawing)
            return drawing_of_graph(rules_.graph_drawing(position_of(asked)), layout, label);
        return {};
    }
};

/// Returns the ruleset of a game, or null if it is not an `R`. Borrows the game.
template <class R>
const R* rules_of(const Game& game) {
    return game.tag() == rules_tag<R>() ? &static_cast<const GameOf<R>&>(game).rules() : nullptr;
}

}  // namespace mexbase
