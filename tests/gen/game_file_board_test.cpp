// SPDX-License-Identifier: MIT
// Specs that name a family of boards or a board file, for a ruleset defined here.
#include <gtest/gtest.h>

#include <array>

#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "lib/board/families.hpp"
#include "lib/error.hpp"
#include "lib/rules/registry.hpp"
#include "query/table.hpp"
#include "tests/gen/jobs/tables.hpp"
#include "tests/scratch.hpp"

namespace mexbase::game_file_board_test {

/// A token on a board steps to a neighbour of lower number.
class Descent {
  public:
    using Position = Vertex;
    static constexpr std::string_view family = "descent";
    static constexpr unsigned rules_version = 1;
    static const FamilyHelp& help() {
        static constexpr std::array keys = {
            KeyHelp{"board", "", "a family of boards or a DOT or GraphML file of an undirected graph", "the board",
                    KeyHelp::File::board},
            KeyHelp{"goal", "", "another board", "where play ends", KeyHelp::File::board, false, true}};
        static constexpr FamilyHelp text{"a token steps to a lower neighbour", "the vertex, as 3",
                                         "made up for this test", keys, "descent:board=path-5"};
        return text;
    }
    static Descent make(const Parameters& p) {
        if (p.board()->vertex_count() > 64) throw Error(ErrorCode::bad_file, "the board has more than 64 vertices");
        return Descent(p.board());
    }
    explicit Descent(std::shared_ptr<const Board> board) : board_(std::move(board)) {}

