// SPDX-License-Identifier: MIT
#include <span>

#include "../../../lib/solve/colouring/board_sweep.hpp"
#include "../../../lib/solve/pages.hpp"
#include "../table_job.hpp"
#include "make_tables.hpp"
#include "values_on_disk.hpp"

namespace mexbase::detail {

namespace {

/// Returns a stream that has `number(cell)` for each position, and `dont_care` for indices that are not positions.
template <class F>
StreamSource cells_stream(StreamKind kind, const PagedArray<WordCell>& cells, F number) {
    const auto count = reading_from_file(cells.size(), [&cells] { cells.let_go(); });
    return {kind, [&cells, number, count](Index first, std::span<std::uint32_t> out) {
                count(out.size());
                for (std::size_t k = 0; k < out.size(); ++k) {
                    const WordCell cell = cells[first + k];
                    out[k] = cell < hole ? number(cell) : dont_care;
                }
            }};
}

}  // namespace

void check_board_table(const Game&, const JobOptions& options) {
    refuse_misere(options);
}

JobMemory board_memory(const Game& game, const JobOptions& options) {
    return job_memory(game, options, SweepMemory{.values = game.size()});
}

JobReport make_board_table(const Game& game, Sink& sink, const JobOptions& options) {
    const WordGame words = game.word_game().value();
    check_board_table(game, options);
    SweepOptions sweeping = sweep_options(game, options, {.values = game.size()});
    PagedArray<WordCell> cells(game.size(), sweeping.scratch);
    if (cells.in_file())
        sweeping.progress = [&cells, report = sweeping.progress](Index done, Index total) {
            cells.let_go();
            if (report) report(done, total);
        };
    TableContents contents = contents_for(game, options);
    const auto add = [&](StreamKind kind, auto number) {
        contents.streams.push_back(cells_stream(kind, cells, number));
    };
    if (options.value == ValueKind::nimber) {
        sweep_board(words, cells.span(), WordNimberFold{}, sweeping);
        add(StreamKind::nimber, [](WordCell nimber) { return nimber + 1U; });
    } else if (options.value == ValueKind::obliged) {
        sweep_board(words, cells.span(), WordObligedFold{}, sweeping);
        add(StreamKind::obliged, [](WordCell code) { return std::uint32_t{code}; });
    } else {
        const WordRemotenessFold fold(options.play);
        sweep_board(words, cells.span(), fold, sweeping);
        add(StreamKind::outcome,
            [fold](WordCell cell) { return static_cast<std::uint32_t>(fold.outcome(cell).outcome); });
        add(StreamKind::remoteness, [](WordCell cell) { return std::uint32_t{cell}; });
    }
    return finish_job(sink, contents, options, cells.in_file() ? mapped_memory(cells.size()) : cells.size());
}

}  // namespace mexbase::detail
