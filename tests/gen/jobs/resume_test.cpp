// SPDX-License-Identifier: MIT
// Stopped jobs that resume from a sound or damaged checkpoint.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <tuple>

#include "../scratch.hpp"
#include "gen/jobs/make/solving_checkpointer.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::resume_test {

struct Stopped {};

struct Job {
    std::string spec;
    ValueKind kind = ValueKind::outcome;
    Play play = Play::normal;
    Strategy strategy = Strategy::automatic;
    bool on_disk = false;  ///< the memory suffices only if cells are in a file
};

/// Makes a table, saving at every opportunity, and stops after that many reports of scans, plies, stages or sweeps.
/// With 0 runs to its end, resumes from a checkpoint, and saves none.
std::vector<std::byte> run(const Job& job, const std::string& path, unsigned threads, int reports = 0,
                           JobReport* report = nullptr) {
    JobOptions options = job_of(job.kind, threads, job.play);
    options.strategy = job.strategy;
    options.checkpoint = path;
    options.checkpoint_seconds = reports == 0 ? 1000 : 0;
    int seen = 0;
    options.progress = [&](std::string_view stage, Index, Index) {
        const std::string_view phase = stage.substr(0, stage.find(':'));
        const bool solving = phase == "scanning" || phase == "deciding" || phase == "solving" || phase == "labelling" ||
                             phase == "sweeping";
        if (solving && ++seen == reports) throw Stopped{};
    };
    const auto game = make_game_from_files(stock_registry(), job.spec, job.kind);
    if (job.on_disk) options.memory = check_job(*game, options).least;
    MemorySink sink;
    const JobReport made = make_table(*game, sink, options);
    if (report != nullptr) *report = made;
    return sink.take();
}

/// Stops the job. Returns false if it ended before.
bool stopped(const Job& job, const std::string& path, unsigned threads, int reports) {
    try {
        run(job, path, threads, reports);
        return false;
    } catch (const Stopped&) {
        return true;
    }
}

/// Returns the files that a job with this checkpoint may leave.
std::vector<std::string> files_of(const std::string& path) {
    std::vector<std::string> there;
    for (const char* more : {"", "-2"})
        if (std::filesystem::exists(path + more)) there.push_back(path + more);
    return there;
}

