// SPDX-License-Identifier: MIT
// Rules with right and wrong `canonical`.
#include "gen/explore/check_canonical.hpp"

#include <gtest/gtest.h>

#include "bench/quixo_rules.hpp"
#include "board_rules.hpp"
#include "gen/explore/explored_rules.hpp"
#include "lib/rules/registry.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::check_canonical_test {

/// Rules with another `canonical`.
template <class Rules, auto f>
struct With : Rules {
    typename Rules::Position canonical(const typename Rules::Position& p) const { return f(p); }
};

/// Returns the message of a fault, which the check of the whole game and the exploration must share.
template <class Rules>
std::string fault_in(const Rules& rules) {
    const auto code = ErrorCode::verification_failed;
    const std::string said = refusal_of([&] { check_canonical(rules); }, code);
    EXPECT_EQ(refusal_of([&] { explored_game("faulty", rules); }, code), said);
    return said;
}

TEST(CheckCanonical, FindsNothingWhereItIsRight) {
    EXPECT_TRUE(check_canonical(ReducedTicTacToe{}));
    EXPECT_TRUE(check_canonical(ReducedMuTorere{}));
    EXPECT_TRUE(check_canonical(ReducedDodgem{}));
    EXPECT_FALSE(check_canonical(ReducedQuixoRules(3), 1000));
    EXPECT_FALSE(check_canonical(ReducedDao{}, 300));
}

std::string upside_down(const std::string& p) {
    return p.substr(0, 2) + p.substr(10, 3) + p.substr(5, 5) + p.substr(2, 3);
}
TEST(CheckCanonical, FindsOneThatIsNotItsOwnCanonicalPosition) {
    EXPECT_EQ(
        fault_in(With<TicTacToeRules, upside_down>{}),
        "canonical(\"O:X../.../...\") is \"O:.../.../X..\", but canonical(\"O:.../.../X..\") is \"O:X../.../...\"");
}

/// Exchanges two corners if that makes the text smaller.
std::string corners_exchanged(const std::string& p) {
    std::string q = p;
    std::swap(q[2], q[4]);
    return std::min(p, q);
}
TEST(CheckCanonical, FindsWhatIsNoSymmetry) {
    EXPECT_EQ(fault_in(With<DodgemRules, corners_exchanged>{}),
              "canonical(\"o:o../o../.xx\") is \"o:..o/o../.xx\", but a move to \"x:.../o../.xx\" is only in "
              "\"o:..o/o../.xx\"");
}

/// A walk down from 90 by one or two; the result at the end is not given by the position.
struct TwoEnds {
    using Position = int;
    std::vector<Position> starts() const { return {90}; }
    std::string text(int p) const { return std::to_string(p); }
    int canonical(int p) const { return p == 0 ? 1 : p; }
    std::optional<OutcomeValue> terminal(int p, Player) const {
        if (p > 1) return std::nullopt;
        return OutcomeValue{p == 0 ? Outcome::win : Outcome::loss, 0};
    }
    template <class F>
    void for_each_option(int p, Player, F f) const {
        f(p - 1);
        f(p - 2);
    }
};
TEST(CheckCanonical, FindsEndsThatDiffer) {
    EXPECT_EQ(fault_in(TwoEnds{}), "canonical(\"0\") is \"1\", but play does not end in both in the same way");
}

/// Clobber on a strip: Left's X takes a neighbouring O, and vice versa.
struct Strip {
    using Position = std::string;
    std::vector<Position> starts() const { return {"XXOXOOX"}; }
    bool partizan() const { return true; }
    template <class F>
    void for_each_option(const Position& p, Player player, F f) const {
        const char mine = player == Player::left ? 'X' : 'O', other = player == Player::left ? 'O' : 'X';
        for (std::size_t from = 0; from < p.size(); ++from)
            for (const std::size_t to : {from + 1, from - 1}) {
                if (to >= p.size() || p[from] != mine || p[to] != other) continue;
                Position q = p;
                q[to] = mine;
                q[from] = '.';
                f(q);
            }
    }
};
std::string backwards(const std::string& p) {
    return std::min(p, std::string(p.rbegin(), p.rend()));
}
std::string negative(const std::string& p) {
    return std::min(p, exchanged(p, 'X', 'O'));
}
TEST(CheckCanonical, FindsPlayersThatAreExchanged) {
    EXPECT_TRUE(check_canonical(With<Strip, backwards>{}));
    EXPECT_EQ(fault_in(With<Strip, negative>{}),
              "canonical(\"XXOXOOX\") is \"OOXOXXO\", but a move of Left to \"O.OOXXO\" is only in \"XXOXOOX\"");
}

/// Wrong only at one position, in which eight of nine cells are taken.
std::string nearly(const std::string& p) {
    return p == "X:XOX/XO./OXO" ? "X:.../.../..." : least_image(p, 3);
}
TEST(CheckCanonical, OfTheWholeGameFindsTheOnlyFault) {
    EXPECT_FALSE(check_canonical(With<TicTacToeRules, nearly>{}, 100));
    // Play from there reaches the wrong position.
    EXPECT_EQ(refusal_of([] { check_canonical(With<TicTacToeRules, nearly>{}); }, ErrorCode::verification_failed),
              "canonical(\"O:XOX/XO./OX.\") is \"O:..X/XOO/OXX\", but a move to \"X:.../.../...\" "
              "is only in \"O:XOX/XO./OX.\"");
}

/// Wrong only near the end of play, past the first levels of a sample.
std::string wrong_when_full(const std::string& p) {
    return std::ranges::count(p, '.') < 2 ? "X:.../.../..." : least_image(p, 3);
}
TEST(CheckCanonical, OfASampleGoesFarFromTheStart) {
    EXPECT_THROW(check_canonical(With<TicTacToeRules, wrong_when_full>{}, 100), Error);
}

}  // namespace mexbase::test::check_canonical_test
