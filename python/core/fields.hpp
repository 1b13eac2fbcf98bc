// SPDX-License-Identifier: MIT
/// \file
/// Fields of the Python classes for values. One list per class defines the attributes, the arguments of the
/// constructor, `repr`, the hash, and the cells of numpy arrays.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "values.hpp"

namespace mexbase::python {

/// Stands for an attribute or a cell that a field does not have.
struct Absent {};

/// A field of a class for values: its name, its attribute in Python, and its cell in an element of a numpy array.
template <class Attribute, class Cell, class Implied = Absent>
struct Field {
    const char* name;
    const char* help;
    Attribute attribute;
    Cell cell;
    /// Index among the arguments of the constructor, or -1.
    int argument = -1;
    /// Function that returns true if `repr` may leave out the argument.
    Implied implied = {};
};

/// List of the fields of a class. `Member` is the type of the corresponding member of `Value`.
template <class Member>
inline constexpr auto fields_of = std::tuple();

template <>
inline constexpr auto fields_of<OutcomeValue> = std::tuple(
    Field{"outcome", "The result: 'win', 'loss', 'tie', 'draw' or 'unknown'.",
          [](const PyOutcome& self) { return to_string(self.value.outcome); },
          [](const Value&, const OutcomeValue& value) { return static_cast<std::uint8_t>(value.outcome); }, 0},
    Field{"cannot_win", "True if it is proven that the player to move cannot force a win.",
          [](const PyOutcome& self) { return self.cannot_win; },
          [](const Value& value, const OutcomeValue&) { return value.cannot_win; }, 2,
          [](const PyOutcome& self) { return self.value.outcome != Outcome::unknown || !self.cannot_win; }},
    Field{"cannot_lose", "True if it is proven that the opponent cannot force a win.",
          [](const PyOutcome& self) { return self.cannot_lose; },
          [](const Value& value, const OutcomeValue&) { return value.cannot_lose; }, 3,
          [](const PyOutcome& self) { return self.value.outcome != Outcome::unknown || !self.cannot_lose; }},
    Field{"remoteness",
          "Plies to the end, or to an exit (see distance), if the winner hurries and the loser delays; None for 'draw' "
          "and 'unknown'.",
          [](const PyOutcome& self) {
              return has_remoteness(self.value.outcome) ? std::optional(self.value.remoteness) : std::nullopt;
          },
          [](const Value&, const OutcomeValue& value) { return static_cast<std::int64_t>(value.remoteness); }, 1,
          [](const PyOutcome& self) { return !has_remoteness(self.value.outcome); }},
    Field{"distance", "What the remoteness counts: plies to the 'end' or to an 'exit'; None for 'draw' and 'unknown'.",
          [](const PyOutcome& self) {
              return has_remoteness(self.value.outcome) ? std::optional(to_string(self.distance)) : std::nullopt;
          },
          Absent(), 4, [](const PyOutcome& self) { return self.distance == Distance::end; }});

template <>
inline constexpr auto fields_of<NimberValue> =
    std::tuple(Field{"nimber", "The number n of *n; None if the value is infinite.",
                     [](const PyNimber& self) { return self.infinite ? std::nullopt : std::optional(self.nimber); },
                     [](const Value&, const NimberValue& value) { return value.nimber; }, 0,
                     [](const PyNimber& self) { return self.infinite; }},
               Field{"counter", "In loopy games: a reply back to this nimber must have a smaller counter.",
                     [](const PyNimber& self) { return self.counter; },
                     [](const Value&, const NimberValue& value) { return value.counter; }, 2,
                     [](const PyNimber& self) { return self.counter == 0; }},
               Field{"reached", "", Absent(),
                     [](const Value&, const NimberValue& value) {
                         std::uint64_t bits = 0;
                         for (const std::uint32_t each : value.reached) bits |= std::uint64_t{1} << std::min(each, 63U);
                         return bits;
                     }},
               Field{"infinite", "The finite nimbers of the options (K), ascending; None if the value is finite.",
                     [](const PyNimber& self) {
                         return self.infinite ? std::optional(py::tuple(py::cast(self.reached))) : std::nullopt;
                     },
                     [](const Value&, const NimberValue& value) { return value.infinite; }, 1,
                     [](const PyNimber& self) { return !self.infinite; }});

template <>
inline constexpr auto fields_of<Obliged> =
    std::tuple(Field{"normal", "True if the player to move wins normal play.",
                     [](const PyObliged& self) { return self.value.normal; },
                     [](const Value&, const Obliged& pair) { return pair.normal; }, 0},
               Field{"misere", "True if the player to move wins misere play.",
                     [](const PyObliged& self) { return self.value.misere; },
                     [](const Value&, const Obliged& pair) { return pair.misere; }, 1});

template <>
inline constexpr auto fields_of<PartizanOutcome> = std::tuple(
    Field{"left", "The outcome for Left if Left begins.",
          [](const PyPartizan& self) { return PyOutcome(self.value.left); },
          [](const Value&, const PartizanOutcome& pair) { return static_cast<std::uint8_t>(pair.left.outcome); }, 0},
    Field{"right", "The outcome for Right if Right begins.",
          [](const PyPartizan& self) { return PyOutcome(self.value.right); },
          [](const Value&, const PartizanOutcome& pair) { return static_cast<std::uint8_t>(pair.right.outcome); }, 1},
    Field{"left_remoteness", "", Absent(),
          [](const Value&, const PartizanOutcome& pair) { return static_cast<std::int64_t>(pair.left.remoteness); }},
    Field{"right_remoteness", "", Absent(),
          [](const Value&, const PartizanOutcome& pair) { return static_cast<std::int64_t>(pair.right.remoteness); }});

template <>
inline constexpr auto fields_of<CanonicalValue> = std::tuple(
    Field{"text", "", [](const PyCanonical& self) { return self.text(); }, Absent(), 0},
    Field{"number", "", Absent(), [](const Value&, const CanonicalValue& form) { return form.number; }},
    Field{"outcome_class", "Winner: 'N' (who begins), 'P' (who does not begin), 'L' (Left) or 'R' (Right).",
          [](const PyCanonical& self) { return std::string{letter(self.outcome_class())}; },
          [](const Value&, const CanonicalValue& form) { return static_cast<std::uint8_t>(form.outcome()); }});

template <class Member, class F>
constexpr void for_each_field(const F& f) {
    std::apply([&f](const auto&... field) { (f(field), ...); }, fields_of<Member>);
}

/// Calls `f(field, offset, Cell())` for each cell of an array element, and returns the size of the element in bytes.
/// Cells are aligned as in a C++ struct.
template <class Member, class F>
constexpr std::size_t for_each_cell(const F& f) {
    std::size_t end = 0, widest = 1;
    for_each_field<Member>([&](const auto& field) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(field.cell)>, Absent>) {
            using Cell = std::invoke_result_t<decltype(field.cell), const Value&, const Member&>;
            constexpr std::size_t size = sizeof(Cell);
            end = (end + size - 1) / size * size;
            f(field, end, Cell());
            end += size;
            widest = std::max(widest, size);
        }
    });
    return (end + widest - 1) / widest * widest;
}

