#include "value.hpp"

#include <algorithm>
#include <array>

namespace mexbase {

namespace {
constexpr std::array<std::string_view, 5> names = {"outcome", "nimber", "obliged", "partizan-outcome", "canonical"};
}

std::string_view to_string(ValueKind kind) {
    return names[static_cast<std::size_t>(kind)];
}

std::optional<ValueKind> value_kind_from(std::string_view text) {
    const auto at = std::ranges::find(names, text);
    if (at == names.end()) return std::nullopt;
    return static_cast<ValueKind>(at - names.begin());
}

std::string to_string(const Value& value) {
    switch (value.kind) {
        case ValueKind::nimber:
            return to_string(value.nimber);
        case ValueKind::obliged:
            return to_string(value.obliged);
        default:
            return to_string(value.outcome);
    }
}

Outcome outcome_of(const Value& value, Play play) {
    switch (value.kind) {
        case ValueKind::nimber:
            return sum_outcome({&value.nimber, 1});
        case ValueKind::obliged:
            return (play == Play::normal ? value.obliged.normal : value.obliged.misere) ? Outcome::win : Outcome::loss;
        default:
            return value.outcome.outcome;
    }
}

}  // namespace mexbase
