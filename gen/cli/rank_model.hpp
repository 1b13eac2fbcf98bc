// SPDX-License-Identifier: MIT
/// \file
/// Model of a job of several processes (ranks): its time, memory and traffic. A model, not a measurement.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mexbase::cli {

/// The facts about a job that the model uses.
struct RankWork {
    double positions = 0;
    double moves = 0;    ///< moves that stay in their slice, of all positions
    double exits = 0;    ///< moves that leave their slice, of all positions
    double plies = 0;    ///< in all slices
    double seconds = 0;  ///< to solve on one thread
    bool in_slices = false;
};

/// Machines of the job, which are all equal. Each runs `ranks` / `machines` ranks of one thread.
struct RankMachines {
    double ranks = 1, machines = 1;
    double network = 12.5e9;  ///< bytes per second that a machine sends while it receives as many
    double disk = 1e9;        ///< bytes per second that one machine writes to the table's folder or to a scratch folder
    double files = 10e9;      ///< bytes per second that all machines together write to the table's folder; assumed
    double memory = 0;        ///< bytes of a machine; 0: no limit
};

/// Seconds of the parts of a job, which follow one another, and its other needs.
struct RankEstimate {
    double computing = 0;
    double messages = 0;    ///< sending messages and exits
    double exchanges = 0;   ///< waiting for the rounds of plies
    double collecting = 0;  ///< moving the values to the ranks that pack them, and writing the table
    double packing = 0;     ///< on all ranks
    double bytes_sent = 0;  ///< by each machine to others while the game is solved
    double memory = 0;      ///< bytes on each machine
    double scratch = 0;     ///< bytes in the scratch folder of each machine
    double write_rate = 0;  ///< bytes of the table per second that all machines write together

    double seconds() const { return computing + messages + exchanges + collecting + packing; }
    /// Returns the name of the part that takes longest.
    std::string_view bottleneck() const;
};

/// Returns what the model says. Its constants are in rank_model.cpp, with the measurements that they come from.
RankEstimate model_of(const RankWork& work, const RankMachines& machines);

}  // namespace mexbase::cli
