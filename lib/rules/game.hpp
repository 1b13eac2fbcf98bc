/// \file
/// A game without the type of its ruleset: what users need of one position at a time, such as parsing, printing and
/// listing options. Loops over millions of positions read `Moves`.
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
#include "../value/value_kind.hpp"
#include "has.hpp"
#include "moves.hpp"
#include "place.hpp"

namespace mexbase {

class Board;
struct Colouring;
struct DigitRange;
struct HeapGame;
struct SearchedBoard;
struct WordGame;

/// Which type of ruleset a game is of, for jobs that need the type back.
template <class R>
const void* rules_tag() {
    static const char tag = 0;
    return &tag;
}

/// Positions without an index that play reaches (see `Has::settled_options`), all of one value.
struct ReachedSettled {
    OutcomeValue value;
    std::uint64_t count = 0;
    std::string example;  ///< the text of one
};

/// An index that play reaches.
struct ReachedIndex {
    Index index = 0;
    Player mover = Player::left;  ///< who is to move there; always left in impartial games
    std::uint64_t count = 0;      ///< how many positions that it stands for are reached (see `Has::images`)
    unsigned image = 0;           ///< the number of one of them
};

/// What is called for each option, each move with a name, and each index that play reaches.
using EachParts = std::function<void(std::span<const Index> parts)>;
using EachNamedMove = std::function<void(ResolvedPosition&&, std::string_view name)>;
using EachReached = std::function<void(const ReachedIndex&)>;

/// A position as people see it: one of those that its index stands for (`Has::images`).
struct SeenPosition {
    Index index = no_index;               ///< its rank; `no_index` if it is settled
    unsigned image = 0;                   ///< its image, as the rules say; 0 without images
    std::optional<OutcomeValue> settled;  ///< its value, if it has no index (`Has::settled_options`)
    std::string text;                     ///< its text, if that was asked for or the position is settled
};
/// Members of a `SeenPosition` with an index that are filled in: each value includes those before it.
enum class SeenDetail : std::uint8_t { index, image, text };
using EachSeenMove = std::function<void(const SeenPosition& to, std::string_view name)>;

/// A position with the other player to move (`Has::passed`).
struct PassedPosition {
    Index index = no_index;  ///< `no_index` if the rules know no such position
    std::string text;
    std::string text_back;  ///< the text of what it passes to in turn; empty if there is nothing
};

/// Is called with an index that rules visit and the rank of the position that comes with it.
using EachVisit = std::function<void(Index, Index rank)>;

/// What stands for the text of what is left after a move that ended play and left no position (a lion was taken).
inline constexpr std::string_view over_text = "(over)";

/// What a game says of itself, whatever the position.
struct GameFacts {
    std::string_view family;
    unsigned rules_version = 0;
    const void* tag = nullptr;  ///< `rules_tag` of its ruleset
    /// The kinds of value that games of this ruleset may have, the most usual first.
    std::span<const ValueKind> kinds;
    Has has;                           ///< which optional members its ruleset has
    unsigned images = 0;               ///< `images()`; 0 without `Has::images`
    Index numbers = 0;                 ///< `numbers()`; 0 without `Has::numbered_moves`
    std::string_view engine_notation;  ///< see `Has::engine_names`
};

/// One game: a family with its parameters. Immutable and thread-safe. What is the same for all games is here; what only
/// the ruleset knows is asked of `GameOf`.
class Game : public Moves {
  public:
    const GameFacts& facts() const { return facts_; }
    std::string_view family() const { return facts_.family; }
    unsigned rules_version() const { return facts_.rules_version; }
    /// Indices that may be asked for: 0..queryable_size()-1.
    Index queryable_size() const { return traits().queryable_size; }
    virtual bool legal(Index i) const { return i < size(); }
    /// `rules_tag` of its ruleset.
    const void* tag() const { return facts_.tag; }
    /// Whether positions past `size()` follow the same rules, as heaps do: they have options and texts.
    bool extends_past_table() const { return facts_.has.heap_game; }
    /// The digits that indices are made of (`Has::digit_ranges`); empty if the rules do not say.
    virtual std::vector<DigitRange> digit_ranges() const;
    /// The taking-and-breaking game that this is (`Has::heap_game`), or nothing.
    virtual std::optional<HeapGame> heap_game() const;
    /// The words that the positions are (`Has::word_game`), or nothing. Borrows the game.
    virtual std::optional<WordGame> word_game() const;
    /// The theorem that proves periods of the values by index, or nothing.
    std::optional<PeriodTheorem> period_theorem() const;
    /// Whether a component has come to its end, which ends a race (`Has::ends_race`). Only if `traits().races`.
    virtual bool ends_race(Index) const { return false; }
    /// Whether Left's and Right's moves differ.
    bool partizan() const { return traits().partizan; }
    /// Whether an option is one position (`options` answers), or a sum of positions.
    bool whole() const { return traits().whole; }

