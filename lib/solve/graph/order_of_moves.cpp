// SPDX-License-Identifier: MIT
#include "order_of_moves.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>

#include "transposed_moves.hpp"

namespace mexbase {

namespace {

constexpr std::size_t positions_per_call = 512;

void count_options(const Moves& moves, Player mover, std::vector<std::uint32_t>& counts) {
    const GameTraits& traits = moves.traits();
    if (traits.stops || traits.bounded || !traits.order.slices.empty()) {
        constexpr std::size_t options_per_call = 4096;
        Options options;
        for (Index first = 0; first < traits.size;) {
            options.clear();
            first = moves.options(first, traits.size, mover, options_per_call, options);
            for (OptionRows rows(options); rows.next();)
                counts[rows.position()] += static_cast<std::uint32_t>(rows.targets().size());
        }
        return;
    }
    // `Moves::count_options` is faster than `Moves::options`, because it does not fill lists.
    std::vector<std::uint8_t> marks(positions_per_call);
    std::vector<Index> positions;
    std::vector<std::uint64_t> of_positions(positions_per_call);
    for (Index first = 0; first < traits.size; first += positions_per_call) {
        const auto count = static_cast<std::size_t>(std::min<Index>(positions_per_call, traits.size - first));
        moves.mark_positions(first, std::span(marks).first(count));
        positions.clear();
        for (std::size_t k = 0; k < count; ++k)
            if (marks[k] != 0) positions.push_back(first + k);
        moves.count_options(positions, mover, std::span(of_positions).first(positions.size()));
        for (std::size_t k = 0; k < positions.size(); ++k)
            counts[positions[k]] += static_cast<std::uint32_t>(of_positions[k]);
    }
}

/// Returns all indices, options of all `movers` first, or `std::nullopt` if the game is loopy (Kahn, 1962).
std::optional<std::vector<Index>> options_first(const Moves& moves, std::initializer_list<Player> movers) {
    const Index size = moves.size();
    std::optional<detail::TransposedMoves> transposed;
    if (!moves.traits().has_predecessors) transposed.emplace(moves, Slice{0, size, false}, movers, [](Index) {});
    std::vector<std::uint32_t> missing(static_cast<std::size_t>(size));
    for (const Player mover : movers) count_options(moves, mover, missing);
    std::vector<Index> order;
    order.reserve(static_cast<std::size_t>(size));
    for (Index i = 0; i < size; ++i)
        if (missing[i] == 0) order.push_back(i);
    // With two players, predecessors are requested for one position per call, so that they are grouped by position.
    const std::size_t most = movers.size() == 1 ? positions_per_call : 1;
    std::vector<Index> part;
    Flat back;
    for (std::size_t done = 0; done < order.size();) {
        // Indices that are not positions have no predecessors, and the rules are not called for them.
        part.clear();
        for (; done < order.size() && part.size() < most; ++done)
            if (moves.is_position(order[done])) part.push_back(order[done]);
        back.clear();
        if (transposed)
            transposed->predecessors(part, Player::left, back);
        else
            for (const Player mover : movers) moves.predecessors(part, mover, back);
        for (const Index from : back.span())
            if (missing[from] != 0 && --missing[from] == 0) order.push_back(from);
    }
    if (order.size() != size) return std::nullopt;
    return order;
}

}  // namespace

bool has_order(const Moves& moves) {
    return moves.traits().order.descending || !moves.traits().order.layers.empty();
}

std::optional<std::vector<Index>> topological_order(const Moves& moves) {
    return options_first(moves, {Player::left});
}

std::optional<std::vector<Index>> order_of_either_player(const Moves& moves) {
    return options_first(moves, {Player::left, Player::right});
}

}  // namespace mexbase
