// SPDX-License-Identifier: MIT
#include "lib/games/grids/treblecross.hpp"

#include "../conformance.hpp"
#include "../split_conformance.hpp"
#include "lib/games/heaps/octal.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::treblecross_test {

/// Returns the free squares of a strip that are not within two of an X, as runs, ascending; one 0 if there is none.
std::vector<Index> slow_zones(const std::string& strip) {
    const auto near = [&](std::size_t at) {
        for (std::size_t other = 0; other < strip.size(); ++other)
            if (strip[other] == 'X' && std::max(at, other) - std::min(at, other) <= 2) return true;
        return false;
    };
    std::vector<Index> zones;
    Index run = 0;
    for (std::size_t at = 0; at <= strip.size(); ++at) {
        if (at < strip.size() && !near(at)) {
            ++run;
        } else {
            if (run > 0) zones.push_back(run);
            run = 0;
        }
    }
    std::ranges::sort(zones);
    return zones.empty() ? std::vector<Index>{0} : zones;
}

std::string dots(Index squares) {
    return squares == 0 ? "0" : std::string(squares, '.');
}

TEST(Treblecross, KeepsItsPromises) {
    const auto slow = [](const std::string& text) {
        std::set<std::string> options;
        for (std::size_t place = 0; place < text.size() && text != "0"; ++place) {
            std::string strip = text;
            strip[place] = 'X';
            std::string option;
            for (const Index zone : slow_zones(strip)) option += (option.empty() ? "" : "+") + dots(zone);
            options.insert(option);
        }
        return std::multiset<std::string>(options.begin(), options.end());
    };
    for (const std::uint64_t max : {0U, 1U, 2U, 3U, 30U}) expect_split_conformance(Treblecross(max), slow);
}

/// Decides a strip by the literal rules: the first to complete three in a row wins.
class LiteralGame {
  public:
    explicit LiteralGame(unsigned squares) : squares_(squares), won_(std::size_t{1} << squares, unknown) {}

    bool mover_wins(std::uint32_t crosses) {
        if (won_[crosses] != unknown) return won_[crosses] == 1;
        bool wins = false;
        for (unsigned at = 0; at < squares_ && !wins; ++at) {
            const std::uint32_t after = crosses | (1U << at);
            if (after == crosses) continue;
            wins = (after & (after >> 1) & (after >> 2)) != 0 || !mover_wins(after);
        }
        won_[crosses] = wins ? 1 : 0;
        return wins;
    }

  private:
    static constexpr char unknown = 2;
    unsigned squares_;
    std::vector<char> won_;
};

TEST(Treblecross, ZonesTellWhoCompletesThree) {
    const Treblecross rules(14);
    const auto nimbers = nimbers_of(rules);
    for (unsigned squares = 3; squares <= 14; ++squares) {
        LiteralGame literal(squares);
        EXPECT_EQ(literal.mover_wins(0), nimbers[squares] != 0) << squares;
        for (std::uint32_t crosses = 0; crosses < 1U << squares; ++crosses) {
            if ((crosses & (crosses >> 1)) != 0 || (crosses & (crosses >> 2)) != 0) continue;
            std::string strip(squares, '.');
            for (unsigned at = 0; at < squares; ++at)
                if ((crosses >> at & 1) != 0) strip[at] = 'X';
            std::vector<Index> zones = rules.parse_sum(strip);
            std::uint64_t sum = 0;
            for (const Index zone : zones) sum ^= nimbers[zone];
            EXPECT_EQ(literal.mover_wins(crosses), sum != 0) << strip;
            std::ranges::sort(zones);
            EXPECT_EQ(zones, slow_zones(strip)) << strip;
        }
    }
}

