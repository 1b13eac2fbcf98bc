#include "order_of_moves.hpp"

#include <algorithm>

#include "../../error.hpp"
#include "either_moves.hpp"
#include "transposed_moves.hpp"

namespace mexbase {

namespace {

/// Kahn's algorithm (1962). Chunks of predecessors come in the order of the vertices, so that the order does not depend
/// on their length.
std::optional<std::vector<Index>> options_first(const Moves& moves) {
    constexpr std::size_t options_per_call = 4096, positions_per_call = 512;
    const Index size = moves.size();
    std::vector<std::uint32_t> missing(static_cast<std::size_t>(size));
    Options options;
    for (Index first = 0; first < size;) {
        options.clear();
        first = moves.options(first, size, Player::left, options_per_call, options);
        for (OptionRows rows(options); rows.next();)
            missing[rows.position()] = static_cast<std::uint32_t>(rows.targets().size());
    }
    std::vector<Index> order;
    order.reserve(static_cast<std::size_t>(size));
    for (Index i = 0; i < size; ++i)
        if (missing[i] == 0) order.push_back(i);
    std::vector<std::uint8_t> marks(positions_per_call);
    std::vector<Index> part;
    Flat back;
    for (std::size_t done = 0; done < order.size();) {
        // Indices that are not positions have no predecessors, and the rules are not called for them.
        part.clear();
        for (; done < order.size() && part.size() < positions_per_call; ++done) {
            moves.mark_positions(order[done], {marks.data(), 1});
            if (marks[0] != 0) part.push_back(order[done]);
        }
        back.clear();
        moves.predecessors(part, Player::left, back);
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
    if (moves.traits().has_predecessors) return options_first(moves);
    return options_first(detail::TransposedMoves(moves, {0, moves.size(), false}, [](Index) {}));
}

std::optional<std::vector<Index>> order_of_either_player(const Moves& moves) {
    return topological_order(detail::EitherMoves(moves));
}

}  // namespace mexbase
