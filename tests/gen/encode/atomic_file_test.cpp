// SPDX-License-Identifier: MIT
#include "gen/encode/atomic_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "lib/error.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace mexbase::atomic_file_test {

namespace fs = std::filesystem;

/// The parameter names how the file is stored until `commit`.
class AtomicFiles : public ::testing::TestWithParam<std::string> {
  protected:
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }
    AtomicFile make() const { return AtomicFile(target.string(), naming()); }
    static AtomicFile::Naming naming() {
        return GetParam() == "named" ? AtomicFile::Naming::named : AtomicFile::Naming::unnamed;
    }
    static void append(AtomicFile& file, std::string_view text) { file.append(std::as_bytes(std::span(text))); }

    const test::Scratch scratch;
    const fs::path folder = scratch.path(), target = folder / "table.mxb";
};

INSTANTIATE_TEST_SUITE_P(Both, AtomicFiles, ::testing::Values("unnamed", "named"),
                         [](const auto& each) { return each.param; });

TEST_P(AtomicFiles, AppearsWholeAtCommit) {
    {
        AtomicFile file(target.string(), naming());
        append(file, "hello ");
        append(file, std::string(600000, 'x'));
        append(file, "world");
        file.write_at(0, std::as_bytes(std::span("J", 1)));
        file.write_at(600006, std::as_bytes(std::span("W", 1)));
        EXPECT_EQ(file.size(), 600011u);
        EXPECT_FALSE(fs::exists(target));
        file.commit();
    }
    EXPECT_EQ(test::slurp(target), "Jello " + std::string(600000, 'x') + "World");
    EXPECT_EQ(entries(), 1u);
}

TEST_P(AtomicFiles, ReplacesAnOlderFileOnlyAtCommit) {
    std::ofstream(target) << "old";
    {
        AtomicFile file(target.string(), naming());
        append(file, "thrown away");
    }
    EXPECT_EQ(test::slurp(target), "old");
    AtomicFile file(target.string(), naming());
    append(file, "new");
    EXPECT_EQ(test::slurp(target), "old");
    file.commit();
    EXPECT_EQ(test::slurp(target), "new");
    EXPECT_EQ(entries(), 1u);
}

TEST_P(AtomicFiles, CommittedTwiceIsCommittedOnce) {
    AtomicFile file = make();
    append(file, "new");
    file.commit();
    fs::remove(target);
    file.commit();
    EXPECT_EQ(entries(), 0u);
}

TEST_P(AtomicFiles, FollowsALinkToARegularFile) {
    std::ofstream(folder / "real") << "old";
    fs::create_symlink("real", target);
    AtomicFile file(target.string(), naming());
    append(file, "new");
    file.commit();
    EXPECT_TRUE(fs::is_symlink(target));
    EXPECT_EQ(test::slurp(folder / "real"), "new");
}

TEST_P(AtomicFiles, ReplacesNothingButRegularFiles) {
    fs::create_directory(target);
    EXPECT_THROW(make(), Error);
    EXPECT_THROW(AtomicFile("/dev/null", naming()), Error);
    EXPECT_THROW(AtomicFile("", naming()), Error);
    EXPECT_THROW(AtomicFile(folder.string() + "/", naming()), Error);
    fs::create_symlink("nowhere", folder / "dangling");
    EXPECT_THROW(AtomicFile((folder / "dangling").string(), naming()), Error);
    EXPECT_TRUE(fs::is_directory(target));
}

TEST_P(AtomicFiles, NamesThePathThatCannotBeWritten) {
    const std::string path = (folder / "missing" / "table.mxb").string();
    const std::string what = test::refusal_of([&] { AtomicFile(path, naming()); }, ErrorCode::io);
    EXPECT_NE(what.find("table.mxb"), std::string::npos) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos);
}

TEST_P(AtomicFiles, TooLargeAFileIsAnErrorAndNotASignal) {
    std::ofstream(target) << "old";
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit small{100000, 100000};
        ::setrlimit(RLIMIT_FSIZE, &small);
        try {
            AtomicFile file(target.string(), naming());
            append(file, std::string(500000, 'x'));
            file.commit();
        } catch (const Error& e) {
            ::_exit(e.code() == ErrorCode::io ? 0 : 2);
        }
        ::_exit(1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(test::slurp(target), "old");
}

TEST_P(AtomicFiles, AKilledWriterLeavesTheOlderFile) {
    std::optional<AtomicFile> live;
    live.emplace(target.string(), naming());
    const std::size_t live_entries = live->named() ? 1 : 0;
    std::ofstream(target) << "old";
    int pipe_ends[2];
    ASSERT_EQ(::pipe(pipe_ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        AtomicFile file(target.string(), naming());
        append(file, std::string(500000, 'x'));
        (void)!::write(pipe_ends[1], "r", 1);
        ::pause();
        ::_exit(0);
    }
    char ready = 0;
    ASSERT_EQ(::read(pipe_ends[0], &ready, 1), 1);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(pipe_ends[0]);
    ::close(pipe_ends[1]);
    EXPECT_EQ(test::slurp(target), "old");
    if (naming() == AtomicFile::Naming::unnamed) {
        EXPECT_EQ(entries(), 1 + live_entries) << "nothing else is left behind";
    }
    // The next job for the same file removes what is left, but not the file of a live job or of another target.
    std::ofstream(folder / ".table.mxb.old.tmp") << "other";
    std::ofstream(folder / ".table.mxb.part.1.2.tmp") << "other";
    make();
    EXPECT_EQ(entries(), 3 + live_entries);
    live->commit();
    EXPECT_EQ(test::slurp(target), "");
    EXPECT_EQ(entries(), 3u);
}

TEST_P(AtomicFiles, UnfinishedNamesCanBeRemovedFromASignalHandler) {
    {
        AtomicFile file(target.string(), naming());
        append(file, std::string(500000, 'x'));
        EXPECT_EQ(entries(), file.named() ? 1u : 0u);
        remove_unfinished();
        EXPECT_EQ(entries(), 0u);
    }
    AtomicFile again(target.string(), naming());
    append(again, "new");
    again.commit();
    remove_unfinished();
    EXPECT_EQ(test::slurp(target), "new");
}

}  // namespace mexbase::atomic_file_test
