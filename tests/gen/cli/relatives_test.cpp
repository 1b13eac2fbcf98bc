// SPDX-License-Identifier: MIT
// Estimates from jobs on smaller games of a family.
#include "gen/cli/relatives.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "gen/encode/sink.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::relatives_test {

using namespace cli;
using Specs = std::vector<std::string>;

std::optional<Forecast> forecast_of(const std::string& spec, ValueKind kind) {
    JobOptions options;
    options.value = kind;
    return forecast(stock_registry(), *make_game_from_files(stock_registry(), spec, kind), options);
}

double bytes_of(const std::string& spec, ValueKind kind) {
    JobOptions options;
    options.value = kind;
    MemorySink sink;
    make_table(*make_game_from_files(stock_registry(), spec), sink, options);
    return static_cast<double>(sink.size());
}

TEST(Relatives, EstimatesATable) {
    struct Case {
        const char* spec;
        ValueKind kind;
        Specs relatives;
    };
    for (const auto& [spec, kind, relatives] :
         {Case{"wythoff:max=250", ValueKind::nimber, {"wythoff:max=175", "wythoff:max=85"}},
          Case{"subtraction:set=2-3-7,max=6000000",
               ValueKind::nimber,
               {"subtraction:set=2-3-7,max=2940000", "subtraction:set=2-3-7,max=705894"}},
          Case{"col:board=path-15",
               ValueKind::canonical,
               {"col:board=path-14,play=partizan,symmetry=none", "col:board=path-12,play=partizan,symmetry=none"}}}) {
        const auto found = forecast_of(spec, kind);
        ASSERT_TRUE(found) << spec;
        EXPECT_EQ(found->relatives, relatives);
        const double bytes = bytes_of(spec, kind);
        EXPECT_LT(found->table_bytes, 1.3 * bytes) << spec;
        EXPECT_GT(found->table_bytes, bytes / 1.3) << spec;
        EXPECT_EQ(forecast_of(spec, kind)->table_bytes, found->table_bytes) << spec;
    }
}

TEST(Relatives, AGameThatIsQuicklySolvedIsItsOwn) {
    const auto found = forecast_of("dodgem", ValueKind::outcome);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->relatives, Specs{"dodgem"});
    EXPECT_EQ(found->table_bytes, bytes_of("dodgem", ValueKind::outcome));
}

TEST(Relatives, LowersWhatTheFamilyAllows) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const auto first = [](const std::string& spec, ValueKind kind) { return forecast_of(spec, kind)->relatives.at(0); };
    EXPECT_EQ(first("put-or-take-a-square:max=9000000,bound=80000000", ValueKind::outcome),
              "put-or-take-a-square:max=363181,bound=3228288")
        << "the bound alone cannot be lowered so far";
    EXPECT_EQ(first("domineering:board=grid-5x5", ValueKind::canonical), "domineering:board=grid-4x4");
    EXPECT_EQ(forecast_of("chess:KRKN", ValueKind::outcome)->relatives, (Specs{"chess:KNK", "chess:KRK"}));
}

TEST(Relatives, AProvenPeriodNeedsNoTime) {
    const auto found = forecast_of("octal:code=0.77,max=1000000000", ValueKind::nimber);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->periodic);
    EXPECT_LT(found->solving, 1);
}

TEST(Relatives, PositionsWithTooManyMovesAreNotRead) {
    EXPECT_TRUE(forecast_of("nim:piles=1,max=1000000000000", ValueKind::outcome));
    const auto size = [](const std::string& spec) {
        const auto game = make_game_from_files(stock_registry(), spec);
        return std::pair(readable_size(*game), game->size());
    };
    EXPECT_EQ(size("nim:piles=1,max=1000000000000").first, Index{1} << 15);
    for (const char* all : {"nim:piles=6,max=63", "domineering:board=grid-5x5", "chess:KRK"})
        EXPECT_EQ(size(all).first, size(all).second) << all;
}

TEST(Relatives, SweepsReadALinePerPile) {
    const auto game = make_game_from_files(stock_registry(), "nim:piles=4,max=47");
    EXPECT_TRUE(reads_lines(*game, ValueKind::outcome));
    EXPECT_FALSE(reads_lines(*game, ValueKind::nimber));
    EXPECT_EQ(lines_per_position(*game), 4);
    EXPECT_FALSE(reads_lines(*make_game_from_files(stock_registry(), "quixo:size=3"), ValueKind::outcome));
}

TEST(Relatives, MovesDoNotCountIfLinesAreRead) {
    MEXBASE_SKIP_IN_SANITIZERS();
    EXPECT_EQ(forecast_of("nim:piles=1,max=10000000", ValueKind::outcome)->relatives.at(0), "nim:piles=1,max=3430000");
    EXPECT_EQ(forecast_of("nim:piles=1,max=10000000", ValueKind::nimber)->relatives.at(0), "nim:piles=1,max=5583");
    EXPECT_EQ(forecast_of("wythoff:max=3000", ValueKind::outcome)->relatives.at(0), "wythoff:max=1470");
}

TEST(Relatives, SomeGamesHaveNone) {
    EXPECT_FALSE(forecast_of("dobutsu-shogi", ValueKind::outcome));
}

}  // namespace mexbase::relatives_test
