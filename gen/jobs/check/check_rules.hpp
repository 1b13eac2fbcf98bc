/// \file
/// The check of a ruleset itself, apart from any table: numbering, texts, options and their inverses, walks and layers.
/// A table can be right by rules that contradict themselves, and then answers with other positions' values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../../../lib/rules/numbered_moves.hpp"
#include "../../../lib/rules/ruleset.hpp"
#include "../jobs.hpp"

namespace mexbase {

/// A ruleset with its type erased, for the check: each member as it is, nothing put right. Beside it stands the `Game`,
/// for what that passes on unchanged.
class RulesToCheck {
  public:
    /// One position as people see it.
    struct ImageLook {
        std::string text;
        Index rank = 0;        ///< of the position
        unsigned least = 0;    ///< its image, as the rules say; 0 without images
        bool is_least = true;  ///< position(rank, least) is the position, and for no lesser image
        bool reads_back = true;
        bool passes = true;              ///< where the rules pass, that leads to a position with an index, and back
        std::optional<Index> passed;     ///< that index
        bool composes = true;            ///< where the rules compose images, they lead where the moves do
        bool numbers = true;             ///< where they number moves, the numbers are of what the moves lead to
        std::vector<std::string> names;  ///< of its moves
        std::vector<Index> options;      ///< where these lead, but for settled positions
        std::vector<OutcomeValue> settled;
        std::vector<std::string> finishes;  ///< the names of its finishing moves, where `terminal` says win 1
        bool finishes_win = true;           ///< what these lead to is lost for the opponent, or no position
    };

    /// Calls with an index and the rank of the position that came with it.
    using Visit = std::function<void(Index i, Index rank)>;
    /// Calls with the parts of an option.
    using Parts = std::function<void(std::span<const Index>)>;
    /// Which optional members there are.
    struct Has {
        bool whole = false, predecessors = false, split = false, option_count = false, walk = false, layers = false;
        bool descends = false, numbers = false, terminal = false, settled = false, slices = false, images = false;
        bool names_moves = false, moves_unless_stopped = false, lower_options = false, passed = false;
        bool names_finishes = false, lines = false;
    };

    explicit RulesToCheck(const Has& members) : has(members) {}
    virtual ~RulesToCheck() = default;

    const Has has;

    /// rank(unrank(i))
    virtual Index rank_again(Index i) const = 0;
    /// Replaces `out` by the options, or the predecessors.
    virtual void options(Index i, Player, std::vector<Index>& out) const = 0;
    virtual void predecessors(Index i, Player, std::vector<Index>& out) const = 0;
    virtual void for_each_split_option(Index i, Player, const Parts&) const = 0;
    virtual std::uint64_t option_count(Index i) const = 0;
    virtual std::optional<OutcomeValue> terminal(Index i, Player mover) const = 0;
    virtual void walk(Index first, Index last, const Visit&) const = 0;
    /// Replaces `out` by the values of the settled options.
    virtual void settled_options(Index i, Player, std::vector<OutcomeValue>& out) const = 0;
    /// Number of options past the bound.
    virtual std::uint64_t leaves_bound(Index i) const = 0;
    virtual Index slices() const = 0;
    virtual Slice slice(Index k) const = 0;
    /// Replaces `out` by the options below its slice, and counts the others.
    virtual std::uint64_t lower_options(Index i, std::vector<Index>& out) const = 0;
    virtual unsigned images() const = 0;
    /// What play looks like from position(i, image), or from unrank(i) where there are no images. Throws what the text
    /// of it throws when it is read again.
    virtual ImageLook look(Index i, unsigned image, Player) const = 0;
    virtual Index line_count() const = 0;
    /// Replaces `out` by the lines.
    virtual void lines(Index i, std::vector<Index>& out) const = 0;
    virtual Index layers() const = 0;
    virtual Index layer_size(Index layer) const = 0;
    virtual void walk_layer(Index layer, Index first, Index last, const Visit&) const = 0;
};

/// Checks the rules of `game`: all indices, or, where these are more than a million or have very many options, as many
/// as a bounded number of steps allows, spread evenly and always the same ones. On the threads of the job.
///
/// Throws `Error{verification_failed}`, which names an index, what the conditions of `lib/rules/ruleset.hpp` ask there,
/// and what was found, where
///
/// - `rank(unrank(i))`, or the text of i when it is read, is another index; or a text can only be read as something
/// else;
/// - an option or a part of one is no position, or does not descend where it should; `option_count` is another number;
/// - the game is said to be impartial, and the players' options or `terminal` differ;
/// - predecessors are not the options turned round, with multiplicity, without those at which play has stopped and
///   those of other slices;
/// - slices do not follow each other, an option lies above its slice or, of a loop-free one, in it, or the options
///   below it are told to be others;
/// - a position as people see it is not read back, has another index or image, or its named moves have names that are
///   not different or lead elsewhere than the options do (each place counted once), or where play stops at win 1 its
///   finishing moves are none, or have names that are not different, or lead to what the opponent has not lost;
/// - a position with the other player to move (`passed`) has no index, is the same, or does not pass back; or images of
///   one position pass to positions of different indices;
/// - `for_each_position` or the layers do not visit each position once, or options are in no lower layer;
/// - the positions before one in its lines are not its options;
/// - a chunk function (`Moves`) returns something else than calls for single positions;
/// - the start is no position that may be asked for, or more indices are queryable than there are.
RulesReport check_rules(const RulesToCheck& rules, const Game& game, const JobOptions& options);

/// `RulesToCheck` over a ruleset, which it borrows.
template <AnyRuleset R>
class RulesToCheckOf final : public RulesToCheck {
  public:
    explicit RulesToCheckOf(const R& rules)
        : RulesToCheck({Ruleset<R>, HasPredecessors<R>, SplitRuleset<R>, detail::counts_options<R>, detail::walks<R>,
                        comes_in_layers<R>, options_descend<R>, HeapRuleset<R> && !HasSumText<R>, HasTerminal<R>,
                        HasSettledOptions<R>, HasSlices<R>, HasImages<R>, NamesMoves<R>, moves_unless_stopped<R>,
                        HasSlices<R> && detail::tells_lower_options<R>, HasPassed<R>, NamesFinishingMoves<R>,
                        HasLines<R>}),
          rules_(rules) {}

