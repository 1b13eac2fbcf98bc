// SPDX-License-Identifier: MIT
#include <memory>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/search/component_search.hpp"
#include "../../../lib/solve/search/position_search.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../table_job.hpp"

namespace mexbase {

namespace {

template <class F>
FoundValues found_values(std::span<const std::uint32_t> numbers, const F& value_of) {
    FoundValues found;
    for (const std::uint32_t number : numbers) found.values.push_back(value_of(number));
    return found;
}

/// Converts canonical forms to values. Throws `Error{not_applicable}` if a form is too large to be stored.
FoundValues found_forms(GameArena& arena, std::span<const PartizanId> games) {
    GameNumbering numbering(arena);
    std::vector<std::uint32_t> numbers;
    for (const PartizanId game : games) numbers.push_back(numbering.number(game));
    FoundValues found;
    found.forms = std::make_shared<const CanonicalValues>(numbering.take());
    for (const std::uint32_t number : numbers)
        found.values.push_back(Value::of(CanonicalValue{found.forms.get(), number}));
    return found;
}

template <class Search>
std::vector<std::uint32_t> found_by(const Search& search, std::span<const std::vector<Index>> sums) {
    std::vector<std::uint32_t> found;
    for (const auto& sum : sums) found.push_back(search(sum));
    return found;
}

template <class Fold>
std::vector<std::uint32_t> search_positions(const Game& game, std::span<const std::vector<Index>> sums, Fold fold,
                                            std::uint64_t memory) {
    PositionSearch<Fold> search(game, fold, memory);
    return found_by([&search](const auto& sum) { return search.value(sum); }, sums);
}

std::vector<std::uint32_t> search_nimbers(const Game& game, std::span<const std::vector<Index>> sums,
                                          std::uint64_t memory) {
    const auto board = game.searched_board();
    if (!board) return search_positions(game, sums, NimberFold(), memory);
    ComponentValues values(board->game, board->neighbours, {}, memory);
    return found_by([&](const auto& one) { return values.value(game.colouring(one.front())); }, sums);
}

std::vector<PartizanId> search_canonical(const Game& game, std::span<const std::vector<Index>> sums, GameArena& arena,
                                         std::uint64_t memory) {
    const auto board = game.searched_board();
    if (!board) return search_positions(game, sums, CanonicalFold(arena), memory);
    ComponentGames games(board->game, board->neighbours, arena, memory);
    return found_by([&](const auto& one) { return games.value(game.colouring(one.front())); }, sums);
}

}  // namespace

FoundValues search_values(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory) {
    detail::require_kind(game, kind);
    if (memory == 0) memory = ~std::uint64_t{0};
    if (kind == ValueKind::canonical) {
        GameArena arena;
        return found_forms(arena, search_canonical(game, sums, arena, memory));
    }
    if (kind == ValueKind::nimber)
        return found_values(search_nimbers(game, sums, memory), [](std::uint32_t nimber) {
            return Value::of(NimberValue{false, nimber, 0, {}});
        });
    if (kind == ValueKind::obliged)
        return found_values(search_positions(game, sums, ObligedFold(), memory),
                            [](std::uint32_t code) { return Value::of(Obliged::of(code)); });
    throw Error(ErrorCode::not_applicable, "a search finds nimber, obliged and canonical values: for " +
                                               std::string(to_string(kind)) + " values of " +
                                               std::string(game.family()) + " make a table");
}

}  // namespace mexbase
