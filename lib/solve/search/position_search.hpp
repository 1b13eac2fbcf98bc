// SPDX-License-Identifier: MIT
/// \file
/// Values in sums of single positions of any loop-free game, by memoised search down to terminal positions. For games
/// whose table of all positions would be too large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "../../rules/game.hpp"
#include "../../value/nimber.hpp"
#include "../../value/obliged.hpp"
#include "../../value/partizan/arena.hpp"
#include "position_memo.hpp"

namespace mexbase {

namespace detail {

struct IndexKey {
    std::uint64_t after = 0;  ///< the index plus one, because 0 is a free slot
    std::uint64_t hash() const { return splitmix64(after); }
    friend bool operator==(const IndexKey&, const IndexKey&) = default;
};

}  // namespace detail

/// Computes values of one game's positions by index. Results are cached for later calls. Options may be positions or
/// sums of positions (`Moves::parts`); if a game has both forms, sums are used. Not thread-safe. `Fold` is one of
/// `NimberFold`, `ObligedFold` and `CanonicalFold`.
///
/// The options of a position are read until one has an unknown value. That option is solved first, then all options are
/// read again. On average, the options of a position are read twice. Memory is 16 to 32 bytes per position, the memory
/// of `Fold`, and the path of waiting positions. There is no recursion, however long play may be.
template <class Fold>
class PositionSearch {
  public:
    /// Borrows `game` and `fold`. `most_bytes` limits the memory of all data, and is checked after every position.
    PositionSearch(const Game& game, Fold& fold, std::size_t most_bytes = ~std::size_t{0});

    /// Returns the value of the sum of these legal positions. Throws `Error{not_applicable}` if play from the sum can
    /// loop or leave the bound of a bounded game, and if the values exceed their bounds. Throws `Error{out_of_memory}`.
    /// After such an error the search may be used for other sums. Known values stay, unless memory ran out.
    std::uint32_t value(std::span<const Index> sum);

    /// Returns the number of positions with known values.
    std::size_t stored() const { return memo_.size(); }

  private:
    static constexpr std::string_view found = "positions and values";
    /// Marks a position on the search path. Its value is not known yet.
    static constexpr std::uint32_t pending = 0xffffffff;

    void find(Index i);
    void follow_path();
    void wait_for(Index i);
    Index first_unknown(Index i);
    Index first_unknown_option(Index i, Player player);

    const Game& game_;
    Fold& fold_;
    std::size_t most_bytes_;
    bool falls_apart_;
    detail::PositionMemo<std::uint32_t, detail::IndexKey> memo_;
    std::vector<Index> path_, components_;
    std::vector<std::uint32_t> parts_;
    Options options_;
    SplitOptions split_options_;
    std::vector<Leaving> leaving_;
};

extern template class PositionSearch<NimberFold>;
extern template class PositionSearch<ObligedFold>;
extern template class PositionSearch<CanonicalFold>;

}  // namespace mexbase
