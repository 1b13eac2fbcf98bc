// SPDX-License-Identifier: MIT
#include "query/format/contents.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "damaged_bytes.hpp"
#include "query/format/bytes.hpp"
#include "tests/refusal.hpp"

namespace mexbase::format::contents_test {

TEST(Contents, NumbersComeBack) {
    detail::ByteWriter out;
    const std::uint64_t numbers[] = {0, 1, 127, 128, 300, 1u << 31, ~std::uint64_t{0}};
    for (const std::uint64_t n : numbers) out.put_varint(n);
    detail::ByteReader in(out.bytes, "a test");
    for (const std::uint64_t n : numbers) EXPECT_EQ(in.get_varint(), n);
    in.finish();
    EXPECT_THROW(in.get_varint(), Error);
}

TEST(Contents, MalformedNumbersAreRefused) {
    const auto refused = [](std::initializer_list<int> bytes) {
        std::vector<std::byte> buffer;
        for (const int b : bytes) buffer.push_back(static_cast<std::byte>(b));
        detail::ByteReader in(buffer, "a test");
        EXPECT_THROW(in.get_varint(), Error);
    };
    refused({});
    refused({0x80});
    refused({0x80, 0x00});
    refused({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02});
    refused({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01});
}

TEST(Contents, InfoComesBack) {
    TableInfo info;
    info.spec = "fair-shares:n=30";
    info.play = Play::misere;
    info.rules_version = 0xffffffff;
    info.indices = std::uint64_t{1} << 40;
    info.queryable_size = info.indices - 1;
    info.positions = 10;
    info.outcomes = {1, 2, 3, 4, 0};
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "wins, and no remoteness";
    info.longest_remoteness = 0;
    EXPECT_EQ(parse_info(encode_info(info)), info);
    info.remoteness_exact = false;
    EXPECT_EQ(parse_info(encode_info(info)), info);
    info.outcomes[4] = 1;
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "more outcomes than positions";
    info.outcomes = {~std::uint64_t{0}, 11, 0, 0, 0};
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "a sum that overflows";
    info.outcomes = {0, 0, 10, 0, 0};
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "a remoteness of draws";
    info.longest_remoteness.reset();
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "an upper bound of no remoteness";
    info.remoteness_exact = true;
    EXPECT_EQ(parse_info(encode_info(info)), info);
    info.largest_nimber = 17;
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "a nimber of outcomes";
}

TEST(Contents, HistogramsAreOfTheCountedPositions) {
    TableInfo info{.outcomes = {8, 300, 5, 1, 0}, .longest_remoteness = 2};
    const auto refused = [&info](const RemotenessHistogram& histogram) {
        return test::error_code_of([&] { parse_histogram(encode_histogram(histogram), info); }) == ErrorCode::corrupt;
    };
    EXPECT_FALSE(refused({{1, 0, 0}, {0, 300, 0}, {7, 0, 1}}));
    EXPECT_TRUE(refused({{1, 0, 0}, {0, 299, 0}, {7, 0, 1}})) << "a win too few";
    EXPECT_TRUE(refused({{1, 0, 0}, {0, 300, 0}, {7, 0, 2}})) << "a tie too many";
    EXPECT_TRUE(refused({{9, 0, 0}, {~std::uint64_t{0}, 300, 0}, {0, 0, 1}})) << "a sum that overflows";
    EXPECT_TRUE(refused({{1, 0, 1}, {7, 300, 0}})) << "too short";
    EXPECT_TRUE(refused({{1, 0, 0}, {0, 300, 0}, {7, 0, 1}, {0, 0, 0}})) << "too long";
    EXPECT_TRUE(refused({{1, 0, 0}, {7, 300, 1}, {0, 0, 0}})) << "nothing as long as the longest";
    EXPECT_TRUE(refused({}));
    info.longest_remoteness.reset();
    EXPECT_TRUE(refused({{1, 0, 0}, {0, 300, 0}, {7, 0, 1}}));
    info.longest_remoteness = ~std::uint64_t{0};
    EXPECT_TRUE(refused({}));
}

TEST(Contents, SpecsArePlainTextOfTheirForm) {
    TableInfo info{.indices = 1};
    const auto refused = [&info](const std::string& spec) {
        info.spec = spec;
        try {
            return parse_info(encode_info(info)) != info;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::corrupt);
            EXPECT_TRUE(is_plain_text(e.what()));
            return true;
        }
    };
    for (const char* good : {"x", "nim:piles=3,max=15", "a b:c=", "x:y", "d\u00e9:\u00e9=\u4e16", "a,b=c"})
        EXPECT_FALSE(refused(good)) << good;
    for (const std::string bad : {"", ":", "x:", "x:=y", "x:y=1,", "x:y=1,y=2", "x\n", "\x1b[2J", "x:y=\x7f",
                                  "x:y=\xc2\x85", "x\xff", "x:y=\xc3", "\xed\xa0\x80"})
        EXPECT_TRUE(refused(bad)) << bad;
    EXPECT_TRUE(refused(std::string("x\0y", 3)));
}

