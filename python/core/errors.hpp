// SPDX-License-Identifier: MIT
/// \file
/// Conversion of the library's errors into Python exceptions. `mexbase.errors` has one class for each code.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "../../lib/error.hpp"
#include "../../query/format/result.hpp"

namespace mexbase::python {

namespace py = pybind11;

class ClosedError : public std::exception {
  public:
    const char* what() const noexcept override { return "the table is closed"; }
};

/// Returns the text of a `str` object. The object owns the text. Returns `std::nullopt` for other objects, and for a
/// text with surrogates (which is not valid Unicode).
std::optional<std::string_view> text_from(PyObject* text) noexcept;

/// Registers the conversion of `Error` and `ClosedError` into Python exceptions.
void define_errors();

/// If `store_rules_error` has stored a Python error in this thread, throws it. Call this after an error of the library,
/// which has only a message about the original error.
void throw_rules_error();
/// Stores a Python error of the user's rules or reader for `throw_rules_error`.
void store_rules_error(py::error_already_set error);

/// Last Python error of a table's reader or rules in any thread. It is recorded only while a `Listener` exists, for
/// calls that start threads. All members require the interpreter's lock.
class RaisedError {
  public:
    RaisedError() = default;
    RaisedError(const RaisedError&) = delete;
    RaisedError& operator=(const RaisedError&) = delete;
    ~RaisedError() {
        if (Py_IsInitialized() == 0) (void)error_.release();
    }
    void keep(const py::error_already_set& error) {
        if (listeners_ != 0) error_ = std::make_unique<py::error_already_set>(error);
    }

    /// Makes `to` record errors as long as this object exists. `to` may be null.
    class Listener {
      public:
        explicit Listener(std::shared_ptr<RaisedError> to) : to_(std::move(to)) {
            if (to_) ++to_->listeners_;
        }
        Listener(const Listener&) = delete;
        Listener& operator=(const Listener&) = delete;
        ~Listener() {
            if (to_ && --to_->listeners_ == 0) to_->error_.reset();
        }
        /// Throws the recorded error, if there is one.
        void rethrow() const {
            if (to_ && to_->error_) throw py::error_already_set(*to_->error_);
        }

      private:
        std::shared_ptr<RaisedError> to_;
    };

  private:
    std::unique_ptr<py::error_already_set> error_;
    std::size_t listeners_ = 0;
};

/// Returns the value of a result, or throws its error. If a Python error caused it, throws the Python error.
template <class T>
decltype(auto) value_of(T&& result) {
    if (!result) throw_rules_error();
    return std::forward<T>(result).value();
}

}  // namespace mexbase::python
