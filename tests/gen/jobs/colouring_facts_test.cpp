// SPDX-License-Identifier: MIT
// Published values of the impartial colouring games, regenerated through the whole pipeline: rules, sweep, encoder,
// reader, verification. Also relations between tables of different games and kinds.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "../../lib/games/reference.hpp"
#include "lib/board/families.hpp"
#include "lib/error.hpp"
#include "lib/solve/search/component_search.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"
#include "tests/scratch.hpp"
#include "value_tables.hpp"

namespace mexbase::test::colouring_facts_test {

const std::vector<std::string> families{"col", "snort", "nogo", "node-kayles", "cutthroat", "go-cut", "sno-go"};
const std::vector<std::string> some_boards{"grid-3x3",   "cycle-7",       "star-6",
                                           "complete-5", "bipartite-2x3", MEXBASE_DATA "/boards/petersen.dot"};

/// Returns the spec of the impartial game of `family` on `board`.
std::string spec_of(const std::string& family, const std::string& board) {
    const bool has_partizan_form = family == "col" || family == "snort" || family == "nogo" || family == "cutthroat";
    return family + ":board=" + board + (has_partizan_form ? ",play=impartial" : "");
}

Table nimbers(const std::string& spec) {
    return make_table(spec, job_of(ValueKind::nimber));
}

std::uint64_t nimber(const Value& v) {
    return v.nimber.nimber;
}
/// Calls `f(index, text)` for every position, its text without the `/` between the rows of a grid.
void for_each_position(const Table& table, const std::function<void(Index, const std::string&)>& f) {
    const Game& game = table.game().value();
    for (Index i = 0; i < table.info().indices; ++i) {
        if (!game.legal(i)) continue;
        std::string text = game.format(i);
        std::erase(text, '/');
        f(i, text);
    }
}

Colouring colouring(const std::string& text) {
    Colouring p;
    for (unsigned v = 0; v < text.size(); ++v) {
        if (text[v] == '.') p.open |= just(v);
        if (text[v] == 'B') p.black |= just(v);
        if (text[v] == 'W') p.white |= just(v);
    }
    return p;
}

/// Replaces the letters M and N in `spec` by numbers.
std::string with_numbers(std::string spec, unsigned m, unsigned n) {
    for (const auto& [letter, number] : {std::pair{'M', m}, std::pair{'N', n}})
        if (const auto at = spec.find(letter); at != std::string::npos) spec.replace(at, 1, std::to_string(number));
    return spec;
}

/// Returns the start's nimber from a table. Also verifies the table unless that takes too long for a test.
std::string found(const std::string& spec, bool as_class) {
    const Table table = Table::from_memory(make_table_bytes(spec, job_of(ValueKind::nimber))).value();
    const Game& game = table.game().value();
    if (table.info().indices < 600'000) verify_table(game, table, job_of(ValueKind::nimber));
    const std::uint64_t value = nimber(table.probe("start").value());
    if (as_class) return value == 0 ? "P" : "N";
    return std::to_string(value);
}

/// Checks the facts whose specs begin with `beginning` in tables; data/reference/colouring-games.txt explains the
/// kinds.
void expect_facts(const std::string& beginning, std::size_t count) {
    std::size_t facts = 0;
    for (const ReferenceFact& fact : reference_facts("colouring-games.txt")) {
        if (!fact.spec.starts_with(beginning)) continue;
        ++facts;
        const bool as_class = fact.kind.starts_with("classes ");
        if (const auto from = fact.kind.find(" from "); from != std::string::npos) {
            auto n = static_cast<unsigned>(std::stoul(fact.kind.substr(from + 6)));
            for (const std::string& value : fact.values) {
                EXPECT_EQ(found(with_numbers(fact.spec, 0, n), as_class), value) << fact.spec << " " << n;
                ++n;
            }
        } else if (fact.kind == "nimbers by parity") {
            ASSERT_EQ(fact.values.size(), 2u);
            for (unsigned n = 1; n <= 14; ++n)
                EXPECT_EQ(found(with_numbers(fact.spec, 1, n), false), fact.values[n % 2]) << fact.spec << " " << n;
        } else if (fact.kind == "classes by parity") {
            ASSERT_EQ(fact.values.size(), 3u);
            // Both orientations up to twelve vertices. Grids of one row are another fact.
            for (unsigned m = 2; m <= 8; ++m)
                for (unsigned n = 1; m * n <= (m <= n ? 16U : 12U); ++n)
                    EXPECT_EQ(found(with_numbers(fact.spec, m, n), true), fact.values[m % 2 + n % 2])
                        << fact.spec << " " << m << " " << n;
        } else {
            ADD_FAILURE() << "no such kind of fact: " << fact.kind;
        }
    }
    EXPECT_EQ(facts, count);
}

TEST(GoCut, PublishedNimbersOfPathsComeOutOfTablesWithTheOneLostInPrint) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_facts("go-cut:", 2);
}

TEST(SnoGo, PathsAreWonByTheFirstPlayerIfOdd) {
    expect_facts("sno-go:", 1);
}

TEST(ColAndSnort, ColOnRectanglesHasItsPublishedClasses) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_facts("col:board=grid-MxN", 1);
}

