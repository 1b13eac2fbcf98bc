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
#include "place.hpp"
#include "reachable.hpp"
#include "ruleset.hpp"

namespace mexbase {

/// Which type of ruleset a game is of, for jobs that need the type back.
template <class R>
const void* rules_tag() {
    static const char tag = 0;
    return &tag;
}

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
    virtual std::vector<ReachedSettled> for_each_reachable(Player first, unsigned threads,
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

}  // namespace mexbase
