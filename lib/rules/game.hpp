/// \file
/// A ruleset with its type erased, for everything that handles one position at a time: parsing, printing, listing
/// options. Loops over millions of positions are templates over the ruleset instead.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../value/period.hpp"
#include "ruleset.hpp"
#include "ruleset_check.hpp"

namespace mexbase {

/// From `first` on, positions whose numbers differ by a multiple of `period` are worth the same.
struct Repetition {
    Index first = 1;
    Index period = 1;
    /// The number below first + period that stands for `number`.
    Index reduce(Index number) const { return number < first + period ? number : first + (number - first) % period; }
};

/// Which type of ruleset a game is of, for jobs that need the type back.
template <class R>
const void* rules_tag() {
    static const char tag = 0;
    return &tag;
}

/// One game: a family with its parameters. Immutable and thread-safe.
class Game {
  public:
    virtual ~Game() = default;
    virtual std::string_view family() const = 0;
    virtual unsigned rules_version() const = 0;
    virtual Index size() const = 0;
    /// Indices that may be asked for: 0..queryable_size()-1.
    virtual Index queryable_size() const = 0;
    virtual bool legal(Index) const = 0;
    /// `rules_tag` of its ruleset.
    virtual const void* tag() const = 0;
    /// Whether positions past `size()` follow the same rules, as heaps do: they have options and texts.
    virtual bool extends_past_table() const = 0;
    /// The theorem that proves periods of the values by index, of this game as it was named; nothing where there is
    /// none.
    virtual std::optional<PeriodTheorem> period_theorem() const = 0;
    /// Whether Left's and Right's moves differ.
    virtual bool partizan() const = 0;
    /// Whether an option is one position (`options` answers), or a sum of positions.
    virtual bool whole() const = 0;

    /// The index of a position as people write it, `start` and `#N` included.
    /// Throws `Error{bad_position}`, or `Error{out_of_domain}` for an index or position past `queryable_size()`.
    Index parse(std::string_view text) const;
    /// The indices of the parts of a sum of positions, at least one; a game in whole form has exactly one. Indices
    /// below `limit` may be named. With `repetition`, numbers of any length may be, and long ones are reduced by it.
    virtual std::vector<Index> parse_sum(std::string_view text, Index limit,
                                         const Repetition* repetition = nullptr) const = 0;
    /// The text of a sum: those of its parts, joined by `+`.
    std::string format_sum(std::span<const Index> parts) const;
    /// The text of a legal index.
    virtual std::string format(Index) const = 0;
    /// Replaces `out` by the indices of the options, one a move, in the order of the rules.
    /// For games in whole form only.
    virtual void options(Index, Player, std::vector<Index>& out) const = 0;
    /// Calls `f` with the parts of every option, one a move, in the order of the rules; in whole form that is one.
    virtual void for_each_option(Index, Player, const std::function<void(std::span<const Index>)>& f) const = 0;
    /// The value for `mover` where play has stopped, or nothing. For games in whole form only.
    virtual std::optional<OutcomeValue> terminal(Index, Play, Player mover = Player::left) const = 0;
    virtual std::optional<Index> start() const = 0;
    /// A picture of one or more lines; the plain text where the rules draw none.
    virtual std::string picture(Index) const = 0;

    /// The normalised spec.
    const std::string& spec() const { return spec_; }
    /// The board the game is played on, read from a file or named by its family (`path-9`); null where there is none.
    const std::shared_ptr<const Board>& board() const { return board_; }

  protected:
    Game(std::string spec, std::shared_ptr<const Board> board) : spec_(std::move(spec)), board_(std::move(board)) {}

  private:
    std::string spec_;
    std::shared_ptr<const Board> board_;
};

namespace detail {
/// The common words of every game's positions: `#N` gives N; nothing for other texts.
std::optional<Index> parse_index(std::string_view text);
[[noreturn]] void throw_no_start(std::string_view family);
[[noreturn]] void throw_not_queryable(std::string_view text, Index queryable_size);
[[noreturn]] void throw_no_position(std::string_view text);
[[noreturn]] void throw_no_whole_form(std::string_view family);
/// The number that `text` is in decimal, if it is one too long for 64 bits, reduced.
std::optional<Index> reduce_long_number(std::string_view text, const Repetition& repetition);
/// The words of `text` between `+` signs.
std::vector<std::string_view> split_sum(std::string_view text);
}  // namespace detail

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
        } else {
            return std::nullopt;
        }
    }
    bool partizan() const override { return is_partizan(rules_); }
    bool whole() const override { return Ruleset<R>; }
    std::vector<Index> parse_sum(std::string_view text, Index limit, const Repetition* repetition) const override {
        std::vector<Index> parts;
        if (const auto number = detail::parse_index(text)) {
            parts.push_back(*number);
        } else if (text == "start") {
            if constexpr (HasStart<R>)
                parts.push_back(rules_.rank(rules_.start()));
            else
                detail::throw_no_start(R::family);
        } else if constexpr (HasSumText<R>) {
            for (const auto& part : rules_.parse_sum(text)) parts.push_back(rules_.rank(part));
        } else if constexpr (SplitRuleset<R>) {
            for (const std::string_view part : detail::split_sum(text)) parts.push_back(parse_part(part, repetition));
        } else {
            parts.push_back(parse_part(text, repetition));
        }
        for (const Index i : parts)
            if (i >= limit)
                detail::throw_not_queryable(text, limit);
            else if (i < rules_.size() && !rules_.legal(i))
                detail::throw_no_position(text);
        return parts;
    }
    std::string format(Index i) const override {
        require(i);
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
        if constexpr (HasStart<R>)
            return rules_.rank(rules_.start());
        else
            return std::nullopt;
    }
    std::string picture(Index i) const override {
        if constexpr (detail::draws<R>)
            return rules_.picture(rules_.unrank(i));
        else
            return format(i);
    }

  private:
    /// Tables may come from anywhere: an index that no position has must not reach the rules.
    void require(Index i) const {
        if (i >= rules_.size() && !extends_past_table())
            detail::throw_not_queryable("#" + std::to_string(i), rules_.size());
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

}  // namespace mexbase
