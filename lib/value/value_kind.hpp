// SPDX-License-Identifier: MIT
/// \file
/// The kinds of value that positions have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// The kinds of value, one per row: enumerator, class in `query/kinds`, name in command lines, and true members of
/// `ValueKindTraits`. The row number is a number of the table format: never move a row.
// clang-format off
#define MEXBASE_VALUE_KINDS(kind) \
    kind(outcome, OutcomeKind, "outcome") \
    kind(nimber, NimberKind, "nimber", .adds = true) \
    kind(obliged, ObligedKind, "obliged", .adds = true, .loop_free = true) \
    kind(partizan_outcome, PartizanOutcomeKind, "partizan-outcome", .partizan = true) \
    kind(canonical, CanonicalKind, "canonical", .partizan = true, .adds = true, .loop_free = true)
// clang-format on

namespace mexbase {

/// A kind of value. `outcome` is the winner and the remoteness, and `partizan_outcome` has one outcome if Left begins
/// and one if Right begins. `nimber` is a finite or loopy nimber, `obliged` a pair for obliged sums, and `canonical` a
/// canonical form.
enum class ValueKind : std::uint8_t {
#define MEXBASE_ENUMERATOR(id, ...) id,
    MEXBASE_VALUE_KINDS(MEXBASE_ENUMERATOR)
#undef MEXBASE_ENUMERATOR
};

/// The properties of a kind of value that decide which games may have it.
struct ValueKindTraits {
    std::string_view name;
    bool partizan = false;   ///< only for games with different moves for Left and Right
    bool adds = false;       ///< values add in sums: play must not end while moves are left
    bool loop_free = false;  ///< only for games in which play always ends
};

namespace detail {
/// The traits of all kinds, indexed by the number of the kind.
inline constexpr std::array value_kinds = {
#define MEXBASE_TRAITS(id, kind, text, ...) ValueKindTraits{.name = text __VA_OPT__(, ) __VA_ARGS__},
    MEXBASE_VALUE_KINDS(MEXBASE_TRAITS)
#undef MEXBASE_TRAITS
};
}  // namespace detail

constexpr const ValueKindTraits& traits_of(ValueKind kind) {
    return detail::value_kinds[static_cast<std::size_t>(kind)];
}

/// Returns true if only partizan games (Left and Right have different moves) may have values of this kind.
constexpr bool is_partizan(ValueKind kind) {
    return traits_of(kind).partizan;
}

/// Returns the name that command lines use: `outcome`, `nimber`, `obliged`, `partizan-outcome` or `canonical`.
constexpr std::string_view to_string(ValueKind kind) {
    return traits_of(kind).name;
}

/// Returns the kind of that name, or `std::nullopt`.
constexpr std::optional<ValueKind> value_kind_from(std::string_view text) {
    for (std::size_t k = 0; k < detail::value_kinds.size(); ++k)
        if (detail::value_kinds[k].name == text) return static_cast<ValueKind>(k);
    return std::nullopt;
}

}  // namespace mexbase
