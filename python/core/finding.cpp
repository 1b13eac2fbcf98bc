// SPDX-License-Identifier: MIT
// Methods of tables that search for positions by value.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "../../query/chess/chess.hpp"
#include "../../query/find.hpp"
#include "table.hpp"

namespace mexbase::python {

namespace {

using namespace py::literals;

/// Returns the range of indices to search: `first` to `last` - 1, and only positions with `material` if that is given.
IndexRange range_from(const Table& table, Index first, Index last, const std::optional<std::string>& material) {
    if (!material) return {first, last};
    const IndexRange there = value_of(chess_range(table, *material));
    return {std::max(first, there.first), std::min(last, there.last)};
}

/// Returns a found position as a tuple: index, text, value and player to move.
py::tuple found_tuple(const Table& table, const FoundPosition& found) {
    Value value;
    value.outcome = found.value;
    value.distance = table.info().distance;
    const Outcome who = found.value.outcome;
    value.cannot_win = who != Outcome::win && who != Outcome::unknown;
    value.cannot_lose = who != Outcome::loss && who != Outcome::unknown;
    py::object first = py::none();
    if (is_partizan(table.info().value)) first = py::str(found.mover == Player::left ? "left" : "right");
    return py::make_tuple(found.index, found.text, to_python(table, value), first);
}

/// Finds the positions with a value that is not an outcome.
py::tuple find_other(const Table& table, const std::string& what, std::size_t count, Index first, Index last) {
    const FoundIndices found = [&] {
        const py::gil_scoped_release unlock;
        return value_of(find_text(table, what, count, {first, last}));
    }();
    py::list list;
    for (const Index index : found.indices)
        list.append(py::make_tuple(index, value_of(table.text_of(index)), to_python(table, value_of(table.at(index))),
                                   py::none()));
    return py::make_tuple(found.count, py::none(), list);
}

py::tuple find(const OpenTable& self, const std::string& what, bool longest, std::size_t count, Index first, Index last,
               const std::optional<std::string>& material) {
    const Table table = self.handle();
    const auto sought = longest ? std::nullopt : value_query_from(what, table.info().distance);
    if (!longest && !sought && !material && table.info().value != ValueKind::outcome)
        return find_other(table, what, count, first, last);
    const FoundPositions found = [&] {
        const py::gil_scoped_release unlock;
        const IndexRange range = range_from(table, first, last, material);
        if (longest) {
            const auto outcome = outcome_from(what);
            if (!outcome || !has_remoteness(*outcome))
                throw Error(ErrorCode::bad_usage,
                            in_quotes(what) + " is not a value of longest: expected win, loss or tie");
            return value_of(find_longest(table, *outcome, count, range));
        }
        if (!sought)
            throw Error(ErrorCode::bad_usage,
                        in_quotes(what) +
                            " is not a value: expected win, loss or tie, alone or with a remoteness "
                            "such as \"win 7\", or draw or unknown");
        return value_of(find_value(table, *sought, count, range));
    }();
    py::list list;
    for (const FoundPosition& each : found.positions) list.append(found_tuple(table, each));
    return py::make_tuple(found.count, found.remoteness, list);
}

py::tuple zugzwangs(const OpenTable& self, std::size_t count, Index first, Index last,
                    const std::optional<std::string>& material) {
    const Table table = self.handle();
    const Zugzwangs found = [&] {
        const py::gil_scoped_release unlock;
        return value_of(find_zugzwangs(table, count, range_from(table, first, last, material)));
    }();
    const auto listed = [&](const std::vector<Zugzwang>& some) {
        py::list list;
        for (const Zugzwang& each : some)
            list.append(py::make_tuple(found_tuple(table, each.to_move), found_tuple(table, each.passed)));
        return list;
    };
    return py::make_tuple(found.full_points, found.half_points, listed(found.full), listed(found.half));
}

}  // namespace

void define_finding(py::class_<OpenTable>& table) {
    table.def("_find", &find, "what"_a, "longest"_a, "count"_a, "first"_a, "last"_a, "material"_a)
        .def("_zugzwangs", &zugzwangs, "count"_a, "first"_a, "last"_a, "material"_a);
}

}  // namespace mexbase::python
