// SPDX-License-Identifier: MIT
// Published values of the impartial colouring games, regenerated through the whole pipeline: rules, sweep, encoder,
// reader, verification. Also relations between tables of different games and kinds.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "../../lib/games/reference.hpp"
#include "lib/board/families.hpp"
#include "lib/error.hpp"
#include "lib/solve/search/component_search.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"

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

/// Returns the nimbers of a game on a given board.
Table nimbers(const std::string& family, const Board& board) {
    const auto shared = std::make_shared<const Board>(board);
    const auto game = make_game(stock_registry(), spec_of(family, board_reference(board)), shared);
    MemorySink sink;
    make_table(*game, sink, job_of(ValueKind::nimber));
    Table table = Table::from_memory(sink.take()).value();
    verify_table(*game, table, job_of(ValueKind::nimber));
    return table;
}

std::uint64_t nimber(const Value& v) {
    return v.nimber.nimber;
}
std::uint64_t nimber(const Table& table, const std::string& position) {
    return nimber(table.probe(position).value());
}
/// Returns the nimber of the empty board.
std::uint64_t start_nimber(const Table& table) {
    return nimber(table, "start");
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
    const std::uint64_t value = start_nimber(table);
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
    expect_facts("go-cut:", 2);
}

TEST(SnoGo, PathsAreWonByTheFirstPlayerIfOdd) {
    expect_facts("sno-go:", 1);
}

TEST(ColAndSnort, ColOnRectanglesHasItsPublishedClasses) {
    expect_facts("col:board=grid-MxN", 1);
}

TEST(ColAndSnort, SnortOnRectanglesHasItsPublishedClasses) {
    expect_facts("snort:board=grid-MxN", 1);
}

TEST(ColAndSnort, ChainsHaveTheirPublishedNimbers) {
    expect_facts("col:board=grid-1xN", 1);
    expect_facts("snort:board=grid-1xN", 1);
}

// All first moves on a cycle are equivalent, and leave a chain with both ends tinted alike. Its value is *1 in Col; in
// Snort * for an even and 0 for an odd cycle (Uiterwijk, part 2, equations 1 and 2).
TEST(ColAndSnort, CyclesAreZeroInColAndOneIfOddInSnort) {
    for (unsigned n = 3; n <= 12; ++n) {
        const std::string cycle = "cycle-" + std::to_string(n);
        EXPECT_EQ(start_nimber(nimbers(spec_of("col", cycle))), 0U) << n;
        EXPECT_EQ(start_nimber(nimbers(spec_of("snort", cycle))), n % 2) << n;
    }
}

/// Returns the side of the first vertex in a connected bipartite board.
VertexSet side_of(const Neighbours& board) {
    VertexSet side = 1, seen = 1;
    for (VertexSet fresh = 1; fresh != 0;) {
        fresh = board.around(fresh) & ~seen;
        seen |= fresh;
        if ((side & board.around(fresh)) == 0) side |= fresh;
    }
    return side;
}

TEST(ColAndSnort, AreOneGameOnBipartiteBoards) {
    for (const char* name : {"path-8", "cycle-8", "grid-3x3", "star-6", "bipartite-2x4"}) {
        const Board board = family_board(name);
        const Neighbours around(board);
        const VertexSet side = side_of(around);
        for_each_vertex(around.all(), [&](unsigned v) {
            ASSERT_EQ(around.of[v] & ((side >> v & 1) != 0 ? side : ~side), 0U) << name;
        });
        for (const ValueKind kind : {ValueKind::nimber, ValueKind::outcome, ValueKind::obliged}) {
            const Table col = make_table(spec_of("col", name), job_of(kind));
            const Table snort = make_table(spec_of("snort", name), job_of(kind));
            ASSERT_EQ(col.info().positions, snort.info().positions) << name;
            for_each_position(col, [&](Index i, std::string text) {
                for (unsigned v = 0; v < text.size(); ++v)
                    if ((side >> v & 1) != 0 && text[v] != '.') text[v] = text[v] == 'B' ? 'W' : 'B';
                EXPECT_EQ(snort.probe(text).value(), col.at(i).value()) << name << " " << text;
            });
        }
    }
}

