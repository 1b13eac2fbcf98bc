// SPDX-License-Identifier: MIT
/// \file
/// Games in which vertices of a board are removed: Node-Kayles and Cutthroat.
#pragma once

#include <array>

#include "../../rules/ruleset.hpp"
#include "colouring_board.hpp"

namespace mexbase {

/// Node-Kayles: remove a vertex and all its neighbours (Schaefer, "On the complexity of some two-person
/// perfect-information games", 1978). A position is any set of remaining vertices (`Colouring::open`).
class NodeKayles : public WordPositions {
  public:
    static constexpr std::string_view family = "node-kayles";
    static constexpr Has has{.word_game = true,
                             .options_descend = true,
                             .start = true,
                             .picture = true,
                             .graph_drawing = true,
                             .positions = true,
                             .moves = true,
                             .searched = true,
                             .value_kinds = true};
    static constexpr ColouringGame searched = ColouringGame::node_kayles;
    static constexpr std::array value_kinds{ValueKind::nimber, ValueKind::outcome, ValueKind::obliged};
    static const FamilyHelp& help() {
        static constexpr std::array keys = {board_key, symmetry_key};
        static constexpr FamilyHelp text{
            "remove a vertex and all its neighbours", "one letter per vertex, . or -, such as ..--.",
            "Schaefer 1978; Huggan and Nowakowski, Conjoined games", keys, "node-kayles:board=path-10"};
        return text;
    }
    static NodeKayles make(const Parameters& p) { return NodeKayles(ColouringBoard(p), symmetry_of(p)); }

    /// Throws `Error{bad_spec}` for boards of more than 40 vertices.
    explicit NodeKayles(ColouringBoard board, Symmetry symmetry = Symmetry::none)
        : WordPositions(std::move(board), symmetry, vertex_sets(), '.') {}

    /// Reads one letter per vertex: `.`, or `-` if it is removed.
    Position parse(std::string_view text) const { return colouring_from(board().read(text, ".-")); }
    Position start() const { return {0, 0, board().neighbours().all()}; }

    WordGame word_game() const { return word_game_of(*this, true); }
    /// Calls `f` with the position after every move, in the order of the vertices.
    template <class F>
    void for_each_move(const Position& p, Player, F&& f) const {
        for_each_vertex(p.open, [&](unsigned v) { f(p.without(board().neighbours().of[v] | just(v))); });
    }
    bool can_move(const Position& p) const { return p.open != 0; }
    template <class F>
    void for_each_option(Index, const Position& p, Player player, F&& f) const {
        for_each_move(p, player, [&](const Position& to) { f(rank(to)); });
    }
};

/// Removes from `p` the connected components whose vertices all have one colour.
inline Colouring without_one_coloured(const Neighbours& board, const Colouring& p) {
    VertexSet lost = 0;
    for_each_component(board, p.present(), [&](VertexSet component) {
        const int colours = ((component & p.black) != 0) + ((component & p.white) != 0) + ((component & p.open) != 0);
        if (colours == 1) lost |= component;
    });
    return p.without(lost);
}

/// Cutthroat (McCurdy and Nowakowski, "Cutthroat, an all-small game on graphs", 2005): Left removes a black or green
/// vertex, Right a white or green one. In the impartial form (Huggan and Nowakowski, "Conjoined games: GO-CUT and
/// SNO-GO") either player removes any vertex. Connected components of a single colour, green included, are removed at
/// the start and after each move. Green vertices are in `Colouring::open`.
class Cutthroat : public WordPositions {
  public:
    static constexpr std::string_view family = "cutthroat";
    static constexpr Has has{.word_game = true,
                             .options_descend = true,
                             .partizan = true,
                             .picture = true,
                             .graph_drawing = true,
                             .positions = true,
                             .moves = true,
                             .searched = true,
                             .value_kinds = true};
    static constexpr ColouringGame searched = ColouringGame::cutthroat;
    static constexpr auto value_kinds = colouring_value_kinds;
    static const FamilyHelp& help() {
        static constexpr std::array<std::string_view, 2> colours = {"bw", "bwg"};
        static constexpr std::array keys = {board_key, play_key,
                                            KeyHelp{.name = "colours",
                                                    .fallback = "bw",
                                                    .meaning = "the colours of the vertices: black, white, green",
                                                    .words = colours},
                                            symmetry_key};
        static constexpr FamilyHelp text{"remove a vertex; components of one colour are removed at once",
                                         "one letter per vertex, B W G or -, such as BBW-WB",
                                         "McCurdy and Nowakowski, Cutthroat", keys, "cutthroat:board=path-8"};
        return text;
    }
    static Cutthroat make(const Parameters& p) {
        const PlayForm play_form = play_form_of(p);
        return Cutthroat(ColouringBoard(p), symmetry_of(p, play_form), p.choice("colours") == 1, play_form);
    }

    /// Takes all positions on `board`; with `green`, vertices may be green too. Partizan play needs `Symmetry::none`,
    /// because an exchange of the colours changes the value.
    Cutthroat(ColouringBoard board, Symmetry symmetry, bool green, PlayForm play_form = PlayForm::impartial)
        : WordPositions(std::move(board), symmetry, two_coloured_components(green), 'G'),
          green_(green),
          play_form_(play_form) {}

    bool partizan() const { return play_form_ == PlayForm::partizan; }

    /// Reads one letter per vertex: `B` black, `W` or `R` white, `G` green, `-` removed. Removes one-coloured
    /// components.
    Position parse(std::string_view text) const {
        return without_one_coloured(board().neighbours(),
                                    colouring_from(board().read(text, green_ ? "-BWRG" : "-BWR")));
    }

    WordGame word_game() const { return word_game_of(*this, true); }
    /// Calls `f` with the position after every move of the player, in the order of the vertices.
    template <class F>
    void for_each_move(const Position& p, Player player, F&& f) const {
        for_each_vertex(may_remove(p, player), [&](unsigned v) {
            // Only the component of v can have become one-coloured.
            const Neighbours& board = this->board().neighbours();
            const VertexSet component = board.component(v, p.present());
            const Colouring rest = p.without(~component | just(v));
            const VertexSet lost = rest.present() & ~without_one_coloured(board, rest).present();
            f(p.without(just(v) | lost));
        });
    }
    /// Every component has two colours, so either player can move as long as a vertex remains.
    bool can_move(const Position& p) const { return p.present() != 0; }
    bool can_move(const Position& p, Player) const { return can_move(p); }
    template <class F>
    void for_each_option(Index, const Position& p, Player player, F&& f) const {
        for_each_move(p, player, [&](const Position& to) { f(rank(to)); });
    }

  private:
    VertexSet may_remove(const Position& p, Player player) const {
        return partizan() ? p.of(colour_of(player)) | p.open : p.present();
    }

    bool green_;
    PlayForm play_form_;
};

}  // namespace mexbase
