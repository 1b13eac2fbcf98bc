// SPDX-License-Identifier: MIT
// Rules answered by programs, and the checkpoints of their exploration.
#include "gen/explore/program_rules.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>

#include "../scratch.hpp"
#include "gen/explore/explored_rules.hpp"
#include "lib/error.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace mexbase::test::program_rules_test {

class ProgramRulesFiles : public ::testing::Test {
  protected:
    std::string path(const std::string& name) const { return scratch_.path(name); }

    Scratch scratch_;

    /// Options for a heap game that takes one or two. The command stops at the position `dies_at`, which it reads from
    /// a file, so that the command itself is always the same.
    ProgramOptions heap(const std::string& dies_at, const std::string& of_400 = "399 398") const {
        std::ofstream(path("dies at")) << dies_at << '\n' << of_400 << '\n';
        ProgramOptions options;
        options.command = "here='" + path("") +
                          "'; { read dies; read of; } < \"$here/dies at\"; while read x; do echo $x >> '" +
                          path("asked") +
                          "'; case $x in start) echo 400 399;; 0) echo;; 1) echo 0;; 400) echo $of;; $dies) exit 1;; "
                          "*) echo $((x - 1)) $((x - 2));; esac; done";
        options.checkpoint = path("explored");
        options.checkpoint_seconds = 0;
        return options;
    }
    std::uint64_t asked() const {
        std::ifstream in(path("asked"));
        const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
        std::filesystem::remove(path("asked"));
        return static_cast<std::uint64_t>(lines);
    }
    static std::unique_ptr<Game> game_of(const ProgramOptions& options) {
        return program_game(stock_registry(), "program:name=heap", options);
    }
    static std::string error_of(const ProgramOptions& options, ErrorCode code) {
        return fault_of([&] { game_of(options); }, code);
    }
};

TEST_F(ProgramRulesFiles, AnExplorationGoesOnFromItsLastLevel) {
    ProgramOptions without = heap("none");
    without.checkpoint.clear();
    const auto whole = game_of(without);
    EXPECT_EQ(whole->size(), 401U);
    const std::uint64_t all = asked();
    for (const char* dies_at : {"398", "200", "3"}) {
        SCOPED_TRACE(dies_at);
        EXPECT_EQ(error_of(heap(dies_at), ErrorCode::io), "the program did not answer to the position \"" +
                                                              std::string(dies_at) + "\": it ended (exit status 1)");
        asked();
        const auto game = game_of(heap("none"));
        EXPECT_EQ(game->spec(), whole->spec());
        EXPECT_TRUE(*game->board() == *whole->board());
        if (std::string(dies_at) == "3") {
            EXPECT_LT(asked(), all / 2);
        }
        // The checkpoint remains: the caller deletes it after making the table.
        EXPECT_TRUE(std::filesystem::exists(path("explored")));
        std::filesystem::remove(path("explored"));
    }
}

TEST_F(ProgramRulesFiles, ACheckpointOfOtherAnswersIsSeen) {
    EXPECT_NE(error_of(heap("3"), ErrorCode::io), "");
    EXPECT_EQ(error_of(heap("none", "399 397"), ErrorCode::bad_file),
              "cannot resume the exploration: the rules changed their answer to the position \"400\"");
    ProgramOptions options = heap("none");
    const auto other = [&] { program_game(stock_registry(), "program:name=heap,bound=100", options); };
    EXPECT_NE(refusal_of(other, ErrorCode::bad_usage).find("not a checkpoint of this job"), std::string::npos);
}

TEST_F(ProgramRulesFiles, TheOrderOfMovesDoesNotMatter) {
    const auto whole = game_of(heap("none"));
    std::filesystem::remove(path("explored"));
    // Resumes with another order, and asks again about positions whose answers change their order each time.
    EXPECT_NE(error_of(heap("3"), ErrorCode::io), "");
    EXPECT_EQ(game_of(heap("none", "398 399"))->spec(), whole->spec());
    ProgramOptions turns;
    turns.command =
        "n=0; while read x; do n=$((1 - n)); case $n$x in ?start) echo 400 399;; ?0) echo;; ?1) echo 0;; 0*) echo $((x "
        "- "
        "1)) $((x - 2));; *) echo $((x - 2)) $((x - 1));; esac; done";
    for (const unsigned threads : {1U, 2U}) {
        turns.explore.threads = threads;
        const auto game = game_of(turns);
        EXPECT_EQ(game->spec(), whole->spec());
        EXPECT_TRUE(*game->board() == *whole->board());
    }
    turns.scratch = path("");
    turns.explore.memory = 5000;
    EXPECT_EQ(game_of(turns)->spec(), whole->spec());
}

