/// \file
/// Which kinds of value a family has, as `mexgen describe` tells it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../../lib/rules/family.hpp"

namespace mexbase::cli {

/// The kinds of value that games of a family may have, over all its rulesets, the default of each first.
struct FamilyKinds {
    std::vector<std::string_view> impartial, partizan;
    std::vector<std::string> conditions;  ///< on some of these: in which games of the family they can be had
};

FamilyKinds kinds_of(const Family& family);

/// `outcome (default), nimber, obliged; obliged only where play must end`.
std::string kinds_text(const FamilyKinds& kinds);

}  // namespace mexbase::cli
