// SPDX-License-Identifier: MIT
/// \file
/// Small games on one heap for tests, with moves given by two functions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/number_rules.hpp"

namespace mexbase::test {

/// Base class: a position is its heap, 0..size-1.
class TinyHeap : public NumberRules {
  public:
    static constexpr std::string_view family = "tiny-heap";
    using NumberRules::NumberRules;
};

/// Take a positive square, or add one to a positive even heap: solved within one heap more than queryable.
class TinySquareButOne : public TinyHeap {
  public:
    static constexpr Has has{.predecessors = true};
    using TinyHeap::TinyHeap;
    static TinySquareButOne make(const Parameters&) { return TinySquareButOne(1); }
    template <class F>
    void for_each_option(Index heap, Position, Player, F&& f) const {
        for (Index r = 1; r * r <= heap; ++r) f(heap - r * r);
        if (heap > 0 && heap % 2 == 0 && heap + 1 < size_) f(heap + 1);
    }
    template <class F>
    void for_each_predecessor(Index heap, Position, Player, F&& f) const {
        for (Index r = 1; heap + r * r < size_; ++r) f(heap + r * r);
        if (heap % 2 == 1 && heap > 1) f(heap - 1);
    }
};

/// Take 1, 4 or 9.
class TinySubtraction : public TinyHeap {
  public:
    static constexpr Has has{.predecessors = true};
    using TinyHeap::TinyHeap;
    static TinySubtraction make(const Parameters&) { return TinySubtraction(1); }
    template <class F>
    void for_each_option(Index heap, Position, Player, F&& f) const {
        for (const Index k : {Index{1}, Index{4}, Index{9}})
            if (k <= heap) f(heap - k);
    }
    template <class F>
    void for_each_predecessor(Index heap, Position, Player, F&& f) const {
        for (const Index k : {Index{1}, Index{4}, Index{9}})
            if (heap + k < size_) f(heap + k);
    }
};

}  // namespace mexbase::test
