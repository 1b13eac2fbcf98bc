// SPDX-License-Identifier: MIT
// User-defined games: classes with overrides, compared with brute force, and every detectable mistake.
#include "lib/rules/own_game.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/solve/loopy/loopy_reference.hpp"
#include "../../lib/solve/retrograde/brute_force.hpp"
#include "gen/explore/explored_rules.hpp"
#include "gen/jobs/jobs.hpp"
#include "lib/error.hpp"
#include "lib/solve/graph/turn_moves.hpp"
#include "lib/solve/loopy/loopy_nimbers.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "lib/solve/sweep/canonical_sweep.hpp"
#include "lib/text_parts.hpp"
#include "lib/value/partizan/arena.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::own_game_test {

constexpr KeyHelp keys[] = {{"n", "1", "1..1000", "number of the game"}};
constexpr FamilyHelp help{"a random game", "a number", "made up", keys, "own:n=1"};

/// Returns the index that a text names, below `size`.
Index index_in(std::string_view text, Index size) {
    const auto i = exact_number(text);
    if (!i || *i >= size) throw Error(ErrorCode::bad_position, "no number of a vertex");
    return *i;
}

/// One graph per player.
struct Graphs {
    ListGraph left, right;
};

class Listed final : public OwnGame {
  public:
    Listed(Graphs graphs, const OwnFacts& facts)
        : OwnGame("own", Parameters(parse_spec("own:n=1"), help), facts), graphs_(std::move(graphs)) {}

    void add_options(Index i, Player mover, std::vector<Index>& out) const override {
        out.insert(out.end(), of(mover).options[i].begin(), of(mover).options[i].end());
    }
    Index parse_index(std::string_view text) const override { return index_in(text, size()); }
    std::string format(Index i, unsigned) const override { return std::to_string(i); }
    std::optional<OutcomeValue> stopped(Index i, Player mover) const override { return of(mover).stops[i]; }
    void add_predecessors(Index i, Player mover, std::vector<Index>& out) const override {
        for (Index v = 0; v < size(); ++v)
            if (!of(mover).stops[v])
                for (const Index w : of(mover).options[v])
                    if (w == i) out.push_back(v);
    }

  private:
    const ListGraph& of(Player mover) const { return mover == Player::left ? graphs_.left : graphs_.right; }

    Graphs graphs_;
};

JobOptions checking() {
    JobOptions options{.memory = std::uint64_t{1} << 28};
    return options;
}

OwnFacts facts_of(const ListGraph& graph, bool takes_back) {
    OwnFacts facts{.size = graph.size(), .takes_back = takes_back};
    return facts;
}

TEST(OwnGame, HasTheOutcomesOfBruteForce) {
    std::mt19937_64 random(45);
    for (int round = 0; round < 600; ++round) {
        const bool stops = round % 2 == 0;
        const ListGraph graph = random_graph(random, round % 20 == 0 ? 200 : 20, stops);
        OwnFacts facts = facts_of(graph, round % 3 == 0);
        facts.stops = stops;
        const Listed game({graph, graph}, facts);
        SolveOptions options{.play = round % 5 == 0 ? Play::misere : Play::normal};
        options.strategy = round % 7 == 1 ? Strategy::forward : Strategy::child_counters;
        AnalysisListener quiet;
        const Solution solution = solve(game, options, quiet);
        const auto expected = brute_force(graph, options.play);
        for (Index v = 0; v < graph.size(); ++v) ASSERT_EQ(solution.cells[v], expected[v]) << round;
        // A terminal position has no moves, whatever the class lists.
        std::vector<Index> moves;
        for (Index v = 0; v < graph.size(); ++v) {
            game.options(v, Player::left, moves);
            ASSERT_EQ(moves, graph.stops[v] ? std::vector<Index>{} : graph.options[v]);
        }
    }
}

TEST(OwnGame, HasLoopyNimbersThatSatisfyTheirDefinition) {
    std::mt19937_64 random(46);
    for (int round = 0; round < 300; ++round) {
        const ListGraph graph = random_graph(random, 24, false);
        const Listed game({graph, graph}, facts_of(graph, round % 2 == 0));
        AnalysisListener quiet;
        ASSERT_EQ(fault(graph, loopy_nimbers(game, SolveOptions{}, quiet)), "") << round;
    }
}

