#include "search_values.hpp"

#include "../../../lib/value/partizan/list/game_list.hpp"

namespace mexbase::detail {

FoundValues found_nimbers(std::span<const std::uint32_t> nimbers) {
    FoundValues found;
    for (const std::uint32_t nimber : nimbers) {
        Value value;
        value.kind = ValueKind::nimber;
        value.nimber.nimber = nimber;
        found.values.push_back(value);
    }
    return found;
}

FoundValues found_pairs(std::span<const std::uint32_t> codes) {
    FoundValues found;
    for (const std::uint32_t code : codes) {
        Value value;
        value.kind = ValueKind::obliged;
        value.obliged = Obliged::of(code);
        found.values.push_back(value);
    }
    return found;
}

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

}  // namespace mexbase::detail
