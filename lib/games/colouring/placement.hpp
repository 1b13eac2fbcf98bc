// SPDX-License-Identifier: MIT
/// \file
/// Games in which stones of two colours are placed on the vertices of a board: either player may use either colour, or
/// Left only black and Right only white.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "../../error.hpp"
#include "../../rank/words.hpp"
#include "colouring_board.hpp"

namespace mexbase {

/// Facts about the rules of a placement game.
struct PlacementFacts {
    std::optional<ColouringGame> searched{};  ///< the game for searches by components, if they support it
    bool has_tints = false;                   ///< texts may show which colours an open vertex may take
    /// Returns the language (set of words) of all positions in which play is over. The pointer is null if this language
    /// is unknown. If it is known, tables of conjoined games are smaller (`after` in conjoined_boards.hpp).
    Language (*finished)() = nullptr;
    /// True if, on any board, a move is allowed if and only if the board after it is a position. If true, tables of
    /// conjoined games are smaller.
    bool judges_whole_board = false;
};

/// The rules of a placement game, from which `Placement` makes a ruleset.
///
/// - `allows(board, p, v, c)`: true if the open vertex v of p may be coloured c.
/// - `language()`: the words that are positions. After colouring an open vertex of a position, the word must be a
///   position if and only if the move is allowed. After opening a coloured vertex, the word must be a position.
/// - `facts`: `static constexpr PlacementFacts facts{…}`.
template <class Rule>
concept PlacementRule = requires(const Neighbours& board, const Colouring& p, unsigned v, Colour c) {
    { Rule::family } -> std::convertible_to<std::string_view>;
    { Rule::help() } -> std::same_as<const FamilyHelp&>;
    { Rule::language() } -> std::same_as<Language>;
    { Rule::allows(board, p, v, c) } -> std::same_as<bool>;
    { Rule::facts } -> std::same_as<const PlacementFacts&>;
};

/// A placement game on a board. Positions are words of colours, and every move leads to a smaller word.
template <PlacementRule Rule>
class Placement : public WordPositions {
  public:
    using IsLegalStart = std::function<bool(const Colouring&)>;
    static constexpr std::string_view family = Rule::family;
    static constexpr Has has{.word_game = true,
                             .options_descend = true,
                             .partizan = true,
                             .start = true,
                             .picture = true,
                             .graph_drawing = true,
                             .positions = true,
                             .moves = true,
                             .searched = Rule::facts.searched.has_value(),
                             .value_kinds = true};
    static constexpr auto value_kinds = colouring_value_kinds;
    static const FamilyHelp& help() { return Rule::help(); }
    static Placement make(const Parameters& p) {
        const PlayForm play_form = play_form_of(p);
        return Placement(ColouringBoard(p), symmetry_of(p, play_form), play_form);
    }

    /// Takes all positions of the game on `board`. Throws `Error{bad_spec}` if there are too many. Partizan play needs
    /// `Symmetry::none`, because an exchange of the colours changes the value.
    explicit Placement(ColouringBoard board, Symmetry symmetry = Symmetry::none,
                       PlayForm play_form = PlayForm::impartial)
        : WordPositions(std::move(board), symmetry, Rule::language(), '.'), play_form_(play_form) {}
    /// Uses all words of `language` as positions, instead of `Rule::language()`. Every move from a position must lead
    /// to a position. If `belongs` is not empty, only the words for which it is true are positions.
    Placement(ColouringBoard board, Symmetry symmetry, Language language, IsLegalStart belongs = {},
              PlayForm play_form = PlayForm::impartial)
        : WordPositions(std::move(board), symmetry, std::move(language), '.'),
          belongs_(std::move(belongs)),
          play_form_(play_form) {}

    bool partizan() const { return play_form_ == PlayForm::partizan; }

    bool legal(Index i) const { return WordPositions::legal(i) && (!belongs_ || belongs_(unrank(i))); }
    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        WordPositions::for_each_position(first, last, [&](Index i, const Position& p) {
            if (belongs(p)) f(i, p);
        });
    }
    /// Reads one letter per vertex: `.` open, `B` black, `W` or `R` white. With tints, an open vertex may also be `o`
    /// (both colours allowed), `b` (only black), `w` (only white) or `x` (none).
    Position parse(std::string_view text) const {
        const std::string letters = board().read(text, Rule::facts.has_tints ? ".BWRobwx" : ".BWR");
        const Position p = colouring_from(letters);
        if (rank(p) == no_index || !belongs(p))
            throw_bad_position(
                text, "is not a position: the rules of " + std::string{Rule::family} + " forbid this colouring");
        for_each_vertex(p.open, [&](unsigned v) {
            if (letters[v] == '.') return;
            const bool black = allows(p, v, Colour::black), white = allows(p, v, Colour::white);
            const char tint = black ? white ? 'o' : 'b' : white ? 'w' : 'x';
            if (letters[v] != tint)
                throw_bad_position(text, "is not a position: the neighbours of vertex " + std::to_string(v + 1) +
                                             " give it the tint (the colours that it may take) " + tint + ", not " +
                                             letters[v]);
        });
        return p;
    }
    Position start() const { return {0, 0, board().neighbours().all()}; }
    static constexpr ColouringGame searched = Rule::facts.searched.value_or(ColouringGame{});

    WordGame word_game() const {
        WordGame game = word_game_of(*this, false);
        game.places = !belongs_;
        game.belongs = belongs_;
        return game;
    }
    bool allows(const Position& p, unsigned v, Colour c) const { return Rule::allows(board().neighbours(), p, v, c); }
    bool can_move(const Position& p) const {
        return any_open(p, [&](unsigned v) { return allows(p, v, Colour::black) || allows(p, v, Colour::white); });
    }
    bool can_move(const Position& p, Player player) const {
        if (!partizan()) return can_move(p);
        return any_open(p, [&, own = colour_of(player)](unsigned v) { return allows(p, v, own); });
    }
    /// Calls `f` with the position after every move of the player, in the order of the vertices, black before white.
    template <class F>
    void for_each_move(const Position& p, Player player, F&& f) const {
        if (partizan()) {
            const Colour own = colour_of(player);
            for_each_vertex(p.open, [&](unsigned v) {
                if (allows(p, v, own)) f(p.with(v, own));
            });
            return;
        }
        for_each_vertex(p.open, [&](unsigned v) {
            for (const Colour c : {Colour::black, Colour::white})
                if (allows(p, v, c)) f(p.with(v, c));
        });
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player player, F&& f) const {
        for_each_move(p, player, [&](const Position& to) { f(rank(to)); });
    }

  private:
    bool belongs(const Position& p) const { return !belongs_ || belongs_(p); }
    template <class F>
    static bool any_open(const Position& p, F&& holds) {
        for (VertexSet open = p.open; open != 0; open &= open - 1)
            if (holds(static_cast<unsigned>(std::countr_zero(open)))) return true;
        return false;
    }

    IsLegalStart belongs_;
    PlayForm play_form_;
};

namespace detail {
template <class R>
inline constexpr bool is_placement = false;
template <class Rule>
inline constexpr bool is_placement<Placement<Rule>> = true;
}  // namespace detail

inline constexpr std::array placement_keys = {board_key, play_key, symmetry_key};

}  // namespace mexbase