    Index rank_again(Index i) const override { return rules_.rank(rules_.unrank(i)); }
    void options(Index i, Player player, std::vector<Index>& out) const override {
        out.clear();
        if constexpr (Ruleset<R>)
            rules_.for_each_option(i, rules_.unrank(i), player, [&out](Index to) { out.push_back(to); });
    }
    void predecessors(Index i, Player player, std::vector<Index>& out) const override {
        out.clear();
        if constexpr (HasPredecessors<R>)
            rules_.for_each_predecessor(i, rules_.unrank(i), player, [&out](Index from) { out.push_back(from); });
    }
    void for_each_split_option(Index i, Player player, const Parts& f) const override {
        if constexpr (SplitRuleset<R>) rules_.for_each_split_option(i, rules_.unrank(i), player, f);
    }
    std::uint64_t option_count(Index i) const override {
        if constexpr (detail::counts_options<R>) return rules_.option_count(i, rules_.unrank(i));
        return 0;
    }
    std::optional<OutcomeValue> terminal(Index i, Player mover) const override {
        if constexpr (HasTerminal<R>) return rules_.terminal(i, rules_.unrank(i), mover);
        return std::nullopt;
    }
    void walk(Index first, Index last, const Visit& visit) const override {
        if constexpr (detail::walks<R>) rules_.for_each_position(first, last, visit_with(visit));
    }
    void settled_options(Index i, Player player, std::vector<OutcomeValue>& out) const override {
        out.clear();
        if constexpr (HasSettledOptions<R>)
            rules_.for_each_settled_option(i, rules_.unrank(i), player,
                                           [&out](const OutcomeValue& value) { out.push_back(value); });
    }
    std::uint64_t leaves_bound(Index i) const override {
        if constexpr (HasBound<R>) return rules_.leaves_bound(i, rules_.unrank(i));
        return 0;
    }
    Index slices() const override {
        if constexpr (HasSlices<R>) return rules_.slices();
        return 0;
    }
    Slice slice(Index k) const override {
        if constexpr (HasSlices<R>) return rules_.slice(k);
        return {};
    }
    std::uint64_t lower_options(Index i, std::vector<Index>& out) const override {
        out.clear();
        if constexpr (HasSlices<R> && detail::tells_lower_options<R>)
            return rules_.for_each_lower_option(i, rules_.unrank(i), [&out](Index to) { out.push_back(to); });
        return 0;
    }
    unsigned images() const override {
        if constexpr (HasImages<R>) return rules_.images();
        return 1;
    }
    ImageLook look(Index i, unsigned image, Player player) const override {
        ImageLook look;
        const auto p = position(i, image);
        look.text = rules_.format(p);
        look.rank = rules_.rank(p);
        const auto read = rules_.parse(look.text);
        look.reads_back = rules_.format(read) == look.text && rules_.rank(read) == look.rank;
        if constexpr (HasImages<R>) {
            look.least = rules_.image(p);
            look.reads_back = look.reads_back && rules_.image(read) == look.least;
            look.is_least = look.least <= image && rules_.format(position(i, look.least)) == look.text;
            for (unsigned g = 0; g < look.least; ++g)
                look.is_least = look.is_least && rules_.format(position(i, g)) != look.text;
        }
        if constexpr (NamesMoves<R>) {
            rules_.for_each_named_move(p, player, [&](const typename R::Position& to, std::string_view name) {
                look.names.emplace_back(name);
                if constexpr (HasSettledOptions<R>) {
                    if (const auto value = rules_.settled(to)) {
                        look.settled.push_back(*value);
                        return;
                    }
                }
                look.options.push_back(rules_.rank(to));
            });
        }
        if constexpr (HasPassed<R>) {
            if (const auto after = rules_.passed(p)) {
                look.passed = rules_.rank(*after);
                const auto back = rules_.passed(*after);
                look.passes = *look.passed < rules_.size() && rules_.legal(*look.passed) && back &&
                              rules_.format(*back) == look.text && rules_.format(*after) != look.text;
            }
        }
        if constexpr (NamesFinishingMoves<R>)
            if (terminal(i, player) == OutcomeValue{Outcome::win, 1}) add_finishes(p, player, look);
        if constexpr (detail::composes<R>)
            if (look.least == image && !terminal(i, player))
                look.composes = moves_from(i, image, 0, player) == moves_from(i, 0, image, player);
        if constexpr (NumbersMoves<R>)
            if (look.least == image && !terminal(i, player)) look.numbers = numbers_moves_from(i, image, player);
        return look;
    }
    Index line_count() const override {
        if constexpr (HasLines<R>) return rules_.line_count();
        return 0;
    }
    void lines(Index i, std::vector<Index>& out) const override {
        out.clear();
        if constexpr (HasLines<R>)
            rules_.for_each_line(i, rules_.unrank(i), [&out](Index line) { out.push_back(line); });
    }
    Index layers() const override {
        if constexpr (comes_in_layers<R>) return rules_.layers();
        return 0;
    }
    Index layer_size(Index layer) const override {
        if constexpr (comes_in_layers<R>) return rules_.layer_size(layer);
        return 0;
    }
    void walk_layer(Index layer, Index first, Index last, const Visit& visit) const override {
        if constexpr (comes_in_layers<R>) rules_.for_each_in_layer(layer, first, last, visit_with(visit));
    }

