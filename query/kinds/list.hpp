// SPDX-License-Identifier: MIT
/// \file
/// The classes of `MEXBASE_VALUE_KINDS`.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "canonical.hpp"
#include "nimber.hpp"
#include "obliged.hpp"
#include "outcome.hpp"
#include "partizan_outcome.hpp"

namespace mexbase::detail {

template <class, class... Kind>
using TupleAfter = std::tuple<Kind...>;

/// Lists the classes of all kinds, in the order of `ValueKind`.
#define MEXBASE_CLASS(name, kind, ...) , kind
using Kinds = TupleAfter<void MEXBASE_VALUE_KINDS(MEXBASE_CLASS)>;
#undef MEXBASE_CLASS

/// Returns `f(std::type_identity<K>())` for the kind with that number.
template <std::size_t k = 0, class F>
auto with_kind(ValueKind number, const F& f) {
    if constexpr (k + 1 < std::tuple_size_v<Kinds>)
        if (static_cast<std::size_t>(number) != k) return with_kind<k + 1>(number, f);
    return f(std::type_identity<std::tuple_element_t<k, Kinds>>());
}

/// Returns `f(member)` for the member of `value` that holds its content, such as `value.nimber` for a nimber.
template <class F>
auto visit(const Value& value, const F& f) {
    return with_kind(value.kind, [&]<class K>(std::type_identity<K>) { return f(K::of(value)); });
}

}  // namespace mexbase::detail
