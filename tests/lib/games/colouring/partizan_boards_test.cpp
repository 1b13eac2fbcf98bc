// SPDX-License-Identifier: MIT
// Col, Snort, NoGo and Cutthroat with black for Left and white for Right.
#include <array>

#include "../partizan_conformance.hpp"
#include "lib/games/colouring/conjoined_boards.hpp"
#include "lib/games/colouring/deletion_games.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/rules/registry.hpp"
#include "lib/solve/colouring/board_sweep.hpp"
#include "tests/lib/games/colouring/partizan_colourings.hpp"
#include "tests/lib/games/small_graphs.hpp"

namespace mexbase::partizan_boards_test {

using brute::ColouringRules;
using brute::Colourings;

constexpr auto none = Symmetry::none;
constexpr auto partizan = PlayForm::partizan;

ColouringBoard board_of(const Board& board) {
    return {std::make_shared<const Board>(board), "test"};
}

std::vector<Board> some_graphs() {
    std::vector<Board> graphs = small::connected_graphs_up_to(4);
    for (const Board& more : {small::grid(2, 3), small::path(6), small::cycle(5), small::board_of(3, {}),
                              small::board_of(5, {{0, 1}, {2, 3}})})
        graphs.push_back(more);
    return graphs;
}

TEST(PartizanBoards, EachPlayerHasTheMovesOfHisColour) {
    for (const Board& graph : some_graphs()) {
        const ColouringBoard board = board_of(graph);
        expect_conformance(Col(board, none, partizan), test::partizan_moves(ColouringRules::col, graph));
        expect_conformance(Snort(board, none, partizan), test::partizan_moves(ColouringRules::snort, graph));
        expect_conformance(NoGo(board, none, partizan), test::partizan_moves(ColouringRules::nogo, graph));
        for (const bool green : {false, true})
            expect_conformance(Cutthroat(board, none, green, partizan),
                               test::partizan_moves(ColouringRules::cutthroat, graph));
    }
}

/// Checks that both players of the impartial form have the same moves in the same order: those of Left and Right in the
/// partizan form, by vertex, black before white. Indices are the same in both forms.
template <class R>
void expect_one_generator(const R& impartial, const R& own_colours) {
    EXPECT_FALSE(is_partizan(impartial));
    ASSERT_EQ(impartial.size(), own_colours.size());
    for (Index i = 0; i < impartial.size(); ++i) {
        const Colouring p = impartial.unrank(i);
        ASSERT_EQ(p, own_colours.unrank(i));
        std::array<std::vector<Index>, 2> lists;
        std::multiset<Index> either;
        for (const Player player : both_players) {
            impartial.for_each_option(i, p, player,
                                      [&](Index to) { lists[static_cast<std::size_t>(player)].push_back(to); });
            own_colours.for_each_option(i, p, player, [&](Index to) { either.insert(to); });
        }
        EXPECT_EQ(lists[0], lists[1]);
        // Either player removes a green vertex.
        if (R::family != Cutthroat::family || p.open == 0) {
            EXPECT_EQ(std::multiset<Index>(lists[0].begin(), lists[0].end()), either);
        }
        if constexpr (R::family != Cutthroat::family) {
            const auto key = [&](Index to) {
                const VertexSet added = impartial.unrank(to).coloured() & ~p.coloured();
                return std::pair(std::countr_zero(added), (impartial.unrank(to).white & added) != 0);
            };
            EXPECT_TRUE(std::ranges::is_sorted(lists[0], {}, key)) << impartial.format(p);
        }
        EXPECT_EQ(impartial.can_move(p), own_colours.can_move(p));
        EXPECT_EQ(impartial.can_move(p), !lists[0].empty());
        for (const Player player : both_players) EXPECT_EQ(impartial.can_move(p, player), impartial.can_move(p));
    }
}

TEST(PartizanBoards, MovesOfBothPlayersAreThoseOfImpartialPlay) {
    for (const Board& graph : some_graphs()) {
        const ColouringBoard board = board_of(graph);
        expect_one_generator(Col(board), Col(board, none, partizan));
        expect_one_generator(Snort(board), Snort(board, none, partizan));
        expect_one_generator(NoGo(board), NoGo(board, none, partizan));
        for (const bool green : {false, true})
            expect_one_generator(Cutthroat(board, none, green), Cutthroat(board, none, green, partizan));
    }
}

TEST(PartizanCutthroat, ComponentsOfOneColourAreNotRead) {
    const auto game = make_game(Registry({family_of<Cutthroat>()}), "cutthroat:board=path-5,colours=bwg");
    EXPECT_EQ(game->format(game->parse("BB-BW")), "---BW");
    EXPECT_EQ(game->format(game->parse("GGGGG")), "-----");
    EXPECT_EQ(game->parse("BBBBB"), game->parse("-----"));
    const auto two = make_game(Registry({family_of<Cutthroat>()}), "cutthroat:board=path-5");
    EXPECT_THROW(two->parse("GB---"), Error);
    EXPECT_EQ(two->spec(), "cutthroat:board=path-5,play=partizan,colours=bw,symmetry=none");
}

template <class R>
void expect_partizan_keys(const std::string& more) {
    const auto spec = [&](const std::string& keys) { return std::string{R::family} + ":board=path-4" + more + keys; };
    const auto make = [](const std::string& text) { return make_game(Registry({family_of<R>()}), text); };
    EXPECT_TRUE(make(spec(""))->partizan());
    EXPECT_TRUE(make(spec(",play=partizan,symmetry=none"))->partizan());
    EXPECT_FALSE(make(spec(",play=impartial"))->partizan());
    EXPECT_FALSE(make(spec(",play=impartial,symmetry=all"))->partizan());
    for (const std::string symmetry : {"colours", "all"}) {
        const auto [code, message] = spec_error<R>(spec(",symmetry=" + symmetry));
        EXPECT_EQ(code, ErrorCode::bad_spec);
        EXPECT_EQ(message, "symmetry=" + symmetry +
                               " needs play=impartial: in partizan play a position and the one with the colours "
                               "exchanged differ in value");
    }
    const auto [code, message] = spec_error<R>(spec(",play=both"));
    EXPECT_EQ(code, ErrorCode::bad_spec);
    EXPECT_EQ(message, "play=both is not allowed: play must be impartial or partizan");
}

TEST(PartizanBoards, ArePlayedByDefaultAndTakeNoSymmetry) {
    expect_partizan_keys<Col>("");
    expect_partizan_keys<Snort>("");
    expect_partizan_keys<NoGo>("");
    expect_partizan_keys<Cutthroat>("");
    expect_partizan_keys<Cutthroat>(",colours=bwg");
}

TEST(PartizanBoards, AreRefusedWhereOneValueIsMeantForBothPlayers) {
    const ColouringBoard board = board_of(small::path(3));
    const auto expect_refused = [](const auto& rules) {
        std::vector<WordCell> cells(rules.size());
        EXPECT_EQ(error_of([&] { sweep_board(rules.word_game(), cells, WordNimberFold{}, SweepOptions{}); }).first,
                  ErrorCode::bad_spec);
    };
    expect_refused(Col(board, none, partizan));
    expect_refused(Cutthroat(board, none, false, partizan));
    expect_refused(Placement<NoGoRule>(
        board, none, colourings(), [](const Colouring&) { return true; }, partizan));
    EXPECT_EQ(error_of([&] { conjoin(Col(board, none, partizan), NoGo(board), AsItIs{}); }).first, ErrorCode::bad_spec);
}

}  // namespace mexbase::partizan_boards_test