TEST(OwnGame, HasThePartizanOutcomesOfTheGraphOfTurns) {
    std::mt19937_64 random(47);
    for (int round = 0; round < 300; ++round) {
        const ListGraph left = random_graph(random, 16, false);
        ListGraph right(left.size());
        for (Index v = 0; v < right.size(); ++v)
            for (auto n = random() % 4; n > 0; --n) right.options[v].push_back(random() % right.size());
        ListGraph turns(2 * left.size());  // 2 v: Left to move
        for (Index v = 0; v < left.size(); ++v) {
            for (const Index w : left.options[v]) turns.options[2 * v].push_back(2 * w + 1);
            for (const Index w : right.options[v]) turns.options[2 * v + 1].push_back(2 * w);
        }
        OwnFacts facts = facts_of(left, round % 2 == 0);
        facts.partizan = true;
        const Listed game({left, right}, facts);
        AnalysisListener quiet;
        const Solution solution = solve(detail::TurnMoves(game), SolveOptions{}, quiet);
        const auto expected = brute_force(turns, Play::normal);
        for (Index v = 0; v < turns.size(); ++v) ASSERT_EQ(solution.cells[v], expected[v]) << round;
        check_rules(game, checking());
        check_chunks(game);
    }
}

TEST(OwnGame, HasTheCanonicalFormsOfItsOptions) {
    std::mt19937_64 random(48);
    for (int round = 0; round < 100; ++round) {
        const auto descent = [&random](Index size) {
            ListGraph graph(size);
            for (Index v = 1; v < size; ++v)
                for (auto n = random() % 3; n > 0; --n) graph.options[v].push_back(random() % v);
            return graph;
        };
        const ListGraph left = descent(12), right = descent(12);
        OwnFacts facts = facts_of(left, false);
        facts.partizan = facts.descends = true;
        const Listed game({left, right}, facts);
        GameArena arena;
        const std::vector<PartizanId> values = sweep_canonical(game, arena);
        std::vector<PartizanId> expected;
        for (Index v = 0; v < left.size(); ++v) {
            std::vector<PartizanId> of_left, of_right;
            for (const Index w : left.options[v]) of_left.push_back(expected[w]);
            for (const Index w : right.options[v]) of_right.push_back(expected[w]);
            expected.push_back(arena.make(of_left, of_right));
        }
        ASSERT_EQ(values, expected) << round;
        check_rules(game, checking());
        check_chunks(game);
    }
}

TEST(OwnGame, PlayStopsWithARemotenessOfAtMostTwoToThe61) {
    // 2 and 1 lead down to 0, which is terminal.
    ListGraph graph(3);
    graph.options = {{}, {0}, {1}};
    OwnFacts facts = facts_of(graph, true);
    facts.stops = true;
    for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
        SolveOptions options{.strategy = strategy};
        AnalysisListener quiet;
        graph.stops[0] = OutcomeValue{Outcome::loss, max_terminal_remoteness};
        const Solution solution = solve(Listed({graph, graph}, facts), options, quiet);
        EXPECT_EQ(solution.cells[2], (OutcomeValue{Outcome::loss, max_terminal_remoteness + 2}));
        for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::tie}) {
            for (const std::uint64_t remoteness : {max_terminal_remoteness + 1, ~std::uint64_t{0}}) {
                graph.stops[0] = OutcomeValue{outcome, remoteness};
                const Listed game({graph, graph}, facts);
                EXPECT_THROW(solve(game, options, quiet), Error);
                EXPECT_THROW(check_rules(game, checking()), Error);
            }
        }
    }
}

/// Overrides no optional member.
class Plain final : public OwnGame {
  public:
    explicit Plain(const OwnFacts& facts) : OwnGame("own", Parameters(parse_spec("own:n=1"), help), facts) {}
    void add_options(Index i, Player, std::vector<Index>& out) const override {
        if (i != 0) out.push_back(i - 1);
    }
    Index parse_index(std::string_view) const override { throw Error(ErrorCode::bad_position, "no number"); }
    std::string format(Index i, unsigned) const override { return std::to_string(i); }
};

