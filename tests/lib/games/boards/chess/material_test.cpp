// SPDX-License-Identifier: MIT
#include "lib/games/boards/chess/material.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lib/error.hpp"

namespace mexbase::chess {
namespace {

TEST(ChessMaterial, OtherNotationsAreSuggested) {
    const auto message = [](std::string_view text) -> std::string {
        try {
            (void)parse_material(text);
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    for (const char* text : {"krk", "KRvK", "krvk", "KR-K", "KRVK", "kR_k"})
        EXPECT_TRUE(message(text).ends_with(", such as KQKR; did you mean KRK?")) << message(text);
    for (const char* text : {"kr", "KR", "RKK", "queen", "KQRRRKQ", "KKK", "", "v"})
        EXPECT_TRUE(!message(text).empty() && message(text).find("did you mean") == std::string::npos) << message(text);
    EXPECT_EQ(message("KRK"), "");
}

}  // namespace
}  // namespace mexbase::chess
