// SPDX-License-Identifier: MIT
// The L game with the rules of data/programs/l_game.py, compared with brute force and with published values
// (docs/results/l-game.md).
#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "lib/rules/game.hpp"
#include "program.hpp"
#include "query/table.hpp"

namespace mexbase::test {
namespace l_game_test {

/// All positions as users see them, without symmetry: sets of squares, bit 4 r + c for row r and column c.
struct BruteLGame {
    struct Position {
        std::uint32_t mine, other, neutral;  // mine: of the player to move
        auto operator<=>(const Position&) const = default;
    };
    std::vector<std::uint32_t> places;
    std::vector<Position> positions;
    std::vector<std::vector<std::uint32_t>> options;
    std::vector<OutcomeValue> values;

    BruteLGame() {
        find_places();
        std::vector<std::pair<std::size_t, std::size_t>> key;
        for (std::size_t a = 0; a < places.size(); ++a)
            for (std::size_t b = 0; b < places.size(); ++b) {
                if ((places[a] & places[b]) != 0) continue;
                for (unsigned i = 0; i < 16; ++i)
                    for (unsigned j = i + 1; j < 16; ++j) {
                        const std::uint32_t neutral = 1U << i | 1U << j;
                        if ((neutral & (places[a] | places[b])) != 0) continue;
                        number_[at(a, b, i, j)] = static_cast<std::uint32_t>(positions.size());
                        positions.push_back({places[a], places[b], neutral});
                        key.emplace_back(a, b);
                    }
            }
        for (std::size_t p = 0; p < positions.size(); ++p) add_options(positions[p], key[p].first, key[p].second);
        sweep();
    }
    std::uint32_t number(const Position& p) const {
        const auto found = std::lower_bound(by_value_.begin(), by_value_.end(), std::pair(p, 0U));
        return found->second;
    }

  private:
    std::vector<std::uint32_t> number_ = std::vector<std::uint32_t>(48 * 48 * 256);
    std::vector<std::pair<Position, std::uint32_t>> by_value_;

    static std::size_t at(std::size_t a, std::size_t b, unsigned i, unsigned j) {
        return ((a * 48 + b) * 16 + std::min(i, j)) * 16 + std::max(i, j);
    }
    /// Lists the Ls: three squares in a line, and one next to either end of it.
    void find_places() {
        const auto square = [](int r, int c) { return r >= 0 && r < 4 && c >= 0 && c < 4 ? 1U << (4 * r + c) : 0U; };
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 2; ++c)
                for (const int end : {c, c + 2})
                    for (const int side : {-1, 1})
                        for (const bool upright : {false, true}) {
                            const auto put = [&](int line, int along) {
                                return upright ? square(along, line) : square(line, along);
                            };
                            if (put(r + side, end) == 0) continue;
                            places.push_back(put(r, c) | put(r, c + 1) | put(r, c + 2) | put(r + side, end));
                        }
    }
    void add_options(const Position& p, std::size_t mine, std::size_t other) {
        options.emplace_back();
        for (std::size_t place = 0; place < places.size(); ++place) {
            if (place == mine || (places[place] & (p.other | p.neutral)) != 0) continue;
            const std::uint32_t taken = places[place] | p.other | p.neutral;
            unsigned pieces[2] = {}, count = 0;
            for (unsigned i = 0; i < 16; ++i)
                if ((p.neutral >> i & 1U) != 0) pieces[count++] = i;
            options.back().push_back(number_[at(other, place, pieces[0], pieces[1])]);
            for (unsigned to = 0; to < 16; ++to)
                for (const unsigned stays : pieces)
                    if ((taken >> to & 1U) == 0) options.back().push_back(number_[at(other, place, stays, to)]);
        }
        by_value_.emplace_back(p, static_cast<std::uint32_t>(by_value_.size()));
    }
    /// Sweeps one ply at a time until nothing changes.
    void sweep() {
        std::sort(by_value_.begin(), by_value_.end());
        values.assign(positions.size(), {Outcome::draw, 0});
        for (std::uint32_t ply = 0;; ++ply) {
            std::vector<std::pair<std::size_t, Outcome>> found;
            for (std::size_t p = 0; p < positions.size(); ++p) {
                if (values[p].outcome != Outcome::draw) continue;
                bool wins = false, loses = true;
                for (const std::uint32_t q : options[p]) {
                    const Outcome outcome = values[q].outcome;
                    wins = outcome == Outcome::loss;
                    loses = loses && outcome == Outcome::win;
                    if (wins) break;
                }
                if (wins || loses) found.emplace_back(p, wins ? Outcome::win : Outcome::loss);
            }
            if (found.empty()) return;
            for (const auto& [p, outcome] : found) values[p] = {outcome, ply};
        }
    }
};

const BruteLGame& brute() {
    static const BruteLGame game;
    return game;
}

std::uint32_t squares(const std::string& text, char mark) {
    std::uint32_t set = 0;
    for (unsigned cell = 0; cell < 16; ++cell)
        if (text[cell + cell / 4] == mark) set |= 1U << cell;
    return set;
}
/// Reflects in the diagonal, or else left to right: these two generate all eight symmetries.
std::uint32_t image(std::uint32_t set, bool diagonal) {
    std::uint32_t out = 0;
    for (unsigned r = 0; r < 4; ++r)
        for (unsigned c = 0; c < 4; ++c)
            if ((set >> (4 * r + c) & 1U) != 0) out |= 1U << (diagonal ? 4 * c + r : 4 * r + 3 - c);
    return out;
}

TEST(LGame, HasThePublishedCounts) {
    const BruteLGame& game = brute();
    EXPECT_EQ(game.places.size(), 48U);
    EXPECT_EQ(game.positions.size(), 18368U);
    // Times eight: 15 final positions, and 14 that are lost later.
    std::array<std::uint64_t, 10> decided{};
    for (const OutcomeValue& value : game.values)
        if (value.outcome != Outcome::draw) ++decided[value.remoteness];
    EXPECT_EQ(decided[0], 8 * 15U);
    EXPECT_EQ(decided[2] + decided[4] + decided[6] + decided[8], 8 * 14U);
    // From the first position all are reachable with either player to move, in at most six moves.
    std::vector<std::uint32_t> level{2 * game.number({0x0446, 0x6220, 0x8001})};  // and one more for the other player
    EXPECT_EQ(game.options[level[0] / 2].size(), 65U);
    EXPECT_EQ(game.values[level[0] / 2].outcome, Outcome::draw);
    std::vector<char> reached(2 * game.positions.size());
    reached[level[0]] = 1;
    for (int move = 0; move < 6; ++move) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t p : level)
            for (const std::uint32_t q : game.options[p / 2])
                if (char& is = reached[2 * q + (p + 1) % 2]; is == 0) {
                    is = 1;
                    next.push_back(2 * q + (p + 1) % 2);
                }
        level.swap(next);
    }
    EXPECT_EQ(std::ranges::count(reached, 1), 2 * 18368);
}

