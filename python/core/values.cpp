#include "values.hpp"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/suggestions.hpp"
#include "../../lib/value/partizan/game_import.hpp"
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../../lib/value/partizan/notation/text.hpp"
#include "../../lib/value/partizan/thermograph.hpp"
#include "../../query/best_play.hpp"
#include "../../query/kinds/list.hpp"

namespace mexbase::python {

namespace {

/// Two games in one new arena.
struct SharedArena {
    std::shared_ptr<GameArena> arena = std::make_shared<GameArena>();
    PartizanId a, b;
    SharedArena(const PyCanonical& first, const PyCanonical& second)
        : a(GameImport(first.arena(), *arena)(first.game())), b(GameImport(second.arena(), *arena)(second.game())) {}
};

/// Whether `a` is better for the player to move than `b`. `better_option` is of options, where the opponent moves: of
/// values with win and loss exchanged.
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

py::object remoteness_of(const OutcomeValue& value) {
    return has_remoteness(value.outcome) ? py::object(py::int_(value.remoteness)) : py::none();
}

PyOutcome make_outcome(const std::string& outcome, std::optional<std::uint64_t> remoteness, bool cannot_win,
                       bool cannot_lose) {
    const auto who = outcome_from(outcome);
    if (!who)
        throw Error(ErrorCode::bad_usage, "an outcome is win, loss, tie, draw or unknown, not " + in_quotes(outcome));
    if (has_remoteness(*who) != remoteness.has_value())
        throw Error(ErrorCode::bad_usage, "a win, a loss and a tie have a remoteness, and nothing else has");
    PyOutcome value({*who, remoteness.value_or(0)}, cannot_win, cannot_lose);
    if (*who != Outcome::unknown) value.cannot_win = *who != Outcome::win, value.cannot_lose = *who != Outcome::loss;
    return value;
}

PyNimber make_nimber(std::optional<std::uint64_t> nimber, std::optional<std::vector<std::uint32_t>> infinite,
                     std::uint64_t counter) {
    if (nimber.has_value() == infinite.has_value())
        throw Error(ErrorCode::bad_usage, "a nimber is a number, or infinite with a set of them");
    PyNimber value(infinite.has_value(), nimber.value_or(0), counter,
                   std::move(infinite).value_or(std::vector<std::uint32_t>{}));
    std::ranges::sort(value.reached);
    value.reached.erase(std::unique(value.reached.begin(), value.reached.end()), value.reached.end());
    return value;
}

std::size_t mixed(std::size_t hash, std::uint64_t more) {
    return (hash ^ static_cast<std::size_t>(more)) * 0x9e3779b97f4a7c15U + (hash >> 29);
}

std::size_t hash_of(const PyOutcome& value) {
    return mixed(mixed(static_cast<std::size_t>(value.value.outcome) + 5, value.value.remoteness),
                 (value.cannot_win ? 2U : 0U) + (value.cannot_lose ? 1U : 0U));
}

py::tuple as_tuple(const std::vector<std::uint32_t>& numbers) {
    py::tuple tuple(numbers.size());
    for (std::size_t k = 0; k < numbers.size(); ++k) tuple[k] = numbers[k];
    return tuple;
}

/// Equality with what may be something else.
template <class T>
py::object compare_equal(const T& self, const py::object& other) {
    if (!py::isinstance<T>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    return py::bool_(self == other.cast<const T&>());
}

PyOutcome python_value(const Table&, const Value& value, const OutcomeValue& outcome) {
    return {outcome, value.cannot_win, value.cannot_lose};
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
        // A number that is too deep for one, as no table has.
        if (e.code() != ErrorCode::not_applicable) throw;
        return std::hash<std::string>()(text());
    }
}

std::optional<PyCanonical> PyCanonical::atomic_weight() const {
    if (table_) {
        const auto weight = value_.atomic_weight();
        return weight ? std::optional(PyCanonical(*table_, *weight)) : std::nullopt;
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
    throw Error(ErrorCode::bad_usage, "a player is left or right, not " + in_quotes(name));
}

Play play_from(std::string_view name) {
    if (name == "normal") return Play::normal;
    if (name == "misere") return Play::misere;
    constexpr std::string_view plays[] = {"normal", "misere"};
    throw Error(ErrorCode::bad_usage, "play is normal or misere, not " + in_quotes(name), did_you_mean(name, plays));
}

py::object to_python(const Table& table, const Value& value) {
    return detail::visit(value, [&](const auto& member) { return py::cast(python_value(table, value, member)); });
}

ValueKind kind_from(std::string_view name) {
    if (const auto kind = value_kind_from(name)) return *kind;
    std::vector<std::string_view> names;
    for (const ValueKindTraits& each : detail::value_kinds) names.push_back(each.name);
    throw Error(ErrorCode::bad_usage, "a value is " + kind_names(", ", " or ") + ", not " + in_quotes(name),
                did_you_mean(name, names));
}

void define_values(py::module_& module) {
    using namespace py::literals;

    py::class_<PyOutcome>(module, "Outcome", py::is_final(),
                          "Who wins, and how soon, for the player to move.\n\n"
                          "Outcomes are ordered by what is better for that player: a loss, the soonest first, what is "
                          "unknown, a draw, a tie, a win, the soonest last.")
        .def(py::init(&make_outcome), "outcome"_a, "remoteness"_a = py::none(), "cannot_win"_a = false,
             "cannot_lose"_a = false)
        .def_property_readonly(
            "outcome", [](const PyOutcome& self) { return to_string(self.value.outcome); },
            "'win', 'loss', 'tie', 'draw' or 'unknown'.")
        .def_property_readonly(
            "remoteness", [](const PyOutcome& self) { return remoteness_of(self.value); },
            "Plies to the end when the winner hurries and the loser delays; None for 'draw' and 'unknown'.")
        .def_readonly("cannot_win", &PyOutcome::cannot_win, "Proven: the player to move cannot force a win.")
        .def_readonly("cannot_lose", &PyOutcome::cannot_lose, "Proven: the opponent cannot force a win.")
        .def("__str__", [](const PyOutcome& self) { return to_string(self.value); })
        .def("__repr__",
             [](const PyOutcome& self) {
                 std::string text = "Outcome('" + std::string(to_string(self.value.outcome)) + '\'';
                 if (has_remoteness(self.value.outcome)) text += ", " + std::to_string(self.value.remoteness);
                 if (self.value.outcome == Outcome::unknown) {
                     if (self.cannot_win) text += ", cannot_win=True";
                     if (self.cannot_lose) text += ", cannot_lose=True";
                 }
                 return text + ')';
             })
        .def("__eq__", &compare_equal<PyOutcome>)
        .def("__hash__", &hash_of)
        .def(
            "__lt__", [](const PyOutcome& a, const PyOutcome& b) { return better(b, a); }, py::is_operator())
        .def(
            "__gt__", [](const PyOutcome& a, const PyOutcome& b) { return better(a, b); }, py::is_operator())
        .def(
            "__le__", [](const PyOutcome& a, const PyOutcome& b) { return !better(a, b); }, py::is_operator())
        .def(
            "__ge__", [](const PyOutcome& a, const PyOutcome& b) { return !better(b, a); }, py::is_operator())
        .def("__reduce__", [](const py::object& self) {
            const auto& value = self.cast<const PyOutcome&>();
            return py::make_tuple(py::type::of(self),
                                  py::make_tuple(to_string(value.value.outcome), remoteness_of(value.value),
                                                 value.cannot_win, value.cannot_lose));
        });

    py::class_<PyNimber>(module, "Nimber", py::is_final(),
                         "The value of a position of an impartial game in sums: *n, or in loopy games inf{K}.\n\n"
                         "int() gives n.")
        .def(py::init(&make_nimber), "nimber"_a = py::none(), "infinite"_a = py::none(), "counter"_a = 0)
        .def_property_readonly(
            "nimber",
            [](const PyNimber& self) { return self.infinite ? py::object(py::none()) : py::int_(self.nimber); },
            "n of *n; None where the value is infinite.")
        .def_property_readonly(
            "infinite",
            [](const PyNimber& self) { return self.infinite ? py::object(as_tuple(self.reached)) : py::none(); },
            "K, the finite nimbers among the options, ascending; None where the value is finite.")
        .def_readonly("counter", &PyNimber::counter,
                      "Of a finite value of a loopy game: a reply that reverts must have a smaller one.")
        .def("__int__",
             [](const PyNimber& self) {
                 if (self.infinite) throw Error(ErrorCode::not_applicable, to_text(self) + " is infinite");
                 return self.nimber;
             })
        .def("__str__", &to_text)
        .def("__repr__",
             [](const PyNimber& self) {
                 std::string text = "Nimber(" + std::to_string(self.nimber);
                 if (self.infinite) text = "Nimber(infinite=" + py::repr(as_tuple(self.reached)).cast<std::string>();
                 if (self.counter != 0) text += ", counter=" + std::to_string(self.counter);
                 return text + ')';
             })
        .def("__eq__", &compare_equal<PyNimber>)
        .def("__hash__",
             [](const PyNimber& self) {
                 std::size_t hash = mixed(self.infinite ? 3 : 2, self.nimber ^ (self.counter << 20));
                 for (const std::uint32_t each : self.reached) hash = mixed(hash, each);
                 return hash;
             })
        .def("__reduce__", [](const py::object& self) {
            const auto& value = self.cast<const PyNimber&>();
            return py::make_tuple(py::type::of(self),
                                  py::make_tuple(self.attr("nimber"), self.attr("infinite"), value.counter));
        });

    py::class_<PyObliged>(module, "Obliged", py::is_final(),
                          "Whether the player to move wins in normal and in misere play; the pair of obliged sums.")
        .def(py::init([](bool normal, bool misere) {
                 return PyObliged(Obliged{normal, misere});
             }),
             "normal"_a, "misere"_a)
        .def_property_readonly(
            "normal", [](const PyObliged& self) { return self.value.normal; }, "Whether normal play is won.")
        .def_property_readonly(
            "misere", [](const PyObliged& self) { return self.value.misere; }, "Whether misere play is won.")
        .def("__str__", [](const PyObliged& self) { return to_string(self.value); })
        .def("__repr__",
             [](const PyObliged& self) {
                 return std::string("Obliged(") + (self.value.normal ? "True" : "False") +
                        (self.value.misere ? ", True)" : ", False)");
             })
        .def("__eq__", &compare_equal<PyObliged>)
        .def("__hash__", [](const PyObliged& self) { return mixed(41, self.value.code()); })
        .def("__reduce__", [](const py::object& self) {
            const Obliged value = self.cast<const PyObliged&>().value;
            return py::make_tuple(py::type::of(self), py::make_tuple(value.normal, value.misere));
        });

    const auto side = [](const OutcomeValue& value) {
        return PyOutcome(value, value.outcome != Outcome::win, value.outcome != Outcome::loss);
    };
    py::class_<PyPartizan>(module, "PartizanOutcome", py::is_final(),
                           "The results of perfect play when Left begins and when Right does.")
        .def(py::init([](const PyOutcome& left, const PyOutcome& right) {
                 for (const PyOutcome* each : {&left, &right})
                     if (each->value.outcome > Outcome::draw)
                         throw Error(ErrorCode::bad_usage, "results of partizan games are win, loss and draw");
                 return PyPartizan(PartizanOutcome{left.value, right.value});
             }),
             "left"_a, "right"_a)
        .def_property_readonly(
            "left", [side](const PyPartizan& self) { return side(self.value.left); },
            "The outcome for Left when Left begins.")
        .def_property_readonly(
            "right", [side](const PyPartizan& self) { return side(self.value.right); },
            "The outcome for Right when Right begins.")
        .def_property_readonly(
            "left_first", [](const PyPartizan& self) { return std::string{winner(self.value, Player::left)}; },
            "Who wins when Left begins: 'L', 'R', or 'D' for nobody.")
        .def_property_readonly(
            "right_first", [](const PyPartizan& self) { return std::string{winner(self.value, Player::right)}; },
            "Who wins when Right begins: 'L', 'R', or 'D' for nobody.")
        .def_property_readonly(
            "outcome_class",
            [](const PyPartizan& self) {
                const auto found = class_of(self.value);
                return found ? std::optional(std::string{letter(*found)}) : std::nullopt;
            },
            "'N', 'P', 'L' or 'R'; None where there is a draw.")
        .def("__str__", [](const PyPartizan& self) { return to_string(self.value); })
        .def("__repr__",
             [](const py::object& self) {
                 return "PartizanOutcome(" + py::repr(self.attr("left")).cast<std::string>() + ", " +
                        py::repr(self.attr("right")).cast<std::string>() + ")";
             })
        .def("__eq__", &compare_equal<PyPartizan>)
        .def("__hash__",
             [side](const PyPartizan& self) {
                 return mixed(hash_of(side(self.value.left)), hash_of(side(self.value.right)));
             })
        .def("__reduce__", [](const py::object& self) {
            return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("left"), self.attr("right")));
        });

