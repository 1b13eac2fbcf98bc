// SPDX-License-Identifier: MIT
#include "lib/games/boards/mens_morris.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "board_values.hpp"
#include "lib/rules/family.hpp"
#include "morris_text.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::mens_morris_test {

TextRules rules_on_texts(const morris_text::Rules& rules) {
    return {[rules](const std::string& text) { return rules.options(text); },
            [rules](const std::string& text) { return rules.stopped(text); }};
}

const TextRules slow = rules_on_texts(morris_text::two_squares());

std::string start_text(unsigned men) {
    return "W:................:" + std::to_string(11 * men);
}

TEST(MensMorris, OfThreeMenHasTheValuesOfItsRules) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::string start = start_text(3);
    expect_values_of(MensMorris(3), brute::solve(start, slow.options, slow.stopped), slow, 50);
}

TEST(MensMorris, MovesAreThoseOfTheRules) {
    for (const bool jumping : {false, true}) {
        morris_text::Rules on_texts = morris_text::two_squares();
        on_texts.jumping = jumping;
        const TextRules texts = rules_on_texts(on_texts);
        for (unsigned men = 3; men <= 6; ++men) {
            const MensMorris rules(MorrisForm{men, false, jumping});
            for (const Index i : sampled_indices(rules, 1000))
                ASSERT_NO_FATAL_FAILURE(expect_rules_of(rules, i, static_cast<unsigned>(i % 32), texts));
        }
    }
}

TEST(LargeMensMorris, MovesAreThoseOfTheRules) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const MorrisForm form :
         {MorrisForm{9, false, true}, {5, false, false}, {5, true, true}, {12, true, true, 4, 4}}) {
        const LargeMensMorris rules(form);
        const TextRules texts = rules_on_texts(morris_text::three_squares(form.diagonals, form.jumping));
        for (Index k = 0; k < rules.slices(); ++k)
            for (unsigned n = 0; n < 8; ++n) {
                const Slice slice = rules.slice(k);
                const Index i = slice.first + (slice.size - 1) / 7 * n;
                ASSERT_NO_FATAL_FAILURE(expect_rules_of(rules, i, static_cast<unsigned>(i % 32), texts));
            }
    }
}

// R. Gasser, "Solving Nine Men's Morris", 1996: of the positions with three men each, 82.92 % are won, 16.93 % lost and
// 0.15 % drawn, and the longest win takes 26 plies.
TEST(LargeMensMorris, OfThreeMenEachHasThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const LargeMensMorris rules(MorrisForm{9, false, true, 3, 3});
    const std::vector<OutcomeValue> values = brute::solve(rules);
    std::array<std::uint64_t, 3> counts{};  // wins, losses, draws
    std::uint64_t longest = 0;
    const Slice slice = rules.slice(1);
    for (Index i = slice.first; i < slice.first + slice.size; ++i) {
        std::set<std::pair<std::uint32_t, std::uint32_t>> positions;
        for (unsigned g = 0; g < 16; ++g) positions.emplace(rules.position(i, g).mine, rules.position(i, g).theirs);
        const OutcomeValue& value = values[i];
        counts[value.outcome == Outcome::win ? 0 : value.outcome == Outcome::loss ? 1 : 2] += positions.size();
        if (value.outcome != Outcome::draw) longest = std::max<std::uint64_t>(longest, value.remoteness);
    }
    EXPECT_EQ(counts[0] + counts[1] + counts[2], binomial(24, 3) * binomial(21, 3));
    const auto percent = [&](std::size_t k) {
        return std::round(1e4 * static_cast<double>(counts[k]) /
                          static_cast<double>(counts[0] + counts[1] + counts[2])) /
               100;
    };
    EXPECT_EQ(percent(0), 82.92);
    EXPECT_EQ(percent(1), 16.93);
    EXPECT_EQ(percent(2), 0.15);
    EXPECT_EQ(longest, 26U);
}

TEST(LargeMensMorris, HasTheValuesOfSmallerSlices) {
    const std::vector<OutcomeValue> small = brute::solve(LargeMensMorris(MorrisForm{4, true, true, 3, 3}));
    const std::vector<OutcomeValue> large = brute::solve(LargeMensMorris(MorrisForm{12, true, true, 3, 3}));
    EXPECT_TRUE(small == large) << "slices do not depend on the number of men";
}

/// Counts the positions of lower slices to which moves from each slice lead.
template <class Rules>
void expect_reads_of(const Rules& rules) {
    for (Index k = 0; k < rules.slices(); ++k) {
        const Slice slice = rules.slice(k);
        std::set<Index> read;
        for_each_position(rules, slice.first, slice.first + slice.size, [&](Index i, const auto& p) {
            if (rules.terminal(i, p, Player::left)) return;
            rules.for_each_option(i, p, Player::left, [&](Index to) {
                if (to < slice.first) read.insert(to);
            });
        });
        EXPECT_LE(read.size(), slice.reads) << k;
        EXPECT_LE(slice.reads, slice.first) << k;
    }
}

