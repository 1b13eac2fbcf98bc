// SPDX-License-Identifier: MIT
// Arbitrary texts of positions: a refusal is one line, whatever the text, and no game reads past a control character.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::position_texts_test {

TEST(PositionTexts, WithControlCharactersAreRefusedInOneLine) {
    const std::vector<std::string> specs = {"nim:piles=3,max=5",
                                            "subtraction:set=1-2,max=9",
                                            "octal:code=0.77,max=9",
                                            "octal:code=0.77,total=9",
                                            "treblecross:max=9",
                                            "treblecross:max=9,form=strips",
                                            "tinted-chain:game=col,max=9",
                                            "grundy:total=9",
                                            "wythoff:max=9",
                                            "col:board=grid-2x3",
                                            "cutthroat:board=path-4,colours=bwg",
                                            "domineering:board=grid-2x3",
                                            "toppling-dominoes:max=5",
                                            "go-cut:board=path-4",
                                            "fair-shares:n=6",
                                            "tic-tac-toe",
                                            "mu-torere",
                                            "dodgem",
                                            "dao",
                                            "quixo:size=3",
                                            "mens-morris:men=3",
                                            "dobutsu-shogi"};
    for (const std::string& spec : specs) {
        const auto game = make_game(stock_registry(), spec);
        for (const std::string& good :
             {game->format(game->start().value_or(3)), std::string("#3"), std::string("start")})
            for (const std::string control : {"\n", "\r\n", "\x1b[2J", "\x7f", "\xc2\x85"})
                for (std::size_t at = 0; at <= good.size(); ++at) {
                    const std::string text = good.substr(0, at) + control + good.substr(at);
                    try {
                        game->find(text, game->queryable_size());
                        ADD_FAILURE() << spec << " reads " << in_quotes(text);
                    } catch (const Error& e) {
                        ASSERT_TRUE(is_plain_text(e.what())) << spec << ' ' << in_quotes(text);
                    }
                }
    }
}

}  // namespace mexbase::position_texts_test