TEST(ColAndSnort, SnortOnRectanglesHasItsPublishedClasses) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_facts("snort:board=grid-MxN", 1);
}

TEST(ColAndSnort, ChainsHaveTheirPublishedNimbers) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_facts("col:board=grid-1xN", 1);
    expect_facts("snort:board=grid-1xN", 1);
}

class Family : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(ColouringGames, Family, ::testing::ValuesIn(families), name_by_text);

TEST_P(Family, NimbersOutcomesAndObligedPairsAgree) {
    for (const std::string& board : some_boards) {
        const std::string spec = spec_of(GetParam(), board);
        const Table nimber_table = nimbers(spec);
        const Table normal = make_table(spec, job_of(ValueKind::outcome));
        const Table misere = make_table(spec, job_of(ValueKind::outcome, 2, Play::misere));
        const Table obliged = make_table(spec, job_of(ValueKind::obliged));
        for_each_position(nimber_table, [&](Index i, const std::string& text) {
            const bool wins = normal.at(i).value().outcome.outcome == Outcome::win;
            const bool wins_misere = misere.at(i).value().outcome.outcome == Outcome::win;
            EXPECT_EQ(nimber(nimber_table.at(i).value()) != 0, wins) << spec << " " << text;
            EXPECT_EQ(obliged.at(i).value().obliged, (Obliged{wins, wins_misere})) << spec << " " << text;
        });
    }
}

TEST_P(Family, TablesAgreeWithTheComponentsOfEveryPosition) {
    static const std::map<std::string, ColouringGame> games{{"col", ColouringGame::col},
                                                            {"snort", ColouringGame::snort},
                                                            {"nogo", ColouringGame::nogo},
                                                            {"node-kayles", ColouringGame::node_kayles},
                                                            {"cutthroat", ColouringGame::cutthroat},
                                                            {"go-cut", ColouringGame::go_cut},
                                                            {"sno-go", ColouringGame::sno_go}};
    for (const std::string& board : some_boards) {
        const Table table = nimbers(spec_of(GetParam(), board));
        ComponentValues components(games.at(GetParam()), Neighbours(*table.board().value()));
        for_each_position(table, [&](Index i, const std::string& text) {
            EXPECT_EQ(nimber(table.at(i).value()), components.value(colouring(text))) << board << " " << text;
        });
    }
}

class FamilyWithColours : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(ColouringGames, FamilyWithColours,
                         ::testing::Values("col", "snort", "nogo", "cutthroat", "go-cut", "sno-go"), name_by_text);

TEST_P(FamilyWithColours, TablesUpToExchangeOfTheColoursHaveTheSameValuesForAllTexts) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const std::string& board : some_boards)
        for (const JobOptions& options : {job_of(ValueKind::nimber), job_of(ValueKind::outcome, 2, Play::misere)}) {
            const std::string spec = spec_of(GetParam(), board);
            const Table all = make_table(spec, options);
            const Table half = make_table(spec + ",symmetry=colours", options);
            EXPECT_LT(half.info().positions * 2, all.info().positions + 3) << spec;
            for_each_position(all, [&](Index i, const std::string& text) {
                EXPECT_EQ(half.probe(text).value(), all.at(i).value()) << spec << " " << text;
            });
        }
}

