// SPDX-License-Identifier: MIT
/// \file
/// The registry of game families. `lib/games/registry.def` lists the families that are built into Mexbase.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../value/value_kind.hpp"
#include "game.hpp"
#include "spec.hpp"

namespace mexbase {

class Positions;

/// Facts about a ruleset that are known before a game is made.
struct RulesetKinds {
    const void* tag = nullptr;         ///< `rules_tag` of the ruleset
    std::span<const ValueKind> kinds;  ///< kinds of value that its games may have, the most usual first
    bool stops = false;                ///< play may end though moves exist, so there are no values in sums
    /// True if a game may be loopy. Loopy games have no values of the kinds `obliged` and `canonical`.
    bool may_loop = false;
    /// True if a game may be bounded (an infinite game cut off at a bound). Sums of its positions have no values.
    bool may_leave_bound = false;
    bool has_slices = false;  ///< its games are in slices, so tables of outcomes may store `Distance::exit`
};

/// Returns true if `text` is not empty and contains only ASCII letters, digits, `-` and `_`.
constexpr bool is_family_name(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

/// One family of games: its name, its help texts, and the function that makes a game from checked parameters.
struct Family {
    std::string_view name;
    const FamilyHelp* help = nullptr;
    std::unique_ptr<Game> (*make)(Parameters) = nullptr;
    /// Rewrites the parameters so that equal games have equal specs. Null if the family needs no rewriting.
    void (*normalise)(Parameters&) = nullptr;
    /// Functions of games whose tables hold one group of positions each (`Has::table_group`), otherwise null.
    /// `table_group` returns the name of a position's group. `may_hold` returns false if a game has no position of
    /// group `sort`.
    std::string (*table_group)(std::string_view position) = nullptr;
    bool (*may_hold)(const Parameters&, std::string_view sort) = nullptr;
    std::vector<RulesetKinds> rulesets{};
};

/// An immutable list of families, looked up by name. Thread-safe.
class Registry {
  public:
    explicit Registry(std::vector<Family> families) : families_(std::move(families)) {}
    virtual ~Registry() = default;
    Registry(const Registry&) = default;
    Registry(Registry&&) = default;
    Registry& operator=(const Registry&) = default;
    Registry& operator=(Registry&&) = default;
    /// Makes a game as `make_game` does. It is virtual, so that programs without a registry need not link the rules.
    virtual std::unique_ptr<Game> make(std::string_view spec, std::shared_ptr<const Board> board,
                                       Distance distance = Distance::end) const;
    /// Makes a game of the family `program` with these positions, even if that family is not in the registry. `start`
    /// is the index of its first position. `stops` is true if marks may say that play has ended. Virtual as `make`
    /// is. Throws `Error{bad_spec}` for another family.
    virtual std::unique_ptr<Game> make_program(const std::string& spec, std::shared_ptr<const Positions> positions,
                                               Index start, bool partizan, bool stops) const;
    std::span<const Family> families() const { return families_; }
    /// Returns the family of that name, or null.
    const Family* find(std::string_view name) const;
    /// Returns the family of that name. If no family has it, throws `Error{bad_spec}` with a suggestion or all names.
    const Family& at(std::string_view name) const;

  private:
    std::vector<Family> families_;
};

/// Returns the list of the families that are built into Mexbase.
const Registry& stock_registry();

/// Makes the game that a spec names. `board` may be null if the game has no board, or if the spec names its board by
/// family and size (`path-9`). Throws `Error{bad_spec}` if the spec is invalid. Throws `Error{bad_file}` if the game
/// cannot be played on `board`, and `Error{corrupt}` if `board` differs from the board that the spec names. Reads no
/// files; for specs that name a file, see `gen/game_file.hpp`.
/// Throws `Error{not_applicable}` for `Distance::exit` if the game is not in slices.
std::unique_ptr<Game> make_game(const Registry&, std::string_view spec, std::shared_ptr<const Board> board = nullptr,
                                Distance distance = Distance::end);

/// Makes a game of `family` from checked parameters. Throws `Error{not_applicable}` as the other overload does.
std::unique_ptr<Game> make_game(const Family& family, Parameters parameters, Distance distance);

/// Returns the parameters of a spec, normalised as far as is possible without making the game. Keys are in the order of
/// the family's help, and absent keys get their defaults. A required key may be absent only if it limits the positions
/// of a table (`KeyHelp::scope`). `values` gives some keys a default (`ImpliedKey`). Throws `Error{bad_spec}`.
Parameters normal_parameters(const Registry&, std::string_view spec, std::optional<ValueKind> values = {});

}  // namespace mexbase
