// SPDX-License-Identifier: MIT
#include "hostile.hpp"

#include "../../gen/jobs/tables.hpp"
#include "../test_tables.hpp"
#include "query/sum.hpp"

namespace mexbase::hostile_test {

using namespace test;

struct Case {
    const char* name;
    Content kind;
    Index size;
    std::optional<Codec> codec;

    friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

class HostileTable : public ::testing::TestWithParam<Case> {};

TEST_P(HostileTable, DamageIsReportedAndNeverReadAsAnotherValue) {
    const Case& c = GetParam();
    EncodeOptions options{.codec = c.codec};
    const Values values = made_up(c.kind, c.size, 1);
    const Board::Arc arcs[] = {{0, 1}, {1, 0}};
    const Board board(false, {"left", "right"}, arcs);
    TableContents contents = contents_of(values);
    contents.board = &board;
    expect_to_survive_damage(table_bytes(contents, options), test_options(), 2);
}

INSTANTIATE_TEST_SUITE_P(Tables, HostileTable,
                         ::testing::Values(Case{"raw", Content::noise, 20000, Codec::raw},
                                           Case{"palette", Content::runs, 30000, Codec::palette},
                                           Case{"zstd", Content::noise, 20000, Codec::zstd},
                                           Case{"dictionary", Content::parity, 60000, Codec::zstd},
                                           Case{"differences", Content::growing, 30000, std::nullopt},
                                           Case{"cut_off", Content::cut_off, 20000, std::nullopt},
                                           Case{"holes", Content::holes, 5000, std::nullopt},
                                           Case{"tiny", Content::noise, 3, std::nullopt},
                                           Case{"constant", Content::all_draws, 100000, std::nullopt}),
                         [](const auto& each) { return each.param.name; });

/// Returns a table as mexgen writes it.
std::vector<std::byte> made(const char* spec, ValueKind kind) {
    return test::make_table_bytes(spec, job_of(kind, 1));
}

// Sets and counters of a loopy game, a proven period, obliged pairs with a triangle that is not queryable, a race.
TEST(HostileValues, DamageIsReportedAndNeverReadAsAnotherValue) {
    const struct {
        const char* spec;
        ValueKind kind;
    } cases[] = {{"graph:file=" MEXBASE_DATA "/boards/nims-island.dot", ValueKind::nimber},
                 {"fair-shares:n=15", ValueKind::nimber},
                 {"square-but-one:max=500", ValueKind::nimber},
                 {"horsefly:file=" MEXBASE_DATA "/boards/horsefly.dot", ValueKind::nimber},
                 {"octal:code=0.77,max=200", ValueKind::nimber},
                 {"octal:code=0.77,max=200", ValueKind::obliged},
                 {"knight:size=20", ValueKind::obliged}};
    std::uint64_t seed = 3;
    for (const auto& c : cases) {
        SCOPED_TRACE(c.spec);
        const auto good = made(c.spec, c.kind);
        expect_to_survive_damage(good, OpenOptions{}, ++seed, 2000, 100);
        // Truncated at every byte.
        for (std::size_t length = 0; length < good.size(); ++length)
            ASSERT_FALSE(Table::from_memory(std::span(good).first(length))) << length;
    }
}

// Sums over damaged tables give the right result or an error.
TEST(HostileValues, SumsOverDamagedTablesAreRightOrErrors) {
    for (const ValueKind kind : {ValueKind::nimber, ValueKind::obliged}) {
        const bool nimbers = kind == ValueKind::nimber;
        const auto good = made(nimbers ? "fair-shares:n=45" : "nim:piles=3,max=70", kind);
        const Table table = Table::from_memory(std::span(good)).value();
        const Index most = table.info().queryable_size;
        std::mt19937_64 random(5);
        auto bad = good;
        int answered = 0;
        for (int round = 0; round < 800; ++round) {
            const std::size_t at = random() % bad.size();
            bad[at] ^= static_cast<std::byte>(1 + random() % 255);
            const auto damaged = Table::from_memory(std::span(bad));
            const Index heaps[] = {random() % most, random() % most};
            if (damaged) {
                Sum right, wrong;
                for (const Index heap : heaps) {
                    right.add(table, heap).value();
                    wrong.add(*damaged, heap).value();
                }
                const auto value = wrong.value();
                EXPECT_TRUE(!value || *value == right.value().value()) << at;
                for (const Play play : {Play::normal, Play::misere}) {
                    const auto move = wrong.best_move(Player::left, play);
                    EXPECT_TRUE(!move || *move == right.best_move(Player::left, play).value()) << at;
                }
                answered += value ? 1 : 0;
            }
            bad[at] = good[at];
        }
        EXPECT_GT(answered, 0);
    }
}

}  // namespace mexbase::hostile_test
