// SPDX-License-Identifier: MIT
// Values by search compared with tables, for every family and position.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "gen/make/make_table.hpp"
#include "lib/solve/search/position_search.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"

namespace mexbase::search_test {

using namespace test;

bool is_searched(ValueKind kind) {
    return kind == ValueKind::nimber || kind == ValueKind::obliged || kind == ValueKind::canonical;
}

std::string data(const std::string& name) {
    return std::string(MEXBASE_DATA) + "/boards/" + name;
}

/// Small games whose play must end.
std::vector<std::string> games_that_end() {
    return {"nim:piles=3,max=4",
            "subtraction:set=1-3-4,max=40",
            "square:max=60",
            "octal:code=0.77,max=40",
            "octal:code=0.007,max=30",
            "octal:code=0.f7,max=25",
            "octal:code=0.77,total=9",
            "treblecross:max=20",
            "treblecross:max=7,form=strips",
            "grundy:max=30",
            "grundy:total=9",
            "wythoff:max=7",
            "knight:size=7",
            "col:board=path-4",
            "col:board=cycle-4,play=impartial",
            "snort:board=star-3",
            "snort:board=grid-2x2,play=impartial",
            "nogo:board=path-5",
            "nogo:board=path-4,play=impartial",
            "node-kayles:board=grid-2x3",
            "cutthroat:board=path-4,colours=bwg",
            "cutthroat:board=path-4,play=impartial",
            "domineering:board=grid-3x3",
            "domineering:board=grid-2x5",
            "toppling-dominoes:max=4",
            "go-cut:board=path-4",
            "sno-go:board=path-4",
            "col:board=path-5,play=impartial,symmetry=colours",
            "tinted-chain:game=col,max=9"};
}

/// Games with some positions from which play need not end.
std::vector<std::string> games_that_need_not_end() {
    return {"square-but-one:max=30",
            "put-or-take-a-square:max=30,bound=1000",
            "fair-shares:n=8",
            "mu-torere",
            "graph:file=" + data("nims-island.dot"),
            "snakes-and-adders:file=" + data("snakes-and-adders.board"),
            "horsefly:file=" + data("horsefly.dot")};
}

/// Returns sums of one position each: all queryable positions of the table.
std::vector<std::vector<Index>> positions_of(const Table& table) {
    std::vector<std::vector<Index>> all;
    for (Index i = 0; i < table.info().queryable_size; ++i)
        if (table.legal(i).value()) all.push_back({i});
    return all;
}

/// Compares a value of a table with that of a search.
void expect_equal(const Value& found, const Value& stored, const std::string& what) {
    ASSERT_EQ(found.kind, stored.kind) << what;
    EXPECT_EQ(to_string(found), to_string(stored)) << what;
    if (found.kind == ValueKind::canonical) {
        EXPECT_EQ(found.canonical.fingerprint(), stored.canonical.fingerprint()) << what;
    }
}

TEST(Search, AgreesWithTheTableOfEveryFamilyThatEnds) {
    for (const std::string& spec : games_that_end()) {
        const auto game = make_game_from_files(stock_registry(), spec);
        for (const ValueKind kind : game->facts().kinds) {
            if (!is_searched(kind) || is_partizan(kind) != game->partizan()) continue;
            const Table table = make_table(spec, job_of(kind));
            const auto positions = positions_of(table);
            const FoundValues found = search_values(*game, kind, positions, 0);
            ASSERT_EQ(found.values.size(), positions.size());
            for (std::size_t k = 0; k < positions.size(); ++k)
                expect_equal(found.values[k], table.at(positions[k].front()).value(),
                             spec + " " + game->format(positions[k].front()));
            // A search that begins with the last position has nothing cached.
            const FoundValues last = search_values(*game, kind, std::span(positions).last(1), 0);
            expect_equal(last.values.front(), table.at(positions.back().front()).value(), spec);
        }
    }
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

TEST(Search, SaysWhichPlayNeedNotEnd) {
    for (const std::string& spec : games_that_need_not_end()) {
        const bool cut_off = spec.starts_with("put-or-take");
        const auto game = make_game_from_files(stock_registry(), spec);
        std::optional<Table> table;
        if (!cut_off) table = make_table(spec, job_of(ValueKind::nimber));
        std::size_t refused = 0, answered = 0;
        for (Index i = 0; i < game->queryable_size(); ++i) {
            if (!game->legal(i)) continue;
            const std::vector<Index> one{i};
            try {
                const auto found = search_values(*game, ValueKind::nimber, {&one, 1}, 0);
                ++answered;
                if (table) expect_equal(found.values.front(), table->at(i).value(), spec + " " + game->format(i));
            } catch (const Error& e) {
                ++refused;
                EXPECT_EQ(e.code(), ErrorCode::not_applicable) << e.what();
                const std::string why = e.what();
                EXPECT_TRUE(why.find("loopy") != std::string::npos ||
                            (cut_off && why.find("bound") != std::string::npos))
                    << why;
            }
        }
        EXPECT_GT(answered, 0u) << spec << ": the end of play is not loopy";
        EXPECT_TRUE(refused > 0 || spec.starts_with("snakes") || spec.starts_with("horsefly")) << spec;
    }
}

TEST(Search, EveryFamilyIsHere) {
    std::set<std::string> met;
    for (const auto& specs : {games_that_end(), games_that_need_not_end()})
        for (const std::string& spec : specs) met.insert(spec.substr(0, spec.find(':')));
    // In games that may end while moves exist, positions have no values in sums.
    for (const Family& family : stock_registry().families())
        for (const RulesetKinds& ruleset : family.rulesets)
            if (ruleset.stops) met.emplace(family.name);
    met.emplace("program");  // its positions are those of graphs
    for (const Family& family : stock_registry().families())
        EXPECT_TRUE(met.count(std::string(family.name))) << family.name;
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
        EXPECT_EQ(error_code_of([&] {
                      search_values(*game, ValueKind::nimber, {&one, 1}, memory);
                  }),
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
    EXPECT_NO_THROW(search_values(*larger, ValueKind::canonical, {&start, 1}, 36'000'000));
}

}  // namespace mexbase::search_test
