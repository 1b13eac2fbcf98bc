// SPDX-License-Identifier: MIT
#include "automorphisms.hpp"

#include <algorithm>
#include <array>

#include "../error.hpp"
#include "neighbours.hpp"

namespace mexbase {

namespace {

/// Maximum number of calls of `refine` in a search. That many calls take seconds; ordinary boards need far fewer.
constexpr std::uint64_t most_refinements = 1'000'000;

/// A partition of the vertices into cells. A symmetry that keeps the fixed vertices maps each cell to itself.
using Cells = std::vector<VertexSet>;

class Search {
  public:
    Search(const Board& board, std::uint64_t limit) : board_(board), limit_(limit) {
        Cells cells{board_.all()};
        refine(cells, board_.all());
        fix_one_by_one(cells, 0);
    }

    /// The automorphisms in any order, at most `limit` + 1 of them.
    std::vector<Permutation> found;

  private:
    /// Splits each cell by the numbers of neighbours that its vertices have in other cells, until nothing changes.
    /// Begins with neighbours in the set `first`. Returns a digest (hash) of the numbers, which does not depend on
    /// vertex names. So symmetric partitions have equal digests.
    std::uint64_t refine(Cells& cells, VertexSet first) {
        if (++refinements_ > most_refinements)
            throw Error(ErrorCode::not_applicable, "cannot find the symmetries of this board of " +
                                                       std::to_string(board_.vertices) +
                                                       " vertices: the search takes too many steps");
        std::uint64_t digest = 0;
        Cells waiting{first};
        for (std::size_t next = 0; next < waiting.size(); ++next)
            for (std::size_t c = 0; c < cells.size(); ++c) {
                std::array<VertexSet, most_set_vertices> parts{};  // by number of neighbours
                const VertexSet splitter = waiting[next];
                for_each_vertex(cells[c], [&](unsigned v) {
                    parts[static_cast<std::size_t>(std::popcount(board_.of[v] & splitter))] |= just(v);
                });
                const VertexSet cell = cells[c];
                for (std::size_t n = 0; n < parts.size(); ++n) {
                    if (parts[n] == 0) continue;
                    digest = (digest ^ (n << 8 | static_cast<unsigned>(std::popcount(parts[n])))) * 0x9e3779b97f4a7c15U;
                    digest ^= digest >> 29;
                    if (parts[n] == cell) break;
                    waiting.push_back(parts[n]);
                    // The last part takes the place of the split cell; the other parts are inserted before it.
                    cells[c] &= ~parts[n];
                    if (cells[c] == 0)
                        cells[c] = parts[n];
                    else
                        cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(c++), parts[n]);
                }
            }
        return digest;
    }

    /// Fixes each vertex of a cell in turn, and recurses. A path is a sequence of fixed vertices. Skips paths whose
    /// digests differ from those of the first path, because no symmetry maps the first path to them.
    void fix_one_by_one(const Cells& cells, std::size_t depth) {
        // Takes the smallest cell, so that the search finishes one part of the board before it begins another part.
        const auto size = [](VertexSet cell) { return cell == 0 ? 0 : std::popcount(cell & (cell - 1)); };
        std::size_t target = cells.size();
        for (std::size_t c = 0; c < cells.size(); ++c)
            if (size(cells[c]) > 0 && (target == cells.size() || size(cells[c]) < size(cells[target]))) target = c;
        if (target == cells.size()) return keep(cells);
        for_each_vertex(cells[target], [&](unsigned v) {
            if (found.size() > limit_) return;
            Cells next = cells;
            next[target] &= ~just(v);
            next.insert(next.begin() + static_cast<std::ptrdiff_t>(target), just(v));
            const std::uint64_t digest = refine(next, just(v));
            if (depth == digests_.size()) digests_.push_back(digest);
            if (digests_[depth] == digest) fix_one_by_one(next, depth + 1);
        });
    }

    /// Stores the permutation that maps the vertices of the first leaf to those of `leaf` if it is an automorphism. A
    /// leaf is an ordered partition in which every cell has one vertex.
    void keep(const Cells& leaf) {
        if (first_leaf_.empty()) first_leaf_ = leaf;
        Permutation map(board_.vertices);
        for (std::size_t at = 0; at < leaf.size(); ++at)
            map[static_cast<std::size_t>(std::countr_zero(first_leaf_[at]))] =
                static_cast<Vertex>(std::countr_zero(leaf[at]));
        for (unsigned v = 0; v < board_.vertices; ++v) {
            VertexSet image = 0;
            for_each_vertex(board_.of[v], [&](unsigned w) { image |= just(map[w]); });
            if (image != board_.of[map[v]]) return;
        }
        found.push_back(std::move(map));
    }

    const Neighbours board_;
    const std::uint64_t limit_;
    std::vector<std::uint64_t> digests_;  // digests along the first path
    Cells first_leaf_;
    std::uint64_t refinements_ = 0;
};

}  // namespace

std::optional<std::vector<Permutation>> all_automorphisms(const Board& board, std::uint64_t limit) {
    std::vector<Permutation> found = Search(board, limit).found;
    if (found.size() > limit) return std::nullopt;
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace mexbase
