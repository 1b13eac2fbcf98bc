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

/// How a table converts positions that are objects to texts.
struct PositionTexts {
    /// Returns the text of a position. Null if every position must be a text or an index.
    py::object function;
    /// Dictionary from every position of the game to its text, or null. If it is set, `function` is not called.
    py::object known;
    /// True if the game has positions that are numbers. Then an int is a position, not an index.
    bool numbers = false;
};

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
    void close() {
        table_.reset();
        texts_ = {};
    }
    bool closed() const { return !table_; }
    /// Returns the record of errors of the table's reader or rules, or null if it has neither.
    const std::shared_ptr<RaisedError>& raised() const { return raised_; }
    void set_texts(PositionTexts texts) { texts_ = std::move(texts); }
    const PositionTexts& texts() const { return texts_; }

  private:
    std::optional<Table> table_;
    std::shared_ptr<RaisedError> raised_;
    PositionTexts texts_;
};

/// Returns the text of a position that is given as a text or an index; index 7 gives `#7`. Converts other objects by
/// `texts`, or throws a Python `TypeError` if that has no function. Throws `Error{bad_position}` for an object that is
/// not a position of the game, and for a text with surrogates.
std::string position_from(const py::handle& position, const PositionTexts& texts = {});
/// Overload for the texts of a table. Throws `ClosedError` if the table is closed.
std::string position_from(const py::handle& position, const OpenTable& table);

/// Returns the text of a position in a dictionary, borrowed from it, or null if the dictionary does not have the
/// position. Throws a Python `TypeError` that names the position if it has no hash.
PyObject* known_text(const py::object& texts, const py::handle& position);

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
