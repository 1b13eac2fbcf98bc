// SPDX-License-Identifier: MIT
#include "gen/save/snapshot.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../scratch.hpp"
#include "lib/error.hpp"

namespace mexbase::test::snapshot_test {

using Fields = std::map<std::string, std::vector<std::uint64_t>>;

/// Loads all fields and joins the parts of each.
Fields loaded(Snapshot& snapshot) {
    Fields fields;
    snapshot.load([&fields](const SavedPart& part) {
        std::vector<std::uint64_t>& all = fields[part.field];
        const std::vector<std::uint64_t> numbers = part.numbers();
        all.resize(std::max<std::size_t>(all.size(), part.first + numbers.size()));
        std::copy(numbers.begin(), numbers.end(), all.begin() + static_cast<std::ptrdiff_t>(part.first));
    });
    for (const auto& [field, all] : fields) EXPECT_EQ(snapshot.size(field), all.size()) << field;
    return fields;
}

Fields loaded(const std::string& path, const std::string& identity = "one") {
    Snapshot snapshot(path, identity, 0);
    return loaded(snapshot);
}

template <class T>
void append(Snapshot& snapshot, const std::vector<T>& more, std::string_view field = "values") {
    snapshot.append([&](Snapshot::Writer& writer) { writer.put(field, std::span(more)); });
    EXPECT_EQ(snapshot.failure(), "");
}

TEST(Snapshot, GivesBackFieldsOfAnyWidth) {
    const std::string path = file_in_scratch("width.checkpoint");
    std::mt19937_64 random(2);
    Fields saved;
    Snapshot snapshot(path, "one", 0);
    EXPECT_TRUE(loaded(snapshot).empty());
    const auto add = [&]<class T>(const char* field, std::size_t count, T) {
        std::vector<T> more(count);
        for (T& each : more) saved[field].push_back(each = static_cast<T>(random()));
        append(snapshot, more, field);
    };
    add("a", 1000, std::uint8_t{});
    add("a", 1000, std::uint16_t{});
    add("b", 3, std::uint64_t{});
    add("a", 2'500'000, std::uint32_t{});  // more than one part
    EXPECT_EQ(snapshot.size("a"), 2'502'000u);
    EXPECT_EQ(snapshot.size("none"), 0u);
    EXPECT_EQ(loaded(path), saved);
    EXPECT_THROW(loaded(path, "two"), Error) << "another job's";
    EXPECT_TRUE(std::filesystem::exists(path));
    // A sparse field replaces all fields.
    const std::vector<std::uint16_t> three{1, 2, 3};
    snapshot.replace([&](Snapshot::Writer& writer) {
        writer.put_part("sparse", 7, std::span(three));
        writer.put_part("sparse", 2, std::span(three));
    });
    EXPECT_EQ(loaded(path), (Fields{{"sparse", {0, 0, 1, 2, 3, 0, 0, 1, 2, 3}}}));
    EXPECT_EQ(Snapshot(path, "one", 0).first()->first, 7u);
    snapshot.remove();
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_TRUE(loaded(path).empty());
    EXPECT_FALSE(Snapshot(path, "one", 0).first());
}

TEST(Snapshot, TheIntervalLosesLeastTime) {
    EXPECT_DOUBLE_EQ(save_interval(0), 0);
    EXPECT_DOUBLE_EQ(save_interval(0.5), std::sqrt(24 * 3600));
    for (const double cost : {0.001, 1.0, 100.0}) {
        // The share of time that goes to saving, and to work that a failure loses.
        const auto lost = [cost](double interval) {
            return cost / interval + interval / 2 / mean_seconds_between_failures;
        };
        for (const double factor : {0.5, 0.9, 1.1, 2.0})
            EXPECT_LT(lost(save_interval(cost)), lost(factor * save_interval(cost))) << cost << ' ' << factor;
    }
}

TEST(Snapshot, APartFitsOnlyWhereItBelongs) {
    const SavedPart part{"cells", 2, 2, {'\1', '\0', '\2', '\0'}};
    std::vector<std::uint16_t> cells(4, 9);
    EXPECT_TRUE(part.copy_to(std::span(cells)));
    EXPECT_EQ(cells, (std::vector<std::uint16_t>{9, 9, 1, 2}));
    EXPECT_FALSE(part.copy_to(std::span(cells).first(3)));
    EXPECT_FALSE(part.copy_to(std::span(cells).first(1)));
    std::vector<std::uint32_t> wide(4);
    EXPECT_FALSE(part.copy_to(std::span(wide)));
}

TEST(Snapshot, GoesOnAfterWhatWasLoaded) {
    const std::string path = file_in_scratch("on.checkpoint");
    Snapshot first(path, "one", 0);
    append<std::uint8_t>(first, {1, 2, 3, 2});
    Snapshot second(path, "one", 0);
    loaded(second);
    append<std::uint8_t>(second, {1, 0});
    EXPECT_EQ(loaded(path)["values"], (std::vector<std::uint64_t>{1, 2, 3, 2, 1, 0}));
    // A save without a load before it replaces the file.
    Snapshot third(path, "one", 0);
    append<std::uint8_t>(third, {7});
    EXPECT_EQ(loaded(path)["values"], std::vector<std::uint64_t>{7});
}

TEST(Snapshot, DamageCostsWholeSavesAndNeverChangesAValue) {
    const std::string path = file_in_scratch("damage.checkpoint");
    std::vector<std::uint64_t> values;
    {
        Snapshot snapshot(path, "one", 0);
        for (int save = 0; save < 3; ++save) {
            snapshot.append([&](Snapshot::Writer& writer) {
                for (int part = 0; part < 3; ++part) {
                    std::vector<std::uint16_t> more;
                    for (int k = 0; k < 10; ++k) more.push_back(static_cast<std::uint16_t>(values.size() * 31));
                    values.insert(values.end(), more.begin(), more.end());
                    writer.put("values", std::span(more));
                }
            });
        }
    }
    const std::string whole = bytes_of(path);
    const auto expect_prefix = [&](const std::string& bytes) {
        std::filesystem::remove(path);  // some disks are slow at overwriting a file
        std::ofstream(path, std::ios::binary) << bytes;
        std::vector<std::uint64_t> found;
        if (whole.starts_with(bytes)) found = loaded(path)["values"];  // truncated: never refused
        try {
            found = loaded(path)["values"];
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::bad_usage);
            EXPECT_EQ(bytes_of(path), bytes);
            return std::size_t{0};
        }
        EXPECT_LE(found.size(), values.size());
        EXPECT_TRUE(std::equal(found.begin(), found.end(), values.begin()));
        EXPECT_EQ(found.size() % 30, 0u) << "a save counts as a whole";
        return found.size();
    };
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_LT(expect_prefix(whole.substr(0, length)), 90u) << length;
    EXPECT_EQ(expect_prefix(whole + std::string(100, '\0')), 90u) << "a file that was made longer";
    std::mt19937 random(3);
    for (int round = 0; round < 800; ++round) {
        std::string bytes = whole;
        bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
        EXPECT_LT(expect_prefix(bytes), 90u);
    }
    // The next save cuts off the damaged rest.
    EXPECT_EQ(expect_prefix(whole.substr(0, whole.size() - 5)), 60u);
    Snapshot again(path, "one", 0);
    loaded(again);
    append<std::uint16_t>(again, {1});
    EXPECT_EQ(loaded(path)["values"].size(), 61u);
}

