/// \file
/// Whether a list of partizan values, and values of positions, are what the definitions say.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../lib/value/partizan/list/game_list.hpp"
#include "../../lib/value/partizan_outcome.hpp"

namespace mexbase::detail {

/// Answers to questions about two numbers below 2^31, as many as are put in.
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
    /// Nothing is known of this pair.
    void put(std::uint32_t a, std::uint32_t b, bool answer);
    void clear();
    std::uint64_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

  private:
    static constexpr std::uint64_t empty = ~std::uint64_t{0};
    static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 31 | b; }
    std::size_t place(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> 20) & (slots_.size() - 1);
    }

    std::vector<std::uint64_t> slots_;  // the key, then one bit for the answer
    std::size_t used_ = 0;
};

/// { left + left_shift | right + right_shift }: games by number, each with the same integer added.
struct ShiftedOptions {
    std::span<const std::uint32_t> left, right;
    int left_shift = 0, right_shift = 0;
};

/// How games of one list compare: G <= H if and only if no Left option of G is >= H and no Right option of H is <= G
/// (Conway, "On Numbers and Games", 1976). Nothing else goes into it but that the order is reflexive, and that an
/// integer may be carried from one side to the other. For one thread at a time.
class GameOrder {
  public:
    /// Borrows the list, in which options have smaller numbers than what they are options of. Answers are remembered
    /// in about `memory` bytes.
    GameOrder(const GameList& list, std::uint64_t memory) : list_(list), memory_(memory) {}

    /// Whether g <= h + shift, -2 <= shift <= 2.
    bool at_most(std::uint32_t g, std::uint32_t h, int shift = 0) { return decide({g, h, shift}); }
    /// Whether the game of these options is equal to h.
    bool is_equal(const ShiftedOptions& options, std::uint32_t h);

  private:
    /// Stands for the game of the options that are being compared, which has no number.
    static constexpr std::uint32_t draft = 0x7fffffff;
    static constexpr int most_shift = 2;
    struct Question {
        std::uint32_t g, h;
        int shift;
    };
    /// A question, and the next of those it leads to.
    struct Step {
        Question question;
        std::uint32_t next;
    };

    bool decide(Question question);
    std::optional<bool> known(const Question& q) const;
    void learn(const Question& q, bool answer);
    /// The i-th of the questions that must all be answered with no for `q` to be answered with yes; nothing past them.
    std::optional<Question> part(const Question& q, std::uint32_t i) const;

    const GameList& list_;
    std::uint64_t memory_;
    ShiftedOptions options_;
    std::array<PairAnswers, 2 * most_shift + 1> answers_;
    PairAnswers draft_answers_;
    std::vector<Step> steps_;
};

/// Throws `Error{verification_failed}`: a game of the list is wrong, or does not belong there.
[[noreturn]] void refuse_listed(std::uint32_t game, const std::string& why);

/// Facts about the games of a list that their forms show, by number.
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
