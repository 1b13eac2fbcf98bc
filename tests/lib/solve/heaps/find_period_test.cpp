// SPDX-License-Identifier: MIT
#include "lib/solve/heaps/find_period.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/solve/heaps/nimber_sweep.hpp"
#include "lib/solve/heaps/obliged_sweep.hpp"
#include "tests/lib/solve/heaps/codes.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::find_period_test {

using test::code;
using test::octal;

template <class Sweep>
std::optional<Period> period_of(const TakeAndBreak& game, std::uint64_t heaps) {
    Sweep sweep(game);
    sweep.extend(heaps);
    return sweep.visit([&](auto values) { return find_period(values, game); });
}

constexpr Period proven(std::uint64_t preperiod, std::uint64_t period) {
    return {preperiod, period, 0, true};
}

TEST(Period, KaylesAndDawsonsChessHaveThePublishedPeriods) {
    MEXBASE_SKIP_IN_SANITIZERS();
    EXPECT_EQ(period_of<NimberSweep>(code("0.77"), 1'000), proven(71, 12));
    EXPECT_EQ(period_of<NimberSweep>(code("0.137"), 1'000), proven(52, 34));
}

TEST(Period, IsProvenByAsManyValuesAsTheTheoremNeeds) {
    // 2 * 71 + 12 + 2 values, and 12 more.
    EXPECT_FALSE(period_of<NimberSweep>(code("0.77"), 167).value_or(Period{}).proven);
    EXPECT_EQ(period_of<NimberSweep>(code("0.77"), 168), proven(71, 12));
}

TEST(Period, GamesWithoutAKnownPeriodHaveNone) {
    EXPECT_EQ(period_of<NimberSweep>(code("0.007"), 20'000), std::nullopt);
    EXPECT_EQ(period_of<NimberSweep>(grundys_game(), 20'000), std::nullopt);
}

TEST(Period, HeapZeroProvesNothing) {
    // From heap 0 on 0, 0, 0 would suffice for period 1, but the value of heap 3 is 1.
    NimberSweep sweep(code("0.4"));
    for (std::uint64_t heaps = 0; heaps <= 12; ++heaps) {
        sweep.extend(heaps);
        const auto period = sweep.visit([&](auto values) { return find_period(values, sweep.game()); });
        EXPECT_FALSE(period && period->proven && period->period == 1) << heaps;
    }
    EXPECT_EQ(sweep.value(3), 1U);
}

TEST(Period, HeapsThatMustDifferNeedMoreValues) {
    // By the theorem of octal games, heaps 3 to 8 would prove period 3, which fails at heap 10 + 3.
    NimberSweep sweep(grundys_game());
    for (std::uint64_t heaps = 0; heaps <= 200; ++heaps) {
        sweep.extend(heaps);
        const auto period = sweep.visit([&](auto values) { return find_period(values, sweep.game()); });
        EXPECT_FALSE(period && period->proven) << heaps;
    }
    EXPECT_NE(sweep.value(10), sweep.value(13));
}

TEST(Period, ObligedValuesHaveProvenPeriods) {
    const auto check = [](const TakeAndBreak& game, const Period& period, std::size_t first, const std::string& text) {
        ObligedSweep sweep(game);
        sweep.extend(500);
        EXPECT_EQ(find_period(sweep.values(), game), period);
        for (std::size_t i = 0; 3 * i < text.size(); ++i)
            EXPECT_EQ(to_string(Obliged::of(sweep.values()[first + i])), text.substr(3 * i, 2)) << i;
    };
    check(grundys_game(), proven(3, 3), 1, "01 01 10 01 11 10 01 11 10");
    check(code("0.77"), proven(0, 8), 0, "01 10 11 11 10 01 11 11 01 10 11 11 10 01 11 11");
    check(code("0.137"), proven(0, 14), 0, "01 10 10 11 01 11 10 10 01 01 11 10 11 01 01 10 10");
    check(code("0.007"), proven(0, 22), 0,
          "01 01 01 10 10 10 11 11 01 11 11 10 10 10 01 01 01 11 11 10 11 11 01 01 01 10");
}

// A proof must hold forever: tested much further than the values it used.
template <class Sweep>
void expect_true_proofs(const TakeAndBreak& game, std::uint64_t heaps, const std::string& name) {
    Sweep sweep(game);
    for (std::uint64_t known = 1; known <= heaps / 2; ++known) {
        sweep.extend(known);
        const auto period = sweep.visit([&](auto values) { return find_period(values, game); });
        if (!period || !period->proven) continue;
        sweep.extend(heaps);
        for (std::uint64_t n = period->preperiod; n + period->period < heaps; ++n)
            ASSERT_EQ(sweep.value(n + period->period), sweep.value(n)) << name << " by " << known;
        if (period->preperiod > 0) {
            ASSERT_NE(sweep.value(period->preperiod - 1 + period->period), sweep.value(period->preperiod - 1)) << name;
        }
        return;
    }
}

TEST(Period, FirstProofsAreTrueOfEveryCodeOfThreeDigits) {
    for (unsigned number = 0; number < 512; ++number) {
        expect_true_proofs<NimberSweep>(octal(number), 400, std::to_string(number));
        expect_true_proofs<ObligedSweep>(octal(number), 400, std::to_string(number));
    }
}

TEST(Period, FirstProofsAreTrueOfMovesThatTakeNothingAndOfThreeHeaps) {
    for (unsigned number = 0; number < 256; ++number)
        for (const unsigned zero : {4U, 8U, 12U}) {
            const std::array digits = {static_cast<std::uint8_t>(zero), static_cast<std::uint8_t>(number / 16),
                                       static_cast<std::uint8_t>(number % 16)};
            expect_true_proofs<NimberSweep>(take_and_break_code(digits), 120, std::to_string(number));
            expect_true_proofs<ObligedSweep>(take_and_break_code(digits), 120, std::to_string(number));
        }
}

TEST(Period, SubtractionGamesNeedOnePeriodAndTheMostTaken) {
    // Take 1, 2 or 3: the value is the heap modulo 4.
    const TakeAndBreak game = code("0.333");
    EXPECT_EQ(period_of<NimberSweep>(game, 100), proven(0, 4));
    EXPECT_EQ(period_of<NimberSweep>(game, 8), proven(0, 4));
    EXPECT_FALSE(period_of<NimberSweep>(game, 7).value_or(Period{}).proven);
    // A game without a move.
    EXPECT_EQ(period_of<NimberSweep>(TakeAndBreak{}, 10), proven(0, 1));
}

TEST(Period, ArithmeticPeriodsAreOnlySeen) {
    // One, two or three heaps after taking one token: values of hexadecimal codes may grow without bound.
    const TakeAndBreak game = code("0.8");
    std::vector<std::uint16_t> values;
    for (std::uint16_t n = 0; n < 300; ++n)
        values.push_back(static_cast<std::uint16_t>(n < 20 ? 7 : n / 5 * 2 + n % 5));
    EXPECT_EQ(find_period(std::span<const std::uint16_t>(values), game), (Period{20, 5, 2, false}));
    EXPECT_EQ(find_period(std::span<const std::uint16_t>(values), code("0.7")), std::nullopt);
}

TEST(Period, WhatIsSeenMustBeThreePeriodsAndHalfOfTheValues) {
    // Unproven for the heaps of a game with three heaps and a late preperiod.
    const TakeAndBreak game = code("0.8");
    const auto seen = [&game](std::uint32_t preperiod, std::uint32_t period, std::uint32_t size) {
        std::vector<std::uint32_t> values;
        for (std::uint32_t n = 0; n < size; ++n) values.push_back(n < preperiod ? n * n + 1000 : n % period);
        return find_period(std::span<const std::uint32_t>(values), game);
    };
    EXPECT_EQ(seen(45, 10, 100), (Period{45, 10, 0, false}));
    EXPECT_EQ(seen(55, 10, 100), std::nullopt);
    EXPECT_EQ(seen(45, 19, 100), std::nullopt);
    EXPECT_EQ(seen(45, 18, 100), (Period{45, 18, 0, false}));
    EXPECT_EQ(seen(4, 2, 20), proven(4, 2));
    EXPECT_EQ(seen(9, 2, 20), std::nullopt);
}

}  // namespace mexbase::find_period_test
