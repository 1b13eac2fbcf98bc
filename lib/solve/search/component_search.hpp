/// \file
/// Values of single positions of the colouring games, by memoised recursion over the components that a position falls
/// apart into: the second way through a game, beside tables of whole boards.
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

/// Nimbers, for `ComponentSearch`: below 256, since there are at most two moves a vertex. Both players have all moves.
struct NimberComponents {
    using Value = std::uint8_t;
    static constexpr bool partizan = false;
    static constexpr Value zero = 0;

    /// That of a position whose options have these values.
    Value make(std::span<const Value> left, std::span<const Value> right) const;
    Value sum(Value a, Value b) const { return a ^ b; }
    Value negative(Value a) const { return a; }
    std::size_t bytes() const { return 0; }
};

/// Canonical forms, in an arena that must outlive the search. Left plays black and Right white: in Col, Snort and NoGo
/// they colour open vertices so. In Cutthroat (McCurdy and Nowakowski, "Cutthroat, an all-small game on graphs", 2005)
/// Left removes black vertices, Right white ones, and either player those in `open`, the green ones.
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

/// The values of one colouring game on one board. What was found once is kept, so that later questions are cheaper. For
/// one thread.
///
/// How a position falls apart:
/// - Col and Snort: a coloured vertex is gone once its open neighbours are told which colour they may no longer take
///   (their tint), and an open vertex that may take neither is gone. What may still be black and what may still be
///   white is a position of its own in every component (Uiterwijk, "Solving bicoloring-graph games on rectangular
///   boards, part 2"), where only those edges count that may come to forbid something.
/// - Node-Kayles, Cutthroat, and the second phase of GO-CUT: the components of what is not removed. In Cutthroat those
///   of one colour are removed at once.
/// - NoGo, and the second phase of SNO-GO: an edge between a black and a white vertex has no part in any liberty. As
///   long as every group has one, it keeps it or loses it by moves of its own component only, once those edges are cut.
///   Where a group has none, nobody has a move anywhere.
/// - The first phases of GO-CUT and SNO-GO end for the whole board at once: they are searched as whole positions.
///
/// Positions that differ by an exchange of colours (for nimbers in Cutthroat, of any two of the three) are stored once:
/// one is the other's negative. Those that differ by a symmetry of the board are not seen to be alike: a star with n
/// leaves has up to 2^n components.
template <class Values>
class ComponentSearch {
  public:
    using Value = typename Values::Value;

    /// `board` is copied. The memo and the values may take `most_bytes` of memory together, as far as is seen after
    /// every stored component; nimbers of small boards always may. Throws `Error{not_applicable}` for canonical forms
    /// of a game that is not Col, Snort, NoGo or Cutthroat.
    ComponentSearch(ColouringGame game, const Neighbours& board, Values values = {},
                    std::size_t most_bytes = ~std::size_t{0});

    /// The value of `position`, whose sets are disjoint and within the board. It need not have come about by play.
    /// Cutthroat reads `open` as green; in Node-Kayles every vertex that is not removed is the same. Recursion is no
    /// deeper than the number of vertices. Throws `Error{out_of_memory}` if there is no memory left, or more than is
    /// allowed would be used, and what the arena throws; what was found before stays.
    Value value(const Colouring& position);

    /// Positions and components of which the value is known.
    std::size_t stored() const { return memo_.size() + whole_.size(); }
    /// Bytes of memory that they take, without an arena.
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

    /// What the memo has for {a, b}; else what `find` returns, which is stored.
    template <class Find>
    Value remembered(Memo& memo, VertexSet a, VertexSet b, Find&& find);
    /// { next(v, black) for v in legal.black | next(v, white) for v in legal.white }.
    template <class Next>
    Value from_options(detail::Tinted legal, Next&& next);

    ColouringGame game_;
    Neighbours board_;
    Values values_;
    std::size_t most_bytes_;
    Memo memo_;                 // components, and whole positions of games that have no first phase
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
