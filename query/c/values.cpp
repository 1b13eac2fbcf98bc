// Texts of values, in plain C.
#include <cstdint>
#include <string>

#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../mexquery.h"
#include "answers.hpp"

namespace {

using namespace mexbase::c;
using mexbase::ErrorCode;
using mexbase::Value;

/// What a caller of C was given before. Throws for another kind of value.
mexbase::CanonicalValue canonical_of(const mexquery_value& value) {
    const auto* values = reinterpret_cast<const mexbase::CanonicalValues*>(value.values);
    if (value.kind != MEXQUERY_KIND_CANONICAL || values == nullptr || value.number >= values->size())
        throw mexbase::Error(ErrorCode::not_applicable, "the value is no canonical form");
    values->need({&value.number, 1});
    return {values, value.number};
}

}  // namespace

int mexquery_canonical_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                            mexquery_error* error) {
    if (value == nullptr || (buffer == nullptr && size != 0)) return missing(error);
    const auto text = mexbase::detail::guarded<std::string>([&] { return canonical_of(*value).text(); });
    return hand_over_text(text, buffer, size, needed, error);
}

int mexquery_atomic_weight_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                                mexquery_error* error) {
    if (value == nullptr || (buffer == nullptr && size != 0)) return missing(error);
    const auto text = mexbase::detail::guarded<std::string>([&] {
        const auto weight = canonical_of(*value).atomic_weight();
        if (!weight) throw mexbase::Error(ErrorCode::not_found, "the value has no atomic weight: it is not all-small");
        return weight->text();
    });
    return hand_over_text(text, buffer, size, needed, error);
}

int mexquery_fingerprint(const mexquery_value* value, uint64_t* fingerprint, mexquery_error* error) {
    if (value == nullptr || fingerprint == nullptr) return missing(error);
    const auto found = mexbase::detail::guarded<std::uint64_t>([&] { return canonical_of(*value).fingerprint(); });
    return hand_over(found, fingerprint, error, [](std::uint64_t f) { return f; });
}

void mexquery_value_text(const mexquery_value* value, char* buffer, size_t size) {
    if (buffer == nullptr || size == 0) return;
    buffer[0] = 0;
    const auto is_result = [](std::int32_t outcome, int count) { return outcome >= 0 && outcome < count; };
    if (value == nullptr || !is_result(value->outcome, mexbase::outcome_count) || value->kind < 0 ||
        value->kind > MEXQUERY_KIND_CANONICAL)
        return;
    constexpr int known = MEXQUERY_DRAW + 1;
    if (value->kind == MEXQUERY_KIND_PARTIZAN_OUTCOME &&
        (!is_result(value->left_first, known) || !is_result(value->right_first, known)))
        return;
    const auto text = mexbase::detail::guarded<std::string>([&] {
        if (value->kind == MEXQUERY_KIND_CANONICAL) return to_string(Value::of(canonical_of(*value)));
        if (value->kind == MEXQUERY_KIND_PARTIZAN_OUTCOME) {
            mexbase::PartizanOutcome results;
            results.left.outcome = static_cast<mexbase::Outcome>(value->left_first);
            results.right.outcome = static_cast<mexbase::Outcome>(value->right_first);
            return to_string(results);
        }
        Value from;
        from.kind = static_cast<mexbase::ValueKind>(value->kind);
        from.outcome = {static_cast<mexbase::Outcome>(value->outcome), value->remoteness};
        from.nimber = {value->infinite != 0, value->nimber, value->counter, {value->reached, value->reached_count}};
        from.obliged = mexbase::Obliged::of(value->obliged);
        return to_string(from);
    });
    if (text) put_text(*text, buffer, size);
}
