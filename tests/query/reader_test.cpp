// SPDX-License-Identifier: MIT
#include "query/source/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>
#include <stdexcept>

#include "counting_reader.hpp"
#include "query/best_play.hpp"
#include "query/sum.hpp"
#include "test_tables.hpp"
#include "tests/scratch.hpp"

namespace mexbase::reader_test {

using namespace test;

std::string data(const std::string& name) {
    return std::string(MEXBASE_DATA) + '/' + name + ".mxb";
}

std::shared_ptr<Counting> counting(const std::string& name) {
    return std::make_shared<Counting>(slurp(data(name)));
}

TEST(Readers, AreAskedAgainForWhatCameWrong) {
    std::size_t found_wrong = 0;
    for (const char* name : {"golden/grundy-20000", "golden/nim-3-15", "frozen/square-but-one-raw-1.1"}) {
        const Table direct = Table::open(data(name)).value();
        const Index size = direct.info().queryable_size;
        for (int wrong = 1; wrong < 4; ++wrong)
            for (const Index index : {Index{0}, size / 2, size - 1}) {
                const auto reader = counting(name);
                OpenOptions options{.cache_bytes = 1};
                const Table table = Table::from_reader(reader, options).value();
                reader->wrong = wrong;
                Value value;
                const bool good =
                    table.at(index) && table.at(std::span(&index, 1), std::span(&value, 1)) && table.fetch({&index, 1});
                found_wrong += good ? 0 : 1;
                reader->wrong = 0;
                EXPECT_EQ(to_string(table.at(index).value()), to_string(direct.at(index).value()))
                    << name << ' ' << wrong << ' ' << index;
            }
    }
    EXPECT_GT(found_wrong, 0U);
}

TEST(Readers, AreAskedAgainForWhatCameWrongWhenTheTableWasOpened) {
    // Bytes of blocks that are read together with the header are not checked before use.
    const std::string name = "frozen/kayles-1.3";
    const Table direct = Table::open(data(name)).value();
    std::size_t opened = 0;
    for (std::uint64_t from_end = 0; from_end < 64; from_end += 4) {
        const auto reader = counting(name);
        reader->wrong_from_end = from_end + 1;
        OpenOptions options{.cache_bytes = 1};
        const auto table = Table::from_reader(reader, options);
        reader->wrong_from_end = 0;
        if (!table) continue;
        ++opened;
        for (Index index = 0; index < direct.info().queryable_size; index += 7) {
            (void)table->at(index);
            EXPECT_EQ(to_string(table->at(index).value()), to_string(direct.at(index).value())) << from_end;
        }
    }
    EXPECT_GT(opened, 0U);
}

TEST(Readers, GiveTheValuesOfEveryGoldenTable) {
    std::size_t tables = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(MEXBASE_DATA) + "/golden")) {
        if (entry.path().extension() != ".mxb") continue;
        const Table direct = Table::open(entry.path().string()).value();
        const auto reader = std::make_shared<Counting>(slurp(entry.path().string()));
        const Table far = Table::from_reader(reader).value();
        ASSERT_EQ(far.info(), direct.info());
        EXPECT_TRUE(far.check());
        Cursor near_cursor = direct.cursor().value(), far_cursor = far.cursor().value();
        std::vector<Index> all;
        for (Index i = 0; i < direct.info().queryable_size; ++i)
            if (direct.legal(i).value()) all.push_back(i);
        std::vector<Value> near_values(all.size()), far_values(all.size());
        near_cursor.at(all, near_values).value();
        far_cursor.at(all, far_values).value();
        for (std::size_t i = 0; i < all.size(); ++i)
            ASSERT_EQ(to_string(near_values[i]), to_string(far_values[i])) << entry.path() << ' ' << all[i];
        std::vector<Value> run(std::min<std::size_t>(direct.info().indices, 5000));
        far.cursor().value().read(0, run).value();
        for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 300); ++i) {
            if (all[i] >= run.size()) break;
            ASSERT_EQ(to_string(run[all[i]]), to_string(near_values[i]));
            ASSERT_EQ(to_string(far.at(all[i]).value()), to_string(near_values[i]));
        }
        EXPECT_FALSE(reader->disordered);
        ++tables;
    }
    EXPECT_EQ(tables, 24U);
}

TEST(Readers, AreAskedInFewRounds) {
    // Outcomes and remotenesses in separate blocks with dictionaries: 8 parts for one position.
    const auto reader = counting("frozen/square-but-one-zstd-1.1");
    const Table table = Table::from_reader(reader).value();
    EXPECT_LE(reader->rounds, 2U);
    EXPECT_LE(reader->read, 8192U);
    reader->forget();
    EXPECT_TRUE(table.at(777777));
    EXPECT_LE(reader->rounds, 2U);
    EXPECT_GT(reader->rounds, 0U);
    reader->forget();
    EXPECT_TRUE(table.at(777777));
    EXPECT_EQ(reader->rounds, 0U);
    // All options of a heap: over a thousand, spread over the table.
    const auto best = best_options(table, 999999).value();
    EXPECT_GT(best.size(), 900U);
    EXPECT_LE(reader->rounds, 2U);
    // The value of the position itself is fetched with them.
    EXPECT_TRUE(table.at(999999));
    EXPECT_LE(reader->rounds, 2U);
    reader->forget();
    std::vector<Index> many;
    for (Index i = 0; i < 1000000; i += 997) many.push_back(i);
    std::vector<Value> values(many.size());
    ASSERT_TRUE(table.at(many, values));
    EXPECT_LE(reader->rounds, 2U);
    EXPECT_FALSE(reader->disordered);
    const Table direct = Table::open(data("frozen/square-but-one-zstd-1.1")).value();
    for (std::size_t i = 0; i < many.size(); ++i) ASSERT_EQ(values[i], direct.at(many[i]).value());
}

