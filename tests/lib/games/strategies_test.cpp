// SPDX-License-Identifier: MIT
#include "strategies.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace mexbase::strategies::strategies_test {

using Side = std::pair<std::size_t, std::size_t>;  // rows and columns

std::vector<Side> boards(bool odd) {
    std::vector<Side> found;
    for (std::size_t columns = 1; columns <= 13; ++columns) found.emplace_back(1, columns);
    for (std::size_t columns = 2; columns <= 7; ++columns) found.emplace_back(2, columns);
    found.insert(found.end(), {{3, 2}, {3, 3}, {3, 4}, {3, 5}, {3, 6}, {4, 3}, {4, 4}, {4, 5}, {5, 5}});
    std::erase_if(found, [&](const Side& side) { return (side.first % 2 == 1 && side.second % 2 == 1) != odd; });
    return found;
}

std::string name(const ColouringOnGrid& board) {
    return (board.col ? "Col " : "Snort ") + std::to_string(board.rows) + "x" + std::to_string(board.columns);
}

/// Theorems 1 and 4 of Uiterwijk.
TEST(CentreStrategies, WinForTheSecondPlayerOnEvenBoards) {
    for (const bool col : {true, false})
        for (const auto& [rows, columns] : boards(false)) {
            const ColouringOnGrid board{col, rows, columns};
            EXPECT_TRUE(Certification(board, CentreStrategy{!col}, board.start()).holds()) << name(board);
        }
}

TEST(CentreStrategies, MayUseEitherColourWhereBothSidesAreEven) {
    for (const bool col : {true, false})
        for (const auto& [rows, columns] : boards(false)) {
            const ColouringOnGrid board{col, rows, columns};
            const bool both = rows % 2 == 0 && columns % 2 == 0;
            EXPECT_EQ(Certification(board, CentreStrategy{col}, board.start()).holds(), both) << name(board);
        }
}

/// Theorems 2 and 5: centre-same after the centre. Centre-opp fails as soon as the centre has neighbours.
TEST(CentreStrategies, WinForTheFirstPlayerOnOddBoards) {
    for (const bool col : {true, false})
        for (const auto& [rows, columns] : boards(true)) {
            const ColouringOnGrid board{col, rows, columns};
            for (const char colour : {'B', 'R'}) {
                const std::string opened = after(board.start(), {rows * columns / 2, colour});
                EXPECT_TRUE(Certification(board, CentreStrategy{true}, opened).holds()) << name(board);
                EXPECT_EQ(Certification(board, CentreStrategy{false}, opened).holds(), rows * columns == 1)
                    << name(board);
            }
        }
}

/// Returns the nimber of a position by mex, for any rules.
template <class Rules>
class BruteForce {
  public:
    unsigned nimber(const std::string& position) {
        const auto at = known_.find(position);
        if (at != known_.end()) return at->second;
        std::set<unsigned> options;
        for_each_move(Rules{}, position, [&](const Move& move) { options.insert(nimber(after(position, move))); });
        unsigned mex = 0;
        while (options.contains(mex)) ++mex;
        return known_[position] = mex;
    }

  private:
    std::unordered_map<std::string, unsigned> known_;
};

/// Calls `f` with every position of a path in which no vertex has a neighbour of another colour: all that Snort can
/// reach.
void for_each_snort_position(std::size_t vertices, const std::function<void(const std::string&)>& f,
                             const std::string& begun = "") {
    if (begun.size() == vertices) return f(begun);
    for (const char c : {'.', 'B', 'R'})
        if (c == '.' || begun.empty() || begun.back() != opposite(c)) for_each_snort_position(vertices, f, begun + c);
}

/// Merges neighbours of one colour, as in lemma 6.
std::string merged(const std::string& position) {
    std::string short_one;
    for (const char c : position)
        if (c == '.' || short_one.empty() || short_one.back() != c) short_one += c;
    return short_one;
}

std::size_t holes(const std::string& position) {
    return static_cast<std::size_t>(std::ranges::count(position, '.'));
}

/// Returns B.R.B…, with that many holes.
std::string alternating(std::size_t wanted) {
    std::string position = "B";
    for (std::size_t h = 0; h < wanted; ++h) position += h % 2 == 0 ? ".R" : ".B";
    return position;
}

TEST(SnoGoOnPaths, NeighboursOfOneColourMayBeMerged) {
    BruteForce<SnoGoOnPath> brute;
    for (std::size_t n = 1; n <= 8; ++n)
        for_each_snort_position(
            n, [&](const std::string& p) { EXPECT_EQ(brute.nimber(p), brute.nimber(merged(p))) << p; });
}

