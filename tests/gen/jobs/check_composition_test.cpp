// The check of rules sees what is wrong with the composition of images, and with positions of the other player to move.
#include <gtest/gtest.h>

#include <string>

#include "../../query/strip_game.hpp"
#include "gen/jobs/check/check_rules.hpp"
#include "tables.hpp"

namespace mexbase {
namespace check_composition_test {

using test::ComposedStrip;

/// Exchanging the players composes with itself to what it is, and not to nothing.
class WronglyComposed : public ComposedStrip {
  public:
    static constexpr std::string_view family = "wrongly-composed";
    static WronglyComposed make(const Parameters& p) { return WronglyComposed(p); }
    using ComposedStrip::ComposedStrip;
    unsigned compose(unsigned g, unsigned h) const { return g | h; }
};

/// The marks pass to the other player with the turn: who moves next sees what the mover sees, and nothing has changed.
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

/// The first cell loses its mark on the way, and gets it back by no way.
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
    try {
        check_rules(RulesToCheckOf<R>(static_cast<const GameOf<R>&>(*game).rules()), *game, test::quick_job());
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::verification_failed);
        return e.what();
    }
    return "";
}

TEST(CheckRules, SeesImagesThatDoNotCompose) {
    for (const char* keys : {"n=5,pass=0,early=0", "n=6,pass=1,early=1"})
        EXPECT_EQ(complaint<ComposedStrip>(keys), "") << keys;
    const std::string said = complaint<WronglyComposed>("n=5,pass=0,early=0");
    EXPECT_NE(said.find("to have the moves that follow from its composition"), std::string::npos) << said;
}

TEST(CheckRules, SeesPositionsThatDoNotPassBack) {
    for (const char* keys : {"n=5", "n=6,pass=1"}) EXPECT_EQ(complaint<test::PassedStrip>(keys), "") << keys;
    for (const std::string& said :
         {complaint<PassedToOneself>("n=5"), complaint<PassedOneWay>("n=5"), complaint<PassedWithLoss>("n=5")})
        EXPECT_NE(said.find("with the other player to move, and to pass back"), std::string::npos) << said;
}

}  // namespace check_composition_test
}  // namespace mexbase
