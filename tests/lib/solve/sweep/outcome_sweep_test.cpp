// SPDX-License-Identifier: MIT
// Outcomes by one sweep, compared with the definition position by position.
#include "lib/solve/sweep/outcome_sweep.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "../../games/as_game.hpp"
#include "lib/games/heaps/heaps.hpp"
#include "lib/games/heaps/nim.hpp"
#include "lib/games/tokens/knight.hpp"
#include "lib/games/tokens/wythoff.hpp"
#include "lib/solve/sweep/sweep.hpp"
#include "lib/value/nimber.hpp"

namespace mexbase::test::outcome_sweep_test {

template <class R>
R game_of(const char* spec) {
    return R::make(Parameters(parse_spec(spec), R::help()));
}

/// Checks every value by those of the options: a win is one ply longer than the shortest loss among them, a loss one
/// longer than the longest win.
template <class R>
void expect_outcomes(const R& rules, Play play, const OutcomeCells& cells) {
    ASSERT_EQ(cells.size(), rules.size());
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) continue;
        std::vector<OutcomeValue> options;
        rules.for_each_option(i, rules.unrank(i), Player::left, [&](Index to) { options.push_back(cells[to]); });
        OutcomeValue expected{play == Play::normal ? Outcome::loss : Outcome::win, 0};
        if (!options.empty()) expected = {Outcome::loss, 0};
        for (const OutcomeValue& option : options) {
            const std::uint64_t plies = option.remoteness + 1;
            if (option.outcome == Outcome::win) {
                if (expected.outcome == Outcome::loss) expected.remoteness = std::max(expected.remoteness, plies);
            } else if (expected.outcome == Outcome::loss || plies < expected.remoteness) {
                expected = {Outcome::win, plies};
            }
        }
        ASSERT_EQ(cells[i], expected) << rules.format(rules.unrank(i));
    }
}

TEST(OutcomeSweep, FollowsFromTheOptions) {
    for (const Play play : {Play::normal, Play::misere}) {
        const auto heaps = game_of<Subtraction>("subtraction:set=2-5-7,max=3000");
        expect_outcomes(heaps, play, sweep_outcomes(as_game(heaps), play));
        const auto squares = game_of<Square>("square:max=2000");
        expect_outcomes(squares, play, sweep_outcomes(as_game(squares), play));
        const auto knight = game_of<Knight>("knight:size=30");  // ordered by layers
        expect_outcomes(knight, play, sweep_outcomes(as_game(knight), play));
        const auto queen = game_of<Wythoff>("wythoff:max=40");
        expect_outcomes(queen, play, sweep_outcomes(as_game(queen), play));
    }
}

TEST(OutcomeSweep, IsTheSameInAFile) {
    const auto expect_same = [](const auto& rules, unsigned threads) {
        const SweepOptions in_file{.threads = threads, .scratch = std::filesystem::temp_directory_path()};
        const OutcomeCells stored = sweep_outcomes(as_game(rules), Play::normal, in_file),
                           kept = sweep_outcomes(as_game(rules), Play::normal);
        EXPECT_TRUE(stored.in_file());
        const auto nimbers = sweep<NimberFold>(as_game(rules), in_file), in_memory = sweep<NimberFold>(as_game(rules));
        EXPECT_TRUE(nimbers.in_file());
        for (Index i = 0; i < rules.size(); ++i) {
            ASSERT_EQ(stored[i], kept[i]) << i;
            ASSERT_EQ(nimbers[i], in_memory[i]) << i;
        }
    };
    expect_same(game_of<Subtraction>("subtraction:set=1,max=40000"), 1);  // widens its cells
    expect_same(game_of<Knight>("knight:size=600"), 2);                   // has layers
    expect_same(game_of<Nim>("nim:piles=3,max=60"), 2);
}

TEST(OutcomeSweep, IsTheSameByLines) {
    const auto expect_same = [](const auto& rules, Play play) {
        // No memory for the lines.
        SweepOptions every_option{.memory = 2 * rules.size()};
        ASSERT_TRUE(detail::sweeps_by_lines(as_game(rules), 2, {}));
        ASSERT_FALSE(detail::sweeps_by_lines(as_game(rules), 2, every_option));
        const OutcomeCells by_lines = sweep_outcomes(as_game(rules), play),
                           by_options = sweep_outcomes(as_game(rules), play, every_option);
        for (Index i = 0; i < rules.size(); ++i) ASSERT_EQ(by_lines[i], by_options[i]) << rules.format(rules.unrank(i));
    };
    for (const Play play : {Play::normal, Play::misere}) {
        expect_same(game_of<Wythoff>("wythoff:max=80"), play);
        expect_same(game_of<Nim>("nim:piles=2,max=70"), play);
        expect_same(game_of<Nim>("nim:piles=3,max=47"), play);
        const auto piles = game_of<Nim>("nim:piles=2,max=40");
        expect_outcomes(piles, play, sweep_outcomes(as_game(piles), play));
    }
    // For short lines, the data per line would exceed the values.
    EXPECT_FALSE(detail::sweeps_by_lines(as_game(game_of<Nim>("nim:piles=4,max=5")), 2, {}));
}

TEST(OutcomeSweep, WidensItsCellsForLongPlay) {
    const auto heaps = game_of<Subtraction>("subtraction:set=1,max=40000");
    const OutcomeCells cells = sweep_outcomes(as_game(heaps), Play::normal);
    EXPECT_EQ(cells.cell_bytes(), 4U);
    expect_outcomes(heaps, Play::normal, cells);
    EXPECT_EQ(cells[40000], (OutcomeValue{Outcome::loss, 40000}));
}

/// Take one or two; a heap of 4 is terminal, and won for the player to move.
struct StopsAtFour : Subtraction {
    static constexpr Has has{.heap_game = true,
                             .options_descend = true,
                             .predecessors = true,
                             .terminal = true,
                             .drawing = true,
                             .normalise = true};
    static StopsAtFour make(const Parameters& p) { return {Subtraction::make(p)}; }
    std::optional<OutcomeValue> terminal(Index i, const Position&, Player) const {
        if (i == 4) return OutcomeValue{Outcome::win, 0};
        return std::nullopt;
    }
};

TEST(OutcomeSweep, StopsWherePlayStops) {
    const StopsAtFour rules{game_of<Subtraction>("subtraction:set=1-2,max=8")};
    const OutcomeCells cells = sweep_outcomes(as_game(rules), Play::normal);
    EXPECT_EQ(cells[3], (OutcomeValue{Outcome::loss, 2}));
    EXPECT_EQ(cells[4], (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(cells[5], (OutcomeValue{Outcome::win, 3}));
    EXPECT_EQ(cells[6], (OutcomeValue{Outcome::loss, 4}));
}

TEST(OutcomeSweep, TellsHowFarItIs) {
    const auto heaps = game_of<Subtraction>("subtraction:set=1,max=200000");
    SweepOptions options;
    Index last = 0;
    options.progress = [&](Index done, Index total) {
        EXPECT_EQ(total, heaps.size());
        EXPECT_GE(done, last);
        last = done;
    };
    sweep_outcomes(as_game(heaps), Play::normal, options);
    EXPECT_EQ(last, heaps.size());
}

}  // namespace mexbase::test::outcome_sweep_test
