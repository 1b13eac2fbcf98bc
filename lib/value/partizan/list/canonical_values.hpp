// SPDX-License-Identifier: MIT
/// \file
/// The partizan values that a table holds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "../../partizan_outcome.hpp"
#include "../form_facts.hpp"

namespace mexbase {

class GameArena;
class GameImport;
class GameParts;
struct GameList;

/// The distinct values of a table, by number. Numbers are below `size()`. Safe for any number of threads.
///
/// If the object is made from a `GameList`, all values are present at once. If it is made from `GameParts`, `need`
/// reads values, their atomic weights, the atomic weights of these, and so on. `outcome`, `fingerprint`,
/// `atomic_weight`, `weight_text`, `text`, `facts` and `import` require that the value is present.
class CanonicalValues {
  public:
    /// Makes the values of a list. Throws `Error{corrupt}` if they are not distinct canonical forms: see `load_games`.
    explicit CanonicalValues(GameList list);
    explicit CanonicalValues(std::unique_ptr<const GameParts> parts);
    ~CanonicalValues();
    CanonicalValues(CanonicalValues&&) noexcept;

    std::uint32_t size() const;
    bool has(std::uint32_t value) const;
    /// Reads values, their followers and their atomic weights, unless they are present. Throws `Error{corrupt}` if a
    /// value is not a canonical form, and the errors of `GameParts::read`.
    void need(std::span<const std::uint32_t> values) const;
    /// Reads all values. Throws the errors of `need`.
    void need_all() const;

    OutcomeClass outcome(std::uint32_t value) const;
    /// Returns a hash of the value that is equal in all programs (`GameArena::fingerprint`).
    std::uint64_t fingerprint(std::uint32_t value) const;
    /// Returns the number of the value that is the atomic weight, or `std::nullopt` if `value` is not all-small.
    std::optional<std::uint32_t> atomic_weight(std::uint32_t value) const;
    /// Returns the value in CGSuite's notation (notation/text.hpp). Throws `Error{not_applicable}` if it is too long.
    std::string text(std::uint32_t value) const;
    /// Returns the text of the atomic weight, or `std::nullopt` if the value has none. Throws as `text` does.
    std::optional<std::string> weight_text(std::uint32_t value) const;
    FormFacts facts(std::uint32_t value) const;

    /// Copies a value to another arena, and returns its id there. `importer` must read from `arena()`.
    std::uint32_t import(GameImport& importer, std::uint32_t value) const;

    /// Returns the list of all values. `list`, `arena` and `game` require a call of `need_all`.
    const GameList& list() const;
    /// Returns the arena with all values. Copy it to add values.
    const GameArena& arena() const;
    /// Returns the id of a value in `arena()`.
    std::uint32_t game(std::uint32_t value) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// One of the distinct values of a table of canonical values. A plain value that borrows from the table. Two objects
/// are equal if they are the same value of the same open table.
struct CanonicalValue {
    const CanonicalValues* values = nullptr;
    std::uint32_t number = 0;  ///< number in `values`

    OutcomeClass outcome() const { return values->outcome(number); }
    /// Returns CGSuite's notation. Throws `Error{not_applicable}` if it is too long.
    std::string text() const { return values->text(number); }
    /// Returns a hash of the value that is equal in all programs (`GameArena::fingerprint`).
    std::uint64_t fingerprint() const { return values->fingerprint(number); }
    /// Returns the fingerprint as sixteen hexadecimal digits.
    std::string fingerprint_text() const;
    /// Returns the atomic weight, or `std::nullopt` if the value is not all-small.
    std::optional<CanonicalValue> atomic_weight() const;
    /// Returns the text of the atomic weight, also of infinitesimals that have one and are not all-small.
    std::optional<std::string> weight_text() const { return values->weight_text(number); }
    FormFacts facts() const { return values->facts(number); }
    friend bool operator==(const CanonicalValue&, const CanonicalValue&) = default;
};

}  // namespace mexbase
