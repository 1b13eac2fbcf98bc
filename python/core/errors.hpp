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

/// A call on a table that was closed.
class ClosedError : public std::exception {
  public:
    const char* what() const noexcept override { return "the table is closed"; }
};

/// The text of a `str`, which owns it; nothing where that holds surrogates, and is no Unicode, or is no `str`.
std::optional<std::string_view> text_from(PyObject* text) noexcept;

/// Has pybind11 turn `Error` and `ClosedError` into Python's exceptions.
void define_errors();

/// What a call into a game whose rules are Python functions threw there, and the library made a message of: thrown
/// again, in the thread that called.
void throw_rules_error();
/// Keeps the Python error in flight for `throw_rules_error`.
void store_rules_error(py::error_already_set error);

/// What a table's reader or rules raised last, in whatever thread, while somebody listens: calls that start threads of
/// their own do. With the interpreter's lock only.
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

    /// Listens as long as it lives, to none where there is none.
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
        /// Throws what it has heard.
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

/// The value of a result, or its error; that of the rules first.
template <class T>
decltype(auto) value_of(T&& result) {
    if (!result) throw_rules_error();
    return std::forward<T>(result).value();
}

}  // namespace mexbase::python
