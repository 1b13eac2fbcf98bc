// SPDX-License-Identifier: MIT
/// \file
/// Errors of the library as Python exceptions: `mexbase.errors` has one class for each code.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "../../lib/error.hpp"
#include "../../query/format/result.hpp"

namespace mexbase::python {

namespace py = pybind11;

/// Error for a call on a closed table.
class ClosedError : public std::exception {
  public:
    const char* what() const noexcept override { return "the table is closed"; }
};

/// Returns the text of a `str`, which owns it. Returns `std::nullopt` for other objects, and if it has surrogates.
std::optional<std::string_view> text_from(PyObject* text) noexcept;

/// Registers the conversion of `Error` and `ClosedError` into Python's exceptions.
void define_errors();

/// Rethrows, in the calling thread, the original error of a Python rules function. The library has replaced it by a
/// message.
void throw_rules_error();
/// Stores the Python error in flight for `throw_rules_error`.
void store_rules_error(py::error_already_set error);

/// Last Python error of a table's reader or rules in any thread, recorded only while a `Listener` exists. Needed for
/// calls that start threads of their own. Requires the interpreter's lock.
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

    /// Records errors during its lifetime; `to` may be null.
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
        /// Throws the recorded error.
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

/// Returns the value of a result, or throws its error; an error of the rules comes first.
template <class T>
decltype(auto) value_of(T&& result) {
    if (!result) throw_rules_error();
    return std::forward<T>(result).value();
}

}  // namespace mexbase::python
