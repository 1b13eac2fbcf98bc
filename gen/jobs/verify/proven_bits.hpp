/// \file
/// What is proven of a cut-off game whatever lies past its bound, found for verification: by sweeps over all positions,
/// with nothing of the solver.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "../../../lib/rules/moves.hpp"
#include "../progress.hpp"

namespace mexbase::detail {

/// How soon the player to move could win, and could be made to lose, if everything past the bound were won by the one
/// who is helped, and lost by the other: for each position, as the greatest labels with
///
/// - soonest win(v) = 1 + the least soonest loss(w) of the options w, that of an option past the bound being 0;
/// - soonest loss(v) = 1 + the greatest soonest win(w) of the options w, that of an option past the bound being 0;
///
/// and 0 or never where play has stopped. They begin at `never` everywhere and fall until nothing changes, whatever the
/// order. What never happens then cannot happen whatever lies past the bound, and a win or a loss that comes as soon as
/// this comes no sooner. `bytes` a position; the time is that of a few dozen sweeps.
class ProvenBits {
  public:
    /// Memory for each position.
    static constexpr std::uint64_t bytes = sizeof(std::uint64_t);

    ProvenBits(const Moves& moves, Play play, unsigned threads, const ProgressSink& progress);

    /// Looks where play may leave the bound by way of positions that are neither won nor lost, as `is_open(i)` says.
    void look_for_ties(const Moves& moves, const std::function<bool(Index)>& is_open);

    /// Not of what cannot be lost either and may be tied past the bound: both together would say that it is a draw.
    bool cannot_win(Index i) const {
        if (labels_[i].win() != never) return false;
        return open_.empty() || open_[static_cast<std::size_t>(i)] == 0 || !cannot_lose(i);
    }
    bool cannot_lose(Index i) const { return labels_[i].loss() == never; }
    /// Whether the remoteness of a win or a loss is no upper bound only.
    bool is_exact(Index i, const OutcomeValue& value) const {
        return value.remoteness == (value.outcome == Outcome::win ? labels_[i].win() : labels_[i].loss());
    }

  private:
    static constexpr std::uint32_t never = 0xffffffff;
    /// Both labels of a position in one word, that threads read while another lowers them. The loss comes first in its
    /// order.
    struct Soonest {
        std::uint64_t word = ~std::uint64_t{0};
        static Soonest of(std::uint32_t win, std::uint32_t loss) { return {std::uint64_t{loss} << 32 | win}; }
        std::uint32_t win() const { return static_cast<std::uint32_t>(word); }
        std::uint32_t loss() const { return static_cast<std::uint32_t>(word >> 32); }
    };

    Soonest load(Index i) { return {std::atomic_ref(labels_[i].word).load(std::memory_order_relaxed)}; }
    Soonest derive(const OptionRows& row, Play play);

    std::vector<Soonest> labels_;
    std::vector<std::uint8_t> open_;  // where ties may be; nothing where there are none
};

}  // namespace mexbase::detail
