/// \file
/// Canonical forms of single positions of the partizan colouring games, by memoised recursion over the components that
/// a position falls apart into: the second way through a game, beside tables of whole boards.
#pragma once

#include <cstddef>
#include <vector>

#include "../board/colouring.hpp"
#include "../rules/colouring_game.hpp"
#include "../value/partizan/arena.hpp"

namespace mexbase {

namespace detail {

/// Games by pairs of vertex sets: a hash table with open addressing. 20 bytes a slot; at most three slots in four are
/// used, and the table doubles when they are: 27..54 bytes an entry.
class GameMemo {
  public:
    struct Key {
        VertexSet a = 0, b = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    static constexpr GameId unknown = ~GameId{0};

    /// The game of `key`, which is not {0, 0}, or `unknown`.
    GameId find(Key key) const { return keys_.empty() ? unknown : found_at(slot_of(key)); }
    /// Stores a game for a key that has none. Throws `Error{out_of_memory}` rather than take more than `most_bytes`.
    void store(Key key, GameId game, std::size_t most_bytes);
    std::size_t size() const { return used_; }
    /// Of memory.
    std::size_t bytes() const { return keys_.capacity() * sizeof(Key) + games_.capacity() * sizeof(GameId); }

  private:
    GameId found_at(std::size_t slot) const { return keys_[slot] == Key{} ? unknown : games_[slot]; }
    /// Where `key` is, or would be stored.
    std::size_t slot_of(Key key) const;
    void grow(std::size_t most_bytes);

    std::vector<Key> keys_;  // a power of two of them, or none; {0, 0} is a free slot
    std::vector<GameId> games_;
    std::size_t used_ = 0;
};

}  // namespace detail

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
    GameId value(const Colouring& position);

    /// Components of which the value is known.
    std::size_t stored() const { return memo_.size(); }
    /// Bytes of memory that they take, without the arena.
    std::size_t bytes() const { return memo_.bytes() + stack_.capacity() * sizeof(GameId); }

  private:
    /// What may still be black and what may still be white.
    struct Tinted {
        VertexSet black = 0, white = 0;
    };

    Tinted tinted(const Colouring& c) const;
    Tinted legal_in_nogo(const Colouring& c) const;
    GameId of_position(const Colouring& c);
    GameId of_tinted(Tinted sum);
    GameId of_cutthroat(const Colouring& sum);
    GameId of_nogo(const Colouring& sum);

    /// The value of the component with this key: the memo's, or { next(v, black) for v in `left` | next(v, white) for v
    /// in `right` }.
    template <class Next>
    GameId component(VertexSet a, VertexSet b, VertexSet left, VertexSet right, Next&& next);
    /// All of the component of the graph with edges as `joined` names them that holds the least vertex of `set`:
    /// `joined(fresh)` are the vertices next to `fresh`.
    template <class Joined>
    static VertexSet first_component(VertexSet set, Joined&& joined);

    ColouringGame game_;
    Neighbours board_;
    GameArena& arena_;
    std::size_t most_bytes_;
    detail::GameMemo memo_;
    std::vector<GameId> stack_;  // options under construction
};

}  // namespace mexbase
