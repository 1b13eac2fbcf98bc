/// \file
/// The symmetries of a board.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"

namespace mexbase {

/// A permutation of the vertices of a board: vertex v goes to [v].
using Permutation = std::vector<Vertex>;

/// The most vertices of a board whose symmetries are looked for.
inline constexpr unsigned most_automorphism_vertices = 512;

/// The automorphism group of a simple board: the permutations that map neighbours to neighbours. Immutable once found.
///
/// Found by search, without listing the group: vertices are fixed one after another, after each the others are told
/// apart as far as their numbers of neighbours do (B. D. McKay, "Practical graph isomorphism", 1981), and the
/// generators of each stabiliser in this chain (C. C. Sims, 1970) give the next.
class Automorphisms {
  public:
    /// Throws `Error{bad_file}` for a board that is not simple (`require_simple`), and `Error{not_applicable}` for more
    /// than `most_automorphism_vertices` vertices or a search without an end in sight.
    explicit Automorphisms(const Board& board);

    /// Permutations whose products are all automorphisms; none if only the identity is one.
    const std::vector<Permutation>& generators() const { return generators_; }
    /// How many automorphisms there are; 2^64 - 1 stands for any larger number too.
    std::uint64_t order() const;
    /// The sets of vertices that automorphisms map to one another; each ascends, and they stand by least vertex.
    const std::vector<std::vector<Vertex>>& orbits() const { return orbits_; }
    /// Every automorphism in lexicographic order, the identity first; nothing if there are more than `limit`.
    std::optional<std::vector<Permutation>> all(std::uint64_t limit) const;

  private:
    /// One stabiliser of the chain: it fixes the vertices of the levels before.
    struct Level {
        Vertex vertex = 0;           ///< what the next level fixes
        std::uint64_t orbit = 1;     ///< the number of vertices that this one takes it to
        std::size_t generators = 0;  ///< so many of `generators_`, from the first on, generate it
    };

    Vertex vertices_ = 0;
    std::vector<Permutation> generators_;
    std::vector<Level> chain_;
    std::vector<std::vector<Vertex>> orbits_;
};

/// `Automorphisms(board).all(limit)`.
std::optional<std::vector<Permutation>> all_automorphisms(const Board& board, std::uint64_t limit);

}  // namespace mexbase