TEST_F(ProgramRulesFiles, ACheckpointIsOfTheTextOfItsCommand) {
    ProgramOptions options{.command =
                               "while read x; do case $x in start) echo 9;; 0) echo;; *) echo $((x - 1));; "
                               "esac; done",
                           .checkpoint = path("explored"),
                           .checkpoint_seconds = 0};
    SavingReport saving;
    std::atomic<bool> resumable = false;
    saving.resumable = &resumable;
    options.saving = &saving;
    game_of(options);
    EXPECT_EQ(saving.resumed_from, 0U);
    EXPECT_TRUE(resumable);
    game_of(options);
    EXPECT_EQ(saving.resumed_from, 10U);
    resumable = false;
    options.command += " ";
    EXPECT_NE(error_of(options, ErrorCode::bad_usage), "");
    EXPECT_FALSE(resumable) << "the checkpoint of another command";
}

TEST_F(ProgramRulesFiles, WhatDoesNotFitIntoMemoryIsInScratchFiles) {
    ProgramOptions small = heap("none");
    const auto whole = game_of(small);
    std::filesystem::remove(path("explored"));
    small.explore.memory = 5000;
    EXPECT_TRUE(error_of(small, ErrorCode::out_of_memory).starts_with("exploring needs more memory than allowed: "));
    small.scratch = path("nowhere");
    EXPECT_TRUE(error_of(small, ErrorCode::io).starts_with("cannot make scratch space in "));
    // A killed job resumes from its last level, again in scratch files.
    std::filesystem::remove(path("explored"));
    small = heap("3");
    small.scratch = path("");
    small.explore.memory = 5000;
    EXPECT_NE(error_of(small, ErrorCode::io), "");
    EXPECT_TRUE(std::filesystem::exists(path("explored")));
    asked();
    EXPECT_EQ(error_of(heap("none"), ErrorCode::bad_usage),
              "cannot resume the exploration: it needs a folder for its scratch files");
    ProgramOptions on = heap("none");
    on.scratch = small.scratch;
    on.explore.memory = small.explore.memory;
    const auto game = game_of(on);
    EXPECT_EQ(game->spec(), whole->spec());
    EXPECT_EQ(game->size(), 401U);
    const std::uint64_t after = asked();
    for (Index i = 0; i < game->size(); ++i) EXPECT_EQ(game->format(i), whole->format(i));
    // No other file remains.
    std::filesystem::remove(path("explored"));
    on.checkpoint.clear();
    game_of(on);
    EXPECT_LT(after + 200, asked());
    std::filesystem::remove(path("dies at"));
    EXPECT_TRUE(std::filesystem::is_empty(scratch_.path()));
}

TEST_F(ProgramRulesFiles, WhatMovesToScratchFilesIsNotAskedAboutAnew) {
    ProgramOptions in_memory = heap("3");
    EXPECT_NE(error_of(in_memory, ErrorCode::io), "");
    const std::uint64_t before = asked();
    // The checkpoint holds moves that exceed the memory when it is loaded.
    ProgramOptions small = heap("none");
    small.scratch = path("");
    small.explore.memory = 5000;
    EXPECT_EQ(game_of(small)->size(), 401U);
    EXPECT_GT(before, 390U);
    // The rules answer for a sample, for the remaining levels, and once more for the moves of all positions.
    EXPECT_LT(asked(), 600U);
}

