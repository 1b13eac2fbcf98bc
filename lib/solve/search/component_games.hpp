/// \file
/// Canonical forms of single positions of the partizan colouring games, by memoised recursion over the components that
/// a position falls apart into: the second way through a game, beside tables of whole boards.
#pragma once

#include <cstddef>
#include <vector>

#include "../../board/colouring.hpp"
#include "../../value/partizan/arena.hpp"
#include "component_rules.hpp"
#include "position_memo.hpp"

namespace mexbase {

/// The values of one partizan colouring game on one board. What was found once is kept, so that later questions are
/// cheaper. For one thread.
///
/// Left plays black and Right white: in Col, Snort and NoGo they colour open vertices so. In Cutthroat (McCurdy and
/// Nowakowski, "Cutthroat, an all-small game on graphs", 2005) Left removes black vertices, Right white ones, and
/// either player those in `open`, the green ones; components of one colour are removed at once.
///
/// How a position falls apart:
/// - Col and Snort: a coloured vertex is gone once its open neighbours are told which colour they may no longer take,
///   and an open vertex that may take neither is gone. What may still be black and what may still be white is a
///   position of its own in every component, where only those edges count that may come to forbid something.
/// - Cutthroat: the components of what is not removed.
/// - NoGo: an edge between a black and a white vertex has no part in any liberty. As long as every group has one, it
///   keeps it or loses it by moves of its own component only, once those edges are cut. Where a group has none, nobody
///   has a move anywhere.
///
/// Positions that differ by an exchange of colours are stored once: one is the other's negative. Those that differ by a
/// symmetry of the board are not seen to be alike: a star with n leaves has up to 2^n components.
class ComponentGames {
  public:
    /// `board` is copied; `arena`, where the values are, must outlive this object. The two may take `most_bytes` of
    /// memory together, as far as is seen after every stored component. Throws `Error{not_applicable}` for a game that
    /// is not Col, Snort, NoGo or Cutthroat.
    ComponentGames(ColouringGame game, const Neighbours& board, GameArena& arena,
                   std::size_t most_bytes = ~std::size_t{0});

    /// The value of `position`, whose sets are disjoint and within the board. It need not have come about by play.
    /// Recursion is no deeper than the number of vertices. Throws `Error{out_of_memory}` if there is no memory left, or
    /// more than is allowed would be used, and what the arena throws; what was found before stays.
    PartizanId value(const Colouring& position);

    /// Components of which the value is known.
    std::size_t stored() const { return memo_.size(); }
    /// Bytes of memory that they take, without the arena.
    std::size_t bytes() const { return memo_.bytes() + stack_.capacity() * sizeof(PartizanId); }

  private:
    using Memo = detail::PositionMemo<PartizanId>;

    PartizanId of_position(const Colouring& c);
    PartizanId of_tinted(detail::Tinted sum);
    PartizanId of_cutthroat(const Colouring& sum);
    PartizanId of_nogo(const Colouring& sum);

    /// The value of the component with the key {a, b}: the memo's, or { next(v, black) for v in legal().black |
    /// next(v, white) for v in legal().white }.
    template <class Legal, class Next>
    PartizanId component(VertexSet a, VertexSet b, Legal&& legal, Next&& next);

    ColouringGame game_;
    Neighbours board_;
    GameArena& arena_;
    std::size_t most_bytes_;
    Memo memo_;
    std::vector<PartizanId> stack_;  // options under construction
};

}  // namespace mexbase
