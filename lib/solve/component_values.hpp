/// \file
/// Nimbers of single positions of the impartial colouring games, by memoised recursion over the components that a
/// position falls apart into: the second way through a game, beside tables of whole boards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../board/colouring.hpp"
#include "../rules/colouring_game.hpp"

namespace mexbase {

namespace detail {

/// Nimbers by pairs of vertex sets: a hash table with open addressing. 17 bytes a slot; at most three slots in four
/// are used, and the table doubles when they are: 23..46 bytes an entry.
class NimberMemo {
  public:
    struct Key {
        VertexSet a = 0, b = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    static constexpr std::uint32_t unknown = ~std::uint32_t{0};

    /// Storing throws `Error{out_of_memory}` where it would take more than `most_bytes`.
    explicit NimberMemo(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// The nimber of `key`, which is not {0, 0}, or `unknown`.
    std::uint32_t find(Key key) const { return keys_.empty() ? unknown : found_at(slot_of(key)); }
    /// Stores a nimber below 256 for a key that has none.
    void store(Key key, std::uint32_t nimber);
    std::size_t size() const { return used_; }
    /// Of memory.
    std::size_t bytes() const { return keys_.capacity() * sizeof(Key) + nimbers_.capacity(); }

  private:
    static std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }
    std::uint32_t found_at(std::size_t slot) const { return keys_[slot] == Key{} ? unknown : nimbers_[slot]; }
    /// Where `key` is, or would be stored.
    std::size_t slot_of(Key key) const {
        // The increment of splitmix64 (Steele, Lea, Flood 2014) keeps {a, b} and {b, a} apart.
        std::size_t slot = mixed(mixed(key.a + 0x9e3779b97f4a7c15) ^ key.b) & (keys_.size() - 1);
        while (keys_[slot] != key && keys_[slot] != Key{}) slot = (slot + 1) & (keys_.size() - 1);
        return slot;
    }
    void grow();

    std::vector<Key> keys_;  // a power of two of them, or none; {0, 0} is a free slot
    std::vector<std::uint8_t> nimbers_;
    std::size_t used_ = 0;
    std::size_t most_bytes_;
};

}  // namespace detail

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
    /// `board` is copied.
    /// At most about `most_bytes` of memory are used.
    ComponentValues(ColouringGame game, const Neighbours& board, std::size_t most_bytes = ~std::size_t{0})
        : game_(game), board_(board), memo_(most_bytes / 2), whole_(most_bytes / 2) {}

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
    /// What may still be black and what may still be white.
    struct Tinted {
        VertexSet black = 0, white = 0;
    };

    Tinted tinted(const Colouring& c) const;
    Tinted legal_in_nogo(const Colouring& c) const;

    std::uint32_t of_position(const Colouring& c);
    std::uint32_t of_tinted(Tinted sum);
    std::uint32_t of_tinted_component(Tinted t);
    std::uint32_t of_kayles(VertexSet sum);
    std::uint32_t of_kayles_component(VertexSet left);
    std::uint32_t of_cutthroat(const Colouring& sum);
    std::uint32_t of_cutthroat_component(Colouring c);
    std::uint32_t of_nogo_position(const Colouring& c);
    std::uint32_t of_nogo(const Colouring& sum);
    std::uint32_t of_nogo_component(const Colouring& c);
    std::uint32_t of_go_cut(const Colouring& c);
    std::uint32_t of_sno_go(const Colouring& c);

    /// The tints that `fresh` touches: what a colour there may forbid.
    VertexSet tinted_by(VertexSet fresh, const Tinted& t) const;
    /// `fresh` and what it is joined to by edges that count in NoGo.
    VertexSet joined_in_nogo(VertexSet fresh, const Colouring& c) const;

    ColouringGame game_;
    Neighbours board_;
    detail::NimberMemo memo_;   // components, and whole positions of games that have no first phase
    detail::NimberMemo whole_;  // whole positions in the first phase of a conjoined game
};

}  // namespace mexbase