TEST(MensMorris, SlicesReadNoMoreThanTheySay) {
    expect_reads_of(MensMorris(4));
    expect_reads_of(LargeMensMorris(MorrisForm{9, false, true, 3, 3}));
    const LargeMensMorris nine(9);
    EXPECT_EQ(nine.slice(16).reads, 144232144U / 2) << "six against six reads one block of six against five";
}

TEST(LargeMensMorris, AFullBoardIsADraw) {
    const LargeMensMorris rules(12);
    const TextRules texts = rules_on_texts(morris_text::three_squares(true, true));
    const auto value = [&](const std::string& text) {
        const auto p = rules.parse(text);
        expect_rules_of(rules, rules.rank(p), rules.image(p), texts);
        return rules.terminal(rules.rank(p), p, Player::left);
    };
    EXPECT_EQ(value("W:WBWBWBWBWBWBWBWBWBWBWBWB:00"), (OutcomeValue{Outcome::draw, 0}));
    EXPECT_EQ(value("W:.BWBWWWWWBWWWWWBBBBBBBBB:00"), (OutcomeValue{Outcome::loss, 0})) << "White cannot move";
    EXPECT_FALSE(value("B:WBWBWBWBWBWBWBWBWBWBW.WB:01")) << "Black places the last man";
}

TEST(LargeMensMorris, HasNormalSpecs) {
    const auto spec = [](const char* text) { return make_game(stock_registry(), text)->spec(); };
    EXPECT_EQ(spec("mens-morris:men=6,jumping=no,board=two-squares"), "mens-morris:men=6");
    EXPECT_EQ(spec("mens-morris:men=6,jumping=yes"), "mens-morris:men=6,jumping=yes");
    EXPECT_EQ(spec("mens-morris:men=9,jumping=yes,board=three-squares,slice=3-4"), "mens-morris:men=9,slice=4-3");
    EXPECT_EQ(spec("mens-morris:men=7,board=diagonals,jumping=no,slice=3-3"),
              "mens-morris:men=7,board=diagonals,jumping=no,slice=3-3");
    EXPECT_EQ(spec_error<LargeMensMorris>("mens-morris:men=9,slice=4").second,
              "slice=4 is not a slice: expected two numbers of men in 3..9, such as 4-3");
    EXPECT_EQ(spec_error<LargeMensMorris>("mens-morris:men=9,slice=10-3").second,
              "slice=10-3 is not a slice: expected two numbers of men in 3..9, such as 4-3");
}

TEST(LargeMensMorris, WritesMenInHandAsLetters) {
    const LargeMensMorris rules(12);
    EXPECT_EQ(rules.format(rules.start()), "W:........................:cc");
    const std::string text = "B:W.......................:bc";
    EXPECT_EQ(rules.format(rules.parse(text)), text);
    EXPECT_THROW(rules.parse("B:W.......................:bd"), Error);
    const LargeMensMorris slice(MorrisForm{9, false, true, 4, 3});
    EXPECT_THROW(slice.parse("W:WWWW........BBBB........:00"), Error) << "four men against four";
    EXPECT_THROW(slice.parse("W:........................:99"), Error);
}

// The totals of the indices are those of orbits of positions by Burnside's lemma, which another program counted.
TEST(LargeMensMorris, OfNineMenHasThePublishedNumberOfIndices) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const LargeMensMorris rules(9);
    EXPECT_EQ(rules.slices(), 47U);
    EXPECT_EQ(rules.slice(0).size, 18972552U);
    EXPECT_EQ(rules.slice(1).size, 169626U);
    EXPECT_EQ(rules.slice(29).first, 18972552U + 8904593601U);
    EXPECT_EQ(rules.size(), 26773110040U);
}

// Texts by their rows of 3, 3, 2 + 2, 3 and 3 points.
TEST(MensMorris, RefusesWhatIsNoPosition) {
    const MensMorris rules(5);
    const std::string digits = "expected two digits for the men in hand, such as W:................:55";
    const std::vector<std::pair<std::string, std::string>> refused{
        {"W:................",
         "expected the board, a colon and the men in hand, White's first, such as W:................:55"},
        {"W:................:5", digits},
        {"W:................:555", digits},
        {"W:................:5x", digits},
        {"W:...............:55", "the board has 15 cells, expected 16, such as W:................:55"},
        {"W:................:66", "White has 6 men in hand and on the board, expected at most 5"},
        {"W:WW....B.........:44", "White has 6 men in hand and on the board, expected at most 5"},
        {"B:W...............:44",
         "Black is to move, so Black must have one man more in hand than White, or neither may have any; White has 4 "
         "and Black 4"},
        {"W:W...............:45",
         "White is to move, so both players must have the same number of men in hand; White has 4 and Black 5"},
        {"W:W............BBB:00", "White has 1 man left, but play ended when 2 were left"},
        {"W:WWW...........BB:00", "Black has just moved with 2 men left, but play ended when 2 were left"},
        {"W:BB..............:33",
         "White has lost 2 men and Black has placed 2, but only the third man placed and later ones can remove a man"},
        {"B:WWW.............:23",
         "Black has lost 2 men and White has placed 3, but only the third man placed and later ones can remove a man"},
    };
    for (const auto& [text, reason] : refused)
        EXPECT_EQ(refusal(rules, text), '"' + text + "\" is not a position: " + reason);
}

