/// \file
/// The list of kinds.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "canonical.hpp"
#include "nimber.hpp"
#include "obliged.hpp"
#include "outcome.hpp"
#include "partizan_outcome.hpp"

namespace mexbase::detail {

/// Every kind, in the order of the numbers.
using Kinds = std::tuple<OutcomeKind, NimberKind, ObligedKind, PartizanOutcomeKind, CanonicalKind>;

/// Calls `f(std::type_identity<K>())` for the kind of that number.
template <class F>
void with_kind(ValueKind number, const F& f) {
    [&]<std::size_t... k>(std::index_sequence<k...>) {
        const auto call = [&]<class K>(std::type_identity<K> kind) {
            f(kind);
            return true;
        };
        (void)((static_cast<std::size_t>(number) == k && call(std::type_identity<std::tuple_element_t<k, Kinds>>())) ||
               ...);
    }(std::make_index_sequence<std::tuple_size_v<Kinds>>());
}

}  // namespace mexbase::detail
