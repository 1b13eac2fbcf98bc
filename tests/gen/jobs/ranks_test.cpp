// SPDX-License-Identifier: MIT
// Jobs that several processes do together: here they are threads.
#include "gen/jobs/make/ranks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/jobs/make/shared_packing.hpp"
#include "job_ranks.hpp"
#include "lib/solve/graph/turn_moves.hpp"
#include "lib/solve/ranks/transport.hpp"
#include "tables.hpp"
#include "tests/lib/solve/retrograde/thread_ranks.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::ranks_test {

TEST(Ranks, MakeTheSameBytesAsOneProcess) {
    struct Case {
        const char* spec;
        ValueKind kind;
        bool shared;
    };
    constexpr std::array cases{Case{"square-but-one:max=3000", ValueKind::outcome, true},
                               Case{"chess:KRK", ValueKind::outcome, true},
                               Case{"square-but-one:max=1200000", ValueKind::outcome, true},
                               Case{"mens-morris:men=3", ValueKind::outcome, true},
                               Case{"square-but-one:max=300", ValueKind::nimber, false},
                               Case{"put-or-take-a-square:max=100,bound=1000", ValueKind::outcome, false},
                               Case{"tic-tac-toe", ValueKind::outcome, false},
                               Case{"nim:piles=2,max=7", ValueKind::nimber, false}};
    with_helpers(3, [&](Transport& transport) {
        for (const Case& each : cases) {
            const auto game = make_game(stock_registry(), each.spec);
            JobOptions options = job_of(each.kind);
            const auto alone = make_table_bytes(*game, options);
            options.transport = &transport;
            MemorySink sink;
            const JobReport report = make_table(*game, sink, options);
            EXPECT_EQ(sink.bytes(), alone) << each.spec;
            EXPECT_EQ(report.processes, each.shared ? 3U : 1U) << each.spec;
        }
    });
}

TEST(Ranks, SolveDistancesToAnExitAndMisere) {
    with_helpers(2, [&](Transport& transport) {
        for (const bool exits : {false, true}) {
            const auto game = exits ? make_game(stock_registry(), "chess:KQK", nullptr, Distance::exit)
                                    : make_game(stock_registry(), "square-but-one:max=500");
            JobOptions options = job_of(ValueKind::outcome, 2, exits ? Play::normal : Play::misere);
            const auto alone = make_table_bytes(*game, options);
            options.transport = &transport;
            EXPECT_EQ(make_table_bytes(*game, options), alone) << exits;
        }
    });
}

TEST(Ranks, GoOnAfterAJobThatFails) {
    with_helpers(3, [&](Transport& transport) {
        const auto game = make_game(stock_registry(), "chess:KRK");
        JobOptions options = job_of(ValueKind::outcome);
        const auto alone = make_table_bytes(*game, options);
        options.transport = &transport;
        options.memory = 1000;
        EXPECT_EQ(error_code_of([&] { make_table_bytes(*game, options); }), ErrorCode::out_of_memory);
        options.memory = 0;
        EXPECT_EQ(make_table_bytes(*game, options), alone);
        // The disk is full.
        class FullSink final : public Sink {
          public:
            void append(std::span<const std::byte>) override { throw Error(ErrorCode::io, "the disk is full"); }
            void write_at(std::uint64_t, std::span<const std::byte>) override {}
            std::uint64_t size() const override { return 0; }
        } full;
        EXPECT_EQ(error_code_of([&] { make_table(*game, full, options); }), ErrorCode::io);
        EXPECT_EQ(make_table_bytes(*game, options), alone);
    });
}

TEST(Ranks, KeepTheirWindowsOnDiskIfMemoryIsScarce) {
    with_helpers(3, [&](Transport& transport) {
        const auto game = make_game(stock_registry(), "square-but-one:max=1200000");
        JobOptions options = job_of(ValueKind::outcome);
        const auto alone = make_table_bytes(*game, options);
        options.transport = &transport;
        options.memory = std::uint64_t{50} << 20;  // the program of two more processes takes 40 MiB
        EXPECT_EQ(make_table_bytes(*game, options), alone);
        options.scratch = testing::TempDir() + "no-such-folder";
        EXPECT_EQ(error_code_of([&] { make_table_bytes(*game, options); }), ErrorCode::io);
    });
}

