// SPDX-License-Identifier: MIT
// Stopped jobs of several processes that resume. Here the processes are threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "../scratch.hpp"
#include "gen/jobs/make/ranks.hpp"
#include "job_ranks.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::resume_ranks_test {

struct Stopped {};

/// Makes a table on `ranks` ranks, saving at every opportunity, and stops after that many reports. With 0 runs to its
/// end, resumes from a checkpoint, and saves none. Throws `Stopped`.
std::vector<std::byte> run(const std::string& spec, const std::string& path, unsigned ranks, unsigned threads,
                           int reports = 0, JobReport* report = nullptr) {
    std::vector<std::byte> bytes;
    with_helpers(ranks, [&](Transport& transport) {
        JobOptions options = job_of(ValueKind::outcome, threads);
        options.checkpoint = path;
        options.checkpoint_seconds = reports == 0 ? 1000 : 0;
        int seen = 0;
        options.progress = [&](std::string_view stage, Index, Index) {
            if (stage.starts_with("solving") && ++seen == reports) throw Stopped{};
        };
        if (ranks > 1) options.transport = &transport;
        const auto game = make_game(stock_registry(), spec);
        MemorySink sink;
        const JobReport made = make_table(*game, sink, options);
        if (report != nullptr) *report = made;
        bytes = sink.take();
    });
    return bytes;
}

/// Stops the job. Returns false if it ended before.
bool stopped(const std::string& spec, const std::string& path, unsigned ranks, unsigned threads, int reports) {
    try {
        run(spec, path, ranks, threads, reports);
        return false;
    } catch (const Stopped&) {
        return true;
    }
}

/// Returns the names of all files in the folder of the checkpoint.
std::vector<std::string> files_beside(const std::string& path) {
    std::vector<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()))
        names.push_back(each.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

class ResumeRanks : public testing::Test {
  protected:
    ResumeRanks() : folder(file_in_scratch("mexbase_resume_ranks")), path(folder + "/table.checkpoint") {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directory(folder);
    }
    ~ResumeRanks() override { std::filesystem::remove_all(folder); }

    const std::string folder, path;
};

TEST_F(ResumeRanks, AStoppedJobGoesOnWithOtherRanksAndThreadsOrAlone) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const char* spec : {"mens-morris:men=3", "chess:KRK"}) {
        const auto whole = run(spec, "", 1, 1);
        int resumed = 0;
        for (const int reports : {3, 9, 14, 40}) {
            const auto before = 2 + static_cast<unsigned>(reports % 2), after = 1 + static_cast<unsigned>(reports % 4);
            if (!stopped(spec, path, before, 1 + before % 2, reports)) break;
            // The job stops once more, in the middle of what it did not know.
            if (reports % 3 == 0) stopped(spec, path, after, 1, 4);
            JobReport report;
            ASSERT_EQ(run(spec, path, after, 2, 0, &report), whole) << spec << ' ' << reports;
            resumed += report.resumed_from != 0 ? 1 : 0;
            EXPECT_EQ(report.checkpoint_failure, "");
            EXPECT_EQ(files_beside(path), std::vector<std::string>{}) << spec << ' ' << reports;
        }
        EXPECT_GT(resumed, 1) << spec;
    }
}

TEST_F(ResumeRanks, EachRankSavesAPartAndASaveReplacesTheOneBefore) {
    ASSERT_TRUE(stopped("mens-morris:men=3", path, 3, 1, 30));
    const std::vector<std::string> files = files_beside(path);
    ASSERT_EQ(files.size(), 4U);
    EXPECT_EQ(files[0], "table.checkpoint");
    const std::string save = files[1].substr(0, files[1].size() - 1);
    for (unsigned k = 0; k < 3; ++k) {
        EXPECT_EQ(files[1 + k], save + std::to_string(k));
        EXPECT_GT(std::filesystem::file_size(folder + '/' + files[1 + k]), 1000U);
    }
    EXPECT_LT(std::filesystem::file_size(path), 1000U);
    // Files that another job has under similar names remain.
    std::ofstream(path + "-save-x-part-0") << "mine";
    std::ofstream(path + "-save-7-part-0.txt") << "mine";
    // One process saves all data in one file.
    ASSERT_TRUE(stopped("mens-morris:men=3", path, 1, 1, 3));
    EXPECT_EQ(files_beside(path), (std::vector<std::string>{"table.checkpoint", "table.checkpoint-save-7-part-0.txt",
                                                            "table.checkpoint-save-x-part-0"}));
}

TEST_F(ResumeRanks, AMissingOrDamagedPartIsNamed) {
    ASSERT_TRUE(stopped("mens-morris:men=3", path, 3, 1, 30));
    const std::string part = folder + '/' + files_beside(path)[2], mark = part.substr(path.size());
    const auto expect_refused = [&] {
        for (const unsigned ranks : {1U, 2U}) {
            try {
                run("mens-morris:men=3", path, ranks, 1);
                ADD_FAILURE() << ranks;
            } catch (const Error& e) {
                EXPECT_NE(std::string(e.what()).find(mark), std::string::npos) << e.what();
            }
        }
        EXPECT_TRUE(std::filesystem::exists(path));
    };
    std::fstream file(part, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(500);
    file << "damaged";
    file.close();
    expect_refused();
    std::filesystem::remove(part);
    expect_refused();
}

TEST_F(ResumeRanks, IfOneRankCannotSaveTheJobGoesOnWithoutSaving) {
    // Something is in the place of the first part of rank 1.
    std::filesystem::create_directories(path + "-save-1-part-1/something");
    const auto whole = run("chess:KRK", "", 1, 1);
    with_helpers(2, [&](Transport& transport) {
        JobOptions options = job_of(ValueKind::outcome);
        options.checkpoint = path;
        options.checkpoint_seconds = 0;
        options.transport = &transport;
        const auto game = make_game(stock_registry(), "chess:KRK");
        MemorySink sink;
        const JobReport report = make_table(*game, sink, options);
        EXPECT_EQ(sink.bytes(), whole);
        EXPECT_TRUE(report.checkpoint_failure.starts_with("process 1: ")) << report.checkpoint_failure;
    });
    EXPECT_EQ(files_beside(path), std::vector<std::string>{"table.checkpoint-save-1-part-1"});
}

}  // namespace mexbase::test::resume_ranks_test
