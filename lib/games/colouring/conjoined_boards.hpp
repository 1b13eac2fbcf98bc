// SPDX-License-Identifier: MIT
/// \file
/// Conjoined games on a board: GO-CUT and SNO-GO (Huggan and Nowakowski, "Conjoined games: GO-CUT and SNO-GO"). The
/// second game begins when the first is over.
#pragma once

#include "../../rules/adaptors/conjoin.hpp"
#include "deletion_games.hpp"
#include "placement_games.hpp"

namespace mexbase {

/// Converts the last position of the first game to the first position of the second game. Leaves the board unchanged.
struct AsItIs {
    Colouring operator()(const Colouring& p) const { return p; }
};

/// Converts the last position of the first game to the first position of the second game. Removes the uncoloured
/// vertices, and then each connected component that has only one colour.
struct CleanUp {
    Neighbours board;
    Colouring operator()(const Colouring& p) const { return without_one_coloured(board, {p.black, p.white, 0}); }
};

/// Makes the second game of a conjoined game. Its positions are the boards of `Second` that are not positions of
/// `First`, or in which `First` is over. Every index is a position if `First` has `PlacementFacts::finished` and
/// `Second` has `judges_whole_board`.
template <PlacementRule Second, PlacementRule First>
auto after(const Placement<First>& first) {
    const auto finished = First::facts.finished;
    if (finished != nullptr && Second::facts.judges_whole_board)
        return Placement<Second>(first.board(), first.words().symmetry(),
                                 second_phase(First::language(), finished(), Second::language()));
    return Placement<Second>(first.board(), first.words().symmetry(), colourings(),
                             [first](const Colouring& p) { return first.rank(p) == no_index || !first.can_move(p); });
}

/// Makes a conjoined game of two placement games on the same board: `conjoin_placements<ColRule, NoGoRule>(…)`.
template <PlacementRule First, PlacementRule Second>
auto conjoin_placements(ColouringBoard board, Symmetry symmetry) {
    const Placement<First> first(std::move(board), symmetry);
    return conjoin(first, after<Second>(first), AsItIs{});
}

inline constexpr std::array conjoined_keys = {board_key, symmetry_key};
inline constexpr std::string_view conjoined_paper = "Huggan and Nowakowski, Conjoined games: GO-CUT and SNO-GO";

/// A conjoined game that specs can name. `Game` provides `make(board, symmetry)`, the family, the help, and
/// `std::optional<ColouringGame> searched`: the game for searches by components, or empty if they do not support it.
template <class Game>
class ConjoinedFamily : public decltype(Game::make(std::declval<ColouringBoard>(), Symmetry::none)) {
  public:
    using Base = decltype(Game::make(std::declval<ColouringBoard>(), Symmetry::none));
    static constexpr std::string_view family = Game::family;
    static constexpr std::array value_kinds{ValueKind::nimber, ValueKind::outcome, ValueKind::obliged};
    static constexpr Has has = [] {
        Has all = Base::has;
        all.word_game = detail::is_placement<std::remove_cvref_t<decltype(std::declval<const Base&>().first())>>;
        all.searched = Game::searched.has_value();
        all.value_kinds = true;
        return all;
    }();
    static const FamilyHelp& help() { return Game::help(); }
    static ConjoinedFamily make(const Parameters& p) { return ConjoinedFamily(ColouringBoard(p), symmetry_of(p)); }
    explicit ConjoinedFamily(ColouringBoard board, Symmetry symmetry = Symmetry::none)
        : Base(Game::make(std::move(board), symmetry)) {}

    static constexpr ColouringGame searched = Game::searched.value_or(ColouringGame{});
    const ColouringBoard& board() const { return this->first().board(); }
    WordGame word_game() const
        requires(has.word_game)
    {
        WordGame game = this->first().word_game();
        game.family = family;
        game.second = std::make_shared<const WordGame>(this->second().word_game());
        game.hand_over = [this](const Colouring& p) { return this->hand_over(p); };
        return game;
    }
    Colouring colouring(const typename Base::Position& p) const { return p.second_phase ? p.second : p.first; }
};

/// A game of NoGo, followed by Cutthroat on the vertices that `CleanUp` leaves.
struct GoCutGame {
    static constexpr std::string_view family = "go-cut";
    static constexpr std::optional searched = ColouringGame::go_cut;
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{
            "NoGo, and when it is over, Cutthroat on what is left of the board, both impartial",
            "one letter per vertex: . B W while NoGo is played, B W - in Cutthroat, such as B.W or BW-",
            conjoined_paper, conjoined_keys, "go-cut:board=path-9"};
        return text;
    }
    static auto make(const ColouringBoard& board, Symmetry symmetry) {
        return conjoin(NoGo(board, symmetry), Cutthroat(board, symmetry, false), CleanUp{board.neighbours()});
    }
};
using GoCut = ConjoinedFamily<GoCutGame>;

/// A game of Snort, followed by NoGo. The second phase has positions with a two-coloured edge or no Snort move.
struct SnoGoGame {
    static constexpr std::string_view family = "sno-go";
    static constexpr std::optional searched = ColouringGame::sno_go;
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{"Snort, and when it is over, NoGo on the same board, both impartial",
                                         "one letter per vertex, . B or W, such as B.W.", conjoined_paper,
                                         conjoined_keys, "sno-go:board=path-9"};
        return text;
    }
    static auto make(const ColouringBoard& board, Symmetry symmetry) {
        return conjoin_placements<SnortRule, NoGoRule>(board, symmetry);
    }
};
using SnoGo = ConjoinedFamily<SnoGoGame>;

}  // namespace mexbase
