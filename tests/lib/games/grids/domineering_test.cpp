// SPDX-License-Identifier: MIT
#include "lib/games/grids/domineering.hpp"

#include "lib/rules/registry.hpp"
#include "slow_options.hpp"

namespace mexbase::domineering_test {

using namespace test;

std::unique_ptr<Game> game_on(const std::string& board) {
    return make_game(Registry({family_of<Domineering>()}), "domineering:board=" + board);
}

Domineering on_grid(unsigned rows, unsigned columns) {
    const std::string name = "grid-" + std::to_string(rows) + 'x' + std::to_string(columns);
    return {ColouringBoard(std::make_shared<const Board>(family_board(name)), name, columns), {rows, columns}};
}

constexpr std::array<std::array<unsigned, 2>, 9> shapes = {
    {{1, 1}, {1, 5}, {5, 1}, {2, 2}, {2, 4}, {4, 2}, {3, 3}, {2, 5}, {5, 2}}};

TEST(Domineering, KeepsItsPromises) {
    for (const auto& [rows, columns] : shapes) expect_conformance(on_grid(rows, columns), domineering_options);
}

PartizanId empty_board(unsigned rows, unsigned columns, GameArena& arena) {
    const Domineering rules = on_grid(rows, columns);
    return game_values(rules, arena)[rules.start()];
}

TEST(Domineering, ColumnsAreIntegersAndRowsTheirNegatives) {
    GameArena arena;
    for (unsigned n = 1; n <= 11; ++n) {
        EXPECT_EQ(empty_board(n, 1, arena), arena.number(n / 2)) << n;
        EXPECT_EQ(empty_board(1, n, arena), arena.negative(arena.number(n / 2))) << n;
    }
}

// Winning Ways, chapter 5.
TEST(Domineering, TheSquareOfFourCellsIsASwitch) {
    GameArena arena;
    EXPECT_EQ(to_text(arena, empty_board(2, 2, arena)), "+-1");
}

TEST(Domineering, ABoardTurnedByAQuarterIsTheNegative) {
    GameArena arena;
    for (const auto& [rows, columns] : shapes)
        EXPECT_EQ(empty_board(columns, rows, arena), arena.negative(empty_board(rows, columns, arena)))
            << rows << 'x' << columns;
}

TEST(Domineering, ReadsRowsWithAndWithoutSlashes) {
    const auto game = game_on("grid-02x3");
    EXPECT_EQ(game->spec(), "domineering:board=grid-2x3");
    EXPECT_EQ(game->parse("start"), 63U);
    EXPECT_EQ(game->format(63), ".../...");
    EXPECT_EQ(game->parse("#../.#."), 0b011101U);
    EXPECT_EQ(game->parse("#...#."), 0b011101U);
    EXPECT_EQ(game->picture(game->resolve("#../.#.", game->size())), "#..\n.#.");
    EXPECT_EQ(game->parse("#5"), 5U);
    EXPECT_EQ(game_on("grid-1x1")->parse("#"), 0U);
    for (const char* wrong : {"", "#", "#5.", ".../..", "..../..", ".../.../", "..B/...", "......."})
        EXPECT_EQ(error_of([&] { game->parse(wrong); }).first, ErrorCode::bad_position) << wrong;
}

TEST(Domineering, IsForGridsOfAtMost63Cells) {
    EXPECT_EQ(game_on("grid-7x9")->size(), Index{1} << 63);
    const auto expect = [](const std::string& board, const std::string& message) {
        const auto [code, line] = spec_error<Domineering>("domineering:board=" + board);
        EXPECT_EQ(code, ErrorCode::bad_spec);
        EXPECT_EQ(line, message);
    };
    expect("grid-8x8", "board=grid-8x8 has 64 cells: domineering is played on grids of at most 63 cells");
    expect("grid-32x32", "board=grid-32x32 has 1024 cells: domineering is played on grids of at most 63 cells");
    expect("path-4", "domineering is played on a grid: write board=grid-MxN, such as board=grid-4x4");
}

/// The last index of the largest board: a corner that uses all bits.
TEST(Domineering, TheLargestBoardHasTheMovesOfItsRows) {
    const Domineering rules = on_grid(5, 8);
    for (const Player player : both_players) {
        std::multiset<std::string> options;
        rules.for_each_option(rules.start(), rules.start(), player,
                              [&](Index to) { options.insert(rules.format(rules.unrank(to))); });
        EXPECT_EQ(options, domineering_options(rules.format(rules.start()), player));
        EXPECT_EQ(options.size(), player == Player::left ? 32U : 35U);
    }
}

}  // namespace mexbase::domineering_test
