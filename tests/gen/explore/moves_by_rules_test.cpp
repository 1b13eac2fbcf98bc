// SPDX-License-Identifier: MIT
// Tables without moves, opened with the rules as the source of moves, have the moves of tables that store them.
#include "gen/explore/moves_by_rules.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../jobs/tables.hpp"
#include "gen/explore/explored_rules.hpp"
#include "query/best_play.hpp"
#include "query/sum.hpp"

namespace mexbase::test::moves_by_rules_test {

/// Take one, two or three from a heap. The player who takes the last one wins.
struct Heap {
    using Position = int;
    std::vector<int> starts() const { return {21}; }
    std::string text(int heap) const { return std::to_string(heap); }
    template <class F>
    void for_each_option(int heap, Player, F f) const {
        for (int taken = 1; taken <= 3 && taken <= heap; ++taken) f(heap - taken);
    }
};

/// The same heap, whose positions are read from their texts. Play cannot be explored.
struct ReadHeap : Heap {
    std::vector<int> starts() const { throw Error(ErrorCode::bad_usage, "the rules were explored"); }
    int parse(std::string_view text) const { return std::stoi(std::string(text)); }
};

/// Two heaps as a text, such as `3/5`, where the first is not greater. Left takes one token, Right one or two, and
/// play stops at `1/1` with a win for Left.
struct Texts {
    using Position = std::string;
    static std::pair<int, int> heaps(const std::string& p) {
        return {std::stoi(p), std::stoi(p.substr(p.find('/') + 1))};
    }
    static std::string of(int a, int b) { return std::to_string(a) + '/' + std::to_string(b); }
    std::vector<std::string> starts() const { return {"5/4"}; }
    std::string canonical(const std::string& p) const {
        const auto [a, b] = heaps(p);
        return a <= b ? p : of(b, a);
    }
    std::optional<OutcomeValue> terminal(const std::string& p, Player player) const {
        if (p != "1/1") return std::nullopt;
        return OutcomeValue{player == Player::left ? Outcome::win : Outcome::loss, 0};
    }
    bool partizan() const { return true; }
    template <class F>
    void for_each_option(const std::string& p, Player player, F f) const {
        const auto [a, b] = heaps(p);
        for (int taken = 1; taken <= (player == Player::left ? 1 : 2); ++taken) {
            if (a >= taken) f(of(a - taken, b));
            if (b >= taken) f(of(a, b - taken));
        }
    }
};

/// Makes a table of the game. Opens it with moves from `rules`, or with its own moves if `arcs` is true.
template <class R, class Provider>
Table table_of(const R& rules, const Provider& provider, JobOptions options, bool arcs) {
    options.arcs = arcs;
    auto bytes = make_table_bytes(*explored_game("heaps", rules), options);
    if (arcs) return Table::from_memory(std::move(bytes)).value();
    EXPECT_EQ(best_options(Table::from_memory(std::vector(bytes)).value(), 0).error().code, ErrorCode::not_applicable);
    return Table::from_memory(std::move(bytes), {.move_provider = provider}).value();
}

template <class R, class Provider>
void expect_moves_of_table(const R& rules, const Provider& provider, const JobOptions& options = quick_job()) {
    const Table with = table_of(rules, provider, options, true), without = table_of(rules, provider, options, false);
    ASSERT_EQ(with.info().indices, without.info().indices);
    for (Index i = 0; i < with.info().indices; ++i)
        for (const Player mover : {Player::left, Player::right})
            EXPECT_EQ(best_options(without, i, mover).value(), best_options(with, i, mover).value()) << i;
}

TEST(MovesByRules, AreTheMovesThatATableStores) {
    expect_moves_of_table(Heap{}, Heap{});
    expect_moves_of_table(Heap{}, ReadHeap{});
    expect_moves_of_table(Texts{}, Texts{}, job_of(ValueKind::partizan_outcome));
}

TEST(MovesByRules, GiveSumsOfTablesWithoutMoves) {
    const Table table = table_of(Heap{}, Heap{}, job_of(ValueKind::nimber), false);
    Sum sum;
    sum.add(table, "5").value();
    sum.add(table, "3").value();
    // The nimber of a heap is its size modulo 4, here 1 and 3. The only winning move makes the second heap 1.
    const auto best = sum.best_move().value();
    ASSERT_TRUE(best);
    EXPECT_EQ(*best, (SumMove{1, {table.resolve("1").value().index()}}));
}

TEST(MovesByRules, OtherRulesAreRefused) {
    struct Short : Heap {
        std::vector<int> starts() const { return {20}; }
    };
    const Table table = table_of(Heap{}, Short{}, quick_job(), false);
    EXPECT_EQ(best_moves(table, table.resolve("20").value()).value().size(), 3U);
    const auto refused = best_moves(table, table.resolve("21").value());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("play by the rules does not reach \"21\""), std::string::npos)
        << refused.error().message;
}

TEST(MovesByRules, AProviderIsAFunctionToo) {
    const MoveProvider rules = Heap{}, copy = rules, none,
                       function = [](std::string_view, Player, std::vector<std::string>&) {
                           return std::optional(Outcome::tie);
                       };
    EXPECT_TRUE(rules);
    EXPECT_FALSE(none);
    EXPECT_FALSE(MoveProvider(none));
    std::vector<std::string> options;
    EXPECT_EQ(function("7", Player::left, options), Outcome::tie);
    EXPECT_EQ(copy("7", Player::left, options), std::nullopt);
    EXPECT_EQ(options, (std::vector<std::string>{"6", "5", "4"}));
}

}  // namespace mexbase::test::moves_by_rules_test