/// Returns the constructor arguments that make an equal value.
template <class Member, class Class>
py::tuple arguments_of(const Class& self) {
    std::array<py::object, std::tuple_size_v<std::remove_cvref_t<decltype(fields_of<Member>)>>> found;
    std::size_t count = 0;
    for_each_field<Member>([&](const auto& field) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(field.attribute)>, Absent>) {
            if (field.argument < 0) return;
            found[static_cast<std::size_t>(field.argument)] = py::cast(field.attribute(self));
            ++count;
        }
    });
    py::tuple arguments(count);
    for (std::size_t k = 0; k < count; ++k) arguments[k] = found[k];
    return arguments;
}

/// Returns the `repr` of a value, such as `Name(argument, name=argument)`, without arguments that have their default.
template <class Member, class Class>
std::string repr_of(const char* name, const Class& self) {
    const py::tuple arguments = arguments_of<Member>(self);
    std::string text = std::string(name) + '(';
    bool by_name = false, first = true;
    for (std::size_t k = 0; k < arguments.size(); ++k)
        for_each_field<Member>([&](const auto& field) {
            if (field.argument != static_cast<int>(k)) return;
            if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(field.implied)>, Absent>)
                if (field.implied(self)) {
                    by_name = true;
                    return;
                }
            if (!std::exchange(first, false)) text += ", ";
            if (by_name) text.append(field.name) += '=';
            text += py::repr(arguments[k]).template cast<std::string>();
        });
    return text + ')';
}

/// Defines the attributes of a class. Also defines `__repr__` and `__reduce__`, from the arguments of its constructor.
template <class Member, class Class>
void define_fields(py::class_<Class>& type, const char* name) {
    for_each_field<Member>([&](const auto& field) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(field.attribute)>, Absent>)
            if (*field.help != '\0') type.def_property_readonly(field.name, field.attribute, field.help);
    });
    type.def("__repr__", [name](const Class& self) { return repr_of<Member>(name, self); })
        .def("__reduce__", [](const py::object& self) {
            return py::make_tuple(py::type::of(self), arguments_of<Member>(self.cast<const Class&>()));
        });
}

/// Defines equality and hash by the fields, for values that own all their data.
template <class Member, class Class>
void define_equality(py::class_<Class>& type) {
    type.def("__eq__",
             [](const Class& self, const py::object& other) {
                 if (!py::isinstance<Class>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::object(py::bool_(self == other.cast<const Class&>()));
             })
        .def("__hash__", [](const Class& self) { return py::hash(arguments_of<Member>(self)); });
}

}  // namespace mexbase::python