TEST(Treblecross, IsJamesBondOnTwoMore) {
    const Treblecross rules(300);
    const Index shift = rules.heap_game().shift;
    const Octal octal(300 + shift, "0.007");
    const auto heaps = nimbers_of(octal);
    const auto strips = nimbers_of(rules);
    const auto obliged_heaps = obliged_of(octal);
    const auto obliged_strips = obliged_of(rules);
    for (Index m = 0; m < rules.size(); ++m) {
        EXPECT_EQ(strips[m], heaps[m + shift]) << m;
        EXPECT_EQ(obliged_strips[m], obliged_heaps[m + shift]) << m;
    }
    ASSERT_EQ(rules.heap_game().game.moves.size(), octal.heap_game().game.moves.size());
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(rules.heap_game().game.moves[i].taken, octal.heap_game().game.moves[i].taken);
        EXPECT_EQ(rules.heap_game().game.moves[i].heaps, octal.heap_game().game.moves[i].heaps);
    }
}

TEST(Treblecross, StripsAreReadAsZones) {
    const auto game = make_game(Registry({family_of<Treblecross>()}), "treblecross:max=8,form=zones");
    EXPECT_EQ(game->spec(), "treblecross:max=8,form=zones");
    const auto zones = [&](const char* text) { return game->parse_sum(text, game->size()); };
    EXPECT_EQ(zones("....."), (std::vector<Index>{5}));
    EXPECT_EQ(zones("5"), (std::vector<Index>{5}));
    EXPECT_EQ(zones("0"), (std::vector<Index>{0}));
    EXPECT_EQ(zones("..X.."), (std::vector<Index>{0}));
    EXPECT_EQ(zones("...x...."), (std::vector<Index>{1, 2}));
    EXPECT_EQ(zones("X......."), (std::vector<Index>{5}));
    EXPECT_EQ(zones("X..X"), (std::vector<Index>{0}));
    EXPECT_EQ(zones("X..X...."), (std::vector<Index>{2}));
    EXPECT_EQ(zones("...+.X.+2+...X...."), (std::vector<Index>{3, 0, 2, 1, 2}));
    EXPECT_EQ(game->parse("X......."), 5U);
    EXPECT_EQ(game->format(0), "0");
    EXPECT_EQ(game->format(3), "...");
    for (const char* text : {"XX", "..X.X..", "XXX", "...+X.X"})
        EXPECT_EQ(error_of([&] { zones(text); }),
                  std::pair(ErrorCode::bad_position,
                            '"' + std::string{text} +
                                "\" has two X that are at most two squares apart: play is over there, or the "
                                "player to move wins at once; only tables with form=strips store such strips"));
    for (const char* text : {"", "+", "...+", "..o", "-3", " ...", "3.", "start"})
        EXPECT_EQ(error_of([&] { zones(text); }).first, ErrorCode::bad_position) << text;
    EXPECT_EQ(error_of([&] { game->parse("...X...."); }).first, ErrorCode::bad_position);
    for (const char* text : {"9", ".........", "#9", "99999999999999999999"})
        EXPECT_EQ(error_of([&] { zones(text); }).first, ErrorCode::out_of_domain) << text;
}

TEST(Treblecross, LongStripsAreNumbers) {
    const Treblecross rules(Treblecross::longest_text + 1);
    EXPECT_EQ(rules.format(Treblecross::longest_text).size(), Treblecross::longest_text);
    EXPECT_EQ(rules.format(Treblecross::longest_text + 1), "4097");
    EXPECT_EQ(rules.parse("4097"), 4097U);
    EXPECT_EQ(error_of([] { make_game(Registry({family_of<Treblecross>()}), "treblecross:max=1099511627775"); }).second,
              "max=1099511627775 is out of range: max must be a number in 0..1099511627774");
}

/// The literal moves: any free square, unless three are in a row.
SlowOptions slow_strips() {
    return [](const std::string& text) {
        std::multiset<std::string> options;
        if (text.find("XXX") != std::string::npos) return options;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] != '.') continue;
            std::string option = text;
            option[at] = 'X';
            options.insert(option);
        }
        return options;
    };
}

TEST(TreblecrossStrips, KeepTheirPromises) {
    expect_conformance(TreblecrossStrips(8), slow_strips());
}

}  // namespace mexbase::treblecross_test
