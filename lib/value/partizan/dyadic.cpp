// SPDX-License-Identifier: MIT
#include "dyadic.hpp"

#include <algorithm>
#include <bit>

#include "../../error.hpp"

namespace mexbase {
namespace {

[[noreturn]] void refuse() {
    throw Error(ErrorCode::not_applicable,
                "a number of this game is out of range: its numerator and its denominator "
                "can be at most 2^62");
}

std::int64_t shifted(std::int64_t n, unsigned by) {
    std::int64_t result = 0;
    if (n == 0) return 0;
    if (by > Dyadic::largest_exponent || __builtin_mul_overflow(n, std::int64_t{1} << by, &result)) refuse();
    return result;
}

bool above(const Dyadic& x, const std::optional<DyadicBound>& low) {
    return !low || x > low->number || (low->closed && x == low->number);
}

bool below(const Dyadic& x, const std::optional<DyadicBound>& high) {
    return !high || x < high->number || (high->closed && x == high->number);
}

/// Returns the smallest multiple of 1 / 2^exponent that the lower bound `low` allows. `low` must be at most 2^62.
Dyadic least_multiple(const DyadicBound& low, unsigned exponent) {
    const Dyadic& x = low.number;
    if (x.exponent() > exponent) return {(x.numerator() >> (x.exponent() - exponent)) + 1, exponent};
    return {shifted(x.numerator(), exponent - x.exponent()) + (low.closed ? 0 : 1), exponent};
}

}  // namespace

Dyadic::Dyadic(std::int64_t numerator, unsigned exponent) : numerator_(numerator), exponent_(exponent) {
    const auto twos = static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(numerator)));
    const unsigned common = numerator == 0 ? exponent : std::min(twos, exponent);
    numerator_ = numerator == 0 ? 0 : numerator >> common;
    exponent_ -= common;
    if (numerator_ > largest_numerator || numerator_ < -largest_numerator || exponent_ > largest_exponent) refuse();
}

Dyadic Dyadic::operator-() const {
    Dyadic result = *this;
    result.numerator_ = -numerator_;
    return result;
}

Dyadic Dyadic::operator+(const Dyadic& other) const {
    const unsigned exponent = std::max(exponent_, other.exponent_);
    std::int64_t sum = 0;
    if (__builtin_add_overflow(shifted(numerator_, exponent - exponent_),
                               shifted(other.numerator_, exponent - other.exponent_), &sum))
        refuse();
    return {sum, exponent};
}

std::strong_ordering Dyadic::operator<=>(const Dyadic& other) const {
    if (exponent_ == other.exponent_) return numerator_ <=> other.numerator_;
    if (floor() != other.floor()) return floor() <=> other.floor();
    const auto fraction = [](const Dyadic& x) {
        return static_cast<std::uint64_t>(x.numerator_) << (64 - x.exponent_);
    };
    return (exponent_ == 0 ? 0 : fraction(*this)) <=> (other.exponent_ == 0 ? 0 : fraction(other));
}

std::uint64_t Dyadic::birthday() const {
    const auto whole = static_cast<std::uint64_t>(numerator_ < 0 ? -numerator_ : numerator_) >> exponent_;
    return whole + (exponent_ == 0 ? 0 : exponent_ + 1);
}

std::optional<Dyadic> Dyadic::left_option() const {
    if (exponent_ == 0 && numerator_ <= 0) return std::nullopt;
    return Dyadic(numerator_ - 1, exponent_);
}

std::optional<Dyadic> Dyadic::right_option() const {
    if (exponent_ == 0 && numerator_ >= 0) return std::nullopt;
    return Dyadic(numerator_ + 1, exponent_);
}

Dyadic simplest_between(const std::optional<DyadicBound>& low, const std::optional<DyadicBound>& high) {
    if (above(0, low) && below(0, high)) return 0;
    if (!low || low->number < Dyadic(0)) {  // all of the interval is negative
        const auto mirrored = [](const DyadicBound& bound) { return DyadicBound{-bound.number, bound.closed}; };
        return -simplest_between(mirrored(*high), low ? std::optional(mirrored(*low)) : std::nullopt);
    }
    for (unsigned exponent = 0;; ++exponent) {
        const Dyadic candidate = least_multiple(*low, exponent);
        if (below(candidate, high)) return candidate;
    }
}

std::string to_string(const Dyadic& number) {
    std::string text = std::to_string(number.numerator());
    if (!number.is_integer()) text += '/' + std::to_string(std::uint64_t{1} << number.exponent());
    return text;
}

}  // namespace mexbase
