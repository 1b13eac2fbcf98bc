// SPDX-License-Identifier: MIT
/// \file
/// Facts about a canonical form that are printed if its text is too long.
#pragma once

#include <optional>
#include <string>

namespace mexbase {

/// Numbers that describe a canonical form, as text. The mean and the temperature are absent if they are out of the
/// bounds of `Dyadic`.
struct FormFacts {
    std::string left_stop, right_stop;
    std::optional<std::string> mean, temperature;

    /// Returns `mean 3/4, temperature 5/4, stops 2 and -1/2`, without absent facts.
    std::string text() const {
        return (mean ? "mean " + *mean + ", " : "") + (temperature ? "temperature " + *temperature + ", " : "") +
               "stops " + left_stop + " and " + right_stop;
    }
};

/// Text that is printed instead of a canonical form with a text longer than `longest_game_text`.
inline constexpr const char* long_form = "canonical form of more than 2^20 characters";

}  // namespace mexbase
