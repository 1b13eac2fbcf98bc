// SPDX-License-Identifier: MIT
/// \file
/// Checks a list of partizan values, and the values of positions, against the definitions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "../../lib/value/partizan/list/game_list.hpp"
#include "../../lib/value/partizan_outcome.hpp"

namespace mexbase::detail {

/// Growing hash map from pairs of numbers below 2^31 to true or false.
class PairAnswers {
  public:
    std::optional<bool> find(std::uint32_t a, std::uint32_t b) const {
        if (slots_.empty()) return std::nullopt;
        const std::uint64_t key = key_of(a, b);
        for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at] == empty) return std::nullopt;
            if (slots_[at] >> 1 == key) return (slots_[at] & 1) != 0;
        }
    }
    /// Adds an answer. The pair must not have an answer yet.
    void put(std::uint32_t a, std::uint32_t b, bool answer);
    void clear();
    std::uint64_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

  private:
    static constexpr std::uint64_t empty = ~std::uint64_t{0};
    static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 31 | b; }
    std::size_t place(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> 20) & (slots_.size() - 1);
    }

    std::vector<std::uint64_t> slots_;  // per slot: the key, and in bit 0 the answer
    std::size_t used_ = 0;
};

/// The game { left + left_shift | right + right_shift }. Options are numbers of games, and shifts are integers.
struct ShiftedOptions {
    std::span<const std::uint32_t> left, right;
    int left_shift = 0, right_shift = 0;
};

/// Order of the games of one list: G <= H if and only if no Left option of G is >= H and no Right option of H is <= G
/// (Conway, "On Numbers and Games", 1976). Two facts are assumed: G <= G, and an integer can be moved to the other side
/// of <=. Not thread-safe.
class GameOrder {
  public:
    /// Borrows the list. The options of a game must have smaller numbers than the game. Caches answers in about
    /// `memory` bytes.
    GameOrder(const GameList& list, std::uint64_t memory) : list_(list), memory_(memory) {}

    /// Returns true if g <= h + shift, for -2 <= shift <= 2.
    bool at_most(std::uint32_t g, std::uint32_t h, int shift = 0) { return decide({g, h, shift}); }
    /// Returns true if the game with these options equals h.
    bool is_equal(const ShiftedOptions& options, std::uint32_t h);

  private:
    /// Number that stands for the game that `is_equal` compares. This game is not in the list.
    static constexpr std::uint32_t draft = 0x7fffffff;
    static constexpr int most_shift = 2;
    struct Question {
        std::uint32_t g, h;
        int shift;
    };
    /// A comparison that is not decided yet, and the index of the next part to compare.
    struct Step {
        Question question;
        std::uint32_t next;
    };

    bool decide(Question question);
    std::optional<bool> known(const Question& q) const;
    void learn(const Question& q, bool answer);
    /// Returns part i of `q` (a comparison on which `q` depends), or `std::nullopt` past the last part. `q` is true if
    /// and only if all its parts are false.
    std::optional<Question> part(const Question& q, std::uint32_t i) const;

    const GameList& list_;
    std::uint64_t memory_;
    ShiftedOptions options_;
    std::array<PairAnswers, 2 * most_shift + 1> answers_;
    PairAnswers draft_answers_;
    std::vector<Step> steps_;
};

/// Throws `Error{verification_failed}` with the message that a game of the list is wrong, and why.
[[noreturn]] void refuse_listed(std::uint32_t game, const std::string& why);

/// Facts about the games of a list, derived from their forms. Each vector is indexed by the number of a game.
struct GameForms {
    /// Borrows the list. Throws `Error{verification_failed}` if the list breaks the rules of `GameList` or contains a
    /// form twice. Also throws unless all all-small games, and no others, have an atomic weight.
    explicit GameForms(const GameList& list);

    const GameList& list;
    std::vector<std::uint32_t> within;  ///< greatest n such that play in the game reaches *n; *n reaches itself
    std::vector<bool> all_small;        ///< true if in each game that play reaches, both or neither can move
    std::vector<bool> integer;
};

/// Checker of canonical forms and of the values of positions. It uses their definitions. Not thread-safe.
class CanonicalCheck {
  public:
    /// Borrows the forms. Caches results in about `memory` bytes.
    CanonicalCheck(const GameForms& forms, std::uint64_t memory);

    /// Returns the fault of a game of the list, or `std::nullopt`. Faults are a dominated or reversible option, or an
    /// atomic weight that does not follow from its options.
    std::optional<std::string> fault(std::uint32_t game);
    OutcomeClass outcome(std::uint32_t game);
    /// Adds the value of an option. The next call of `make` checks the position that has the added options.
    void add(bool left, std::uint32_t option) { (left ? left_ : right_).push_back(option); }
    /// Returns true if `value` is the value of the position whose options were added since the last call.
    bool make(std::uint32_t value);

  private:
    bool has_right_weight(std::uint32_t game);
    /// Returns true if *nimber <= game. If `star_on_left` is false, returns true if game <= *nimber.
    bool compares_to_star(std::uint32_t game, std::uint32_t nimber, bool star_on_left);

    struct HashOfOptions {
        std::size_t operator()(const std::vector<std::uint32_t>& options) const;
    };

    const GameForms& forms_;
    const GameList& list_;
    std::uint64_t memory_;
    GameOrder order_;
    PairAnswers below_star_, above_star_;  // by (game, n): game <= *n, *n <= game
    std::vector<std::uint32_t> left_, right_, weights_;
    std::vector<std::uint32_t> options_;  // options of Left, `GameList::none`, options of Right
    /// Values of the positions checked so far, by the values of their options.
    std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, HashOfOptions> known_;
    std::uint64_t known_bytes_ = 0;
};

}  // namespace mexbase::detail