    /// Where the table has the position, or the sum of positions, that people write so, `start` and `#N` included.
    /// Indices below `limit` may be named. With `repetition`, numbers of any length may be, and long ones are reduced
    /// by it. Throws `Error{bad_position}`, or `Error{out_of_domain}` for an index or position past the limit.
    PositionLocation find(std::string_view text, Index limit, const Repetition* repetition = nullptr) const;
    /// The same with the position's own text: what follows is to be played from there.
    ResolvedPosition resolve(std::string_view text, Index limit, const Repetition* repetition = nullptr) const;
    /// The index of one position with an index, below `queryable_size()`; errors as for `find`.
    Index parse(std::string_view text) const;
    /// The indices of the parts of a sum of positions, at least one; a game in whole form has exactly one. As `find`,
    /// but that a position without an index is `out_of_domain`.
    std::vector<Index> parse_sum(std::string_view text, Index limit, const Repetition* repetition = nullptr) const;
    /// The text of a sum: those of its parts, joined by `+`.
    std::string format_sum(std::span<const Index> parts) const;
    /// The text of a legal index: of one of the positions that it stands for (`Has::images`).
    virtual std::string format(Index, unsigned image = 0) const = 0;
    using Moves::options;
    /// Replaces `out` by the indices of the options, one a move, in order. For games in whole form only.
    virtual void options(Index, Player, std::vector<Index>& out) const = 0;
    /// Replaces `out` by the values of the options without an index (`Has::settled_options`), in order.
    virtual void settled_options(Index, Player, std::vector<OutcomeValue>& out) const { out.clear(); }
    /// Whether moves have names (`Has::named_moves`). If not, `for_each_named_move` calls nothing.
    bool names_moves() const { return facts_.has.named_moves; }
    /// Calls `f` with what each move of `mover` leads to, and with the move's name, once a move, in the order of the
    /// rules: from the position that has this text, written as the game writes it. Where play has stopped, the moves
    /// that win at once (`Has::finishing_moves`), perhaps to what is no position (`over_text`, lost); else none.
    void for_each_named_move(const ResolvedPosition&, Player mover, const EachNamedMove& f) const;
    /// What the notation of `engine_names` is called; empty where there is none (`Has::engine_names`).
    std::string_view engine_notation() const { return facts_.engine_notation; }
    /// The names that programs give the moves, in the order of `for_each_named_move`; none where there is no notation.
    std::vector<std::string> engine_names(const ResolvedPosition&, Player mover) const;
    /// Calls `f` with the parts of every option, one a move, in the order of the rules; in whole form that is one.
    void for_each_option(Index, Player, const EachParts& f) const;
    /// The value for `mover` where play has stopped, or nothing. For games in whole form only.
    std::optional<OutcomeValue> terminal(Index, Play, Player mover = Player::left) const;
    /// The value that the rules give where play stops though moves may exist (`Has::terminal`), or nothing.
    virtual std::optional<OutcomeValue> stopped(Index, Player) const { return {}; }
    /// Number of options past the bound (`Has::leaves_bound`), also where play has stopped.
    virtual std::uint64_t leaves_bound(Index) const { return 0; }
    std::optional<Index> start() const;
    /// Whether the rules know a position with the other player to move (`Has::passed`).
    bool can_pass() const { return facts_.has.passed; }
    /// The index of that position; `no_index` where there is none, and in games that do not know it.
    virtual Index passed(Index) const { return no_index; }
    /// Its text, if `format(i)` is the position. Throws `Error{not_applicable}` if there is none.
    std::string format_passed(Index) const;
    /// A picture of one or more lines; the plain text where the rules draw none.
    std::string picture(const ResolvedPosition&) const;
    /// A drawing: its own, or the picture.
    Drawing drawing(const ResolvedPosition&) const;
    /// Explores what play from the start reaches, `first` to move, and calls `f` with a `ReachedIndex` for every index,
    /// in order; returns what has no index. Positions count as people see them: an index counts once for each of its
    /// images that is reached (`Has::images`; without images an index is a position), in partizan games once for each
    /// player who can be to move there, and a settled position once a text. Positions where play has stopped count and
    /// are not left, and moves past a bound lead nowhere.
    ///
    /// It takes two bits for each index and image, rounded up to a power of two images, and the texts of settled
    /// positions; where moves are numbered (`Has::numbered_moves`) a bit for each number and image instead of texts.
    /// Moves are asked for once a position reached; with `compose` once an index and each time that more of its images
    /// turn out to be reached. So many threads ask; what is found does not depend on how many. Throws
    /// `Error{not_applicable}` for games without a start, for sums, and for what is settled and has no text;
    /// `Error{out_of_memory}`.
    std::vector<ReachedSettled> for_each_reachable(Player first, unsigned threads, const EachReached& f) const;

    // Members that searches use.

