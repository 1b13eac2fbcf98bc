// SPDX-License-Identifier: MIT
/// \file
/// Boards of colouring games, and the text of their positions.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "../../board/colouring.hpp"
#include "../../board/graph_drawing.hpp"
#include "../../rank/words.hpp"
#include "../../rules/ruleset.hpp"
#include "../../rules/spec.hpp"
#include "../../value/outcome.hpp"

namespace mexbase {

/// Maximum number of vertices of a coloured board. A position then has at most 126 moves, two colours per vertex.
inline constexpr unsigned most_coloured_vertices = 63;

/// Maximum number of automorphisms with `Symmetry::all`. Ranking a word takes one step per automorphism and letter.
inline constexpr std::size_t most_automorphisms = 1024;

/// The kinds of value of a colouring game: three for its impartial form, then two for its partizan form. Within each
/// form, the most usual kind comes first.
inline constexpr std::array colouring_value_kinds{ValueKind::nimber, ValueKind::outcome, ValueKind::obliged,
                                                  ValueKind::canonical, ValueKind::partizan_outcome};

/// Keys that colouring games share in their specs (a spec is the text that names a game).
inline constexpr KeyHelp board_key{"board", "",
                                   "path-N, cycle-N, grid-MxN, star-N, complete-N, bipartite-MxN, or a graph file",
                                   "the board: an undirected graph of at most 63 vertices", KeyHelp::File::board};
inline constexpr std::array<std::string_view, 2> play_words = {"impartial", "partizan"};
inline constexpr KeyHelp play_key{
    .name = "play",
    .fallback = "partizan",
    .meaning = "impartial: either player may use either colour; partizan: Left only black, Right only white",
    .words = play_words};
inline constexpr std::array<std::string_view, 3> symmetry_words = {"none", "colours", "all"};
inline constexpr KeyHelp symmetry_key{
    .name = "symmetry",
    .fallback = "none",
    .meaning =
        "which positions are stored as one: with colours those that differ by an exchange of black and white, with all "
        "also those that differ by a symmetry of the board; partizan play allows only none",
    .scope = true,
    .words = symmetry_words};

/// A board with the data for reading and writing its positions. Cheap to copy; immutable and thread-safe.
class ColouringBoard {
  public:
    /// Takes a simple, undirected board of 1..`most_coloured_vertices` vertices; `name` is the value of key `board` in
    /// the spec. If `columns` is not 0, the text of a position has a `/` after every `columns` letters. If the board is
    /// larger, throws `Error{bad_file}` for a board from a file, otherwise `Error{bad_spec}`.
    ColouringBoard(std::shared_ptr<const Board> board, std::string_view name, unsigned columns = 0);
    /// Uses the board that key `board` names.
    explicit ColouringBoard(const Parameters& p);

    const Board& board() const { return *shape_->board; }
    const Neighbours& neighbours() const { return shape_->neighbours; }
    /// Returns the name for messages: `board=path-5`, or `the board`.
    const std::string& name() const { return shape_->name; }

    /// Returns the words of `language` on the board, with their ranks. Throws `Error{bad_spec}` if there are too many
    /// words, or if `symmetry` is `all` and the board has more than `most_automorphisms` automorphisms.
    std::shared_ptr<const Words> words(Language language, Symmetry symmetry) const;

    /// Reads one letter per vertex, and removes each `/` between the rows of a grid. Throws `Error{bad_position}` if
    /// the number of letters is not the number of vertices, or if a letter is not in `letters`.
    std::string read(std::string_view text, std::string_view letters) const;
    /// Writes one letter per vertex, with `/` between the rows of a grid.
    std::string write(std::string letters) const;
    /// Writes the letters of a position: `B`, `W`, `-` for a removed vertex, and the letter `open` for an open vertex.
    std::string write(const Colouring& p, char open) const;
    /// Returns the text with each row of a grid on its own line. Texts of other boards are unchanged.
    std::string picture(std::string text) const;
    /// Draws a position as a graph: black and white pieces, `open` for open vertices, and faint removed vertices.
    GraphDrawing drawing(const Colouring& p, DrawingRole open) const;

  private:
    struct Shape {
        std::shared_ptr<const Board> board;
        std::string name;
        unsigned columns;
        Neighbours neighbours;
    };
    std::shared_ptr<const Shape> shape_;
};

/// Returns the position of these letters: `B` black, `W` and `R` white, `-` removed, anything else open.
Colouring colouring_from(std::string_view letters);

/// The positions of a colouring game: words of a language (one letter per vertex). Their indices are their ranks.
class WordPositions {
  public:
    using Position = Colouring;
    static constexpr unsigned rules_version = 1;

    const ColouringBoard& board() const { return board_; }
    const Words& words() const { return *words_; }
    Colouring colouring(const Position& p) const { return p; }

    Index size() const { return words_->size(); }
    bool legal(Index i) const { return i < size() && words_->used(i); }
    Position unrank(Index i) const { return words_->unrank(i); }
    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        words_->for_each(first, last, [&](Index i, const Position& p) {
            if (words_->used(i, p)) f(i, p);
        });
    }
    Index rank(const Position& p) const { return words_->rank(p); }
    std::string format(const Position& p) const { return board_.write(p, open_); }
    std::string picture(const Position& p) const { return board_.picture(format(p)); }
    GraphDrawing graph_drawing(const Position& p) const {
        return board_.drawing(p, open_ == 'G' ? DrawingRole::green : DrawingRole::board);
    }

  protected:
    /// Takes the words of `language` as positions. Texts have the letter `open` for open vertices. Throws as
    /// `ColouringBoard::words`.
    WordPositions(ColouringBoard board, Symmetry symmetry, Language language, char open)
        : board_(std::move(board)), words_(board_.words(std::move(language), symmetry)), open_(open) {}

  private:
    ColouringBoard board_;
    std::shared_ptr<const Words> words_;
    char open_;
};

/// The players who may use each colour.
enum class PlayForm : std::uint8_t {
    impartial,  ///< either player may use either colour
    partizan,   ///< black (or blue) only for Left, white (or red) only for Right
};

/// Returns the colour that only this player may use in partizan play.
constexpr Colour colour_of(Player player) {
    return player == Player::left ? Colour::black : Colour::white;
}

/// Reads key `play`: `impartial` or `partizan`. Throws `Error{bad_spec}` for other values.
inline PlayForm play_form_of(const Parameters& p) {
    return static_cast<PlayForm>(p.choice("play"));
}
/// Reads key `symmetry`. Throws `Error{bad_spec}` for values other than `none`, `colours` and `all`, and in partizan
/// play for all values except `none`, because an exchange of the colours changes the value of a position.
Symmetry symmetry_of(const Parameters& p, PlayForm play_form = PlayForm::impartial);

/// Returns the words and moves of a ruleset that has `words`, `board` and `for_each_move`. Borrows the ruleset, which
/// must outlive the result.
template <class R>
WordGame word_game_of(const R& rules, bool has_components) {
    WordGame game;
    game.family = R::family;
    game.words = &rules.words();
    game.board = &rules.board().neighbours();
    game.partizan = is_partizan(rules);
    game.has_components = has_components;
    game.moves = [&rules](const Colouring& p, Player player, WordOptions& out) {
        std::size_t count = 0;
        rules.for_each_move(p, player, [&](const Colouring& to) { out[count++] = to; });
        return count;
    };
    return game;
}

}  // namespace mexbase
