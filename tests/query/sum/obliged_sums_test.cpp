// SPDX-License-Identifier: MIT
// Obliged sums of up to six heaps, in every order and through every interface, compared with play on stacks.
#include <algorithm>

#include "../../gen/jobs/one_heap.hpp"
#include "../../lib/value/obliged_play.hpp"
#include "gen/make/make_table.hpp"
#include "lib/rules/registry.hpp"
#include "query/best_play.hpp"
#include "query/mexquery.h"
#include "sums.hpp"

namespace mexbase::test::obliged_sums_test {

/// Returns the heaps of a game as games for play: the options of each.
ObligedGames games_of(const Game& game) {
    ObligedGames games(static_cast<std::size_t>(game.size()));
    for (Index heap = 0; heap < game.size(); ++heap)
        game.for_each_option(heap, Player::left, [&](std::span<const Index> parts) {
            games[heap].emplace_back(parts.begin(), parts.end());
        });
    return games;
}

std::string text_of(const std::vector<Index>& heaps) {
    std::string text;
    for (const Index heap : heaps) text += (text.empty() ? "" : "+") + std::to_string(heap);
    return text;
}

/// Calls `f` with every ascending sequence of 1..`most` heaps from 0..`greatest`.
template <class F>
void for_each_multiset(std::size_t most, Index greatest, const F& f) {
    std::vector<Index> heaps;
    const auto extend = [&](const auto& self, Index from) -> void {
        if (!heaps.empty()) f(heaps);
        if (heaps.size() == most) return;
        for (Index heap = from; heap <= greatest; ++heap) {
            heaps.push_back(heap);
            self(self, heap);
            heaps.pop_back();
        }
    };
    extend(extend, 0);
}

/// A table in memory, opened in C++ and in C.
struct OpenedTwice {
    explicit OpenedTwice(const std::string& spec) {
        bytes = make_table_bytes(spec, job_of(ValueKind::obliged, 1));
        table = std::make_unique<Table>(Table::from_memory(std::span<const std::byte>(bytes)).value());
        const Game& game = table->game().value();
        verify_table(game, *table, job_of(ValueKind::obliged, 1));
        EXPECT_EQ(mexquery_open_memory(bytes.data(), bytes.size(), &c, nullptr), MEXQUERY_OK);
        EXPECT_EQ(mexquery_sum_new(&sum, nullptr), MEXQUERY_OK);
    }
    ~OpenedTwice() {
        mexquery_sum_free(sum);
        mexquery_close(c);
    }
    OpenedTwice(const OpenedTwice&) = delete;
    OpenedTwice& operator=(const OpenedTwice&) = delete;