    /// Appends positions whose disjunctive sum has the value of the position. Each is its own only component.
    virtual void add_components(Index i, std::vector<Index>& out) const { out.push_back(i); }
    /// The game that a search by components knows, or nothing. The neighbours live as long as this game.
    virtual std::optional<SearchedBoard> searched_board() const;
    /// The position on that board. Only if `searched_board`.
    virtual Colouring colouring(Index) const;

    // Members for positions as people see them: they count what play reaches, and the check of rules compares them.
    // Images are numbered 0..images-1, and image 0 of an index is the position of the index itself.

    /// An image of an index with its rank, image and text, as the rules give them for that position.
    virtual SeenPosition seen(Index, unsigned image) const = 0;
    /// The position that a text names, with the text that the game writes for it. Throws `Error{bad_position}`.
    virtual SeenPosition read_seen(std::string_view text) const = 0;
    /// Calls `f` with each named move (`Has::named_moves`) from the images of an index, image by image. Without moves
    /// where play has stopped.
    virtual void for_each_seen_move(Index, std::span<const unsigned>, Player, SeenDetail, const EachSeenMove&) const {}
    /// The image that is `g` after `h`. Only if `facts().has.compose`.
    virtual unsigned compose(unsigned, unsigned) const { return 0; }
    /// The least image that is the same position as image `g` of a number. Only with images.
    virtual unsigned least_image(Index, unsigned) const { return 0; }
    /// Returns true if two images of a number may be one position.
    virtual bool has_equal_images(Index) const { return false; }
    /// Replaces `out` by where the moves from image 0 of an index lead (`Has::numbered_moves`), two elements each: the
    /// number, and the image. By nothing where play has stopped.
    virtual void numbered_moves(Index, Player, Flat& out) const { out.clear(); }
    /// The value of settled positions with a number from `size()` on (`Has::numbered_moves`).
    virtual OutcomeValue numbered_value(Index) const { return {}; }
    /// The text of an image of a number (`Has::numbered_moves`).
    virtual std::string format_numbered(Index, unsigned) const { return {}; }
    /// Returns the position that an image of an index passes to (`Has::passed`).
    virtual PassedPosition passed_image(Index, unsigned) const { return {}; }

    // Members that only the check of rules uses.

    /// The rank of the position of an index.
    virtual Index rank_again(Index i) const { return i; }
    /// Visits a range as the hint `for_each_position` does. Only if `facts().has.positions`.
    virtual void walk(Index, Index, const EachVisit&) const {}
    /// Visits the positions numbered first..last-1 in a layer. Only if `order.layers`.
    virtual void walk_layer(Index, Index, Index, const EachVisit&) const {}

    /// The normalised spec.
    const std::string& spec() const { return spec_; }
    /// The board the game is played on, read from a file or named by its family (`path-9`); null where there is none.
    const std::shared_ptr<const Board>& board() const { return board_; }

  protected:
    Game(const GameFacts& facts, GameTraits traits, std::string spec, std::shared_ptr<const Board> board)
        : Moves(std::move(traits)), facts_(facts), spec_(std::move(spec)), board_(std::move(board)) {}

    /// Tables may come from anywhere: an index that no position has must not reach the rules.
    void require(Index) const;

    // What only the ruleset knows; asked where the facts say that it does.

    /// The position that a text names, `start` included where there is one; its text is the position's own if that is
    /// wanted, and nothing otherwise. With a `Has::parse_sum`, the parts of a sum whose own text is not wanted.
    virtual ResolvedPosition read(std::string_view text, bool own_text) const = 0;
    virtual void for_each_split_option(Index, Player, const EachParts&) const {}
    virtual void for_each_move_of(std::string_view, Player, const EachNamedMove&) const {}
    virtual void for_each_finishing_move_of(std::string_view, Player, const EachNamedMove&) const {}
    virtual std::vector<std::string> engine_names_of(std::string_view, Player) const { return {}; }
    virtual std::string picture_of(const ResolvedPosition&) const { return {}; }
    virtual Drawing drawing_of(const ResolvedPosition&) const { return {}; }
    /// Whether the text of an index may not be the text of the position that was asked for.
    bool has_own_texts() const { return facts_.has.named_moves || facts_.has.settled_options; }

  private:
    void require_below(Index limit, std::string_view text, std::span<const Index> parts) const;
    std::optional<OutcomeValue> stopped_value(const ResolvedPosition&, Player mover) const;
    bool is_one_position(const ResolvedPosition&) const;

    GameFacts facts_;
    std::string spec_;
    std::shared_ptr<const Board> board_;
};

namespace detail {
/// The common words of every game's positions: `#N` gives N; nothing for other texts.
std::optional<Index> parse_index(std::string_view text);
[[noreturn]] void throw_no_start(std::string_view family);
[[noreturn]] void throw_settled(std::string_view text, const OutcomeValue& value);
[[noreturn]] void throw_no_whole_form(std::string_view family);
/// The words of `text` between `+` signs.
std::vector<std::string_view> split_sum(std::string_view text);
}  // namespace detail

}  // namespace mexbase
