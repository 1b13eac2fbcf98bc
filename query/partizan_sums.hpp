/// \file
/// Sums of positions whose values are partizan: which of the players wins, and by which move.
#pragma once

#include <optional>
#include <span>

#include "sums.hpp"

namespace mexbase {

/// Whether this is a sum of partizan values: a table in it holds canonical forms.
bool is_partizan_sum(std::span<const SumComponent> sum) noexcept;

/// Who wins the disjunctive sum, in normal play, of positions from tables of canonical forms and of finite nimbers of
/// loop-free games (a nimber is a partizan value too, up to *1023). Tables may come in any mixture, the same one more
/// than once; each brings values of its own. An empty sum is P.
///
/// The sum is decided as `SumSearch` says, in at most `SumSearch::most_steps` steps, a few seconds. Errors:
/// `not_applicable` for tables of other kinds, loopy nimbers and races; where the steps do not suffice; and where a
/// value is out of the bounds of `GameArena`. `out_of_memory`. Those of `Table::at`.
Result<OutcomeClass> partizan_sum_class(std::span<const SumComponent> sum) noexcept;

/// Winning moves of the players, each when it is that player's turn; nothing for a player who has none.
struct PartizanMoves {
    std::optional<SumMove> left, right;
    friend bool operator==(const PartizanMoves&, const PartizanMoves&) = default;
};

/// A winning move for each player who wins moving first. It is in the first component in which there is one; there, of
/// the winning moves in the order of the rules, the first, or the first that is better than all found before it: the
/// value of the component after it is greater (for Right, less). So no other move in that component is better. Where
/// comparing takes too long, an earlier one stands. Whoever always makes such a move wins: all the games end. Errors as
/// above, `out_of_domain` for more moves than can be looked through, and the reason why a table's game cannot be made.
Result<PartizanMoves> partizan_sum_moves(std::span<const SumComponent> sum) noexcept;

}  // namespace mexbase
