// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/solve/heaps/nimber_sweep.hpp"
#include "lib/solve/heaps/obliged_sweep.hpp"
#include "lib/solve/heaps/sparse_space.hpp"
#include "tests/lib/solve/heaps/codes.hpp"
#include "tests/refusal.hpp"

namespace mexbase::take_and_break_test {

using test::code;
using test::octal;

/// Calls `f` with each list of heaps that a move leaves of a heap.
void for_each_division(const TakeAndBreak& game, std::size_t heap,
                       const std::function<void(const std::vector<std::size_t>&)>& f) {
    for (const TakeAndBreakMove& move : game.moves) {
        std::vector<std::size_t> parts;
        const std::function<void(std::size_t, std::size_t)> divide = [&](std::size_t left, std::size_t least) {
            if (parts.size() == move.heaps) {
                if (left == 0) f(parts);
                return;
            }
            for (std::size_t part = least; part <= left; ++part) {
                parts.push_back(part);
                divide(left - part, game.distinct ? part + 1 : part);
                parts.pop_back();
            }
        };
        if (move.taken <= heap) divide(heap - move.taken, 1);
    }
}

/// Computes nimbers slowly, by the definition.
std::vector<std::uint32_t> brute_nimbers(const TakeAndBreak& game, std::size_t heaps) {
    std::vector<std::uint32_t> values;
    for (std::size_t heap = 0; heap < heaps; ++heap) {
        std::set<std::uint32_t> options;
        for_each_division(game, heap, [&](const auto& parts) {
            std::uint32_t nimber = 0;
            for (const std::size_t part : parts) nimber ^= values[part];
            options.insert(nimber);
        });
        std::uint32_t mex = 0;
        while (options.contains(mex)) ++mex;
        values.push_back(mex);
    }
    return values;
}

std::vector<std::uint8_t> brute_obliged(const TakeAndBreak& game, std::size_t heaps) {
    std::vector<std::uint8_t> values;
    for (std::size_t heap = 0; heap < heaps; ++heap) {
        bool any = false;
        Obliged value;
        for_each_division(game, heap, [&](const auto& parts) {
            std::vector<Obliged> components;
            for (const std::size_t part : parts) components.push_back(Obliged::of(values[part]));
            const Obliged option = obliged_sum(components);
            any = true;
            value.normal = value.normal || !option.normal;
            value.misere = value.misere || !option.misere;
        });
        values.push_back(any ? value.code() : finished_game.code());
    }
    return values;
}

template <class Sweep>
std::vector<std::uint32_t> values_of(const Sweep& sweep) {
    return sweep.visit([](auto values) { return std::vector<std::uint32_t>(values.begin(), values.end()); });
}

std::vector<std::uint32_t> nimbers(const TakeAndBreak& game, std::uint64_t heaps, const NimberSweepOptions& options) {
    NimberSweep sweep(game, options);
    sweep.extend(heaps);
    return values_of(sweep);
}

const NimberSweepOptions plainly = {.plain = true};
/// Uses the sparse space method from the beginning, whatever the values.
const NimberSweepOptions sparsely = {.sparse_from = 2, .least_sparsity = 1};

TEST(TakeAndBreak, SparseSpaceAgreesWithPlainOnEveryCodeOfThreeDigits) {
    for (unsigned number = 0; number < 512; ++number) {
        const TakeAndBreak game = octal(number);
        const auto plain = nimbers(game, 300, plainly);
        ASSERT_EQ(nimbers(game, 300, sparsely), plain) << std::oct << number;
        ASSERT_EQ(nimbers(game, 300, {.sparse_from = 70, .least_sparsity = 1, .portable = true}), plain) << number;
        const auto brute = brute_nimbers(game, 100);
        ASSERT_TRUE(std::equal(brute.begin(), brute.end(), plain.begin())) << std::oct << number;
    }
}

TEST(TakeAndBreak, NimbersDoNotDependOnTheMask) {
    for (const TakeAndBreak& game : {code("0.6"), code("0.007"), code("4.05"), code("0.77"), grundys_game()}) {
        const auto plain = nimbers(game, 1500, plainly);
        NimberSweepOptions options = sparsely;
        for (const std::uint32_t mask : {0U, 1U, 2U, 21U, 255U, 0x1eeU, 0xffffU}) {
            options.mask = mask;
            ASSERT_EQ(nimbers(game, 1500, options), plain) << mask;
        }
    }
}

TEST(TakeAndBreak, LongSweepsAgreeWithPlain) {
    for (const TakeAndBreak& game : {code("0.6"), code("0.007"), code("0.106"), grundys_game()}) {
        const auto plain = nimbers(game, 20'000, plainly);
        NimberSweepOptions options;
        ASSERT_EQ(nimbers(game, 20'000, options), plain);
        options.portable = true;
        options.sparse_from = 500;
        options.least_sparsity = 2;
        ASSERT_EQ(nimbers(game, 20'000, options), plain);
    }
}

TEST(TakeAndBreak, FindsTheSparseSpacesThatAreKnown) {
    NimberSweep sweep(code("0.6"));
    sweep.extend(40'000);
    EXPECT_EQ(sweep.mask(), 0x1eeU);
    NimberSweep grundy(grundys_game());
    grundy.extend(40'000);
    EXPECT_EQ(grundy.mask(), 0xfeU);
    EXPECT_LT(grundy.rare_heaps(), 1300U);
}

TEST(TakeAndBreak, TheMaskIsTheLeastOfTheBest) {
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        std::vector<std::uint16_t> values(1 + random() % 60);
        for (auto& v : values) v = static_cast<std::uint16_t>(random() % (1 + random() % 64));
        std::uint32_t best = 0;
        std::ptrdiff_t fewest = 1'000;
        for (std::uint32_t mask = 0; mask < 64; ++mask) {
            const auto rare =
                std::ranges::count_if(values, [mask](std::uint32_t v) { return std::popcount(v & mask) % 2 == 0; });
            if (rare < fewest) best = mask, fewest = rare;
        }
        ASSERT_EQ(detail::best_sparse_mask(values), best);
    }
}

TEST(TakeAndBreak, PackedBytesDoNotDependOnTheProcessor) {
    std::mt19937 random(1);
    std::array<std::uint8_t, 64> bytes{};
    for (int round = 0; round < 100; ++round) {
        for (auto& b : bytes) b = static_cast<std::uint8_t>(random() % 2);
        const std::uint64_t bits = detail::pack_bytes(bytes.data());
        ASSERT_EQ(bits, detail::pack_bytes_portably(bytes.data()));
        for (unsigned i = 0; i < 64; ++i) ASSERT_EQ(bits >> i & 1, bytes[i]);
    }
}

TakeAndBreak random_code(std::mt19937& random) {
    std::vector<std::uint8_t> digits(2 + random() % 4);
    for (auto& d : digits) d = static_cast<std::uint8_t>(random() % 16 & random() % 16);
    digits[0] = static_cast<std::uint8_t>(digits[0] & 12);
    TakeAndBreak game = take_and_break_code(digits);
    game.distinct = random() % 4 == 0;
    return game;
}

TEST(TakeAndBreak, HexadecimalCodesAgreeWithTheDefinition) {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        const TakeAndBreak game = random_code(random);
        ASSERT_EQ(nimbers(game, 60, {}), brute_nimbers(game, 60)) << round;
        ObligedSweep sweep(game);
        sweep.extend(60);
        const auto brute = brute_obliged(game, 60);
        ASSERT_TRUE(std::ranges::equal(sweep.values(), brute)) << round;
    }
}

TEST(TakeAndBreak, ThreeHeapsOfGreatNimbersAgreeWithTheDefinition) {
    // Values grow with the heap.
    for (const std::string text : {"0.8", "0.88f", "0.3f", "8.4"}) {
        const TakeAndBreak game = code(text);
        ASSERT_EQ(nimbers(game, 250, {}), brute_nimbers(game, 250)) << text;
    }
}

TEST(TakeAndBreak, ObligedSumsAgreeWithTheDefinitionOnEveryCodeOfThreeDigits) {
    for (unsigned number = 0; number < 512; ++number) {
        const TakeAndBreak game = octal(number);
        const auto brute = brute_obliged(game, 100);
        ObligedSweep sweep(game);
        for (std::uint64_t heaps = 1; heaps < 100; heaps += 37) sweep.extend(heaps);
        sweep.extend(100);
        ASSERT_TRUE(std::ranges::equal(sweep.values(), brute)) << std::oct << number;
    }
}

TEST(TakeAndBreak, ObligedSumsOfUnequalHeapsAgreeWithTheDefinition) {
    ObligedSweep sweep(grundys_game());
    sweep.extend(300);
    EXPECT_TRUE(std::ranges::equal(sweep.values(), brute_obliged(grundys_game(), 300)));
}

TEST(TakeAndBreak, CodesThatTablesTakeForEqualDifferAtHeap519) {
    const auto a = nimbers(code("0.161"), 600, {}), b = nimbers(code("0.36"), 600, {});
    const auto [first, second] = std::ranges::mismatch(a, b);
    EXPECT_EQ(first - a.begin(), 519);
}

TEST(TakeAndBreak, ValuesOfKaylesArePublished) {
    // Winning Ways, ch. 4, table 6.
    const std::vector<std::uint32_t> kayles = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7};
    EXPECT_EQ(nimbers(code("0.77"), 24, {}), kayles);
    const std::vector<std::uint32_t> grundy = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0};
    EXPECT_EQ(nimbers(grundys_game(), 21, {}), grundy);
}

TEST(TakeAndBreak, ResumedSweepsGiveTheSameValues) {
    for (const TakeAndBreak& game : {code("0.6"), code("0.007"), grundys_game(), code("0.8f")}) {
        const std::uint64_t heaps = game.most_heaps() == 3 ? 400 : 5'000;
        NimberSweep whole(game);
        whole.extend(heaps);
        ObligedSweep obliged(game);
        obliged.extend(heaps);
        for (const std::uint64_t known :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{77}, heaps / 2 + 1, heaps}) {
            NimberCells cells;
            for (std::uint64_t heap = 0; heap < known; ++heap) cells.push(whole.value(heap));
            NimberSweep sweep(game, std::move(cells));
            EXPECT_EQ(sweep.heaps(), known);
            sweep.extend(heaps);
            ASSERT_EQ(values_of(sweep), values_of(whole)) << known;
            const auto begin = obliged.values().begin();
            ObligedSweep pairs(game, {begin, begin + static_cast<std::ptrdiff_t>(known)});
            pairs.extend(heaps);
            ASSERT_EQ(values_of(pairs), values_of(obliged)) << known;
        }
    }
}

TEST(TakeAndBreak, SweepsStopWhereProgressThrowsAndGoOn) {
    const auto check = [](auto sweep, auto whole) {
        whole.extend(40'000);
        std::uint64_t calls = 0, last = 0;
        const auto stop = [&](std::uint64_t heaps) {
            EXPECT_GT(heaps, last);
            last = heaps;
            ++calls;
            throw Error(ErrorCode::interrupted, "stop");
        };
        for (bool done = false; !done;) {
            try {
                sweep.extend(40'000, stop);
                done = true;
            } catch (const Error& error) {
                ASSERT_EQ(error.code(), ErrorCode::interrupted);
                ASSERT_EQ(sweep.heaps(), last);
            }
        }
        EXPECT_GE(calls, 2U);
        EXPECT_EQ(values_of(sweep), values_of(whole));
    };
    check(NimberSweep(code("0.77")), NimberSweep(code("0.77")));
    check(ObligedSweep(code("0.77")), ObligedSweep(code("0.77")));
}

TEST(TakeAndBreak, CellsWidenAndNeverWrap) {
    // A heap that allows taking 1, ..., 65600 is worth its size.
    TakeAndBreak game;
    for (std::uint32_t taken = 1; taken <= 65'600; ++taken) {
        game.moves.push_back({taken, 0});
        game.moves.push_back({taken, 1});
    }
    std::vector<std::uint16_t> known;
    for (std::uint32_t heap = 0; heap < 65'530; ++heap) known.push_back(static_cast<std::uint16_t>(heap));
    NimberSweep sweep(game, NimberCells(std::move(known)));
    EXPECT_EQ(sweep.values().cell_bytes(), 2U);
    sweep.extend(65'542);
    EXPECT_EQ(sweep.values().cell_bytes(), 4U);
    for (std::uint32_t heap = 0; heap < 65'542; ++heap) ASSERT_EQ(sweep.value(heap), heap);
    NimberSweep resumed(game, NimberCells(values_of(sweep)));
    resumed.extend(65'544);
    EXPECT_EQ(resumed.value(65'543), 65'543U);
}

TEST(TakeAndBreak, SparseSpaceBearsNimbersThatOutgrowTheSets) {
    // Nim with single heaps and at most 5000 taken: sets of 256 nimbers become too small repeatedly.
    TakeAndBreak game;
    for (std::uint32_t taken = 1; taken <= 5'000; ++taken) {
        game.moves.push_back({taken, 0});
        game.moves.push_back({taken, 1});
    }
    const auto values = nimbers(game, 3'000, sparsely);
    for (std::uint32_t heap = 0; heap < values.size(); ++heap) ASSERT_EQ(values[heap], heap);
}

TEST(TakeAndBreak, RefusesWhatIsNoGame) {
    const std::vector<std::vector<TakeAndBreakMove>> bad = {
        {{0, 0}}, {{0, 1}}, {{1, 4}}, {{2, 1}, {1, 1}}, {{1, 1}, {1, 1}}};
    for (const auto& moves : bad) {
        EXPECT_EQ(test::error_code_of([&] { NimberSweep sweep({moves, false}); }), ErrorCode::bad_spec);
        EXPECT_EQ(test::error_code_of([&] { ObligedSweep sweep({moves, false}); }), ErrorCode::bad_spec);
    }
    EXPECT_EQ(test::error_code_of([] { code("1.3"); }), ErrorCode::bad_spec);
    EXPECT_EQ(test::error_code_of([] { code("0.g"); }), ErrorCode::bad_spec);
    EXPECT_EQ(test::error_code_of([] { NimberSweep sweep(code("0.7"), NimberCells(std::vector<std::uint16_t>{1})); }),
              ErrorCode::corrupt);
    EXPECT_EQ(test::error_code_of([] { ObligedSweep sweep(code("0.7"), {0}); }), ErrorCode::corrupt);
    EXPECT_EQ(test::error_code_of([] { ObligedSweep sweep(code("0.7"), {1, 4}); }), ErrorCode::corrupt);
}

}  // namespace mexbase::take_and_break_test
