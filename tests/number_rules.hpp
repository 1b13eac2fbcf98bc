// SPDX-License-Identifier: MIT
/// \file
/// Parts of small rulesets for tests and measurements.
#pragma once

#include <string>
#include <string_view>

#include "lib/error.hpp"
#include "lib/rules/ruleset.hpp"
#include "lib/text_parts.hpp"

namespace mexbase::test {

/// Ruleset without moves whose positions are the numbers below `size`.
class NumberRules {
  public:
    using Position = Index;
    static constexpr unsigned rules_version = 1;
    static const FamilyHelp& help() {
        static const FamilyHelp none{};
        return none;
    }
    explicit NumberRules(Index size) : size_(size) {}

    Index size() const { return size_; }
    bool legal(Index i) const { return i < size_; }
    Position unrank(Index i) const { return i; }
    Index rank(Position p) const { return p; }
    Position parse(std::string_view text) const {
        if (const auto number = decimal_number(text)) return *number;
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is no number");
    }
    std::string format(Position p) const { return std::to_string(p); }

  protected:
    Index size_;
};

}  // namespace mexbase::test
