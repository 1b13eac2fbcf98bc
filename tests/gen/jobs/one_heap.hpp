// SPDX-License-Identifier: MIT
/// \file
/// Parts of rulesets of one heap for tests.
#pragma once

#include "tests/number_rules.hpp"

namespace mexbase::test {

/// Ruleset of one heap of at most `max` tokens, without its name and its moves, which only take tokens.
class OneHeap : public NumberRules {
  public:
    explicit OneHeap(Index max) : NumberRules(max + 1) {}

  protected:
    static constexpr KeyHelp parameters[] = {{"max", "", "0..1000", "the largest heap"}};
};

}  // namespace mexbase::test
