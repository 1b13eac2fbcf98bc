// SPDX-License-Identifier: MIT
/// \file
/// The optional members of a ruleset.
#pragma once

namespace mexbase {

/// The optional members of a ruleset. A ruleset lists its optional members in one constant:
///
///     static constexpr mexbase::Has has{.predecessors = true, .start = true};
///
/// Each flag stands for the members that its comment names. If a flag is set, its members must be public and have the
/// given types. A public member without its flag does not compile either. In a class template, a flag may depend on the
/// template arguments. Its member then has a `requires` clause.
///
/// In the comments, `i` is the index of a position `p`, so p = unrank(i), and `mover` is the player to move.
struct Has {
    /// `for_each_option(i, p, player, f)` calls `f` with the index of each option of p, once per move (the *whole
    /// form*). Two moves to the same position are two calls. Options are legal indices. The function never allocates
    /// memory. If symmetric positions share an index, two moves may count as one. `for_each_predecessor` must then
    /// count in the same way. Only rulesets with split options may clear the flag.
    bool options = true;
    /// `for_each_split_option(i, p, player, f)` calls `f` once per option with the indices of its parts. The argument
    /// is a `std::span<const Index>` of at least one index, valid during the call. In this *split form*, an option is
    /// the sum of its parts. The function never allocates memory. Both forms of a ruleset must give the same values.
    bool split_options = false;
    /// `std::vector<Position> parse_sum(std::string_view)` reads a sum in the game's own notation and returns its
    /// parts, at least one. Needs split options. Without the flag, a sum is written as positions joined by `+`.
    bool parse_sum = false;
    /// `HeapGame heap_game()` returns the taking-and-breaking game, and the difference between heap size and index. The
    /// game includes moves that need larger heaps than the table has. Indices from `size()` on have positions too, with
    /// options and texts. Without `parse_sum`, the text of a position is its index in decimal.
    bool heap_game = false;
    /// `WordGame word_game()`: a position is a word, which gives each vertex of a board a colour.
    bool word_game = false;

    /// Options, or their parts, always have smaller indices, so the game is loop-free. No member belongs to this flag.
    bool options_descend = false;
    /// Positions are divided into layers, and every option is in a lower layer, so the game is loop-free. `Index
    /// layers()` counts the layers, `Index layer_size(l)` the positions of layer l. `for_each_in_layer(l, first, last,
    /// f)` calls `f(index, position)` for positions number first..last-1 of layer l.
    bool layers = false;
    /// A move goes any distance back along a line, as a queen moves along rows, columns and diagonals. The options of a
    /// position, with repetitions, are the positions of smaller index on each of its lines. `Index line_count()` counts
    /// the lines; `for_each_line(i, p, f)` calls `f` with the number of each line that p is on. A solver then does one
    /// step per line, not one per option. Needs `options_descend`.
    bool lines = false;
    /// `for_each_predecessor(i, p, player, f)` calls `f` with the index of each position that has p as an option of
    /// that player, once per such move. It lists only legal positions that are not terminal with that player to move.
    bool predecessors = false;

