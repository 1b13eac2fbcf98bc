// SPDX-License-Identifier: MIT
/// \file
/// The class `Game`, which hides the type of a ruleset. It parses and prints positions and lists options. Loops over
/// millions of positions use the interface `Moves`, which reads many positions per call.
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
#include "../board/graph_drawing.hpp"
#include "../value/period.hpp"
#include "../value/value_kind.hpp"
#include "has.hpp"
#include "moves.hpp"
#include "place.hpp"

namespace mexbase {

class Board;
struct Colouring;
struct HeapGame;
struct SearchedBoard;
struct WordGame;

/// Returns an address that identifies ruleset type R. `rules_of` uses it to get the ruleset of a `Game`.
template <class R>
const void* rules_tag() {
    static const char tag = 0;
    return &tag;
}

/// Number of reachable positions that have `value` but no index (`Has::settled_options`).
struct ReachedSettled {
    OutcomeValue value;
    std::uint64_t count = 0;
    std::string example;  ///< the text of one of them
};

/// Number of reachable positions that have the same index and the same player to move.
struct ReachedIndex {
    Index index = 0;
    Player mover = Player::left;  ///< the player to move; always left in impartial games
    std::uint64_t count = 0;      ///< number of reachable positions (see `Has::images`)
    unsigned image = 0;           ///< image number of one of these positions
};

using EachParts = std::function<void(std::span<const Index> parts)>;
using EachNamedMove = std::function<void(ResolvedPosition&&, std::string_view name)>;
using EachReached = std::function<void(const ReachedIndex&)>;

/// A position as users see it. Positions of equal value, called images, may share an index (`Has::images`).
struct SeenPosition {
    Index index = no_index;               ///< its rank; `no_index` if it has only a value
    unsigned image = 0;                   ///< its number among the images of the index; 0 without images
    std::optional<OutcomeValue> settled;  ///< its value, if it has no index (`Has::settled_options`)
    std::string text;                     ///< its text, if it was requested or the position has no index
};
/// Selects the members of `SeenPosition` to fill in: `index`, or `index` and `image`, or these two and `text`.
enum class SeenDetail : std::uint8_t { index, image, text };
using EachSeenMove = std::function<void(const SeenPosition& to, std::string_view name)>;

/// The position after a pass, in which only the player to move has changed (`Has::passed`).
struct PassedPosition {
    Index index = no_index;  ///< `no_index` if there is no such position
    std::string text;
    std::string text_back;  ///< text of the position reached by passing twice; empty if there is none
};

/// Callback with a visited index and the rank of its position. Both numbers are equal if the rules are correct.
using EachVisit = std::function<void(Index, Index rank)>;

/// Text that replaces a position if a move ended play and left no position (a lion was captured).
inline constexpr std::string_view over_text = "(over)";

/// Facts about a game that hold at every position.
struct GameFacts {
    std::string_view family;
    unsigned rules_version = 0;
    const void* tag = nullptr;  ///< `rules_tag` of its ruleset
    /// Kinds of value that games of this ruleset may have, the most usual first.
    std::span<const ValueKind> kinds;
    Has has;                           ///< which optional members its ruleset has
    unsigned images = 0;               ///< `images()`; 0 without `Has::images`
    Index numbers = 0;                 ///< `numbers()`; 0 without `Has::numbered_moves`
    std::string_view engine_notation;  ///< see `Has::engine_names`
};

/// A game: a family with its parameters. Immutable and thread-safe. `GameOf` implements the functions that need the
/// ruleset.
class Game : public Moves {
  public:
    const GameFacts& facts() const { return facts_; }
    std::string_view family() const { return facts_.family; }
    unsigned rules_version() const { return facts_.rules_version; }
    /// Returns the number of indices that users may query: 0..queryable_size()-1.
    Index queryable_size() const { return traits().queryable_size; }
    virtual bool legal(Index i) const { return i < size(); }
    const void* tag() const { return facts_.tag; }
    /// Returns true if indices from `size()` on are positions too. This holds in heap games: a heap may have any size.
    bool extends_past_table() const { return facts_.has.heap_game; }
    /// Returns the ranges of indices that are numbers in mixed radix (`Has::digit_ranges`); may be empty.
    virtual std::vector<DigitRange> digit_ranges() const { return {}; }
    /// Returns this game as a taking-and-breaking game (`Has::heap_game`), or `std::nullopt`.
    virtual std::optional<HeapGame> heap_game() const;
    /// Returns this game as a game on words of colours (`Has::word_game`), or `std::nullopt`. Borrows this object.
    virtual std::optional<WordGame> word_game() const;
    /// Returns the theorem that can prove that the values are periodic, or `std::nullopt` if no theorem applies.
    std::optional<PeriodTheorem> period_theorem() const;
    /// Returns true if a move to this position ends the whole sum (`Has::ends_race`). Call it only if `traits().races`.
    virtual bool ends_race(Index) const { return false; }
    bool partizan() const { return traits().partizan; }
    /// Returns true if every option is a single position and not a sum (the whole form). If not, `options` throws.
    bool whole() const { return traits().whole; }