/// Stops the job at every `step`th report and resumes it. Returns how often it resumed from a checkpoint.
int stop_everywhere(const Job& job, int step, const std::string& path) {
    const auto whole = run(job, "", 1);
    int resumed = 0;
    for (int reports = 1; stopped(job, path, static_cast<unsigned>(reports % 2 + 1), reports); reports += step) {
        JobReport report;
        const bool same = run(job, path, reports % 3 == 0 ? 2 : 1, 0, &report) == whole;
        EXPECT_TRUE(same) << job.spec << ' ' << reports;
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

TEST(Resume, AStoppedJobGoesOnToTheSameTable) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::string path = file_in_scratch("mexbase_resume.checkpoint");
    // A code of a thousand digits, whose period takes long to prove.
    const std::string far = "octal:code=0." + std::string(998, '0') + "7,max=60000";
    using enum ValueKind;
    const struct {
        Job job;
        int step, least;
    } cases[] = {{{"quixo:size=3"}, 2, 2},
                 {{"mens-morris:men=3"}, 9, 3},
                 {{"mens-morris:men=3", outcome, Play::normal, Strategy::automatic, true}, 9, 3},
                 {{"dodgem"}, 3, 4},
                 {{"mu-torere", outcome, Play::misere}, 1, 1},
                 {{std::string("graph:file=") + MEXBASE_DATA + "/boards/tidewater.dot", partizan_outcome}, 1, 2},
                 {{"quixo:size=3", outcome, Play::normal, Strategy::forward}, 2, 3},
                 {{"mens-morris:men=3", outcome, Play::normal, Strategy::forward}, 13, 2},
                 // Bounded games are solved twice, with separate files.
                 {{"put-or-take-a-square:max=200,bound=400"}, 3, 3},
                 // Races are solved twice too.
                 {{std::string("horsefly:file=") + MEXBASE_DATA + "/boards/horsefly.dot", nimber}, 1, 1},
                 {{std::string("graph:file=") + MEXBASE_DATA + "/boards/nims-island.dot", nimber}, 1, 1},
                 // Nimbers have one strategy, whatever the option.
                 {{"square-but-one:max=400,add=even", nimber, Play::normal, Strategy::forward}, 1, 1},
                 // Sweeps, some of which end before they report or save.
                 {{"grundy:max=120000", nimber}, 1000, 1},
                 {{"octal:code=0.6,max=120000", nimber}, 1000, 1},
                 {{"octal:code=0.007,max=52000", nimber}, 1000, 0},
                 {{"octal:code=0.f7,max=1500", nimber}, 1000, 0},
                 {{"octal:code=0.77,max=100000", nimber}, 1000, 0},
                 {{far, obliged}, 1000, 0},
                 {{"cutthroat:board=path-7,colours=bwg", canonical}, 2, 1},
                 {{"snort:board=grid-3x3", canonical}, 2, 1},
                 {{"col:board=path-9", canonical}, 2, 1},
                 {{"domineering:board=grid-3x4", canonical}, 2, 1},
                 {{"toppling-dominoes:max=7", canonical}, 2, 1}};
    for (const auto& [job, step, least] : cases)
        EXPECT_GE(stop_everywhere(job, step, path), least) << job.spec << ' ' << to_string(job.strategy);
}

TEST(Resume, AJobGoesOnWithTheStrategyItBeganWith) {
    const std::string path = file_in_scratch("mexbase_resume_strategy.checkpoint");
    const Job begun{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::forward};
    ASSERT_TRUE(stopped(begun, path, 1, 5));
    JobReport report;
    EXPECT_TRUE(run({"quixo:size=3"}, path, 1, 0, &report) == run(begun, "", 1));
    EXPECT_GT(report.resumed_from, 0u);
    ASSERT_TRUE(stopped(begun, path, 1, 5));
    const Job asked{"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::child_counters};
    EXPECT_TRUE(run(asked, path, 1, 0, &report) == run(begun, "", 1));
    EXPECT_GT(report.resumed_from, 0u);
    // A job that ends before its first save leaves no file.
    JobOptions options = quick_job(1);
    options.strategy = begun.strategy;
    options.checkpoint = path;
    options.progress = [](std::string_view stage, Index, Index) {
        if (stage.starts_with("deciding")) throw Stopped{};
    };
    const auto game = make_game_from_files(stock_registry(), begun.spec, begun.kind);
    MemorySink sink;
    EXPECT_THROW(make_table(*game, sink, options), Stopped);
    EXPECT_EQ(files_of(path), std::vector<std::string>{});
}

TEST(Resume, AnotherJobRefusesACheckpointAndLeavesItAlone) {
    using enum ValueKind;
    const std::string path = file_in_scratch("mexbase_resume_other.checkpoint");
    const struct {
        Job begun;
        int reports;
        std::vector<Job> others;
    } cases[] = {
        {{"quixo:size=3"}, 4, {{"quixo:size=3", outcome, Play::misere}, {"mens-morris:men=3"}}},
        {{"grundy:max=60000", nimber}, 1, {{"grundy:max=60000", obliged}, {"octal:code=0.007,max=5000", nimber}}},
        {{"domineering:board=grid-3x4", canonical},
         1,
         {{"domineering:board=grid-4x3", canonical}, {"toppling-dominoes:max=7", canonical}}}};
    for (const auto& [begun, reports, others] : cases) {
        ASSERT_TRUE(stopped(begun, path, 1, reports)) << begun.spec;
        const std::string kept = bytes_of(path);
        ASSERT_GT(kept.size(), 1000u);
        for (const Job& other : others) EXPECT_THROW(run(other, path, 1), Error) << other.spec;
        EXPECT_EQ(bytes_of(path), kept);
        write_file(path, "text of another program");
        EXPECT_THROW(run(begun, path, 1), Error);
        EXPECT_EQ(bytes_of(path), "text of another program");
        std::filesystem::remove(path);
    }
}

TEST(Resume, TheSameGameGoesOnWhateverItsGreatestHeap) {
    const std::string path = file_in_scratch("mexbase_resume_max.checkpoint");
    ASSERT_TRUE(stopped({"grundy:max=60000", ValueKind::nimber}, path, 1, 1));
    const std::string kept = bytes_of(path);
    for (const Job& job : {Job{"grundy:max=5000", ValueKind::nimber}, Job{"grundy:max=70000", ValueKind::nimber}}) {
        write_file(path, kept);
        JobReport report;
        EXPECT_TRUE(run(job, path, 1, 0, &report) == run(job, "", 1)) << job.spec;
        EXPECT_GE(report.resumed_from, 5001u) << job.spec;
    }
}

TEST(Resume, ADamagedCheckpointChangesNoTable) {
    using enum ValueKind;
    const std::string path = file_in_scratch("mexbase_resume_damaged.checkpoint");
    const struct {
        Job job;
        int reports, rounds;
    } cases[] = {{{"quixo:size=3"}, 8, 24},
                 {{"mens-morris:men=3"}, 8, 24},
                 {{"grundy:max=60000", nimber}, 1, 12},
                 {{"cutthroat:board=path-7,colours=bwg", canonical}, 2, 9},
                 {{"snort:board=grid-3x3", canonical}, 2, 9},
                 {{"col:board=path-9", canonical}, 2, 9},
                 {{"domineering:board=grid-3x4", canonical}, 2, 9},
                 {{"toppling-dominoes:max=7", canonical}, 2, 9}};
    std::mt19937 random(5);
    for (const auto& [job, reports, rounds] : cases) {
        const auto uninterrupted = run(job, "", 1);
        ASSERT_TRUE(stopped(job, path, 1, reports)) << job.spec;
        const std::string whole = bytes_of(path);
        ASSERT_GT(whole.size(), 1000u);
        int refused = 0, told = 0;
        for (int round = 0; round < rounds; ++round) {
            const std::string bad = damaged(whole, random, round, round % 3 == 0 ? 600 : whole.size());
            write_file(path, bad);
            try {
                JobReport report;
                ASSERT_TRUE(run(job, path, 1, 0, &report) == uninterrupted) << job.spec << ' ' << round;
                ASSERT_FALSE(std::filesystem::exists(path));
                told += report.checkpoint_damage.empty() ? 0 : 1;
            } catch (const Error& e) {
                // The identity of the job was damaged.
                ASSERT_EQ(e.code(), ErrorCode::bad_usage);
                ASSERT_EQ(bytes_of(path), bad);
                ++refused;
            }
        }
        EXPECT_LT(2 * refused, rounds) << job.spec;
        EXPECT_GT(told, 0) << job.spec;
        write_file(path, "");
        JobReport report;
        EXPECT_TRUE(run(job, path, 1, 0, &report) == uninterrupted) << job.spec;
        EXPECT_NE(report.checkpoint_damage, "") << job.spec;
        std::filesystem::remove(path);
    }
}

TEST(Resume, AFileThatCannotBeWrittenEndsNoJob) {
    for (const Job& job : {Job{"quixo:size=3"}, Job{"toppling-dominoes:max=7", ValueKind::canonical}}) {
        JobReport report;
        EXPECT_TRUE(run(job, "/nowhere/at/all", 1, 1000, &report) == run(job, "", 1));
        EXPECT_NE(report.checkpoint_failure.find("/nowhere/at/all"), std::string::npos) << report.checkpoint_failure;
    }
}

TEST(Progress, NamesTheSliceAndThePly) {
    JobOptions options = quick_job(1);
    std::vector<std::string> parts;
    Index last = 0;
    options.progress = [&](std::string_view phase, Index done, Index total) {
        if (!phase.starts_with("solving: ")) return;
        if (parts.empty() || parts.back() != phase) parts.emplace_back(phase);
        EXPECT_GE(done, last);
        EXPECT_GE(total, last = done);
    };
    const auto game = make_game_from_files(stock_registry(), "mens-morris:men=3");
    MemorySink sink;
    make_table(*game, sink, options);
    std::vector<std::string> expected{"solving: slice over, scanning", "solving: slice over, ply 0",
                                      "solving: slice 3-3, scanning"};
    for (int ply = 0; ply <= 15; ++ply) expected.push_back("solving: slice 3-3, ply " + std::to_string(ply));
    ASSERT_GT(parts.size(), expected.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), parts.begin())) << parts[expected.size()];
    EXPECT_EQ(parts.back(), "solving: slice hand6, scanning");
    EXPECT_EQ(last, game->size());
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
        const std::vector<std::uint32_t> words{7, 0, 9}, zeros(10);
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
        saved.save(at, StateView{cells, {words}, [](const ScheduledSink& sink) { sink(99, true, 0); }});
        // A save replaces the one before.
        saved.save(at, StateView{cells, {words, zeros}, [](const ScheduledSink& sink) {
                                     for (Index v = 0; v < (Index{3} << 19); ++v) sink(20, true, 3 * v);
                                     sink(20, false, 5);
                                     sink(21, false, 6);
                                     sink(21, false, 7);
                                 }});
        EXPECT_EQ(saved.failure(), "");
        EXPECT_THROW(detail::SolvingCheckpointer(*game, misere, 1), Error) << "another job's";
        JobOptions of_program = options;
        of_program.checkpoint_identity = "of a program: ";
        EXPECT_THROW(detail::SolvingCheckpointer(*game, of_program, 1), Error) << "another program's";
        detail::SolvingCheckpointer again(*game, options, 1);
        ASSERT_TRUE(again.before());
        EXPECT_EQ(again.before()->ply, at.ply);
        const auto found = again.restore();
        ASSERT_TRUE(found);
        const auto fields = [](const SolverState& s) {
            return std::tuple(s.strategy, s.slice, s.begun, s.passing, s.tying, s.ply, s.ties, s.cells, s.below, s.here,
                              s.now.wins, s.now.losses, s.now.ties, s.now.edges, s.seen, s.numbers);
        };
        EXPECT_TRUE(fields(found->at) == fields(at));
        EXPECT_EQ(found->words, (std::vector<std::vector<std::uint32_t>>{words, zeros}));
        ASSERT_EQ(found->cells.size(), size);
        ASSERT_EQ(found->cells.cell_bytes(), bytes);
        for (Index v = 0; v < size; ++v) ASSERT_EQ(found->cells[v], cells[v]) << v;
        std::vector<std::tuple<std::uint64_t, bool, Index>> due;
        found->due([&due](std::uint64_t ply, bool won, Index v) { due.emplace_back(ply, won, v); });
        constexpr Index many = Index{3} << 19;
        ASSERT_EQ(due.size(), many + 3);
        EXPECT_EQ(due[1], std::tuple(20, true, 3));
        EXPECT_EQ(due[many - 1], std::tuple(20, true, 3 * (many - 1)));
        EXPECT_EQ(due[many], std::tuple(20, false, 5));
        EXPECT_EQ(due[many + 2], std::tuple(21, false, 7));
        again.remove();
        EXPECT_FALSE(std::filesystem::exists(path));
    }
}

TEST(Resume, PartsInAnotherOrderAreRefused) {
    const std::string path = file_in_scratch("mexbase_forged.checkpoint");
    const Job job{"quixo:size=3"};
    ASSERT_TRUE(stopped(job, path, 1, 5));
    const auto game = make_game_from_files(stock_registry(), job.spec, job.kind);
    const std::string identity = "solving 5 outcome normal " + job.spec + ' ' + std::to_string(game->rules_version()) +
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

}  // namespace mexbase::test::resume_test
