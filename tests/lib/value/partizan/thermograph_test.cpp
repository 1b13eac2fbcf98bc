// SPDX-License-Identifier: MIT
#include "lib/value/partizan/thermograph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "lib/error.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "random_days.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::partizan_thermograph_test {

using namespace test;

/// Walls at -1, -15/16, -7/8 and so on, in sixteenths. Computed by the definition, which freezes a game at the first
/// temperature at which its stops meet. All points of the games here are at such temperatures.
class SlowWalls {
  public:
    static constexpr int least = -16, most = 64;
    struct Walls {
        std::vector<int> left, right;
    };

    explicit SlowWalls(GameArena& arena) : arena_(arena) {}

    const Walls& of(PartizanId g) {
        if (const auto it = known_.find(g); it != known_.end()) return it->second;
        Walls walls;
        const auto number = arena_.number_of(g);
        const Ids left = copied(arena_.left_options(g));
        const Ids right = copied(arena_.right_options(g));
        bool frozen = number && number->is_integer();
        int mast = frozen ? static_cast<int>(16 * number->numerator()) : 0;
        for (int t = least; t <= most; ++t) {
            const auto i = static_cast<std::size_t>(t - least);
            int best_left = -1000;
            int best_right = 1000;
            for (const PartizanId x : left) best_left = std::max(best_left, of(x).right[i] - t);
            for (const PartizanId x : right) best_right = std::min(best_right, of(x).left[i] + t);
            if (!frozen && best_left <= best_right) {
                EXPECT_EQ(best_left, best_right);
                frozen = true;
                mast = best_left;
            }
            walls.left.push_back(frozen ? mast : best_left);
            walls.right.push_back(frozen ? mast : best_right);
        }
        EXPECT_TRUE(frozen);
        return known_.emplace(g, walls).first->second;
    }

  private:
    GameArena& arena_;
    std::map<PartizanId, Walls> known_;
};

void expect_slow_walls(GameArena& arena, const Ids& games) {
    SlowWalls slow(arena);
    Thermographs thermographs(arena);
    for (const PartizanId g : games) {
        const Thermograph& graph = thermographs.of(g);
        const SlowWalls::Walls& walls = slow.of(g);
        for (int t = SlowWalls::least; t <= SlowWalls::most; ++t) {
            const auto i = static_cast<std::size_t>(t - SlowWalls::least);
            ASSERT_EQ(graph.left_wall(Dyadic(t, 4)), Dyadic(walls.left[i], 4)) << to_text(arena, g) << " at " << t;
            ASSERT_EQ(graph.right_wall(Dyadic(t, 4)), Dyadic(walls.right[i], 4)) << to_text(arena, g) << " at " << t;
        }
        EXPECT_EQ(graph.mean(), Dyadic(walls.left.back(), 4));
        const auto first = std::ranges::mismatch(walls.left, walls.right, std::ranges::not_equal_to{}).in1;
        EXPECT_EQ(graph.temperature(), Dyadic(first - walls.left.begin() + SlowWalls::least, 4));
    }
}

TEST(Thermographs, OfDayTwoAreThoseOfTheDefinition) {
    GameArena arena;
    expect_slow_walls(arena, day_two(arena));
}

TEST(Thermographs, OfRandomGamesOfDayThreeAreThoseOfTheDefinition) {
    GameArena arena;
    expect_slow_walls(arena, random_day(arena, day_two(arena), 900, 3, 1));
}

TEST(Thermographs, OfRandomGamesOfLaterDaysAreThoseOfTheDefinition) {
    GameArena arena;
    Ids games{arena.number(2), arena.number(-1), arena.number(Dyadic(1, 1)), arena.nimber(1), GameArena::zero};
    games = random_day(arena, games, 60, 3, 2);
    games = random_day(arena, games, 400, 3, 3);
    Thermographs thermographs(arena);
    std::erase_if(games, [&](PartizanId g) {  // walls that meet between the sixteenths
        return std::ranges::any_of(thermographs.of(g).left, [](const auto& p) { return p.temperature.exponent() > 4; });
    });
    EXPECT_GT(games.size(), 300U);
    expect_slow_walls(arena, games);
}

