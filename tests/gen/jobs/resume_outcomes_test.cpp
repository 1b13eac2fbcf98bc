// SPDX-License-Identifier: MIT
// Stopped jobs of loopy games that resume from a sound or damaged checkpoint.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>

#include "../scratch.hpp"
#include "gen/jobs/make/solving_checkpointer.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::resume_outcomes_test {

struct Stopped {};

struct Job {
    std::string spec;
    ValueKind kind = ValueKind::outcome;
    Play play = Play::normal;
    Strategy strategy = Strategy::automatic;
};

/// Makes a table, saving at every opportunity, and stops after that many reports of scans, plies or stages. With 0 runs
/// to its end, resumes from a checkpoint, and saves none.
std::vector<std::byte> run(const Job& job, const std::string& path, unsigned threads, int tellings = 0,
                           JobReport* told = nullptr) {
    JobOptions options = job_of(job.kind, threads, job.play);
    options.strategy = job.strategy;
    options.checkpoint = path;
    options.checkpoint_seconds = tellings == 0 ? 1000 : 0;
    int seen = 0;
    options.progress = [&](std::string_view stage, Index, Index) {
        const bool solving = stage == "scanning" || stage == "deciding" || stage == "labelling";
        if (solving && ++seen == tellings) throw Stopped{};
    };
    const auto game = make_game_from_files(stock_registry(), job.spec, job.kind);
    MemorySink sink;
    const JobReport report = make_table(*game, sink, options);
    if (told != nullptr) *told = report;
    return sink.take();
}

/// Stops the job. Returns false if it ended before.
bool stopped(const Job& job, const std::string& path, unsigned threads, int tellings) {
    try {
        run(job, path, threads, tellings);
        return false;
    } catch (const Stopped&) {
        return true;
    }
}

/// Returns the files that a job with this checkpoint may leave.
std::vector<std::string> files_of(const std::string& path) {
    std::vector<std::string> there;
    for (const char* more : {"", "-2", "-spool"})
        if (std::filesystem::exists(path + more)) there.push_back(path + more);
    return there;
}

/// Stops the job at every `step`th report and resumes it. Returns how often it resumed from a checkpoint.
int stop_everywhere(const Job& job, int step, const std::string& path) {
    const auto whole = run(job, "", 1);
    int resumed = 0;
    for (int tellings = 1; stopped(job, path, static_cast<unsigned>(tellings % 2 + 1), tellings); tellings += step) {
        JobReport report;
        const bool same = run(job, path, tellings % 3 == 0 ? 2 : 1, 0, &report) == whole;
        EXPECT_TRUE(same) << job.spec << ' ' << tellings;
        resumed += report.resumed_from != 0 ? 1 : 0;
        EXPECT_EQ(report.checkpoint_failure, "");
        EXPECT_EQ(files_of(path), std::vector<std::string>{}) << "a finished job leaves no checkpoint";
        if (!same) return 0;
    }
    EXPECT_EQ(files_of(path), std::vector<std::string>{}) << "nor does one that saved to its end";
    // Also stops it repeatedly, some plies later each time.
    int stops = 0;
    while (stopped(job, path, 1, 25) && stops < 100) ++stops;
    EXPECT_LT(stops, 100) << job.spec;
    EXPECT_TRUE(run(job, path, 1) == whole) << job.spec;
    EXPECT_EQ(files_of(path), std::vector<std::string>{});
    return resumed;
}

TEST(ResumeOutcomes, AStoppedJobGoesOnToTheSameTable) {
    const std::string path = file_in_scratch("mexbase_resume_outcomes.checkpoint");
    const struct {
        Job job;
        int step, least;
    } cases[] = {
        {{"quixo:size=3"}, 2, 2},
        {{"mens-morris:men=3"}, 9, 3},
        {{"dodgem"}, 3, 4},
        {{"mu-torere", ValueKind::outcome, Play::misere}, 1, 1},
        {{std::string("graph:file=") + MEXBASE_DATA + "/boards/tidewater.dot", ValueKind::partizan_outcome}, 1, 2},
        {{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::two_bit}, 1, 5},
        {{"dodgem", ValueKind::outcome, Play::normal, Strategy::two_bit}, 5, 3},
        {{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::forward}, 2, 3},
        {{"mens-morris:men=3", ValueKind::outcome, Play::normal, Strategy::forward}, 13, 2},
        // Bounded games are solved twice, with separate files.
        {{"put-or-take-a-square:max=200,bound=400"}, 3, 3},
        {{"put-or-take-a-square:max=200,bound=400", ValueKind::outcome, Play::normal, Strategy::two_bit}, 3, 3},
        {{"put-or-take-a-square:max=200,bound=300", ValueKind::outcome, Play::normal, Strategy::forward}, 5, 3},
        // Races are solved twice too.
        {{std::string("horsefly:file=") + MEXBASE_DATA + "/boards/horsefly.dot", ValueKind::nimber}, 1, 1},
        {{std::string("graph:file=") + MEXBASE_DATA + "/boards/nims-island.dot", ValueKind::nimber}, 1, 1},
        // Nimbers have one strategy, whatever the option.
        {{"square-but-one:max=400,add=even", ValueKind::nimber, Play::normal, Strategy::forward}, 1, 1}};
    for (const auto& [job, step, least] : cases)
        EXPECT_GE(stop_everywhere(job, step, path), least) << job.spec << ' ' << to_string(job.strategy);
}