TEST(Contents, InfoOfValuesComesBack) {
    TableInfo nimbers;
    nimbers.spec = "octal:code=0.77,max=20";
    nimbers.value = ValueKind::nimber;
    nimbers.indices = nimbers.queryable_size = nimbers.positions = 10;
    nimbers.infinite = 3;
    nimbers.nimbers = {4, 0, 3};
    nimbers.largest_nimber = 2;
    EXPECT_EQ(parse_info(encode_info(nimbers)), nimbers);
    nimbers.period = Period{7, 3, 5, false};
    EXPECT_EQ(parse_info(encode_info(nimbers)), nimbers);
    nimbers.period = Period{0, 10, 0, true};
    EXPECT_EQ(parse_info(encode_info(nimbers)), nimbers);
    // Heaps 1 to 2 t (1 + 1) + 2 - 1 = 9 agree, and 9 is the last.
    TableInfo proven = nimbers;
    proven.period = Period{1, 1, 0, true};
    proven.theorem = PeriodTheorem{PeriodTheorem::Kind::take_and_break, 6, 2, 0};
    EXPECT_EQ(parse_info(encode_info(proven)), proven);
    proven.theorem = PeriodTheorem{PeriodTheorem::Kind::unequal_heaps, 0, 2, 0};
    EXPECT_EQ(parse_info(encode_info(proven)), proven);
    proven.theorem = PeriodTheorem{PeriodTheorem::Kind::take_and_break, 1, 2, 2};
    proven.period = Period{0, 2, 0, true};
    EXPECT_EQ(parse_info(encode_info(proven)), proven);

    const auto refused = [](TableInfo info, auto change) {
        change(info);
        EXPECT_THROW(parse_info(encode_info(info)), Error);
    };
    refused(nimbers, [](TableInfo& i) { i.nimbers[0] = ~std::uint64_t{0}; });
    refused(nimbers, [](TableInfo& i) { i.infinite = 11; });
    refused(nimbers, [](TableInfo& i) { i.nimbers.push_back(0), i.largest_nimber = 3; });
    refused(nimbers, [](TableInfo& i) { i.longest_remoteness = 3; });
    refused(nimbers, [](TableInfo& i) { i.remoteness_exact = false; });
    refused(nimbers, [](TableInfo& i) { i.play = Play::misere; });
    refused(nimbers, [](TableInfo& i) { i.largest_nimber.reset(); });
    refused(nimbers, [](TableInfo& i) { i.outcomes[0] = 1, i.infinite = 2; });
    refused(nimbers, [](TableInfo& i) { i.indices = i.queryable_size = 11; });
    refused(proven, [](TableInfo& i) { i.period.reset(); });
    refused(proven, [](TableInfo& i) { i.period->saltus = 1; });
    refused(proven, [](TableInfo& i) { i.theorem->most_taken = ~std::uint64_t{0}; });
    refused(proven, [](TableInfo& i) { i.theorem->most_heaps = 3; });
    refused(proven, [](TableInfo& i) { i.theorem->most_heaps = 4; });
    refused(proven, [](TableInfo& i) { i.theorem->shift = 6; });
    refused(proven, [](TableInfo& i) { i.theorem->shift = std::uint64_t{1} << 32; });
    refused(proven, [](TableInfo& i) { i.theorem->kind = PeriodTheorem::Kind::unequal_heaps; });
    refused(proven, [](TableInfo& i) { i.theorem->kind = static_cast<PeriodTheorem::Kind>(2); });

    // A nimber too large for a list: only the infinite ones are counted.
    TableInfo large = nimbers;
    large.nimbers.clear();
    large.largest_nimber = histogram_limit;
    EXPECT_EQ(parse_info(encode_info(large)), large);
    refused(large, [](TableInfo& i) { i.infinite = 10; });
    refused(large, [](TableInfo& i) { i.largest_nimber = histogram_limit - 1; });

    TableInfo pairs;
    pairs.spec = "knight:size=3";
    pairs.value = ValueKind::obliged;
    pairs.indices = 15;
    pairs.queryable_size = pairs.positions = 9;
    pairs.obliged = {1, 2, 2, 4};
    EXPECT_EQ(parse_info(encode_info(pairs)), pairs);
    refused(pairs, [](TableInfo& i) { i.play = Play::misere; });
    refused(pairs, [](TableInfo& i) { i.obliged[3] = 5; });
    refused(pairs, [](TableInfo& i) { i.obliged = {~std::uint64_t{0}, 10, 0, 0}; });
    refused(pairs, [](TableInfo& i) { i.period = Period{0, 9, 0, true}; });

    TableInfo outcomes = pairs;
    outcomes.value = ValueKind::outcome;
    outcomes.obliged = {};
    outcomes.outcomes = {9, 0, 0, 0, 0};
    outcomes.indices = 9;
    outcomes.longest_remoteness = 4;
    EXPECT_EQ(parse_info(encode_info(outcomes)), outcomes);
    refused(outcomes, [](TableInfo& i) { i.period = Period{0, 9, 0, true}; });
}

