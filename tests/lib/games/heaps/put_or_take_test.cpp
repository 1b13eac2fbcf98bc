// SPDX-License-Identifier: MIT
#include <set>

#include "../conformance.hpp"
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

TEST(PutOrTakeASquare, PredecessorsOfHugeHeapsLeadToThem) {
    const PutOrTakeASquare rules(0, largest_heap);
    const auto leads = [&](Index from, Index heap) {
        bool found = false;
        rules.for_each_option(from, from, Player::left, [&](Index to) { found |= to == heap; });
        return found;
    };
    // The square of half of 2^33 is 2^64.
    constexpr Index e33 = Index{1} << 33;
    for (const Index heap : {Index{0}, Index{1} << 20, 2 * e33 - 1, e33, 2 * e33, 3 * e33, 7 * e33 + 1,
                             Index{700'000} * 700'000 * 2, largest_heap - 1, largest_heap}) {
        std::multiset<Index> found, expected;
        rules.for_each_predecessor(heap, heap, Player::left, [&](Index from) { found.insert(from); });
        for (Index square_root = 1; square_root < Index{1} << 20; ++square_root) {
            const Index square = square_root * square_root;
            if (square <= heap && leads(heap - square, heap)) expected.insert(heap - square);
            if (square <= largest_heap - heap && leads(heap + square, heap)) expected.insert(heap + square);
        }
        EXPECT_EQ(found, expected) << heap;
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
              "bound=99 is out of range: bound must be a number in 100..1099511627774");
}

}  // namespace mexbase::put_or_take_test