TEST(ResumeOutcomes, AJobGoesOnWithTheStrategyItBeganWith) {
    const std::string path = file_in_scratch("mexbase_resume_outcomes_strategy.checkpoint");
    const Job begun{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::two_bit};
    ASSERT_TRUE(stopped(begun, path, 1, 5));
    JobReport report;
    EXPECT_TRUE(run({"quixo:size=3"}, path, 1, 0, &report) == run(begun, "", 1));
    EXPECT_GT(report.resumed_from, 0u);
    ASSERT_TRUE(stopped(begun, path, 1, 5));
    const Job asked{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::forward};
    EXPECT_TRUE(run(asked, path, 1, 0, &report) == run(begun, "", 1));
    EXPECT_GT(report.resumed_from, 0u);
    // A job that ends before its first save leaves no file.
    JobOptions options = quick_job(1);
    options.strategy = begun.strategy;
    options.checkpoint = path;
    options.progress = [](std::string_view stage, Index, Index) {
        if (stage == "deciding") throw Stopped{};
    };
    const auto game = make_game_from_files(stock_registry(), begun.spec, begun.kind);
    MemorySink sink;
    EXPECT_THROW(make_table(*game, sink, options), Stopped);
    EXPECT_EQ(files_of(path), std::vector<std::string>{});
    // A checkpoint with a lost spool is useless but harmless.
    ASSERT_TRUE(stopped(begun, path, 1, 5));
    ASSERT_TRUE(std::filesystem::remove(path + "-spool"));
    EXPECT_TRUE(run(begun, path, 1, 0, &report) == run(begun, "", 1));
}

TEST(ResumeOutcomes, ADamagedSpoolChangesNoTable) {
    const std::string path = file_in_scratch("mexbase_resume_outcomes_damaged_spool.checkpoint");
    const Job job{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::two_bit};
    const auto whole = run(job, "", 1);
    JobReport report;
    ASSERT_TRUE(stopped(job, path, 1, 5));
    const std::string spool = bytes_of(path + "-spool"), saved = bytes_of(path);
    ASSERT_GT(spool.size(), 1000u);
    const auto resume = [&](const std::string& damaged) {
        std::ofstream(path + "-spool", std::ios::binary) << damaged;
        std::ofstream(path, std::ios::binary) << saved;
        EXPECT_TRUE(run(job, path, 1, 0, &report) == whole);
        return report.resumed_from != 0;
    };
    EXPECT_TRUE(resume(spool));
    // Resuming drops the bytes after the last save.
    for (std::size_t at = 0; at < spool.size() / 4; at += spool.size() / 80 + 1) {
        std::string damaged = spool;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        EXPECT_FALSE(resume(damaged)) << at;
    }
    EXPECT_FALSE(resume(spool.substr(0, spool.size() / 4)));
    EXPECT_EQ(files_of(path), std::vector<std::string>{});
}

TEST(ResumeOutcomes, AJobInMemoryRemovesTheSpoolOfAKilledOne) {
    const std::string path = file_in_scratch("mexbase_resume_outcomes_spool.checkpoint");
    std::ofstream(path + "-spool") << "records of a job that was killed before it saved";
    const Job job{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::child_counters};
    EXPECT_TRUE(run(job, path, 1) == run(job, "", 1));
    EXPECT_EQ(files_of(path), std::vector<std::string>{});
}

TEST(ResumeOutcomes, AnotherJobRefusesACheckpointAndLeavesItAlone) {
    const std::string path = file_in_scratch("mexbase_resume_outcomes_other.checkpoint");
    const Job job{"quixo:size=3"};
    ASSERT_TRUE(stopped(job, path, 1, 4));
    const std::string kept = bytes_of(path);
    ASSERT_GT(kept.size(), 1000u);
    EXPECT_THROW(run({"quixo:size=3", ValueKind::outcome, Play::misere}, path, 1), Error);
    EXPECT_THROW(run({"mens-morris:men=3"}, path, 1), Error);
    EXPECT_EQ(bytes_of(path), kept);
    std::filesystem::remove(path);
}

