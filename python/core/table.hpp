// SPDX-License-Identifier: MIT
/// \file
/// An open table in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "../../query/table.hpp"
#include "values.hpp"

namespace mexbase::python {

/// A table that may be closed. Running calls continue with their own handle; later calls throw `ClosedError`. All
/// members require the interpreter's lock.
///
/// Every query must hold a handle while it runs, even if it keeps the lock: a Python reader may close the table in the
/// middle of a lookup, or let another thread close it. So `handle` is the only access to the table.
class OpenTable : public Zeroed {
  public:
    explicit OpenTable(Table table, std::shared_ptr<RaisedError> raised = {})
        : table_(std::move(table)), raised_(std::move(raised)) {}

    /// Returns a handle of the table. Throws `ClosedError` if the table is closed.
    [[nodiscard]] Table handle() const {
        if (!table_) throw ClosedError();
        return *table_;
    }
    void close() { table_.reset(); }
    bool closed() const { return !table_; }
    /// Returns the record of errors of the table's reader or rules, or null if it has neither.
    const std::shared_ptr<RaisedError>& raised() const { return raised_; }
    /// Sets the function that returns the text of a position that is neither a text nor an index.
    void set_text(py::object text) { text_ = std::move(text); }
    /// Returns that function. It is null if every position must be a text or an index.
    const py::object& text() const { return text_; }

  private:
    std::optional<Table> table_;
    std::shared_ptr<RaisedError> raised_;
    py::object text_;
};

/// Returns the text of a position that is given as a text or an index; index 7 gives `#7`. Converts other objects by
/// `text`, or throws a Python `TypeError` if that is null. Throws `Error{bad_position}` for a text with surrogates.
std::string position_from(const py::handle& position, const py::object& text = {});

/// Parses the name of a backend, `map` or `read`. Throws `Error{bad_usage}` for another name.
Backend backend_from(std::string_view name);

/// Returns the result of `f(table)`, called without the interpreter's lock.
template <class F>
auto unlocked(const OpenTable& open, F&& f) {
    const Table table = open.handle();
    const py::gil_scoped_release unlock;
    return f(table);
}

void define_table(py::module_& module);
void define_arrays(py::module_& module, py::class_<OpenTable>& table);
void define_finding(py::class_<OpenTable>& table);
void define_library(py::module_& module);
void define_sum(py::module_& module);
void define_solving(py::module_& module);

/// Returns the values of a slice of indices as a numpy array.
py::object slice_of(const OpenTable& self, const py::slice& slice);

}  // namespace mexbase::python
