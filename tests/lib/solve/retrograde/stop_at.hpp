// SPDX-License-Identifier: MIT
/// \file
/// A checkpointer that stops an analysis at a saved state.
#pragma once

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "lib/solve/retrograde/solver_state.hpp"

namespace mexbase::test {

struct Stopped {};

/// A vertex scheduled for a ply.
struct Due {
    std::uint64_t ply;
    bool won;
    Index v;
    friend bool operator==(const Due&, const Due&) = default;
};
inline std::vector<Due> due_of(const ScheduledSource& source) {
    std::vector<Due> all;
    source([&all](std::uint64_t ply, bool won, Index v) { all.push_back({ply, won, v}); });
    return all;
}
inline ScheduledSource source_of(std::vector<Due> all) {
    return [all = std::move(all)](const ScheduledSink& sink) {
        for (const Due& each : all) sink(each.ply, each.won, each.v);
    };
}

/// Restores `from`, saves state number `last`, 1, 2, …, and stops there.
class StopAt final : public Checkpointer {
  public:
    explicit StopAt(int last, std::optional<RestoredState> from = std::nullopt) : last_(last), from_(std::move(from)) {}

    std::optional<RestoredState> kept;

    std::optional<RestoredState> restore() override { return std::exchange(from_, std::nullopt); }
    bool should_save() override { return ++seen_ == last_; }
    [[noreturn]] void save(const SolverState& at, const StateView& all) override {
        kept.emplace();
        kept->at = at;
        kept->cells = copy_of(all.cells, at.cells);
        for (const auto& words : all.words) kept->words.emplace_back(words.begin(), words.end());
        kept->due = source_of(due_of(all.due));
        throw Stopped{};
    }

  private:
    // Cells from `known` on are undecided.
    static OutcomeCells copy_of(const OutcomeCells& cells, Index known) {
        OutcomeCells copy(cells.size(), cells.cell_bytes());
        cells.visit([&](const auto* from) {
            copy.visit([&](auto* to) { std::memcpy(to, from, static_cast<std::size_t>(known) * sizeof *from); });
        });
        return copy;
    }

    int last_, seen_ = 0;
    std::optional<RestoredState> from_;
};

/// Calls `solve(checkpointer)`, stopping it at state number `last`. Returns the saved state, or `std::nullopt` if it
/// ended before.
template <class StopsAt = StopAt, class Solve>
std::optional<RestoredState> stopped_at(int last, const Solve& solve) {
    StopsAt checkpointer(last);
    try {
        solve(checkpointer);
        return std::nullopt;
    } catch (const Stopped&) {
        return std::move(checkpointer.kept);
    }
}

}  // namespace mexbase::test