TEST(ResumeOutcomes, ADamagedCheckpointChangesNoTable) {
    const std::string path = file_in_scratch("mexbase_resume_outcomes_damaged.checkpoint");
    std::mt19937 random(5);
    for (const Job& job : {Job{"quixo:size=3"}, Job{"mens-morris:men=3"},
                           Job{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::two_bit}}) {
        const auto uninterrupted = run(job, "", 1);
        ASSERT_TRUE(stopped(job, path, 1, 8));
        const std::string whole = bytes_of(path);
        ASSERT_GT(whole.size(), 1000u);
        int refused = 0;
        for (int round = 0; round < 24; ++round) {
            const std::string bad = damaged(whole, random, round, round % 3 == 0 ? 600 : whole.size());
            write_file(path, bad);
            try {
                ASSERT_TRUE(run(job, path, 1) == uninterrupted) << job.spec << ' ' << round;
                ASSERT_FALSE(std::filesystem::exists(path));
            } catch (const Error& e) {
                // The identity of the job was damaged.
                ASSERT_EQ(e.code(), ErrorCode::bad_usage);
                ASSERT_EQ(bytes_of(path), bad);
                ++refused;
            }
        }
        EXPECT_LT(refused, 12);
    }
    std::filesystem::remove(path);
}

TEST(ResumeOutcomes, AFileThatCannotBeWrittenEndsNoJob) {
    JobReport report;
    const Job job{"quixo:size=3"};
    const auto table = run(job, ::testing::TempDir() + "no such folder/x.checkpoint", 1, 1000, &report);
    EXPECT_TRUE(table == run(job, "", 1));
    EXPECT_NE(report.checkpoint_failure, "");
}

TEST(SolvingCheckpointer, HoldsCellsOfAnyWidthAndWhatElseThereIs) {
    const std::string path = file_in_scratch("mexbase_standing.checkpoint");
    JobOptions options;
    options.checkpoint = path;
    options.checkpoint_seconds = 0;
    JobOptions misere = options;
    misere.play = Play::misere;
    const auto game = make_game_from_files(stock_registry(), "quixo:size=3");
    for (const unsigned bytes : {2U, 4U, 8U}) {
        constexpr Index size = (Index{5} << 20) / 2, known = size - 7;
        OutcomeCells cells(size, bytes);
        cells.visit([](auto* all) {
            using T = std::remove_cvref_t<decltype(*all)>;
            // The second part is all zero, and not in the file.
            for (Index v = 0; v < known; ++v)
                if (v >> 20 != 1) all[v] = static_cast<T>(v * 0x9e3779b97f4a7c15U >> 7);
        });
        const std::vector<std::uint32_t> words{7, 0, 9}, none, zeros(10);
        SolverState at{.strategy = Strategy::forward, .slice = 3};
        at.begun = at.passing = at.ties = at.tying = true;
        at.ply = 1'000'000'007;
        at.cells = known;
        at.below = {1, 2, 3, 4, 5, 6, 7};
        at.here = {8, 9, 10, 11, 12, 13, 14};
        at.now = {15, 16, 17, 18};
        at.seen = {{0, 19}, {20, 21}};
        at.numbers = {22, std::uint64_t{1} << 63};
        detail::SolvingCheckpointer saved(*game, options, 1);
        EXPECT_FALSE(saved.before() || saved.restore());
        EXPECT_TRUE(saved.should_save());
        saved.save(at, StateView{nullptr, {none}, [](const ScheduledSink& sink) { sink(99, true, 0); }});
        // A save replaces the one before.
        saved.save(at, StateView{&cells, {words, zeros}, [](const ScheduledSink& sink) {
                                     for (Index v = 0; v < (Index{3} << 19); ++v) sink(20, true, 3 * v);
                                     sink(20, false, 5);
                                     sink(21, false, 6);
                                     sink(21, false, 7);
                                 }});
        EXPECT_EQ(saved.failure(), "");
        EXPECT_THROW(detail::SolvingCheckpointer(*game, misere, 1), Error) << "another job's";
        detail::SolvingCheckpointer again(*game, options, 1);
        ASSERT_TRUE(again.before());
        EXPECT_EQ(again.before()->ply, at.ply);
        const auto found = again.restore();
        ASSERT_TRUE(found);
        EXPECT_EQ(found->at.strategy, at.strategy);
        EXPECT_EQ(found->at.slice, at.slice);
        EXPECT_EQ(found->at.begun, at.begun);
        EXPECT_EQ(found->at.passing, at.passing);
        EXPECT_EQ(found->at.tying, at.tying);
        EXPECT_EQ(found->at.ply, at.ply);
        EXPECT_EQ(found->at.ties, at.ties);
        EXPECT_EQ(found->at.cells, at.cells);
        EXPECT_EQ(found->at.below, at.below);
        EXPECT_EQ(found->at.here, at.here);
        EXPECT_EQ(found->at.now.wins, 15u);
        EXPECT_EQ(found->at.now.losses, 16u);
        EXPECT_EQ(found->at.now.ties, 17u);
        EXPECT_EQ(found->at.now.edges, 18u);
        EXPECT_EQ(found->at.seen, at.seen);
        EXPECT_EQ(found->at.numbers, at.numbers);
        EXPECT_EQ(found->words, (std::vector<std::vector<std::uint32_t>>{words, zeros}));
        ASSERT_EQ(found->cells.size(), size);
        ASSERT_EQ(found->cells.cell_bytes(), bytes);
        for (Index v = 0; v < size; ++v) ASSERT_EQ(found->cells[v], cells[v]) << v;
        std::vector<std::size_t> sizes;
        for (const ScheduledVertices& due : found->due) sizes.push_back(due.vertices.size());
        EXPECT_EQ(sizes, (std::vector<std::size_t>{1 << 20, 1 << 19, 1, 2}));
        EXPECT_EQ(found->due[1].vertices.back(), 3 * ((Index{3} << 19) - 1));
        EXPECT_EQ(found->due[1].ply, 20u);
        EXPECT_TRUE(found->due[1].won);
        EXPECT_EQ(found->due[2].vertices, std::vector<Index>{5});
        EXPECT_FALSE(found->due[2].won);
        EXPECT_EQ(found->due[3].ply, 21u);
        again.remove();
        EXPECT_FALSE(std::filesystem::exists(path));
    }
}

