// SPDX-License-Identifier: MIT
// Games explored from rules without an index, compared with indexed rulesets and with brute force.
#include <fstream>
#include <map>
#include <set>

#include "../../lib/solve/sweep/partizan_rules.hpp"
#include "../jobs/tables.hpp"
#include "bench/quixo_rules.hpp"
#include "board_rules.hpp"
#include "by_texts.hpp"
#include "gen/explore/explored_rules.hpp"
#include "random_rules.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::explored_game_test {

Table table_of(const Game& game, const JobOptions& options = quick_job()) {
    MemorySink sink;
    check_rules(game, options);
    check_chunks(game);
    make_table(game, sink, options);
    Table table = Table::from_memory(sink.take()).value();
    verify_table(game, table, options);
    // With its moves, the table is enough.
    JobOptions with_arcs = options;
    with_arcs.arcs = true;
    const Table alone = Table::from_memory(make_table_bytes(game, with_arcs)).value();
    verify_table(*game_for_jobs(stock_registry(), alone), alone, options);
    return table;
}

/// Explores the rules and compares every position with the table of `spec`. Returns the table.
template <class Rules>
Table expect_as(const std::string& spec, const Rules& rules) {
    ExploreOptions options{.threads = 3};
    const auto game = explored_game("as-" + spec.substr(0, spec.find(':')), rules, options);
    const Table explored = table_of(*game), ranked = make_table(spec);
    for (Index i = 0; i < explored.info().indices; ++i) {
        const std::string text = game->format(i);
        EXPECT_EQ(explored.at(i).value(), ranked.probe(text).value()) << text;
    }
    return explored;
}

void expect_totals(const Table& table, std::uint64_t win, std::uint64_t loss, std::uint64_t draw, std::uint64_t tie) {
    const auto& outcomes = table.info().outcomes;
    EXPECT_EQ(outcomes[static_cast<std::size_t>(Outcome::win)], win);
    EXPECT_EQ(outcomes[static_cast<std::size_t>(Outcome::loss)], loss);
    EXPECT_EQ(outcomes[static_cast<std::size_t>(Outcome::draw)], draw);
    EXPECT_EQ(outcomes[static_cast<std::size_t>(Outcome::tie)], tie);
}

/// Explores rules that store one representative of symmetric positions. The stored positions must be the
/// representatives of the `whole` game, with the values of the ranked ruleset. Returns their number.
template <class Rules>
Index expect_reduced(const std::string& spec, const Rules& rules, const Table& whole) {
    std::set<std::string> kept;
    for (Index i = 0; i < whole.info().indices; ++i) kept.insert(rules.canonical(whole.game().value().format(i)));
    const Table reduced = expect_as(spec, rules);
    EXPECT_EQ(reduced.info().indices, kept.size()) << spec;
    for (Index i = 0; i < reduced.info().indices; ++i) EXPECT_TRUE(kept.contains(reduced.game().value().format(i)));
    return reduced.info().indices;
}

TEST(ExploredGame, OfBoardsIsTheGameWithAnIndexAndHasThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Table tic_tac_toe = expect_as("tic-tac-toe", TicTacToeRules{});
    expect_totals(tic_tac_toe, 2836, 1574, 0, 1068);
    EXPECT_EQ(expect_reduced("tic-tac-toe", ReducedTicTacToe{}, tic_tac_toe), 765U);
    // The indexed rulesets have 630, 1,377 and 2,862 indices, some of unreachable positions.
    const Table mu_torere = expect_as("mu-torere", MuTorereRules{});
    expect_totals(mu_torere, 208, 128, 844, 0);
    EXPECT_LE(expect_reduced("mu-torere", ReducedMuTorere{}, mu_torere), 630U);
    const Table dodgem = expect_as("dodgem", DodgemRules{});
    expect_totals(dodgem, 1123, 840, 0, 0);
    EXPECT_LE(expect_reduced("dodgem", ReducedDodgem{}, dodgem), 1377U);
    const Table quixo = expect_as("quixo:size=3", QuixoRules(3));
    expect_totals(quixo, 20247, 11780, 0, 0);
    EXPECT_LE(expect_as("quixo:size=3", ReducedQuixoRules(3)).info().indices, 2862U);
}

