/// \file
/// The kinds of value that positions have.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mexbase {

/// A kind of value. The numbers are those of the table format: never renumber.
enum class ValueKind : std::uint8_t {
    outcome = 0,           ///< who wins, and how soon (outcome.hpp)
    nimber = 1,            ///< finite or loopy (nimber.hpp)
    obliged = 2,           ///< pairs of obliged sums (obliged.hpp)
    partizan_outcome = 3,  ///< outcomes for either starter (partizan_outcome.hpp)
    canonical = 4,         ///< canonical forms (partizan/arena.hpp)
};

/// Whether values of this kind are for games whose players differ, or for those whose players do not.
constexpr bool is_partizan(ValueKind kind) {
    return kind == ValueKind::canonical || kind == ValueKind::partizan_outcome;
}

namespace detail {
inline constexpr std::array<std::string_view, 5> value_kind_names = {"outcome", "nimber", "obliged", "partizan-outcome",
                                                                     "canonical"};
}

/// The name as command lines have it: `outcome`, `nimber`, `obliged`, `partizan-outcome`, `canonical`.
constexpr std::string_view to_string(ValueKind kind) {
    return detail::value_kind_names[static_cast<std::size_t>(kind)];
}

/// The inverse; nothing for any other text.
constexpr std::optional<ValueKind> value_kind_from(std::string_view text) {
    const auto at = std::find(detail::value_kind_names.begin(), detail::value_kind_names.end(), text);
    if (at == detail::value_kind_names.end()) return std::nullopt;
    return static_cast<ValueKind>(at - detail::value_kind_names.begin());
}

}  // namespace mexbase
