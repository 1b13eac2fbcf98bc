// SPDX-License-Identifier: MIT
/// \file
/// The form of game specs: `family:key=value,key=value`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mexbase {

/// A spec (the text that names a game), split into family and values. Nothing in it has been checked.
struct RawSpec {
    std::string family;
    /// Pairs of key and value, in the order given. A value without `key=` has an empty key.
    std::vector<std::pair<std::string, std::string>> values;
};

/// Throws `Error{bad_spec}` for a part of a spec that lacks `key=`.
[[noreturn]] void throw_nameless_value(std::string_view family, std::string_view part);

/// Splits `family:key=value,…`; the first value may lack `key=`, and a value in `"` or `'` may have commas. Throws
/// `Error{bad_spec}` for an empty family name, another part without `=`, an invalid quote, or a key given twice.
RawSpec parse_spec(std::string_view text);

/// Returns the reason why `text` cannot be stored and printed as a spec, or `std::nullopt`. `parse_spec` must accept
/// it, and it must be UTF-8 without control characters. Does not check that the game exists.
std::optional<std::string> fault_of_spec(std::string_view text);

}  // namespace mexbase
