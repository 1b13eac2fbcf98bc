// SPDX-License-Identifier: MIT
/// \file
/// Sums for tests: components whose parts change.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "../../gen/jobs/tables.hpp"
#include "query/sum.hpp"

namespace mexbase::test {

struct Component {
    const Table* table;
    std::vector<Index> parts;
};
using Components = std::vector<Component>;

/// Returns the sum of these; the first `begun` have been begun.
inline Sum sum_of(std::span<const Component> components, std::size_t begun = 0) {
    Sum sum;
    for (const auto& [table, parts] : components) sum.add(*table, parts).value();
    for (std::size_t c = 0; c < begun; ++c) sum.mark_begun(c).value();
    return sum;
}

/// Returns the outcome of a sum of values of one kind.
inline Outcome outcome_of_sum(std::span<const Component> components) {
    return std::get<Outcome>(sum_of(components).value().value());
}
inline Obliged pair_of_sum(std::span<const Component> components, std::size_t begun = 0) {
    return std::get<Obliged>(sum_of(components, begun).value().value());
}
inline OutcomeClass class_of_sum(std::span<const Component> components) {
    return std::get<OutcomeClass>(sum_of(components).value().value());
}

/// Returns the move in a sum of nimbers.
inline std::optional<SumMove> move_in_sum(std::span<const Component> components) {
    return sum_of(components).best_move().value();
}
struct ObligedMoves {
    std::optional<SumMove> normal, misere;
};
inline ObligedMoves moves_in_obliged_sum(std::span<const Component> components, std::size_t begun = 0) {
    Sum sum = sum_of(components, begun);
    return {sum.best_move().value(), sum.best_move(Player::left, Play::misere).value()};
}
struct PartizanMoves {
    std::optional<SumMove> left, right;
    friend bool operator==(const PartizanMoves&, const PartizanMoves&) = default;
};
inline PartizanMoves moves_in_partizan_sum(std::span<const Component> components) {
    Sum sum = sum_of(components);
    return {sum.best_move(Player::left).value(), sum.best_move(Player::right).value()};
}

/// Returns the reason why a sum has no value and no moves.
inline Failure refusal(std::span<const Component> components) {
    Sum sum = sum_of(components);
    const auto value = sum.value();
    if (value) {
        ADD_FAILURE() << "the sum has a value";
        return {};
    }
    EXPECT_EQ(sum.best_move(Player::right).error().message, value.error().message);
    return value.error();
}

/// Returns the verified table of a game's values.
inline Table table_of_values(const std::string& spec, ValueKind kind) {
    return make_table(spec, job_of(kind, 1));
}

/// Returns the verified table of one token on a graph.
inline Table table_of_graph(const std::vector<std::vector<Index>>& options, ValueKind kind) {
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    for (std::size_t v = 0; v < options.size(); ++v) {
        names.push_back("v" + std::to_string(v));
        for (const Index w : options[v]) arcs.emplace_back(static_cast<Vertex>(v), static_cast<Vertex>(w));
    }
    const auto board = std::make_shared<const Board>(true, names, arcs);
    const auto game = make_game(stock_registry(), "graph:file=" + board_reference(*board), board);
    JobOptions job = job_of(kind, 1);
    Table table = Table::from_memory(make_table_bytes(*game, job)).value();
    verify_table(*game, table, job);
    return table;
}

/// Returns the options of a heap of Kayles, computed here.
inline std::vector<std::vector<Index>> kayles(Index heap) {
    std::vector<std::vector<Index>> all;
    for (Index taken = 1; taken <= 2 && taken <= heap; ++taken)
        for (Index a = 0; 2 * a <= heap - taken; ++a) {
            const Index b = heap - taken - a;
            all.push_back(a == 0 ? std::vector{b} : std::vector{a, b});
        }
    return all;
}

}  // namespace mexbase::test