TEST(Contents, RandomInfosOfValuesComeBack) {
    std::mt19937_64 random(2);
    for (int round = 0; round < 5000; ++round) {
        TableInfo info{.spec = std::string(1 + random() % 30, 'x'), .indices = 1};
        if (random() % 2 == 0) {
            info.value = ValueKind::nimber;
            info.infinite = random() >> random() % 64 >> 8;
            for (std::uint64_t k = random() % 6; k > 0; --k) info.nimbers.push_back(random() >> random() % 64 >> 8);
            if (!info.nimbers.empty()) ++info.nimbers.back();
            info.positions = info.infinite;
            for (const std::uint64_t n : info.nimbers) info.positions += n;
            if (!info.nimbers.empty()) info.largest_nimber = info.nimbers.size() - 1;
        } else {
            info.value = ValueKind::obliged;
            for (std::uint64_t& n : info.obliged) info.positions += n = random() >> random() % 64 >> 8;
        }
        info.indices = info.queryable_size = info.positions == 0 ? 1 : info.positions;
        if (info.positions != 0 && random() % 2 == 0) {
            const std::uint64_t preperiod = random() % info.indices;
            info.period = Period{preperiod, 1 + random() % (info.indices - preperiod),
                                 info.value == ValueKind::nimber ? random() % 3 : 0, random() % 2 == 0};
            const PeriodTheorem theorem{PeriodTheorem::Kind::take_and_break, random() >> random() % 64,
                                        1 + random() % 3, random() % 4};
            if (info.period->proven && proves(theorem, *info.period, info.indices)) info.theorem = theorem;
        }
        ASSERT_EQ(parse_info(encode_info(info)), info) << round;
    }
}

TEST(Contents, SetsComeBack) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 3000; ++round) {
        NimberSets sets;
        for (std::uint64_t k = random() % 6; k > 0; --k) {
            std::set<std::uint32_t> members;
            for (std::uint64_t n = random() % 8; n > 0; --n)
                members.insert(static_cast<std::uint32_t>((random() & 0xffffffff) >> random() % 32) % 0xffffffff);
            if (random() % 5 == 0) members.insert(0xfffffffe);
            sets.add(std::vector<std::uint32_t>(members.begin(), members.end()));
        }
        ASSERT_EQ(parse_sets(encode_sets(sets)), sets) << round;
    }
}

