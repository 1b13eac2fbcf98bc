// SPDX-License-Identifier: MIT
/// \file
/// The data with which the kernel solves one rank's part of a slice.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "../../index.hpp"
#include "../../rules/moves.hpp"
#include "../ranks/deal.hpp"
#include "../ranks/transport.hpp"

namespace mexbase::detail {

/// The remoteness that each vertex has if it is lost, as far as its exits decide; nothing if an exit does not lose. An
/// exit is an option outside the slice. Takes two bytes per vertex. Threads may set different vertices at once.
class ExitLosses {
  public:
    explicit ExitLosses(Index vertices) : kept_(static_cast<std::size_t>(vertices)) {}

    void set(Index v, std::optional<std::uint64_t> remoteness) {
        if (remoteness && *remoteness >= large) {
            const std::lock_guard lock(mutex_);
            all_large_[v] = *remoteness;
        }
        kept_[v] = remoteness ? static_cast<std::uint16_t>(std::min<std::uint64_t>(*remoteness, large)) : never;
    }
    std::optional<std::uint64_t> operator[](Index v) const {
        if (kept_[v] == never) return std::nullopt;
        return kept_[v] == large ? all_large_.at(v) : kept_[v];
    }

  private:
    static constexpr std::uint16_t never = std::numeric_limits<std::uint16_t>::max(), large = never - 1;
    std::vector<std::uint16_t> kept_;
    std::map<Index, std::uint64_t> all_large_;  ///< those that do not fit
    std::mutex mutex_;
};

/// One rank's part of a slice, and the rounds in which it solves the slice with the other ranks. Borrows all.
struct RankPart {
    RankRounds& rounds;
    const DealtGame& game;
    const DealtSlice& own;
    ExitLosses losses;  ///< empty in a game without slices
};

/// Facts about some vertices of a rank, until the other ranks have sent the values of the exits.
struct PendingStarts {
    /// Starts of the vertices v, v + 1, … with the consecutive indices i, i + 1, …
    struct Run {
        Index v, i;
        Starts starts;
    };
    std::vector<Run> runs;
    std::size_t used = 0;                      ///< the first runs; the others keep their memory
    std::vector<std::uint64_t> cells;          ///< cells of the exits, in the order of the runs, 8 bytes wide
    std::vector<std::vector<Index>> requests;  ///< by rank: exits whose values are asked for

    Run& next() {
        if (used == runs.size()) runs.emplace_back();
        runs[used].starts.clear();
        return runs[used++];
    }
};

}  // namespace mexbase::detail
