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

/// What is known of the games of one ruleset before one is made.
struct RulesetKinds {
    const void* tag = nullptr;         ///< `rules_tag` of the ruleset
    std::span<const ValueKind> kinds;  ///< the kinds of value that they may have, the most usual first
    bool stops = false;  ///< play may stop where moves exist, so that positions are no components of a sum
    /// Play of some of its games may come back to where it was: those have no obliged pairs or canonical forms.
    bool may_loop = false;
    /// Moves of some of its games may leave a bound: those have no values in sums at all.
    bool may_leave_bound = false;
};

/// Whether `text` may name a family: ASCII letters, digits, `-` and `_`, at least one.
constexpr bool is_family_name(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

/// One family: its name, its help, and how a game of it is made from checked parameters.
struct Family {
    std::string_view name;
    const FamilyHelp* help = nullptr;
    std::unique_ptr<Game> (*make)(Parameters) = nullptr;
    /// Rewrites parameters so that one game has one spec; null where there is nothing to rewrite.
    void (*normalise)(Parameters&) = nullptr;
    /// Of a family with tables for each sort of position (`Has::table_group`), else null.
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
    /// The family of that name, or null.
    const Family* find(std::string_view name) const;
    /// The family of that name; throws `Error{bad_spec}` that says which may have been meant, or which there are.
    const Family& at(std::string_view name) const;

  private:
    std::vector<Family> families_;
};

/// Every family that Mexbase brings.
const Registry& stock_registry();

/// Makes the game of a spec, which is normalised first, with the board it is played on (null where it has none, and
/// where the spec names a family of boards, whose board is then made). Throws `Error{bad_spec}`; `Error{bad_file}` for
/// a board that the game cannot be played on; `Error{corrupt}` for another board than the one of the family that the
/// spec names. It reads no file: to make a game from a spec that names one, see `gen/game_file.hpp`.
std::unique_ptr<Game> make_game(const Registry&, std::string_view spec, std::shared_ptr<const Board> board = nullptr);

/// The parameters of a spec in their normal form, as far as they can be had without making the game: keys in order,
/// defaults written out, families of boards and what the family itself rewrites. Keys that say an extent may be left
/// out, and those that a table of such values has without their being given (`ImpliedKey`). Throws `Error{bad_spec}`.
Parameters normal_parameters(const Registry&, std::string_view spec, std::optional<ValueKind> values = {});

}  // namespace mexbase
