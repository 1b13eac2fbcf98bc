// SPDX-License-Identifier: MIT
// Values by search compared with tables, for every family and position.
#include <gtest/gtest.h>

#include <optional>

#include "gen/make/make_table.hpp"
#include "lib/solve/search/position_search.hpp"
#include "stock_specs.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"

namespace mexbase::search_test {

using namespace test;

bool is_searched(ValueKind kind) {
    return kind == ValueKind::nimber || kind == ValueKind::obliged || kind == ValueKind::canonical;
}

/// Compares a value of a table with that of a search.
void expect_equal(const Value& found, const Value& stored, const std::string& what) {
    ASSERT_EQ(found.kind, stored.kind) << what;
    EXPECT_EQ(to_string(found), to_string(stored)) << what;
    if (found.kind == ValueKind::canonical) {
        EXPECT_EQ(found.canonical.fingerprint(), stored.canonical.fingerprint()) << what;
    }
}

/// Compares the search for every position alone with the table, and with `all`, the search for all positions in one
/// call. Returns true if some position has a value, and none if
/// its play need not end, or may leave the bound.
bool is_found_where_play_ends(const Game& game, const std::string& spec, const FoundValues& all) {
    std::optional<Table> table;
    if (!game.traits().bounded) table = make_table(spec, job_of(ValueKind::nimber));
    std::size_t refused = 0, answered = 0, k = 0;
    for (Index i = 0; i < game.queryable_size(); ++i) {
        if (!game.legal(i)) continue;
        const std::vector<Index> one{i};
        const auto found = search_values(game, ValueKind::nimber, {&one, 1}, 0);
        const bool has_value = found.refusals.empty();
        EXPECT_EQ(all.refusals.contains(k), !has_value) << spec << " " << game.format(i);
        if (has_value) {
            ++answered;
            if (table) expect_equal(found.values.front(), table->at(i).value(), spec + " " + game.format(i));
            expect_equal(all.values[k], found.values.front(), spec + " " + game.format(i));
        } else {
            ++refused;
            const Error& e = found.refusals.at(0);
            EXPECT_EQ(e.code(), ErrorCode::not_applicable) << e.what();
            const std::string why = e.what();
            EXPECT_TRUE(why.find("loopy") != std::string::npos || (!table && why.find("bound") != std::string::npos))
                << why;
        }
        ++k;
    }
    return answered > 0 && refused > 0;
}

TEST(Search, AgreesWithTheTablesOfEveryFamily) {
    int partly = 0;
    for (const std::string& spec : stock_specs()) {
        const auto game = make_game_from_files(stock_registry(), spec);
        std::vector<std::vector<Index>> positions;  // sums of one position each
        for (Index i = 0; i < game->queryable_size(); ++i)
            if (game->legal(i)) positions.push_back({i});
        for (const ValueKind kind : game->facts().kinds) {
            if (!is_searched(kind) || is_partizan(kind) != game->partizan()) continue;
            const FoundValues found = search_values(*game, kind, positions, 0);
            if (!found.refusals.empty()) {
                if (kind != ValueKind::nimber) continue;
                EXPECT_TRUE(is_found_where_play_ends(*game, spec, found)) << spec;
                ++partly;
                continue;
            }
            const Table table = make_table(spec, job_of(kind));
            ASSERT_EQ(found.values.size(), positions.size());
            for (std::size_t k = 0; k < positions.size(); ++k)
                expect_equal(found.values[k], table.at(positions[k].front()).value(),
                             spec + " " + game->format(positions[k].front()));
            // A search that begins with the last position has nothing cached.
            const FoundValues last = search_values(*game, kind, std::span(positions).last(1), 0);
            expect_equal(last.values.front(), table.at(positions.back().front()).value(), spec);
        }
    }
    EXPECT_GE(partly, 6);
}

TEST(Search, FindsSumsOfPositions) {
    for (const std::string spec : {"octal:code=0.31,max=6", "octal:code=0.77,max=6", "grundy:max=6"})
        for (const ValueKind kind : {ValueKind::nimber, ValueKind::obliged}) {
            const Table table = make_table(spec, job_of(kind));
            const Game& game = table.game().value();
            std::vector<std::vector<Index>> sums;
            for (Index a = 0; a <= 6; ++a)
                for (Index b = 0; b <= 6; ++b) sums.push_back({a, b});
            const FoundValues found = search_values(game, kind, sums, 0);
            for (std::size_t k = 0; k < sums.size(); ++k)
                expect_equal(found.values[k], table.at_sum(sums[k]).value(), spec + " " + game.format_sum(sums[k]));
        }
}

TEST(Search, KindsThatAGameHasNotAreRefused) {
    const auto refuses = [](const std::string& spec, ValueKind kind, const std::string& says) {
        const auto game = make_game_from_files(stock_registry(), spec);
        const std::vector<Index> one{0};
        const std::string what = refusal_of(
            [&] {
                search_values(*game, kind, {&one, 1}, 0);
            },
            ErrorCode::not_applicable);
        EXPECT_NE(what.find(says), std::string::npos) << what;
    };
    refuses("domineering:board=grid-2x2", ValueKind::nimber, "players' moves differ");
    refuses("domineering:board=grid-2x2", ValueKind::partizan_outcome, "make a table");
    refuses("nim:piles=1,max=3", ValueKind::canonical, "same moves");
    refuses("nim:piles=1,max=3", ValueKind::outcome, "make a table");
    refuses("treblecross:max=5", ValueKind::obliged, "it has nimber");
}

TEST(Search, ItsMemoryIsBounded) {
    const auto game = make_game_from_files(stock_registry(), "subtraction:set=1-3-4,max=3000000");
    const std::vector<Index> one{3'000'000};
    for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 20, std::uint64_t{64} << 20})
        EXPECT_EQ(search_values(*game, ValueKind::nimber, {&one, 1}, memory).refusals.at(0).code(),
                  ErrorCode::out_of_memory);
    // 0, *, 0, *, *2, *3, *2 and so on with period 7.
    const FoundValues found = search_values(*game, ValueKind::nimber, {&one, 1}, std::uint64_t{512} << 20);
    const std::uint64_t period[] = {0, 1, 0, 1, 2, 3, 2};
    EXPECT_EQ(found.values.front().nimber.nimber, period[3'000'000 % 7]);
}

TEST(Search, DomineeringFallsApart) {
    const auto game = make_game_from_files(stock_registry(), "domineering:board=grid-4x4");
    const std::vector<std::vector<Index>> sums{{*game->start()}, {game->parse("..##/..##/##../##..")}};
    const FoundValues found = search_values(*game, ValueKind::canonical, sums, std::uint64_t{64} << 20);
    EXPECT_EQ(to_string(found.values[1]), "0") << "two squares of switches";
    const Table table = make_table("domineering:board=grid-4x4", job_of(ValueKind::canonical));
    expect_equal(found.values[0], table.probe("start").value(), "start");
    // There are few regions: 36 million bytes are not enough for all 2^20 positions of this board.
    const auto larger = make_game_from_files(stock_registry(), "domineering:board=grid-4x5");
    const std::vector<Index> start{*larger->start()};
    EXPECT_TRUE(search_values(*larger, ValueKind::canonical, {&start, 1}, 36'000'000).refusals.empty());
}

}  // namespace mexbase::search_test