TEST(Thermographs, BeginAtTheStopsAndMirror) {
    GameArena arena;
    Thermographs thermographs(arena);
    for (const PartizanId g : random_day(arena, day_two(arena), 900, 3, 6)) {
        const Thermograph& graph = thermographs.of(g);
        EXPECT_EQ(graph.left_wall(0), arena.left_stop(g));
        EXPECT_EQ(graph.right_wall(0), arena.right_stop(g));
        EXPECT_EQ(graph.temperature() < Dyadic(0), arena.is_number(g));
        const Thermograph& mirrored = thermographs.of(arena.negative(g));
        EXPECT_EQ(mirrored.mean(), -graph.mean());
        ASSERT_EQ(mirrored.right.size(), graph.left.size());
        for (std::size_t i = 0; i < graph.left.size(); ++i) {
            EXPECT_EQ(mirrored.right[i].value, -graph.left[i].value);
            EXPECT_EQ(mirrored.right[i].temperature, graph.left[i].temperature);
        }
        EXPECT_EQ(graph.left.back(), graph.right.back());
        EXPECT_EQ(graph.left.front().temperature, Dyadic(-1));
        for (const auto* wall : {&graph.left, &graph.right})
            for (std::size_t i = 1; i < wall->size(); ++i)
                EXPECT_LT((*wall)[i - 1].temperature, (*wall)[i].temperature);
    }
}

TEST(Thermographs, GiveMeansThatAddAndTemperaturesThatDoNotRise) {
    GameArena arena;
    Thermographs thermographs(arena);
    const Ids games = random_day(arena, day_two(arena), 400, 3, 7);
    std::mt19937 random(8);
    for (int i = 0; i < 800; ++i) {
        const PartizanId a = games[random() % games.size()];
        const PartizanId b = games[random() % games.size()];
        const PartizanId sum = arena.sum(a, b);
        EXPECT_EQ(thermographs.mean(sum), thermographs.mean(a) + thermographs.mean(b));
        EXPECT_LE(thermographs.temperature(sum), std::max(thermographs.temperature(a), thermographs.temperature(b)));
        EXPECT_EQ(thermographs.mean(arena.difference(sum, a)), thermographs.mean(b));
    }
}

TEST(Thermographs, OfKnownGamesAreThePublishedOnes) {
    MEXBASE_SKIP_IN_SANITIZERS();
    GameArena arena;
    Thermographs thermographs(arena);
    const auto is = [&](const char* text, const Dyadic& mean, const Dyadic& temperature) {
        const PartizanId g = parse_game(arena, text);
        EXPECT_EQ(thermographs.mean(g), mean) << text;
        EXPECT_EQ(thermographs.temperature(g), temperature) << text;
    };
    is("0", 0, -1);
    is("5", 5, -1);
    is("-7", -7, -1);
    is("1/2", Dyadic(1, 1), Dyadic(-1, 1));
    is("-11/8", Dyadic(-11, 3), Dyadic(-1, 3));
    is("*", 0, 0);
    is("*9", 0, 0);
    is("^", 0, 0);
    is("v3*2", 0, 0);
    is("+-1", 0, 1);
    is("{3|1}", 2, 1);
    is("{2|1||0}", Dyadic(3, 2), Dyadic(3, 2));
    is("{2||1|0}", Dyadic(5, 2), Dyadic(3, 2));
    is("{4|0||-1}", 0, 1);
    is("{5|1||0|-2}", 1, 2);
    is("{7|5||4|1}", Dyadic(17, 2), Dyadic(7, 2));
    is("{1|*}", Dyadic(1, 1), Dyadic(1, 1));
    is("+-(1,{2|0})", 0, 1);
    is("+-1+(+-2)", 0, 2);
    is("{0||0|-100}", 0, 0);
    const Thermograph& graph = thermographs.of(parse_game(arena, "{7|5||4|1}"));
    using Points = std::vector<Thermograph::Point>;
    const Thermograph::Point top{Dyadic(7, 2), Dyadic(17, 2)};
    EXPECT_EQ(graph.left, (Points{{-1, 5}, {1, 5}, top}));
    EXPECT_EQ(graph.right, (Points{{-1, 4}, {Dyadic(3, 1), 4}, top}));
    EXPECT_EQ(graph.left_wall(Dyadic(5, 2)), Dyadic(19, 2));
    EXPECT_EQ(graph.right_wall(100), Dyadic(17, 2));
}

