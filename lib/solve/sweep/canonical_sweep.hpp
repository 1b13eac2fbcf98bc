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

/// What the caller of a canonical sweep may choose; the values do not depend on it.
struct CanonicalSweepOptions {
    std::uint64_t memory = 0;  ///< bytes that the arena and four a position may take together; 0: any number
    /// Called now and then with the positions done and all there are. It may throw to stop.
    std::function<void(Index done, Index total)> progress;
    /// Called first. Fills in the values of the first indices, `CanonicalCells::none` for those that are no position,
    /// and returns how many they are: the sweep goes on after them. Only where positions are solved in index order.
    std::function<Index(std::span<PartizanId> values, const std::function<bool(Index)>& is_position)> resume;
    /// Called now and then, before `progress`, with the values of the first indices, all that are done; likewise. It
    /// may make games in the arena.
    std::function<void(std::span<const PartizanId> values)> save;
};

/// The values of the positions of one game, by index, as they are found. Borrows the arena.
class CanonicalCells {
  public:
    /// In place of a value, for an index that is no position.
    static constexpr PartizanId none = 0xffffffff;

    /// Throws `Error{out_of_memory}` where four bytes a position are more than is allowed.
    CanonicalCells(GameArena& arena, Index size, const CanonicalSweepOptions& options);

    PartizanId operator[](Index i) const { return values_[i]; }

    /// For a sweep that sets the values in index order: takes those that are known, and returns the index to begin
    /// with. From here on values are saved.
    Index resume(const std::function<bool(Index)>& is_position);

    /// Takes an option's value for the next position to be set from its options.
    void add(Player player, PartizanId option) { fold_.add(player, option); }
    /// Sets the value of i to that of the options added since the last position.
    void set_from_options(Index i) {
        const PartizanId value = fold_.value();
        fold_.clear();
        set(i, value);
    }
    /// Sets the value of i. Throws `Error{out_of_memory}` when more is in use than is allowed.
    void set(Index i, PartizanId value) {
        values_[i] = value;
        if (++done_ % stretch == 0) check_limits(i);
    }
    /// The values, all positions being done.
    std::vector<PartizanId> take();

  private:
    /// Positions between two looks at memory; a hard one may take milliseconds.
    static constexpr Index stretch = 1024;
    void check_limits(Index last);

    GameArena& arena_;
    const CanonicalSweepOptions& options_;
    std::vector<PartizanId> values_;
    CanonicalFold fold_;
    Index done_ = 0;
    bool in_order_ = false;
};

/// Values of a loop-free game in normal play, by index, as games of `arena`; `CanonicalCells::none` for indices that
/// are not positions. The value of a position is that of {its Left options | its Right options} (Conway 1976). `order`
/// lists all indices, options first; it is needed if the rules give no order. Four bytes a position and the arena.
/// Throws `Error{out_of_memory}`, and what the arena throws for values past its bounds.
std::vector<PartizanId> sweep_canonical(const Moves& moves, GameArena& arena, const CanonicalSweepOptions& options = {},
                                        std::span<const Index> order = {});

}  // namespace mexbase
