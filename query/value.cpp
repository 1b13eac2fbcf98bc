#include "value.hpp"

#include <array>

namespace mexbase {

std::string_view to_string(ValueKind kind) {
    constexpr std::array<std::string_view, 5> names = {"outcome", "nimber", "obliged", "partizan-outcome", "canonical"};
    return names[static_cast<std::size_t>(kind)];
}

std::string to_string(const Value& value) {
    return to_string(value.outcome);
}

}  // namespace mexbase
