// SPDX-License-Identifier: MIT
// Golden values: a change of the solver, the encoder or the reader that changes any of them is a defect or needs a new
// rules version.
#include <fstream>
#include <sstream>

#include "../../query/format/hostile.hpp"
#include "tables.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::golden_test {

struct Golden {
    std::string spec, values, checksum, file;

    JobOptions options(unsigned threads) const {
        JobOptions options = quick_job(threads);
        options.play = values == "misere" ? Play::misere : Play::normal;
        options.value = value_kind_from(values).value_or(ValueKind::outcome);
        return options;
    }
};

/// Reads data/golden/checksums.txt: spec, kind of value, checksum of the decoded values, and the stored table or `-`.
std::vector<Golden> golden_list() {
    std::ifstream in(std::string(MEXBASE_DATA) + "/golden/checksums.txt");
    std::vector<Golden> list;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        Golden golden;
        words >> golden.spec >> golden.values >> golden.checksum >> golden.file;
        // A value with a dot is a file; families of boards have none.
        for (const std::string key : {"file=", "board="})
            if (const auto at = golden.spec.find(key);
                at != std::string::npos && golden.spec.find('.', at) != std::string::npos)
                golden.spec.insert(at + key.size(), std::string(MEXBASE_DATA) + "/boards/");
        list.push_back(golden);
    }
    return list;
}

std::string hex(std::uint64_t n) {
    std::ostringstream out;
    out << std::hex << n;
    return out.str();
}

std::vector<std::byte> read_bytes(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::vector<char> chars{std::istreambuf_iterator<char>(in), {}};
    std::vector<std::byte> bytes(chars.size());
    std::ranges::transform(chars, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
    return bytes;
}

TEST(Golden, ValuesAreRightAndNeitherThreadsNorStrategyChangeAByte) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const auto list = golden_list();
    ASSERT_GE(list.size(), 9u);
    constexpr unsigned thread_counts[] = {1, 2, 4};
    std::size_t turn = 0;
    for (const Golden& golden : list) {
        JobOptions options = golden.options(1);
        const auto one = make_table_bytes(golden.spec, options);
        EXPECT_EQ(hex(values_checksum(Table::from_memory(one).value())), golden.checksum)
            << golden.spec << " " << golden.values;
        // Covers every strategy and number of threads per table, and all pairs of both in every three tables.
        if (options.value == ValueKind::outcome) ++turn;
        std::size_t at = turn;
        for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
            const unsigned threads = options.value == ValueKind::outcome ? thread_counts[at++ % 3] : 4;
            // Forward passes over all undecided positions, one per ply, suit only short games. Bounded games refuse
            // them.
            const bool is_long = golden.spec.starts_with("subtraction") || golden.spec.starts_with("mens-morris");
            const bool is_bounded = Table::from_memory(one).value().game().value().traits().bounded;
            if (strategy == Strategy::forward && (is_long || is_bounded)) continue;
            if (options.value != ValueKind::outcome && strategy != Strategy::child_counters) continue;
            options.strategy = strategy;
            options.threads = threads;
            EXPECT_TRUE(make_table_bytes(golden.spec, options) == one)
                << golden.spec << " " << golden.values << " " << to_string(strategy) << " " << threads;
        }
    }
}

TEST(Golden, StoredTablesAreReadAndVerified) {
    int stored = 0;
    for (const Golden& golden : golden_list()) {
        if (golden.file == "-") continue;
        ++stored;
        const Table table = Table::open(std::string(MEXBASE_DATA) + "/golden/" + golden.file).value();
        EXPECT_EQ(hex(values_checksum(table)), golden.checksum) << golden.file;
        const Game& game = table.game().value();
        verify_table(game, table, quick_job());
    }
    EXPECT_GE(stored, 5);
}

TEST(Golden, DamagedTablesAreReportedOrLeaveAllValuesRight) {
    for (const Golden& golden : golden_list()) {
        if (golden.file == "-") continue;
        test::expect_to_survive_damage(read_bytes(std::string(MEXBASE_DATA) + "/golden/" + golden.file), OpenOptions{},
                                       3);
    }
}

}  // namespace mexbase::test::golden_test
