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

#include "../board/drawing.hpp"
#include "../value/period.hpp"
#include "reachable.hpp"
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

/// Where a table has a position.
struct Place {
    /// The indices of its parts, one in most games; none where it is settled.
    std::vector<Index> parts;
    /// Of a position without an index (`HasSettledOptions`): its value for the player to move.
    std::optional<OutcomeValue> settled;
    friend bool operator==(const Place&, const Place&) = default;
};

/// A position as it was asked for: by its own text, though its index may stand for others too that are worth the same.
struct AskedPosition {
    std::string text;  ///< as the game writes it
    Place place;
    /// The index of what is one position and has one; else `no_index`.
    Index index() const { return place.parts.size() == 1 ? place.parts.front() : no_index; }
    friend bool operator==(const AskedPosition&, const AskedPosition&) = default;
};

/// What stands for the text of what is left after a move that ended play and left no position (a lion was taken).
inline constexpr std::string_view over_text = "(over)";

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

    /// Where the table has the position, or the sum of positions, that people write so, `start` and `#N` included.
    /// Indices below `limit` may be named. With `repetition`, numbers of any length may be, and long ones are reduced
    /// by it. Throws `Error{bad_position}`, or `Error{out_of_domain}` for an index or position past the limit.
    virtual Place find(std::string_view text, Index limit, const Repetition* repetition = nullptr) const = 0;
    /// The same with the position's own text: what follows is to be played from there.
    virtual AskedPosition ask(std::string_view text, Index limit, const Repetition* repetition = nullptr) const = 0;
    /// The index of one position with an index, below `queryable_size()`; errors as for `find`.
    Index parse(std::string_view text) const;
    /// The indices of the parts of a sum of positions, at least one; a game in whole form has exactly one. As `find`,
    /// but that a position without an index is `out_of_domain`.
    std::vector<Index> parse_sum(std::string_view text, Index limit, const Repetition* repetition = nullptr) const;
    /// The text of a sum: those of its parts, joined by `+`.
    std::string format_sum(std::span<const Index> parts) const;
    /// The text of a legal index; of one of the positions that it stands for (`HasImages`), the first if none is said.
    virtual std::string format(Index, unsigned image = 0) const = 0;
    /// Replaces `out` by the indices of the options, one a move, in the order of the rules.
    /// For games in whole form only.
    virtual void options(Index, Player, std::vector<Index>& out) const = 0;
    /// Replaces `out` by the values of the options without an index (`HasSettledOptions`), in the order of the rules.
    virtual void settled_options(Index, Player, std::vector<OutcomeValue>& out) const = 0;
    /// Whether moves have names (`NamesMoves`): `for_each_named_move` gives all of them then, and nothing otherwise.
    virtual bool names_moves() const = 0;
    /// Calls `f` with what each move of `mover` leads to, and with the move's name, once a move, in the order of the
    /// rules: from the position that has this text, written as the game writes it. Where play has stopped, the moves
    /// that win at once (`NamesFinishingMoves`), perhaps to what is no position (`over_text`, lost); else none.
    virtual void for_each_named_move(const AskedPosition&, Player mover,
                                     const std::function<void(AskedPosition&&, std::string_view name)>& f) const = 0;
    /// What the notation of `engine_names` is called; empty where there is none (`HasEngineNames`).
    virtual std::string_view engine_notation() const = 0;
    /// The names that programs give the moves, in the order of `for_each_named_move`; none where there is no notation.
    virtual std::vector<std::string> engine_names(const AskedPosition&, Player mover) const = 0;
    /// Calls `f` with the parts of every option, one a move, in the order of the rules; in whole form that is one.
    virtual void for_each_option(Index, Player, const std::function<void(std::span<const Index>)>& f) const = 0;
    /// The value for `mover` where play has stopped, or nothing. For games in whole form only.
    virtual std::optional<OutcomeValue> terminal(Index, Play, Player mover = Player::left) const = 0;
    virtual std::optional<Index> start() const = 0;
    /// Whether the rules know a position with the other player to move (`HasPassed`).
    virtual bool can_pass() const = 0;
    /// The index of that position; `no_index` where there is none, and in games that do not know it.
    virtual Index passed(Index) const = 0;
    /// Its text, where `format(index)` is that of the position itself. Throws `Error{not_applicable}` where there is
    /// none.
    virtual std::string format_passed(Index) const = 0;
    /// A picture of one or more lines; the plain text where the rules draw none.
    virtual std::string picture(const AskedPosition&) const = 0;
    /// A drawing: its own, or the picture.
    virtual Drawing drawing(const AskedPosition&) const = 0;
    /// `for_each_reachable` of the ruleset. Throws `Error{not_applicable}` for games without a start, for sums, and for
    /// what is settled and has no text.
    virtual std::vector<ReachedSettled> for_each_reachable(Player first,
                                                           const std::function<void(const ReachedIndex&)>& f) const = 0;

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
[[noreturn]] void throw_no_passing(std::string_view family);
[[noreturn]] void throw_settled(std::string_view text, const OutcomeValue& value);
[[noreturn]] void throw_not_explored(std::string_view family);
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
        [[maybe_unused]] Player first,
        [[maybe_unused]] const std::function<void(const ReachedIndex&)>& f) const override {
        if constexpr (!HasStart<R>)
            detail::throw_no_start(R::family);
        else if constexpr (Ruleset<R> && (NamesMoves<R> || !HasSettledOptions<R>))
            return mexbase::for_each_reachable(rules_, first, f);
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
