/// \file
/// Nimbers of single positions of the impartial colouring games, by memoised recursion over the components that a
/// position falls apart into: the second way through a game, beside tables of whole boards.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../../board/colouring.hpp"
#include "component_rules.hpp"
#include "position_memo.hpp"

namespace mexbase {

/// The nimbers of one colouring game on one board. What was found once is kept, so that later questions are cheaper.
/// For one thread; it shares nothing.
///
/// How a position falls apart:
/// - Col and Snort: a coloured vertex is gone once its open neighbours are told which colour they may no longer take
///   (their tint), and an open vertex that may take neither is gone. What may still be black and what may still be
///   white is a position of its own in every component (Uiterwijk, "Solving bicoloring-graph games on rectangular
///   boards, part 2"), where only those edges count that may come to forbid something.
/// - Node-Kayles, Cutthroat, and the second phase of GO-CUT: the components of what is not removed.
/// - NoGo, and the second phase of SNO-GO: an edge between a black and a white vertex has no part in any liberty. As
///   long as every group has one, it keeps it or loses it by moves of its own component only, once those edges are cut.
/// - The first phases of GO-CUT and SNO-GO end for the whole board at once: they are searched as whole positions.
///
/// Positions that differ by an exchange of colours (in Cutthroat, of any two of the three) are stored once.
class ComponentValues {
  public:
    /// `board` is copied. At most about `most_bytes` of memory are used.
    ComponentValues(ColouringGame game, const Neighbours& board, std::size_t most_bytes = ~std::size_t{0});

    /// The nimber of `position`, whose sets are disjoint and within the board: below 256, since there are at most two
    /// moves a vertex. It need not have come about by play. Cutthroat reads `open` as green and first removes the
    /// components of one colour; in Node-Kayles every vertex that is not removed is the same. Recursion is no deeper
    /// than the number of vertices. Memory grows with the positions stored; throws `Error{out_of_memory}` if there is
    /// none left, or more would be used than is allowed.
    std::uint32_t nimber(const Colouring& position);

    /// Positions and components of which the nimber is known.
    std::size_t stored() const { return memo_.size() + whole_.size(); }
    /// Bytes of memory that they take.
    std::size_t bytes() const { return memo_.bytes() + whole_.bytes(); }

  private:
    std::uint32_t of_position(const Colouring& c);
    std::uint32_t of_tinted(detail::Tinted sum);
    std::uint32_t of_kayles(VertexSet sum);
    std::uint32_t of_kayles_component(VertexSet left);
    std::uint32_t of_cutthroat(const Colouring& sum);
    std::uint32_t of_cutthroat_component(Colouring c);
    std::uint32_t of_nogo_position(const Colouring& c);
    std::uint32_t of_nogo(const Colouring& sum);
    std::uint32_t of_nogo_component(const Colouring& c);
    std::uint32_t of_go_cut(const Colouring& c);
    std::uint32_t of_sno_go(const Colouring& c);

    ColouringGame game_;
    Neighbours board_;
    detail::PositionMemo<std::uint8_t> memo_;   // components, and whole positions of games that have no first phase
    detail::PositionMemo<std::uint8_t> whole_;  // whole positions in the first phase of a conjoined game
};

}  // namespace mexbase
