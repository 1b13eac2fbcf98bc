/// \file
/// The partizan values that a table holds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../arena.hpp"
#include "canonical_value.hpp"
#include "game_list.hpp"

namespace mexbase {

/// The classes of a list's values, by number, from their options. The numbers in the list must be in range.
std::vector<OutcomeClass> outcomes_of(const GameList& list);

/// The distinct values of a table, by number. Immutable, and safe for any number of threads. Numbers are below
/// `size()`.
class CanonicalValues {
  public:
    /// Throws `Error{corrupt}` for what is no list of distinct canonical forms: see `load_games`.
    explicit CanonicalValues(GameList list);

    std::uint32_t size() const { return static_cast<std::uint32_t>(list_.games.size()); }
    const GameList& list() const { return list_; }
    OutcomeClass outcome(std::uint32_t value) const { return outcomes_[value]; }
    /// See `GameArena::fingerprint`.
    std::uint64_t fingerprint(std::uint32_t value) const { return fingerprints_[value]; }
    /// The number of the atomic weight; nothing where the value is not all-small.
    std::optional<std::uint32_t> atomic_weight(std::uint32_t value) const {
        if (list_.games[value].weight == GameList::none) return std::nullopt;
        return list_.games[value].weight;
    }
    /// In CGSuite's notation (`to_text` of partizan values). Throws `Error{not_applicable}` where it is too long.
    std::string text(std::uint32_t value) const;

    /// All of the values in one arena, and where each of them is there. For adding: copy the arena first.
    const GameArena& arena() const { return arena_; }
    PartizanId game(std::uint32_t value) const { return games_[value]; }

  private:
    GameList list_;
    GameArena arena_;
    std::vector<PartizanId> games_;
    std::vector<OutcomeClass> outcomes_;
    std::vector<std::uint64_t> fingerprints_;
};

}  // namespace mexbase
