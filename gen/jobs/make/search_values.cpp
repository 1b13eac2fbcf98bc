// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/search/component_search.hpp"
#include "../../../lib/solve/search/position_search.hpp"
#include "../../../lib/value/partizan/list/canonical_values.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../table_job.hpp"

namespace mexbase {

namespace {

Value nimber_of(std::uint32_t nimber) {
    return Value::of(NimberValue{false, nimber, 0, {}});
}

/// Returns the search of positions with a fold, and stores its result in a value by `value_of`.
template <class Fold, class F>
ValueSearch position_search(const Game& game, std::shared_ptr<Fold> fold, std::uint64_t memory, F value_of) {
    auto search = std::make_shared<PositionSearch<Fold>>(game, *fold, memory);
    return [fold, search, value_of](std::span<const Index> sum) { return value_of(search->value(sum)); };
}

/// Canonical forms found by a search, and the list of the last one.
struct FoundForms {
    GameArena arena;
    CanonicalFold fold{arena};
    std::optional<CanonicalValues> last;

    /// Returns the value of a form, which is valid until the next call.
    Value value_of(PartizanId form) {
        // A list of one form may not take time or memory for all others in the arena of the search.
        GameArena small;
        GameNumbering numbering(small);
        const std::uint32_t number = numbering.number(GameImport(arena, small)(form));
        last.emplace(numbering.take());
        return Value::of(CanonicalValue{&*last, number});
    }
};

}  // namespace

ValueSearch search_values(const Game& game, ValueKind kind, std::uint64_t memory) {
    detail::require_kind(game, kind);
    if (memory == 0) memory = ~std::uint64_t{0};
    const auto board = game.searched_board();
    if (kind == ValueKind::canonical) {
        const auto forms = std::make_shared<FoundForms>();
        const auto value_of = [forms](PartizanId form) { return forms->value_of(form); };
        if (!board) return position_search(game, std::shared_ptr<CanonicalFold>(forms, &forms->fold), memory, value_of);
        const auto search = std::make_shared<ComponentGames>(board->game, board->neighbours, forms->arena, memory);
        return [&game, search, value_of](std::span<const Index> one) {
            return value_of(search->value(game.colouring(one.front())));
        };
    }
    if (kind == ValueKind::nimber) {
        if (!board) return position_search(game, std::make_shared<NimberFold>(), memory, nimber_of);
        const auto search =
            std::make_shared<ComponentValues>(board->game, board->neighbours, NimberComponents{}, memory);
        return [&game, search](std::span<const Index> one) {
            return nimber_of(search->value(game.colouring(one.front())));
        };
    }
    if (kind == ValueKind::obliged)
        return position_search(game, std::make_shared<ObligedFold>(), memory,
                               [](std::uint32_t pair) { return Value::of(Obliged::of(pair)); });
    throw Error(ErrorCode::not_applicable, "a search finds nimber, obliged and canonical values: for " +
                                               std::string(to_string(kind)) + " values of " +
                                               std::string(game.family()) + " make a table");
}

}  // namespace mexbase