TEST(Thermographs, OfNumbersEndAtTheirDenominators) {
    GameArena arena;
    Thermographs thermographs(arena);
    for (unsigned k = 1; k <= 60; ++k)
        for (const std::int64_t m : {std::int64_t{1}, std::int64_t{-3}, (std::int64_t{1} << k) + 1}) {
            const PartizanId g = arena.number(Dyadic(m, k));
            EXPECT_EQ(thermographs.mean(g), Dyadic(m, k));
            EXPECT_EQ(thermographs.temperature(g), Dyadic(-1, k));
        }
    EXPECT_EQ(thermographs.mean(arena.number(Dyadic::largest_numerator)), Dyadic(Dyadic::largest_numerator));
}

using Rational = boost::multiprecision::cpp_rational;

Rational exact(const Dyadic& x) {
    return Rational(x.numerator(), boost::multiprecision::cpp_int(1) << x.exponent());
}

/// A game with its mean and temperature, which are found by the definition in exact arithmetic.
struct Exact {
    PartizanId game = GameArena::zero;
    std::vector<Exact> left, right;
    Rational mean, temperature;  // of a number: the number, and -1

    /// Returns the value at t >= 0 of the wall of the player who begins.
    Rational wall(const Rational& t, bool left_begins) const {
        if (t >= temperature) return mean;
        return unfrozen(t, left_begins);
    }
    Rational unfrozen(const Rational& t, bool left_begins) const {
        Rational best;
        const std::vector<Exact>& options = left_begins ? left : right;
        for (std::size_t k = 0; k < options.size(); ++k) {
            const Rational value = options[k].wall(t, !left_begins) + (left_begins ? -t : t);
            if (k == 0 || (left_begins ? value > best : value < best)) best = value;
        }
        return best;
    }
    /// Finds the smallest t >= 0 at which both walls are equal. The distance of the walls never rises. It is linear
    /// where the interval is shorter than the distance of two bends.
    void freeze() {
        const auto gap = [this](const Rational& t) -> Rational { return unfrozen(t, true) - unfrozen(t, false); };
        Rational low = 0, high = boost::multiprecision::cpp_int(1) << 64;
        if (gap(low) > 0) {
            for (int k = 0; k < 64 + 70; ++k) {
                const Rational middle = (low + high) / 2;
                (gap(middle) > 0 ? low : high) = middle;
            }
            const Rational slope = (gap(low) - gap((low + high) / 2)) / ((high - low) / 2);
            if (slope != 0 && gap(low + gap(low) / slope) == 0)
                low += gap(low) / slope;
            else
                low = high;
        }
        temperature = low;
        mean = unfrozen(low, true);
    }
};

Exact random_game(GameArena& arena, std::mt19937_64& random, int depth) {
    Exact made;
    const auto number = [&] {
        const auto exponent = static_cast<unsigned>(random() % 4 == 0 ? random() % 4 : 56 + random() % 6);
        auto numerator = static_cast<std::int64_t>(random() >> (2 + random() % 6));
        return Dyadic(random() % 2 == 0 ? numerator : -numerator, random() % 3 == 0 ? 0 : exponent);
    };
    if (depth == 0) {
        made.game = arena.number(number());
    } else {
        for (auto* options : {&made.left, &made.right})
            for (auto n = 1 + random() % 2; n > 0; --n)
                options->push_back(
                    random_game(arena, random, static_cast<int>(random() % static_cast<unsigned>(depth))));
        Ids left, right;
        for (const Exact& option : made.left) left.push_back(option.game);
        for (const Exact& option : made.right) right.push_back(option.game);
        made.game = arena.make(left, right);
    }
    if (const auto x = arena.number_of(made.game)) {
        made.mean = exact(*x);
        made.temperature = -1;
    } else {
        made.freeze();
    }
    return made;
}

