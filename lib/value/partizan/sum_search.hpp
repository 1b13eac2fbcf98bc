// SPDX-License-Identifier: MIT
/// \file
/// Finds the winner of a sum of partizan values by playing it.
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

/// Decides the winner of sums of games of an arena without adding them up, because canonical forms of sums can be huge.
///
/// A game and its negative cancel. Numbers, nimbers and ups are added up, and so are games with few followers. The
/// search plays the other games. It evaluates each position once. It stops as soon as outcomes, stops, means and
/// temperatures, or atomic weights of the parts decide the winner. Moves in numbers are tried only if a mean is
/// unknown. They matter only if the sum of the other games is a number (number avoidance; Siegel, section II.3), and
/// then the means decide. Dominated moves are not tried: moves from games with few followers are compared by their
/// incentives, H - G for a move from G to H.
///
/// Borrows the arena, in which it makes games. Caches results. For one thread at a time.
class SumSearch {
  public:
    /// Default limit on the search steps of all calls together. It allows a few seconds and some hundred megabytes.
    static constexpr std::uint64_t most_steps = std::uint64_t{1} << 26;

    /// Default maximum number of followers of a game to be added up. A number counts as one follower.
    static constexpr std::size_t most_followers = 64;

    /// Allows `steps` search steps. Games with more than `follower_limit` followers are played, not added up.
    explicit SumSearch(GameArena& arena, std::uint64_t steps = most_steps, std::size_t follower_limit = most_followers)
        : arena_(&arena), thermographs_(arena), steps_(steps), follower_limit_(follower_limit) {}

    /// Returns true if `mover`, who makes the first move, wins the sum in normal play. Throws `Error{not_applicable}`
    /// if the steps run out first, and the errors of the arena.
    bool wins(std::span<const PartizanId> sum, Player mover);
    /// Returns the outcome class of the sum. Throws as `wins` does.
    OutcomeClass outcome(std::span<const PartizanId> sum);

  private:
    /// A sum after games and negatives cancelled: one uptimal (number + ups + nimber), and other games sorted by id.
    struct Sum {
        PartizanId uptimal = GameArena::zero;
        std::vector<PartizanId> others;
        friend bool operator==(const Sum&, const Sum&) = default;
    };
    struct SumHash {
        std::size_t operator()(const Sum& sum) const;
    };
    /// Facts about one game, from Left's view.
    struct Facts {
        Dyadic left_stop, right_stop;
        Dyadic mean, temperature;
        bool tempered = false;         ///< mean and temperature are known
        std::optional<Dyadic> weight;  ///< its atomic weight, if the game is all-small and the weight a number
        bool has_few_followers = false;
        bool at_least_zero = false, at_most_zero = false;
    };
    struct Move {
        PartizanId from, to;
        PartizanId incentive;  ///< gain of the move, or `no_incentive` if not computed
        double heat, gain;
    };
    /// A sum on the search stack, with the moves to try.
    struct Frame {
        Sum sum;
        Player mover;
        std::vector<Move> moves;
        std::size_t next = 0;
    };
    /// Results of a sum, as bits. Bit 0 is set if the result with Left to move is known, bit 2 if Left then wins. Bits
    /// 1 and 3 are the same for Right.
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
    /// Pushes a frame for the sum. If the result is known at once, returns it instead: true if `mover` wins.
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