    /// Returns the location of the position or sum that `text` names. `text` may be `start`, or `#N` for index N. In
    /// heap games with periodic values, `repetition` has the period. It replaces an index of 20 digits or more by a
    /// small index of equal value. Throws `Error{bad_position}`. Throws `Error{out_of_domain}` for an index that is not
    /// a position below `limit`.
    PositionLocation find(std::string_view text, Index limit, const Repetition* repetition = nullptr) const;
    /// Like `find`, but also returns the text of the named position, which `for_each_named_move` needs.
    ResolvedPosition resolve(std::string_view text, Index limit, const Repetition* repetition = nullptr) const;
    /// Returns the index of the position that `text` names, below `queryable_size()`. Throws as `parse_sum` does, and
    /// `Error{bad_position}` for a sum of several positions.
    Index parse(std::string_view text) const;
    /// Returns the indices of the parts of the named sum. If options are never sums, there is exactly one part. Throws
    /// as `find` does, and `Error{out_of_domain}` for a position without an index.
    std::vector<Index> parse_sum(std::string_view text, Index limit, const Repetition* repetition = nullptr) const;
    /// Returns the texts of the parts, joined by `+`.
    std::string format_sum(std::span<const Index> parts) const;
    /// Returns the text of a legal index. If it stands for several positions (`Has::images`), `image` selects one.
    virtual std::string format(Index, unsigned image = 0) const = 0;
    using Moves::options;
    /// Replaces `out` by the indices of the options, one per move, in the order of the rules. Throws unless `whole()`.
    virtual void options(Index, Player, std::vector<Index>& out) const = 0;
    /// Replaces `out` by the values of the options that have no index (`Has::settled_options`), in the rules' order.
    virtual void settled_options(Index, Player, std::vector<OutcomeValue>& out) const { out.clear(); }
    /// Returns true if moves have names (`Has::named_moves`). If not, `for_each_named_move` does not call `f`.
    bool names_moves() const { return facts_.has.named_moves; }
    /// Calls `f` once per move of `mover`, in the order of the rules, with the position after the move and the move's
    /// name. Starts from exactly the given position, even if its index stands for several (`Has::images`). At terminal
    /// positions, only the moves that win at once are listed (`Has::finishing_moves`). If such a move leaves no
    /// position, `f` gets `over_text` and a lost value instead.
    void for_each_named_move(const ResolvedPosition&, Player mover, const EachNamedMove& f) const;
    /// Returns the name of the notation in which `engine_names` writes moves, or an empty text without notation.
    std::string_view engine_notation() const { return facts_.engine_notation; }
    /// Returns the names of the moves in other programs (`engine_notation`), in the order of `for_each_named_move`.
    /// Empty if there is no such notation, and at terminal positions.
    std::vector<std::string> engine_names(const ResolvedPosition&, Player mover) const;
    /// Calls `f` once per move, in the order of the rules, with the positions whose sum is the option. Without
    /// `Has::split_options` this is one position.
    void for_each_option(Index, Player, const EachParts& f) const;
    /// Returns the value for `mover` if the position is terminal, or `std::nullopt`. Throws unless `whole()`.
    std::optional<OutcomeValue> terminal(Index, Play, Player mover = Player::left) const;
    /// Returns the value if the rules stop play although moves may exist (`Has::terminal`), or `std::nullopt`.
    virtual std::optional<OutcomeValue> stopped(Index, Player) const { return {}; }
    /// Returns the number of options past the bound (`Has::leaves_bound`), even if the position is terminal.
    virtual std::uint64_t leaves_bound(Index) const { return 0; }
    std::optional<Index> start() const;
    /// Returns true if the rules can give the position with the other player to move (`Has::passed`).
    bool can_pass() const { return facts_.has.passed; }
    /// Returns the index of the same position with the other player to move, or `no_index` if there is none.
    virtual Index passed(Index) const { return no_index; }
    /// Returns the text of the position after a pass from i. Throws `Error{not_applicable}` if no pass is possible.
    std::string format_passed(Index) const;
    /// Returns a picture of one or more lines, or the plain text if the rules draw none.
    std::string picture(const ResolvedPosition& asked) const {
        return facts_.has.picture && is_one_position(asked) ? picture_of(asked) : asked.text;
    }
    /// Returns the drawing that the rules make, for a sum the drawings of its parts side by side. If the rules make
    /// none, returns a drawing of the text `picture`. `layout` places the nodes of graphs, and `label` is called for
    /// the places of a token (see `drawing_of_graph`). Other drawings have no labels.
    Drawing drawing(const ResolvedPosition& asked, const GraphLayout& layout = {},
                    const PositionLabel& label = {}) const;
    /// Explores the positions that are reachable from the start with `first` to move. Calls `f` in the order of the
    /// indices, once per index and player to move. Returns the counts of the positions without an index. Each reachable
    /// image of an index (a position that it stands for, `Has::images`) counts as one position. In partizan games it
    /// counts once for each player who may be to move. Positions without an index are distinguished by their texts.
    /// Terminal positions are counted, but their moves are not followed. Moves past a bound are ignored.
    ///
    /// Memory: two bits per combination of index, image and player to move, and the texts of positions without an
    /// index. The number of images times the number of players is rounded up to a power of two. With
    /// `Has::numbered_moves`, positions without an index take one bit per number and image instead of their texts. The
    /// result does not depend on the number of threads. Throws `Error{not_applicable}` for games without a start, for
    /// sums, and for a position that has neither index nor text; `Error{out_of_memory}`.
    std::vector<ReachedSettled> for_each_reachable(Player first, unsigned threads, const EachReached& f) const;

