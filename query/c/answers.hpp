// SPDX-License-Identifier: MIT
/// \file
/// Helpers of the C functions: error codes, messages, and conversion of values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "../kinds/list.hpp"
#include "../mexquery.h"
#include "../table.hpp"

struct mexquery_table {
    mexbase::Table table;
};

namespace mexbase::c {

/// Returns the rules of all games, or null if they are not linked.
const Registry* rulesets();
/// Returns the table of a C handle. Called only by functions that need the rules of games, because it links all rules.
const Table& ruled(const mexquery_table* table) noexcept;
/// Converts options of a C caller; NULL means the defaults. Throws for an unknown backend, or if an unknown member is
/// set.
OpenOptions open_options(const mexquery_open_options* asked);
inline ValueKind value_kind(std::int32_t number) {
    if (number < 0 || static_cast<std::size_t>(number) >= detail::value_kinds.size())
        throw Error(ErrorCode::bad_usage, "no kind of value has the number " + std::to_string(number));
    return static_cast<ValueKind>(number);
}
inline Player player(int number) {
    if (number != MEXQUERY_LEFT && number != MEXQUERY_RIGHT)
        throw Error(ErrorCode::bad_usage,
                    "the player is " + std::to_string(number) + ", expected MEXQUERY_LEFT or MEXQUERY_RIGHT");
    return number == MEXQUERY_LEFT ? Player::left : Player::right;
}
/// Sets `*table` to a handle of an opened table, or reports its error. Returns the error code.
int keep(Result<Table>&& opened, mexquery_table** table, mexquery_error* error) noexcept;

inline void put_text(std::string_view text, char* buffer, std::size_t size) noexcept {
    if (size == 0) return;
    const std::size_t n = std::min(text.size(), size - 1);
    std::memcpy(buffer, text.data(), n);
    buffer[n] = 0;
}

inline int code_of(ErrorCode code) noexcept {
    return static_cast<int>(code);
}
static_assert(static_cast<int>(ErrorCode::bad_spec) == MEXQUERY_BAD_SPEC &&
              static_cast<int>(ErrorCode::bad_position) == MEXQUERY_BAD_POSITION &&
              static_cast<int>(ErrorCode::bad_file) == MEXQUERY_BAD_FILE &&
              static_cast<int>(ErrorCode::not_applicable) == MEXQUERY_NOT_APPLICABLE &&
              static_cast<int>(ErrorCode::bad_usage) == MEXQUERY_BAD_USAGE &&
              static_cast<int>(ErrorCode::not_found) == MEXQUERY_NOT_FOUND &&
              static_cast<int>(ErrorCode::io) == MEXQUERY_IO &&
              static_cast<int>(ErrorCode::not_a_table) == MEXQUERY_NOT_A_TABLE &&
              static_cast<int>(ErrorCode::unsupported_version) == MEXQUERY_UNSUPPORTED_VERSION &&
              static_cast<int>(ErrorCode::corrupt) == MEXQUERY_CORRUPT &&
              static_cast<int>(ErrorCode::out_of_domain) == MEXQUERY_OUT_OF_DOMAIN &&
              static_cast<int>(ErrorCode::out_of_memory) == MEXQUERY_OUT_OF_MEMORY &&
              static_cast<int>(ErrorCode::verification_failed) == MEXQUERY_VERIFICATION_FAILED &&
              static_cast<int>(ErrorCode::interrupted) == MEXQUERY_INTERRUPTED);

inline int fail(ErrorCode code, std::string_view message, mexquery_error* error) noexcept {
    if (error != nullptr) {
        error->code = code_of(code);
        put_text(message, error->message, sizeof error->message);
    }
    return code_of(code);
}

inline int fail(const Failure& failure, mexquery_error* error) noexcept {
    return fail(failure.code, failure.message, error);
}

inline int succeed(mexquery_error* error) noexcept {
    if (error != nullptr) *error = {};
    return MEXQUERY_OK;
}

inline int report(const Result<void>& done, mexquery_error* error) noexcept {
    return done ? succeed(error) : fail(done.error(), error);
}

inline int missing(mexquery_error* error) noexcept {
    return fail(ErrorCode::bad_usage, "an argument is NULL, but must not be", error);
}

static_assert(static_cast<int>(OutcomeClass::right) == MEXQUERY_CLASS_R);
static_assert(static_cast<int>(Distance::exit) == MEXQUERY_DISTANCE_EXIT);

/// Copies one member of `Value` to the corresponding members of `mexquery_value`.
inline void put_member(mexquery_value& to, const CanonicalValue& value) {
    to.outcome_class = static_cast<std::int32_t>(value.outcome());
    to.number = value.number;
    to.values = reinterpret_cast<const mexquery_values*>(value.values);
}
inline void put_member(mexquery_value& to, const PartizanOutcome& value) {
    if (const auto who = class_of(value)) to.outcome_class = static_cast<std::int32_t>(*who);
    to.left_remoteness = value.left.remoteness;
    to.right_remoteness = value.right.remoteness;
}
inline void put_member(mexquery_value& to, const NimberValue& value) {
    to.infinite = value.infinite ? 1 : 0;
    to.nimber = value.nimber;
    to.counter = value.counter;
    to.reached = value.reached.data();
    to.reached_count = value.reached.size();
}
inline void put_member(mexquery_value& to, const Obliged& value) {
    to.obliged = value.code();
}
inline void put_member(mexquery_value& to, const OutcomeValue& value) {
    to.remoteness = value.remoteness;
}

/// Converts a value to C. Writes it in place, because copying a value right after writing its members is slow.
inline void put_value(const Value& value, mexquery_value& to) noexcept {
    to = {};
    to.kind = static_cast<std::int32_t>(value.kind);
    to.distance = static_cast<std::int32_t>(value.distance);
    to.outcome = MEXQUERY_UNKNOWN;
    to.left_first = to.right_first = MEXQUERY_UNKNOWN;
    to.outcome_class = MEXQUERY_NO_CLASS;
    if (is_partizan(value.kind)) {
        to.left_first = static_cast<std::int32_t>(outcome_for(value, Player::left));
        to.right_first = static_cast<std::int32_t>(outcome_for(value, Player::right));
    } else {
        to.outcome = static_cast<std::int32_t>(outcome_of(value));
        to.cannot_win = value.cannot_win ? 1 : 0;
        to.cannot_lose = value.cannot_lose ? 1 : 0;
    }
    detail::visit(value, [&to](const auto& member) { put_member(to, member); });
}

inline mexquery_value to_c(const Value& value) noexcept {
    mexquery_value to;
    put_value(value, to);
    return to;
}

inline int hand_over(const Result<Value>& result, mexquery_value* out, mexquery_error* error) noexcept {
    if (!result) return fail(result.error(), error);
    put_value(*result, *out);
    return succeed(error);
}

template <class T, class C, class Convert = std::identity>
int hand_over(const Result<T>& result, C* out, mexquery_error* error, Convert convert = {}) noexcept {
    if (!result) return fail(result.error(), error);
    *out = convert(*result);
    return succeed(error);
}

inline int hand_over_text(const Result<std::string>& text, char* buffer, std::size_t size, std::size_t* needed,
                          mexquery_error* error) noexcept {
    if (!text) return fail(text.error(), error);
    if (needed != nullptr) *needed = text->size() + 1;
    if (text->size() >= size)
        return fail(ErrorCode::bad_usage,
                    "the buffer is too small for the text: it has " + std::to_string(size) +
                        " bytes, and the text needs " + std::to_string(text->size() + 1),
                    error);
    put_text(*text, buffer, size);
    return succeed(error);
}

}  // namespace mexbase::c