    /// `std::optional<OutcomeValue> terminal(i, p, mover)` returns the value for the mover if the rules end play at p,
    /// even if moves exist. Otherwise it returns `std::nullopt`.
    /// - The remoteness is usually 0. It is greater if the end is certain but comes after positions without an index: a
    ///   lion that can be taken gives win 1. The value may be a tie, or a draw (stalemate in chess).
    /// - In a partizan game it may differ between the players: a hare that has escaped has won, and the hounds have
    ///   lost. In an impartial game it is the same for both.
    /// - In misère play the value is used unchanged.
    /// - A game with this flag has outcomes, but no values in sums. Options listed at a terminal position are ignored.
    bool terminal = false;
    /// Some options have a known value and no index: positions at which play is over, or certain to end.
    /// `for_each_settled_option(i, p, player, f)` calls `f` with the value of each such option for the player to move
    /// there; `for_each_option` skips them. `std::optional<OutcomeValue> settled(p)` is the value of a position without
    /// an index, or `std::nullopt` if p has an index. Positions without an index can be parsed and formatted like
    /// others, but not ranked. Impartial games only.
    bool settled_options = false;
    /// The game is infinite, and only positions within a bound have indices. `std::uint64_t leaves_bound(i, p)` counts
    /// the options past the bound. `for_each_option` skips these options. A win or a loss is proven only if it does not
    /// depend on them. Other outcomes may be unknown. Excludes `slices` and `settled_options`.
    bool leaves_bound = false;
    /// Play past the bound may end in a tie, so an unknown outcome may be a tie. No member belongs to this flag.
    bool ties_beyond = false;
    /// `bool partizan()`: true if Left's and Right's moves, or their values from `terminal`, differ in this game.
    /// Without this flag, a ruleset is impartial.
    bool partizan = false;
    /// Sums are races: the first component to end also ends the sum, and the player who ended it wins. `bool
    /// ends_race(p)` is true if a component ends at p.
    bool ends_race = false;

    /// Indices are divided into slices by a quantity that never grows, such as the number of pieces on the board.
    /// `Index slices()` counts the slices, and `Slice slice(k)` is slice k. The slices are consecutive ranges that
    /// cover all indices. Options are in the position's own slice or in an earlier one. `for_each_predecessor` lists
    /// only positions of the same slice, so captures need not be reversed. Impartial games only.
    bool slices = false;
    /// An optional speed-up. `std::uint64_t for_each_lower_option(i, p, f)` calls `f` with the index of each option in
    /// an earlier slice than p. It returns the number of options in the slice of p, as `for_each_option` lists them.
    bool lower_options = false;
    /// If a table stores distances to an exit (`Distance::exit`), `R with_exits()` makes the game with the same
    /// positions in other slices. Every move up to which plies are counted leaves its slice. Without this flag, such
    /// tables have the same slices. `exit_limit`, a `std::uint64_t`, is the greatest distance that lets the exit keep
    /// the outcome (`GameTraits::exit_limit`).
    bool exits = false;
    /// `std::vector<DigitRange> digit_ranges()`: ranges of indices that are numbers in mixed radix. A table may store
    /// the digits in another order, to become smaller. Ranges ascend and do not overlap. They may leave gaps.
    bool digit_ranges = false;
    /// `Index queryable_size()`: users may query the indices below it. The others are stored because they are options.
    bool queryable_size = false;

