// SPDX-License-Identifier: MIT
// The check of rules finds faults in the composition of images, and in positions with the other player to move.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../query/strip_game.hpp"
#include "gen/jobs/jobs.hpp"
#include "lib/error.hpp"
#include "lib/rules/registry.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"

namespace mexbase::check_composition_test {

using test::ComposedStrip;

/// Composing the exchange of players with itself gives the exchange, not the identity.
class WronglyComposed : public ComposedStrip {
  public:
    static constexpr std::string_view family = "wrongly-composed";
    static WronglyComposed make(const Parameters& p) { return WronglyComposed(p); }
    using ComposedStrip::ComposedStrip;
    unsigned compose(unsigned g, unsigned h) const { return g | h; }
};

/// The last move gets the number of the one before it.
class MoveTwice : public test::NumberedStrip {
  public:
    static constexpr std::string_view family = "move-twice";
    static MoveTwice make(const Parameters& p) { return MoveTwice(p); }
    using NumberedStrip::NumberedStrip;
    template <class F>
    void for_each_numbered_move(Index i, const Position& p, Player player, F&& f) const {
        std::vector<std::pair<Index, unsigned>> moves;
        NumberedStrip::for_each_numbered_move(i, p, player, [&](Index n, unsigned h) { moves.emplace_back(n, h); });
        if (moves.size() > 1) moves.back() = moves.front();
        for (const auto& [n, h] : moves) f(n, h);
    }
};

/// Every unindexed option claims to be lost.
class AllSettledLost : public test::NumberedStrip {
  public:
    static constexpr std::string_view family = "all-settled-lost";
    static AllSettledLost make(const Parameters& p) { return AllSettledLost(p); }
    using NumberedStrip::NumberedStrip;
    OutcomeValue numbered_value(Index) const { return {Outcome::loss, 0}; }
};

/// All images claim to be distinct.
class NoImageTwice : public test::NumberedStrip {
  public:
    static constexpr std::string_view family = "no-image-twice";
    static NoImageTwice make(const Parameters& p) { return NoImageTwice(p); }
    using NumberedStrip::NumberedStrip;
    unsigned least_image(Index, unsigned g) const { return g + 1; }
};

/// `passed` exchanges the marks as well as the turn, so that the position is unchanged for the mover.
class PassedToOneself : public test::PassedStrip {
  public:
    static constexpr std::string_view family = "passed-to-oneself";
    static PassedToOneself make(const Parameters& p) { return PassedToOneself(p); }
    using PassedStrip::PassedStrip;
    std::optional<Position> passed(const Position& p) const { return p; }
};

/// Only the first player may pass.
class PassedOneWay : public test::PassedStrip {
  public:
    static constexpr std::string_view family = "passed-one-way";
    static PassedOneWay make(const Parameters& p) { return PassedOneWay(p); }
    using PassedStrip::PassedStrip;
    std::optional<Position> passed(const Position& p) const {
        return p.o_moves ? std::nullopt : PassedStrip::passed(p);
    }
};

/// Passing removes the mark of the first cell for good.
class PassedWithLoss : public test::PassedStrip {
  public:
    static constexpr std::string_view family = "passed-with-loss";
    static PassedWithLoss make(const Parameters& p) { return PassedWithLoss(p); }
    using PassedStrip::PassedStrip;
    std::optional<Position> passed(const Position& p) const {
        auto after = PassedStrip::passed(p);
        after->cells[0] = '.';
        return after;
    }
};

template <class R>
std::string complaint(const std::string& keys) {
    const Registry registry({family_of<R>()});
    const auto game = make_game(registry, std::string(R::family) + ":" + keys);
    return test::fault_of(
        [&] {
            check_rules(*game, test::quick_job());
            check_chunks(*game);
        },
        ErrorCode::verification_failed);
}

TEST(CheckRules, SeesImagesThatDoNotCompose) {
    for (const char* keys : {"n=5,pass=0,early=0", "n=6,pass=1,early=1"})
        EXPECT_EQ(complaint<ComposedStrip>(keys), "") << keys;
    const std::string said = complaint<WronglyComposed>("n=5,pass=0,early=0");
    EXPECT_NE(said.find("transformed by its symmetry, found different moves"), std::string::npos) << said;
}

TEST(CheckRules, SeesNumbersOfOtherMoves) {
    for (const char* keys : {"n=5,pass=0,early=0", "n=6,pass=1,early=1"})
        EXPECT_EQ(complaint<test::NumberedStrip>(keys), "") << keys;
    for (const std::string& said :
         {complaint<MoveTwice>("n=5"), complaint<AllSettledLost>("n=5"), complaint<NoImageTwice>("n=5")})
        EXPECT_NE(said.find("to have named moves equal to its numbered moves"), std::string::npos) << said;
}

TEST(CheckRules, SeesPositionsThatDoNotPassBack) {
    for (const char* keys : {"n=5", "n=6,pass=1"}) EXPECT_EQ(complaint<test::PassedStrip>(keys), "") << keys;
    for (const std::string& said :
         {complaint<PassedToOneself>("n=5"), complaint<PassedOneWay>("n=5"), complaint<PassedWithLoss>("n=5")})
        EXPECT_NE(said.find("to be the same position after passing the turn twice"), std::string::npos) << said;
}

}  // namespace mexbase::check_composition_test