TEST(Readers, AreAskedInFewRoundsBySums) {
    const auto reader = counting("frozen/kayles-1.3");
    OpenOptions options{.cache_bytes = 0};
    const Table table = Table::from_reader(reader, options).value();
    reader->forget();
    Sum sum;
    ASSERT_TRUE(sum.add(table, "700000"));
    ASSERT_TRUE(sum.add(table, "300001+5"));
    const auto far_value = sum.value();
    ASSERT_TRUE(far_value);
    EXPECT_LE(reader->rounds, 3U);
    reader->forget();
    const Table direct = Table::open(data("frozen/kayles-1.3")).value();
    Sum same;
    ASSERT_TRUE(same.add(direct, "700000"));
    ASSERT_TRUE(same.add(direct, "300001+5"));
    EXPECT_EQ(*far_value, same.value().value());
}

TEST(Readers, AreAskedInFewRoundsByLinesAndByMovesInSums) {
    const auto reader = counting("frozen/square-but-one-zstd-1.1");
    const Table table = Table::from_reader(reader).value();
    reader->forget();
    const auto line = best_line(table, table.resolve("777777").value(), 3).value();
    ASSERT_GT(line.moves.size(), 1U);
    EXPECT_EQ(line.moves.front().value, Table::open(data("frozen/square-but-one-zstd-1.1"))->at(777777).value());
    // Two per move, and for finding that there is none or that the line is cut.
    EXPECT_LE(reader->rounds, 2 * line.moves.size());
    // Ten components of one table: first their parts, then all their moves.
    const auto bytes = counting("frozen/square-but-one-nimbers-1.1");
    const Table nimbers = Table::from_reader(bytes).value();
    ASSERT_TRUE(nimbers.game());
    Sum sum;
    for (Index i = 1; i <= 10; ++i) ASSERT_TRUE(sum.add(nimbers, i * 90001));
    bytes->forget();
    ASSERT_TRUE(sum.value());
    EXPECT_LE(bytes->rounds, 2U);
    bytes->forget();
    ASSERT_TRUE(sum.best_move());
    EXPECT_LE(bytes->rounds, 2U);
    EXPECT_GT(bytes->rounds, 0U);
}

TEST(Readers, AreReadWholeWhenATableIsPreloaded) {
    const auto reader = counting("frozen/square-but-one-zstd-1.1");
    const Table table = Table::from_reader(reader).value();
    reader->forget();
    ASSERT_TRUE(table.preload());
    EXPECT_LE(reader->rounds, 4U);
    reader->forget();
    for (Index i = 0; i < 1000000; i += 9973) EXPECT_TRUE(table.at(i));
    EXPECT_EQ(reader->rounds, 0U);
}

TEST(Readers, SayWhatFailed) {
    const auto value = counting("frozen/square-but-one-zstd-1.1");
    value->fails = true;
    EXPECT_EQ(Table::from_reader(value).error().code, ErrorCode::io);
    EXPECT_EQ(Table::from_reader(value).error().message, "the cable is cut");
    value->fails = false;
    const Table far = Table::from_reader(value).value();
    value->fails = true;
    const auto cut = far.at(777777);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().message, "the cable is cut");
    ASSERT_FALSE(far.check());
    EXPECT_EQ(far.check().error().code, ErrorCode::io);
    value->fails = false;
    EXPECT_TRUE(far.at(777777));
    EXPECT_EQ(Table::from_reader(nullptr).error().code, ErrorCode::bad_usage);
}

/// Reader that returns wrong bytes or throws.
class Hostile : public Counting {
  public:
    Hostile(const std::string& bytes, unsigned seed) : Counting(bytes), random_(seed) {}
    Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) override {
        if (random_() % 16 == 0) throw std::runtime_error("thrown away");
        if (random_() % 16 == 0) throw 7;
        auto done = Counting::read_at(offset, bytes);
        if (random_() % 8 == 0)
            for (std::byte& each : bytes) each = static_cast<std::byte>(random_());
        if (random_() % 8 == 0 && !bytes.empty()) bytes[random_() % bytes.size()] ^= std::byte{1};
        return done;
    }
    Result<void> read_many(std::span<const Range> ranges) override { return Reader::read_many(ranges); }

  private:
    std::mt19937 random_;
};

TEST(Readers, ThatLieAreFoundOut) {
    const std::string bytes = slurp(data("frozen/square-but-one-zstd-1.1"));
    const Table direct = Table::open(data("frozen/square-but-one-zstd-1.1")).value();
    unsigned right = 0, wrong = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        const auto table = Table::from_reader(std::make_shared<Hostile>(bytes, seed));
        if (!table) {
            ++wrong;
            continue;
        }
        for (Index i = seed; i < 1000000; i += 99991) {
            const auto value = table->at(i);
            ++(value ? right : wrong);
            ASSERT_TRUE(!value || *value == direct.at(i).value()) << i;
        }
    }
    EXPECT_GT(right, 100U);
    EXPECT_GT(wrong, 100U);
}

TEST(Readers, ServeManyThreads) {
    const auto reader = counting("frozen/square-but-one-zstd-1.1");
    const Table table = Table::from_reader(reader).value();
    const Table direct = Table::open(data("frozen/square-but-one-zstd-1.1")).value();
    std::atomic<unsigned> wrong{0};
    in_threads(4, [&](unsigned t) {
        for (Index i = t; i < 1000000; i += 33331)
            if (table.at(i).value() != direct.at(i).value()) ++wrong;
    });
    EXPECT_EQ(wrong, 0U);
}

}  // namespace mexbase::reader_test
