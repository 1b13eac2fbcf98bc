/// \file
/// Who wins a sum of partizan values, found by playing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "arena.hpp"
#include "thermograph.hpp"

namespace mexbase {

/// Decides sums of games of an arena without adding them up: the canonical form of a sum of many games can be far too
/// large to find, and all that is asked is how the sum compares with 0.
///
/// Games that are each other's negatives are taken out; numbers, nimbers and ups are added; games with few followers
/// are added too. What is left is played, option by option, each position once. No option is looked at where the order
/// of the parts, their stops, means and temperatures, or their atomic weights tell already who wins. To move in a
/// number is not tried: where it could be needed, the sum of the others is a number (number avoidance; Siegel, section
/// II.3), and the means have told the winner. Nor is a move that gains no more, whatever the rest of the sum, than
/// another one: moves are compared by their incentives, H - G for a move from G to H, where G has few followers.
///
/// Borrows the arena, in which it makes games. What it has found it remembers. For one thread at a time.
class SumSearch {
  public:
    /// Steps of search, in all: a few seconds and some hundred megabytes.
    static constexpr std::uint64_t most_steps = std::uint64_t{1} << 26;

    /// A game has few followers if its canonical form has at most so many, where numbers count as one.
    static constexpr std::size_t most_followers = 64;

    /// `follower_limit` may be less than `most_followers`, down to 0, which makes the search do all the work.
    explicit SumSearch(GameArena& arena, std::uint64_t steps = most_steps, std::size_t follower_limit = most_followers)
        : arena_(&arena), thermographs_(arena), steps_(steps), follower_limit_(follower_limit) {}

    /// Whether `mover`, who makes the first move, wins the sum in normal play. `Error{not_applicable}` where all the
    /// steps are taken before that is found, and those of the arena.
    bool wins(std::span<const PartizanId> sum, Player mover);
    /// Both questions. Errors likewise.
    OutcomeClass outcome(std::span<const PartizanId> sum);

  private:
    /// A sum in which nothing cancels: a number with ups and a nimber, and other games, sorted.
    struct Sum {
        PartizanId uptimal = GameArena::zero;
        std::vector<PartizanId> others;
        friend bool operator==(const Sum&, const Sum&) = default;
    };
    struct SumHash {
        std::size_t operator()(const Sum& sum) const;
    };
    /// What is known of one game, as Left sees it.
    struct Facts {
        Dyadic left_stop, right_stop;
        Dyadic mean, temperature;
        bool tempered = false;         ///< whether the last two are known
        std::optional<Dyadic> weight;  ///< its atomic weight, where it has one and that is a number
        bool has_few_followers = false;
        bool at_least_zero = false, at_most_zero = false;
    };
    struct Move {
        PartizanId from, to;
        PartizanId incentive;  ///< or `no_incentive`
        double heat, gain;
    };
    /// A sum that is being played.
    struct Frame {
        Sum sum;
        Player mover;
        std::vector<Move> moves;
        std::size_t next = 0;
    };
    /// Bits 0 and 1: whether Left and Right win moving first is known; bits 2 and 3: whether they do.
    using Known = std::uint8_t;

    static constexpr PartizanId no_incentive = 0xffffffff;

    void spend(std::uint64_t steps);
    void add(Sum& sum, PartizanId game);
    Sum after(const Sum& sum, const Move& move);
    void add_up_simple_games(Sum& sum);
    PartizanId incentive(PartizanId from, PartizanId to, Player mover);
    void drop_dominated(std::vector<Move>& moves);
    const Facts& facts(PartizanId game);
    std::optional<bool> decided_by_bounds(const Sum& sum, Player mover);
    std::optional<bool> known(const Sum& sum, Player mover);
    void remember(const Sum& sum, Player mover, bool wins);
    /// Pushes the sum, with the moves that must be tried; unless it is found out who wins.
    std::optional<bool> open(Sum sum, Player mover);
    std::vector<Move> moves_of(const Sum& sum, Player mover);
    bool play(Sum sum, Player mover);

    GameArena* arena_;
    Thermographs thermographs_;
    std::uint64_t steps_;
    std::size_t follower_limit_;
    std::unordered_map<PartizanId, Facts> facts_;
    std::unordered_map<Sum, Known, SumHash> known_;
    std::unordered_map<std::uint64_t, PartizanId> incentives_;
    std::vector<Frame> frames_;
};

}  // namespace mexbase