    /// Appends the components of the position: indivisible positions whose sum has the value of the position.
    virtual void add_components(Index i, std::vector<Index>& out) const { out.push_back(i); }
    /// Returns the board of a game that is searched component by component, or `std::nullopt`. It borrows the game.
    virtual std::optional<SearchedBoard> searched_board() const;
    /// Returns the position as a colouring of the board that `searched_board` returns. Call it only if there is one.
    virtual Colouring colouring(Index) const;

    // The next members are called to count reachable positions and to check rules. The images of an index are the
    // positions that it stands for, numbered 0..images-1. Image 0 is the position that `unrank` gives.

    /// Returns an image of an index, with the rank, image number and text that the rules give it.
    virtual SeenPosition seen(Index, unsigned image) const = 0;
    /// Returns the position that a text names, with the text that the game writes for it. Throws `Error{bad_position}`.
    virtual SeenPosition read_seen(std::string_view text) const = 0;
    /// Calls `f` with each named move from the given images of an index. Terminal positions have no moves.
    virtual void for_each_seen_move(Index, std::span<const unsigned>, Player, SeenDetail, const EachSeenMove&) const {}
    /// Image numbers stand for symmetries. Returns the number of the symmetry g after h (`Has::compose`).
    virtual unsigned compose(unsigned, unsigned) const { return 0; }
    /// Returns the smallest h such that images h and g of a position are equal. The arguments are an index or a number
    /// (`Has::numbered_moves`), and g. Call it only for games with images.
    virtual unsigned least_image(Index, unsigned) const { return 0; }
    /// Returns true if two images of an index or of a number (`Has::numbered_moves`) may be the same position.
    virtual bool has_equal_images(Index) const { return false; }
    /// Replaces `out` by the targets of the moves from image 0 of an index (`Has::numbered_moves`), two elements each:
    /// number and image. Leaves `out` empty at terminal positions.
    virtual void numbered_moves(Index, Player, Flat& out) const { out.clear(); }
    /// Returns the value of the positions without an index that have this number (`Has::numbered_moves`).
    virtual OutcomeValue numbered_value(Index) const { return {}; }
    /// Returns the text of an image of a number (`Has::numbered_moves`); the arguments are the number and the image.
    virtual std::string format_numbered(Index, unsigned) const { return {}; }
    /// Returns the position after a pass (`Has::passed`) from an image of an index.
    virtual PassedPosition passed_image(Index, unsigned) const { return {}; }