/// Counts the lines of the source file `path` from `struct NAME {` to its end.
std::size_t lines_of(const std::string& path, const std::string& name) {
    std::ifstream in(std::string(MEXBASE_DATA) + "/../" + path);
    std::size_t lines = 0;
    for (std::string line; std::getline(in, line);) {
        if (lines != 0 || line == "struct " + name + " {") ++lines;
        if (lines != 0 && line == "};") return lines;
    }
    ADD_FAILURE() << name << " is not in " << path;
    return 0;
}

TEST(ExploredGame, OfFiveBoardGamesTakesAtMostFortyLinesOfRules) {
    for (const char* name : {"TicTacToeRules", "MuTorereRules", "DodgemRules", "DaoRules"})
        EXPECT_LE(lines_of("tests/gen/explore/board_rules.hpp", name), 40U) << name;
    EXPECT_LE(lines_of("bench/quixo_rules.hpp", "QuixoRules"), 40U);
}

/// Returns the values of the positions that play reaches, by brute force.
std::map<std::uint32_t, PartizanOutcome> brute_force(const RandomRules& rules) {
    PartizanGraph g(rules.size);
    std::set<std::uint32_t> all;
    for (std::vector<std::uint32_t> left = rules.starts(); !left.empty();) {
        const auto p = left.back();
        left.pop_back();
        if (!all.insert(p).second) continue;
        for (const Player player : {Player::left, Player::right}) {
            const auto s = static_cast<std::size_t>(player);
            if ((g.stops[s][p] = rules.terminal(p, player))) continue;
            rules.for_each_option(p, player, [&](std::uint32_t q) {
                g.options[s][p].push_back(q);
                left.push_back(q);
            });
        }
    }
    const auto values = partizan_brute_force(g, Play::normal);
    std::map<std::uint32_t, PartizanOutcome> found;
    for (const auto p : all) found.emplace(p, values[p]);
    return found;
}

TEST(ExploredGame, OfRandomRulesHasTheValuesOfBruteForce) {
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        const RandomRules rules{seed, 5 + seed % 23, 1 + seed % 4, seed % 2 != 0, seed % 3 != 0};
        ExploreOptions options{.threads = 1 + seed % 3};
        const auto game = explored_game("random", rules, options);
        const auto expected = brute_force(rules);
        std::set<std::string> texts;
        for (const auto& [p, value] : expected) texts.insert(rules.text(p));
        ASSERT_EQ(game->size(), texts.size());
        std::vector<std::string> in_order(texts.begin(), texts.end());
        for (Index i = 0; i < game->size(); ++i) ASSERT_EQ(game->format(i), in_order[static_cast<std::size_t>(i)]);
        JobOptions job = quick_job(1);
        if (game->partizan()) job.value = ValueKind::partizan_outcome;
        const Table table = table_of(*game, job);
        for (const auto& [p, value] : expected) {
            const Value found = table.probe(rules.text(p)).value();
            const OutcomeValue either = found.outcome;
            ASSERT_EQ(game->partizan() ? found.partizan : (PartizanOutcome{either, either}), value)
                << seed << " " << rules.text(p);
        }
    }
}

TEST(ExploredGame, IsTheSameForAnyNumberOfThreads) {
    const RandomRules rules{7, 5000, 3, true, true};
    ExploreOptions options;
    const auto one = game_by_texts("random", rules, options);
    for (const unsigned threads : {2U, 5U}) {
        options.threads = threads;
        const auto other = game_by_texts("random", rules, options);
        EXPECT_EQ(other->spec(), one->spec());
        EXPECT_TRUE(*other->board() == *one->board());
    }
}

