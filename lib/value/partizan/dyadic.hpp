// SPDX-License-Identifier: MIT
/// \file
/// Exact dyadic rationals: the numbers among short games (Conway 1976, chapter 2).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace mexbase {

/// The number numerator / 2^exponent in lowest terms, with |numerator| <= 2^62 and exponent <= 62. Functions whose
/// result is out of these bounds throw `Error{not_applicable}`.
class Dyadic {
  public:
    static constexpr std::int64_t largest_numerator = std::int64_t{1} << 62;
    static constexpr unsigned largest_exponent = 62;

    constexpr Dyadic() = default;
    Dyadic(std::int64_t numerator, unsigned exponent = 0);

    std::int64_t numerator() const { return numerator_; }
    /// Returns the exponent e of the denominator 2^e.
    unsigned exponent() const { return exponent_; }
    bool is_integer() const { return exponent_ == 0; }
    /// Returns the greatest integer that is not above this number, for negative numbers too.
    std::int64_t floor() const { return numerator_ >> exponent_; }

    Dyadic operator-() const;
    Dyadic operator+(const Dyadic&) const;
    Dyadic operator-(const Dyadic& other) const { return *this + -other; }
    friend bool operator==(const Dyadic&, const Dyadic&) = default;
    std::strong_ordering operator<=>(const Dyadic&) const;

    /// Returns the birthday of the number: |n| for an integer n, floor |x| + exponent + 1 for another x.
    std::uint64_t birthday() const;
    /// Returns the Left (Right) option of the canonical form: the next simpler number below (above), if there is one.
    std::optional<Dyadic> left_option() const;
    std::optional<Dyadic> right_option() const;

  private:
    std::int64_t numerator_ = 0;
    std::uint32_t exponent_ = 0;
};

/// One end of an interval of numbers.
struct DyadicBound {
    Dyadic number;
    bool closed;  ///< the number itself is in the interval
};

/// Returns the number with the smallest birthday between the ends (Conway's simplest number). An absent end is
/// infinite. The interval must not be empty.
Dyadic simplest_between(const std::optional<DyadicBound>& low, const std::optional<DyadicBound>& high);

/// Writes `3` or `-1/2`.
std::string to_string(const Dyadic& number);

}  // namespace mexbase