// Dawson's Chess is the octal game 0.137 (Winning Ways, volume 1).
TEST(NodeKayles, IsDawsonsChessOnPaths) {
    const Table dawson = nimbers("octal:code=dawsons-chess,max=20");
    for (unsigned n = 1; n <= 20; ++n)
        EXPECT_EQ(found(with_numbers("node-kayles:board=path-N", 0, n), false),
                  std::to_string(nimber(dawson, std::to_string(n))))
            << n;
}

TEST(NodeKayles, StretchesOfAPathAreHeapsOfDawsonsChess) {
    const Table dawson = nimbers("octal:code=dawsons-chess,max=12");
    const Table path = nimbers("node-kayles:board=path-12");
    for_each_position(path, [&](Index i, const std::string& text) {
        std::uint64_t sum = 0;
        for (std::size_t at = 0; (at = text.find('.', at)) != std::string::npos;) {
            const std::size_t end = std::min(text.find('-', at), text.size());
            sum ^= nimber(dawson, std::to_string(end - at));
            at = end;
        }
        EXPECT_EQ(nimber(path.at(i).value()), sum) << text;
    });
}

/// Returns the board with its neighbours x < y merged into x: definition 5 of the paper.
Board merged_board(const Board& board, Vertex x, Vertex y) {
    const auto merged = [x, y](Vertex v) { return v == y ? x : v > y ? v - 1 : v; };
    std::vector<std::string> names;
    std::set<Board::Arc> arcs;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        if (v != y) names.push_back(board.name(v));
        for (const Vertex w : board.successors(v))
            if (merged(v) != merged(w)) arcs.emplace(merged(v), merged(w));
    }
    return Board(false, std::move(names), std::vector(arcs.begin(), arcs.end()));
}

/// Counts of pairs: a position with two neighbours of one colour, and the position with these merged. `differ` counts
/// the pairs with different nimbers.
struct Mergers {
    std::uint64_t pairs = 0, differ = 0;
};
Mergers mergers(const std::string& family) {
    Mergers count;
    for (const char* name : {"path-6", "cycle-6", "grid-2x3", "star-5", "complete-4", "bipartite-2x3"}) {
        const Board board = family_board(name);
        const Table whole = nimbers(spec_of(family, name));
        for (Vertex x = 0; x < board.vertex_count(); ++x)
            for (const Vertex y : board.successors(x)) {
                if (y < x) continue;
                const Table merged = nimbers(family, merged_board(board, x, y));
                for_each_position(whole, [&](Index i, std::string text) {
                    if (text[x] != text[y] || (text[x] != 'B' && text[x] != 'W')) return;
                    text.erase(y, 1);
                    ++count.pairs;
                    if (nimber(whole.at(i).value()) != nimber(merged, text)) ++count.differ;
                });
            }
    }
    return count;
}

// Huggan and Nowakowski, lemma 6, for SNO-GO; it holds in each of its phases.
TEST(Merging, NeighboursOfOneColourKeepsTheNimberInSnortNoGoAndSnoGo) {
    for (const char* family : {"snort", "nogo", "sno-go"}) {
        const Mergers count = mergers(family);
        EXPECT_GT(count.pairs, 1000U) << family;
        EXPECT_EQ(count.differ, 0U) << family;
    }
}

TEST(Merging, NeighboursOfOneColourCanChangeTheNimberInGoCut) {
    EXPECT_GT(mergers("go-cut").differ, 0U);
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
        const std::vector<Index> position{0};
        EXPECT_EQ(error_code_of([&] {
                      search_values(*game, ValueKind::nimber, {&position, 1}, 0);
                  }),
                  ErrorCode::not_applicable)
            << family;
    }
}

