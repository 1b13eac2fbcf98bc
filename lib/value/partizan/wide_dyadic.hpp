// SPDX-License-Identifier: MIT
/// \file
/// Dyadic rationals with wider bounds than `Dyadic`, for intermediate results.
#pragma once

#include <compare>

#include "dyadic.hpp"

namespace mexbase {

/// A multiple of 2^-128 between -2^127 and 2^127, stored as a fixed-point number. Sums and differences of fewer than
/// 2^60 numbers of type `Dyadic` are exact, and so are 66 halvings in a row.
class WideDyadic {
  public:
    constexpr WideDyadic() = default;
    constexpr WideDyadic(int integer) : whole_(integer) {}
    WideDyadic(const Dyadic& x)
        : whole_(x.floor()),
          fraction_(x.is_integer() ? 0 : static_cast<Fraction>(x.numerator()) << (128 - x.exponent())) {}

    /// Converts the number. Throws `Error{not_applicable}` if it is out of the bounds of `Dyadic`.
    Dyadic narrow() const;
    /// Throws `Error{not_applicable}` if the result is not a multiple of 2^-128.
    WideDyadic half() const;

    WideDyadic operator-() const { return {~whole_ + (fraction_ == 0 ? 1 : 0), ~fraction_ + 1}; }
    WideDyadic operator+(const WideDyadic& y) const {
        const Fraction fraction = fraction_ + y.fraction_;
        return {whole_ + y.whole_ + (fraction < fraction_ ? 1 : 0), fraction};
    }
    WideDyadic operator-(const WideDyadic& y) const { return *this + -y; }
    friend constexpr bool operator==(const WideDyadic&, const WideDyadic&) = default;
    constexpr std::strong_ordering operator<=>(const WideDyadic& y) const {
        if (whole_ != y.whole_) return whole_ < y.whole_ ? std::strong_ordering::less : std::strong_ordering::greater;
        if (fraction_ == y.fraction_) return std::strong_ordering::equal;
        return fraction_ < y.fraction_ ? std::strong_ordering::less : std::strong_ordering::greater;
    }

  private:
    using Whole = __int128;
    using Fraction = unsigned __int128;
    constexpr WideDyadic(Whole whole, Fraction fraction) : whole_(whole), fraction_(fraction) {}

    // The number is whole_ + fraction_ / 2^128.
    Whole whole_ = 0;
    Fraction fraction_ = 0;
};

}  // namespace mexbase