/// Lemma 7.
TEST(SnoGoOnPaths, SnortEndsInAlternatingColoursWithSingleHoles) {
    for (std::size_t n = 1; n <= 13; ++n)
        for_each_snort_position(n, [&](const std::string& p) {
            if (!SnoGoOnPath::second_phase(p)) return;
            std::string pattern = alternating(holes(p));
            if (p.front() == 'R')
                for (char& c : pattern)
                    if (c != '.') c = opposite(c);
            ASSERT_EQ(merged(p), pattern) << p;
        });
}

/// Lemma 9; with fewer than two holes there are no moves.
TEST(SnoGoOnPaths, SecondPhaseIsNodeKaylesOnTheHolesButTwo) {
    const auto kayles = node_kayles(20);
    const auto wanted = [&](std::size_t m) { return m < 2 ? 0 : kayles[m - 2]; };
    BruteForce<SnoGoOnPath> brute;
    for (std::size_t n = 1; n <= 13; ++n)
        for_each_snort_position(n, [&](const std::string& p) {
            if (!SnoGoOnPath::second_phase(p)) return;
            ASSERT_EQ(brute.nimber(p), wanted(holes(p))) << p;
        });
    for (std::size_t m = 0; m <= 10; ++m) EXPECT_EQ(brute.nimber(alternating(m)), wanted(m)) << m;
}

/// Dawson's Chess (Winning Ways, chapter 4), and the facts on it used by the proof of theorem 12.
TEST(SnoGoOnPaths, NodeKaylesIsWonOnOddPaths) {
    const auto kayles = node_kayles(400);
    const std::vector<unsigned> first{0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2,
                                      2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4};
    EXPECT_TRUE(std::equal(first.begin(), first.end(), kayles.begin()));
    for (std::size_t n = 1; n <= 400; n += 2) EXPECT_NE(kayles[n], 0U) << n;
    for (std::size_t n = 52; n + 34 <= 400; ++n) EXPECT_EQ(kayles[n], kayles[n + 34]) << n;
}

/// Finds the numbers of holes with which Snort can end, by playing it.
class HolesInTheEnd {
  public:
    Holes of(const std::string& p) {
        const auto at = known_.find(p);
        if (at != known_.end()) return at->second;
        Holes found = 0;
        if (SnoGoOnPath::second_phase(p))
            found = Holes{1} << holes(p);
        else
            for_each_move(SnoGoOnPath{}, p, [&](const Move& move) { found |= of(after(p, move)); });
        return known_[p] = found;
    }

  private:
    std::unordered_map<std::string, Holes> known_;
};

/// Lemma 10.
TEST(SnoGoOnPaths, ColoursNearTheEndsSettleTheParityOfHoles) {
    constexpr Holes even = 0x55555555;
    HolesInTheEnd ends;
    for (std::size_t n = 2; n <= 11; ++n)
        for_each_snort_position(n, [&](const std::string& p) {
            for (const char left : {p[0], p[1]})
                for (const char right : {p[n - 2], p[n - 1]})
                    if (left != '.' && right != '.') {
                        ASSERT_EQ(ends.of(p) & (left == right ? ~even : even), 0U) << p;
                    }
        });
}

TEST(SnoGoOnPaths, BoundsOnHolesHold) {
    HolesInTheEnd ends;
    for (std::size_t n = 1; n <= 11; ++n)
        for_each_snort_position(n, [&](const std::string& p) { ASSERT_EQ(ends.of(p) & ~possible_holes(p), 0U) << p; });
}

/// Lemma 11, which is about odd paths; on even paths the same numbers of holes win for the second player.
TEST(SnoGoOnPaths, NumberOfHolesTellsWhoWins) {
    BruteForce<SnoGoOnPath> brute;
    for (std::size_t n = 1; n <= 13; ++n)
        for_each_snort_position(n, [&](const std::string& p) {
            if (!SnoGoOnPath::second_phase(p)) return;
            const bool first_to_move = (n - holes(p)) % 2 == 0;
            const bool first_wins = first_to_move == (brute.nimber(p) != 0);
            if ((won_holes >> holes(p) & 1) != 0) {
                ASSERT_EQ(first_wins, n % 2 == 1) << p;
            }
            if (holes(p) == 1) {
                ASSERT_EQ(first_wins, n % 2 == 0) << p;
            }
        });
}