TEST_F(ProgramRulesFiles, ACheckpointThatIsCutOrChangedIsRefusedOrGoesOnRight) {
    EXPECT_NE(error_of(heap("3"), ErrorCode::io), "");
    std::ifstream in(path("explored"), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const auto whole = game_of(heap("none"));
    std::mt19937 random(16);
    int done = 0;
    for (int k = 0; k < 12; ++k) {
        std::string other = bytes;
        if (k % 2 == 0)
            other.resize(random() % bytes.size());
        else
            other[random() % bytes.size()] ^= static_cast<char>(1U << random() % 8);
        std::ofstream(path("explored"), std::ios::binary) << other;
        try {
            EXPECT_EQ(game_of(heap("none"))->spec(), whole->spec());
            ++done;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::bad_usage) << e.what();
        }
    }
    EXPECT_GT(done, 0);
}

TEST(ExploredAnswers, ATextThatNoPositionMayHaveIsRefused) {
    EXPECT_EQ(fault_of_position(""), "a position has an empty text");
    EXPECT_EQ(fault_of_position("a b"), "position \"a b\" contains a space or |, which is not allowed");
    for (const char* text : {"start", "=a", "a|b", "#7", "a\n", "\xff"}) EXPECT_TRUE(fault_of_position(text)) << text;
    for (const char* text : {"a", "X:..X/O..", "#a", "\xc3\xbc", "starts"})
        EXPECT_FALSE(fault_of_position(text)) << text;
}

TEST(ExploredAnswers, AreTheSameInAnyOrderOfTheMoves) {
    EXPECT_TRUE(is_same_answer("a b  b c", "b c\ta b"));
    EXPECT_TRUE(is_same_answer("a b | c d", "b a|d c"));
    EXPECT_TRUE(is_same_answer("=win", " =win "));
    for (const auto& [line, other] : {std::pair{"a b", "a a b"},
                                      {"a b", "a"},
                                      {"a|b", "b|a"},
                                      {"a", "a|a"},
                                      {"", "=loss"},
                                      {"=win", "=loss"},
                                      {"a", "a ="},
                                      {"ab", "a b"}})
        EXPECT_FALSE(is_same_answer(line, other)) << line << " and " << other;
}

TEST(ExploredAnswers, ToStartMayNameAPositionOfANumberSign) {
    const auto positions = [](std::string_view line) {
        Answers answers;
        EXPECT_EQ(add_start_answer(line, answers), std::nullopt) << line;
        return std::pair(answers[0].options, answers.shows_cells());
    };
    EXPECT_EQ(positions("#"), std::pair(std::uint64_t{1}, false));
    EXPECT_EQ(positions("a #"), std::pair(std::uint64_t{2}, false));
    EXPECT_EQ(positions("# # board cells"), std::pair(std::uint64_t{1}, true));
    Answers answers;
    for (const char* line :
         {"a # board", "a # board cells b", "# board cells", "a # board squares", "a # names", "# a", "a #board cells"})
        EXPECT_TRUE(add_start_answer(line, answers)) << line;
}

TEST(ExploredAnswers, OfALineAreItsWordsOrNothing) {
    Answers answers;
    EXPECT_EQ(add_answer(" a  b\tc ", answers), std::nullopt);
    EXPECT_EQ(add_answer("=tie", answers), std::nullopt);
    EXPECT_EQ(add_answer("", answers), std::nullopt);
    EXPECT_EQ(add_answer("a|", answers), std::nullopt);
    EXPECT_EQ(add_answer("=draw | =loss", answers), std::nullopt);
    for (const char* line : {"a start", "=", "a =win", "=win a", "=win =win", "a|b|c", "=win|", "|=win", "#12", "a\x01",
                             "\xff", "==win", "=Win"}) {
        EXPECT_TRUE(add_answer(line, answers)) << line;
        EXPECT_EQ(answers.size(), 5U) << line;
    }
    EXPECT_EQ(answers[0].options, 3U);
    EXPECT_EQ(answers.text(answers.option(2)), "c");
    EXPECT_EQ(answers[1].mark, Board::stopped_mark(Board::EndResult::tie, Board::EndResult::tie));
    EXPECT_EQ(answers[2].options, 0U);
    EXPECT_TRUE(answers[3].partizan && answers.option(answers[3].first_option).owner == Board::left);
    EXPECT_EQ(answers[4].mark, Board::stopped_mark(Board::EndResult::draw, Board::EndResult::loss));
}

}  // namespace mexbase::test::program_rules_test
