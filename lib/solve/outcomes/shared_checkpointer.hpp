// SPDX-License-Identifier: MIT
/// \file
/// How ranks that solve one game together save and restore its state. Nothing here opens a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "../../index.hpp"
#include "../retrograde/solver_state.hpp"

namespace mexbase {

/// Receives the cells of the indices `first`, `first` + 1, …, of `width` bytes each.
using CellsSink = std::function<void(Index first, unsigned width, std::span<const std::byte> cells)>;
/// Calls a sink for runs of cells, so that it gets each cell at most once. The other cells are undecided.
using CellsSource = std::function<void(const CellsSink&)>;

/// A saved state of a game, without its data.
struct SharedState {
    SolverState at;
    Index cells = 0;          ///< number of all cells
    unsigned cell_bytes = 0;  ///< bytes per cell
    std::uint64_t save = 0;   ///< number of the save: 1, 2, …; 0 if one process saved all data with the state
    unsigned parts = 0;       ///< number of parts that have the data; 0 if one process saved all data with the state
};

/// Saves and restores the state of an analysis that several ranks do together. All ranks use the same folder. In a
/// save, each rank writes its own data as a *part*. Rank 0 then saves the state, which makes the parts valid. Any
/// number of ranks, or one process, can go on from it. Each rank has an object of its own.
class SharedCheckpointer {
  public:
    virtual ~SharedCheckpointer() = default;

    /// Returns the state to resume from, or `std::nullopt`. Called once, on rank 0.
    virtual std::optional<SharedState> saved_state() = 0;
    /// Reads the data that were saved with `from`: the ranks together get all data, and each of them other data.
    virtual void read_parts(const SharedState& from, unsigned rank, unsigned ranks, const CellsSink& cells,
                            const ScheduledSink& due) = 0;

    /// Returns true if it is time to save. Called on rank 0 at the start of every slice and ply: it must be quick.
    virtual bool should_save() = 0;
    /// Saves the data of one rank as a part of save `save`. Vertices are numbered from 0 in each slice. Throws if it
    /// cannot be saved.
    virtual void save_part(std::uint64_t save, unsigned rank, unsigned ranks, const CellsSource& cells,
                           const ScheduledSource& due) = 0;
    /// Saves the state, and drops the save before. Called on rank 0 when all parts are saved.
    virtual void save_state(const SharedState& state) = 0;
    /// Drops the parts that are saved without a state, and saves nothing more. Called on rank 0 if a part could not be
    /// saved.
    virtual void give_up(const std::string& reason) = 0;
};

}  // namespace mexbase
