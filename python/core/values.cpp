// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/suggestions.hpp"
#include "../../lib/value/partizan/arena.hpp"
#include "../../lib/value/partizan/drawing/thermograph_drawing.hpp"
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../../lib/value/partizan/notation/text.hpp"
#include "../../lib/value/partizan/thermograph.hpp"
#include "../../query/best_play.hpp"
#include "../../query/kinds/list.hpp"
#include "fields.hpp"

namespace mexbase::python {

namespace {

/// Copies of two games in one new arena, so that they can be compared and added.
struct SharedArena {
    std::shared_ptr<GameArena> arena = std::make_shared<GameArena>();
    PartizanId a, b;
    SharedArena(const PyCanonical& first, const PyCanonical& second)
        : a(GameImport(first.arena(), *arena)(first.game())), b(GameImport(second.arena(), *arena)(second.game())) {}
};

/// Returns true if `a` is better than `b` for the player to move. `better_option` compares values for the opponent, so
/// this function exchanges win and loss.
bool better(const PyOutcome& a, const PyOutcome& b) {
    const auto exchanged = [](OutcomeValue value) {
        if (value.outcome == Outcome::win)
            value.outcome = Outcome::loss;
        else if (value.outcome == Outcome::loss)
            value.outcome = Outcome::win;
        return value;
    };
    return better_option(exchanged(a.value), exchanged(b.value));
}

std::string to_text(const PyNimber& value) {
    NimberValue nimber;
    nimber.infinite = value.infinite;
    nimber.nimber = value.nimber;
    nimber.reached = value.reached;
    return to_string(nimber);
}

py::object fraction(const Dyadic& number) {
    static const py::handle type = py::object(py::module_::import("fractions").attr("Fraction")).release();
    return type(number.numerator(), py::int_(1).attr("__lshift__")(number.exponent()));
}

std::string svg_of(const PyCanonical& form) {
    return thermograph_svg(form.arena(), form.game());
}

PyOutcome make_outcome(const std::string& outcome, std::optional<std::uint64_t> remoteness, bool cannot_win,
                       bool cannot_lose, const std::optional<std::string>& distance) {
    const auto who = outcome_from(outcome);
    if (!who)
        throw Error(ErrorCode::bad_usage,
                    in_quotes(outcome) + " is not an outcome: expected win, loss, tie, draw or unknown");
    if (has_remoteness(*who) != remoteness.has_value())
        throw Error(ErrorCode::bad_usage, std::string(to_string(*who)) +
                                              (remoteness ? " must not have a remoteness" : " needs a remoteness"));
    if (distance && !remoteness)
        throw Error(ErrorCode::bad_usage, std::string(to_string(*who)) + " must not have a distance");
    PyOutcome value({*who, remoteness.value_or(0)}, cannot_win, cannot_lose, distance_from(distance.value_or("end")));
    if (*who != Outcome::unknown) value.cannot_win = *who != Outcome::win, value.cannot_lose = *who != Outcome::loss;
    return value;
}

PyNimber make_nimber(std::optional<std::uint64_t> nimber, std::optional<std::vector<std::uint32_t>> infinite,
                     std::uint64_t counter) {
    if (nimber.has_value() == infinite.has_value())
        throw Error(ErrorCode::bad_usage, "give exactly one of nimber and infinite, which is a set of nimbers");
    PyNimber value(infinite.has_value(), nimber.value_or(0), counter,
                   std::move(infinite).value_or(std::vector<std::uint32_t>{}));
    std::ranges::sort(value.reached);
    value.reached.erase(std::unique(value.reached.begin(), value.reached.end()), value.reached.end());
    return value;
}

PyOutcome python_value(const Table&, const Value& value, const OutcomeValue& outcome) {
    return {outcome, value.cannot_win, value.cannot_lose, value.distance};
}
PyNimber python_value(const Table&, const Value&, const NimberValue& nimber) {
    return {nimber.infinite, nimber.nimber, nimber.counter, {nimber.reached.begin(), nimber.reached.end()}};
}
PyObliged python_value(const Table&, const Value&, const Obliged& pair) {
    return PyObliged(pair);
}
PyPartizan python_value(const Table&, const Value&, const PartizanOutcome& results) {
    return PyPartizan(results);
}
PyCanonical python_value(const Table& table, const Value&, const CanonicalValue& form) {
    return {table, form};
}

constexpr std::uint64_t not_shared = ~std::uint64_t{0};
/// Returns the index of the shared Python object for a value, or `not_shared` if each such value needs its own object.
std::uint64_t shared_number(const Value& value, const OutcomeValue& outcome) {
    if (outcome.remoteness > 1000) return not_shared;
    return (outcome.remoteness * 2 + static_cast<std::uint64_t>(value.distance)) * 20 +
           static_cast<std::uint64_t>(outcome.outcome) * 4 + (value.cannot_win ? 2U : 0U) +
           (value.cannot_lose ? 1U : 0U);
}
std::uint64_t shared_number(const Value&, const NimberValue& nimber) {
    return nimber.infinite || nimber.counter != 0 ? not_shared : nimber.nimber;
}
std::uint64_t shared_number(const Value&, const Obliged& pair) {
    return pair.code();
}
std::uint64_t shared_number(const Value&, const PartizanOutcome& pair) {
    constexpr std::uint64_t remotenesses = 16;
    if (pair.left.remoteness >= remotenesses || pair.right.remoteness >= remotenesses) return not_shared;
    const auto outcomes =
        static_cast<std::uint64_t>(pair.left.outcome) * 4 + static_cast<std::uint64_t>(pair.right.outcome);
    return (outcomes * remotenesses + pair.left.remoteness) * remotenesses + pair.right.remoteness;
}
/// Canonical forms are not shared, because each keeps its table open.
std::uint64_t shared_number(const Value&, const CanonicalValue&) {
    return not_shared;
}

}  // namespace

PyCanonical PyCanonical::parse(const std::string& text) {
    auto arena = std::make_shared<GameArena>();
    const PartizanId game = parse_game(*arena, text);
    return {std::move(arena), game};
}

const PyCanonical& PyCanonical::own() const {
    if (!table_) return *this;
    if (!own_) {
        auto arena = std::make_shared<GameArena>();
        GameImport importer(value_.values->arena(), *arena);
        const PartizanId game = value_.values->import(importer, value_.number);
        own_ = std::make_shared<const PyCanonical>(std::move(arena), game);
    }
    return *own_;
}

std::string PyCanonical::text() const {
    return table_ ? value_.text() : to_text(made(), game_);
}

OutcomeClass PyCanonical::outcome_class() const {
    return table_ ? value_.outcome() : made().outcome(game_);
}

std::uint64_t PyCanonical::fingerprint() const {
    return table_ ? value_.fingerprint() : made().fingerprint(game_);
}

std::size_t PyCanonical::hash() const {
    try {
        return static_cast<std::size_t>(fingerprint());
    } catch (const Error& e) {
        // The number is nested too deeply for a fingerprint. This does not occur in tables.
        if (e.code() != ErrorCode::not_applicable) throw;
        return std::hash<std::string>()(text());
    }
}

std::optional<PyCanonical> PyCanonical::atomic_weight() const {
    if (table_) {
        if (const auto weight = value_.atomic_weight()) return PyCanonical(*table_, *weight);
        return own().atomic_weight();  // values that are not all-small have no weight in the table
    }
    const auto weight = made().atomic_weight(game_);
    return weight ? std::optional(PyCanonical(arena_, *weight)) : std::nullopt;
}

bool PyCanonical::equals(const PyCanonical& other) const {
    if (table_ && other.table_ && value_.values == other.value_.values) return value_.number == other.value_.number;
    const SharedArena both(*this, other);
    return both.a == both.b;
}

bool PyCanonical::leq(const PyCanonical& other) const {
    const SharedArena both(*this, other);
    return both.arena->leq(both.a, both.b);
}

PyCanonical PyCanonical::plus(const PyCanonical& other) const {
    const SharedArena both(*this, other);
    return {both.arena, both.arena->sum(both.a, both.b)};
}

PyCanonical PyCanonical::negative() const {
    auto arena_of_it = std::make_shared<GameArena>();
    const PartizanId same = GameImport(arena(), *arena_of_it)(game());
    const PartizanId negative = arena_of_it->negative(same);
    return {std::move(arena_of_it), negative};
}

std::vector<PyCanonical> PyCanonical::options(Player player) const {
    const PyCanonical& self = own();
    const auto ids =
        player == Player::left ? self.made().left_options(self.game_) : self.made().right_options(self.game_);
    const std::vector<PartizanId> games(ids.begin(), ids.end());
    std::vector<PyCanonical> all;
    for (const PartizanId game : games) all.emplace_back(self.arena_, game);
    return all;
}

Player player_from(std::string_view name) {
    if (name == "left") return Player::left;
    if (name == "right") return Player::right;
    constexpr std::string_view players[] = {"left", "right"};
    throw Error(ErrorCode::bad_usage, in_quotes(name) + " is not a player: expected left or right",
                did_you_mean(name, players));
}

Play play_from(std::string_view name) {
    if (name == "normal") return Play::normal;
    if (name == "misere") return Play::misere;
    constexpr std::string_view plays[] = {"normal", "misere"};
    throw Error(ErrorCode::bad_usage, in_quotes(name) + " is not a play: expected normal or misere",
                did_you_mean(name, plays));
}

py::object to_python(const Table& table, const Value& value) {
    return detail::visit(value, [&](const auto& member) {
        // Small values are shared, like small integers in Python, because finding an object is faster than making it.
        static std::array<PyObject*, 8192> shared{};
        const std::uint64_t number = shared_number(value, member);
        if (number >= shared.size()) return py::cast(python_value(table, value, member));
        if (shared[number] == nullptr) shared[number] = py::cast(python_value(table, value, member)).release().ptr();
        return py::reinterpret_borrow<py::object>(shared[number]);
    });
}

std::string_view to_string(Distance distance) {
    return distance == Distance::exit ? "exit" : "end";
}

Distance distance_from(std::string_view name) {
    if (name == "end") return Distance::end;
    if (name == "exit") return Distance::exit;
    constexpr std::string_view distances[] = {"end", "exit"};
    throw Error(ErrorCode::bad_usage, in_quotes(name) + " is not a distance: expected end or exit",
                did_you_mean(name, distances));
}

ValueKind kind_from(std::string_view name) {
    if (const auto kind = value_kind_from(name)) return *kind;
    std::vector<std::string_view> names;
    for (const ValueKindTraits& each : detail::value_kinds) names.push_back(each.name);
    throw Error(ErrorCode::bad_usage, in_quotes(name) + " is not a kind of value: expected " + kind_names(", ", " or "),
                did_you_mean(name, names));
}

void define_values(py::module_& module) {
    using namespace py::literals;

    py::class_<PyOutcome> outcome(
        module, "Outcome", py::is_final(),
        "The result for the player to move, with its remoteness.\n\n"
        "Outcomes are ordered from worst to best for that player: losses (the soonest is the worst), unknown, "
        "draw, ties, wins (the soonest is the best).");
    define_fields<OutcomeValue>(outcome, "Outcome");
    define_equality<OutcomeValue>(outcome);
    outcome
        .def(py::init(&make_outcome), "outcome"_a, "remoteness"_a = py::none(), "cannot_win"_a = false,
             "cannot_lose"_a = false, "distance"_a = py::none())
        .def("__str__",
             [](const PyOutcome& self) {
                 Value value;
                 value.outcome = self.value;
                 value.distance = self.distance;
                 return to_string(value);
             })
        .def(
            "__lt__", [](const PyOutcome& a, const PyOutcome& b) { return better(b, a); }, py::is_operator())
        .def(
            "__gt__", [](const PyOutcome& a, const PyOutcome& b) { return better(a, b); }, py::is_operator())
        .def(
            "__le__", [](const PyOutcome& a, const PyOutcome& b) { return !better(a, b); }, py::is_operator())
        .def(
            "__ge__", [](const PyOutcome& a, const PyOutcome& b) { return !better(b, a); }, py::is_operator());

    py::class_<PyNimber> nimber(
        module, "Nimber", py::is_final(),
        "The value of a position of an impartial game in sums: *n, or in loopy games also inf{K}.\n\n"
        "int() returns n of *n. A nimber without a counter is equal to its int.");
    define_fields<NimberValue>(nimber, "Nimber");
    // A nimber without a counter equals its int, so both have the same hash.
    const auto is_plain = [](const PyNimber& self) { return !self.infinite && self.counter == 0; };
    nimber
        .def("__eq__",
             [is_plain](const PyNimber& self, const py::object& other) {
                 if (py::isinstance<PyNimber>(other))
                     return py::object(py::bool_(self == other.cast<const PyNimber&>()));
                 if (PyLong_Check(other.ptr()) == 0) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::object(py::bool_(is_plain(self) && py::int_(self.nimber).equal(other)));
             })
        .def("__hash__", [is_plain](const PyNimber& self) {
            return is_plain(self) ? py::hash(py::int_(self.nimber)) : py::hash(arguments_of<NimberValue>(self));
        });
    nimber.def(py::init(&make_nimber), "nimber"_a = py::none(), "infinite"_a = py::none(), "counter"_a = 0)
        .def("__int__",
             [](const PyNimber& self) {
                 if (self.infinite) throw Error(ErrorCode::not_applicable, to_text(self) + " is infinite");
                 return self.nimber;
             })
        .def("__str__", &to_text);

    py::class_<PyObliged> obliged(
        module, "Obliged", py::is_final(),
        "The results for the player to move in normal and in misere play, for positions in obliged sums.");
    define_fields<Obliged>(obliged, "Obliged");
    define_equality<Obliged>(obliged);
    obliged
        .def(py::init([](bool normal, bool misere) {
                 return PyObliged(Obliged{normal, misere});
             }),
             "normal"_a, "misere"_a)
        .def("__str__", [](const PyObliged& self) { return to_string(self.value); });

    py::class_<PyPartizan> partizan(module, "PartizanOutcome", py::is_final(),
                                    "The results of perfect play if Left begins and if Right begins.");
    define_fields<PartizanOutcome>(partizan, "PartizanOutcome");
    define_equality<PartizanOutcome>(partizan);
    partizan
        .def(py::init([](const PyOutcome& left, const PyOutcome& right) {
                 for (const PyOutcome* each : {&left, &right})
                     if (each->value.outcome > Outcome::draw)
                         throw Error(ErrorCode::bad_usage, "a result of a partizan game must be win, loss or draw");
                 return PyPartizan(PartizanOutcome{left.value, right.value});
             }),
             "left"_a, "right"_a)
        .def_property_readonly(
            "left_first", [](const PyPartizan& self) { return std::string{winner(self.value, Player::left)}; },
            "The winner if Left begins: 'L', 'R', or 'D' for a draw.")
        .def_property_readonly(
            "right_first", [](const PyPartizan& self) { return std::string{winner(self.value, Player::right)}; },
            "The winner if Right begins: 'L', 'R', or 'D' for a draw.")
        .def_property_readonly(
            "outcome_class",
            [](const PyPartizan& self) {
                const auto found = class_of(self.value);
                return found ? std::optional(std::string{letter(*found)}) : std::nullopt;
            },
            "The outcome class 'N', 'P', 'L' or 'R'; None if a result is a draw.")
        .def("__str__", [](const PyPartizan& self) { return to_string(self.value); });

    const auto other = [](const py::object& self, const py::object& with,
                          const auto& f) {  // returns NotImplemented for other types
        const auto not_one = py::reinterpret_borrow<py::object>(Py_NotImplemented);
        if (!py::isinstance<PyCanonical>(with)) return not_one;
        return py::object(py::cast(f(self.cast<const PyCanonical&>(), with.cast<const PyCanonical&>())));
    };
    const auto facts = [](const PyCanonical& self) { return Thermographs(self.arena()); };
    py::class_<PyCanonical> canonical(
        module, "Canonical", py::is_final(),
        "A partizan value in canonical form.\n\n"
        "Values are partially ordered: neither `<=` nor `>=` holds for two confused values. They can be "
        "added and negated. `mexbase.value` makes a value from its text.");
    define_fields<CanonicalValue>(canonical, "Canonical");
    canonical
        .def(py::init([](const std::string& text) {
                 const py::gil_scoped_release unlocked;
                 return PyCanonical::parse(text);
             }),
             "text"_a)
        .def_property_readonly(
            "fingerprint",
            [](const PyCanonical& self) {
                constexpr std::string_view digits = "0123456789abcdef";
                std::string text;
                const std::uint64_t fingerprint = self.fingerprint();
                for (int shift = 60; shift >= 0; shift -= 4) text += digits[(fingerprint >> shift) & 15];
                return text;
            },
            "Sixteen hexadecimal digits, equal for equal values in all tables and programs.")
        .def_property_readonly("atomic_weight", &PyCanonical::atomic_weight,
                               "The atomic weight; None if the value has none.")
        .def_property_readonly(
            "mean", [facts](const PyCanonical& self) { return fraction(facts(self).mean(self.game())); },
            "The mean value: the average value per copy in a sum of many copies.")
        .def_property_readonly(
            "temperature", [facts](const PyCanonical& self) { return fraction(facts(self).temperature(self.game())); },
            "The temperature, which measures the value of a move.")
        .def_property_readonly(
            "left_stop", [](const PyCanonical& self) { return fraction(self.arena().left_stop(self.game())); },
            "The number that best alternating play reaches if Left begins.")
        .def_property_readonly(
            "right_stop", [](const PyCanonical& self) { return fraction(self.arena().right_stop(self.game())); },
            "The number that best alternating play reaches if Right begins.")
        .def_property_readonly(
            "birthday", [](const PyCanonical& self) { return self.arena().birthday(self.game()); },
            "The number of moves in the longest play of the canonical form; 2**32 - 1 means at least that many.")
        .def_property_readonly(
            "left_options", [](const PyCanonical& self) { return self.options(Player::left); },
            "Left's options in the canonical form.")
        .def_property_readonly(
            "right_options", [](const PyCanonical& self) { return self.options(Player::right); },
            "Right's options in the canonical form.")
        .def(
            "confused_with", [](const PyCanonical& a, const PyCanonical& b) { return !a.leq(b) && !b.leq(a); },
            "other"_a,
            "Returns True if neither value is at most the other: the player who begins wins their difference.")
        .def(
            "svg", &svg_of,
            "Returns the thermograph as a self-contained SVG file, as `mexquery value --thermograph` writes it. Raises "
            "NotApplicable if a number in it is too large.")
        .def(
            "save_svg",
            [](const PyCanonical& self, const py::object& path) {
                py::module_::import("mexbase.display").attr("save")(svg_of(self), path);
            },
            "path"_a, "Writes the thermograph to an SVG file. Raises OSError if that fails.")
        .def("_repr_svg_",
             [](const PyCanonical& self) -> std::optional<std::string> {
                 try {
                     return svg_of(self);
                 } catch (const Error& e) {
                     if (e.code() != ErrorCode::not_applicable) throw;
                     return std::nullopt;
                 }
             })
        .def("__str__", &PyCanonical::text)
        .def("__eq__",
             [other](const py::object& a, const py::object& b) {
                 return other(a, b, [](const auto& x, const auto& y) { return x.equals(y); });
             })
        .def("__hash__", &PyCanonical::hash)
        .def("__le__",
             [other](const py::object& a, const py::object& b) {
                 return other(a, b, [](const auto& x, const auto& y) { return x.leq(y); });
             })
        .def("__ge__",
             [other](const py::object& a, const py::object& b) {
                 return other(a, b, [](const auto& x, const auto& y) { return y.leq(x); });
             })
        .def("__lt__",
             [other](const py::object& a, const py::object& b) {
                 return other(a, b, [](const auto& x, const auto& y) { return x.leq(y) && !x.equals(y); });
             })
        .def("__gt__",
             [other](const py::object& a, const py::object& b) {
                 return other(a, b, [](const auto& x, const auto& y) { return y.leq(x) && !x.equals(y); });
             })
        .def("__add__",
             [other](const py::object& a, const py::object& b) {
                 return other(a, b, [](const auto& x, const auto& y) { return x.plus(y); });
             })
        .def("__sub__",
             [other](const py::object& a, const py::object& b) {
                 return other(a, b, [](const auto& x, const auto& y) { return x.plus(y.negative()); });
             })
        .def("__neg__", &PyCanonical::negative);
}

}  // namespace mexbase::python
