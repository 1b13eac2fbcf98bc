// SPDX-License-Identifier: MIT
/// \file
/// Ranks of words on a board: a bijection of a language onto 0..size-1. With `Symmetry::all` some ranks are unused.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "../board/colouring.hpp"
#include "../index.hpp"
#include "language.hpp"

namespace mexbase {

/// Returns an order of the vertices that keeps the frontier (read vertices with unread neighbours) small. It depends on
/// the adjacency only. Returns the order 0, 1, … unless a greedy order has a smaller frontier.
std::vector<unsigned> scan_order(const Neighbours& board);

/// Returns the steps of reading `board` in `order`, which contains every vertex once.
std::vector<ScanStep> scan_steps(const Neighbours& board, std::span<const unsigned> order);

/// The symmetries under which two words count as one.
enum class Symmetry : std::uint8_t {
    none,     ///< none
    colours,  ///< exchange of black and white
    all,      ///< exchange of colours and automorphisms of the board
};

/// The words of a language, sorted by their letters along a scan of the board. A word's rank is the number of words
/// before it. It is found by counting accepting paths of the minimal automaton (as Cover, "Enumerative source
/// encoding", 1973, does for sequences in general). Ranking reads one state per vertex.
///
/// With `Symmetry::colours`, two words that differ by an exchange of black and white have the same rank. `unrank`
/// returns the word whose first coloured letter along the scan is black. The ranks are still dense.
///
/// With `Symmetry::all`, the words that automorphisms of the board map to one another share the smallest of their
/// ranks. The ranks of the others stay unused.
///
/// Immutable; safe for any number of threads. Only the constructor allocates memory.
class Words {
  public:
    /// One state of the automaton. `next` is the state after each letter. `before` counts the words with the same
    /// beginning and a smaller letter here.
    struct State {
        std::array<Index, letter_count> before{};
        std::array<std::uint32_t, letter_count> next{};
    };
    /// The state after an impossible letter.
    static constexpr std::uint32_t dead = 0;
    static constexpr std::uint32_t accepted = 1;

    /// Makes the words of `language` on `board`, which has 1..63 vertices. With a symmetry the language must be
    /// invariant under an exchange of the colours. `automorphisms` are all automorphisms of the board, for
    /// `Symmetry::all` only. Throws `Error{bad_spec}` for more than `most_words` words, or more than `most_rows` states
    /// before equal states are merged; the message begins with `what`.
    Words(const Neighbours& board, Language language, Symmetry symmetry, std::string_view what,
          std::span<const std::vector<Vertex>> automorphisms = {});

    static constexpr Index most_words = Index{1} << 63;
    static constexpr std::size_t most_rows = std::size_t{1} << 20;

    Index size() const { return size_; }
    Symmetry symmetry() const { return symmetry_; }
    /// Returns true if words that differ by an exchange of the colours count as one.
    bool exchanges() const { return symmetry_ != Symmetry::none; }
    const std::vector<unsigned>& order() const { return orders_.front(); }
    /// Returns the states of the automaton. The states of one step are contiguous.
    const std::vector<State>& states() const { return states_; }
    std::uint32_t start() const { return start_; }

    /// Returns the rank of a word, or `no_index` if it does not belong to the language.
    Index rank(const Colouring& word) const {
        Index least = rank_ignoring_automorphisms(word);
        for (std::size_t k = 1; k < orders_.size(); ++k) least = std::min(least, rank_along(orders_[k], word));
        return least;
    }
    /// Returns the rank that the word would have without automorphisms: its number in a walk over all words.
    Index rank_ignoring_automorphisms(const Colouring& word) const {
        return sums_.empty() ? rank_along(orders_.front(), word) : rank_by_sums(word);
    }
    /// Returns true if a rank below size() is the rank of a word.
    bool used(Index rank) const { return orders_.size() == 1 || used(rank, unrank(rank)); }
    /// Overload for a rank whose word is known.
    bool used(Index rank, const Colouring& word) const {
        // The rank is unused if some image of the word has a smaller rank.
        return std::none_of(orders_.begin() + 1, orders_.end(),
                            [&](const auto& order) { return rank_along(order, word) < rank; });
    }
    Colouring unrank(Index rank) const {
        VertexSet low = 0, high = 0;
        std::uint32_t at = start_;
        for (const unsigned v : order()) {
            const State& state = states_[at];
            // The letter is found without a branch, which would be mispredicted. Impossible letters are never taken.
            const std::size_t letter = std::size_t{rank >= state.before[1]} + std::size_t{rank >= state.before[2]} +
                                       std::size_t{rank >= state.before[3]};
            rank -= state.before[letter];
            at = state.next[letter];
            low |= VertexSet{letter & 1} << v;
            high |= VertexSet{letter >> 1} << v;
        }
        return {low & ~high, high & ~low, low & high};
    }

