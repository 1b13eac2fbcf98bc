/// \file
/// Obliged sums as verification adds them up.
#pragma once

#include <array>
#include <cstdint>

#include "../../../lib/value/obliged.hpp"

namespace mexbase::detail {

/// Theorem 1 of Ferguson's paper as it is printed, by the numbers m00, m01, m10 and m11 of components: the second way
/// to the value of an obliged sum, which nothing that solves or probes has a part in (`ObligedSum` is theirs).
class CountedPairs {
  public:
    void add(Obliged component) { ++m_[component.code()]; }
    Obliged value() const {
        const auto& [m00, m01, m10, m11] = m_;
        if (m11 > 0) return Obliged::of(0b11);
        if (m00 > 0) return Obliged::of(m10 % 2 == 1 ? 0b11 : 0b00);
        return Obliged::of(m10 % 2 == 1 ? 0b10 : 0b01);
    }

  private:
    std::array<std::uint64_t, 4> m_{};
};

}  // namespace mexbase::detail
