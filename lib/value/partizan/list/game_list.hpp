/// \file
/// Partizan values without an arena, as a table stores them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../arena.hpp"

namespace mexbase {

/// Distinct values by number, in canonical form, with their options: a list that is closed under options. Options have
/// smaller numbers than what they are options of. A plain value.
struct GameList {
    /// In place of an atomic weight.
    static constexpr std::uint32_t none = 0xffffffff;

    struct Game {
        std::uint64_t first = 0;  ///< where its options begin in `options`: Left's, then Right's
        std::uint32_t lefts = 0, rights = 0;
        std::uint32_t weight = none;  ///< the number of its atomic weight, if it is all-small
        friend bool operator==(const Game&, const Game&) = default;
    };
    std::vector<Game> games;
    std::vector<std::uint32_t> options;  ///< of each player ascending

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

/// Reads the values of a list part by part. Part p has the values from p·2^`part_log2` on.
class GameParts {
  public:
    GameParts() = default;
    GameParts(const GameParts&) = delete;
    GameParts& operator=(const GameParts&) = delete;
    virtual ~GameParts() = default;
    virtual std::uint32_t size() const = 0;
    virtual unsigned part_log2() const = 0;
    /// An upper bound of the number of options in the whole list.
    virtual std::uint64_t most_options() const = 0;
    /// The values of some parts, ascending, a list for each: games by their place in the part. Options come before
    /// their values, in order; all numbers are in range. Throws `Error`.
    virtual std::vector<GameList> read(std::span<const std::uint32_t> parts) const = 0;
};

/// Counts what it takes to see that the forms of a list are canonical: each option is compared with the other ones of
/// its player. A list must stay within 2^26 such pairs and 64 more for each option, so that no list keeps its reader
/// busy.
class OptionPairs {
  public:
    /// For a list, or for a part of one that has no more than so many options in all.
    explicit OptionPairs(std::uint64_t options = 0) : options_(options) {}
    /// Counts one more game; false where the list becomes too intricate.
    bool add(std::uint64_t lefts, std::uint64_t rights) {
        pairs_ += lefts * lefts + rights * rights;
        options_ += lefts + rights;
        return pairs_ <= (std::uint64_t{1} << 26) + 64 * options_;
    }

  private:
    std::uint64_t pairs_ = 0, options_ = 0;
};

/// Makes the games of a list, each of its options, and sees that they are what they must be. Borrows the arena.
class GameMaker {
  public:
    /// A list, or a part of one that has no more than so many options in all.
    explicit GameMaker(GameArena& arena, std::uint64_t options = 0) : arena_(&arena), pairs_(options) {}
    /// The game with these options, which are in order and made already; `weighed`: it has an atomic weight. Throws
    /// `Error{corrupt}` that names `value`.
    PartizanId make(std::uint32_t value, std::vector<PartizanId>& left, std::vector<PartizanId>& right, bool weighed);

  private:
    GameArena* arena_;
    OptionPairs pairs_;
    std::vector<bool> seen_;
};

/// The games of a list by number, as ids of `arena`. `Error{corrupt}` for what is no such list: numbers or places of
/// options out of range, options that are not ascending or not smaller than their game, forms that are not canonical,
/// games that repeat, and weights of games that are not all-small. Which weight a game has is not found again.
std::vector<PartizanId> load_games(GameArena& arena, const GameList& list);

/// Builds a list of the games that are asked for, of all their followers and of the atomic weights of all of these. The
/// list depends on the values and on the order of the questions alone: neither on the arena nor on what else it holds.
///
/// A game comes after the followers of its Left options, the options taken by fingerprint, and after those of its Right
/// ones likewise; next after it comes its atomic weight. Borrows the arena, which may make games meanwhile.
class GameNumbering {
  public:
    /// The longest chain of numbers, in moves, that a list takes.
    static constexpr std::uint64_t most_number_birthday = std::uint64_t{1} << 20;

    explicit GameNumbering(GameArena& arena) : arena_(&arena) {}
    /// Goes on with a list that another numbering made; `games` are its games in `arena`, as `load_games` gives them.
    GameNumbering(GameArena& arena, GameList list, std::vector<PartizanId> games);

    /// The number of g, which is listed if it is not yet. `Error{not_applicable}` if a number with a birthday above
    /// `most_number_birthday` is g, a follower of it, or one of its weights, or if the list becomes too intricate
    /// (`OptionPairs`); the list is then as it was before.
    std::uint32_t number(PartizanId g);
    const GameList& list() const { return list_; }
    /// The game of a number of the list.
    PartizanId game(std::uint32_t number) const { return games_[number]; }
    /// The list; this object begins again with none.
    GameList take();

  private:
    /// What is left to do about a game: list its followers, list it, or note its weight.
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
    std::vector<PartizanId> games_;       // by number
    std::vector<std::uint32_t> numbers_;  // by id, as far as needed
    OptionPairs pairs_;
    std::vector<Step> steps_;
};

}  // namespace mexbase
