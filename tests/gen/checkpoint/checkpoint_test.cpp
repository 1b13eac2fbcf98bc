#include "gen/checkpoint/checkpoint.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "../jobs/tables.hpp"
#include "../scratch.hpp"
#include "lib/error.hpp"

namespace mexbase::test {
namespace checkpoint_test {

std::vector<std::uint32_t> loaded(const std::string& path, const std::string& identity) {
    std::vector<std::uint32_t> values;
    Checkpoint checkpoint(path, identity);
    checkpoint.load([&values](std::uint32_t value) { values.push_back(value); });
    EXPECT_EQ(checkpoint.saved(), values.size());
    return values;
}

TEST(Checkpoint, GivesBackWhatWasSavedInAnyWidth) {
    const std::string path = file_in_scratch("width.checkpoint");
    std::vector<std::uint32_t> values;
    for (std::uint32_t i = 0; i < 3000; ++i) values.push_back(i * 77 % 65536);
    const std::vector<std::uint16_t> narrow(values.begin(), values.begin() + 2000);
    Checkpoint checkpoint(path, "one");
    checkpoint.save(std::span<const std::uint16_t>(narrow).first(1000));
    checkpoint.save(std::span<const std::uint16_t>(narrow));
    EXPECT_EQ(checkpoint.saved(), 2000u);
    checkpoint.save(std::span<const std::uint32_t>(values));
    EXPECT_EQ(loaded(path, "one"), values);
    EXPECT_THROW(loaded(path, "two"), Error) << "another job's";
    checkpoint.remove();
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_TRUE(loaded(path, "one").empty());
}

TEST(Checkpoint, GoesOnAfterWhatWasLoaded) {
    const std::string path = file_in_scratch("on.checkpoint");
    const std::vector<std::uint8_t> values = {1, 2, 3, 2, 1, 0};
    Checkpoint first(path, "one");
    first.save(std::span(values).first(4));
    Checkpoint second(path, "one");
    second.load([](std::uint32_t) {});
    second.save(std::span(values));
    EXPECT_EQ(loaded(path, "one"), (std::vector<std::uint32_t>{1, 2, 3, 2, 1, 0}));
}

TEST(Checkpoint, DamageCostsValuesAndNeverChangesOne) {
    const std::string path = file_in_scratch("damage.checkpoint");
    std::vector<std::uint16_t> values;
    for (std::uint16_t i = 0; i < 90; ++i) values.push_back(static_cast<std::uint16_t>(i * 31));
    {
        Checkpoint checkpoint(path, "one");
        for (const std::size_t n : {30u, 60u, 90u}) checkpoint.save(std::span<const std::uint16_t>(values).first(n));
    }
    const std::string whole = bytes_of(path);
    const auto expect_prefix = [&](const std::string& bytes) {
        std::filesystem::remove(path);  // some disks wait for a file that is written over
        std::ofstream(path, std::ios::binary) << bytes;
        std::vector<std::uint32_t> found;
        if (whole.starts_with(bytes)) found = loaded(path, "one");  // cut off: never refused
        try {
            found = loaded(path, "one");
        } catch (const Error&) {
            return;  // its head is damaged: it is no checkpoint any more
        }
        ASSERT_LE(found.size(), values.size());
        EXPECT_TRUE(std::equal(found.begin(), found.end(), values.begin()));
        EXPECT_EQ(found.size() % 30, 0u) << "a segment counts as a whole";
    };
    for (std::size_t length = 0; length < whole.size(); ++length) expect_prefix(whole.substr(0, length));
    std::mt19937 random(3);
    for (int round = 0; round < 800; ++round) {
        std::string bytes = whole;
        bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
        expect_prefix(bytes);
    }
    // What follows the damage is cut off before more is saved.
    expect_prefix(whole.substr(0, whole.size() - 5));
    Checkpoint again(path, "one");
    again.load([](std::uint32_t) {});
    EXPECT_EQ(again.saved(), 60u);
    again.save(std::span<const std::uint16_t>(values));
    EXPECT_EQ(loaded(path, "one").size(), 90u);
}

TEST(Checkpoint, SaysWhyItCannotBeWritten) {
    Checkpoint checkpoint("/nowhere/at/all", "one");
    const std::vector<std::uint8_t> values = {1};
    EXPECT_THROW(checkpoint.save(std::span(values)), Error);
}

TEST(Checkpoint, AnInterruptedJobGoesOnAndMakesTheSameTable) {
    for (const auto& [spec, kind] : {std::pair<const char*, ValueKind>{"grundy:max=120000", ValueKind::nimber},
                                     {"octal:code=0.6,max=120000", ValueKind::nimber}}) {
        const std::string path = file_in_scratch("job.checkpoint");
        JobOptions job = quick_job(1);
        job.value = kind;
        const auto whole = make_table_bytes(spec, job);
        job.checkpoint = path;
        job.checkpoint_seconds = 0;
        struct Stop {};
        for (const std::uint64_t stop : {40000u, 90000u}) {
            job.progress = [stop](std::string_view phase, std::uint64_t done, std::uint64_t) {
                if (phase == "sweeping" && done > stop) throw Stop{};
            };
            EXPECT_THROW(make_table_bytes(spec, job), Stop);
            EXPECT_TRUE(std::filesystem::exists(path));
        }
        job.progress = {};
        const auto game = make_game_from_files(stock_registry(), spec);
        MemorySink sink;
        const JobReport report = make_table(*game, sink, job);
        EXPECT_GT(report.resumed_from, 60000u);
        EXPECT_TRUE(sink.take() == whole) << spec;
        EXPECT_FALSE(std::filesystem::exists(path));
    }
}

}  // namespace checkpoint_test
}  // namespace mexbase::test