TEST(MensMorris, ReadsEveryPositionThatItsHandsAllow) {
    // Pieces in hand, pieces on the board and the mover decide whether a text is a position; every position has an
    // index.
    const MensMorris rules(4);
    std::size_t read = 0;
    for (unsigned white = 0; white <= 9; ++white)
        for (unsigned black = 0; black <= 9; ++black)
            for (unsigned men = 0; men <= 5; ++men)
                for (unsigned enemies = 0; enemies <= 5; ++enemies)
                    for (const char mover : {'W', 'B'}) {
                        const std::string text = mover + (":" + std::string(men, 'W')) +
                                                 std::string(16 - men - enemies, '.') + std::string(enemies, 'B') +
                                                 ':' + std::to_string(white) + std::to_string(black);
                        try {
                            const auto p = rules.parse(text);
                            const Index i = rules.rank(p);
                            ASSERT_LT(i, rules.size()) << text;
                            EXPECT_EQ(rules.position(i, rules.image(p)), p) << text;
                            EXPECT_EQ(rules.format(p), text);
                            ++read;
                        } catch (const Error& error) {
                            EXPECT_EQ(error.code(), ErrorCode::bad_position) << text;
                        }
                    }
    // With pieces in hand only one player can be to move; otherwise either.
    std::set<std::array<int, 3>> kinds;
    for_each_position(rules, 0, rules.size(), [&](Index, const MensMorris::Position& p) {
        kinds.insert({p.my_hand + p.their_hand, std::popcount(p.mine), std::popcount(p.theirs)});
    });
    std::size_t expected = 0;
    for (const auto& [hands, mine, theirs] : kinds) expected += hands > 0 ? 1 : 2;
    EXPECT_EQ(read, expected);
}

TEST(MensMorris, NamesMovesByPoints) {
    const MensMorris rules(5);
    EXPECT_EQ(rules.format(rules.start()), "W:................:55");
    EXPECT_EQ(names_of_moves(rules, "W:................:55"), "a5 c5 e5 b4 c4 d4 a3 b3 d3 e3 b2 c2 d2 a1 c1 e1");
    const std::string mill =
        "W:WW."
        "B.."
        ".."
        ".B"
        "..."
        ".B."
        ":22";
    EXPECT_EQ(names_of_moves(rules, mill), "e5xb4 e5xe3 e5xc1 c4 d4 a3 b3 d3 b2 c2 d2 a1 e1");
    const std::string slide =
        "B:WW."
        "BBB"
        "W."
        ".W"
        "..."
        "B.."
        ":00";
    EXPECT_EQ(names_of_moves(rules, slide), "b4-b3 d4-d3 a1-c1");
    EXPECT_EQ(rules.picture(rules.parse(slide)),
              "5 W-----W-----.\n"
              "  |     |     |\n"
              "4 |  B--B--B  |\n"
              "  |  |     |  |\n"
              "3 W--.     .--W\n"
              "  |  |     |  |\n"
              "2 |  .--.--.  |\n"
              "  |     |     |\n"
              "1 B-----.-----.\n"
              "  a  b  c  d  e   Black to move");
    EXPECT_NE(rules.picture(rules.start()).find("White to move; in hand: White 5, Black 5"), std::string::npos);
}

// A piece in a mill is safe while there are others.
TEST(MensMorris, RemovesMenOutsideOfMills) {
    const MensMorris rules(6);
    const std::string some_outside =
        "W:WW."
        "BBB"
        ".W"
        ".."
        ".B."
        "..."
        ":00";
    EXPECT_EQ(names_of_moves(rules, some_outside), "a5-a3 c5-e5 b3-a3 b3-b2");
    const std::string closing =
        "W:WW."
        "BBB"
        ".."
        ".W"
        ".B."
        "..."
        ":00";
    EXPECT_EQ(names_of_moves(rules, closing), "a5-a3 c5-e5 e3-e5xc2 e3-d3 e3-e1");
    const std::string all_in_mills =
        "W:WW."
        "BBB"
        ".."
        ".W"
        "..."
        "..."
        ":00";
    EXPECT_EQ(names_of_moves(rules, all_in_mills), "a5-a3 c5-e5 e3-e5xb4 e3-e5xc4 e3-e5xd4 e3-d3 e3-e1");
}

TEST(MensMorris, HasThreeToSixMen) {
    EXPECT_EQ(spec_error<MensMorris>("mens-morris:men=7,board=two-squares").second,
              "men=7 is out of range: men must be a number in 3..6");
    EXPECT_EQ(spec_error<MensMorris>("mens-morris").second, "mens-morris needs key \"men\" (3..12)");
    EXPECT_EQ(MensMorris(5).size(), 1031271U);
    EXPECT_EQ(MensMorris(6).size(), 3178025U);
}

}  // namespace mexbase::mens_morris_test