TEST(Contents, DamagedSectionsAreRefusedOrRead) {
    NimberSets good_sets;
    for (const std::vector<std::uint32_t>& set : {std::vector<std::uint32_t>{}, {0, 2, 300}, {5}, {0xfffffffe}})
        good_sets.add(set);
    TableInfo info{.spec = "x", .value = ValueKind::nimber};
    info.indices = info.queryable_size = info.positions = 10;
    info.infinite = 3;
    info.nimbers = {4, 0, 3};
    info.largest_nimber = 2;
    info.period = Period{7, 3, 0, true};
    test::expect_read_or_refused(encode_sets(good_sets), [](const auto& bytes) {
        const NimberSets read = parse_sets(bytes);
        for (std::size_t id = 0; id < read.size(); ++id) {
            ASSERT_TRUE(std::ranges::is_sorted(read[id], std::ranges::less_equal{}) || read[id].size() < 2);
            for (const std::uint32_t n : read[id]) ASSERT_NE(n, 0xffffffff);
        }
        ASSERT_EQ(parse_sets(encode_sets(read)), read);
    });
    test::expect_read_or_refused(encode_info(info), [](const auto& bytes) {
        const TableInfo read = parse_info(bytes);
        ASSERT_EQ(parse_info(encode_info(read)), read);
    });
    const Board::Arc arcs[] = {{0, 1}, {1, 0}, {1, 2}};
    test::expect_read_or_refused(encode_board(Board(true, {"a", "b", "c"}, arcs, {0, 1, 2})),
                                 [](const auto& bytes) { parse_board(bytes); });
    const auto histogram = encode_histogram({{1, 0, 0}, {0, 300, 0}, {7, 0, 1}});
    const TableInfo counts{.outcomes = {8, 300, 5, 1, 0}, .longest_remoteness = 2};
    EXPECT_EQ(parse_histogram(histogram, counts).size(), 3u);
    test::expect_read_or_refused(histogram, [&](const auto& bytes) { parse_histogram(bytes, counts); });
}

TEST(Contents, ChoicesStandBesideTheDescription) {
    TableInfo info;
    info.spec = "nim:piles=3,max=15";
    info.indices = 1;
    info.positions = info.outcomes[0] = 1;
    info.queryable_size = 1;
    info.longest_remoteness = 0;
    const std::vector<CodecChoice> choices = {
        {StreamKind::outcome, 280, {{Codec::raw, 1000, 70}, {Codec::zstd, 300, 5000}, {Codec::pairs, 200, 250}}},
        {StreamKind::remoteness, 0, {}},
        {StreamKind::game_value, ~std::uint64_t{0}, {{Codec::palette, ~std::uint64_t{0}, 0}}}};
    const auto bytes = encode_info(info, choices);
    EXPECT_EQ(parse_choices(bytes), choices);
    EXPECT_EQ(parse_info(bytes), parse_info(encode_info(info))) << "they say nothing of the values";
    EXPECT_TRUE(parse_choices(encode_info(info)).empty());
    const auto refused = [&](std::size_t from_end, int value) {
        auto changed = bytes;
        changed[changed.size() - from_end] = static_cast<std::byte>(value);
        return test::error_code_of([&] { parse_choices(changed); }) == ErrorCode::corrupt;
    };
    // The last choice is kind, codecs, ten bytes of limit, ten bytes of bytes, one of nanoseconds.
    EXPECT_TRUE(refused(22, 3)) << "two codecs, and numbers of one";
    EXPECT_TRUE(refused(1, 0x80)) << "a number that does not end";
    // Later fields are skipped.
    auto later = bytes;
    later[later.size() - 23] = std::byte{stream_kinds};
    EXPECT_EQ(parse_choices(later), std::vector<CodecChoice>(choices.begin(), choices.begin() + 2));
    later = bytes;
    later[later.size() - 22] = std::byte{16};
    EXPECT_EQ(parse_choices(later).back(), (CodecChoice{StreamKind::game_value, ~std::uint64_t{0}, {}}));
}

}  // namespace mexbase::format::contents_test
