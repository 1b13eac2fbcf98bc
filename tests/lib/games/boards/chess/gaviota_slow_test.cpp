// SPDX-License-Identifier: MIT
// Three pieces, compared with the distance to mate in Debian's gaviotatb, if it and libgaviotatb-dev are installed: an
// independent computation.
#include <gtest/gtest.h>

#ifdef MEXBASE_GAVIOTA
#include <gtb-probe.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lib/value/outcome.hpp"
#include "mailbox.hpp"
#include "solved_chess.hpp"

namespace mexbase::chess {
namespace {

struct Side {
    std::vector<unsigned> squares;
    std::vector<unsigned char> men;
};

Side gaviota_side(const mailbox::Board& board, mailbox::Colour colour) {
    static const std::string kinds = ".PNBRQK";  // by Gaviota's numbers
    Side side;
    for (std::size_t s = 0; s < 64; ++s)
        if (mailbox::belongs(board.men[s], colour)) {
            side.squares.push_back(static_cast<unsigned>(s));
            side.men.push_back(static_cast<unsigned char>(kinds.find(mailbox::kind_of(board.men[s]))));
        }
    side.squares.push_back(tb_NOSQUARE);
    side.men.push_back(tb_NOPIECE);
    return side;
}

// Returns the value of Gaviota's tables for the player to move, or `std::nullopt` if they have none.
std::optional<OutcomeValue> gaviota_value(const mailbox::Board& board) {
    const Side white = gaviota_side(board, mailbox::Colour::white), black = gaviota_side(board, mailbox::Colour::black);
    const bool white_moves = board.mover == mailbox::Colour::white;
    unsigned info = tb_UNKNOWN, plies = 0;
    if (!tb_probe_hard(white_moves ? tb_WHITE_TO_MOVE : tb_BLACK_TO_MOVE, tb_NOSQUARE, tb_NOCASTLE,
                       white.squares.data(), black.squares.data(), white.men.data(), black.men.data(), &info, &plies))
        return std::nullopt;
    if (info == tb_DRAW) return OutcomeValue{Outcome::draw, 0};
    if (info != tb_WMATE && info != tb_BMATE) return std::nullopt;
    return OutcomeValue{(info == tb_WMATE) == white_moves ? Outcome::win : Outcome::loss, plies};
}

TEST(Chess, OfThreeMenHasThePublishedDistancesOfGaviota) {
    std::array<const char*, 2> paths{MEXBASE_GAVIOTA, nullptr};
    tb_init(0, tb_CP4, paths.data());
    tbcache_init(std::size_t{32} << 20, 96);
    const SolvedChess solved("KPK");
    std::size_t compared = 0;
    for_each_position(solved.rules, 0, solved.rules.size(), [&](Index i, const Chess::Position&) {
        for (unsigned g = 0; g < solved.rules.images(); ++g) {
            const auto p = solved.rules.position(i, g);
            if (solved.rules.image(p) != g) continue;
            const std::string text = solved.rules.format(p);
            const std::optional<OutcomeValue> said = gaviota_value(mailbox::read(text));
            ASSERT_TRUE(said.has_value()) << text;
            ASSERT_TRUE(solved.value(i) == *said)
                << text << ": " << to_string(solved.value(i)) << ", not " << to_string(*said);
            ++compared;
        }
    });
    tbcache_done();
    tb_done();
    // With the side of two pieces to move, with the other, and bare kings; for either colour.
    EXPECT_EQ(compared, 2 * (881784U + 1063800U + 3612U));
}

}  // namespace
}  // namespace mexbase::chess

#else

TEST(Chess, OfThreeMenHasThePublishedDistancesOfGaviota) {
    GTEST_SKIP() << "needs Debian's libgaviotatb-dev and gaviotatb";
}

#endif
