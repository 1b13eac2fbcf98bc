// SPDX-License-Identifier: MIT
#include "rank_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mexbase::cli {

namespace {

// Measured on one machine (bench/results/history.md, 2026-11-27), except the time of an exchange over a network.
constexpr double bytes_per_message = 4.1;   // a move to another rank
constexpr double bytes_per_exit = 16;       // the index that is asked for, and the cell
constexpr double exchange_seconds = 20e-6;  // assumed for two machines; more ranks take steps by the logarithm
constexpr double words_per_exchange = 8;    // of 8 bytes, between each pair of ranks
constexpr double balance = 0.95;            // average work of a rank, divided by the most
constexpr double packing_seconds = 60e-9;   // of one thread per position

constexpr double cell_bytes = 2;        // a position
constexpr double exit_loss_bytes = 2;   // a position of the slice in work, in a game in slices
constexpr double frontier_bytes = 0.5;  // a position, of vertices decided in two plies
constexpr double packed_bytes = 0.4;    // a position in the table; 0.01 to 0.43 in four games

}  // namespace

std::string_view RankEstimate::bottleneck() const {
    const std::array<std::pair<double, std::string_view>, 5> parts{{{computing, "computing"},
                                                                    {messages, "messages"},
                                                                    {exchanges, "waiting"},
                                                                    {collecting, "collecting the table"},
                                                                    {packing, "packing"}}};
    return std::ranges::max_element(parts, {}, [](const auto& part) { return part.first; })->second;
}

RankEstimate model_of(const RankWork& work, const RankMachines& on) {
    RankEstimate estimate;
    const double to_other_machine = 1 - 1 / on.machines;
    estimate.computing = work.seconds / on.ranks / (on.ranks > 1 ? balance : 1);
    const double sent = work.moves * bytes_per_message + work.exits * bytes_per_exit;
    estimate.bytes_sent = sent * to_other_machine / on.machines;
    estimate.messages = estimate.bytes_sent / on.network;
    const double pair_bytes = words_per_exchange * 8;
    estimate.exchanges =
        on.ranks == 1 ? 0
                      : work.plies * (exchange_seconds * std::log2(on.ranks) +
                                      pair_bytes * on.ranks * on.ranks / on.machines * to_other_machine / on.network);
    const double here = work.positions / on.machines;
    estimate.memory = here * (cell_bytes + frontier_bytes + (work.in_slices ? exit_loss_bytes : 0));
    estimate.packing = work.positions * packing_seconds / on.ranks;
    // All machines write the table at once.
    const double from_machine = on.machines > 1 ? std::min(on.disk, on.network) : on.disk;
    estimate.write_rate = std::min(on.files, on.machines * from_machine);
    if (on.ranks == 1) return estimate;
    // While values move, a rank has those that it has solved and those that it will pack.
    const double moved = here * cell_bytes;
    if (on.memory != 0 && 2 * moved > on.memory)
        estimate.scratch = moved;
    else
        estimate.memory = std::max(estimate.memory, 2 * moved);
    // A scratch file is written once and read once.
    estimate.collecting = to_other_machine * moved / on.network + 2 * estimate.scratch / on.disk +
                          work.positions * packed_bytes / estimate.write_rate;
    return estimate;
}

}  // namespace mexbase::cli
