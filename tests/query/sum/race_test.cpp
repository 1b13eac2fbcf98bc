// SPDX-License-Identifier: MIT
#include <map>
#include <random>

#include "lib/games/tokens/horsefly.hpp"
#include "lib/rules/game_of.hpp"
#include "sums.hpp"
#include "tests/scratch.hpp"

namespace mexbase::test::race_test {

/// Writes a file of a board with a few vertices, the first of them home.
std::string random_board(std::mt19937& random, const std::string& path) {
    const auto vertices = static_cast<unsigned>(3 + random() % 3);
    std::string text = "digraph g {\n  v0 [home=true];\n";
    for (unsigned v = 1; v < vertices; ++v) text += "  v" + std::to_string(v) + ";\n";
    for (unsigned a = 1; a < vertices; ++a)
        for (unsigned b = 0; b < vertices; ++b)
            if (a != b && random() % 5 < 2) text += "  v" + std::to_string(a) + " -> v" + std::to_string(b) + ";\n";
    spill(path, text + "}\n");
    return path;
}

/// The whole race as a game: a position is one of each fly, and the first fly home wins.
class Race {
  public:
    Race(const Horsefly& a, const Horsefly& b) : flies_{a, b} {
        const Index n = a.size() * b.size();
        std::vector<std::vector<Index>> options(n);
        outcome_.assign(n, Outcome::draw);
        for (Index s = 0; s < n; ++s) options[s] = moves(s);
        // Naive retrograde analysis: sweep until nothing changes.
        for (bool changed = true; std::exchange(changed, false);)
            for (Index s = 0; s < n; ++s) {
                if (outcome_[s] != Outcome::draw) continue;
                bool all_won = true, any_lost = false;
                for (const Index to : options[s]) {
                    any_lost = any_lost || outcome_[to] == Outcome::loss;
                    all_won = all_won && outcome_[to] == Outcome::win;
                }
                if (!any_lost && !all_won) continue;
                outcome_[s] = any_lost ? Outcome::win : Outcome::loss;
                changed = true;
            }
    }

    Outcome outcome(Index a, Index b) const { return outcome_[state(a, b)]; }
    bool over(Index a, Index b) const { return home(0, a) || home(1, b); }

  private:
    Index state(Index a, Index b) const { return a * flies_[1].size() + b; }
    bool home(std::size_t fly, Index i) const {
        return flies_[fly].board().mark(flies_[fly].unrank(i).at) == Board::home;
    }
    std::vector<Index> moves(Index s) const {
        const Index at[2] = {s / flies_[1].size(), s % flies_[1].size()};
        std::vector<Index> to;
        if (over(at[0], at[1])) return to;
        for (std::size_t fly = 0; fly < 2; ++fly)
            flies_[fly].for_each_option(at[fly], flies_[fly].unrank(at[fly]), Player::left, [&](Index next) {
                to.push_back(fly == 0 ? state(next, at[1]) : state(at[0], next));
            });
        return to;
    }

    Horsefly flies_[2];
    std::vector<Outcome> outcome_;
};

const Horsefly& rules_of(const Table& table) {
    return static_cast<const GameOf<Horsefly>&>(table.game().value()).rules();
}

TEST(Races, FirstFlyHomeIsTheSumOfWhatIsLeftWithoutHomeAndItsNeighbours) {
    std::mt19937 random(7);
    std::map<Outcome, int> seen;
    for (int round = 0; round < 150; ++round) {
        const Scratch scratch;
        const std::string path = scratch.path("race.dot");
        const Table a = table_of_values("horsefly:file=" + random_board(random, path), ValueKind::nimber);
        const Table b = table_of_values("horsefly:file=" + random_board(random, path), ValueKind::nimber);
        ASSERT_TRUE(a.is_race());
        const Race race(rules_of(a), rules_of(b));
        for (Index i = 0; i < a.info().queryable_size; ++i)
            for (Index j = 0; j < b.info().queryable_size; ++j) {
                const Component sum[] = {{&a, {i}}, {&b, {j}}};
                const Outcome outcome = outcome_of_sum(sum);
                // A race has no position with two flies at home.
                ASSERT_EQ(outcome, race.outcome(i, j)) << a.text_of(i).value() << " and " << b.text_of(j).value();
                ++seen[outcome];
                const auto move = move_in_sum(sum);
                ASSERT_EQ(move.has_value(), outcome != Outcome::loss);
                if (!move) continue;
                const Index x = move->component == 0 ? move->parts.front() : i;
                const Index y = move->component == 1 ? move->parts.front() : j;
                EXPECT_EQ(race.outcome(x, y), outcome == Outcome::win ? Outcome::loss : Outcome::draw);
            }
    }
    for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::draw}) EXPECT_GT(seen[outcome], 100);
}

TEST(Races, DoNotMixWithOtherSums) {
    const Table fly = table_of_values("horsefly:file=" MEXBASE_DATA "/boards/horsefly.dot", ValueKind::nimber);
    const Table heap = table_of_values("square:max=10", ValueKind::nimber);
    const Component sum[] = {{&fly, {0}}, {&heap, {3}}};
    EXPECT_EQ(refusal(sum).code, ErrorCode::not_applicable);
    EXPECT_EQ(heap.race_at(3).error().code, ErrorCode::not_applicable);
}

}  // namespace mexbase::test::race_test
