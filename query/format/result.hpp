// SPDX-License-Identifier: MIT
/// \file
/// Result of a query: a value, or an error with a code and one line of text.
#pragma once

#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "../../lib/error.hpp"

namespace mexbase {

/// Reason why a query has no value.
struct Failure {
    ErrorCode code = ErrorCode::bad_usage;
    std::string message;  ///< one line, no trailing period
    Remedy remedy = Remedy::none;
};

/// A value of type T, or a `Failure`.
///
/// `value()` throws `mexbase::Error` if the result is a failure; all other members never throw. `*result` and
/// `result->` require `ok()`.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Failure failure) noexcept : state_(std::in_place_index<1>, std::move(failure)) {}

    bool ok() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return ok(); }

    T& operator*() & noexcept { return *std::get_if<0>(&state_); }
    const T& operator*() const& noexcept { return *std::get_if<0>(&state_); }
    T&& operator*() && noexcept { return std::move(*std::get_if<0>(&state_)); }
    T* operator->() noexcept { return std::get_if<0>(&state_); }
    const T* operator->() const noexcept { return std::get_if<0>(&state_); }

    T& value() & { return check(), **this; }
    const T& value() const& { return check(), **this; }
    /// Returns by value, so that a range-based `for` may iterate over the value of a temporary.
    T value() && { return check(), *std::move(*this); }

    /// Returns the failure. Requires `!ok()`.
    const Failure& error() const noexcept { return *std::get_if<1>(&state_); }

  private:
    void check() const {
        if (!ok()) throw Error(error().code, error().message, error().remedy);
    }
    std::variant<T, Failure> state_;
};

/// A reference to an object that outlives the result, or a `Failure`.
template <class T>
class [[nodiscard]] Result<T&> : Result<T*> {
  public:
    Result(T& value) noexcept : Result<T*>(&value) {}
    Result(Failure failure) noexcept : Result<T*>(std::move(failure)) {}
    using Result<T*>::ok, Result<T*>::operator bool, Result<T*>::error;
    T& operator*() const noexcept { return *Result<T*>::operator*(); }
    T* operator->() const noexcept { return Result<T*>::operator*(); }
    T& value() const { return *Result<T*>::value(); }
};

/// Success without a value, or a `Failure`.
template <>
class [[nodiscard]] Result<void> : Result<std::monostate> {
  public:
    Result() noexcept : Result<std::monostate>(std::monostate()) {}
    Result(Failure failure) noexcept : Result<std::monostate>(std::move(failure)) {}
    using Result<std::monostate>::ok, Result<std::monostate>::operator bool, Result<std::monostate>::error;
    void value() const { (void)Result<std::monostate>::value(); }
};

namespace detail {

/// Converts the current exception into a failure. The messages written here are so short that they allocate no memory.
inline Failure current_failure() noexcept {
    try {
        throw;
    } catch (const Error& e) {
        try {
            return {e.code(), e.what(), e.remedy()};
        } catch (...) {
            return {e.code(), {}, e.remedy()};
        }
    } catch (const std::bad_alloc&) {
        return {ErrorCode::out_of_memory, "out of memory"};
    } catch (const std::exception& e) {
        try {
            return {ErrorCode::bad_usage, e.what()};
        } catch (...) {
            return {ErrorCode::out_of_memory, "out of memory"};
        }
    } catch (...) {
        return {ErrorCode::bad_usage, "unknown error"};
    }
}

/// Calls `f`, and converts any exception into a `Failure`.
template <class T, class F>
Result<T> guarded(F&& f) noexcept {
    try {
        if constexpr (std::is_void_v<T>) {
            std::forward<F>(f)();
            return {};
        } else {
            return Result<T>(std::forward<F>(f)());
        }
    } catch (...) {
        return current_failure();
    }
}

}  // namespace detail
}  // namespace mexbase
