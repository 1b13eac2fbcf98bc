// SPDX-License-Identifier: MIT
/// \file
/// A checkpointer that stops ranks that solve one game together. The ranks are threads.
#pragma once

#include <cstddef>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lib/solve/outcomes/shared_checkpointer.hpp"
#include "stop_at.hpp"

namespace mexbase::test {

/// Restores `from`, saves state number `last`, 1, 2, …, and stops there. One object serves all ranks.
class SharedStopAt final : public SharedCheckpointer {
  public:
    explicit SharedStopAt(int last, std::optional<RestoredState> from = std::nullopt)
        : last_(last), from_(std::move(from)) {}

    std::optional<RestoredState> kept;

    std::optional<SharedState> saved_state() override {
        if (!from_) return std::nullopt;
        return SharedState{.at = from_->at,
                           .cells = from_->cells.size(),
                           .cell_bytes = from_->cells.cell_bytes(),
                           .save = 0,
                           .parts = 0};
    }
    /// Each rank reads one of some short runs of cells and one of some scheduled vertices.
    void read_parts(const SharedState&, unsigned rank, unsigned ranks, const CellsSink& cells,
                    const ScheduledSink& due) override {
        constexpr Index longest = 5;
        from_->cells.visit([&](const auto* all) {
            for (Index first = 0, k = 0; first < from_->at.cells; first += longest, ++k)
                if (k % ranks == rank) {
                    const std::span run(all + first,
                                        static_cast<std::size_t>(std::min(longest, from_->at.cells - first)));
                    cells(first, sizeof(*all), std::as_bytes(run));
                }
        });
        Index k = 0;
        for (const Due& each : due_of(from_->due))
            if (k++ % ranks == rank) due(each.ply, each.won, each.v);
    }
    bool should_save() override { return ++seen_ == last_; }
    void save_part(std::uint64_t, unsigned, unsigned, const CellsSource& cells, const ScheduledSource& due) override {
        const std::scoped_lock lock(mutex_);
        cells([&](Index first, unsigned width, std::span<const std::byte> run) {
            runs_.push_back({first, width, {run.begin(), run.end()}});
        });
        for (const Due& each : due_of(due)) due_.push_back(each);
    }
    [[noreturn]] void save_state(const SharedState& state) override {
        kept.emplace();
        kept->at = state.at;
        kept->cells = OutcomeCells(state.cells, state.cell_bytes);
        kept->cells.visit([&](auto* all) {
            for (const Run& each : runs_) std::memcpy(all + each.first, each.bytes.data(), each.bytes.size());
        });
        kept->due = source_of(due_);
        throw Stopped{};
    }
    void give_up(const std::string& reason) override { throw Error(ErrorCode::io, reason); }

  private:
    struct Run {
        Index first;
        unsigned width;
        std::vector<std::byte> bytes;
    };

    int last_, seen_ = 0;
    std::optional<RestoredState> from_;
    std::mutex mutex_;  // guards the data of all ranks
    std::vector<Run> runs_;
    std::vector<Due> due_;
};

}  // namespace mexbase::test