TEST(OwnGame, WhatFactsSayMustBeOverridden) {
    const Plain named({.size = 9, .named_moves = true});
    const std::array<unsigned, 1> only{0};
    EXPECT_EQ(
        fault_of([&] { named.for_each_seen_move(5, only, Player::left, SeenDetail::text, {}); }, ErrorCode::bad_usage),
        "own: OwnFacts::named_moves is true, but for_each_named_option is not overridden");
    const Plain drawn({.size = 9, .picture = true});
    EXPECT_EQ(fault_of([&] { drawn.picture(drawn.resolve("#5", 9)); }, ErrorCode::bad_usage),
              "own: OwnFacts::picture is true, but picture_of is not overridden");
    const auto line = [](const OwnFacts& facts, bool checked) -> std::string {
        try {
            const Plain game(facts);
            AnalysisListener quiet;
            if (checked)
                check_rules(game, checking());
            else
                solve(game, SolveOptions{}, quiet);
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    for (const bool checked : {false, true}) {
        EXPECT_NE(line({.size = 9, .stops = true}, checked)
                      .find("own: OwnFacts::stops is true, but stopped is not overridden"),
                  std::string::npos);
        EXPECT_NE(line({.size = 9, .bounded = true}, checked)
                      .find("own: OwnFacts::bounded is true, but leaves_bound is not overridden"),
                  std::string::npos);
    }
}

/// Put X on a free cell of a row of three. The index is the number whose binary digits are the marks.
class Marks final : public OwnGame {
  public:
    explicit Marks(OwnFacts facts) : OwnGame("own", Parameters(parse_spec("own:n=1"), help), facts) {}
    void add_options(Index i, Player, std::vector<Index>& out) const override {
        for (const Index cell : {1, 2, 4})
            if ((i & cell) == 0) out.push_back(i | cell);
    }
    Index parse_index(std::string_view text) const override {
        for (Index i = 0; i < size(); ++i)
            if (format(i, 0) == text) return i;
        throw Error(ErrorCode::bad_position, "no row");
    }
    std::string format(Index i, unsigned) const override {
        std::string text;
        for (const Index cell : {1, 2, 4}) text += (i & cell) == 0 ? '.' : 'X';
        return text;
    }
    void for_each_named_option(Index i, Player mover, const EachNamedOption& f) const override {
        if (by_cells) return OwnGame::for_each_named_option(i, mover, f);
        for (const Index cell : {1, 2, 4})
            if ((i & cell) == 0) f(i | cell, "mark" + std::to_string(cell));
    }
    bool by_cells = false;
};

std::string moves_of(const Game& game, const std::string& text) {
    std::string moves;
    game.for_each_named_move(game.resolve(text, game.size()), Player::left,
                             [&moves](const ResolvedPosition& to, std::string_view name) {
                                 moves += std::string(name) + '=' + to.text + ' ';
                             });
    return moves;
}

TEST(OwnGame, MovesHaveTheNamesThatItGivesThem) {
    const Marks game({.size = 8, .named_moves = true});
    EXPECT_EQ(moves_of(game, "X.."), "mark2=XX. mark4=X.X ");
    check_rules(game, checking());
}

TEST(OwnGame, TextsThatShowBoardsGiveNamesAndPictures) {
    Marks game({.size = 8, .cells = true});
    game.by_cells = true;
    EXPECT_EQ(moves_of(game, "X.."), "b1=XX. c1=X.X ");
    const ResolvedPosition position = game.resolve("X.X", game.size());
    EXPECT_EQ(game.picture(position), "1 X . X\n  a b c");
    EXPECT_NE(to_svg(game.drawing(position), "X.X").find("<line"), std::string::npos);
    check_rules(game, checking());
}

struct ExploredMarks {
    using Position = std::string;
    std::vector<std::string> starts() const { return {"..."}; }
    template <class F>
    void for_each_option(const std::string& p, Player, F f) const {
        for (std::size_t cell = 0; cell < 3; ++cell)
            if (p[cell] == '.') f(std::string(p).replace(cell, 1, "X"));
    }
};

TEST(OwnGame, ExploredTextsThatShowBoardsGiveNamesAndPictures) {
    const auto game = explored_game("marks", ExploredMarks{}, {}, PositionLook::cells);
    EXPECT_NE(game->spec().find("board=cells"), std::string::npos);
    EXPECT_EQ(moves_of(*game, "X.."), "c1=X.X b1=XX. ");
    EXPECT_EQ(game->picture(game->resolve("X.X", game->size())), "1 X . X\n  a b c");
}

/// Mistakes in the rules of a path of positions.
enum class Mistake : std::uint8_t {
    none,
    option_past_the_end,
    predecessor_past_the_end,
    stops_unsaid,
    takes_back_unkept,
    text_of_another,
    climbs,
    misses_predecessors,
    hides_the_mover,
    leaves,
    throws,
    throws_a_number,
    reads_wrong,
    reads_past,
    ties,
    none_legal,
    start_illegal
};
class Careless final : public OwnGame {
  public:
    Careless(const OwnFacts& facts, Mistake mistake)
        : OwnGame("own", Parameters(parse_spec("own:n=1"), help), facts), mistake_(mistake) {}
    void add_options(Index i, Player mover, std::vector<Index>& out) const override {
        if (at(Mistake::throws, i, 5)) throw std::out_of_range("no such square");
        if (at(Mistake::throws_a_number, i, 5)) throw 7;
        if (i != 0) out.push_back(at(Mistake::hides_the_mover, i, 5) && mover == Player::right ? 3 : i - 1);
        if (at(Mistake::climbs, i, 5)) out.push_back(7);
        if (at(Mistake::option_past_the_end, i, size() - 1)) out.push_back(size());
    }
    Index parse_index(std::string_view text) const override {
        if (mistake_ == Mistake::reads_wrong) return std::stoull("x");
        return index_in(text, size()) + (mistake_ == Mistake::reads_past ? 9 : 0);
    }
    std::string format(Index i, unsigned) const override {
        return std::to_string(at(Mistake::text_of_another, i, 1) ? 0 : i);
    }
    bool legal(Index i) const override { return mistake_ != Mistake::none_legal && !at(Mistake::start_illegal, i, 8); }
    std::uint64_t leaves_bound(Index i) const override { return at(Mistake::leaves, i, 3) ? 2 : 0; }
    std::optional<OutcomeValue> stopped(Index i, Player) const override {
        if (at(Mistake::ties, i, 2)) return OutcomeValue{Outcome::tie, 0};
        if (at(Mistake::stops_unsaid, i, 3)) return OutcomeValue{Outcome::win, 0};
        return {};
    }
    void add_predecessors(Index i, Player mover, std::vector<Index>& out) const override {
        if (mistake_ == Mistake::takes_back_unkept) return OwnGame::add_predecessors(i, mover, out);
        if (mistake_ == Mistake::predecessor_past_the_end) out.push_back(size());
        if (!at(Mistake::misses_predecessors, i, 0) && i + 1 < size()) out.push_back(i + 1);
    }

  private:
    bool at(Mistake mistake, Index i, Index place) const { return mistake_ == mistake && i == place; }

    Mistake mistake_;
};

// Returns the code and the message of the first error from building, solving or checking the game.
std::pair<ErrorCode, std::string> refusal(const OwnFacts& facts, Mistake mistake, bool solved, bool checked) {
    try {
        const Careless game(facts, mistake);
        AnalysisListener quiet;
        if (solved) solve(game, SolveOptions{}, quiet);
        if (checked) check_rules(game, checking());
    } catch (const Error& e) {
        return {e.code(), e.what()};
    }
    return {ErrorCode::interrupted, ""};
}

std::string fault(const OwnFacts& facts, Mistake mistake, bool solved) {
    return refusal(facts, mistake, solved, !solved).second;
}

TEST(OwnGame, MistakesNameTheFunctionAndTheIndex) {
    EXPECT_EQ(fault({.size = 9}, Mistake::none, false), "");
    for (const bool solved : {false, true}) {
        EXPECT_EQ(fault({.size = 9}, Mistake::leaves, solved),
                  "own: #3 has moves past the bound, but OwnFacts::bounded is false");
        EXPECT_EQ(fault({.size = 9}, Mistake::throws, solved), "own: add_options of #5 throws \"no such square\"");
        EXPECT_EQ(fault({.size = 9}, Mistake::throws_a_number, solved),
                  "own: add_options of #5 throws something other than a std::exception");
    }
    EXPECT_EQ(fault({.size = 9, .partizan = true, .stops = true}, Mistake::ties, false),
              "own: play stops at #2 with a tie, which partizan outcomes cannot be");
    EXPECT_NE(fault({.size = 9}, Mistake::none_legal, false).find("expected at least one position, found none"),
              std::string::npos);
    EXPECT_NE(fault({.size = 9, .start = 8}, Mistake::start_illegal, false)
                  .find("expected the start to be a legal, queryable index, found an index that is not"),
              std::string::npos);
    EXPECT_NE(fault({.size = 9}, Mistake::reads_wrong, false).find("own: parse_index(\"0\") throws \"stoull\""),
              std::string::npos);
    EXPECT_NE(fault({.size = 9}, Mistake::reads_past, false)
                  .find("own: parse_index(\"0\") returns an index that is not below 9"),
              std::string::npos);
}

TEST(OwnGame, FactsThatExcludeEachOtherAreRefused) {
    using enum ValueKind;
    const auto line = [](const OwnFacts& facts) { return fault(facts, Mistake::none, false); };
    EXPECT_EQ(line({.size = 9, .ties_beyond = true}),
              "own: OwnFacts::ties_beyond is true, which needs OwnFacts::bounded = true");
    EXPECT_EQ(line({.size = 9, .kinds = {nimber, canonical}}),
              "own: OwnFacts::kinds has canonical, which needs OwnFacts::partizan = true");
    EXPECT_EQ(line({.size = 9, .stops = true, .kinds = {nimber}}),
              "own: OwnFacts::kinds has nimber, which needs OwnFacts::stops = false");
    const Careless game({.size = 9, .kinds = {nimber, outcome}}, Mistake::none);
    EXPECT_TRUE(std::ranges::equal(game.facts().kinds, std::vector{nimber, outcome}));
}

TEST(OwnGame, SizeAndStartAreInRange) {
    const auto line = [](const OwnFacts& facts) -> std::string {
        return fault_of([&] { const Plain game(facts); }, ErrorCode::bad_usage);
    };
    EXPECT_EQ(line({.size = Index{1} << 62}), "");
    for (const Index size : {Index{0}, (Index{1} << 62) + 1, ~Index{0}})
        EXPECT_NE(line({.size = size}).find("own: OwnFacts::size is " + std::to_string(size) + ": expected 1.."),
                  std::string::npos);
    EXPECT_EQ(line({.size = 9, .start = 8}), "");
    EXPECT_NE(line({.size = 9, .start = 9}).find("own: OwnFacts::start is #9: expected an index below 9"),
              std::string::npos);
}

TEST(OwnGame, AMistakeIsOneClearLine) {
    const auto says = [](Mistake mistake, ErrorCode code, const std::string& text) {
        using enum Mistake;
        OwnFacts facts{.size = 10,
                       .takes_back = mistake == predecessor_past_the_end || mistake == takes_back_unkept ||
                                     mistake == misses_predecessors};
        facts.descends = mistake == climbs;
        const auto [found, line] = refusal(facts, mistake, true, true);
        EXPECT_EQ(found, code) << line;
        EXPECT_NE(line.find(text), std::string::npos) << line;
        EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    };
    using enum ErrorCode;
    says(Mistake::none, interrupted, "");
    says(Mistake::option_past_the_end, bad_usage, "own: #9 has the option #10: expected an index below 10");
    says(Mistake::predecessor_past_the_end, bad_usage, "has the predecessor #10: expected an index below 10");
    says(Mistake::stops_unsaid, bad_usage, "own: play stops at #3, but OwnFacts::stops is false");
    says(Mistake::takes_back_unkept, bad_usage, "OwnFacts::takes_back is true, but add_predecessors is not overridden");
    says(Mistake::text_of_another, verification_failed, "#1");
    says(Mistake::climbs, bad_usage, "own: #5 has the option #7, but OwnFacts::descends promises smaller indices");
    says(Mistake::misses_predecessors, verification_failed, "");
    says(Mistake::hides_the_mover, verification_failed, "#5");
}

}  // namespace mexbase::test::own_game_test