    Index size() const { return board_->vertex_count(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return static_cast<Vertex>(i); }
    Index rank(Position v) const { return v; }
    Position parse(std::string_view text) const {
        const std::uint64_t v = board_->find(text);
        if (v == size()) throw Error(ErrorCode::bad_position, in_quotes(text) + " is no vertex");
        return static_cast<Vertex>(v);
    }
    std::string format(Position v) const { return board_->name(v); }
    template <class F>
    void for_each_option(Index, Position v, Player, F&& f) const {
        for (const Vertex w : board_->successors(v))
            if (w < v) f(Index{w});
    }

  private:
    std::shared_ptr<const Board> board_;
};

const Registry& registry() {
    static const Registry only({family_of<Descent>()});
    return only;
}

struct Refusal {
    ErrorCode code;
    std::string message;
};
template <class F>
Refusal refusal(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        EXPECT_EQ(std::string_view{error.what()}.find('\n'), std::string_view::npos) << error.what();
        return {error.code(), error.what()};
    }
    ADD_FAILURE() << "no error";
    return {ErrorCode::interrupted, ""};
}
Refusal refusal_of_board(const std::string& value) {
    return refusal([&] { make_game_from_files(registry(), "descent:board=" + value); });
}

std::shared_ptr<const Board> shared(std::string_view family) {
    return std::make_shared<const Board>(family_board(family));
}

JobOptions job() {
    return {.memory = std::uint64_t{1} << 30};
}

/// Returns a table whose spec does not match its board.
Table table_that_says(const std::string& spec, std::shared_ptr<const Board> board) {
    const GameOf<Descent> game(Descent(board), spec, board);
    return Table::from_memory(test::make_table_bytes(game, job()), {.registry = &registry()}).value();
}

TEST(BoardKey, AFamilyIsNormalisedAndItsBoardAttached) {
    const auto game = make_game_from_files(registry(), "descent:board=grid-02x3");
    EXPECT_EQ(game->spec(), "descent:board=grid-2x3");
    ASSERT_NE(game->board(), nullptr);
    EXPECT_EQ(*game->board(), family_board("grid-2x3"));
    EXPECT_EQ(game->size(), 6U);
}

TEST(BoardKey, AFileIsReplacedByTheHashOfItsContent) {
    const test::Scratch scratch;
    const std::string one = scratch.write("one.dot", "graph { a -- b -- c }");
    const std::string same =
        scratch.write("same.graphml",
                      "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/><node id='c'/>"
                      "<edge source='a' target='b'/><edge source='b' target='c'/></graph></graphml>");
    const auto game = make_game_from_files(registry(), "descent:board=" + one);
    EXPECT_EQ(game->spec(), "descent:board=" + board_reference(*game->board()));
    EXPECT_EQ(game->board()->name(2), "c");
    EXPECT_EQ(make_game_from_files(registry(), "descent:board=" + same)->spec(), game->spec());
}

TEST(BoardKey, FaultsAreOneLineWithTheirPlace) {
    const auto expect = [](const std::string& text, const std::string& fault) {
        const test::Scratch scratch;
        const std::string path = scratch.write("bad.dot", text);
        const auto [code, message] = refusal_of_board(path);
        EXPECT_EQ(code, ErrorCode::bad_file);
        EXPECT_EQ(message, path + fault);
    };
    expect("graph {\n a -- b\n b -- b }",
           ":3: vertex \"b\" has an edge to itself, which this game does not allow: remove the edge");
    expect("graph {\n a -- b\n b -- a }", ":3: vertices \"a\" and \"b\" are joined already in line 2");
    expect("graph {}", ": the graph has no vertex");
    expect("graph {\n a -- }", ":2: expected a vertex, got \"}\"");
    expect("\ndigraph { a -> b }", ":2: the graph is directed, but must be undirected");
    std::string path = "graph { 0";
    for (int v = 1; v < 70; ++v) path += " -- " + std::to_string(v);
    expect(path + "}", ": the board has more than 64 vertices");
}

TEST(BoardKey, WhatIsNeitherAFamilyNorAFileIsToldTheFamilies) {
    const auto [code, message] = refusal_of_board("wheel-5");
    EXPECT_EQ(code, ErrorCode::not_found);
    EXPECT_EQ(message,
              "there is no file \"wheel-5\", and it is not a board of the form path-N, cycle-N, grid-MxN, star-N, "
              "complete-N, bipartite-MxN");
    for (const std::string grid : {"3x2", "grid3x2"})
        EXPECT_TRUE(refusal_of_board(grid).message.ends_with("; did you mean grid-3x2?")) << grid;
    for (const std::string no_grid : {"3x", "0x2", "x2", "7", "3x2x2"})
        EXPECT_EQ(refusal_of_board(no_grid).message.find("did you mean"), std::string::npos) << no_grid;
    EXPECT_EQ(refusal_of_board("no/such.dot").code, ErrorCode::not_found);
    EXPECT_EQ(refusal_of_board("/").code, ErrorCode::io);
    EXPECT_EQ(refusal_of_board("grid-3").code, ErrorCode::bad_spec);
    EXPECT_EQ(refusal_of_board("cycle-2").message, "\"cycle-2\" is not a board: expected cycle-N with N in 3..1024");
    EXPECT_EQ(refusal_of_board("path-65").message, "path-65: the board has more than 64 vertices");
}

TEST(BoardKey, ASpecThatNamesAFamilyNeedsNoFile) {
    const auto game = make_game(registry(), "descent:board=cycle-007");
    EXPECT_EQ(game->spec(), "descent:board=cycle-7");
    EXPECT_EQ(*game->board(), family_board("cycle-7"));
    EXPECT_EQ(make_game(registry(), "descent:board=cycle-7", shared("cycle-7"))->spec(), "descent:board=cycle-7");
    EXPECT_EQ(refusal([] { make_game(registry(), "descent:board=cycle-2"); }).code, ErrorCode::bad_spec);
    EXPECT_EQ(refusal([] { make_game(registry(), "descent:board=@0"); }).code, ErrorCode::bad_spec);
}

TEST(BoardKey, ABoardThatComesWithTheSpecMustBeTheOneItNames) {
    const auto [code, message] = refusal([] { make_game(registry(), "descent:board=cycle-7", shared("path-7")); });
    EXPECT_EQ(code, ErrorCode::corrupt);
    EXPECT_EQ(message, "the spec names the board cycle-7, but the given board is a different one");
    const auto loop =
        std::make_shared<const Board>(false, std::vector<std::string>{"a"}, std::vector<Board::Arc>{{0, 0}, {0, 0}});
    EXPECT_EQ(refusal([&] { make_game(registry(), "descent:board=@0", loop); }).code, ErrorCode::bad_file);
}

TEST(BoardKey, TablesOfFamiliesAreMadeAndVerified) {
    for (const char* value : {"star-4", "grid-3x3", "complete-1"}) {
        const auto game = make_game_from_files(registry(), "descent:board=" + std::string{value});
        const Table table = Table::from_memory(test::make_table_bytes(*game, job()), {.registry = &registry()}).value();
        EXPECT_EQ(table.info().spec, "descent:board=" + std::string{value});
        EXPECT_EQ(*table.board().value(), family_board(value));
        EXPECT_EQ(verify_table(table.game().value(), table, job()), game->size());
    }
}

TEST(BoardKey, TablesThatContradictThemselvesAreRefused) {
    const auto path = shared("path-5");
    for (const char* spec : {"descent:board=star-4", "descent:board=path-6"}) {
        const Table table = table_that_says(spec, path);
        const auto game = table.game();
        ASSERT_FALSE(game.ok()) << spec;
        EXPECT_EQ(game.error().code, ErrorCode::corrupt) << spec;
        const auto right = make_game(registry(), "descent:board=path-5");
        const auto [code, message] = refusal([&] { verify_table(*right, table, job()); });
        EXPECT_EQ(code, ErrorCode::verification_failed) << spec;
        EXPECT_EQ(message, "the board in the table differs from the one that its spec names") << spec;
    }
    const Table named = table_that_says("descent:board=" + board_reference(*path), path);
    EXPECT_EQ(verify_table(named.game().value(), named, job()), 5U);
    EXPECT_TRUE(names_board("descent:board=path-5", *path));
    EXPECT_TRUE(names_board("descent:board=" + board_reference(*path), *path));
    EXPECT_FALSE(names_board("descent:board=" + board_reference(family_board("path-6")), *path));
    EXPECT_FALSE(names_board("descent", *path));
}

}  // namespace mexbase::game_file_board_test