    /// `Position start()`: the start position.
    bool start = false;
    /// Moves have names. `for_each_named_move(p, player, f)` calls `f(position, name)` with the position after each
    /// move of p and the move's name (`b1-c3`), once per move, including the moves to unindexed options
    /// (`settled_options`). The names at one position differ. It is not called at terminal positions. The position
    /// after the move is the exact one, even if its index stands for several (`images`). The function may be slow.
    bool named_moves = false;
    /// Names the moves that win at once at positions for which `terminal` or `settled` gives win 1.
    /// `for_each_finishing_move(p, player, f)` calls `f(std::optional<Position>, name)` for each such move, at least
    /// one, with different names. The position after the move is lost for the opponent, with remoteness 0. It is
    /// `std::nullopt` if no position is left (a lion was taken). Solvers do not use it.
    bool finishing_moves = false;
    /// Each move has a second name, which other programs (engines) use. `engine_notation`, a `std::string_view`, names
    /// the notation (`uci`); `std::vector<std::string> engine_names(p, player)` are the names in the order of
    /// `for_each_named_move`.
    bool engine_names = false;
    /// An index stands for several positions of equal value, such as those that a symmetry of the board leads to, or
    /// those that differ in which player is White. These positions are the images of the index. `unsigned images()` is
    /// their number. `Position position(i, g)`, for g = 0..images()-1, is image g, where image 0 is unrank(i); two
    /// images may be the same position. `unsigned image(p)` is the smallest g with position(rank(p), g) == p.
    bool images = false;
    /// Speeds up the count of reachable positions. The images of an index are numbered by the elements of a group,
    /// whose unit has the number 0, and `unsigned compose(g, h)` is the number of g after h. The moves from image g
    /// must be those from image 0 with g applied: as many moves lead from position(i, 0) to position(j, h) as from
    /// position(i, g) to position(j, compose(g, h)). This must hold for all j and h, and each g that `image` returns
    /// for index i.
    bool compose = false;
    /// Speeds up the count of reachable positions further: every target of a move has a number, so no texts are needed.
    /// The numbers below `size()` are the indices; each number from `size()` on stands for positions without an index
    /// that are images of each other.
    /// - `Index numbers()` counts the numbers. `Position numbered(n, g)` is image g of number n, as `position` is for
    ///   an index. `unsigned least_image(n, g)` is the smallest h with numbered(n, h) == numbered(n, g).
    /// - `OutcomeValue numbered_value(n)` is the value of a position without an index that a move leads to.
    /// - `for_each_numbered_move(i, p, player, f)` calls `f(n, h)` for each move of p to numbered(n, h); p is not
    ///   terminal. Moves that lead to one position may count as one. Images of positions without an index compose in
    ///   the same way.
    bool numbered_moves = false;
    /// Positions include the player to move. `std::optional<Position> passed(p)`, for a p with an index, is p with the
    /// other player to move. It has an index too, and passing again gives p. It is `std::nullopt` if the other player
    /// may not be to move (in chess, while the player to move is in check), or if passing would lose something (a right
    /// to capture en passant). If two positions are images of the same index, so are the positions after the pass. p
    /// may be terminal. The flag is needed to find zugzwangs. Impartial games only.
    bool passed = false;
    /// `std::string picture(p)`: the position in one or more lines of text.
    bool picture = false;
    /// `Drawing drawing(p)`: the position as a `Drawing` (`lib/board/drawing.hpp`).
    bool drawing = false;
    /// `GraphDrawing graph_drawing(p)`: the position as a graph without places (`lib/board/graph_drawing.hpp`). A
    /// layout places the nodes. A ruleset has this member or `drawing`, not both.
    bool graph_drawing = false;

    /// An optional speed-up: `for_each_position(first, last, f)` calls `f(index, position)` for each legal index in
    /// [first, last), in order, faster than by `unrank`.
    bool positions = false;
    /// An optional speed-up: `std::uint64_t option_count(i, p)` counts the options of impartial rules.
    bool option_count = false;
    /// An optional speed-up: `for_each_move(p, player, f)` calls `f` with the position after each move, and `bool
    /// can_move(p)` is false if p has no move. A conjoined game then need not rank and unrank.
    bool moves = false;
    /// An optional speed-up: `for_each_component(p, f)` calls `f` with the indices of the components of p: positions
    /// whose disjunctive sum has the value of p, perhaps none if that value is 0. A component cannot be divided
    /// further. A search stores the values of components only, so it stores fewer positions.
    bool components = false;
    /// A colouring game that is searched by components: `static constexpr ColouringGame searched` identifies the game,
    /// `Colouring colouring(p)` gives a position as sets of vertices of `board()`, which has `neighbours()`.
    bool searched = false;

    /// `static constexpr std::array value_kinds{ValueKind::…}`: the kinds of value that users may request, the default
    /// first. Without this flag, users may request all kinds that the other flags allow.
    bool value_kinds = false;
    /// `static void normalise(Parameters&)` rewrites accepted parameters, so that equal games have equal specs.
    bool normalise = false;
    /// `static std::unique_ptr<Game> make_game(Parameters)` makes a game with one of several rulesets of a family.
    bool make_game = false;
    /// Each table holds one group of positions, as a chess table holds one combination of pieces.
    /// - `static std::string table_group(std::string_view position)`: the group of the position, or empty if the text
    ///   is not a position. Throws nothing but `std::bad_alloc`.
    /// - `static bool may_hold(const Parameters&, std::string_view sort)`: false if the game with these parameters has
    ///   no position of group `sort`. It may return true too often.
    bool table_group = false;
};

}  // namespace mexbase
