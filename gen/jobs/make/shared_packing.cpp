// SPDX-License-Identifier: MIT
#include "shared_packing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "../../../lib/solve/outcomes/cell_exchange.hpp"
#include "../../encode/packing_ranks.hpp"
#include "../../order/digit_search.hpp"
#include "outcome_streams.hpp"

namespace mexbase::detail {

namespace {

/// Cells by stored index: those of the own window, and on rank 0 also those that it has fetched.
class WindowCells {
  public:
    WindowCells(CellWindows windows, OutcomeCells own) : windows_(std::move(windows)), own_(std::move(own)) {}
    WindowCells(const WindowCells&) = delete;
    WindowCells& operator=(const WindowCells&) = delete;

    /// Fetches runs of cells, which must ascend, in place of those fetched before. Collective.
    void fetch(RankRounds& rounds, std::span<const IndexRun> runs) {
        fetched_ = fetch_cells(rounds, windows_, own_, runs);
        runs_.clear();
        Index before = 0;
        for (const auto& [first, count] : runs) {
            runs_.emplace_back(first, before);
            before += count;
        }
    }
    HoleMarker holes() const {
        return [this](Index first, std::span<std::uint32_t> marks) {
            const auto [cells, cell] = find(first);
            cells->visit([&, at = cell]<class T>(const T* all) {
                for (std::size_t k = 0; k < marks.size(); ++k) marks[k] = all[at + k] == hole_cell<T> ? dont_care : 0;
            });
        };
    }
    OutcomeSource values() const {
        return [this, own = source_of(own_)](Index first, std::span<OutcomeValue> values) {
            const auto [cells, cell] = find(first);
            if (cells == &own_) return own(cell, values);
            for (std::size_t k = 0; k < values.size(); ++k) values[k] = (*cells)[cell + k];
        };
    }
    std::uint64_t memory() const { return held_by(own_); }

  private:
    std::pair<const OutcomeCells*, Index> find(Index i) const {
        if (i >= windows_.first() && i < windows_.last()) return {&own_, windows_.cell(i)};
        const auto run = std::prev(std::ranges::upper_bound(runs_, i, {}, &std::pair<Index, Index>::first));
        return {&fetched_, run->second + (i - run->first)};
    }

    CellWindows windows_;
    OutcomeCells own_, fetched_;
    std::vector<std::pair<Index, Index>> runs_;  // first index of each fetched run, and its cell in `fetched_`
};

/// Chooses the orders of digits on rank 0, which fetches samples of the values. Returns the orders on all ranks.
std::vector<DigitOrder> choose_orders_on_ranks(std::span<const DigitRange> digits, const SharedSolution& solved,
                                               const TableContents& contents, RankRounds& rounds, unsigned threads) {
    const DealtGame& own = solved.positions->own;
    const auto fetch = [&](std::span<const IndexRun> runs) { return fetch_cells(rounds, own, solved.cells, runs); };
    const PackingRanks ranks{rounds, CellWindows::all_on_first(0, rounds.ranks(), rounds.rank()), threads, fetch};
    if (rounds.rank() != 0) {
        while (ranks.next() == PackingTask::fetch) ranks.fetch({});
        const std::vector<std::byte>& bytes = rounds.in(0);
        return bytes.empty() ? std::vector<DigitOrder>() : format::parse_orders(bytes, contents.info.queryable_size);
    }
    const auto at = [&](std::span<const Index> indices, std::span<std::uint32_t> values) {
        std::vector<IndexRun> runs;
        for (const Index i : indices) {
            if (runs.empty() || runs.back().first + runs.back().second != i) runs.emplace_back(i, 0);
            ++runs.back().second;
        }
        ranks.begin(PackingTask::fetch);
        const OutcomeCells cells = fetch(runs);
        cells.visit([&]<class T>(const T* all) {
            for (std::size_t k = 0; k < values.size(); ++k)
                values[k] = all[k] == hole_cell<T> ? dont_care : joint(CellCode<T>::value(all[k]));
        });
    };
    const std::vector<DigitOrder> orders = choose_orders(digits, at, contents.info.indices, threads, true);
    if (!orders.empty())
        for (unsigned r = 1; r < rounds.ranks(); ++r) rounds.out(r) = format::encode_orders(orders);
    ranks.begin(PackingTask::end);
    return orders;
}

JobReport pack_in_rounds(const Game& game, SharedSolution& solved, RankRounds& rounds, const JobOptions& options,
                         unsigned threads, const std::string& scratch, Sink* sink) {
    const bool partizan = is_partizan(options.value);
    TableContents contents = contents_for(game, options);
    HoleMarker holes = holes_of(game);
    PlacesOf places;
    const std::vector<DigitRange> digits = partizan ? std::vector<DigitRange>() : game.digit_ranges();
    if (!digits.empty()) {
        mark_holes(solved.cells, solved.positions->own, game.size(), holes, threads);
        contents.orders = choose_orders_on_ranks(digits, solved, contents, rounds, options.threads);
        if (!contents.orders.empty())
            places = [orders = std::make_shared<const StoredOrders>(contents.orders)](Index first,
                                                                                      std::span<Index> out) {
                for (Index& place : out) place = orders->place(first++);
            };
    }
    const Index cells_per_index = partizan ? 2 : 1, cells = cells_per_index * game.size();
    const auto windows_of = [&](Index size, Index unit) {
        return CellWindows::even(size, unit, rounds.ranks(), rounds.rank());
    };
    const CellWindows windows = windows_of(cells, cells_per_index * PackingRanks::unit);
    OutcomeCells window(windows.size(), solved.cells.cell_bytes(), scratch);
    move_cells(rounds, solved.positions->own, solved.cells, windows, window, cells, places);
    solved = {};
    WindowCells values(windows, std::move(window));
    const auto fetch = [&](std::span<const IndexRun> runs) {
        std::vector<IndexRun> wider(runs.begin(), runs.end());
        for (auto& [first, count] : wider) first *= cells_per_index, count *= cells_per_index;
        values.fetch(rounds, wider);
    };
    const PackingRanks ranks{rounds, windows_of(game.size(), PackingRanks::unit), threads, fetch};
    contents.ranks = &ranks;
    if (partizan)
        add_partizan_streams(contents, holes, values.values());
    else
        add_outcome_streams(contents, digits.empty() ? holes : values.holes(), values.values());
    if (rounds.rank() != 0) {
        help_to_write(contents);
        return {};
    }
    JobReport report = finish_job(*sink, contents, options, values.memory());
    ranks.begin(PackingTask::end);
    return report;
}

}  // namespace

JobReport pack_on_ranks(const Game& game, SharedSolution solved, RankRounds& rounds, const JobOptions& options,
                        unsigned threads, const std::string& scratch, Sink* sink) {
    try {
        return pack_in_rounds(game, solved, rounds, options, threads, scratch, sink);
    } catch (...) {
        rounds.fail_everywhere();
        throw;
    }
}

}  // namespace mexbase::detail
