// SPDX-License-Identifier: MIT
#include <span>
#include <vector>

#include "../../../lib/solve/colouring/board_sweep.hpp"
#include "../../../lib/solve/pages.hpp"
#include "../table_job.hpp"
#include "make_tables.hpp"

namespace mexbase::detail {

namespace {

/// Returns a stream that has `number(cell)` for each position, and `dont_care` for indices that are not positions.
template <class F>
StreamSource cells_stream(StreamKind kind, const std::vector<WordCell>& cells, F number) {
    return {kind, [&cells, number](Index first, std::span<std::uint32_t> out) {
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
    return job_memory(game, options, game.size(), game.size());
}

JobReport make_board_table(const Game& game, Sink& sink, const JobOptions& options) {
    const WordGame words = game.word_game().value();
    check_board_table(game, options);
    std::vector<WordCell> cells;
    cells.reserve(static_cast<std::size_t>(game.size()));
    advise_large_pages(cells.data(), cells.capacity());
    cells.resize(static_cast<std::size_t>(game.size()));

    const SweepOptions sweeping = sweep_options(options);
    TableContents contents = contents_for(game, options);
    const auto add = [&](StreamKind kind, auto number) {
        contents.streams.push_back(cells_stream(kind, cells, number));
    };
    if (options.value == ValueKind::nimber) {
        sweep_board(words, cells, WordNimberFold{}, sweeping);
        add(StreamKind::nimber, [](WordCell nimber) { return nimber + 1U; });
    } else if (options.value == ValueKind::obliged) {
        sweep_board(words, cells, WordObligedFold{}, sweeping);
        add(StreamKind::obliged, [](WordCell code) { return std::uint32_t{code}; });
    } else {
        const WordRemotenessFold fold(options.play);
        sweep_board(words, cells, fold, sweeping);
        add(StreamKind::outcome,
            [fold](WordCell cell) { return static_cast<std::uint32_t>(fold.outcome(cell).outcome); });
        add(StreamKind::remoteness, [](WordCell cell) { return std::uint32_t{cell}; });
    }
    return finish_job(sink, contents, options, cells.size());
}

}  // namespace mexbase::detail
