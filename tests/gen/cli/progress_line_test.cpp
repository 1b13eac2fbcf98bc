// SPDX-License-Identifier: MIT
#include "../../../gen/cli/progress_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mexbase::cli {
namespace progress_line_test {

/// Returns the estimates for a phase of `total` that is at `done(seconds)`, five per second, until all is done.
template <class Done>
std::vector<std::pair<double, std::optional<double>>> said(std::uint64_t total, const Done& done) {
    TimeLeft left;
    std::vector<std::pair<double, std::optional<double>>> all;
    for (double seconds = 0; seconds < 100000; seconds += 0.2) {
        const auto now = std::min(total, static_cast<std::uint64_t>(done(seconds)));
        all.emplace_back(seconds, left.at(seconds, now, total));
        if (now == total) break;
    }
    return all;
}

TEST(TimeLeft, OfASteadyJobIsRight) {
    for (const auto& [seconds, left] : said(100'000, [](double t) { return 1000 * t; })) {
        if (seconds < 1.9 || seconds > 2.1) {
            EXPECT_EQ(left.has_value(), seconds > 2 && seconds < 99.9) << seconds;
        }
        EXPECT_NEAR(left.value_or(100 - seconds), 100 - seconds, 1 + 0.02 * (100 - seconds)) << seconds;
    }
}

TEST(TimeLeft, NeverRisesAndIsSaidOnlyWhereItIsNearTheTruth) {
    // It slows down, stops, speeds up, fluctuates.
    const auto slows = [](double t) { return t < 10 ? 2000 * t : 20'000 + 200 * (t - 10); };
    const auto stands = [](double t) { return t < 10 ? 1000 * t : t < 40 ? 10'000 : 10'000 + 1000 * (t - 40); };
    const auto quickens = [](double t) { return 10 * t * t; };
    const auto trembles = [](double t) { return 1000 * t + 900 * std::sin(t); };
    const std::vector<std::function<double(double)>> ways = {slows, stands, quickens, trembles};
    for (std::size_t way = 0; way < ways.size(); ++way) {
        const auto all = said(50'000, ways[way]);
        double before = 1e9;
        std::size_t silent = 0, told = 0;
        for (const auto& [seconds, left] : all) {
            if (!left) {
                ++silent;
                continue;
            }
            ++told;
            EXPECT_LE(*left, before) << way << ' ' << seconds;
            before = *left;
        }
        EXPECT_GT(told, all.size() / 10) << way << ": " << silent << " silent";
        // Near the end the estimate is right in every case.
        ASSERT_GT(all.size(), 10U);
        const auto& [seconds, left] = all[all.size() - 10];
        const double truth = all.back().first - seconds;
        EXPECT_NEAR(left.value_or(truth), truth, 3) << way;
    }
}

TEST(TimeLeft, IsNotSaidWithoutASettledTotal) {
    TimeLeft left;
    for (double t = 0; t < 20; t += 0.5)
        EXPECT_FALSE(left.at(t, static_cast<std::uint64_t>(10 * t), static_cast<std::uint64_t>(15 * t)).has_value());
    for (double t = 20; t < 40; t += 0.5) EXPECT_FALSE(left.at(t, static_cast<std::uint64_t>(10 * t), 0).has_value());
}

/// Returns the output for a job of 100 seconds with eight reports per second.
std::vector<std::string> written(bool over_itself, std::size_t columns) {
    double now = 0;
    std::vector<std::string> all;
    ProgressOutput output;
    output.over_itself = over_itself;
    output.seconds = [&now] { return now; };
    output.write = [&all](const std::string& text) { all.push_back(text); };
    output.columns = [columns] { return columns; };
    ProgressLine line(std::move(output));
    const ProgressSink sink = line.sink();
    for (int tick = 0; tick < 800; ++tick, now += 0.125)
        sink(tick < 400 ? "solving" : "writing", static_cast<std::uint64_t>(tick % 400) * 1'250'000, 500'000'000);
    return all;
}

TEST(ProgressLine, LogsGetALineInFiveSeconds) {
    const auto lines = written(false, 80);
    EXPECT_EQ(lines.size(), 20U);
    for (const std::string& line : lines) {
        EXPECT_EQ(line.find_first_of("\r\x1b"), line.npos) << line;
        EXPECT_TRUE(line.ends_with('\n')) << line;
    }
    EXPECT_EQ(lines.front(), "solving 0 of 500,000,000 positions (0%)\n");
    EXPECT_TRUE(lines[2].starts_with("solving 100,000,000 of 500,000,000 positions (20%), 10.00 M/s, ")) << lines[2];
    EXPECT_TRUE(lines.back().starts_with("writing ")) << lines.back();
}

TEST(ProgressLine, ThePartInWorkDoesNotBeginAPhase) {
    double now = 0;
    std::vector<std::string> lines;
    ProgressOutput output;
    output.seconds = [&now] { return now; };
    output.write = [&lines](const std::string& text) { lines.push_back(text); };
    ProgressLine line(std::move(output));
    const ProgressSink sink = line.sink();
    // A resumed job begins at 400,000,000 positions.
    for (std::uint64_t tick = 0; tick < 21; ++tick, ++now)
        sink("solving: slice 6-6, ply " + std::to_string(tick), 400'000'000 + tick * 5'000'000, 500'000'000);
    EXPECT_EQ(lines,
              (std::vector<std::string>{
                  "solving: slice 6-6, ply 0; 400,000,000 of 500,000,000 positions (80%)\n",
                  "solving: slice 6-6, ply 5; 425,000,000 of 500,000,000 positions (85%), 5.00 M/s, 15 s left\n",
                  "solving: slice 6-6, ply 10; 450,000,000 of 500,000,000 positions (90%), 5.00 M/s, 10 s left\n",
                  "solving: slice 6-6, ply 15; 475,000,000 of 500,000,000 positions (95%), 5.00 M/s, 5 s left\n",
                  "solving: slice 6-6, ply 20; 500,000,000 of 500,000,000 positions (100%), 5.00 M/s\n"}));
}

TEST(ProgressLine, TerminalsGetOneLineAsWideAsTheyAre) {
    const auto drawn = written(true, 30);
    EXPECT_GT(drawn.size(), 300U);
    EXPECT_LT(drawn.size(), 404U) << "four times a second";
    for (const std::string& line : drawn) {
        EXPECT_TRUE(line.starts_with('\r') && line.ends_with("\x1b[K")) << line;
        EXPECT_LT(line.size(), 30U + 4);
    }
}

}  // namespace progress_line_test
}  // namespace mexbase::cli