    std::vector<std::byte> bytes;
    std::unique_ptr<Table> table;
    mexquery_table* c = nullptr;
    mexquery_sum* sum = nullptr;  ///< receives the sum
};

/// Checks the value of a sum of free heaps and its winning moves through every interface.
void expect_sum(const OpenedTwice& opened, const std::vector<Index>& heaps, Obliged expected, ObligedPlay& play) {
    const Table& table = *opened.table;
    const std::string text = text_of(heaps);
    ASSERT_EQ(table.probe(text).value().obliged, expected) << text;
    ASSERT_EQ(table.at_sum(heaps).value().obliged, expected) << text;
    mexquery_value value;
    ASSERT_EQ(mexquery_probe(opened.c, text.c_str(), &value, nullptr), MEXQUERY_OK);
    ASSERT_EQ(value.obliged, expected.code()) << text;
    // As one component, and as many.
    ASSERT_EQ(pair_of_sum(Components{{&table, heaps}}), expected) << text;
    Components many;
    mexquery_sum_clear(opened.sum);
    for (const Index heap : heaps) {
        many.push_back({&table, {heap}});
        ASSERT_EQ(mexquery_sum_add(opened.sum, opened.c, heap, nullptr), MEXQUERY_OK);
    }
    ASSERT_EQ(pair_of_sum(many), expected) << text;
    std::int32_t kind = 9, pair = 9;
    ASSERT_EQ(mexquery_sum_value(opened.sum, &kind, &pair, nullptr), MEXQUERY_OK);
    ASSERT_EQ(pair, expected.code()) << text;
    // There is a move if and only if the play is won. It leaves a lost sum, with the begun heap in front.
    const ObligedMoves moves = moves_in_obliged_sum(many);
    ASSERT_EQ(moves.normal.has_value(), expected.normal) << text;
    const bool over = play.is_over({heaps.begin(), heaps.end()});
    ASSERT_EQ(moves.misere.has_value(), expected.misere && !over) << text;
    for (const auto& [move, misere] : {std::pair(moves.normal, false), std::pair(moves.misere, true)}) {
        if (!move) continue;
        ObligedState after;
        after.begun.emplace_back(move->parts.begin(), move->parts.end());
        for (std::size_t c = 0; c < heaps.size(); ++c)
            if (c != move->component) after.free.push_back({static_cast<unsigned>(heaps[c])});
        const Obliged left = play.outcome(after);
        ASSERT_FALSE(misere ? left.misere : left.normal) << text;
    }
}

TEST(ObligedSums, OfSixHeapsAreWorthWhatPlayOnStacksSaysInEveryOrder) {
    const OpenedTwice opened("octal:code=0.31,max=6");
    ObligedPlay play(games_of(opened.table->game().value()));
    std::array<int, 4> seen{};
    std::size_t sets = 0, orders = 0;
    for_each_multiset(6, 6, [&](std::vector<Index> heaps) {
        ObligedState state;
        for (const Index heap : heaps) state.free.push_back({static_cast<unsigned>(heap)});
        const Obliged expected = play.outcome(state);
        ++seen[expected.code()];
        ++sets;
        expect_sum(opened, heaps, expected, play);
        do {
            ++orders;
            ASSERT_EQ(opened.table->probe(text_of(heaps)).value().obliged, expected) << text_of(heaps);
            ASSERT_EQ(opened.table->at_sum(heaps).value().obliged, expected) << text_of(heaps);
        } while (std::ranges::next_permutation(heaps).found);
    });
    EXPECT_EQ(sets, 1715u);
    EXPECT_EQ(orders, 137256u);
    for (const int n : seen) EXPECT_GT(n, 10);
}

// Codes whose moves leave one, two and three heaps, and unequal ones. Compares the values of the options listed by
// `best`.
TEST(ObligedSums, OfHeapsThatBreakAreWorthWhatPlayOnStacksSays) {
    for (const char* spec : {"octal:code=0.77,max=6", "octal:code=0.39,max=6", "octal:code=4.8,max=6",
                             "octal:code=8.31,max=6", "grundy:max=6", "subtraction:set=1-3,max=6"}) {
        SCOPED_TRACE(spec);
        const OpenedTwice opened(spec);
        ObligedPlay play(games_of(opened.table->game().value()));
        const bool adds = std::string_view(spec).find("subtraction") == std::string_view::npos;
        for_each_multiset(adds ? 4 : 1, 6, [&](const std::vector<Index>& heaps) {
            ObligedState state;
            for (const Index heap : heaps) state.free.push_back({static_cast<unsigned>(heap)});
            expect_sum(opened, heaps, play.outcome(state), play);
        });
    }
}

TEST(ObligedSums, BestListsOptionsOfThreePartsAtTheirValues) {
    for (const char* spec : {"octal:code=0.39,max=14", "octal:code=8.8,max=14", "octal:code=0.f1,max=12"}) {
        const OpenedTwice opened(spec);
        const Game& game = opened.table->game().value();
        ObligedPlay play(games_of(game));
        bool three = false;
        for (Index heap = 0; heap < game.size(); ++heap)
            for (const Option& option : best_options(*opened.table, heap).value()) {
                ObligedState state;
                for (const Index part : option.parts) state.free.push_back({static_cast<unsigned>(part)});
                three = three || option.parts.size() == 3;
                ASSERT_EQ(option.value.obliged, play.outcome(state)) << spec << ' ' << text_of(option.parts);
            }
        EXPECT_TRUE(three) << spec;
    }
}

/// Break a heap into three nonempty ones, or take one token.
class Crumbling : public OneHeap {
  public:
    using OneHeap::OneHeap;
    static constexpr std::string_view family = "crumbling";
    static constexpr Has has{.options = false, .split_options = true, .options_descend = true, .value_kinds = true};
    static constexpr std::array value_kinds{ValueKind::obliged};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{"break a heap into three, or take one", "the heap", "a test", parameters,
                                         "crumbling:max=9"};
        return text;
    }
    static Crumbling make(const Parameters& p) { return Crumbling(p.number("max", 0, 1000)); }

    template <class F>
    void for_each_split_option(Index, Position heap, Player, F&& f) const {
        if (heap > 0) f(std::span<const Index>(std::array{heap - 1}));
        for (Index a = 1; 3 * a <= heap; ++a)
            for (Index b = a; a + 2 * b <= heap; ++b) f(std::span<const Index>(std::array{a, b, heap - a - b}));
    }
};

TEST(ObligedSums, ARulesetWhoseMovesLeaveThreePartsIsSweptAsItIsPlayed) {
    const Registry registry({family_of<Crumbling>()});
    const auto game = make_game(registry, "crumbling:max=12");
    JobOptions job = job_of(ValueKind::obliged, 1);
    const Table table = Table::from_memory(make_table_bytes(*game, job), {.registry = &registry}).value();
    EXPECT_EQ(verify_table(*game, table, job), 13u);
    ObligedPlay play(games_of(*game));
    std::array<int, 4> seen{};
    for (Index heap = 0; heap < game->size(); ++heap) {
        const Obliged value = table.at(heap).value().obliged;
        EXPECT_EQ(value, play.alone(static_cast<unsigned>(heap))) << heap;
        ++seen[value.code()];
    }
    for (const unsigned code : {1u, 2u, 3u}) EXPECT_GT(seen[code], 0) << code;
}

}  // namespace mexbase::test::obliged_sums_test
