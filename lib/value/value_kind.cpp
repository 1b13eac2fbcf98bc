#include "value_kind.hpp"

#include <algorithm>
#include <array>

namespace mexbase {

namespace {
constexpr std::array<std::string_view, 5> kind_names = {"outcome", "nimber", "obliged", "partizan-outcome",
                                                        "canonical"};
}

std::string_view to_string(ValueKind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

std::optional<ValueKind> value_kind_from(std::string_view text) {
    const auto at = std::find(kind_names.begin(), kind_names.end(), text);
    if (at == kind_names.end()) return std::nullopt;
    return static_cast<ValueKind>(at - kind_names.begin());
}

}  // namespace mexbase
