// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "../as_game.hpp"
#include "../conformance.hpp"
#include "lib/games/colouring/conjoined_boards.hpp"
#include "lib/games/colouring/deletion_games.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "lib/solve/search/component_search.hpp"
#include "lib/solve/sweep/sweep.hpp"
#include "tests/lib/games/colouring/colouring_brute.hpp"
#include "tests/lib/games/small_graphs.hpp"
#include "tests/lib/games/swept.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::colouring_games_test {

using brute::ColouringRules;
using brute::Colourings;
using namespace test;

/// Compares moves and all kinds of values of all positions with the slow rules; values also with the general sweeps and
/// the kernel.
template <class R>
void expect_as_slow(const R& rules, Colourings slow, bool conformance) {
    static_assert(has<R>.word_game);
    if (conformance) {
        expect_conformance(rules, [&](const std::string& text) {
            const auto options = slow.options_by_move(text);
            return std::multiset<std::string>(options.begin(), options.end());
        });
    }
    const WordRemotenessFold normal(Play::normal), misere(Play::misere);
    const auto nimbers = swept(rules, WordNimberFold{});
    const auto pairs = swept(rules, WordObligedFold{});
    const auto in_normal = swept(rules, normal);
    const auto in_misere = swept(rules, misere);
    const auto generally = sweep<NimberFold>(test::as_game(rules));
    const auto generally_pairs = sweep<ObligedFold>(test::as_game(rules));
    // The kernel is slow to compile for each game: the others' outcomes are compared with the slow rules only.
    constexpr bool with_kernel = std::same_as<R, Col> || std::same_as<R, GoCut>;
    OutcomeCells solved;
    if constexpr (with_kernel) solved = solve(rules, SolveOptions{}).cells;
    for (Index i = 0; i < rules.size(); ++i) {
        EXPECT_EQ(nimbers[i] < hole, rules.legal(i)) << i;
        if (!rules.legal(i)) continue;
        const std::string text = rules.format(rules.unrank(i));
        const brute::ColouringValue& value = slow.value(text);
        ASSERT_EQ(nimbers[i], value.nimber) << text;
        ASSERT_EQ(pairs[i], (Obliged{value.normal_win, value.misere_win}.code())) << text;
        const auto outcome = [](bool win, unsigned remoteness) {
            return OutcomeValue{win ? Outcome::win : Outcome::loss, remoteness};
        };
        ASSERT_EQ(normal.outcome(in_normal[i]), outcome(value.normal_win, value.normal_remoteness)) << text;
        ASSERT_EQ(misere.outcome(in_misere[i]), outcome(value.misere_win, value.misere_remoteness)) << text;
        ASSERT_EQ(generally[i], nimbers[i]) << text;
        ASSERT_EQ(generally_pairs[i], pairs[i]) << text;
        if constexpr (with_kernel) {
            ASSERT_EQ(solved[i], normal.outcome(in_normal[i])) << text;
        }
    }
    for (const std::string& text : slow.reachable(slow.empty())) EXPECT_EQ(rules.format(rules.parse(text)), text);
}

/// Compares the values in the form without exchanges of the colours.
template <class R>
void expect_same_halved(const R& rules, const R& halved) {
    const auto nimbers = swept(rules, WordNimberFold{});
    const auto of_halved = swept(halved, WordNimberFold{});
    const auto misere = swept(rules, WordRemotenessFold(Play::misere));
    const auto misere_of_halved = swept(halved, WordRemotenessFold(Play::misere));
    EXPECT_LE(halved.size(), rules.size() / 2 + 2);
    for (Index i = 0; i < rules.size(); ++i) {
        const Index there = halved.rank(rules.unrank(i));
        ASSERT_LT(there, halved.size());
        ASSERT_EQ(of_halved[there], nimbers[i]) << rules.format(rules.unrank(i));
        ASSERT_EQ(misere_of_halved[there], misere[i]) << rules.format(rules.unrank(i));
    }
    expect_conformance(halved, [&](const std::string& text) {
        std::multiset<std::string> options;
        const auto p = rules.parse(text);
        rules.for_each_option(rules.rank(p), p, Player::left, [&](Index to) {
            options.insert(halved.format(halved.unrank(halved.rank(rules.unrank(to)))));
        });
        return options;
    });
}

