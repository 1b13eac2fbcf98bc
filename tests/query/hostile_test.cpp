#include "hostile.hpp"

#include "test_tables.hpp"

namespace mexbase {
namespace {

using namespace testing;

struct Case {
    const char* name;
    Kind kind;
    Index size;
    std::optional<Codec> codec;
};

class HostileTable : public ::testing::TestWithParam<Case> {};

TEST_P(HostileTable, DamageIsReportedAndNeverReadAsAnotherValue) {
    const Case& c = GetParam();
    EncodeOptions options;
    options.codec = c.codec;
    const Values values = made_up(c.kind, c.size, 1);
    const Board::Arc arcs[] = {{0, 1}, {1, 0}};
    const Board board(false, {"left", "right"}, arcs);
    TableContents contents = contents_of(values);
    contents.board = &board;
    expect_to_survive_damage(table_bytes(contents, options), test_options(), 2);
}

INSTANTIATE_TEST_SUITE_P(Tables, HostileTable,
                         ::testing::Values(Case{"raw", Kind::noise, 4000, Codec::raw},
                                           Case{"palette", Kind::runs, 30000, Codec::palette},
                                           Case{"zstd", Kind::noise, 4000, Codec::zstd},
                                           Case{"dictionary", Kind::parity, 60000, Codec::zstd},
                                           Case{"differences", Kind::growing, 30000, std::nullopt},
                                           Case{"cut_off", Kind::cut_off, 20000, std::nullopt},
                                           Case{"holes", Kind::holes, 5000, std::nullopt},
                                           Case{"tiny", Kind::noise, 3, std::nullopt},
                                           Case{"constant", Kind::all_draws, 100000, std::nullopt}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace mexbase