TEST(LGame, AsAProgramIsTheGameOfBruteForceUpToSymmetry) {
    const BruteLGame& game = brute();
    const Scratch scratch;
    const Ran made = run(scratch, "mexgen",
                         {"program:name=l-game", "-o", scratch.path("t.mxb"), "--arcs", "--quiet", "--threads", "1",
                          "--command", "exec python3 '" + std::string(MEXBASE_DATA) + "/programs/l_game.py'"});
    ASSERT_EQ(made.status, 0) << made.err;
    const Table table = Table::open(scratch.path("t.mxb")).value();
    const Game& explored = table.game().value();
    ASSERT_EQ(explored.size(), 2296U);
    EXPECT_EQ(explored.format(*explored.start()), "...o/AAAB/ABBB/o...");
    std::vector<bool> seen(game.positions.size());
    for (Index i = 0; i < explored.size(); ++i) {
        const std::string text = explored.format(i);
        BruteLGame::Position p{squares(text, 'A'), squares(text, 'B'), squares(text, 'o')};
        const OutcomeValue value = table.at(i).value().outcome;
        for (int k = 0; k < 8; ++k) {
            const std::uint32_t number = game.number(p);
            ASSERT_EQ(game.positions[number], p) << text;
            EXPECT_FALSE(seen[number]) << text;
            seen[number] = true;
            EXPECT_EQ(value, game.values[number]) << text;
            p = {image(p.mine, k % 2 == 0), image(p.other, k % 2 == 0), image(p.neutral, k % 2 == 0)};
        }
    }
    EXPECT_EQ(std::ranges::count(seen, true), 18368);

    // All are reachable in three moves.
    std::set<Index> reached{*explored.start()};
    std::vector<Index> options;
    for (int move = 0; move < 3; ++move)
        for (const Index p : std::set(reached)) {
            explored.options(p, Player::left, options);
            reached.insert(options.begin(), options.end());
        }
    EXPECT_EQ(reached.size(), 2296U);
}

}  // namespace l_game_test
}  // namespace mexbase::test
