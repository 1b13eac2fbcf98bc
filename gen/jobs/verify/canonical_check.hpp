/// \file
/// Whether a list of partizan values, and values of positions, are what the definitions say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../../lib/value/partizan_outcome.hpp"
#include "canonical_order.hpp"

namespace mexbase::detail {

/// Throws `Error{verification_failed}`: a game of the list is wrong, or does not belong there.
[[noreturn]] void refuse_listed(std::uint32_t game, const std::string& why);

/// What is seen of the games of a list by their form, by number.
struct GameForms {
    /// Borrows the list. Throws `Error{verification_failed}` where it breaks the rules of `GameList`, lists a form
    /// twice, or does not give an atomic weight to exactly the all-small games.
    explicit GameForms(const GameList& list);

    const GameList& list;
    std::vector<std::uint32_t> within;  ///< the greatest n of a follower *n, the game itself included
    std::vector<bool> all_small;        ///< whether every follower has moves for both players or for neither
    std::vector<bool> integer;
};

/// Checks by the definitions. For one thread at a time.
class CanonicalCheck {
  public:
    /// Borrows the forms. Remembers what it has found in about `memory` bytes.
    CanonicalCheck(const GameForms& forms, std::uint64_t memory);

    /// What is wrong with a game of the list, or nothing: an option that is dominated or reversible, or an atomic
    /// weight that its options do not give.
    std::optional<std::string> fault(std::uint32_t game);
    OutcomeClass outcome(std::uint32_t game);
    /// Takes the value of an option of the position to be checked next.
    void add(bool left, std::uint32_t option) { (left ? left_ : right_).push_back(option); }
    /// Whether the options taken since the last call make a position of this value.
    bool make(std::uint32_t value);

  private:
    bool has_right_weight(std::uint32_t game);
    /// Whether *nimber <= game if `star_on_left`, else whether game <= *nimber.
    bool compares_to_star(std::uint32_t game, std::uint32_t nimber, bool star_on_left);

    /// Sets of options already seen to make the value `value`, in `pool_`.
    struct Known {
        std::uint64_t first;
        std::uint32_t lefts, rights, value;
    };

    const GameForms& forms_;
    const GameList& list_;
    std::uint64_t memory_;
    GameOrder order_;
    PairAnswers below_star_, above_star_;  // of (game, n): whether game <= *n, *n <= game
    std::vector<std::uint32_t> left_, right_, weights_;
    std::vector<std::uint32_t> pool_;
    std::vector<Known> known_;
    std::vector<std::uint32_t> places_;  // in known_, by hash; none where free
};

}  // namespace mexbase::detail
