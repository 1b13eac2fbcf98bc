// SPDX-License-Identifier: MIT
/// \file
/// Values as Python objects. A value stays valid if its table is closed.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/value/partizan/arena.hpp"
#include "../../query/table.hpp"
#include "errors.hpp"

namespace mexbase::python {

/// Base class whose `operator new` fills objects with zeros. A direct call of `__new__` in Python returns such an
/// object without a constructor. So an object of zeros must be a valid value, or its members must throw. (The functions
/// are not inline, because g++ 12 would take `free` for the wrong function after a constructor that throws.)
struct Zeroed {
    [[gnu::noinline]] static void* operator new(std::size_t size) {
        void* memory = std::calloc(1, size);
        if (memory == nullptr) throw std::bad_alloc();
        return memory;
    }
    [[gnu::noinline]] static void operator delete(void* memory) { std::free(memory); }
    friend bool operator==(const Zeroed&, const Zeroed&) = default;
};

struct PyOutcome : Zeroed {
    PyOutcome(const OutcomeValue& outcome, bool no_win, bool no_loss, Distance counted = Distance::end)
        : value(outcome),
          cannot_win(no_win),
          cannot_lose(no_loss),
          distance(has_remoteness(outcome.outcome) ? counted : Distance::end) {}
    /// Makes an outcome from a result that is not unknown.
    explicit PyOutcome(const OutcomeValue& outcome)
        : PyOutcome(outcome, outcome.outcome != Outcome::win, outcome.outcome != Outcome::loss) {}
    OutcomeValue value;
    bool cannot_win = false, cannot_lose = false;
    Distance distance = Distance::end;  ///< what the remoteness counts; `end` without a remoteness
    friend bool operator==(const PyOutcome&, const PyOutcome&) = default;
};

/// A nimber. If it is infinite, it owns its set.
struct PyNimber : Zeroed {
    PyNimber(bool is_infinite, std::uint64_t n, std::uint64_t depth, std::vector<std::uint32_t> set)
        : infinite(is_infinite), nimber(n), counter(depth), reached(std::move(set)) {}
    bool infinite = false;
    std::uint64_t nimber = 0, counter = 0;
    std::vector<std::uint32_t> reached;
    friend bool operator==(const PyNimber&, const PyNimber&) = default;
};

struct PyObliged : Zeroed {
    explicit PyObliged(const Obliged& pair) : value(pair) {}
    Obliged value;
    friend bool operator==(const PyObliged&, const PyObliged&) = default;
};

struct PyPartizan : Zeroed {
    explicit PyPartizan(const PartizanOutcome& pair) : value(pair) {}
    PartizanOutcome value;
    friend bool operator==(const PyPartizan&, const PyPartizan&) = default;
};

/// A canonical form. It belongs to a table, which it keeps open, or is in an arena (memory for games) of its own.
class PyCanonical : public Zeroed {
  public:
    PyCanonical(Table table, const CanonicalValue& value) : table_(std::move(table)), value_(value) {}
    PyCanonical(std::shared_ptr<GameArena> arena, PartizanId game) : arena_(std::move(arena)), game_(game) {}
    /// Parses a canonical form, or an expression of such forms. Throws `Error{bad_position}`.
    static PyCanonical parse(const std::string& text);

    std::string text() const;
    OutcomeClass outcome_class() const;
    /// Returns a hash, equal for equal forms. Throws `Error{not_applicable}` for a number that is nested too deeply.
    std::uint64_t fingerprint() const;
    std::size_t hash() const;
    std::optional<PyCanonical> atomic_weight() const;
    /// Returns an equal form that is in an arena of its own.
    const PyCanonical& own() const;
    GameArena& arena() const { return own().made(); }
    PartizanId game() const { return own().game_; }

    bool equals(const PyCanonical& other) const;
    /// Returns true if this form is less than or equal to `other`.
    bool leq(const PyCanonical& other) const;
    PyCanonical plus(const PyCanonical& other) const;
    PyCanonical negative() const;
    std::vector<PyCanonical> options(Player player) const;

  private:
    GameArena& made() const {
        if (!arena_) throw Error(ErrorCode::bad_usage, "__init__ was not called");
        return *arena_;
    }
    std::optional<Table> table_;
    CanonicalValue value_;
    std::shared_ptr<GameArena> arena_;
    PartizanId game_ = GameArena::zero;
    mutable std::shared_ptr<const PyCanonical> own_;
};

py::object to_python(const Table& table, const Value& value);

/// Parses the name of a player, `left` or `right`. Throws `Error{bad_usage}` for another name.
Player player_from(std::string_view name);
/// Parses the name of a play, `normal` or `misere`. Throws `Error{bad_usage}` for another name.
Play play_from(std::string_view name);

/// Returns the name of a distance, `end` or `exit`.
std::string_view to_string(Distance distance);
/// Parses the name of a distance. Throws `Error{bad_usage}` for another name.
Distance distance_from(std::string_view name);

/// Parses the name of a kind of value, such as `outcome`. Throws `Error{bad_usage}` for another name.
ValueKind kind_from(std::string_view name);

void define_values(py::module_& module);

}  // namespace mexbase::python
