#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <span>
#include <vector>

#include "brute_force.hpp"
#include "lib/error.hpp"
#include "lib/solve/retrograde/solve.hpp"

namespace mexbase {
namespace slices_test {

using test::brute_force;
using test::ListGraph;
using test::random_value;

// A graph in slices, with settled options.
struct Sliced {
    ListGraph graph;
    std::vector<Slice> slices;
};

class Rules {
  public:
    using Position = Index;
    static constexpr std::string_view family = "sliced";
    static constexpr unsigned rules_version = 1;
    static const FamilyHelp& help() {
        static const FamilyHelp none{};
        return none;
    }
    static Rules make(const Parameters&) { return Rules(Sliced{}); }

    explicit Rules(Sliced g) {
        auto data = std::make_shared<Data>();
        data->sources.resize(g.graph.size());
        for (const Slice& slice : g.slices)
            for (Index v = slice.first; v < slice.first + slice.size; ++v)
                if (!g.graph.stops[v])
                    for (const Index w : g.graph.options[v])
                        if (w >= slice.first) data->sources[w].push_back(v);
        data->game = std::move(g);
        data_ = std::move(data);
    }

    Index size() const { return data_->game.graph.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return i; }
    Index rank(Position p) const { return p; }
    Position parse(std::string_view) const { return 0; }
    std::string format(Position p) const { return std::to_string(p); }
    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        for (const Index w : data_->game.graph.options[i]) f(w);
    }
    std::optional<OutcomeValue> terminal(Index i, Position, Player) const { return data_->game.graph.stops[i]; }
    template <class F>
    void for_each_settled_option(Index i, Position, Player, F&& f) const {
        for (const OutcomeValue& value : data_->game.graph.settled[i]) f(value);
    }
    std::optional<OutcomeValue> settled(Position) const { return std::nullopt; }

  protected:
    struct Data {
        Sliced game;
        std::vector<std::vector<Index>> sources;
    };
    std::shared_ptr<const Data> data_;
};

class RulesBack : public Rules {
  public:
    using Rules::Rules;
    static RulesBack make(const Parameters&) { return RulesBack(Sliced{}); }
    template <class F>
    void for_each_predecessor(Index i, Position, Player, F&& f) const {
        for (const Index u : data_->sources[i]) f(u);
    }
};

// The same, which says that it comes in slices.
template <class Base>
class InSlices : public Base {
  public:
    using Base::Base;
    static InSlices make(const Parameters&) { return InSlices(Sliced{}); }
    Index slices() const { return this->data_->game.slices.size(); }
    Slice slice(Index k) const { return this->data_->game.slices[k]; }
};

static_assert(HasSettledOptions<Rules> && !HasSlices<Rules> && !HasPredecessors<Rules>);
static_assert(HasSlices<InSlices<RulesBack>> && HasPredecessors<InSlices<RulesBack>>);

Sliced random_slices(std::mt19937_64& random, Index most_slices, Index most_vertices) {
    Sliced g;
    const Index count = 1 + random() % most_slices;
    Index size = 0;
    for (Index k = 0; k < count; ++k) {
        const Index n = random() % most_vertices;
        g.slices.push_back({size, n, random() % 4 == 0});
        size += n;
    }
    g.graph = ListGraph(size);
    const std::uint64_t most_options = 1 + random() % 5, settled_rate = 2 + random() % 20, stop_rate = 3 + random() % 9;
    for (const Slice& slice : g.slices)
        for (Index v = slice.first; v < slice.first + slice.size; ++v) {
            for (std::uint64_t n = random() % (most_options + 1); n > 0; --n) {
                const bool inside = !slice.loop_free && random() % 3 != 0;
                const Index below = inside ? slice.first + slice.size : slice.first;
                if (below != 0) g.graph.options[v].push_back(random() % below);
                if (below != 0 && random() % 8 == 0) g.graph.options[v].push_back(g.graph.options[v].back());
            }
            while (random() % settled_rate == 0) g.graph.settled[v].push_back(random_value(random));
            if (random() % stop_rate == 0) g.graph.stops[v] = random_value(random);
        }
    return g;
}

template <class R>
void expect_values(const Sliced& g, const SolveOptions& options, const std::vector<OutcomeValue>& expected) {
    const Solution solution = solve(R(g), options);
    Summary counted;
    for (Index v = 0; v < expected.size(); ++v) {
        ASSERT_EQ(solution.cells[v], expected[v]) << v << " by " << to_string(options.strategy);
        counted.wins += expected[v].outcome == Outcome::win ? 1 : 0;
        counted.losses += expected[v].outcome == Outcome::loss ? 1 : 0;
        counted.ties += expected[v].outcome == Outcome::tie ? 1 : 0;
        counted.longest = std::max(counted.longest, expected[v].remoteness);
    }
    ASSERT_EQ(solution.summary.positions, expected.size());
    ASSERT_EQ(solution.summary.wins, counted.wins);
    ASSERT_EQ(solution.summary.losses, counted.losses);
    ASSERT_EQ(solution.summary.ties, counted.ties);
    ASSERT_EQ(solution.summary.longest, counted.longest);
}

TEST(Slices, GiveTheValuesOfTheWholeGraphByEveryStrategyAndNumberOfThreads) {
    std::mt19937_64 random(20);
    for (int round = 0; round < 2000; ++round) {
        const Sliced g = random_slices(random, 5, round % 20 == 0 ? 200 : 12);
        SolveOptions options;
        options.play = round % 5 == 0 ? Play::misere : Play::normal;
        options.threads = round % 10 == 0 ? 2 : round % 10 == 1 ? 3 : 1;
        options.small_ply = 0;
        const auto expected = brute_force(g.graph, options.play);
        for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
            options.strategy = strategy;
            ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<Rules>>(g, options, expected)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<RulesBack>>(g, options, expected)) << round;
        }
    }
}

