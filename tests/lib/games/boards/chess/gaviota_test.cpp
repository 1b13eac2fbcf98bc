// Three men, against the tables of Debian's gaviotatb where they and libgaviotatb-dev are installed: distance to mate,
// computed by other people's programs.
#include <gtest/gtest.h>

#ifdef MEXBASE_GAVIOTA
#include <gtb-probe.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "brute_force.hpp"
#include "lib/value/outcome.hpp"
#include "mailbox.hpp"

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

// What Gaviota's tables say for the player to move; nothing where they have no value.
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

void expect_gaviota(mailbox::Colour strong) {
    std::array<const char*, 2> paths{MEXBASE_GAVIOTA, nullptr};
    tb_init(0, tb_CP4, paths.data());
    tbcache_init(std::size_t{32} << 20, 96);
    const brute::ThreeMen& all = brute::three_men(strong);
    std::size_t compared = 0;
    for (std::size_t n = 0; n < brute::ThreeMen::positions; ++n) {
        const std::optional<mailbox::Board> board = all.board_of(n);
        if (!board) continue;
        const std::optional<OutcomeValue> said = gaviota_value(*board);
        ASSERT_TRUE(said.has_value()) << mailbox::write(*board);
        ASSERT_EQ(to_string(brute::value(*board)), to_string(*said)) << mailbox::write(*board);
        ++compared;
    }
    tbcache_done();
    tb_done();
    EXPECT_EQ(compared, 881784U + 1063800U);  // with the strong side to move, and with the other
}

TEST(ChessGaviota, HasThePublishedMatesByWhite) {
    expect_gaviota(mailbox::Colour::white);
}

TEST(ChessGaviota, HasThePublishedMatesByBlack) {
    expect_gaviota(mailbox::Colour::black);
}

}  // namespace
}  // namespace mexbase::chess

#else

TEST(ChessGaviota, HasThePublishedMates) {
    GTEST_SKIP() << "needs Debian's libgaviotatb-dev and gaviotatb";
}

#endif