TEST(Thermographs, NearTheBoundsOfNumbersAreThoseOfExactArithmetic) {
    GameArena arena;
    std::mt19937_64 random(58);
    const boost::multiprecision::cpp_int most = boost::multiprecision::cpp_int(1) << 62;
    const auto within = [&most](const Rational& x) { return abs(numerator(x)) <= most && denominator(x) <= most; };
    int hot = 0, refused = 0;
    for (int k = 0; k < 400; ++k) {
        std::optional<Exact> game;
        try {
            game = random_game(arena, random, 3);
        } catch (const Error&) {  // a number between two options is out of bounds
            continue;
        }
        if (arena.is_number(game->game)) continue;
        Thermographs thermographs(arena);
        ++hot;
        if (within(game->mean)) {
            EXPECT_EQ(exact(thermographs.mean(game->game)), game->mean);
        } else {
            ++refused;
            EXPECT_THROW(thermographs.mean(game->game), Error);
        }
        if (within(game->temperature)) {
            EXPECT_EQ(exact(thermographs.temperature(game->game)), game->temperature);
        } else {
            EXPECT_THROW(thermographs.temperature(game->game), Error);
        }
    }
    EXPECT_GT(hot, 150);
    EXPECT_GT(refused, 20);
    EXPECT_GT(hot - refused, 50);
}

TEST(Thermographs, UpToTheBoundsOfNumbersAreFound) {
    GameArena arena;
    const auto facts = [&](const char* text) {
        const FormFacts found = facts_of(arena, parse_game(arena, text));
        return found.mean.value_or("none") + ' ' + found.temperature.value_or("none");
    };
    EXPECT_EQ(facts("{2|-1/1152921504606846976}"),
              "2305843009213693951/2305843009213693952 2305843009213693953/2305843009213693952");
    EXPECT_EQ(facts("{2147483648|-1/2147483648}"), "4611686018427387903/4294967296 none");
    EXPECT_EQ(facts("+-4611686018427387904"), "0 4611686018427387904");
    EXPECT_EQ(facts("{4611686018427387904|4611686018427387902}"), "4611686018427387903 1");
    EXPECT_EQ(facts("{4611686018427387904|0}"), "2305843009213693952 2305843009213693952");
    EXPECT_EQ(facts("{4611686018427387904|1/4611686018427387904||1/4611686018427387904}"), "1/4611686018427387904 0");
}

TEST(Thermographs, OutOfTheBoundsOfNumbersAreRefused) {
    GameArena arena;
    Thermographs thermographs(arena);
    const PartizanId far = arena.number(Dyadic::largest_numerator);
    const auto refused = [&](auto&& call) { return test::error_code_of(call) == ErrorCode::not_applicable; };
    // {2^62 | -2^-62}
    const PartizanId near = arena.number(Dyadic(-1, Dyadic::largest_exponent));
    EXPECT_TRUE(refused([&] { thermographs.mean(arena.make({&far, 1}, {&near, 1})); }));
    EXPECT_TRUE(refused([&] { thermographs.of(arena.make({&far, 1}, {&near, 1})); }));
    EXPECT_TRUE(refused([&] { thermographs.of(far).left_wall(Dyadic(-5, 2)); }));
    EXPECT_EQ(thermographs.mean(arena.nimber(3)), Dyadic(0));
    // {4^n + 1 | the last of these}: the mean is one half of their sum.
    PartizanId chain = GameArena::zero;
    EXPECT_TRUE(refused([&] {
        for (unsigned n = 1; n < 30; ++n) {
            const PartizanId high = arena.number((std::int64_t{1} << 2 * n) + 1);
            const Dyadic before = thermographs.mean(chain);
            chain = arena.make({&high, 1}, {&chain, 1});
            EXPECT_EQ(thermographs.mean(chain) + thermographs.mean(chain), before + *arena.number_of(high));
        }
    }));
    EXPECT_GT(arena.depth(chain), 15U);
}

TEST(Thermographs, OfTheDeepestGamesAreFound) {
    GameArena arena;
    PartizanId chain = arena.number(-2);  // {0|{0|{0|...-2}}}
    for (unsigned i = 0; i < GameArena::deepest; ++i) chain = arena.make({&GameArena::zero, 1}, {&chain, 1});
    Thermographs thermographs(arena);
    EXPECT_EQ(thermographs.size(), 0U);
    EXPECT_EQ(thermographs.temperature(chain), Dyadic(0));
    EXPECT_EQ(thermographs.mean(chain), Dyadic(0));
    EXPECT_LE(thermographs.size(), arena.size());
}

}  // namespace mexbase::partizan_thermograph_test
