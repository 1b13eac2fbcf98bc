/// \file
/// What is proven of a cut-off game whatever lies past its bound, found for verification: by sweeps over all positions,
/// with nothing of the solver.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "../../../lib/rules/ruleset.hpp"
#include "../parallel_for_ranges.hpp"
#include "../progress.hpp"
#include "../values_that_add.hpp"

namespace mexbase {

/// How soon the player to move could win, and could be made to lose, if everything past the bound were won by the one
/// who is helped, and lost by the other: for each position, as the greatest labels with
///
/// - soonest win(v) = 1 + the least soonest loss(w) of the options w, that of an option past the bound being 0;
/// - soonest loss(v) = 1 + the greatest soonest win(w) of the options w, that of an option past the bound being 0;
///
/// and 0 or never where play has stopped. They begin at `never` everywhere and fall until nothing changes, whatever the
/// order. What never happens then cannot happen whatever lies past the bound, and a win or a loss that comes as soon as
/// this comes no sooner. `bytes` a position; the time is that of a few dozen sweeps.
template <Ruleset R>
class ProvenBits {
  public:
    /// Memory for each position.
    static constexpr std::uint64_t bytes = 2 * sizeof(std::uint32_t);

    ProvenBits(const R& rules, Play play, unsigned threads, const ProgressSink& progress)
        : win_(rules.size(), never), loss_(rules.size(), never) {
        std::atomic<bool> changed{true};
        while (changed.exchange(false))
            parallel_for_ranges(rules.size(), threads, progress, "proving", [&](unsigned, Index first, Index last) {
                for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
                    const auto [win, loss] = derive(rules, i, p, play);
                    const bool lowered = lower(win_[i], win), lowered_too = lower(loss_[i], loss);
                    if (lowered || lowered_too) changed.store(true, std::memory_order_relaxed);
                });
                return true;
            });
    }
    /// Looks where play may leave the bound by way of positions that are neither won nor lost, as `is_open(i)` says.
    template <class IsOpen>
    void look_for_ties(const R& rules, IsOpen is_open) {
        if constexpr (HasBound<R> && ties_beyond<R>) {
            open_.assign(static_cast<std::size_t>(rules.size()), 0);
            for (bool changed = true; changed;) {
                changed = false;
                for_each_position(rules, 0, rules.size(), [&](Index i, const typename R::Position& p) {
                    std::uint8_t& open = open_[static_cast<std::size_t>(i)];
                    if (open != 0 || !is_open(i) || terminal_value(rules, i, p, Play::normal)) return;
                    bool leads = rules.leaves_bound(i, p) != 0;
                    rules.for_each_option(i, p, Player::left,
                                          [&](Index to) { leads = leads || open_[static_cast<std::size_t>(to)] != 0; });
                    if (!leads) return;
                    open = 1;
                    changed = true;
                });
            }
        }
    }

    /// Not of what cannot be lost either and may be tied past the bound: both together would say that it is a draw.
    bool cannot_win(Index i) const {
        if (win_[i] != never) return false;
        return open_.empty() || open_[static_cast<std::size_t>(i)] == 0 || !cannot_lose(i);
    }
    bool cannot_lose(Index i) const { return loss_[i] == never; }
    /// Whether the remoteness of a win or a loss is no upper bound only.
    bool is_exact(Index i, const OutcomeValue& value) const {
        return value.remoteness == (value.outcome == Outcome::win ? win_[i] : loss_[i]);
    }

  private:
    static constexpr std::uint32_t never = 0xffffffff;
    struct Soonest {
        std::uint32_t win = never, loss = never;
    };

    static std::uint32_t load(std::uint32_t& label) { return std::atomic_ref(label).load(std::memory_order_relaxed); }
    static bool lower(std::uint32_t& label, std::uint32_t to) {
        if (to >= load(label)) return false;
        std::atomic_ref(label).store(to, std::memory_order_relaxed);
        return true;
    }

    Soonest derive(const R& rules, Index i, const typename R::Position& p, Play play) {
        Soonest soonest;
        if (const auto value = terminal_value(rules, i, p, play)) {
            const auto plies = static_cast<std::uint32_t>(value->remoteness);
            if (value->outcome == Outcome::win) soonest.win = plies;
            if (value->outcome == Outcome::loss) soonest.loss = plies;
            return soonest;
        }
        std::uint32_t least_loss = never, greatest_win = 0;
        if constexpr (HasBound<R>) {
            if (rules.leaves_bound(i, p) != 0) least_loss = 0;
        }
        rules.for_each_option(i, p, Player::left, [&](Index to) {
            least_loss = std::min(least_loss, load(loss_[to]));
            greatest_win = std::max(greatest_win, load(win_[to]));
        });
        if (least_loss != never) soonest.win = least_loss + 1;
        if (greatest_win != never) soonest.loss = greatest_win + 1;
        return soonest;
    }

    std::vector<std::uint32_t> win_, loss_;
    std::vector<std::uint8_t> open_;  // where ties may be; nothing where there are none
};

}  // namespace mexbase
