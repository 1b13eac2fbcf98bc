/// \file
/// An open table as Python has it.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string_view>
#include <utility>

#include "../../query/table.hpp"
#include "values.hpp"

namespace mexbase::python {

/// A table that may be closed: what runs then goes on with a handle of its own, and what is called afterwards throws
/// `ClosedError`. Everything about it but what a handle does is done with the interpreter's lock.
class OpenTable : public Zeroed {
  public:
    explicit OpenTable(Table table) : table_(std::move(table)) {}

    /// For what keeps the interpreter's lock. Throws `ClosedError`.
    const Table& table() const {
        if (!table_) throw ClosedError();
        return *table_;
    }
    /// For what lets the lock go.
    Table handle() const { return table(); }
    void close() { table_.reset(); }
    bool closed() const { return !table_; }

  private:
    std::optional<Table> table_;
};

/// `map` or `read`. Throws `Error{bad_usage}`.
Backend backend_from(std::string_view name);

/// Calls `f(table)` without the interpreter's lock, and returns what it gives.
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

/// The table that a Python object is, or an instance of a class derived from it.
const Table& table_of(PyObject* self);

}  // namespace mexbase::python
