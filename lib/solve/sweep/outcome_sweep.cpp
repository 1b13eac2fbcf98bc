// SPDX-License-Identifier: MIT
#include "outcome_sweep.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <vector>

#include "../../error.hpp"
#include "../graph/graph.hpp"
#include "../graph/turn_moves.hpp"

namespace mexbase {

std::uint64_t outcome_sweep_memory(const Moves& moves, bool turns) {
    const std::uint64_t cells = (turns ? 2 : 1) * moves.size() * sizeof(std::uint16_t);
    const bool by_lines = !turns && detail::sweeps_by_lines(moves, sizeof(std::uint16_t), {});
    return cells + (by_lines ? moves.traits().order.lines * sizeof(OutcomeFold) : 0);
}

namespace detail {

bool sweeps_by_lines(const Moves& moves, unsigned bytes, const SweepOptions& options) {
    const Index lines = moves.traits().order.lines, values = moves.size() * bytes;
    return lines != 0 && !moves.traits().stops && lines <= values / sizeof(OutcomeFold) &&
           (options.memory == 0 || lines * sizeof(OutcomeFold) + values <= options.memory);
}

namespace {

/// Writes the cell of a value. Returns false if its remoteness does not fit.
template <class T>
bool set_cell(T& cell, const OutcomeValue& value) {
    if (value.remoteness > CellCode<T>::max_remoteness) return false;
    cell = CellCode<T>::cell(value);
    return true;
}

template <class T, class CellOf>
[[gnu::noinline]] OutcomeValue fold_row(const OptionRows& row, const T* cells, Play play, const CellOf& cell_of) {
    using Code = CellCode<T>;
    if (const OutcomeValue* const stop = row.stop()) {
        check_terminal(*stop);
        return *stop;
    }
    OutcomeFold options;
    for (const Index to : row.targets()) {
        const T cell = cells[cell_of(to)];
        if (Code::is_decided(cell))
            options.add(Code::is_win(cell), Code::remoteness(cell));
        else
            options.add(Code::value(cell));
    }
    for (const Options::RowValue& each : row.unindexed()) options.add(each.value);
    return options.value(play);
}

/// Returns the value of the row's position. The value of an option is in cell `cell_of(option)`.
template <class T, class CellOf>
[[gnu::always_inline]] inline OutcomeValue value_of_row(const OptionRows& row, const T* cells, Play play,
                                                        const CellOf& cell_of) {
    // As signed numbers, losses are smallest, then wins, then draws and ties. The extremes decide almost every row.
    using Code = CellCode<T>;
    using Signed = std::make_signed_t<T>;
    auto least = std::numeric_limits<Signed>::max(), greatest = std::numeric_limits<Signed>::min();
    for (const Index to : row.targets()) {
        const auto cell = static_cast<Signed>(cells[cell_of(to)]);
        least = std::min(least, cell);
        greatest = std::max(greatest, cell);
    }
    if (row.targets().empty() || !row.unindexed().empty()) [[unlikely]]
        return fold_row(row, cells, play, cell_of);
    if (Code::is_loss(static_cast<T>(least))) return {Outcome::win, Code::remoteness(static_cast<T>(least)) + 1};
    if (Code::is_win(static_cast<T>(greatest))) return {Outcome::loss, Code::remoteness(static_cast<T>(greatest)) + 1};
    return fold_row(row, cells, play, cell_of);
}

/// Buffers for options. Element 0 is for Left; element 1 is for Right if both players are swept.
using Rows = std::array<Options, 2>;

/// Sets the values of the positions in `run`. Returns false if a remoteness does not fit into a cell.
template <class T>
bool sweep_options(const SweepRun& run, Play play, T* cells, Rows& rows) {
    bool fits = true;
    for (Index from = run.first; from < run.last;) {
        from = run.read(from, Player::left, rows[0]);
        for (OptionRows row(rows[0]); row.next();)
            fits = set_cell(cells[row.position()], value_of_row(row, cells, play, std::identity{})) && fits;
    }
    return fits;
}

template <class T>
bool sweep_turns(const SweepRun& run, Play play, T* cells, Rows& rows) {
    const bool partizan = run.moves.traits().partizan;
    bool fits = true;
    const auto set = [&](const OptionRows& row, Player player) {
        const OutcomeValue value = value_of_row(
            row, cells, play, [next = other(player)](Index option) { return TurnMoves::index(option, next); });
        if (partizan) TurnMoves::refuse_tie(value);
        fits = set_cell(cells[TurnMoves::index(row.position(), player)], value) && fits;
    };
    for (Index from = run.first; from < run.last;) {
        const Index to = run.read(from, Player::left, rows[0]);
        if (partizan) run.read_all(from, to, Player::right, rows[1]);
        OptionRows left(rows[0]), right(rows[partizan ? 1 : 0]);
        while (left.next() && right.next()) {
            set(left, Player::left);
            set(right, Player::right);
        }
        from = to;
    }
    return fits;
}

template <class T>
bool sweep_lines(const SweepRun& run, Play play, T* cells, std::vector<OutcomeFold>& folds, Lines& rows) {
    bool fits = true;
    for (Index from = run.first; from < run.last;) {
        rows.clear();
        from = run.moves.lines(from, run.last, SweepRun::targets_per_call, rows);
        const Index* line = rows.lines.data();
        for (std::size_t row = 0; row < rows.positions.size(); ++row) {
            const Index* const end = rows.lines.data() + rows.ends[row];
            OutcomeFold options;
            for (const Index* each = line; each != end; ++each) options.add(folds[*each]);
            const OutcomeValue value = options.value(play);
            fits = set_cell(cells[rows.positions[row]], value) && fits;
            for (; line != end; ++line) folds[*line].add(value);
        }
    }
    return fits;
}

/// Computes values of the positions or, if `turns`, of the pairs of a position and the player to move (`TurnMoves`).
OutcomeCells sweep_cells(const Moves& moves, bool turns, Play play, const SweepOptions& options) {
    const Index each = turns ? 2 : 1, size = each * moves.size();
    std::atomic<bool> too_long = false;
    OutcomeCells cells;
    const auto report = [&](Index done) {
        cells.let_go();
        if (options.progress) options.progress(each * done, size);
        return !too_long.load(std::memory_order_relaxed);
    };
    std::string folder = options.scratch;
    for (unsigned bytes = 2;; bytes *= 2) {
        if (bytes != 2 && options.memory != 0 && folder.empty() && size * bytes + options.packing > options.memory) {
            if (options.scratch_if_wide.empty())
                throw Error(ErrorCode::out_of_memory,
                            "play is so long that the values need " + memory_text(size * bytes + options.packing) +
                                " of memory, and " + memory_text(options.memory) + " are allowed",
                            Remedy::allow_memory);
            folder = options.scratch_if_wide;
        }
        cells = {};  // frees the narrow cells
        cells = OutcomeCells(size, bytes, folder);
        const bool by_lines = !turns && sweeps_by_lines(moves, bytes, options);
        std::vector<OutcomeFold> folds(static_cast<std::size_t>(by_lines ? moves.traits().order.lines : 0));
        Lines lines;
        std::vector<Rows> rows(std::max(1U, options.threads));
        cells.visit([&](auto* all) {
            const auto visit = [&](unsigned thread, const SweepRun& run) {
                const bool fits = by_lines ? sweep_lines(run, play, all, folds, lines)
                                  : turns  ? sweep_turns(run, play, all, rows[thread])
                                           : sweep_options(run, play, all, rows[thread]);
                if (!fits) too_long.store(true, std::memory_order_relaxed);
            };
            // With lines (`Has::lines`), one thread in index order is fast enough.
            for_each_in_order(moves, {}, by_lines ? 1 : options.threads, 0, visit, report);
        });
        if (!too_long.exchange(false)) {
            if (options.progress) options.progress(size, size);
            return cells;
        }
    }
}

}  // namespace

}  // namespace detail

OutcomeCells sweep_outcomes(const Moves& moves, Play play, const SweepOptions& options) {
    return detail::sweep_cells(moves, false, play, options);
}

OutcomeCells sweep_partizan_outcomes(const Moves& moves, Play play, const SweepOptions& options) {
    return detail::sweep_cells(moves, true, play, options);
}

}  // namespace mexbase
