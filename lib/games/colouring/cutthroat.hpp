/// \file
/// Cutthroat.
#pragma once

#include "deletion.hpp"

namespace mexbase {

/// `p` without the connected components whose vertices all have one colour.
Colouring without_one_coloured(const Neighbours& board, const Colouring& p);

/// Cutthroat (McCurdy and Nowakowski, "Cutthroat, an all-small game on graphs", 2005): Left removes a black vertex,
/// Right a white one, and either a green one; in the impartial form (Huggan and Nowakowski, "Conjoined games: GO-CUT
/// and SNO-GO") either player removes any. Connected components that are of one colour, all-green ones too, are removed
/// at once, at the beginning too. Green vertices are the set `open`.
class Cutthroat : public Deletion {
  public:
    static constexpr std::string_view family = "cutthroat";
    static constexpr Has has{.word_game = true,
                             .options_descend = true,
                             .partizan = true,
                             .picture = true,
                             .positions = true,
                             .moves = true,
                             .searched = true,
                             .value_kinds = true};
    static constexpr ColouringGame searched = ColouringGame::cutthroat;
    static constexpr auto value_kinds = colouring_value_kinds;
    static const FamilyHelp& help();
    static Cutthroat make(const Parameters& p);

    /// All positions on `board`, with `green` vertices too if so asked. Partizan moves are for `Symmetry::none`: values
    /// change when the colours are exchanged.
    Cutthroat(ColouringBoard board, Symmetry symmetry, bool green, PlayForm play_form = PlayForm::impartial)
        : Deletion(std::move(board), symmetry, two_coloured_components(green)), green_(green), play_form_(play_form) {}

    /// Whether Left may not remove white vertices nor Right black ones.
    bool partizan() const { return play_form_ == PlayForm::partizan; }

    /// One letter a vertex: `B` black, `W` or `R` white, `G` green, `-` removed. Components of one colour are removed.
    Position parse(std::string_view text) const {
        return without_one_coloured(board().neighbours(),
                                    colouring_from(board().read(text, green_ ? "-BWRG" : "-BWR")));
    }
    std::string format(const Position& p) const { return board().write(p, 'G'); }
    std::string picture(const Position& p) const { return board().picture(format(p)); }

    WordGame word_game() const {
        WordGame game = word_game_of(*this);
        game.falls_apart = true;
        return game;
    }
    /// Calls `f` with the position after every move of the player, by vertex.
    template <class F>
    void for_each_move(const Position& p, Player player, F&& f) const {
        for_each_vertex(may_remove(p, player), [&](unsigned v) {
            // Only what was joined to v can have become one-coloured.
            const Neighbours& board = this->board().neighbours();
            const VertexSet component = board.component(v, p.present());
            const Colouring rest = p.without(~component | just(v));
            const VertexSet lost = rest.present() & ~without_one_coloured(board, rest).present();
            f(p.without(just(v) | lost));
        });
    }
    /// Where one player can move, so can the other.
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
