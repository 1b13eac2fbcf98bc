// SPDX-License-Identifier: MIT
/// \file
/// Errors that calls throw.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "lib/error.hpp"

namespace mexbase::test {

/// Returns the code of the `Error` that `f` throws, or `std::nullopt`.
template <class F>
std::optional<ErrorCode> error_code_of(F&& f) {
    try {
        f();
    } catch (const Error& e) {
        return e.code();
    }
    return std::nullopt;
}

/// Returns the code of a failed result, or `ErrorCode::interrupted` for a value.
inline ErrorCode code_of(const auto& result) {
    return result ? ErrorCode::interrupted : result.error().code;
}

/// Returns the message of the `Error` with `code` that `f` throws, or an empty text.
template <class F>
std::string fault_of(F&& f, ErrorCode code) {
    try {
        f();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), code) << e.what();
        return e.what();
    }
    return "";
}

/// Returns the message of the `Error` with `code` that `f` must throw.
template <class F>
std::string refusal_of(F&& f, ErrorCode code) {
    std::string message = fault_of(std::forward<F>(f), code);
    EXPECT_NE(message, "") << "nothing was thrown";
    return message;
}

}  // namespace mexbase::test
