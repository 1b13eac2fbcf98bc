// SPDX-License-Identifier: MIT
// Distances to zeroing: plies to the next capture, pawn move or mate that keeps the outcome.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/solve/outcomes/solve.hpp"
#include "solved_chess.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::chess {
namespace {

/// All materials that `material` leads to, with their distances to an exit.
struct SolvedExits {
    explicit SolvedExits(std::string_view material)
        : game(Chess({parse_material(material)}).with_exits(), "", nullptr, Distance::exit) {
        AnalysisListener quiet;
        cells = solve(game, SolveOptions{.threads = 2}, quiet).cells;
    }
    const Chess& rules() const { return game.rules(); }

    GameOf<Chess> game;
    OutcomeCells cells;
};

/// Longest wins of a material, in plies: of the side that its name has first, and of the other side.
std::array<std::uint64_t, 2> longest_wins(const SolvedExits& solved, std::string_view material) {
    std::array<std::uint64_t, 2> longest{};
    for (const MaterialNumbering& layout : solved.rules().layouts()) {
        if (layout.material() != parse_material(material)) continue;
        for (Index i = layout.first(); i < layout.first() + layout.size(); ++i) {
            const OutcomeValue value = solved.cells[i];
            if (value.outcome != Outcome::win && value.outcome != Outcome::loss) continue;
            const unsigned mover = layout.unrank(i).mover;
            std::uint64_t& of_winner = longest[value.outcome == Outcome::win ? mover : 1 - mover];
            of_winner = std::max(of_winner, value.remoteness);
            if (layout.symmetric()) longest[0] = longest[1] = std::max(longest[0], longest[1]);
        }
    }
    return longest;
}

struct Published {
    std::string_view material;
    std::array<std::uint64_t, 2> longest;
};

TEST(ChessExits, AreAsFarAsSyzygysTablesSay) {
    MEXBASE_SKIP_IN_SANITIZERS();
    // Longest distances from the statistics of Ronald de Man's Syzygy tables (github.com/syzygy1/tb).
    constexpr Published published[] = {{"KQK", {20, 0}},  {"KRK", {32, 0}},  {"KPK", {20, 0}},  {"KBK", {0, 0}},
                                       {"KNK", {0, 0}},   {"KBBK", {38, 0}}, {"KBNK", {66, 0}}, {"KNNK", {1, 0}},
                                       {"KQKR", {62, 5}}, {"KRKB", {36, 0}}, {"KRKN", {54, 1}}, {"KBKN", {1, 1}},
                                       {"KRRK", {11, 0}}, {"KQKB", {24, 0}}};
    for (const auto& [material, longest] : published)
        EXPECT_EQ(longest_wins(SolvedExits(material), material), longest) << material;
}

/// Outcomes of all positions if the game is a draw after a number of plies without an exit. The last ply may still give
/// mate. Computed by plies, from the limit down to 0: nothing is looked up in a table of distances.
class WithCounter {
  public:
    WithCounter(const SolvedExits& solved, unsigned limit) : limit_(limit) {
        const Game& game = solved.game;
        Options rows;
        game.options(0, game.size(), Player::left, Moves::no_limit, rows);
        outcomes_.assign(limit + 1, std::vector<Outcome>(static_cast<std::size_t>(game.size()), Outcome::draw));
        for (const Slice& slice : game.traits().order.slices)
            for (unsigned plies = limit + 1; plies-- > 0;) sweep(rows, slice, plies);
    }
    Outcome at(Index i, unsigned plies) const { return outcomes_[plies][static_cast<std::size_t>(i)]; }

  private:
    void sweep(const Options& rows, const Slice& slice, unsigned plies) {
        const auto from = std::lower_bound(rows.positions.begin(), rows.positions.end(), slice.first);
        auto stop = std::lower_bound(rows.stops.begin(), rows.stops.end(), from - rows.positions.begin(),
                                     [](const auto& each, auto row) { return each.row < row; });
        for (auto p = from; p != rows.positions.end() && *p < slice.first + slice.size; ++p) {
            const auto row = static_cast<std::size_t>(p - rows.positions.begin());
            Outcome& here = outcomes_[plies][static_cast<std::size_t>(*p)];
            if (stop != rows.stops.end() && stop->row == row) {
                here = (stop++)->value.outcome;
                continue;
            }
            if (plies == limit_) continue;
            bool some_lost = false, all_won = true;
            for (const Index to : rows.targets_of(row)) {
                const Outcome option = outcomes_[to < slice.first ? 0 : plies + 1][static_cast<std::size_t>(to)];
                some_lost = some_lost || option == Outcome::loss;
                all_won = all_won && option == Outcome::win;
            }
            here = some_lost ? Outcome::win : all_won ? Outcome::loss : Outcome::draw;
        }
    }

    unsigned limit_;
    std::vector<std::vector<Outcome>> outcomes_;  // by plies since the last exit
};

TEST(ChessExits, TellTheOutcomeForEveryCounterOfTheRuleOfFiftyMoves) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const SolvedExits solved("KPK");
    constexpr auto limit = static_cast<unsigned>(Chess::exit_limit);
    const WithCounter counted(solved, limit);
    Index in_time = 0, too_late = 0;
    for (Index i = 0; i < solved.game.size(); ++i) {
        const OutcomeValue value = solved.cells[i];
        const bool decided = value.outcome == Outcome::win || value.outcome == Outcome::loss;
        for (unsigned plies = 0; plies <= limit; ++plies) {
            const bool in_limit = decided && value.remoteness + plies <= limit;
            ASSERT_EQ(counted.at(i, plies), in_limit ? value.outcome : Outcome::draw) << i << " after " << plies;
            in_time += in_limit ? 1 : 0;
            too_late += decided && !in_limit ? 1 : 0;
        }
    }
    EXPECT_GT(in_time, 10'000'000U);
    EXPECT_GT(too_late, 1'000'000U);
}

}  // namespace
}  // namespace mexbase::chess