/// Expects an error with this code and a message of one line that begins with `beginning`.
void expect_refusal(const std::string& spec, ErrorCode code, const std::string& beginning) {
    const std::string line = refusal_of([&] { make_game_from_files(stock_registry(), spec, ValueKind::nimber); }, code);
    EXPECT_EQ(line.substr(0, beginning.size()), beginning) << spec;
    EXPECT_EQ(line.find('\n'), std::string::npos) << spec;
}

TEST(ColouringErrors, BoardsOfFamiliesThatCannotBePlayedOnAreRefused) {
    for (const std::string& family : families) {
        const auto expect = [&](const std::string& board, const std::string& message) {
            expect_refusal(spec_of(family, board), ErrorCode::bad_spec, message);
        };
        expect("path-0", "\"path-0\" is not a board: expected path-N with N in 1..1024");
        expect("path-64", "board=path-64 has 64 vertices: this game is played on boards of 1..63");
        expect("path-60", "board=path-60 is too large: it has more than 2^40 positions");
        expect("grid-3",
               "\"grid-3\" is not a board: expected grid-MxN with M and N at least 1 and at most 1024 vertices in all");
        expect_refusal(spec_of(family, "no/such.dot"), ErrorCode::not_found,
                       "there is no file \"no/such.dot\", and it is not a family of boards: " + board_family_forms());
    }
}

TEST(ColouringErrors, FilesThatHoldNoSimpleBoardAreRefused) {
    const std::string path = ::testing::TempDir() + std::to_string(::getpid()) + "colouring.dot";
    const auto expect_fault = [&](const std::string& text, const std::string& fault) {
        std::ofstream(path) << text;
        for (const std::string& family : families)
            expect_refusal(spec_of(family, path), ErrorCode::bad_file, path + fault);
        std::remove(path.c_str());
    };
    expect_fault("graph {\n a -- b\n b -- b\n}", ":3: vertex \"b\" of an undirected graph has a loop");
    expect_fault("graph {\n a -- b\n b -- a\n}", ":3: vertices \"a\" and \"b\" are joined already in line 2");
    expect_fault("graph {\n}", ": the graph has no vertex");
    expect_fault("graph {\n a -- b\n b -- ;\n}", ":3: expected a vertex, got \";\"");
    expect_fault("graph {\n a -- b\n", ":3: expected '}', but the file ends");
    expect_fault("digraph {\n a -> b\n}", ":1: the graph is directed, but must be undirected");

    std::string many = "graph {";
    for (unsigned v = 0; v < 10000; ++v) many += " v" + std::to_string(v) + ';';
    expect_fault(many + " }", ": the board has 10000 vertices: this game is played on boards of 1..63");
}

TEST(ColouringErrors, KeysThatAGameDoesNotTakeAreRefused) {
    for (const std::string family : {"col", "snort", "nogo", "cutthroat"}) {
        for (const std::string symmetry : {"colours", "all"})
            expect_refusal(family + ":board=path-5,symmetry=" + symmetry, ErrorCode::bad_spec,
                           "symmetry=" + symmetry + " needs play=impartial: ");
        expect_refusal(family + ":board=path-5,play=both", ErrorCode::bad_spec,
                       "play=both is not allowed: play is impartial or partizan");
    }
    for (const std::string family : {"col", "snort", "nogo", "cutthroat", "go-cut", "sno-go"})
        expect_refusal(spec_of(family, "path-5") + ",symmetry=x", ErrorCode::bad_spec,
                       "symmetry=x is not allowed: symmetry is none");
    for (const std::string family : {"go-cut", "sno-go"})
        expect_refusal(family + ":board=path-5,play=impartial", ErrorCode::bad_spec,
                       family + " has no key \"play\"; its keys are: board, symmetry");
    expect_refusal("col:board=star-9,play=impartial,symmetry=all", ErrorCode::bad_spec,
                   "symmetry=all is for boards of at most 1024 automorphisms, and board=star-9 has more");
    expect_refusal("node-kayles:board=path-5,play=impartial", ErrorCode::bad_spec, "node-kayles has no key \"play\"");
}

}  // namespace mexbase::test::colouring_facts_test
