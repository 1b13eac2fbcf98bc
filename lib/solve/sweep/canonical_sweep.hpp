// SPDX-License-Identifier: MIT
/// \file
/// Canonical forms of all positions of a loop-free partizan game: every position after its options.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "../../value/partizan/arena.hpp"
#include "in_order.hpp"

namespace mexbase {

/// Options of a canonical sweep. They do not change the values.
struct CanonicalSweepOptions {
    std::uint64_t memory = 0;  ///< maximum bytes of the arena plus four per position; 0: no limit
    /// Called periodically with the number of positions done and the total. It may throw to stop.
    std::function<void(Index done, Index total)> progress;
    /// Called first, if positions are solved in index order. Restores the values of the first indices
    /// (`CanonicalCells::none` if not a position) and returns the number of these indices. The sweep resumes there.
    std::function<Index(std::span<PartizanId> values, const std::function<bool(Index)>& is_position)> resume;
    /// Called periodically, before `progress`, if positions are solved in index order. Receives the values of all
    /// indices done so far. It may make games in the arena.
    std::function<void(std::span<const PartizanId> values)> save;
};

/// The values of the positions of one game, by index, during a sweep. Borrows the arena.
class CanonicalCells {
  public:
    /// Marks an index that is not a position.
    static constexpr PartizanId none = 0xffffffff;

    /// Throws `Error{out_of_memory}` if four bytes per position exceed the limit.
    CanonicalCells(GameArena& arena, Index size, const CanonicalSweepOptions& options);

    PartizanId operator[](Index i) const { return values_[i]; }

    /// Restores saved values and returns the first index without a value. Later values must be set in index order.
    Index resume(const std::function<bool(Index)>& is_position);

    /// Adds an option's value for the next `set_from_options`.
    void add(Player player, PartizanId option) { fold_.add(player, option); }
    /// Sets the value of i, computed from the options added since the last call.
    void set_from_options(Index i) {
        const PartizanId value = fold_.value();
        fold_.clear();
        set(i, value);
    }
    /// Sets the value of i. Throws `Error{out_of_memory}` if the memory in use exceeds the limit.
    void set(Index i, PartizanId value) {
        values_[i] = value;
        if (++done_ % stretch == 0) check_limits(i);
    }
    /// Returns the values. All positions must be done.
    std::vector<PartizanId> take();

  private:
    /// Number of positions between two memory checks. It is small, because a hard position may take milliseconds.
    static constexpr Index stretch = 1024;
    void check_limits(Index last);

    GameArena& arena_;
    const CanonicalSweepOptions& options_;
    std::vector<PartizanId> values_;
    CanonicalFold fold_;
    Index done_ = 0;
    bool in_order_ = false;
};

/// Returns the values of a loop-free game in normal play, by index, as games of `arena`; `CanonicalCells::none` for
/// indices that are not positions. The value of a position is {its Left options | its Right options} (Conway 1976).
/// `order` lists all indices, options first; it is needed if the rules give no order. Memory is four bytes per position
/// and the arena. Throws `Error{out_of_memory}`, and what the arena throws for values past its bounds.
std::vector<PartizanId> sweep_canonical(const Moves& moves, GameArena& arena, const CanonicalSweepOptions& options = {},
                                        std::span<const Index> order = {});

}  // namespace mexbase
