/// \file
/// What is proven of a cut-off game whatever lies past its bound, found for verification: by sweeps over all positions,
/// with nothing of the solver.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "../../lib/rules/ruleset.hpp"
#include "progress.hpp"
#include "work_shares.hpp"

namespace mexbase {

/// True where some position has an option past the bound.
template <Ruleset R>
bool is_cut_off(const R& rules) {
    bool found = false;
    if constexpr (HasBound<R>) {
        for (Index i = 0; i < rules.size() && !found; ++i)
            if (rules.legal(i)) found = rules.leaves_bound(i, rules.unrank(i)) != 0;
    }
    return found;
}

/// Cannot win and cannot lose, for each position, as the greatest labels with
///
/// - cannot win(v): play has not stopped there with a win, and every option w, none of them past the bound, has cannot
/// lose(w);
/// - cannot lose(v): play has not stopped there with a loss, and some option w has cannot win(w).
///
/// They begin true everywhere and fall until nothing changes, whatever the order. One byte a position; the time is that
/// of a few dozen sweeps.
template <Ruleset R>
class ProvenBits {
  public:
    ProvenBits(const R& rules, Play play, unsigned threads, const ProgressSink& progress)
        : bits_(rules.size(), cannot_win_bit | cannot_lose_bit) {
        std::atomic<bool> changed{true};
        while (changed.exchange(false))
            share_work(rules.size(), threads, progress, "proving", [&](unsigned, Index first, Index last) {
                for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
                    const std::uint8_t old = load(i);
                    if (old == 0) return;
                    const std::uint8_t now = old & derive(rules, i, p, play);
                    if (now == old) return;
                    std::atomic_ref(bits_[i]).store(now, std::memory_order_relaxed);
                    changed.store(true, std::memory_order_relaxed);
                });
                return true;
            });
    }

    bool cannot_win(Index i) const { return (bits_[i] & cannot_win_bit) != 0; }
    bool cannot_lose(Index i) const { return (bits_[i] & cannot_lose_bit) != 0; }

  private:
    static constexpr std::uint8_t cannot_win_bit = 1, cannot_lose_bit = 2;

    std::uint8_t load(Index i) { return std::atomic_ref(bits_[i]).load(std::memory_order_relaxed); }

    std::uint8_t derive(const R& rules, Index i, const typename R::Position& p, Play play) {
        if (const auto value = terminal_value(rules, i, p, play))
            return static_cast<std::uint8_t>((value->outcome != Outcome::win ? cannot_win_bit : 0) |
                                             (value->outcome != Outcome::loss ? cannot_lose_bit : 0));
        bool all_cannot_lose = true, some_cannot_win = false;
        rules.for_each_option(i, p, Player::left, [&](Index to) {
            const std::uint8_t option = load(to);
            all_cannot_lose = all_cannot_lose && (option & cannot_lose_bit) != 0;
            some_cannot_win = some_cannot_win || (option & cannot_win_bit) != 0;
        });
        if constexpr (HasBound<R>) {
            if (rules.leaves_bound(i, p) != 0) all_cannot_lose = false;
        }
        return static_cast<std::uint8_t>((all_cannot_lose ? cannot_win_bit : 0) |
                                         (some_cannot_win ? cannot_lose_bit : 0));
    }

    std::vector<std::uint8_t> bits_;
};

}  // namespace mexbase
