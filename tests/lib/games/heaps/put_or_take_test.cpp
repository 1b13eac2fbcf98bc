// SPDX-License-Identifier: MIT
#include "../conformance.hpp"
#include "../naive_solver.hpp"
#include "../reference.hpp"
#include "lib/games/heaps/heaps.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::put_or_take_test {

std::uint64_t slow_square(std::uint64_t heap) {
    std::uint64_t square = 0;
    for (std::uint64_t r = 1; r * r <= heap; ++r) square = r * r;
    return square;
}

TEST(PutOrTakeASquare, KeepsItsPromisesForEveryBound) {
    for (std::uint64_t bound = 0; bound <= 130; ++bound) {
        for (const std::uint64_t max : {std::uint64_t{0}, bound / 2, bound}) {
            const PutOrTakeASquare rules(max, bound);
            expect_conformance(rules, [&](const std::string& text) {
                const std::uint64_t heap = std::stoull(text);
                const std::uint64_t square = slow_square(heap);
                std::multiset<std::string> options;
                if (square > 0) options.insert(std::to_string(heap - square));
                if (square > 0 && heap + square <= bound) options.insert(std::to_string(heap + square));
                EXPECT_EQ(rules.leaves_bound(heap, heap), square > 0 && heap + square > bound ? 1U : 0U) << heap;
                return options;
            });
        }
    }
}

TEST(PutOrTakeASquare, UnmovesAreTheTransposeOnALongRange) {
    const PutOrTakeASquare rules(0, 20000);
    std::vector<std::vector<Index>> back(rules.size());
    for (Index i = 0; i < rules.size(); ++i)
        rules.for_each_option(i, i, Player::left, [&](Index to) { back[to].push_back(i); });
    for (Index i = 0; i < rules.size(); ++i) {
        std::vector<Index> named;
        rules.for_each_predecessor(i, i, Player::left, [&](Index from) { named.push_back(from); });
        std::ranges::sort(named);
        ASSERT_EQ(named, back[i]) << i;
    }
}

TEST(PutOrTakeASquare, HasThePublishedValues) {
    const PutOrTakeASquare rules(2000, 100000);
    const auto values = naive::decided(naive::positions_of(rules, Play::normal));
    const auto heaps_with = [&](std::uint64_t max, const auto& wanted) {
        std::vector<std::string> heaps;
        for (Index i = 0; i <= max; ++i)
            if (values[i] && wanted(*values[i])) heaps.push_back(std::to_string(i));
        return heaps;
    };
    int checked = 0;
    for (const auto& fact : reference_facts("loopy-games.txt")) {
        if (!fact.spec.starts_with("put-or-take-a-square:")) continue;
        ++checked;
        const auto game = make_game(Registry({family_of<PutOrTakeASquare>()}), fact.spec);
        ASSERT_EQ(game->size(), rules.size());
        if (fact.kind.starts_with("value ")) {
            for (const auto& text : fact.values) EXPECT_EQ(to_string(*values[game->parse(text)]), fact.kind.substr(6));
            continue;
        }
        const bool lost = fact.kind.starts_with("lost");
        const std::size_t space = fact.kind.find(' ');
        EXPECT_EQ(heaps_with(game->queryable_size() - 1,
                             [&](const OutcomeValue& value) {
                                 return value.outcome == (lost ? Outcome::loss : Outcome::win) &&
                                        (space == std::string::npos ||
                                         value.remoteness == std::stoull(fact.kind.substr(space)));
                             }),
                  fact.values)
            << fact.spec << ' ' << fact.kind;
    }
    EXPECT_EQ(checked, 4);
}

// Lost in 2 iff both moves leave a square, which is won in 1.
TEST(PutOrTakeASquare, LostInTwoIffBothMovesLeaveSquares) {
    const PutOrTakeASquare rules(10000, 40000);
    const auto values = naive::decided(naive::positions_of(rules, Play::normal));
    for (std::uint64_t heap = 1; heap <= 10000; ++heap) {
        const std::uint64_t square = slow_square(heap);
        const bool both = slow_square(heap - square) == heap - square && heap != square &&
                          slow_square(heap + square) == heap + square;
        EXPECT_EQ(values[heap] == (OutcomeValue{Outcome::loss, 2}), both) << heap;
    }
}

// Positions decided or drawn within a small bound keep their outcome within every larger one.
TEST(PutOrTakeASquare, ProvenOutcomesHoldForLargerBounds) {
    const auto far = naive::solve(PutOrTakeASquare(300, 3000));
    for (std::uint64_t bound = 0; bound <= 300; ++bound) {
        const auto near = naive::solve(PutOrTakeASquare(bound, bound));
        for (Index i = 0; i <= bound; ++i)
            if (near[i].outcome != Outcome::unknown) {
                EXPECT_EQ(near[i].outcome, far[i].outcome) << i << " within " << bound;
            }
    }
}

TEST(PutOrTakeASquare, SpecsSayTheirBound) {
    const Registry registry({family_of<PutOrTakeASquare>()});
    EXPECT_EQ(make_game(registry, "put-or-take-a-square:max=7")->spec(), "put-or-take-a-square:max=7,bound=100000");
    EXPECT_EQ(make_game(registry, "put-or-take-a-square:max=20000,bound=auto")->spec(),
              "put-or-take-a-square:max=20000,bound=200000");
    const auto game = make_game(registry, "put-or-take-a-square:bound=0120,max=92");
    EXPECT_EQ(game->spec(), "put-or-take-a-square:max=92,bound=120");
    EXPECT_EQ(game->size(), 121U);
    EXPECT_EQ(error_of([&] { game->parse("93"); }).first, ErrorCode::out_of_domain);
    EXPECT_EQ(spec_error<PutOrTakeASquare>("put-or-take-a-square:max=100,bound=99").second,
              "bound=99 is out of range: bound is a number in 100..1099511627774");
}

}  // namespace mexbase::put_or_take_test