TEST(Ranks, PackPartizanOutcomes) {
    // A position has two cells, so its window begins at twice the index.
    constexpr std::uint32_t size = 600'000, reach = 1000;
    std::mt19937 random(7);
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    std::vector<std::uint8_t> owners;
    for (std::uint32_t v = 0; v < size; ++v) {
        names.push_back("v" + std::to_string(v));
        for (int k = 0; k < 2; ++k) {
            arcs.emplace_back(v, (v + 1 + static_cast<std::uint32_t>(random()) % reach) % size);
            owners.push_back(static_cast<std::uint8_t>(1 + random() % 2));
        }
    }
    const auto board = std::make_shared<const Board>(true, std::move(names), arcs, std::vector<std::uint8_t>{}, owners);
    const auto game = make_game(stock_registry(), "graph:file=" + board_reference(*board), board);
    const JobOptions options = job_of(ValueKind::partizan_outcome);
    MemorySink sink;
    const auto failures = on_ranks(3, [&](Transport& transport) {
        AnalysisListener quiet;
        SolveOptions solving;
        solving.strategy = Strategy::child_counters;
        SharedSolution solved = solve_with_ranks(detail::TurnMoves(*game), transport, solving, quiet);
        detail::RankRounds rounds(transport);
        detail::pack_on_ranks(*game, std::move(solved), rounds, options, 1, "",
                              transport.rank() == 0 ? &sink : nullptr);
    });
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
    EXPECT_EQ(sink.bytes(), make_table_bytes(*game, options));
}

/// Writes a table to a file, which the destructor deletes.
class TableFile {
  public:
    TableFile(const Table& table, const std::vector<Value>& values, const std::string& name)
        : path(testing::TempDir() + name) {
        write(values, table);
    }
    ~TableFile() { std::remove(path.c_str()); }
    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;

    const std::string path;

  private:
    void write(const std::vector<Value>& values, const Table& table) const {
        TableContents contents{.info = table.info()};
        contents.streams.push_back(stream_of(
            StreamKind::outcome, values, [](const Value& v) { return static_cast<std::uint32_t>(v.outcome.outcome); }));
        contents.streams.push_back(stream_of(StreamKind::remoteness, values, [](const Value& v) {
            return has_remoteness(v.outcome.outcome) ? static_cast<std::uint32_t>(v.outcome.remoteness) : dont_care;
        }));
        MemorySink sink;
        write_table(sink, contents);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(sink.bytes().data()), static_cast<std::streamsize>(sink.size()));
    }
};

TEST(Ranks, VerifyATableTogether) {
    const Table table = make_table("square-but-one:max=40000");
    const TableFile file(table, all_values(table), "ranks-right.mxb");
    const Game& game = table.game().value();
    JobOptions options = quick_job();
    const std::uint64_t alone = verify_table(game, table, options);
    with_helpers(3, [&](Transport& transport) {
        options.transport = &transport;
        EXPECT_EQ(verify_on_all_ranks(game, table, file.path, options), alone);
        options.verified = {.from = 10, .until = 30'000, .sample = 500};
        EXPECT_EQ(verify_on_all_ranks(game, table, file.path, options), 500U);
        // Other ranks have another table under this name.
        const Table other = make_table("square-but-one:max=39000");
        const TableFile stale(other, all_values(other), "ranks-stale.mxb");
        EXPECT_EQ(error_code_of([&] { verify_on_all_ranks(game, table, stale.path, options); }), ErrorCode::bad_usage);
        // Other ranks do not find this file.
        options.verified = {};
        try {
            verify_on_all_ranks(game, table, file.path + "-nothing", options);
            ADD_FAILURE();
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find("process 1: "), std::string::npos) << e.what();
        }
    });
}

TEST(Ranks, FindTheFirstWrongValueOfAll) {
    const Table table = make_table("square-but-one:max=40000");
    const auto right = all_values(table);
    for (const auto& places : {std::vector<Index>{39'000}, {35'000, 20'000}, {38'000, 100}}) {
        auto wrong = right;
        for (const Index i : places)
            wrong[i].outcome = has_remoteness(right[i].outcome.outcome) ? OutcomeValue{Outcome::draw, 0}
                                                                        : OutcomeValue{Outcome::win, 1};
        const TableFile file(table, wrong, "ranks-wrong.mxb");
        const Table stored = Table::open(file.path).value();
        JobOptions options = quick_job();
        const auto message_of = [](const auto& f) {
            try {
                f();
            } catch (const Error& e) {
                EXPECT_EQ(e.code(), ErrorCode::verification_failed);
                return std::string(e.what());
            }
            return std::string();
        };
        const std::string alone = message_of([&] { verify_table(stored.game().value(), stored, options); });
        ASSERT_FALSE(alone.empty());
        with_helpers(4, [&](Transport& transport) {
            options.transport = &transport;
            EXPECT_EQ(message_of([&] { verify_on_all_ranks(stored.game().value(), stored, file.path, options); }),
                      alone);
        });
    }
}

}  // namespace mexbase::test::ranks_test