/// An endless walk up a ladder: from n to n + 1 and n + 2.
struct Ladder {
    using Position = std::uint64_t;
    std::vector<Position> starts() const { return {0}; }
    std::string text(Position p) const { return "rung-" + std::string(p, 'i'); }
    template <class F>
    void for_each_option(Position p, Player, F f) const {
        f(p + 1);
        f(p + 2);
    }
};

TEST(ExploredGame, ThatIsTooLargeIsRefusedOrCutOff) {
    using Explore = std::unique_ptr<Game> (*)(const ExploreOptions&);
    constexpr Explore both[] = {
        [](const ExploreOptions& options) { return explored_game("ladder", Ladder{}, options); },
        [](const ExploreOptions& options) { return game_by_texts("ladder", Ladder{}, options); }};
    for (const Explore explore : both) {
        ExploreOptions options{.positions = 100};
        EXPECT_EQ(refusal_of([&] { explore(options); }, ErrorCode::out_of_memory),
                  "play reaches more than 100 positions: allow more, or limit the game with bound=");
        options.positions = 1000;
        options.memory = 3000;
        EXPECT_TRUE(refusal_of([&] { explore(options); }, ErrorCode::out_of_memory)
                        .starts_with("exploring needs more memory than allowed: "));
        options.memory = 0;
        options.bound = 50;
        const Table table = table_of(*explore(options));
        EXPECT_TRUE(table.info().spec.ends_with(",bound=50")) << table.info().spec;
        // Levels of 1, 2, 2, … positions: 49 are expanded with unknown values, and two are unexpanded.
        EXPECT_EQ(table.info().outcomes[static_cast<std::size_t>(Outcome::unknown)], 49U);
        EXPECT_EQ(table.info().positions, 49U);
        EXPECT_EQ(table.probe("rung-iii").value().outcome.outcome, Outcome::unknown);
    }
}

struct TwoStarts : Ladder {
    std::vector<Position> starts() const { return {5, 2, 5}; }
    std::string text(Position p) const { return std::to_string(p); }
    std::optional<OutcomeValue> terminal(Position p, Player) const {
        return p > 9 ? std::optional(OutcomeValue{Outcome::win, 0}) : std::nullopt;
    }
};

TEST(ExploredGame, BeginsAtEachOfItsStarts) {
    const auto game = explored_game("two", TwoStarts{});
    EXPECT_EQ(game->size(), 10U);  // 2 to 11
    EXPECT_EQ(table_of(*game).probe("9").value().outcome, (OutcomeValue{Outcome::loss, 1}));
}

template <class Terminal>
struct Faulty : Ladder {
    std::optional<OutcomeValue> terminal(Position, Player player) const { return Terminal{}(player); }
    std::string text(Position) const { return "a"; }
    bool partizan() const { return true; }
};
struct ForOne {
    std::optional<OutcomeValue> operator()(Player player) const {
        return player == Player::left ? std::optional(OutcomeValue{Outcome::win, 0}) : std::nullopt;
    }
};
struct Later {
    std::optional<OutcomeValue> operator()(Player) const { return OutcomeValue{Outcome::win, 1}; }
};

TEST(ExploredGame, FaultsOfRulesAreNamed) {
    const auto what = [](const auto& rules) {
        return refusal_of([&] { explored_game("faulty", rules); }, ErrorCode::bad_file);
    };
    EXPECT_EQ(what(Faulty<ForOne>{}), "terminal gives position \"a\" a result for one player and not for the other");
    EXPECT_EQ(what(Faulty<Later>{}),
              "terminal gives position \"a\" the value win 1: expected a win, loss, tie or draw with remoteness 0");
    EXPECT_TRUE(refusal_of([] { explored_game("a b", TwoStarts{}); }, ErrorCode::bad_spec)
                    .starts_with("name must be 1 to 100 letters"));
}

