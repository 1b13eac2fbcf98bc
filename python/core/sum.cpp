// SPDX-License-Identifier: MIT
#include "../../query/sum.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <list>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "../../query/kinds/kind.hpp"
#include "reentrancy.hpp"
#include "table.hpp"
#include "values.hpp"

namespace mexbase::python {

namespace {

using namespace py::literals;

/// A sum that owns handles of its tables. Threads that wait for each other do not hold the interpreter's lock.
class PySum : public Zeroed {
  public:
    void add(const OpenTable& open, const py::object& position) {
        Table table = open.handle();
        const std::string text = position_from(position, open);
        State& of = state();
        const py::gil_scoped_release unlock;
        const ReentrancyLock lock(of.reentrancy);
        of.tables.push_back(std::move(table));
        const auto added = of.sum.add(of.tables.back(), text);
        if (!added) of.tables.pop_back();
        value_of(added);
    }
    void mark_begun(std::size_t component) {
        State& of = state();
        const py::gil_scoped_release unlock;
        const ReentrancyLock lock(of.reentrancy);
        value_of(of.sum.mark_begun(component));
    }
    std::size_t size() const {
        State& of = state();
        const py::gil_scoped_release unlock;
        const ReentrancyLock lock(of.reentrancy);
        return of.sum.size();
    }
    bool obliged() const {
        State& of = state();
        const py::gil_scoped_release unlock;
        const ReentrancyLock lock(of.reentrancy);
        return of.sum.size() != 0 && kind_of(of.sum.table(0).info().value).obliged;
    }
    py::object value() {
        const SumValue value = [&] {
            State& of = state();
            const py::gil_scoped_release unlock;
            const ReentrancyLock lock(of.reentrancy);
            return value_of(of.sum.value());
        }();
        if (const auto* pair = std::get_if<Obliged>(&value)) return py::cast(PyObliged(*pair));
        if (const auto* outcome_class = std::get_if<OutcomeClass>(&value))
            return py::str(std::string{letter(*outcome_class)});
        return py::str(std::string(to_string(std::get<Outcome>(value))));
    }
    /// Returns a best move as a tuple: the number of the component, its text before and after the move, and the indices
    /// of its parts after the move. Returns None if there is no best move.
    py::object best_move(const std::string& first, const std::string& play) {
        const Player mover = player_from(first);
        const Play how = play_from(play);
        std::string from, to;
        const auto move = [&] {
            State& of = state();
            const py::gil_scoped_release unlock;
            const ReentrancyLock lock(of.reentrancy);
            auto found = value_of(of.sum.best_move(mover, how));
            if (found) {
                from = value_of(of.sum.table(found->component).text_of(of.sum.parts(found->component)));
                to = value_of(of.sum.table(found->component).text_of(found->parts));
            }
            return found;
        }();
        if (!move) return py::none();
        return py::make_tuple(move->component, from, to, py::tuple(py::cast(move->parts)));
    }

  private:
    struct State {
        ReentrancyState reentrancy;
        std::list<Table> tables;
        Sum sum;
    };
    State& state() const {
        if (!state_) throw Error(ErrorCode::bad_usage, "__init__ was not called");
        return *state_;
    }
    std::unique_ptr<State> state_ = std::make_unique<State>();
};

}  // namespace

void define_sum(py::module_& module) {
    py::class_<PySum>(module, "SumCore", "Base class of mexbase.Sum.")
        .def(py::init<>())
        .def("add", &PySum::add, "table"_a, "position"_a,
             "Adds a position as the next component. A text such as '3+4' adds several positions as one component.")
        .def("mark_begun", &PySum::mark_begun, "component"_a,
             "Marks a component of an obliged sum, numbered from 0, as begun: it must be finished first.")
        .def("__len__", &PySum::size)
        .def_property_readonly("obliged", &PySum::obliged, "True if the sum is an obliged sum.")
        .def("_value", &PySum::value)
        .def("_best_move", &PySum::best_move, "first"_a, "play"_a);
}

}  // namespace mexbase::python