    /// Calls `f(rank, unrank(rank))` for the ranks first..last-1 in order, faster than by unranking each.
    template <class F>
    void for_each(Index first, Index last, F&& f) const {
        if (first >= last) return;
        std::array<std::uint32_t, most_set_vertices> states;  // states before each letter
        std::array<std::uint8_t, most_set_vertices> letters;
        std::uint32_t at = start_;
        VertexSet low = 0, high = 0;
        const auto read = [&](std::size_t depth, unsigned letter) {
            const unsigned v = order()[depth];
            low = (low & ~just(v)) | VertexSet{letter & 1} << v;
            high = (high & ~just(v)) | VertexSet{letter >> 1} << v;
            states[depth] = at;
            letters[depth] = static_cast<std::uint8_t>(letter);
            at = states_[at].next[letter];
        };
        const std::size_t length = order().size();
        std::size_t depth = 0;
        for (const Colouring word = unrank(first); depth < length; ++depth) read(depth, letter_at(word, depth));
        while (true) {
            f(first, Colouring{low & ~high, high & ~low, low & high});
            if (++first == last) return;
            // Increases the last letter that can be increased. Each letter after it becomes the first possible letter.
            unsigned letter = letter_count;
            while (letter == letter_count) {
                --depth;
                at = states[depth];
                for (letter = letters[depth] + 1U; letter < letter_count && states_[at].next[letter] == dead;) ++letter;
            }
            for (read(depth++, letter); depth < length; read(depth++, letter))
                for (letter = 0; states_[at].next[letter] == dead;) ++letter;
        }
    }

  private:
    unsigned letter_at(const Colouring& word, std::size_t depth) const {
        const unsigned v = order()[depth];
        return static_cast<unsigned>(((word.black | word.open) >> v & 1) | ((word.white | word.open) >> v & 1) << 1);
    }
    static bool begins_white(std::span<const unsigned> order, const Colouring& word) {
        for (const unsigned v : order)
            if ((word.coloured() >> v & 1) != 0) return (word.white >> v & 1) != 0;
        return false;
    }
    Index rank_along(std::span<const unsigned> order, const Colouring& word) const {
        const bool swap = exchanges() && begins_white(order, word);
        const VertexSet low = (swap ? word.white : word.black) | word.open;
        const VertexSet high = (swap ? word.black : word.white) | word.open;
        Index rank = 0;
        std::uint32_t at = start_;
        for (const unsigned v : order) {
            const State& state = states_[at];
            const std::size_t letter = (low >> v & 1) | (high >> v & 1) << 1;
            rank += state.before[letter];
            at = state.next[letter];
        }
        return at == accepted ? rank : no_index;
    }

    /// `of[letter][set]` is the amount that a letter adds to the rank on a set of eight consecutive vertices.
    struct Sums {
        std::array<std::array<Index, 256>, letter_count> of{};
    };
    void add_up();
    Index rank_by_sums(const Colouring& word) const {
        const std::array<VertexSet, letter_count> sets = {all_ & ~word.present(), word.black, word.white, word.open};
        Index rank = 0;
        for (unsigned letter = 0; letter < letter_count; ++letter) {
            if ((sets[letter] & all_ & ~may_be_[letter]) != 0) return no_index;
            if (letter == 0) continue;  // letter 0 adds nothing to the rank
            const Sums* sums = sums_.data();
            for (VertexSet set = sets[letter] & all_; set != 0; set >>= 8, ++sums) rank += sums->of[letter][set & 0xff];
        }
        return rank;
    }

    std::vector<State> states_;
    /// The terms of the rank, one entry per eight vertices; empty unless letters are independent (one state per step).
    std::vector<Sums> sums_;
    std::array<VertexSet, letter_count> may_be_{};  ///< vertices where each letter may occur, used with `sums_`
    VertexSet all_ = 0;
    /// Orders of the vertices: the scan, then its images under the automorphisms. Reading a word along an image of the
    /// scan is the same as reading an image of the word along the scan.
    std::vector<std::vector<unsigned>> orders_;
    std::uint32_t start_ = dead;
    Index size_ = 0;
    Symmetry symmetry_;
};

}  // namespace mexbase
