// SPDX-License-Identifier: MIT
/// \file
/// The kernel with two bits per vertex: an eighth of the memory of child counters, for more work.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>

#include "../../value/outcome.hpp"
#include "../graph/listener.hpp"
#include "cells.hpp"
#include "solver_state.hpp"

namespace mexbase {

class MovesGraph;

/// The state of each vertex (win, loss, tie or undecided) in two bits. Movable, not copyable. Safe to read from several
/// threads. Threads may write disjoint ranges that begin at multiples of four.
class TwoBitStates {
  public:
    enum State : unsigned { undecided = 0, tie = 1, loss = 2, win = 3 };

    TwoBitStates() = default;
    /// Makes all vertices undecided. Throws `Error{out_of_memory}`.
    explicit TwoBitStates(Index size);

    Index size() const { return size_; }
    State state(Index v) const { return static_cast<State>(byte(v) >> (v % 4 * 2) & 3U); }
    /// Returns the states of v, which must be even, and of v + 1: state(v) + 4 * state(v + 1).
    unsigned pair(Index v) const { return byte(v) >> (v % 4 * 2) & 15U; }
    /// Returns the outcome; an undecided vertex reads as a draw.
    Outcome operator[](Index v) const {
        constexpr std::array<Outcome, 4> outcomes = {Outcome::draw, Outcome::tie, Outcome::loss, Outcome::win};
        return outcomes[state(v)];
    }
    /// Sets the state of a vertex, decided or not.
    void decide(Index v, State s) {
        std::uint8_t& four = byte(v);
        const unsigned place = static_cast<unsigned>(v % 4) * 2;
        four = static_cast<std::uint8_t>((four & ~(3U << place)) | static_cast<unsigned>(s) << place);
    }
    detail::CellMemory memory() const { return {words_.get(), 1}; }
    /// Returns all states as words of sixteen states each, which `restore` accepts.
    std::span<const std::uint32_t> words() const { return {words_.get(), static_cast<std::size_t>(size_ / 16 + 1)}; }
    /// Restores the states from `words`. Throws `Error{bad_usage}` if the number of words is wrong.
    void restore(std::span<const std::uint32_t> words);

  private:
    struct Free {
        void operator()(std::uint32_t* p) const noexcept { std::free(p); }
    };
    std::uint8_t& byte(Index v) const { return reinterpret_cast<std::uint8_t*>(words_.get())[v / 4]; }
    std::unique_ptr<std::uint32_t, Free> words_;
    Index size_ = 0;
};

namespace detail {

/// Receives vertices decided in a ply; called several times per ply.
using SpoolSink = std::function<void(std::uint64_t ply, Outcome outcome, std::span<const Index> vertices)>;

/// Solves a graph with two bits per vertex. Passes all vertices decided in a ply to `sink`, in several calls on the
/// calling thread. A saved state has three arrays of words: the states, the lost vertices of the frontier, and its won
/// vertices. The last two have one bit per vertex.
Summary solve_by_two_bits(const MovesGraph& graph, TwoBitStates& states, const SpoolSink& sink,
                          AnalysisListener& listener, const AnalysisOptions& options, RunContext& context);

}  // namespace detail

}  // namespace mexbase
