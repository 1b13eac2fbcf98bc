// SPDX-License-Identifier: MIT
#include "outcome_streams.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../../order/digit_search.hpp"
#include "../table_job.hpp"
#include "values_on_disk.hpp"

namespace mexbase::detail {

namespace {

/// Returns a stream that has `number(i, value)` for each position i, and `dont_care` for other indices.
template <class F>
StreamSource stream_of(StreamKind kind, const HoleMarker& holes, const OutcomeSource& solved, F number) {
    return {kind, [holes, solved, number](Index first, std::span<std::uint32_t> out) {
                holes(first, out);
                std::array<OutcomeValue, 512> values;
                while (!out.empty()) {
                    const auto stretch = std::span(values).first(std::min(values.size(), out.size()));
                    solved(first, stretch);
                    for (std::size_t k = 0; k < stretch.size(); ++k)
                        if (out[k] != dont_care) out[k] = number(first + k, stretch[k]);
                    first += stretch.size();
                    out = out.subspan(stretch.size());
                }
            }};
}

void add_both(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved, StreamKind outcome,
              StreamKind remoteness) {
    contents.streams.push_back(stream_of(outcome, holes, solved, [](Index, const OutcomeValue& value) {
        return static_cast<std::uint32_t>(value.outcome);
    }));
    contents.streams.push_back(stream_of(remoteness, holes, solved, [](Index, const OutcomeValue& value) {
        return has_remoteness(value.outcome) ? stream_value(value.remoteness) : dont_care;
    }));
}

/// Returns the outcomes of positions in which `player` begins. `with_turn` has outcomes by position and player to move.
OutcomeSource values_for(Player player, OutcomeSource with_turn) {
    return [with_turn = std::move(with_turn), player](Index first, std::span<OutcomeValue> values) {
        std::array<OutcomeValue, 512> both;
        while (!values.empty()) {
            const std::size_t n = std::min(both.size() / 2, values.size());
            with_turn(2 * first, std::span(both).first(2 * n));
            for (std::size_t k = 0; k < n; ++k) values[k] = both[2 * k + static_cast<std::size_t>(player)];
            first += n;
            values = values.subspan(n);
        }
    };
}

/// Permutes the stored values of a range from the order of the indices to the order in which the table stores them.
void reorder(OutcomeCells& solved, const StoredOrders::Range& range) {
    solved.visit([&]<class T>(T* cells) {
        cells += range.order.first;
        std::vector<T> group(static_cast<std::size_t>(range.group));
        for (Index first = 0; first < range.last - range.order.first; first += range.group) {
            StoredIndexWalk walk(range.order, first);
            for (T& cell : group) {
                cell = cells[walk.index()];
                walk.next();
            }
            std::ranges::copy(group, cells + first);
            if (first >> 21 != (first + range.group) >> 21) solved.let_go();
        }
    });
}

bool is_hole(const OutcomeCells& solved, Index i) {
    return solved.visit([i]<class T>(const T* cells) { return cells[i] == hole_cell<T>; });
}

}  // namespace

std::uint64_t held_by(const OutcomeCells& solved) {
    const std::uint64_t bytes = solved.size() * solved.cell_bytes();
    return solved.in_file() ? mapped_memory(bytes) : bytes;
}

OutcomeSource source_of(const OutcomeCells& solved) {
    const auto count = reading_from_file(solved.size(), [&solved] { solved.let_go(); });
    return [&solved, count](Index first, std::span<OutcomeValue> values) {
        count(values.size());
        solved.visit([first, values]<class T>(const T* cells) {
            for (std::size_t k = 0; k < values.size(); ++k) values[k] = CellCode<T>::value(cells[first + k]);
        });
    };
}

OutcomeSource source_of(const BoundedSolution& solved) {
    const auto count = reading_from_file(solved.cells.size(), [&solved] { solved.cells.let_go(); });
    return [&solved, count](Index first, std::span<OutcomeValue> values) {
        count(values.size());
        solved.read(first, values);
    };
}

OrderedOutcomes order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, OutcomeCells& solved,
                             TableContents& contents, const JobOptions& options) {
    mark_holes(solved, CellWindows::all_on_first(solved.size(), 1, 0), solved.size(), holes, options.threads);
    const auto at = [&solved](std::span<const Index> indices, std::span<std::uint32_t> values) {
        // The system maps 64 KiB of a file per position, because the positions are far from each other.
        constexpr std::size_t kept = 256;
        for (std::size_t k = 0; k < indices.size(); ++k) {
            if (k % kept == 0) solved.let_go();
            values[k] = is_hole(solved, indices[k]) ? dont_care : joint(solved[indices[k]]);
        }
    };
    contents.orders = choose_orders(ranges, at, solved.size(), options.threads);
    const StoredOrders orders(contents.orders);
    for (const StoredOrders::Range& range : orders.ranges()) reorder(solved, range);
    const auto marker = [&solved](Index first, std::span<std::uint32_t> marks) {
        for (std::uint32_t& mark : marks) mark = is_hole(solved, first++) ? dont_care : 0;
    };
    return {marker, source_of(solved)};
}

HoleMarker holes_of(const Moves& moves) {
    return [&moves](Index first, std::span<std::uint32_t> marks) {
        std::array<std::uint8_t, 1024> are_positions;
        for (std::size_t from = 0; from < marks.size(); from += are_positions.size()) {
            const std::size_t count = std::min(are_positions.size(), marks.size() - from);
            moves.mark_positions(first + from, std::span(are_positions).first(count));
            for (std::size_t k = 0; k < count; ++k) marks[from + k] = are_positions[k] != 0 ? 0 : dont_care;
        }
    };
}

void add_outcome_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved) {
    add_both(contents, holes, solved, StreamKind::outcome, StreamKind::remoteness);
}

void add_proven_streams(TableContents& contents, const HoleMarker& holes, const BoundedSolution& solved) {
    const auto add = [&](StreamKind kind, bool (BoundedSolution::*proven)(Index) const) {
        const auto bit = [&solved, proven](Index i, const OutcomeValue& value) {
            return value.outcome == Outcome::unknown ? std::uint32_t{(solved.*proven)(i)} : dont_care;
        };
        contents.streams.push_back(stream_of(kind, holes, source_of(solved), bit));
    };
    add(StreamKind::cannot_win, &BoundedSolution::cannot_win);
    add(StreamKind::cannot_lose, &BoundedSolution::cannot_lose);
}

void add_partizan_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& with_turn) {
    add_both(contents, holes, values_for(Player::left, with_turn), StreamKind::left_outcome,
             StreamKind::left_remoteness);
    add_both(contents, holes, values_for(Player::right, with_turn), StreamKind::right_outcome,
             StreamKind::right_remoteness);
}

}  // namespace mexbase::detail
