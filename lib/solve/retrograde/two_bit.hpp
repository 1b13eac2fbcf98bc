/// \file
/// The kernel with two bits a vertex: an eighth of the memory of child counters, for more work.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>

#include "../../value/outcome.hpp"
#include "engine_graph.hpp"

namespace mexbase {

/// Win, loss, tie or undecided of every vertex, four vertices a byte. Movable, not copyable; any number of threads may
/// read, and writers own disjoint ranges that begin at multiples of four.
class TwoBitStates {
  public:
    enum State : unsigned { undecided = 0, tie = 1, loss = 2, win = 3 };

    TwoBitStates() = default;
    /// All undecided. Throws `Error{out_of_memory}`.
    explicit TwoBitStates(Index size);

    Index size() const { return size_; }
    State state(Index v) const { return static_cast<State>(bytes_.get()[v / 4] >> (v % 4 * 2) & 3U); }
    /// What an undecided vertex reads as is a draw.
    Outcome operator[](Index v) const {
        constexpr std::array<Outcome, 4> outcomes = {Outcome::draw, Outcome::tie, Outcome::loss, Outcome::win};
        return outcomes[state(v)];
    }
    /// Gives a vertex that state, whatever it had.
    void decide(Index v, State s) {
        std::uint8_t& byte = bytes_.get()[v / 4];
        const unsigned place = static_cast<unsigned>(v % 4) * 2;
        byte = static_cast<std::uint8_t>((byte & ~(3U << place)) | static_cast<unsigned>(s) << place);
    }
    /// Where they are, to be fetched.
    detail::CellMemory memory() const { return {bytes_.get(), 1}; }

  private:
    struct Free {
        void operator()(std::uint8_t* p) const noexcept { std::free(p); }
    };
    std::unique_ptr<std::uint8_t, Free> bytes_;
    Index size_ = 0;
};

namespace detail {

/// Takes vertices decided in a ply.
using SpoolSink = std::function<void(std::uint64_t ply, Outcome outcome, std::span<const Index> vertices)>;

/// Solves a graph by two bits a vertex. Each vertex decided in a ply is handed to `sink`, a chunk at a time, on the
/// calling thread.
Summary solve_by_two_bits(const EngineGraph& graph, TwoBitStates& states, const SpoolSink& sink,
                          const AnalysisOptions& options);

}  // namespace detail

}  // namespace mexbase