/// Left counts down by one, Right by two, but the rules have no `partizan()`.
struct Uneven {
    using Position = int;
    std::vector<int> starts() const { return {9}; }
    std::string text(int heap) const { return std::to_string(heap); }
    template <class F>
    void for_each_option(int heap, Player player, F f) const {
        const int taken = player == Player::left ? 1 : 2;
        if (heap >= taken) f(heap - taken);
    }
};

/// Rules that end differently for the two players at one heap.
struct UnevenEnd : Uneven {
    template <class F>
    void for_each_option(int heap, Player, F f) const {
        if (heap > 0) f(heap - 1);
    }
    std::optional<OutcomeValue> terminal(int heap, Player player) const {
        if (heap != 7) return std::nullopt;
        return OutcomeValue{player == Player::left ? Outcome::win : Outcome::loss, 0};
    }
};

TEST(ExploredGame, OfPlayersThatDifferSaysSo) {
    EXPECT_EQ(refusal_of([] { explored_game("uneven", Uneven{}); }, ErrorCode::verification_failed),
              "the players' options differ at \"9\", but the rules have no partizan()");
    EXPECT_EQ(refusal_of([] { explored_game("uneven", UnevenEnd{}); }, ErrorCode::verification_failed),
              "the results for Left and Right differ at \"7\", but the rules have no partizan()");
}

/// Rules of a heap whose options change after `left` calls.
template <class Held>
struct Forgetful {
    using Position = Held;
    std::shared_ptr<int> left = std::make_shared<int>(0);
    std::vector<Position> starts() const { return {Position{3000}}; }
    std::string text(const Position& p) const { return std::to_string(number(p)); }
    template <class F>
    void for_each_option(const Position& p, Player, F f) const {
        const int heap = (*left)-- > 0 ? number(p) : 5001;
        for (int taken = 1; taken <= 3 && taken <= heap; ++taken) f(Position{heap - taken});
    }
    static int number(int heap) { return heap; }
    static int number(const std::vector<int>& heap) { return heap[0]; }
};

TEST(ExploredGame, OfRulesThatAnswerOtherwiseWhenTheyAreAskedAgainIsRefused) {
    for (const int so_many : {4000, 6500, 9000}) {
        const auto refusal = [&](auto rules) {
            *rules.left = so_many;
            return refusal_of(
                [&] {
                    const auto game = explored_game("heap", rules);
                    std::vector<Index> to;
                    for (Index i = 0; i < game->size(); ++i) game->options(i, Player::left, to);
                },
                ErrorCode::bad_file);
        };
        for (const std::string& what : {refusal(Forgetful<int>{}), refusal(Forgetful<std::vector<int>>{})})
            EXPECT_EQ(what,
                      "the rules changed their answer: asked again, they gave other options for the same position");
    }
}

/// s leads to itself and y, y to s and t, t to u, a terminal tie or draw past the bound.
struct TieBeyond {
    using Position = std::string;
    Outcome end = Outcome::tie;
    std::vector<std::string> starts() const { return {"s"}; }
    std::optional<OutcomeValue> terminal(const std::string& p, Player) const {
        if (p == "u") return OutcomeValue{end, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(const std::string& p, Player, F f) const {
        for (const char to : std::string_view(p == "s" ? "sy" : p == "y" ? "st" : p == "t" ? "u" : ""))
            f(std::string(1, to));
    }
};

TEST(ExploredGame, WithATiePastItsBoundIsNotCalledDrawn) {
    ExploreOptions cut{.bound = 2};
    const Table table = table_of(*explored_game("tie", TieBeyond{}, cut));
    EXPECT_EQ(to_string(table.probe("s").value()), "unknown");
    EXPECT_EQ(to_string(table_of(*explored_game("tie", TieBeyond{})).probe("s").value()), "tie 3");
    const TieBeyond draws{Outcome::draw};
    EXPECT_EQ(to_string(table_of(*explored_game("draw", draws)).probe("s").value()), "draw");
}

}  // namespace mexbase::test::explored_game_test