    const auto other = [](const py::object& self, const py::object& with,
                          const auto& f) {  // NotImplemented for what is no value
        const auto not_one = py::reinterpret_borrow<py::object>(Py_NotImplemented);
        if (!py::isinstance<PyCanonical>(with)) return not_one;
        return py::object(py::cast(f(self.cast<const PyCanonical&>(), with.cast<const PyCanonical&>())));
    };
    const auto facts = [](const PyCanonical& self) { return Thermographs(self.arena()); };
    py::class_<PyCanonical>(module, "Canonical", py::is_final(),
                            "A partizan value in canonical form.\n\n"
                            "Values are partially ordered: of two that are confused with each other neither `<=` nor "
                            "`>=` holds. They add up, and `-g` is the negative. Made by `mexbase.value`.")
        .def(py::init([](const std::string& text) {
                 const py::gil_scoped_release unlocked;
                 return PyCanonical::parse(text);
             }),
             "text"_a)
        .def_property_readonly(
            "outcome_class", [](const PyCanonical& self) { return std::string{letter(self.outcome_class())}; },
            "Who wins: 'N' (whoever begins), 'P' (whoever does not), 'L' (Left) or 'R' (Right).")
        .def_property_readonly(
            "fingerprint",
            [](const PyCanonical& self) {
                constexpr std::string_view digits = "0123456789abcdef";
                std::string text;
                const std::uint64_t fingerprint = self.fingerprint();
                for (int shift = 60; shift >= 0; shift -= 4) text += digits[(fingerprint >> shift) & 15];
                return text;
            },
            "Sixteen hexadecimal digits that are the same for equal values in every table and program.")
        .def_property_readonly("atomic_weight", &PyCanonical::atomic_weight,
                               "The atomic weight; None where the value is not all-small.")
        .def_property_readonly(
            "mean", [facts](const PyCanonical& self) { return fraction(facts(self).mean(self.game())); },
            "What many copies are worth each.")
        .def_property_readonly(
            "temperature", [facts](const PyCanonical& self) { return fraction(facts(self).temperature(self.game())); },
            "How much the move is worth.")
        .def_property_readonly(
            "left_stop", [](const PyCanonical& self) { return fraction(self.arena().left_stop(self.game())); },
            "The number that alternating play reaches when Left begins.")
        .def_property_readonly(
            "right_stop", [](const PyCanonical& self) { return fraction(self.arena().right_stop(self.game())); },
            "The number that alternating play reaches when Right begins.")
        .def_property_readonly(
            "birthday", [](const PyCanonical& self) { return self.arena().birthday(self.game()); },
            "Moves in the longest play of the canonical form; 2**32 - 1 stands for that many or more.")
        .def_property_readonly(
            "left_options", [](const PyCanonical& self) { return self.options(Player::left); },
            "Left's options in the canonical form.")
        .def_property_readonly(
            "right_options", [](const PyCanonical& self) { return self.options(Player::right); },
            "Right's options in the canonical form.")
        .def(
            "confused_with", [](const PyCanonical& a, const PyCanonical& b) { return !a.leq(b) && !b.leq(a); },
            "other"_a, "Whether neither is at most the other: whoever begins wins their difference.")
        .def("__str__", &PyCanonical::text)
        .def("__repr__", [](const PyCanonical& self) { return "Canonical('" + self.text() + "')"; })
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
        .def("__neg__", &PyCanonical::negative)
        .def("__reduce__", [](const py::object& self) {
            return py::make_tuple(py::type::of(self), py::make_tuple(self.cast<const PyCanonical&>().text()));
        });
}

}  // namespace mexbase::python
