/// \file
/// Node-Kayles.
#pragma once

#include "deletion.hpp"

namespace mexbase {

/// Node-Kayles: remove a vertex and all its neighbours (Schaefer, "On the complexity of some two-person
/// perfect-information games", 1978). A position is any set of vertices that is left, in the set `open`.
class NodeKayles : public Deletion {
  public:
    static constexpr std::string_view family = "node-kayles";
    static constexpr Has has{.word_game = true,
                             .options_descend = true,
                             .start = true,
                             .picture = true,
                             .positions = true,
                             .moves = true,
                             .searched = true,
                             .value_kinds = true};
    static constexpr ColouringGame searched = ColouringGame::node_kayles;
    static const FamilyHelp& help();
    static NodeKayles make(const Parameters& p) { return NodeKayles(ColouringBoard(p), symmetry_of(p)); }

    /// Throws `Error{bad_spec}` for boards of more than 40 vertices.
    explicit NodeKayles(ColouringBoard board, Symmetry symmetry = Symmetry::none)
        : Deletion(std::move(board), symmetry, vertex_sets()) {}

    /// One letter a vertex: `.`, or `-` where it is removed.
    Position parse(std::string_view text) const { return colouring_from(board().read(text, ".-")); }
    std::string format(const Position& p) const { return board().write(p, '.'); }
    std::string picture(const Position& p) const { return board().picture(format(p)); }
    /// The whole board.
    Position start() const { return {0, 0, board().neighbours().all()}; }

    WordGame word_game() const {
        WordGame game = word_game_of(*this);
        game.falls_apart = true;
        return game;
    }
    /// Calls `f` with the position after every move, by vertex.
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

}  // namespace mexbase
