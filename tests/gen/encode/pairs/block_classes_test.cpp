// SPDX-License-Identifier: MIT
// Blocks of several classes with a grammar each. Blocks must be at least as long as a symbol.
#include "gen/encode/pairs/block_classes.hpp"

#include <gtest/gtest.h>

#include <random>

#include "gen/encode/plan.hpp"
#include "gen/encode/survey.hpp"
#include "tests/query/test_tables.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::block_sorts_test {

using namespace test;
using detail::BlockClasses;
using detail::NumberBlocks;

/// Each number is determined by the two before it, except one in `noise`, which is random.
class Machine {
  public:
    Machine(std::uint32_t seed, std::uint32_t letters, std::uint32_t noise = 8)
        : random_(seed), letters_(letters), noise_(noise), next_(letters * letters) {
        for (std::uint32_t& number : next_) number = draw(letters);
    }
    std::vector<std::uint32_t> run(std::size_t length) {
        std::vector<std::uint32_t> all{draw(letters_), draw(letters_)};
        while (all.size() < length) {
            const std::size_t i = all.size();
            all.push_back(draw(noise_) == 0 ? draw(letters_) : next_[all[i - 2] * letters_ + all[i - 1]]);
        }
        return all;
    }

  private:
    std::uint32_t draw(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }
    std::mt19937_64 random_;
    std::uint32_t letters_, noise_;
    std::vector<std::uint32_t> next_;
};

TEST(BlockClasses, TellBlocksOfTwoMachinesApart) {
    for (const std::uint32_t letters : {2u, 7u, 16u, 300u}) {
        Machine one(1, letters), other(2, letters);
        std::mt19937_64 random(letters);
        const auto block = [&](std::size_t machine) { return (machine == 0 ? one : other).run(1024); };
        NumberBlocks samples;
        std::vector<std::size_t> machine;
        for (int i = 0; i < 400; ++i) {
            machine.push_back(random() % 3 == 0);
            samples.push_back(block(machine.back()));
        }
        const BlockClasses classes(samples, 2);
        ASSERT_EQ(classes.count(), 2u);
        std::array<std::array<std::size_t, 2>, 2> seen{};
        for (int i = 0; i < 400; ++i) {  // blocks that it has not seen before
            const std::size_t which = random() % 2;
            ++seen[which][classes.class_of(block(which))];
        }
        const std::size_t right = std::max(seen[0][0] + seen[1][1], seen[0][1] + seen[1][0]);
        EXPECT_GE(right, 390u) << letters;
    }
}

TEST(BlockClasses, AreNoMoreThanAskedForAndNotOfFewBlocks) {
    Machine machine(3, 4);
    NumberBlocks samples;
    for (int i = 0; i < 31; ++i) samples.push_back(machine.run(100));
    EXPECT_EQ(BlockClasses(samples, 8).count(), 1u);
    EXPECT_EQ(BlockClasses().class_of(samples.front()), 0u);
    for (int i = 0; i < 33; ++i) samples.push_back(machine.run(100));
    EXPECT_EQ(BlockClasses(samples, 8).count(), 4u);
    EXPECT_EQ(BlockClasses(samples, 3).count(), 3u);
    EXPECT_EQ(BlockClasses(samples, 1).count(), 1u);
    EXPECT_EQ(BlockClasses({}, 8).count(), 1u);
}

Values wins_in(std::vector<std::uint32_t> plies) {
    Values values;
    values.outcome.assign(plies.size(), static_cast<std::uint32_t>(Outcome::win));
    values.remoteness = std::move(plies);
    return values;
}

StreamInfo remotenesses(const Table& table) {
    for (const StreamInfo& stream : table.streams())
        if (stream.kind == StreamKind::remoteness) return stream;
    return {};
}

TEST(SeveralGrammars, AreMadeWhereTheDataChangesAndReadBack) {
    MEXBASE_SKIP_IN_SANITIZERS();
    Machine one(4, 16, 2), other(5, 16, 2);
    std::vector<std::uint32_t> mixed, all_one;
    constexpr std::size_t chunk = std::size_t{1} << 15, chunks = 128;
    for (std::size_t i = 0; i < chunks; ++i) {
        for (const std::uint32_t number : (i % 3 == 1 ? other : one).run(chunk)) mixed.push_back(number);
        for (const std::uint32_t number : one.run(chunk)) all_one.push_back(number);
    }
    const Values of_two = wins_in(mixed), of_one = wins_in(all_one);
    EncodeOptions options{.codec = Codec::pairs};
    const auto bytes = table_bytes(of_two, options);
    const Table table = opened(bytes);
    const StreamInfo two = remotenesses(table), single = remotenesses(opened(table_bytes(of_one, options)));
    const TableContents contents = contents_of(of_two);
    const detail::StoredValues stored(contents);
    for (const auto& stream : detail::survey_values(contents, stored, 1, [](auto) {}).streams) {
        if (stream.kind != StreamKind::remoteness) continue;
        const auto encoder = detail::plan_stream(stream, options).way.encoder;
        EXPECT_GE(encoder->dictionary.front(), std::byte{2}) << "grammars";
    }
    EXPECT_LT(static_cast<double>(two.payload_bytes), 1.05 * static_cast<double>(single.payload_bytes));
    EXPECT_TRUE(table.check());
    Cursor cursor = table.cursor().value();
    std::mt19937_64 random(6);
    for (int i = 0; i < 100'000; ++i) {
        const Index at = random() % of_two.size();
        ASSERT_EQ(cursor.at(at).value(), expected(of_two, at)) << at;
    }
    for (const unsigned threads : {2u, 3u}) {
        options.threads = threads;
        EXPECT_EQ(table_bytes(of_two, options), bytes);
    }
}

/// Repetition gives symbols of two thousand numbers, and the rest takes so long to read that smaller blocks are tried.
TEST(PairsInSmallBlocks, HaveNoSymbolThatIsLongerThanTheyAre) {
    std::mt19937_64 random(7);
    std::vector<std::uint32_t> pattern(2048), plies;
    for (std::uint32_t& number : pattern) number = static_cast<std::uint32_t>(random() % 200);
    while (plies.size() < 400'000) {
        const bool repeats = random() % 3 != 0;
        for (std::size_t i = 0; i < pattern.size(); ++i)
            plies.push_back(repeats ? pattern[i] : static_cast<std::uint32_t>(random() % 8 * (random() % 25)));
    }
    const Values values = wins_in(plies);
    const Table table = opened(table_bytes(values));
    EXPECT_EQ(remotenesses(table).codec, Codec::pairs);
    EXPECT_TRUE(table.check());
    Cursor cursor = table.cursor().value();
    for (Index i = 0; i < values.size(); i += 7) ASSERT_EQ(cursor.at(i).value(), expected(values, i)) << i;
}

}  // namespace mexbase::block_sorts_test
