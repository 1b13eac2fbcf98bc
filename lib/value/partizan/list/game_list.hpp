// SPDX-License-Identifier: MIT
/// \file
/// A list of partizan values as a table stores it. The options of a value are given by their numbers in the list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../arena.hpp"

namespace mexbase {

/// A numbered list of distinct values in canonical form, with their options. The options of a value come before it.
struct GameList {
    /// Marks a missing atomic weight.
    static constexpr std::uint32_t none = 0xffffffff;

    struct Game {
        std::uint64_t first = 0;  ///< start of its options in `options`: Left's, then Right's
        std::uint32_t lefts = 0, rights = 0;
        std::uint32_t weight = none;  ///< number of its atomic weight; `none` if it is not all-small
        friend bool operator==(const Game&, const Game&) = default;
    };
    std::vector<Game> games;
    std::vector<std::uint32_t> options;  ///< numbers of values, ascending per player

    std::span<const std::uint32_t> left(std::uint32_t game) const {
        return {options.data() + games[game].first, games[game].lefts};
    }
    std::span<const std::uint32_t> right(std::uint32_t game) const {
        return {options.data() + games[game].first + games[game].lefts, games[game].rights};
    }
    friend bool operator==(const GameList&, const GameList&) = default;
};

/// Returns the outcome classes of the values of a list, by number. The numbers in the list must be in range.
std::vector<OutcomeClass> outcomes_of(const GameList& list);

/// Reads the values of a list part by part. Part p begins with value number p·2^`part_log2`.
class GameParts {
  public:
    virtual ~GameParts() = default;
    virtual std::uint32_t size() const = 0;
    virtual unsigned part_log2() const = 0;
    /// Returns an upper bound of the number of options in the whole list.
    virtual std::uint64_t most_options() const = 0;
    /// Returns one list per part; `parts` must ascend. Element i of part p is value p·2^`part_log2` + i of the whole
    /// list. Options and weights are numbers in the whole list, and in range. The options of a value are ascending and
    /// smaller than its number. Throws `Error`.
    virtual std::vector<GameList> read(std::span<const std::uint32_t> parts) const = 0;
};

/// Limits the time that it takes to check that the games of a list are canonical. The check compares each option with
/// the other options of its player. A list may have 2^26 such pairs, plus 64 pairs per option.
class OptionPairs {
  public:
    /// `options` is 0 if the whole list is read at once. Otherwise it is an upper bound of the number of its options.
    explicit OptionPairs(std::uint64_t options = 0) : options_(options) {}
    /// Counts the pairs of one more game. Returns false if the list has too many pairs.
    bool add(std::uint64_t lefts, std::uint64_t rights) {
        pairs_ += lefts * lefts + rights * rights;
        options_ += lefts + rights;
        return pairs_ <= (std::uint64_t{1} << 26) + 64 * options_;
    }

  private:
    std::uint64_t pairs_ = 0, options_ = 0;
};

/// Makes the games of a list, each from its options, and checks that they are canonical. Borrows the arena.
class GameMaker {
  public:
    /// Makes games in `arena`. `options` is passed to the constructor of `OptionPairs`.
    explicit GameMaker(GameArena& arena, std::uint64_t options = 0) : arena_(&arena), pairs_(options) {}
    /// Returns the game with the options `left` and `right`, and sorts them. `weighed` is true if the list has an
    /// atomic weight for the game. Throws `Error{corrupt}`, which names `value`, if the game is not canonical, repeated
    /// or too slow to check.
    PartizanId make(std::uint32_t value, std::vector<PartizanId>& left, std::vector<PartizanId>& right, bool weighed);

  private:
    GameArena* arena_;
    OptionPairs pairs_;
    std::vector<bool> seen_;
};

/// Returns the games of a list by number, as ids of `arena`. Throws `Error{corrupt}` for an invalid list: numbers or
/// options out of range, options that are not ascending or not smaller than their game, forms that are not canonical,
/// repeated games, and weights of games that are not all-small. Does not check if a weight is the right one.
std::vector<PartizanId> load_games(GameArena& arena, const GameList& list);

/// Builds a list of the requested games, of all their followers and of the atomic weights of all of these. The list
/// depends only on the values and the order of the calls, not on the arena or its other games.
///
/// The list has the Left options of a game first, then its Right options, the game itself, and its atomic weight. The
/// options of a player are sorted by fingerprint, and each comes after its followers. Games already listed are skipped.
/// Borrows the arena, and may make games in it.
class GameNumbering {
  public:
    /// Maximum birthday of a number in a list: the number of moves in the number's longest play.
    static constexpr std::uint64_t most_number_birthday = std::uint64_t{1} << 20;

    explicit GameNumbering(GameArena& arena) : arena_(&arena) {}
    /// Continues a list that another numbering made. `games` has the ids of its games, as `load_games` returns them.
    GameNumbering(GameArena& arena, GameList list, std::vector<PartizanId> games);

    /// Returns the number of g in the list; adds g if it is new. Throws `Error{not_applicable}` if the list would
    /// contain a number with a birthday above `most_number_birthday`, or take too long to check. The list is then
    /// unchanged.
    std::uint32_t number(PartizanId g);
    const GameList& list() const { return list_; }
    /// Returns the id in the arena of the game with this number in the list.
    PartizanId game(std::uint32_t number) const { return games_[number]; }
    /// Returns the list and empties this object.
    GameList take();

  private:
    /// A remaining task for a game: list its followers, list the game itself, or store its atomic weight.
    struct Step {
        enum Kind : std::uint8_t { follow, append, weigh } kind;
        PartizanId game;
    };

    void walk(PartizanId g);
    void follow(PartizanId g);
    void append(PartizanId g);
    std::uint32_t known(PartizanId g) const { return g < numbers_.size() ? numbers_[g] : GameList::none; }

    GameArena* arena_;
    GameList list_;
    std::vector<PartizanId> games_;       // indexed by number
    std::vector<std::uint32_t> numbers_;  // indexed by id, as far as needed
    OptionPairs pairs_;
    std::vector<Step> steps_;
};

}  // namespace mexbase