constexpr auto none = Symmetry::none;

void expect_all_as_slow(const Board& graph, bool conformance) {
    const ColouringBoard board = board_of(graph);
    expect_as_slow(Col(board), {ColouringRules::col, graph}, conformance);
    expect_as_slow(Snort(board), {ColouringRules::snort, graph}, conformance);
    expect_as_slow(NoGo(board), {ColouringRules::nogo, graph}, conformance);
    expect_as_slow(NodeKayles(board), {ColouringRules::node_kayles, graph}, conformance);
    expect_as_slow(GoCut(board), {ColouringRules::go_cut, graph}, conformance);
    expect_as_slow(SnoGo(board), {ColouringRules::sno_go, graph}, conformance);
}

TEST(ColouringGames, AreAsTheirRulesSayOnEveryConnectedGraphUpToFiveVertices) {
    for (const Board& graph : small::connected_graphs_up_to(5)) expect_all_as_slow(graph, graph.vertex_count() < 5);
}

TEST(ColouringGames, AreAsTheirRulesSayOnBoardsThatFallApart) {
    for (const Board& graph : {small::board_of(5, {{0, 1}, {2, 3}}),
                               small::board_of(6, {{0, 2}, {2, 4}, {1, 3}, {3, 5}}), small::board_of(3, {})})
        expect_all_as_slow(graph, true);
}

TEST(ColouringGames, SymmetriesChangeNothing) {
    std::vector<Board> graphs = small::connected_graphs_up_to(4);
    graphs.push_back(small::grid(2, 3));
    graphs.push_back(small::path(7));
    graphs.push_back(small::board_of(5, {{0, 1}, {2, 3}}));
    for (const Board& graph : graphs) {
        const ColouringBoard board = board_of(graph);
        for (const Symmetry symmetry : {Symmetry::colours, Symmetry::all}) {
            expect_same_halved(Col(board), Col(board, symmetry));
            expect_same_halved(Snort(board), Snort(board, symmetry));
            expect_same_halved(NoGo(board), NoGo(board, symmetry));
            expect_same_halved(Cutthroat(board, none, false), Cutthroat(board, symmetry, false));
            expect_same_halved(Cutthroat(board, none, true), Cutthroat(board, symmetry, true));
        }
    }
}

TEST(ColouringGames, SymmetriesChangeNothingInTwoPhases) {
    for (const Board& graph : {small::path(7), small::cycle(5), small::grid(2, 3)}) {
        const auto same = [](const auto& rules, const auto& reduced) {
            const auto cells = swept(rules, WordNimberFold{});
            const auto of_reduced = swept(reduced, WordNimberFold{});
            Index legal = 0;
            for (Index i = 0; i < rules.size(); ++i) {
                if (!rules.legal(i)) continue;
                ASSERT_EQ(of_reduced[reduced.rank(rules.unrank(i))], cells[i]) << rules.format(rules.unrank(i));
            }
            for (Index i = 0; i < reduced.size(); ++i) {
                ASSERT_EQ(reduced.legal(i), of_reduced[i] < hole) << i;
                legal += reduced.legal(i) ? 1 : 0;
            }
            EXPECT_LT(legal, reduced.size());
        };
        for (const Symmetry symmetry : {Symmetry::colours, Symmetry::all}) {
            same(GoCut(board_of(graph)), GoCut(board_of(graph), symmetry));
            same(SnoGo(board_of(graph)), SnoGo(board_of(graph), symmetry));
        }
    }
    const ColouringBoard grid = board_of(small::grid(3, 3));
    const NodeKayles sets(grid), orbits(grid, Symmetry::all);
    const auto of_sets = swept(sets, WordNimberFold{}), of_orbits = swept(orbits, WordNimberFold{});
    for (Index i = 0; i < sets.size(); ++i) ASSERT_EQ(of_orbits[orbits.rank(sets.unrank(i))], of_sets[i]);
    EXPECT_EQ(std::ranges::count_if(of_orbits, [](WordCell cell) { return cell < hole; }), 102);  // OEIS A054247
}

