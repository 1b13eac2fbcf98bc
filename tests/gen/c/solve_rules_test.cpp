// SPDX-License-Identifier: MIT
// Rules answered by a caller, through the C interface.
#include <gtest/gtest.h>

#include <functional>

#include "../scratch.hpp"
#include "gen/c/mexgen.h"
#include "query/best_play.hpp"
#include "query/table.hpp"

extern "C" int heap_rules(void* user, const char* const* positions, std::size_t count, mexgen_answers* answers);

namespace mexbase::test::solve_rules_test {

TEST(SolveRules, InPlainCMakeATable) {
    const std::string path = file_in_scratch("heap.mxb");
    int asked = 0;
    mexquery_error error;
    ASSERT_EQ(mexgen_solve_rules("heap", heap_rules, &asked, nullptr, path.c_str(), &error), MEXQUERY_OK)
        << error.message;
    EXPECT_EQ(asked, 23);
    const Table table = Table::open(path).value();
    EXPECT_EQ(table.info().positions, 22U);
    for (int heap = 0; heap <= 21; ++heap)
        EXPECT_EQ(table.probe(std::to_string(heap)).value().outcome.outcome,
                  heap % 4 == 0 ? Outcome::loss : Outcome::win);
    mexgen_options options{};
    options.with_kind = 1;
    options.kind = MEXQUERY_KIND_NIMBER;
    ASSERT_EQ(mexgen_solve_rules("heap", heap_rules, &asked, &options, path.c_str(), &error), MEXQUERY_OK);
    EXPECT_EQ(Table::open(path).value().probe("7").value().nimber.nimber, 3U);
    std::filesystem::remove(path);
}

TEST(SolveRules, InPlainCGoToScratchFilesWhereTheyTakeMoreThanTheirMemory) {
    const std::string path = file_in_scratch("tree.mxb");
    mexquery_error error;
    // A tree of long texts.
    const auto tree = [](void*, const char* const* positions, std::size_t count, mexgen_answers* answers) {
        for (std::size_t k = 0; k < count; ++k) {
            const std::string position = positions[k];
            const int node = position == "start" ? 0 : std::stoi(position);
            std::string line;
            for (const int below : {2 * node, 2 * node + 1})
                if (below != 0 && below <= 10000) line += " " + std::to_string(below) + std::string(300, 'x');
            mexgen_answer(answers, line.c_str());
        }
        return 0;
    };
    mexgen_options options{};
    options.threads = 2;
    options.arcs = 1;
    const auto solved = [&] {
        EXPECT_EQ(mexgen_solve_rules("tree", tree, nullptr, &options, path.c_str(), &error), MEXQUERY_OK)
            << error.message;
        const std::string bytes = bytes_of(path);
        std::filesystem::remove(path);
        return bytes;
    };
    const std::string table = solved();
    options.memory = 6'000'000;
    EXPECT_EQ(mexgen_solve_rules("tree", tree, nullptr, &options, path.c_str(), &error), MEXQUERY_OUT_OF_MEMORY);
    const std::string folder = ::testing::TempDir();
    options.scratch = folder.c_str();
    EXPECT_TRUE(solved() == table);
    options.scratch = "/there/is/no/such/folder";
    for (const std::uint64_t memory : {6'000'000U, 0U}) {  // also refused if it is not needed
        options.memory = memory;
        EXPECT_EQ(mexgen_solve_rules("tree", tree, nullptr, &options, path.c_str(), &error), MEXQUERY_IO) << memory;
    }
}

TEST(SolveRules, InPlainCSolveInScratchFilesWhatLeavesTooLittleMemoryBesideItsMoves) {
    const std::string path = file_in_scratch("grid.mxb");
    mexquery_error error;
    const auto grid = [](void*, const char* const* positions, std::size_t count, mexgen_answers* answers) {
        for (std::size_t k = 0; k < count; ++k) {
            const std::string position = positions[k];
            if (position == "start") {
                mexgen_answer(answers, "120,120");
                continue;
            }
            const int x = std::stoi(position), y = std::stoi(position.substr(position.find(',') + 1));
            std::string line;
            if (x > 0) line += std::to_string(x - 1) + "," + std::to_string(y);
            if (y > 0) line += " " + std::to_string(x) + "," + std::to_string(y - 1);
            mexgen_answer(answers, line.c_str());
        }
        return 0;
    };
    mexgen_options options{};
    options.threads = 3;
    const std::string folder = ::testing::TempDir();
    const auto solved = [&](std::uint64_t memory, const char* scratch) -> std::string {
        options.memory = memory;
        options.scratch = scratch;
        if (mexgen_solve_rules("grid", grid, nullptr, &options, path.c_str(), &error) != MEXQUERY_OK) return {};
        const std::string bytes = bytes_of(path);
        std::filesystem::remove(path);
        return bytes;
    };
    const std::string table = solved(0, nullptr);
    int alone = 0;
    for (std::uint64_t memory = 1'200'000; memory < 2'500'000; memory += 100'000) {
        EXPECT_TRUE(solved(memory, folder.c_str()) == table) << memory << ": " << error.message;
        alone += solved(memory, nullptr) == table ? 1 : 0;
    }
    EXPECT_LT(alone, 13);
    EXPECT_GT(alone, 0);
}

TEST(SolveRules, TheAnswerToStartMaySayThatTextsShowBoards) {
    const std::string path = file_in_scratch("row.mxb");
    mexquery_error error;
    // Players mark one of three cells in turn.
    const auto row = [](void*, const char* const* positions, std::size_t count, mexgen_answers* answers) {
        for (std::size_t k = 0; k < count; ++k) {
            const std::string position = positions[k];
            std::string line = position == "start" ? "... # board cells" : "";
            for (std::size_t cell = 0; line.empty() && cell < position.size(); ++cell)
                if (position[cell] == '.') line = position.substr(0, cell) + "X" + position.substr(cell + 1);
            mexgen_answer(answers, line.c_str());
        }
        return 0;
    };
    mexgen_options options{};
    options.arcs = 1;
    ASSERT_EQ(mexgen_solve_rules("row", row, nullptr, &options, path.c_str(), &error), MEXQUERY_OK) << error.message;
    const Table table = Table::open(path).value();
    EXPECT_TRUE(table.info().spec.ends_with(",board=cells")) << table.info().spec;
    const auto moves = best_moves(table, table.resolve("X..").value()).value();
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_EQ(moves[0].name, "b1");
    std::filesystem::remove(path);
}

using Rule = std::function<int(const std::string& position, mexgen_answers* answers)>;

/// Returns the code and the message of the error.
std::pair<int, std::string> fault_of(Rule rule, mexgen_options options = {}) {
    const std::string path = file_in_scratch("fault.mxb");
    mexquery_error error;
    const auto call = [](void* user, const char* const* positions, std::size_t count, mexgen_answers* answers) {
        for (std::size_t k = 0; k < count; ++k)
            if (const int stopped = (*static_cast<Rule*>(user))(positions[k], answers)) return stopped;
        return 0;
    };
    const int code = mexgen_solve_rules("faulty", call, &rule, &options, path.c_str(), &error);
    EXPECT_EQ(code, error.code);
    EXPECT_FALSE(std::filesystem::exists(path));
    return {code, error.message};
}

TEST(SolveRules, FaultsAreToldByCodeAndText) {
    const auto answers = [](const char* line) {
        return [line](const std::string&, mexgen_answers* to) {
            mexgen_answer(to, line);
            return 0;
        };
    };
    EXPECT_EQ(
        fault_of(answers("a |")).second,
        "the rules answered \"a |\" to the position \"start\": expected one or more positions, separated by blanks");
    EXPECT_EQ(fault_of(answers(nullptr)).second, "the rules answered NULL to the position \"start\"");
    mexgen_options other{};
    other.misere = 5;
    EXPECT_EQ(fault_of(answers(""), other).first, MEXQUERY_BAD_USAGE);
    other.misere = 0;
    other.bound = 4'000'000'001;
    EXPECT_EQ(fault_of(answers(""), other).first, MEXQUERY_BAD_USAGE);
    other.bound = 0;
    other.threads = 257;
    EXPECT_EQ(fault_of(answers(""), other).first, MEXQUERY_BAD_USAGE);
    EXPECT_EQ(fault_of(answers("=what")),
              (std::pair<int, std::string>(MEXQUERY_BAD_FILE,
                                           "the rules answered \"=what\" to the position "
                                           "\"start\": \"=what\" is not a result: expected =win, =loss, "
                                           "=tie or =draw")));
    EXPECT_EQ(fault_of([](const std::string&, mexgen_answers*) { return 0; }).second,
              "the rules gave 0 answers to 1 positions, of which the first is \"start\"");
    EXPECT_EQ(fault_of([](const std::string&, mexgen_answers*) { return 7; }).first, MEXQUERY_INTERRUPTED);
    int n = 0;
    mexgen_options few{};
    few.positions = 50;
    EXPECT_EQ(fault_of(
                  [&n](const std::string&, mexgen_answers* to) {
                      mexgen_answer(to, std::to_string(++n).c_str());
                      return 0;
                  },
                  few)
                  .first,
              MEXQUERY_OUT_OF_MEMORY);
    mexgen_options kind{};
    kind.with_kind = 1;
    kind.kind = 17;
    EXPECT_EQ(fault_of(answers("a"), kind).first, MEXQUERY_BAD_USAGE);
    EXPECT_EQ(mexgen_solve_rules(nullptr, heap_rules, nullptr, nullptr, "t.mxb", nullptr), MEXQUERY_BAD_USAGE);
}

}  // namespace mexbase::test::solve_rules_test