TEST(SnoGoOnPaths, AreWonByTheFirstPlayerIfOdd) {
    BruteForce<SnoGoOnPath> brute;
    for (std::size_t n = 0; n <= 10; ++n) EXPECT_EQ(brute.nimber(std::string(n, '.')) != 0, n % 2 == 1) << n;
}

Certification<SnoGoOnPath, SnoGoPathStrategy> certify_sno_go(std::size_t vertices, bool as_printed) {
    std::string start(vertices, '.');
    if (vertices % 2 == 1) start = after(start, SnoGoPathStrategy::opening(vertices));
    return {SnoGoOnPath{}, SnoGoPathStrategy(vertices, as_printed), start};
}

/// Theorem 12.
TEST(SnoGoStrategy, WinsAgainstEveryReply) {
    for (std::size_t n = 1; n <= 15; ++n) EXPECT_TRUE(certify_sno_go(n, false).holds()) << n;
}

/// In case (vi) of the proof the opponent has coloured the second vertex: [.B.....B.......]. The proof answers at the
/// fifth vertex and claims 0 or 2 holes. But the opponent can then colour the second vertex from the other end red,
/// which makes the number of holes odd, and three cannot be reached. No shorter path shows it. In either colour the
/// fifth vertex loses; the reflection wins.
TEST(SnoGoStrategy, AsPrintedFailsFirstOnFifteenVertices) {
    for (std::size_t n = 1; n <= 14; ++n) EXPECT_TRUE(certify_sno_go(n, true).holds()) << n;
    const auto printed = certify_sno_go(15, true);
    EXPECT_FALSE(printed.holds());
    EXPECT_EQ(printed.refutation(),
              (std::vector<std::string>{".B.....B.......", ".B..B..B.......", ".B..B..B.....R."}));
    BruteForce<SnoGoOnPath> brute;
    EXPECT_EQ(brute.nimber(".B..B..B.....R."), 0U);
    EXPECT_NE(brute.nimber(".B..B..B......."), 0U);
    EXPECT_NE(brute.nimber(".B..R..B......."), 0U);
    EXPECT_EQ(brute.nimber(".B.....B.....B."), 0U);
}

/// Returns the nimber of Cutthroat on a path of colours that is one component, or 0 if it has one colour.
unsigned cutthroat(const std::string& path, std::map<std::string, unsigned>& known) {
    if (path.find('B') == std::string::npos || path.find('R') == std::string::npos) return 0;
    const auto at = known.find(path);
    if (at != known.end()) return at->second;
    std::set<unsigned> options;
    for (std::size_t v = 0; v < path.size(); ++v)
        options.insert(cutthroat(path.substr(0, v), known) ^ cutthroat(path.substr(v + 1), known));
    unsigned mex = 0;
    while (options.contains(mex)) ++mex;
    return known[path] = mex;
}

/// Lemma 3.
TEST(GoCutOnPaths, ComponentsAreTwoHeapsLessOneEachPlusOne) {
    std::map<std::string, unsigned> known;
    for (std::size_t i = 1; i <= 12; ++i)
        for (std::size_t j = 1; j <= 12; ++j) {
            EXPECT_EQ(cutthroat(std::string(i, 'B') + std::string(j, 'R'), known), ((i - 1) ^ (j - 1)) + 1);
            EXPECT_EQ(cutthroat(std::string(i, 'R') + std::string(j, 'B'), known), ((i - 1) ^ (j - 1)) + 1);
        }
}

struct NoGoOnPath {
    static bool legal(const std::string& p, const Move& move) { return SnoGoOnPath::nogo(p, move); }
};

/// The basis of lemma 3: no component of Cutthroat changes colour twice.
TEST(GoCutOnPaths, NoGoLeavesComponentsOfOneRunOfEachColour) {
    std::set<std::string> seen, ends, components;
    const std::function<void(const std::string&)> play = [&](const std::string& p) {
        if (!seen.insert(p).second) return;
        bool over = true;
        for_each_move(NoGoOnPath{}, p, [&](const Move& move) {
            over = false;
            play(after(p, move));
        });
        if (over) ends.insert(p);
    };
    for (std::size_t n = 1; n <= 9; ++n) play(std::string(n, '.'));
    for (const std::string& end : ends)
        for (std::size_t first = 0; first < end.size();) {
            const std::size_t last = std::min(end.find('.', first), end.size());
            components.insert(merged(end.substr(first, last - first)));
            first = last + 1;
        }
    EXPECT_EQ(components, (std::set<std::string>{"", "B", "R", "BR", "RB"}));
}

}  // namespace mexbase::strategies::strategies_test