TEST(Cutthroat, IsAsItsRulesSayOnEveryConnectedGraphUpToFiveVertices) {
    for (const Board& graph : small::connected_graphs_up_to(5)) {
        const bool small = graph.vertex_count() < 5;
        expect_as_slow(Cutthroat(board_of(graph), none, false), {ColouringRules::cutthroat, graph}, small);
        if (small) expect_as_slow(Cutthroat(board_of(graph), none, true), {ColouringRules::cutthroat, graph}, true);
    }
}

/// Compares sweeps over all positions with the values of their components.
TEST(ColouringGames, SweepsAgreeWithComponentsOnEveryConnectedGraphOfSixVertices) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const Board& graph : small::connected_graphs(6)) {
        const ColouringBoard board = board_of(graph);
        const auto same = [&]<class R>(const R& rules) {
            const auto cells = swept(rules, WordNimberFold{});
            ComponentValues components(R::searched, board.neighbours());
            for (Index i = 0; i < rules.size(); ++i) {
                if (rules.legal(i)) {
                    ASSERT_EQ(cells[i], components.value(rules.colouring(rules.unrank(i))))
                        << R::family << ' ' << rules.format(rules.unrank(i));
                }
            }
        };
        same(Col(board));
        same(Snort(board));
        same(NoGo(board));
        same(NodeKayles(board));
        same(Cutthroat(board, none, false));
        same(GoCut(board));
        same(SnoGo(board));
    }
}

/// Node-Kayles twice on the same board.
struct TwiceGame {
    static constexpr std::optional<ColouringGame> searched{};
    struct Anew {
        VertexSet all;
        Colouring operator()(const Colouring&) const { return {0, 0, all}; }
    };
    static constexpr std::string_view family = "twice";
    static const FamilyHelp& help() { return NodeKayles::help(); }
    static auto make(const ColouringBoard& board, Symmetry) {
        return conjoin(NodeKayles(board), NodeKayles(board), Anew{board.neighbours().all()});
    }
};

/// First and then Second, directly by their rules, by play from the empty board.
template <class First, class Second>
class OneAfterTheOther {
  public:
    explicit OneAfterTheOther(const Neighbours& board) : board_(board) {}

    struct Key {
        bool second;
        VertexSet black, white;
        auto operator<=>(const Key&) const = default;
    };
    /// Returns the nimber of a reachable position of phase one or two.
    unsigned nimber(const Colouring& p, bool second) {
        if (!second && moves<First>(p).empty()) second = true;
        const Key key{second, p.black, p.white};
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        std::set<unsigned> reached;
        for (const Colouring& to : second ? moves<Second>(p) : moves<First>(p)) reached.insert(nimber(to, second));
        unsigned mex = 0;
        while (reached.contains(mex)) ++mex;
        return known_[key] = mex;
    }
    const std::map<Key, unsigned>& known() const { return known_; }

  private:
    template <class Rule>
    std::vector<Colouring> moves(const Colouring& p) const {
        std::vector<Colouring> found;
        for_each_vertex(p.open, [&](unsigned v) {
            for (const Colour c : {Colour::black, Colour::white})
                if (Rule::allows(board_, p, v, c)) found.push_back(p.with(v, c));
        });
        return found;
    }
    Neighbours board_;
    std::map<Key, unsigned> known_;
};

template <class First, class Second>
void expect_conjoined(const Board& graph) {
    const ColouringBoard board = board_of(graph);
    OneAfterTheOther<First, Second> slow(board.neighbours());
    slow.nimber({0, 0, board.neighbours().all()}, false);
    for (const Symmetry symmetry : {Symmetry::none, Symmetry::colours, Symmetry::all}) {
        const ConjoinedFamily<PairGame<First, Second>> rules(board, symmetry);
        const auto cells = swept(rules, WordNimberFold{});
        const auto generally = sweep<NimberFold>(test::as_game(rules));
        for (const auto& [key, nimber] : slow.known()) {
            const Colouring p{key.black, key.white, board.neighbours().all() & ~(key.black | key.white)};
            const auto position = rules.parse(board.write(p, '.'));
            ASSERT_EQ(position.second_phase, key.second) << board.write(p, '.');
            const Index i = rules.rank(position);
            ASSERT_LT(i, rules.size()) << First::family << ' ' << Second::family << ' ' << board.write(p, '.');
            ASSERT_TRUE(rules.legal(i));
            ASSERT_EQ(cells[i], nimber) << First::family << ' ' << Second::family << ' ' << board.write(p, '.');
            ASSERT_EQ(generally[i], nimber);
            ASSERT_EQ(rules.rank(rules.parse(rules.format(rules.unrank(i)))), i);
            rules.for_each_option(i, rules.unrank(i), Player::left, [&](Index to) { ASSERT_TRUE(rules.legal(to)); });
        }
        for (Index i = 0; i < rules.size(); ++i) ASSERT_EQ(rules.legal(i), cells[i] < hole);
    }
}

