// SPDX-License-Identifier: MIT
#include "linked_rules.hpp"

#include "answers.hpp"

namespace mexbase::c {

const Registry* rulesets() {
    return stock_rulesets != nullptr ? stock_rulesets() : nullptr;
}

}  // namespace mexbase::c
