/// \file
/// From the rules of a colouring game to a table of any kind of value, by one sweep over the words of its positions.
#pragma once

#include <vector>

#include "../../../lib/solve/colouring/board_sweep.hpp"
#include "../../../lib/solve/pages.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"

namespace mexbase {

namespace detail {

/// A stream of `number(cell)` for each position.
template <class F>
StreamSource cells_stream(StreamKind kind, const std::vector<WordCell>& cells, F number) {
    return {kind, [&cells, number](Index first, std::span<std::uint32_t> out) {
                for (std::size_t k = 0; k < out.size(); ++k) {
                    const WordCell cell = cells[first + k];
                    out[k] = cell < hole ? number(cell) : dont_care;
                }
            }};
}

}  // namespace detail

/// Makes a table of nimbers, outcomes or obliged pairs of a whole board. A byte a position. Throws `Error`.
template <HasBoardSweep R>
JobReport make_board_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    const auto start = detail::JobClock::now();
    if (options.value != ValueKind::outcome) detail::refuse_misere(options);
    detail::check_memory(rules.size(), options);
    std::vector<WordCell> cells;
    cells.reserve(static_cast<std::size_t>(rules.size()));
    advise_large_pages(cells.data(), cells.capacity());
    cells.resize(static_cast<std::size_t>(rules.size()));

    WordSweepOptions sweeping;
    sweeping.threads = options.threads;
    if (options.progress)
        sweeping.progress = [&options](Index done, Index total) { options.progress("sweeping", done, total); };
    TableContents contents = detail::contents_for(game, options);
    const auto add = [&](StreamKind kind, auto number) {
        contents.streams.push_back(detail::cells_stream(kind, cells, number));
    };
    if (options.value == ValueKind::nimber) {
        sweep_board(rules, cells, WordNimberFold{}, sweeping);
        add(StreamKind::nimber, [](WordCell nimber) { return nimber + 1U; });
    } else if (options.value == ValueKind::obliged) {
        sweep_board(rules, cells, WordObligedFold{}, sweeping);
        add(StreamKind::obliged, [](WordCell code) { return std::uint32_t{code}; });
    } else {
        const WordRemotenessFold fold(options.play);
        sweep_board(rules, cells, fold, sweeping);
        add(StreamKind::outcome,
            [fold](WordCell cell) { return static_cast<std::uint32_t>(fold.outcome(cell).outcome); });
        add(StreamKind::remoteness, [](WordCell cell) { return std::uint32_t{cell}; });
    }
    return detail::finish_job(sink, contents, options, start);
}

}  // namespace mexbase
