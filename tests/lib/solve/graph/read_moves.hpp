// SPDX-License-Identifier: MIT
/// \file
/// Answers of `Moves`, in a form that tests can compare.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lib/rules/moves.hpp"

namespace mexbase::test {

struct Row {
    Index position;
    std::vector<Index> targets;
    std::optional<OutcomeValue> stop;
    friend bool operator==(const Row&, const Row&) = default;
};

inline std::vector<Row> rows_of(const Options& options) {
    std::vector<Row> rows;
    for (std::size_t k = 0; k < options.size(); ++k) {
        const auto targets = options.targets_of(k);
        rows.push_back({options.positions[k], {targets.begin(), targets.end()}, std::nullopt});
    }
    for (const auto& stop : options.stops) rows[stop.row].stop = stop.value;
    return rows;
}

inline std::vector<std::uint8_t> marks_of(const Moves& moves, Index first, Index last) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(last - first));
    moves.mark_positions(first, marks);
    return marks;
}

/// Reads a range by chunks and a list of its positions, each with a limit.
inline std::vector<Row> range_of(const Moves& moves, Index first, Index last, std::size_t enough) {
    Options options;
    std::vector<Row> rows;
    while (first < last) {
        options.clear();
        const Index to = moves.options(first, last, Player::left, enough, options);
        EXPECT_GT(to, first);
        first = to;
        for (Row& row : rows_of(options)) rows.push_back(std::move(row));
    }
    return rows;
}
inline std::vector<Row> list_of(const Moves& moves, std::span<const Index> of, std::size_t enough) {
    Options options;
    std::vector<Row> rows;
    while (!of.empty()) {
        options.clear();
        const std::size_t count = moves.options(of, Player::left, enough, options);
        EXPECT_GT(count, 0U);
        of = of.subspan(count);
        for (Row& row : rows_of(options)) rows.push_back(std::move(row));
    }
    return rows;
}
inline std::vector<Index> predecessors_of(const Moves& moves, std::span<const Index> of) {
    Flat back;
    moves.predecessors(of, Player::left, back);
    std::vector<Index> sorted(back.span().begin(), back.span().end());
    std::ranges::sort(sorted);
    return sorted;
}
inline std::vector<Row> starts_of(const Moves& moves, Index first, Index last, Play play, Index& positions) {
    Starts starts;
    positions = moves.starts(first, last, play, Player::left, starts);
    std::vector<Row> rows;
    for (const auto& row : starts.rows) rows.push_back({row.position, {}, std::nullopt});
    for (const auto& stop : starts.stops) rows[stop.row].stop = stop.value;
    return rows;
}

}  // namespace mexbase::test
