// SPDX-License-Identifier: MIT
/// \file
/// The list of families a program knows. The stock list is `lib/games/registry.def`; a user's program makes its own.
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

/// Facts about a ruleset that are known before a game is made.
struct RulesetKinds {
    const void* tag = nullptr;         ///< `rules_tag` of the ruleset
    std::span<const ValueKind> kinds;  ///< kinds of value that its games may have, the most usual first
    bool stops = false;                ///< play may stop where moves exist, so positions are not components of a sum
    /// Some of its games may be loopy; loopy games have no obliged pairs or canonical forms.
    bool may_loop = false;
    /// Some games of the ruleset may be bounded (infinite games cut off at a bound); these have no values in sums.
    bool may_leave_bound = false;
};

/// Returns true if `text` may name a family: ASCII letters, digits, `-` and `_`, at least one.
constexpr bool is_family_name(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

/// One family: its name, its help, and how a game of it is made from checked parameters.
struct Family {
    std::string_view name;
    const FamilyHelp* help = nullptr;
    std::unique_ptr<Game> (*make)(Parameters) = nullptr;
    /// Rewrites parameters so that one game has one spec; null if nothing is ever rewritten.
    void (*normalise)(Parameters&) = nullptr;
    /// For a family with separate tables per group of positions (`Has::table_group`), else null.
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
    /// See `make_game`. Virtual, so that a program without a registry is linked without the rules of games.
    virtual std::unique_ptr<Game> make(std::string_view spec, std::shared_ptr<const Board> board) const;
    std::span<const Family> families() const { return families_; }
    /// Returns the family of that name, or null.
    const Family* find(std::string_view name) const;
    /// Returns the family of that name. Throws `Error{bad_spec}` with a suggestion or the list of names if there is
    /// none.
    const Family& at(std::string_view name) const;

  private:
    std::vector<Family> families_;
};

/// All families that Mexbase brings.
const Registry& stock_registry();

/// Makes the game of a spec, after normalising it, on its board. `board` is null if the game has no board, or if the
/// spec names a family of boards, whose board is then made.
/// Throws `Error{bad_spec}`; `Error{bad_file}` for a board that the game cannot be played on; `Error{corrupt}` if the
/// spec names a family and `board` is another one. Reads no file: see `gen/game_file.hpp` for specs that name one.
std::unique_ptr<Game> make_game(const Registry&, std::string_view spec, std::shared_ptr<const Board> board = nullptr);

/// Returns the parameters of a spec in normal form, as far as possible without making the game: keys in order, defaults
/// written out, families of boards and the family's own rewriting. Keys that only set a scope may be absent. So may
/// keys that a table of such values implies (`ImpliedKey`). Throws `Error{bad_spec}`.
Parameters normal_parameters(const Registry&, std::string_view spec, std::optional<ValueKind> values = {});

}  // namespace mexbase