TEST(ColouringErrors, NimbersOfPartizanPlayAreNotSearchedFor) {
    for (const std::string family : {"col", "snort", "nogo", "cutthroat"}) {
        const auto game = make_game(stock_registry(), family + ":board=path-5");
        const auto search = [&] { search_values(*game, ValueKind::nimber, 0); };
        EXPECT_EQ(error_code_of(search), ErrorCode::not_applicable) << family;
    }
}

/// Expects an error with this code and a message of one line that begins with `beginning`.
void expect_refusal(const std::string& spec, ErrorCode code, const std::string& beginning) {
    const std::string line = refusal_of([&] { make_game_from_files(stock_registry(), spec, ValueKind::nimber); }, code);
    EXPECT_EQ(line.substr(0, beginning.size()), beginning) << spec;
    EXPECT_EQ(line.find('\n'), std::string::npos) << spec;
}

TEST(ColouringErrors, BoardsThatCannotBePlayedOnAreRefused) {
    const std::pair<const char*, const char*> cases[] = {
        {"path-0", "\"path-0\" is not a board: expected path-N with N in 1..1024"},
        {"path-64", "board=path-64 has 64 vertices: this game is played on boards of 1..63"},
        {"path-60", "board=path-60 is too large: it has more than 2^"},
        {"grid-3",
         "\"grid-3\" is not a board: expected grid-MxN with M and N at least 1 and at most 1024 vertices in all"}};
    for (const std::string& family : families) {
        for (const auto& [board, message] : cases) expect_refusal(spec_of(family, board), ErrorCode::bad_spec, message);
        expect_refusal(spec_of(family, "no/such.dot"), ErrorCode::not_found,
                       "there is no file \"no/such.dot\", and it is not a board of the form " + board_family_forms());
    }
}

TEST(ColouringErrors, FilesThatHoldNoSimpleBoardAreRefused) {
    std::string many = "graph {";
    for (unsigned v = 0; v < 10000; ++v) many += " v" + std::to_string(v) + ';';
    const std::pair<std::string, const char*> cases[] = {
        {"graph {\n a -- b\n b -- b\n}",
         ":3: vertex \"b\" has an edge to itself, which this game does not allow: remove the edge"},
        {"graph {\n a -- b\n b -- a\n}", ":3: vertices \"a\" and \"b\" are joined already in line 2"},
        {"graph {\n}", ": the graph has no vertex"},
        {"graph {\n a -- b\n b -- ;\n}", ":3: expected a vertex, got \";\""},
        {"graph {\n a -- b\n", ":3: expected '}', but the file ends"},
        {"digraph {\n a -> b\n}", ":1: the graph is directed, but must be undirected"},
        {many + " }", ": the board has 10000 vertices: this game is played on boards of 1..63"}};
    for (const auto& [text, fault] : cases) {
        const Scratch scratch;
        const std::string path = scratch.write("colouring.dot", text);
        for (const std::string& family : families)
            expect_refusal(spec_of(family, path), ErrorCode::bad_file, path + fault);
    }
}

TEST(ColouringErrors, KeysThatAGameDoesNotTakeAreRefused) {
    const auto expect = [](const std::string& spec, const std::string& message) {
        expect_refusal(spec, ErrorCode::bad_spec, message);
    };
    for (const std::string family : {"col", "snort", "nogo", "cutthroat", "go-cut", "sno-go"})
        expect(spec_of(family, "path-5") + ",symmetry=x", "symmetry=x is not allowed: symmetry must be none");
    for (const std::string family : {"go-cut", "sno-go"})
        expect(family + ":board=path-5,play=impartial", family + " has no key \"play\"; its keys are: board, symmetry");
    expect("col:board=star-9,play=impartial,symmetry=all",
           "symmetry=all cannot be used: board=star-9 has more than 1024 symmetries");
    expect("node-kayles:board=path-5,play=impartial", "node-kayles has no key \"play\"");
}

}  // namespace mexbase::test::colouring_facts_test
