// SPDX-License-Identifier: MIT
/// \file
/// Two games for measuring the kernel: one with moves to near indices, one with moves to any index.
#pragma once

#include <array>
#include <bit>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "lib/rules/ruleset.hpp"
#include "lib/solve/graph/graph.hpp"
#include "tests/number_rules.hpp"

namespace mexbase::bench {

using test::NumberRules;

/// Game on one heap: take 1, 4, 8 or 11; from a positive even heap also put 4 or 10. Two heaps in five are decided, in
/// a wave that runs up from the empty heap: more than a million plies of a few heaps each. If `exits`, about one heap
/// in 16 is also a terminal loss: then there are few plies, with many heaps each.
template <bool exits>
class LocalRules : public NumberRules {
  public:
    static constexpr std::string_view family = exits ? "local-wide" : "local";
    static constexpr Has has{.predecessors = true, .terminal = true, .option_count = true};
    static constexpr bool may_put(Index heap) { return heap % 2 == 0 && heap != 0; }
    static constexpr bool is_exit(Index heap) { return exits && ((heap * 0x9E3779B97F4A7C15ULL) >> 60) == 0; }

    explicit LocalRules(Index size) : NumberRules(size) {}
    static LocalRules make(const Parameters&) { return LocalRules(1); }

    std::optional<OutcomeValue> terminal(Index heap, Position, Player) const {
        if (is_exit(heap)) return OutcomeValue{Outcome::loss, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index heap, Position, Player, F&& f) const {
        if (heap >= 1) f(heap - 1);
        if (heap >= 4) f(heap - 4);
        if (heap >= 8) f(heap - 8);
        if (heap >= 11) f(heap - 11);
        if (!may_put(heap)) return;
        if (heap + 4 < size_) f(heap + 4);
        if (heap + 10 < size_) f(heap + 10);
    }
    std::uint64_t option_count(Index heap, Position) const {
        if (heap >= 11 && heap + 10 < size_) return may_put(heap) ? 6 : 4;
        std::uint64_t n = 0;
        for_each_option(heap, heap, Player::left, [&n](Index) { ++n; });
        return n;
    }
    template <class F>
    void for_each_predecessor(Index heap, Position, Player, F&& f) const {
        const auto back = [&](Index before) {
            if (!is_exit(before)) f(before);
        };
        if (heap + 1 < size_) back(heap + 1);
        if (heap + 4 < size_) back(heap + 4);
        if (heap + 8 < size_) back(heap + 8);
        if (heap + 11 < size_) back(heap + 11);
        if (heap > 4 && may_put(heap - 4)) back(heap - 4);
        if (heap > 10 && may_put(heap - 10)) back(heap - 10);
    }
};

/// Returns the x with odd * x = 1 (mod 2^32).
constexpr std::uint32_t inverse(std::uint32_t odd) {
    std::uint32_t x = odd;  // each Newton step doubles the number of right bits
    for (int step = 0; step < 5; ++step) x *= 2 - odd * x;
    return x;
}

/// Game on the numbers 0..2^24-1. Move k leads from x to a_k x + c_k (mod 2^24) and exists if bit k of a hash of x is
/// set. Each map is invertible: the predecessor of y is (y - c_k) / a_k (mod 2^24). Every move jumps to a random index.
class ScatteredRules : public NumberRules {
  public:
    static constexpr std::string_view family = "scattered";
    static constexpr Has has{.predecessors = true, .option_count = true};
    static constexpr unsigned bits = 24;
    static constexpr std::uint32_t mask = (1U << bits) - 1;
    static constexpr unsigned moves = 4;
    static constexpr std::array<std::uint32_t, moves> factor{0x5D588B, 0x9E3779, 0x2545F5, 0xB5297B};
    static constexpr std::array<std::uint32_t, moves> summand{0x1F123B, 0x0A4B21, 0xC2B2AE, 0x27D4EB};
    static constexpr std::array<std::uint32_t, moves> back = [] {
        std::array<std::uint32_t, moves> inverses{};
        for (unsigned k = 0; k < moves; ++k) inverses[k] = inverse(factor[k]) & mask;
        return inverses;
    }();
    /// Returns a mask: bit k is set if move k exists at x. Two of four bits are set on average, possibly none.
    static constexpr std::uint32_t open(std::uint32_t x) { return (x * 0x9E3779B1U) >> 28; }

    ScatteredRules() : NumberRules(Index{1} << bits) {}
    static ScatteredRules make(const Parameters&) { return {}; }

    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        const auto x = static_cast<std::uint32_t>(i);
        for (unsigned k = 0; k < moves; ++k)
            if ((open(x) >> k & 1U) != 0) f(Index{(x * factor[k] + summand[k]) & mask});
    }
    std::uint64_t option_count(Index i, Position) const {
        return static_cast<std::uint64_t>(std::popcount(open(static_cast<std::uint32_t>(i))));
    }
    template <class F>
    void for_each_predecessor(Index i, Position, Player, F&& f) const {
        const auto y = static_cast<std::uint32_t>(i);
        for (unsigned k = 0; k < moves; ++k) {
            const std::uint32_t x = ((y - summand[k]) * back[k]) & mask;
            if ((open(x) >> k & 1U) != 0) f(Index{x});
        }
    }
};

/// Graph of a game whose edges are computed by inlined code.
template <class R>
class TypedGraph : public ImplicitGraph {
  public:
    explicit TypedGraph(R rules) : rules_(std::move(rules)) {}
    const R& rules() const { return rules_; }

    friend std::pair<vertex_iterator, vertex_iterator> vertices(const TypedGraph& g) {
        return {vertex_iterator(Index{0}), vertex_iterator(g.rules_.size())};
    }
    friend Index num_vertices(const TypedGraph& g) { return g.rules_.size(); }
    friend boost::typed_identity_property_map<Index> get(boost::vertex_index_t, const TypedGraph&) { return {}; }
    template <class F>
    friend void for_each_option(const TypedGraph& g, Index v, F&& f) {
        if (!terminal(g, v, Play::normal)) g.rules_.for_each_option(v, v, Player::left, f);
    }
    friend std::uint64_t option_count(const TypedGraph& g, Index v) { return g.rules_.option_count(v, v); }
    template <class F>
    friend void for_each_predecessor(const TypedGraph& g, Index v, F&& f) {
        g.rules_.for_each_predecessor(v, v, Player::left, f);
    }
    friend std::optional<OutcomeValue> terminal(const TypedGraph& g, Index v, Play play) {
        if constexpr (has<R>.terminal) {
            if (const auto value = g.rules_.terminal(v, v, Player::left)) return value;
        }
        if (option_count(g, v) != 0) return std::nullopt;
        return without_moves(play);
    }

  private:
    R rules_;
};

}  // namespace mexbase::bench
