// Loopy games whose solving was stopped, and goes on from its checkpoint, sound or damaged.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "gen/checkpoint/standing_checkpoint.hpp"
#include "tables.hpp"

namespace mexbase::test {
namespace resume_outcomes_test {

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const std::string& bytes) {
    std::filesystem::remove(path);  // some disks wait for a file that is written over
    std::ofstream(path, std::ios::binary) << bytes;
}

/// The name of a file that is not there, and that another run of the tests does not use.
std::string fresh_path(const char* name) {
    const std::string path = ::testing::TempDir() + std::to_string(getpid()) + name;
    std::filesystem::remove(path);
    return path;
}

struct Stopped {};

struct Job {
    std::string spec;
    ValueKind kind = ValueKind::outcome;
    Play play = Play::normal;
    Strategy strategy = Strategy::automatic;
};

/// Makes a table. It stops when it has told of `plies` plies, and saves at every opportunity until then; with 0 it runs
/// to its end, goes on from a checkpoint, and saves none.
std::vector<std::byte> run(const Job& job, const std::string& path, unsigned threads, int plies = 0,
                           JobReport* told = nullptr) {
    JobOptions options = quick_job(threads);
    options.value = job.kind;
    options.play = job.play;
    options.strategy = job.strategy;
    options.checkpoint = path;
    options.checkpoint_seconds = plies == 0 ? 1000 : 0;
    int seen = 0;
    options.progress = [&](std::string_view stage, Index, Index) {
        if (stage == "deciding" && ++seen == plies) throw Stopped{};
    };
    const auto game = make_game_from_files(stock_registry(), job.spec, job.kind);
    MemorySink sink;
    const JobReport report = find_jobs(stock_jobs(), *game).make_table(*game, sink, options);
    if (told != nullptr) *told = report;
    return sink.take();
}

/// Stops the job at `plies`, and says whether it was.
bool stopped(const Job& job, const std::string& path, unsigned threads, int plies) {
    try {
        run(job, path, threads, plies);
        return false;
    } catch (const Stopped&) {
        return true;
    }
}

TEST(ResumeOutcomes, AStoppedJobGoesOnToTheSameTable) {
    const std::string path = fresh_path("mexbase_resume_outcomes.checkpoint");
    const struct {
        Job job;
        int step;
    } cases[] = {
        {{"quixo:size=3"}, 1},
        {{"mens-morris:men=3"}, 23},
        {{"dodgem"}, 2},
        {{"mu-torere", ValueKind::outcome, Play::misere}, 1},
        {{std::string("graph:file=") + MEXBASE_DATA + "/boards/tidewater.dot", ValueKind::partizan_outcome}, 1}};
    int resumed = 0;
    for (const auto& [job, step] : cases) {
        const auto whole = run(job, "", 1);
        for (int plies = 1; stopped(job, path, plies % 2 + 1, plies); plies += step) {
            JobReport report;
            ASSERT_TRUE(run(job, path, plies % 3 == 0 ? 2 : 1, 0, &report) == whole) << job.spec << ' ' << plies;
            resumed += report.resumed_from != 0 ? 1 : 0;
            ASSERT_EQ(report.checkpoint_failure, "");
            ASSERT_FALSE(std::filesystem::exists(path)) << "a finished job leaves no checkpoint";
        }
        ASSERT_FALSE(std::filesystem::exists(path)) << "nor does one that saved to its end";
        // And stopped again and again, a ply or so further each time.
        int stops = 0;
        while (stopped(job, path, 1, 4) && stops < 100) ++stops;
        ASSERT_TRUE(run(job, path, 1) == whole) << job.spec;
    }
    EXPECT_GT(resumed, 20);
}

TEST(ResumeOutcomes, AnotherJobRefusesACheckpointAndLeavesItAlone) {
    const std::string path = fresh_path("mexbase_resume_outcomes_other.checkpoint");
    const Job job{"quixo:size=3"};
    ASSERT_TRUE(stopped(job, path, 1, 4));
    const std::string kept = read_file(path);
    ASSERT_GT(kept.size(), 1000u);
    EXPECT_THROW(run({"quixo:size=3", ValueKind::outcome, Play::misere}, path, 1), Error);
    EXPECT_THROW(run({"mens-morris:men=3"}, path, 1), Error);
    EXPECT_EQ(read_file(path), kept);
    // Jobs that save nothing do not look at it.
    run({"quixo:size=3", ValueKind::outcome, Play::normal, Strategy::two_bit}, path, 1);
    EXPECT_EQ(read_file(path), kept);
    std::filesystem::remove(path);
}

TEST(ResumeOutcomes, ADamagedCheckpointChangesNoTable) {
    const std::string path = fresh_path("mexbase_resume_outcomes_damaged.checkpoint");
    std::mt19937 random(5);
    for (const Job& job : {Job{"quixo:size=3"}, Job{"mens-morris:men=3"}}) {
        const auto uninterrupted = run(job, "", 1);
        ASSERT_TRUE(stopped(job, path, 1, 6));
        const std::string whole = read_file(path);
        ASSERT_GT(whole.size(), 1000u);
        int refused = 0;
        for (int round = 0; round < 24; ++round) {
            std::string bad = whole;
            const std::size_t from = random() % (round % 3 == 0 ? 600 : bad.size()), length = random() % 300;
            switch (round % 4) {
                case 0:
                    bad.resize(from);
                    break;
                case 1:
                    bad[from] ^= static_cast<char>(1 + random() % 255);
                    break;
                case 2:
                    bad.erase(from, length);
                    break;
                default:
                    bad.insert(from, whole.substr(random() % whole.size(), length + 1));
            }
            write_file(path, bad);
            try {
                ASSERT_TRUE(run(job, path, 1) == uninterrupted) << job.spec << ' ' << round;
                ASSERT_FALSE(std::filesystem::exists(path));
            } catch (const Error& e) {
                // What says of which job it is was damaged.
                ASSERT_EQ(e.code(), ErrorCode::bad_usage);
                ASSERT_EQ(read_file(path), bad);
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

TEST(StandingCheckpoint, HoldsCellsOfAnyWidthAndWhatIsDue) {
    const std::string path = fresh_path("mexbase_standing.checkpoint");
    for (const unsigned bytes : {2U, 4U, 8U}) {
        constexpr Index size = (Index{5} << 20) / 2, known = size - 7;
        OutcomeCells cells(size, bytes);
        cells.visit([](auto* all) {
            using T = std::remove_cvref_t<decltype(*all)>;
            for (Index v = 0; v < known; ++v) all[v] = static_cast<T>(v * 0x9e3779b97f4a7c15U >> 7);
        });
        Standing at;
        at.slice = 3;
        at.begun = true;
        at.ply = 1'000'000'007;
        at.ties = true;
        at.cells = known;
        at.below = {1, 2, 3, 4, 5, 6, 7};
        at.here = {8, 9, 10, 11, 12, 13, 14};
        StandingCheckpoint saved(path, "job");
        saved.save(at, cells, [](const DueSink& sink) { sink(99, true, 0); });
        // A save takes the place of the one before.
        saved.save(at, cells, [](const DueSink& sink) {
            for (Index v = 0; v < (Index{3} << 19); ++v) sink(20, true, 3 * v);
            sink(20, false, 5);
            sink(21, false, 6);
            sink(21, false, 7);
        });
        StandingCheckpoint other(path, "other job");
        EXPECT_THROW(other.load(size), Error);
        StandingCheckpoint again(path, "job");
        EXPECT_FALSE(again.load(known - 1));
        const auto found = again.load(size);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->at.slice, at.slice);
        EXPECT_EQ(found->at.begun, at.begun);
        EXPECT_EQ(found->at.ply, at.ply);
        EXPECT_EQ(found->at.ties, at.ties);
        EXPECT_EQ(found->at.cells, at.cells);
        EXPECT_EQ(found->at.below, at.below);
        EXPECT_EQ(found->at.here, at.here);
        ASSERT_EQ(found->cells.cell_bytes(), bytes);
        for (Index v = 0; v < size; ++v) ASSERT_EQ(found->cells[v], cells[v]) << v;
        std::vector<std::size_t> sizes;
        for (const Due& due : found->due) sizes.push_back(due.vertices.size());
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

}  // namespace resume_outcomes_test
}  // namespace mexbase::test
