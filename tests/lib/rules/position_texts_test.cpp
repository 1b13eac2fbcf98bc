// SPDX-License-Identifier: MIT
// Arbitrary texts of positions: a refusal is one line, whatever the text, and no game reads past a control character.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/rules/registry.hpp"
#include "tests/gen/jobs/stock_specs.hpp"

namespace mexbase::position_texts_test {

TEST(PositionTexts, WithControlCharactersAreRefusedInOneLine) {
    std::vector<std::string> specs = test::stock_specs();
    specs.push_back("dobutsu-shogi");
    for (const std::string& spec : specs) {
        if (spec.find("file=") != std::string::npos) continue;  // names of vertices
        const auto game = make_game(stock_registry(), spec);
        for (const std::string& good :
             {game->format(game->start().value_or(0)), std::string("#0"), std::string("start")})
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
