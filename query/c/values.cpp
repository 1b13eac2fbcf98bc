// SPDX-License-Identifier: MIT
// Texts of values, in plain C.
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../mexquery.h"
#include "answers.hpp"

namespace {

using namespace mexbase;
using namespace mexbase::c;

/// Returns the canonical form that a value refers to. Throws for another kind of value.
CanonicalValue canonical_of(const mexquery_value& value) {
    const auto* values = reinterpret_cast<const CanonicalValues*>(value.values);
    if (value.kind != MEXQUERY_KIND_CANONICAL || values == nullptr || value.number >= values->size())
        throw Error(ErrorCode::not_applicable, "the value is not a canonical form");
    values->need({&value.number, 1});
    return {values, value.number};
}

/// Returns the outcome with that number. Throws unless the number is below `count`.
Outcome outcome(std::int32_t number, int count) {
    if (number < 0 || number >= count)
        throw Error(ErrorCode::bad_usage,
                    "the outcome is " + std::to_string(number) + ", expected 0.." + std::to_string(count - 1));
    return static_cast<Outcome>(number);
}

/// Converts a value of a C caller to a `Value`, without the remotenesses of partizan outcomes. Throws if `to_c` cannot
/// have made the C value.
Value from_c(const mexquery_value& value) {
    Value to;
    to.kind = value_kind(value.kind);
    const Outcome single = outcome(value.outcome, outcome_count);
    detail::with_kind(to.kind, [&]<class K>(std::type_identity<K>) {
        using Member = std::remove_cvref_t<decltype(K::of(to))>;
        constexpr int known = MEXQUERY_DRAW + 1;
        if constexpr (std::is_same_v<Member, CanonicalValue>)
            std::construct_at(&to.canonical, canonical_of(value));
        else if constexpr (std::is_same_v<Member, PartizanOutcome>)
            *std::construct_at(&to.partizan) = {{outcome(value.left_first, known)},
                                                {outcome(value.right_first, known)}};
        else if constexpr (std::is_same_v<Member, NimberValue>) {
            if (value.reached == nullptr && value.reached_count != 0)
                throw Error(ErrorCode::bad_usage, "reached of the value is NULL, but reached_count is not 0");
            to.nimber = {value.infinite != 0, value.nimber, value.counter, {value.reached, value.reached_count}};
        } else if constexpr (std::is_same_v<Member, Obliged>)
            to.obliged = Obliged::of(value.obliged);
        else {
            static_assert(std::is_same_v<Member, OutcomeValue>, "read this member from mexquery_value too");
            to.outcome = {single, value.remoteness};
            // A program of an older header may have left another number here.
            if (value.distance == MEXQUERY_DISTANCE_EXIT) to.distance = Distance::exit;
        }
    });
    return to;
}

}  // namespace

int mexquery_canonical_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                            mexquery_error* error) {
    if (value == nullptr || (buffer == nullptr && size != 0)) return missing(error);
    const auto text = detail::guarded<std::string>([&] { return canonical_of(*value).text(); });
    return hand_over_text(text, buffer, size, needed, error);
}

int mexquery_atomic_weight_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                                mexquery_error* error) {
    if (value == nullptr || (buffer == nullptr && size != 0)) return missing(error);
    const auto text = detail::guarded<std::string>([&] {
        const auto weight = canonical_of(*value).weight_text();
        if (!weight) throw Error(ErrorCode::not_found, "the value has no atomic weight");
        return *weight;
    });
    return hand_over_text(text, buffer, size, needed, error);
}

int mexquery_fingerprint(const mexquery_value* value, uint64_t* fingerprint, mexquery_error* error) {
    if (value == nullptr || fingerprint == nullptr) return missing(error);
    const auto found = detail::guarded<std::uint64_t>([&] { return canonical_of(*value).fingerprint(); });
    return hand_over(found, fingerprint, error);
}

void mexquery_value_text(const mexquery_value* value, char* buffer, size_t size) {
    if (buffer == nullptr || size == 0) return;
    buffer[0] = 0;
    if (value == nullptr) return;
    const auto text = detail::guarded<std::string>([&] { return to_string(from_c(*value)); });
    if (text) put_text(*text, buffer, size);
}