TEST(ResumeOutcomes, PartsInAnotherOrderAreRefused) {
    const std::string path = file_in_scratch("mexbase_forged.checkpoint");
    const Job job{"quixo:size=3"};
    ASSERT_TRUE(stopped(job, path, 1, 5));
    const auto game = make_game_from_files(stock_registry(), job.spec, job.kind);
    const std::string identity = "solving 4 outcome normal " + job.spec + ' ' + std::to_string(game->rules_version()) +
                                 ' ' + std::to_string(game->size()) + " 1";
    std::vector<SavedPart> parts;
    Snapshot(path, identity, 0).load([&parts](const SavedPart& part) { parts.push_back(part); });
    std::vector<std::string> fields;
    for (const SavedPart& part : parts) fields.push_back(part.field);
    ASSERT_GE(fields.size(), 3u);
    ASSERT_EQ(std::vector(fields.begin(), fields.begin() + 3),
              (std::vector<std::string>{"standing", "sizes", "cells"}));
    const auto write = [&](const std::vector<SavedPart>& forged) {
        Snapshot(path, identity, 0).replace([&forged](Snapshot::Writer& writer) {
            for (const SavedPart& part : forged) {
                const auto put = [&]<class T>(T) {
                    std::vector<T> elements(static_cast<std::size_t>(part.size()));
                    std::memcpy(elements.data(), part.bytes.data(), part.bytes.size());
                    writer.put_part(part.field, part.first, std::span(elements));
                };
                part.width == 8 ? put(std::uint64_t{}) : part.width == 4 ? put(std::uint32_t{}) : put(std::uint16_t{});
            }
        });
    };
    const auto refused = [&](const std::vector<SavedPart>& forged) {
        write(forged);
        return error_code_of([&] { run(job, path, 1); }) == ErrorCode::bad_usage && std::filesystem::exists(path);
    };
    const auto expect_refused = [&](const auto& forge) {
        auto forged = parts;
        forge(forged);
        EXPECT_TRUE(refused(forged));
    };
    // Cells before their sizes, no sizes, cells past their end, and sizes before the state.
    expect_refused([](auto& forged) { std::swap(forged[1], forged[2]); });
    expect_refused([](auto& forged) { forged.erase(forged.begin() + 1); });
    expect_refused([&](auto& forged) { forged[2].first = game->size(); });
    expect_refused([](auto& forged) { std::swap(forged[0], forged[1]); });
    // With the original parts, the job resumes.
    write(parts);
    EXPECT_TRUE(run(job, path, 1) == run(job, "", 1));
}

}  // namespace mexbase::test::resume_outcomes_test