TEST(Conjoin, AnyTwoPlacementGamesCanBeConjoined) {
    std::vector<Board> graphs = small::connected_graphs_up_to(4);
    graphs.push_back(small::path(6));
    graphs.push_back(small::cycle(5));
    graphs.push_back(small::board_of(4, {{0, 1}}));  // with isolated vertices
    for (const Board& graph : graphs) {
        expect_conjoined<ColRule, SnortRule>(graph);
        expect_conjoined<ColRule, NoGoRule>(graph);
        expect_conjoined<SnortRule, NoGoRule>(graph);
        expect_conjoined<NoGoRule, ColRule>(graph);
        expect_conjoined<NoGoRule, SnortRule>(graph);
        expect_conjoined<NoGoRule, NoGoRule>(graph);
    }
}

TEST(Conjoin, HandsOverToAnyPositionOfTheSecond) {
    for (const Board& graph : {small::path(3), small::path(4), small::cycle(6)}) {
        const ConjoinedFamily<TwiceGame> rules(board_of(graph));
        const NodeKayles once(board_of(graph));
        const auto alone = sweep<NimberFold>(test::as_game(once));
        // The player who begins the second round wins or loses it, so that the first is played in misère or normal
        // play.
        const bool won = alone[once.rank(once.start())] != 0;
        const WordRemotenessFold play(won ? Play::misere : Play::normal);
        const auto first = swept(once, play);
        const auto nimbers = sweep<NimberFold>(test::as_game(rules));
        for (Index i = 0; i < once.size(); ++i) {
            const auto p = rules.from_first(once.unrank(i));
            EXPECT_EQ(nimbers[rules.rank(p)] != 0, play.outcome(first[i]).outcome == Outcome::win);
            EXPECT_EQ(rules.legal(once.size() + i), once.can_move(once.unrank(i)));
        }
    }
}

TEST(ColouringBoard, ReadsAndWritesRowsOfAGrid) {
    const Col col(board_of(small::grid(2, 3), 3));
    EXPECT_EQ(col.format(col.parse("B.W...")), "B.W/...");
    EXPECT_EQ(col.format(col.parse("B.R/...")), "B.W/...");
    EXPECT_EQ(col.picture(col.parse("B.W/...")), "B.W\n...");
    for (const char* wrong :
         {"B.W/..", "B.W/..../", "B.W/.../", "B./W...", "B.W?...", "", "/", "BB./...", "B.W/...."}) {
        const auto [code, message] = error_of([&] { col.parse(wrong); });
        EXPECT_EQ(code, ErrorCode::bad_position) << wrong;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
}

TEST(ColouringBoard, TintsAreReadWhereTheNeighboursGiveThem) {
    const Col col(board_of(small::path(5)));
    EXPECT_EQ(col.format(col.parse("Bwooo")), "B....");
    EXPECT_EQ(col.format(col.parse("BxWbo")), "B.W..");
    EXPECT_THROW(col.parse("Bbooo"), Error);
    EXPECT_THROW(col.parse("boooo"), Error);
    const Snort snort(board_of(small::path(5)));
    EXPECT_EQ(snort.format(snort.parse("Bbooo")), "B....");
    EXPECT_THROW(snort.parse("Bwooo"), Error);
    EXPECT_THROW(NoGo(board_of(small::path(5))).parse("ooooo"), Error);
}

}  // namespace mexbase::colouring_games_test
