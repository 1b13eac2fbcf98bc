// SPDX-License-Identifier: MIT
#include <memory>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/search/component_search.hpp"
#include "../../../lib/solve/search/position_search.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../table_job.hpp"

namespace mexbase {

namespace {

/// Sets the value of each sum to `value_of(sum)`. Stores the error if a sum has no value.
template <class F>
FoundValues values_of_sums(std::span<const std::vector<Index>> sums, const F& value_of) {
    FoundValues found;
    found.values.resize(sums.size());
    for (std::size_t k = 0; k < sums.size(); ++k) {
        try {
            found.values[k] = value_of(sums[k]);
        } catch (const Error& e) {
            if (e.code() != ErrorCode::not_applicable && e.code() != ErrorCode::out_of_memory) throw;
            found.refusals.emplace(k, e);
        }
    }
    return found;
}

Value nimber_of(std::uint32_t nimber) {
    return Value::of(NimberValue{false, nimber, 0, {}});
}

FoundValues search_nimbers(const Game& game, std::span<const std::vector<Index>> sums, std::uint64_t memory) {
    const auto board = game.searched_board();
    if (!board) {
        NimberFold fold;
        PositionSearch<NimberFold> search(game, fold, memory);
        return values_of_sums(sums, [&](const auto& sum) { return nimber_of(search.value(sum)); });
    }
    ComponentValues search(board->game, board->neighbours, {}, memory);
    return values_of_sums(sums, [&](const auto& one) { return nimber_of(search.value(game.colouring(one.front()))); });
}

FoundValues search_obliged(const Game& game, std::span<const std::vector<Index>> sums, std::uint64_t memory) {
    ObligedFold fold;
    PositionSearch<ObligedFold> search(game, fold, memory);
    return values_of_sums(sums, [&](const auto& sum) { return Value::of(Obliged::of(search.value(sum))); });
}

FoundValues search_canonical(const Game& game, std::span<const std::vector<Index>> sums, std::uint64_t memory) {
    GameArena arena;
    GameNumbering numbering(arena);
    const auto form_of = [&numbering](PartizanId form) {
        return Value::of(CanonicalValue{nullptr, numbering.number(form)});
    };
    FoundValues found;
    if (const auto board = game.searched_board()) {
        ComponentGames search(board->game, board->neighbours, arena, memory);
        found =
            values_of_sums(sums, [&](const auto& one) { return form_of(search.value(game.colouring(one.front()))); });
    } else {
        CanonicalFold fold(arena);
        PositionSearch<CanonicalFold> search(game, fold, memory);
        found = values_of_sums(sums, [&](const auto& sum) { return form_of(search.value(sum)); });
    }
    found.forms = std::make_shared<const CanonicalValues>(numbering.take());
    for (Value& value : found.values)
        if (value.kind == ValueKind::canonical) value.canonical.values = found.forms.get();
    return found;
}

}  // namespace

FoundValues search_values(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory) {
    detail::require_kind(game, kind);
    if (memory == 0) memory = ~std::uint64_t{0};
    if (kind == ValueKind::canonical) return search_canonical(game, sums, memory);
    if (kind == ValueKind::nimber) return search_nimbers(game, sums, memory);
    if (kind == ValueKind::obliged) return search_obliged(game, sums, memory);
    throw Error(ErrorCode::not_applicable, "a search finds nimber, obliged and canonical values: for " +
                                               std::string(to_string(kind)) + " values of " +
                                               std::string(game.family()) + " make a table");
}

}  // namespace mexbase