  private:
    auto position(Index i, [[maybe_unused]] unsigned image) const {
        if constexpr (HasImages<R>)
            return rules_.position(i, image);
        else
            return rules_.unrank(i);
    }
    template <class Position>
    void add_finishes(const Position& p, Player player, ImageLook& look) const {
        rules_.for_each_finishing_move(p, player, [&](const std::optional<Position>& to, std::string_view name) {
            look.finishes.emplace_back(name);
            if (!to) return;
            std::optional<OutcomeValue> value;
            if constexpr (HasSettledOptions<R>) value = rules_.settled(*to);
            if (!value) value = terminal(rules_.rank(*to), other(player));
            look.finishes_win = look.finishes_win && value == OutcomeValue{Outcome::loss, 0};
        });
    }
    /// The texts of what moves lead to from an image, each then followed by another.
    std::multiset<std::string> moves_from(Index i, unsigned image, unsigned followed_by, Player player) const
        requires detail::composes<R>
    {
        std::multiset<std::string> texts;
        rules_.for_each_named_move(position(i, image), player, [&](const typename R::Position& to, std::string_view) {
            if constexpr (HasSettledOptions<R>)
                if (rules_.settled(to)) return;
            const Index rank = rules_.rank(to);
            texts.insert(rules_.format(position(rank, rules_.compose(followed_by, rules_.image(to)))));
        });
        return texts;
    }
    /// Whether the numbered moves lead where those with names do: as texts, with the values of what is settled.
    bool numbers_moves_from(Index i, unsigned image, Player player) const
        requires NumbersMoves<R>
    {
        using Led = std::pair<std::string, std::optional<OutcomeValue>>;
        const auto before = [](const Led& a, const Led& b) { return a.first < b.first; };
        std::set<Led, decltype(before)> named(before), numbered(before);
        rules_.for_each_named_move(position(i, image), player, [&](const typename R::Position& to, std::string_view) {
            Led place{rules_.format(to), std::nullopt};
            if constexpr (HasSettledOptions<R>) place.second = rules_.settled(to);
            named.insert(std::move(place));
        });
        bool are_least = true;
        rules_.for_each_numbered_move(i, rules_.unrank(i), player, [&](Index n, unsigned h) {
            const unsigned g = rules_.compose(image, h);
            Led place{rules_.format(rules_.numbered(n, g)), std::nullopt};
            if (n >= rules_.size()) place.second = rules_.numbered_value(n);
            const unsigned least = rules_.least_image(n, g);
            are_least = are_least && least <= g && rules_.format(rules_.numbered(n, least)) == place.first;
            numbered.insert(std::move(place));
        });
        return are_least && std::ranges::equal(named, numbered);
    }
    auto visit_with(const Visit& visit) const {
        return [this, &visit](Index i, const typename R::Position& p) { visit(i, rules_.rank(p)); };
    }

    const R& rules_;
};

}  // namespace mexbase