    // Members that only the check of rules uses.

    /// Returns `rank(unrank(i))`, which is i if the rules are correct.
    virtual Index rank_again(Index i) const { return i; }
    /// Visits the indices in [first, last) by the ruleset's `for_each_position`. Call it only if the ruleset has that.
    virtual void walk(Index, Index, const EachVisit&) const {}
    /// Visits positions first..last-1 of a layer, if there are layers. The arguments are layer, first and last.
    virtual void walk_layer(Index, Index, Index, const EachVisit&) const {}

    const std::string& spec() const { return spec_; }
    /// The board of the game, read from a file or named by its family (`path-9`), or null.
    const std::shared_ptr<const Board>& board() const { return board_; }

  protected:
    Game(const GameFacts& facts, GameTraits traits, std::string spec, std::shared_ptr<const Board> board)
        : Moves(std::move(traits)), facts_(facts), spec_(std::move(spec)), board_(std::move(board)) {}

    /// Throws `Error{out_of_domain}` if the index is out of range, as it may be in a damaged table.
    void require(Index) const;

    // Functions that call the ruleset. Those for optional members are called only if `facts().has` has the flag.

    /// Returns the position that a text names; `start` is allowed. Fills in `ResolvedPosition::text` only if `own_text`
    /// is true. If it is false and the game has `Has::parse_sum`, the text may be a sum, and its parts are returned.
    virtual ResolvedPosition read(std::string_view text, bool own_text) const = 0;
    virtual void for_each_split_option(Index, Player, const EachParts&) const {}
    virtual void for_each_move_of(std::string_view, Player, const EachNamedMove&) const {}
    virtual void for_each_finishing_move_of(std::string_view, Player, const EachNamedMove&) const {}
    virtual std::vector<std::string> engine_names_of(std::string_view, Player) const { return {}; }
    virtual std::string picture_of(const ResolvedPosition&) const { return {}; }
    /// Returns the drawing of one position, or `std::nullopt` if the rules make none.
    virtual std::optional<Drawing> drawing_of(const ResolvedPosition&, const GraphLayout&, const PositionLabel&) const {
        return {};
    }
    /// Returns true if positions must be kept as texts, because an index may not determine the text.
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
/// Reads an index that is written as `#N`. Returns `std::nullopt` for other texts.
std::optional<Index> parse_index(std::string_view text);
[[noreturn]] void throw_no_start(std::string_view family);
[[noreturn]] void throw_settled(std::string_view text, const OutcomeValue& value);
[[noreturn]] void throw_no_whole_form(std::string_view family);
std::vector<std::string_view> split_sum(std::string_view text);
}  // namespace detail

}  // namespace mexbase
