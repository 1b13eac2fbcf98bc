// SPDX-License-Identifier: MIT
/// \file
/// Values of single positions of the colouring games, by memoised recursion over the components of a position. It
/// solves positions of boards that are too large for tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../../board/colouring.hpp"
#include "../../value/partizan/arena.hpp"
#include "position_memo.hpp"

namespace mexbase {

namespace detail {
struct Tinted;
}

/// Makes `ComponentSearch` compute nimbers. Both players may make all moves. Nimbers are below 256, because there are
/// at most two moves per vertex.
struct NimberComponents {
    using Value = std::uint8_t;
    static constexpr bool partizan = false;
    static constexpr Value zero = 0;

    /// Returns the value of a position whose options have these values.
    Value make(std::span<const Value> left, std::span<const Value> right) const;
    Value sum(Value a, Value b) const { return a ^ b; }
    Value negative(Value a) const { return a; }
    std::size_t bytes() const { return 0; }
};

/// Makes `ComponentSearch` compute canonical forms, in an arena that outlives the search. Left plays black, Right
/// white. In Col, Snort and NoGo they colour open vertices in this colour. In Cutthroat (McCurdy and Nowakowski,
/// "Cutthroat, an all-small game on graphs", 2005) they remove vertices of it, or green vertices (in `open`).
struct CanonicalComponents {
    using Value = PartizanId;
    static constexpr bool partizan = true;
    static constexpr Value zero = GameArena::zero;

    CanonicalComponents(GameArena& games) : arena(games) {}
    Value make(std::span<const Value> left, std::span<const Value> right) const { return arena.make(left, right); }
    Value sum(Value a, Value b) const { return arena.sum(a, b); }
    Value negative(Value a) const { return arena.negative(a); }
    std::size_t bytes() const { return arena.bytes(); }

    GameArena& arena;
};

/// Computes values of one colouring game on one board, component by component, and caches them. Not thread-safe.
///
/// Components of a position depend on the game:
/// - Col and Snort: the components of the vertices that may still become black or white. These two sets are a position
///   of their own (Uiterwijk, "Solving bicoloring-graph games on rectangular boards, part 2"). An edge connects only if
///   colouring one end may forbid the other a colour.
/// - Node-Kayles, Cutthroat, and the second phase of GO-CUT: the components of the present vertices. In Cutthroat,
///   components of a single colour are removed at once.
/// - NoGo, and the second phase of SNO-GO: the components after removing the edges between black and white vertices,
///   which affect no liberty. As long as every group has a liberty, only moves in the group's own component can take
///   it. If a group has no liberty, no move is legal anywhere.
/// - The first phases of GO-CUT and SNO-GO end for the whole board at once, so they are searched as whole positions.
///
/// Positions that differ by an exchange of black and white are stored once, because one is the negative of the other.
/// In Cutthroat, any two of the three colours can be exchanged without changing the nimber. Symmetries of the board are
/// not used: a star with n leaves has up to 2^n components.
template <class Values>
class ComponentSearch {
  public:
    using Value = typename Values::Value;

    /// Copies `board`. Cache and values together may take `most_bytes` of memory, which is checked after every stored
    /// component. The smallest cache is always allowed. Throws `Error{not_applicable}` for canonical forms of a game
    /// that is not Col, Snort, NoGo or Cutthroat.
    ComponentSearch(ColouringGame game, const Neighbours& board, Values values = {},
                    std::size_t most_bytes = ~std::size_t{0});

    /// Returns the value of `position`, which need not be reachable by play. Its sets must be disjoint and within the
    /// board. Cutthroat reads `open` as green; Node-Kayles ignores colours. Recursion is at most as deep as the number
    /// of vertices. Throws `Error{out_of_memory}` if no memory is left or allowed, and what the arena throws. Cached
    /// results remain.
    Value value(const Colouring& position);

    /// Returns the number of positions and components with known values.
    std::size_t stored() const { return memo_.size() + whole_.size(); }
    /// Returns the memory of the stored results in bytes, without an arena.
    std::size_t bytes() const { return memo_.bytes() + whole_.bytes() + stack_.capacity() * sizeof(Value); }

  private:
    using Memo = detail::PositionMemo<Value>;

    Value of_position(const Colouring& c);
    Value of_tinted(detail::Tinted sum);
    Value of_kayles(VertexSet sum);
    Value of_cutthroat(const Colouring& sum);
    Value of_nogo(const Colouring& sum);
    Value of_nogo_position(const Colouring& c);
    Value of_go_cut(const Colouring& c);
    Value of_sno_go(const Colouring& c);

    /// Returns the memo's value for {a, b}; otherwise calls `find`, and stores and returns its result.
    template <class Find>
    Value remembered(Memo& memo, VertexSet a, VertexSet b, Find&& find);
    /// Returns { next(v, black) for v in legal.black | next(v, white) for v in legal.white }.
    template <class Next>
    Value from_options(detail::Tinted legal, Next&& next);

    ColouringGame game_;
    Neighbours board_;
    Values values_;
    std::size_t most_bytes_;
    Memo memo_;                 // components, and whole positions of games without a first phase
    Memo whole_;                // whole positions in the first phase of a conjoined game
    std::vector<Value> stack_;  // options under construction
};

extern template class ComponentSearch<NimberComponents>;
extern template class ComponentSearch<CanonicalComponents>;

/// Nimbers of impartial colouring games.
using ComponentValues = ComponentSearch<NimberComponents>;
/// Canonical forms of partizan colouring games.
using ComponentGames = ComponentSearch<CanonicalComponents>;

}  // namespace mexbase
