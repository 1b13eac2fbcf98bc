// SPDX-License-Identifier: MIT
/// \file
/// The partizan value of a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "../../partizan_outcome.hpp"

namespace mexbase {

class CanonicalValues;

/// One of the distinct values of a table of canonical values. A plain value that borrows from the table; equal ones are
/// the same value of the same open table.
struct CanonicalValue {
    const CanonicalValues* values = nullptr;
    std::uint32_t number = 0;  ///< number in `values`

    OutcomeClass outcome() const;
    /// Returns CGSuite's notation. Throws `Error{not_applicable}` if it is too long.
    std::string text() const;
    /// See `GameArena::fingerprint`.
    std::uint64_t fingerprint() const;
    /// Returns sixteen hexadecimal digits.
    std::string fingerprint_text() const;
    /// Returns `std::nullopt` if the value is not all-small.
    std::optional<CanonicalValue> atomic_weight() const;
    friend bool operator==(const CanonicalValue&, const CanonicalValue&) = default;
};

}  // namespace mexbase