TEST(Snapshot, SaysWhyItCannotBeWrittenAndIsNeverDueAgain) {
    for (const bool append : {true, false}) {
        Snapshot snapshot("/nowhere/at/all", "one", 0);
        EXPECT_TRUE(snapshot.is_due());
        const auto write = [](Snapshot::Writer&) {};
        append ? snapshot.append(write) : snapshot.replace(write);
        EXPECT_NE(snapshot.failure().find("/nowhere/at/all"), std::string::npos);
        EXPECT_FALSE(snapshot.works() || snapshot.is_due());
    }
    EXPECT_FALSE(Snapshot("", "one", 0).is_due());
    EXPECT_FALSE(Snapshot(file_in_scratch("later"), "one", 1000).is_due());
}

TEST(Snapshot, AFailedSaveLeavesTheOneThatItWasToReplace) {
    const std::string path = file_in_scratch("kept.checkpoint");
    const std::vector<std::uint8_t> values{1, 2};
    Snapshot snapshot(path, "one", 0);
    snapshot.replace([&](Snapshot::Writer& writer) { writer.put("values", std::span(values)); });
    const auto fail = [&](Snapshot::Writer& writer) {
        writer.put("values", std::span(values));
        throw Error(ErrorCode::io, "the disk is full");
    };
    snapshot.replace(fail);
    EXPECT_EQ(snapshot.failure(), "the disk is full");
    EXPECT_EQ(loaded(path)["values"], (std::vector<std::uint64_t>{1, 2}));
    // A failed append deletes the file and frees its disk space.
    Snapshot grows(path, "one", 0);
    loaded(grows);
    grows.append(fail);
    EXPECT_EQ(grows.failure(), "the disk is full");
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Snapshot, KnowsItsOwnFilesWithoutTheGame) {
    const std::string path = file_in_scratch("own.checkpoint"), absent = file_in_scratch("absent.checkpoint");
    const auto is_refused = [](const std::string& file, const std::string& identity) {
        try {
            Snapshot::expect_own(file, identity);
            return false;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::bad_usage);
            EXPECT_NE(std::string(e.what()).find(file), std::string::npos);
            return true;
        }
    };
    {
        std::atomic<bool> own = false;
        Snapshot saved(path, "solving chess", 0, &own);
        EXPECT_FALSE(own);
        append(saved, std::vector<std::uint32_t>{1, 2});
        EXPECT_TRUE(own);
        own = false;
        Snapshot again(path, "solving chess", 0, &own);
        EXPECT_FALSE(own);
        loaded(again);
        EXPECT_TRUE(own);
        own = false;
        Snapshot other(path, "solving dao", 0, &own);
        EXPECT_THROW(loaded(other), Error);
        EXPECT_FALSE(own);
    }
    EXPECT_FALSE(is_refused(path, ""));
    EXPECT_FALSE(is_refused(path, "solving "));
    EXPECT_TRUE(is_refused(path, "canonical "));
    EXPECT_FALSE(is_refused(absent, ""));
    std::filesystem::resize_file(path, 20);  // a job was killed while it wrote the head
    EXPECT_FALSE(is_refused(path, "solving "));
    std::ofstream(path) << "a text of somebody else, which is long enough to tell";
    EXPECT_TRUE(is_refused(path, ""));
}

}  // namespace mexbase::test::snapshot_test
