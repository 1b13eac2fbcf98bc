/// \file
/// Values in sums of single positions of any loop-free game, by memoised search from them down to the ends of play: the
/// way to a value where a table of all positions would be too large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// The key of a position that has an index.
struct IndexKey {
    std::uint64_t after = 0;  ///< the index and one more
    std::uint64_t hash() const { return splitmix64(after); }
    friend bool operator==(const IndexKey&, const IndexKey&) = default;
};

}  // namespace detail

/// The values of one game's positions, by their indices. What was found once is kept, so that later questions are
/// cheaper. Both forms of options do; the split one is used if a game has both. For one thread. `Fold` is one of
/// `NimberFold`, `ObligedFold` and `CanonicalFold`.
///
/// A position's options are gone through until one is met whose value is not known; that is found first, and then they
/// are gone through again. So each position is gone through once when it is met and once for every position that was
/// first met from there: twice on average. Beside the values, which take 16 to 32 bytes a position and what `Fold`
/// takes, there is only the path of positions that wait: no recursion, however long play may be.
template <class Fold>
class PositionSearch {
  public:
    /// Borrows both. The memo, the path and the values may take `most_bytes` together, as far as is seen after every
    /// position.
    PositionSearch(const Game& game, Fold& fold, std::size_t most_bytes = ~std::size_t{0});

    /// The value of the sum of these legal positions. Throws `Error{not_applicable}` where play from there can go round
    /// or leave the bound of a cut-off game, and what the values throw past their bounds; `Error{out_of_memory}`. After
    /// an error the search may only be destroyed.
    std::uint32_t value(std::span<const Index> sum);

    /// Positions of which the value is known.
    std::size_t stored() const { return memo_.size(); }

  private:
    static constexpr std::string_view found = "positions and values";
    /// In place of the value of a position on the path.
    static constexpr std::uint32_t pending = 0xffffffff;

    void find(Index i);
    void wait_for(Index i);
    Index look_at(Index i);
    Index look_at_options(Index i, Player player);

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
