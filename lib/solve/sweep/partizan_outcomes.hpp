/// \file
/// Who wins a loop-free partizan game, and how soon, in one sweep.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "../../rules/adaptors/with_turn.hpp"
#include "../../value/partizan_outcome.hpp"
#include "../graph/graph.hpp"
#include "sweep.hpp"

namespace mexbase {

namespace detail {

/// A win or a loss with its remoteness in one number: the highest bit is set for a win.
template <class T>
struct SweptOutcome {
    static_assert(std::is_unsigned_v<T>);
    static constexpr unsigned win_bit = std::numeric_limits<T>::digits - 1;
    static constexpr std::uint64_t most = (std::uint64_t{1} << win_bit) - 1;

    static constexpr T pack(bool won, std::uint64_t remoteness) {
        return static_cast<T>(std::uint64_t{won} << win_bit | remoteness);
    }
    static constexpr bool won(T half) { return half >> win_bit != 0; }
    static constexpr std::uint64_t remoteness(T half) { return half & most; }
    static constexpr OutcomeValue value(T half) { return {won(half) ? Outcome::win : Outcome::loss, remoteness(half)}; }
};

/// The values for either starter.
template <class T>
struct SweptPair {
    T by[2] = {0, 0};
};

/// The sweep with cells of a given width; nothing where a remoteness does not fit.
template <class T, Ruleset R>
std::vector<SweptPair<T>> sweep_pairs(const R& rules, Play play, const SweepOptions& options,
                                      std::atomic<bool>& too_long) {
    using Code = SweptOutcome<T>;
    return sweep<SweptPair<T>>(rules, options, {}, [&] {
        return
            [&rules, &too_long, play](Index i, const typename R::Position& p, const std::vector<SweptPair<T>>& values) {
                SweptPair<T> pair;
                for (const Player player : {Player::left, Player::right}) {
                    const auto own = static_cast<std::size_t>(player);
                    if constexpr (HasTerminal<R>) {
                        if (const auto stop = rules.terminal(i, p, player)) {
                            check_terminal(*stop);
                            pair.by[own] = Code::pack(stop->outcome == Outcome::win, 0);
                            continue;
                        }
                    }
                    bool any = false, won = false;
                    std::uint64_t shortest = Code::most, longest = 0;
                    rules.for_each_option(i, p, player, [&](Index to) {
                        const T option = values[to].by[1 - own];
                        any = true;
                        if (Code::won(option)) {
                            longest = std::max(longest, Code::remoteness(option));
                        } else {
                            won = true;
                            shortest = std::min(shortest, Code::remoteness(option));
                        }
                    });
                    if (!any) {
                        pair.by[own] = Code::pack(play == Play::misere, 0);
                        continue;
                    }
                    std::uint64_t plies = (won ? shortest : longest) + 1;
                    if (plies > Code::most) {
                        too_long.store(true, std::memory_order_relaxed);
                        plies = Code::most;
                    }
                    pair.by[own] = Code::pack(won, plies);
                }
                return pair;
            };
    });
}

}  // namespace detail

/// The values that `sweep_partizan_outcomes` finds. Any number of threads may read.
class PartizanCells {
  public:
    using Cells =
        std::variant<std::vector<detail::SweptPair<std::uint16_t>>, std::vector<detail::SweptPair<std::uint32_t>>>;
    explicit PartizanCells(Cells cells) : cells_(std::move(cells)) {}

    PartizanOutcome operator[](Index i) const {
        return std::visit(
            [i](const auto& cells) {
                using Code = detail::SweptOutcome<std::remove_cvref_t<decltype(cells[i].by[0])>>;
                return PartizanOutcome{Code::value(cells[i].by[0]), Code::value(cells[i].by[1])};
            },
            cells_);
    }
    Index size() const {
        return std::visit([](const auto& cells) { return Index{cells.size()}; }, cells_);
    }
    /// Bytes a position: 4, or 8 where play is longer than 32767 plies.
    unsigned cell_bytes() const { return cells_.index() == 0 ? 4 : 8; }

  private:
    Cells cells_;
};

/// The values of a partizan ruleset whose options come first by index or by layer: for either starter a win or a loss,
/// and the plies to the end when the winner hurries and the loser delays. Indices that are no position have values that
/// mean nothing. Four bytes a position; where play is longer than 32767 plies the sweep is done again with eight.
///
/// Throws `Error{not_applicable}` where play stops with another value than win or loss, or for 2^31 plies and more.
template <Ruleset R>
    requires HasNaturalOrder<R>
PartizanCells sweep_partizan_outcomes(const R& rules, Play play, const SweepOptions& options = {}) {
    std::atomic<bool> too_long = false;
    {
        auto cells = detail::sweep_pairs<std::uint16_t>(rules, play, options, too_long);
        if (!too_long) return PartizanCells(std::move(cells));
    }
    too_long = false;
    detail::check_room(rules.size() * sizeof(detail::SweptPair<std::uint32_t>), options);
    auto cells = detail::sweep_pairs<std::uint32_t>(rules, play, options, too_long);
    if (too_long) throw Error(ErrorCode::not_applicable, "play is longer than 2^31 plies");
    return PartizanCells(std::move(cells));
}

}  // namespace mexbase
