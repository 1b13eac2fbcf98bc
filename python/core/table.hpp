/// \file
/// An open table as Python has it.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "../../query/table.hpp"
#include "values.hpp"

namespace mexbase::python {

/// A table that may be closed: what runs then goes on with a handle of its own, and what is called afterwards throws
/// `ClosedError`. Everything about it but what a handle does is done with the interpreter's lock.
///
/// Whoever asks the table holds a handle for as long as that takes, whether or not the lock is let go: a reader in
/// Python may close the table, or let another thread do so, in the middle of a lookup. So there is no way to a table
/// but `handle`.
class OpenTable : public Zeroed {
  public:
    explicit OpenTable(Table table, std::shared_ptr<RaisedError> raised = {})
        : table_(std::move(table)), raised_(std::move(raised)) {}

    /// Throws `ClosedError`.
    [[nodiscard]] Table handle() const {
        if (!table_) throw ClosedError();
        return *table_;
    }
    void close() { table_.reset(); }
    bool closed() const { return !table_; }
    /// What its reader or its rules raised; null where it has neither.
    const std::shared_ptr<RaisedError>& raised() const { return raised_; }

  private:
    std::optional<Table> table_;
    std::shared_ptr<RaisedError> raised_;
};

/// The text of a position that Python names by its text or its index, here and everywhere: `#7` of an index. Throws a
/// `TypeError` for what is neither, `Error{bad_position}` for a text that is no Unicode.
std::string position_from(const py::handle& position);

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

/// Returns the values of a slice of indices, as an array.
py::object slice_of(const OpenTable& self, const py::slice& slice);

}  // namespace mexbase::python
