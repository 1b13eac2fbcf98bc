// SPDX-License-Identifier: MIT
// Answers of tables of nimbers and obliged pairs past their stored values: heaps past their end, and sums.
#include <array>
#include <random>

#include "value_tables.hpp"

namespace mexbase::test::value_probes_test {

/// Returns a decimal number modulo a small one.
std::uint64_t modulo(const std::string& digits, std::uint64_t m) {
    std::uint64_t rest = 0;
    for (const char c : digits) rest = (10 * rest + static_cast<std::uint64_t>(c - '0')) % m;
    return rest;
}

TEST(ValueTables, ProvenPeriodsAnswerHeapsOfAnyLength) {
    const struct {
        const char* spec;
        ValueKind kind;
        std::uint64_t from, period;
    } cases[] = {{"octal:code=0.77,max=200", ValueKind::nimber, 71, 12},
                 {"octal:code=0.137,max=400", ValueKind::nimber, 52, 34},
                 {"octal:code=0.77,max=200", ValueKind::obliged, 0, 0},
                 {"grundy:max=200", ValueKind::obliged, 3, 3}};
    for (const auto& c : cases) {
        const Table table = make_table(c.spec, job_of(c.kind));
        ASSERT_TRUE(table.info().period && table.info().period->proven) << c.spec;
        const auto [from, period, saltus, proven] = *table.info().period;
        if (c.period != 0) {
            EXPECT_EQ(from, c.from) << c.spec;
            EXPECT_EQ(period, c.period) << c.spec;
        }
        // Checks moderate heaps by recursion.
        std::string more = c.spec;
        more.replace(more.find("max=") + 4, std::string::npos, "900");
        const auto game = make_game(stock_registry(), more);
        Recursion recursion(*game);
        for (Index heap = 0; heap <= 900; ++heap) {
            const Value value = table.probe(std::to_string(heap)).value();
            EXPECT_EQ(table.at(heap).value(), value);
            if (c.kind == ValueKind::nimber)
                ASSERT_EQ(value.nimber.nimber, recursion.nimber(heap)) << c.spec << ' ' << heap;
            else
                ASSERT_EQ(value.obliged, recursion.obliged(heap)) << c.spec << ' ' << heap;
        }
        // Checks long ones by their remainder.
        std::mt19937 random(4);
        std::vector<std::string> numbers = {"1000000",
                                            "1000000000000000000",
                                            "18446744073709551615",
                                            "18446744073709551616",
                                            "18446744073709551614",
                                            "123456789012345678901234567890123456789012345678901234567890"};
        for (int round = 0; round < 300; ++round) {
            std::string digits(1, static_cast<char>('1' + random() % 9));
            for (std::uint64_t k = 3 + random() % 80; k > 0; --k) digits += static_cast<char>('0' + random() % 10);
            numbers.push_back(digits);
        }
        for (const std::string& digits : numbers) {
            const std::uint64_t past = (modulo(digits, period) + period - from % period) % period;
            ASSERT_EQ(table.probe(digits).value(), table.at(from + past).value()) << c.spec << ' ' << digits;
            const auto sum = table.probe(digits + "+3+" + digits);
            ASSERT_TRUE(sum) << digits;
            if (c.kind == ValueKind::nimber) {
                ASSERT_EQ(sum->nimber, table.at(3)->nimber) << digits;
            }
        }
        EXPECT_EQ(table.at(1000000).value(), table.probe("1000000").value());
        EXPECT_EQ(table.at(1000000000000000000).value(), table.probe("1000000000000000000").value());
        for (const char* bad : {"1000000x", "1e6", "-1000000", "+5", "5+", "12345678901234567890123.", " 1", ""})
            EXPECT_EQ(table.probe(bad).error().code, ErrorCode::bad_position) << '"' << bad << '"';
    }
}

TEST(ValueTables, TablesWithoutAProvenPeriodAnswerNothingBeyondTheirEnd) {
    const struct {
        const char* spec;
        ValueKind kind;
        const char* beyond;
    } cases[] = {{"grundy:max=200", ValueKind::nimber, "201"},
                 {"octal:code=0.007,max=200", ValueKind::nimber, "1000000"},
                 {"octal:code=0.77,max=100", ValueKind::nimber, "101"},
                 {"square:max=200", ValueKind::nimber, "201"},
                 {"subtraction:set=1-30,max=40", ValueKind::nimber, "41"},
                 {"wythoff:max=9", ValueKind::obliged, "3,10"},
                 {"treblecross:max=50", ValueKind::nimber, "51"}};
    for (const auto& c : cases) {
        const Table table = make_table(c.spec, job_of(c.kind));
        EXPECT_FALSE(table.info().repetition()) << c.spec;
        EXPECT_EQ(table.probe(c.beyond).error().code, ErrorCode::out_of_domain) << c.spec;
        EXPECT_EQ(table.at(table.info().queryable_size).error().code, ErrorCode::out_of_domain) << c.spec;
        EXPECT_FALSE(table.probe(std::string(60, '7'))) << c.spec;
    }
}

TEST(ValueTables, SumsAreReadAsTheKindOfTableAdds) {
    std::mt19937 random(5);
    for (const char* spec : {"octal:code=0.77,max=60", "octal:code=4.7,max=60", "grundy:max=60"}) {
        const Table nimbers = make_table(spec, job_of(ValueKind::nimber)),
                    pairs = make_table(spec, job_of(ValueKind::obliged));
        Recursion recursion(nimbers.game().value());
        for (int round = 0; round < 1000; ++round) {
            std::string text;
            std::uint64_t nim = 0;
            std::array<int, 4> m{};
            for (std::uint64_t k = 1 + random() % 4; k > 0; --k) {
                const Index heap = random() % 61;
                text += (text.empty() ? "" : "+") + std::to_string(heap);
                nim ^= recursion.nimber(heap);
                ++m[recursion.obliged(heap).code()];
            }
            const Obliged expected{m[3] > 0 || m[2] % 2 == 1, m[3] > 0 || ((m[0] > 0) == (m[2] % 2 == 1))};
            ASSERT_EQ(nimbers.probe(text)->nimber.nimber, nim) << text;
            ASSERT_EQ(pairs.probe(text)->obliged, expected) << text;
        }
        for (const char* bad : {"3+", "+3", "3++4", "3+x", "3 + 4"})
            EXPECT_EQ(nimbers.probe(bad).error().code, ErrorCode::bad_position) << bad;
    }
}

}  // namespace mexbase::test::value_probes_test