TEST(SettledOptions, CountLikeOthersByEveryStrategyAndNumberOfThreads) {
    std::mt19937_64 random(21);
    for (int round = 0; round < 2000; ++round) {
        Sliced g = random_slices(random, 1, round % 20 == 0 ? 400 : 20);
        SolveOptions options;
        options.play = round % 5 == 0 ? Play::misere : Play::normal;
        options.threads = round % 10 == 0 ? 2 : round % 10 == 1 ? 3 : 1;
        options.small_ply = 0;
        const auto expected = brute_force(g.graph, options.play);
        for (const Strategy strategy : {Strategy::child_counters, Strategy::two_bit, Strategy::forward}) {
            options.strategy = strategy;
            ASSERT_NO_FATAL_FAILURE(expect_values<Rules>(g, options, expected)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_values<RulesBack>(g, options, expected)) << round;
        }
    }
}

TEST(SettledOptions, MayBeFurtherFromTheEndThanNarrowCellsReach) {
    Sliced g;
    g.graph = ListGraph(4);
    g.slices = {{0, 2, true}, {2, 2, false}};
    g.graph.settled[0] = {{Outcome::loss, 20'000}};
    g.graph.options[1] = {};
    g.graph.settled[1] = {{Outcome::win, 30'000}};
    g.graph.options[2] = {3, 0};
    g.graph.options[3] = {2, 1};
    const auto expected = brute_force(g.graph, Play::normal);
    EXPECT_EQ(expected[0], (OutcomeValue{Outcome::win, 20'001}));
    EXPECT_EQ(expected[3], (OutcomeValue{Outcome::win, 30'002}));
    EXPECT_EQ(expected[2], (OutcomeValue{Outcome::loss, 30'003}));
    ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<RulesBack>>(g, {}, expected));
    g.slices = {{0, 4, false}};
    ASSERT_NO_FATAL_FAILURE(expect_values<RulesBack>(g, {}, expected));
}

TEST(Slices, ALoopFreeOneWithAnOptionInsideIsRefused) {
    Sliced g;
    g.graph = ListGraph(3);
    g.slices = {{0, 3, true}};
    g.graph.options[2] = {1};
    EXPECT_THROW(solve(InSlices<Rules>(g)), Error);
}

TEST(Slices, TwoBitsAreNotForThem) {
    Sliced g;
    g.graph = ListGraph(3);
    g.slices = {{0, 1, false}, {1, 2, false}};
    SolveOptions options;
    options.strategy = Strategy::two_bit;
    EXPECT_THROW(solve(InSlices<RulesBack>(g), options), Error);
}

}  // namespace slices_test
}  // namespace mexbase
