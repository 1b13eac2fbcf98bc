// SPDX-License-Identifier: MIT
// Stopped sweeps that resume from a sound or damaged checkpoint.
#include <filesystem>
#include <fstream>
#include <random>

#include "../scratch.hpp"
#include "tables.hpp"

namespace mexbase::test::resume_test {

/// Exception that stops a job.
struct Stopped {};

/// Makes a table with checkpoints at every opportunity; stops after `reports` reports.
std::vector<std::byte> job(const std::string& spec, ValueKind kind, const std::string& path, int reports,
                           Index* resumed = nullptr) {
    JobOptions options = job_of(kind, 1);
    options.checkpoint = path;
    options.checkpoint_seconds = 0;
    int reported = 0;
    options.progress = [&](std::string_view stage, Index, Index) {
        if (stage == "sweeping" && ++reported == reports) throw Stopped{};
    };
    const auto game = make_game_from_files(stock_registry(), spec, kind);
    MemorySink sink;
    const JobReport report = make_table(*game, sink, options);
    if (resumed != nullptr) *resumed = report.resumed_from;
    return sink.take();
}

TEST(Resume, AStoppedSweepGoesOnToTheSameTable) {
    const std::string path = file_in_scratch("mexbase_resume.checkpoint");
    // A code of a thousand digits, whose period takes long to prove.
    const std::string far = "octal:code=0." + std::string(998, '0') + "7,max=60000";
    const struct {
        std::string spec;
        ValueKind kind;
    } cases[] = {{"grundy:max=80000", ValueKind::nimber},           {"octal:code=0.007,max=52000", ValueKind::nimber},
                 {"octal:code=0.f7,max=1500", ValueKind::nimber},   {far, ValueKind::obliged},
                 {"octal:code=0.77,max=100000", ValueKind::nimber}, {"treblecross:max=52000", ValueKind::nimber}};
    int stopped = 0, went_on = 0;
    for (const auto& c : cases) {
        const auto uninterrupted = job(c.spec, c.kind, "", 0);
        bool ended = true;
        try {
            EXPECT_TRUE(job(c.spec, c.kind, path, 1) == uninterrupted) << c.spec;
        } catch (const Stopped&) {
            ended = false;
            ++stopped;
        }
        const bool saved = std::filesystem::exists(path);
        EXPECT_FALSE(ended && saved) << "a finished job leaves no checkpoint";
        if (ended) continue;
        Index resumed = 0;
        EXPECT_TRUE(job(c.spec, c.kind, path, 0, &resumed) == uninterrupted) << c.spec;
        EXPECT_EQ(resumed != 0, saved) << c.spec;
        EXPECT_FALSE(std::filesystem::exists(path));
        went_on += saved ? 1 : 0;
    }
    EXPECT_GE(stopped, 3);
    EXPECT_GE(went_on, 3);
}

TEST(Resume, AnotherJobRefusesACheckpointAndLeavesItAlone) {
    const std::string path = file_in_scratch("mexbase_resume_other.checkpoint");
    EXPECT_THROW(job("grundy:max=60000", ValueKind::nimber, path, 1), Stopped);
    const std::string kept = bytes_of(path);
    ASSERT_GT(kept.size(), 1000u);
    EXPECT_THROW(job("grundy:max=60000", ValueKind::obliged, path, 0), Error);
    EXPECT_THROW(job("octal:code=0.007,max=5000", ValueKind::nimber, path, 0), Error);
    EXPECT_EQ(bytes_of(path), kept);
    write_file(path, "something that somebody wrote");
    EXPECT_THROW(job("grundy:max=60000", ValueKind::nimber, path, 0), Error);
    EXPECT_EQ(bytes_of(path), "something that somebody wrote");
    std::filesystem::remove(path);
}

TEST(Resume, TheSameGameGoesOnWhateverItsGreatestHeap) {
    const std::string path = file_in_scratch("mexbase_resume_max.checkpoint");
    EXPECT_THROW(job("grundy:max=60000", ValueKind::nimber, path, 1), Stopped);
    const std::string kept = bytes_of(path);
    for (const std::string spec : {"grundy:max=5000", "grundy:max=70000"}) {
        write_file(path, kept);
        Index resumed = 0;
        EXPECT_TRUE(job(spec, ValueKind::nimber, path, 0, &resumed) == job(spec, ValueKind::nimber, "", 0)) << spec;
        EXPECT_GE(resumed, 5001u) << spec;
    }
}

TEST(Resume, ADamagedCheckpointChangesNoTable) {
    const std::string path = file_in_scratch("mexbase_resume_damaged.checkpoint");
    const std::string spec = "grundy:max=60000";
    const auto uninterrupted = job(spec, ValueKind::nimber, "", 0);
    EXPECT_THROW(job(spec, ValueKind::nimber, path, 1), Stopped);
    const std::string whole = bytes_of(path);
    ASSERT_GT(whole.size(), 1000u);
    std::mt19937 random(4);
    for (int round = 0; round < 12; ++round) {
        const std::string bad = damaged(whole, random, round, whole.size());
        write_file(path, bad);
        ASSERT_TRUE(job(spec, ValueKind::nimber, path, 0) == uninterrupted) << round;
    }
    std::filesystem::remove(path);
}

}  // namespace mexbase::test::resume_test
