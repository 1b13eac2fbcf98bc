/// \file
/// Dense ranks of words on a board: a bijection of a language onto 0..size-1 without holes.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "../index.hpp"
#include "../rules/colouring.hpp"
#include "language.hpp"

namespace mexbase {

/// The words of a language in order: by their letters along a scan of the board, sorted as `Letter` is. A word's rank
/// is the number of words before it, found by counting accepting paths of the minimal automaton (as Cover, "Enumerative
/// source encoding", 1973, does for sequences in general): one row a vertex.
///
/// With `Exchange::colours`, words that differ by an exchange of black and white have one rank, that of the word whose
/// first coloured letter along the scan is black, which `unrank` gives.
///
/// Immutable; safe for any number of threads. Nothing but the constructor allocates.
class Words {
  public:
    /// Whether words that differ by an exchange of the colours count as one.
    enum class Exchange : bool { none, colours };

    /// One state of the automaton: for each letter the number of words that begin alike and go on with a smaller one,
    /// and the state after it.
    struct Row {
        std::array<Index, letter_count> before{};
        std::array<std::uint32_t, letter_count> next{};
    };
    /// The row after a letter that no word has there.
    static constexpr std::uint32_t dead = 0;
    /// The row after the last letter.
    static constexpr std::uint32_t accepted = 1;

    /// Words of `language` on `board`, which has 1..63 vertices. With `Exchange::colours` the language must not change
    /// when the colours are exchanged. Throws `Error{bad_spec}` when there are more than `most_words`, or when the
    /// automaton needs more than `most_rows` rows; `what` names the board in the message.
    Words(const Neighbours& board, Language language, Exchange exchange, std::string_view what);

    static constexpr Index most_words = Index{1} << 40;
    static constexpr std::size_t most_rows = std::size_t{1} << 22;

    Index size() const { return size_; }
    Exchange exchange() const { return exchange_; }
    /// The vertices in the order of the scan.
    const std::vector<unsigned>& order() const { return order_; }
    /// The rows of the automaton. Those of one step lie together.
    const std::vector<Row>& rows() const { return rows_; }
    /// The row before the first letter.
    std::uint32_t start() const { return start_; }

    /// The rank of a word, or `no_index` if it does not belong to the language.
    Index rank(const Colouring& word) const {
        const bool swap = exchange_ == Exchange::colours && begins_white(word);
        const VertexSet low = (swap ? word.white : word.black) | word.open;
        const VertexSet high = (swap ? word.black : word.white) | word.open;
        Index rank = 0;
        std::uint32_t at = start_;
        for (const unsigned v : order_) {
            const Row& row = rows_[at];
            const std::size_t letter = (low >> v & 1) | (high >> v & 1) << 1;
            rank += row.before[letter];
            at = row.next[letter];
        }
        return at == accepted ? rank : no_index;
    }
    /// The word of a rank below size().
    Colouring unrank(Index rank) const {
        VertexSet low = 0, high = 0;
        std::uint32_t at = start_;
        for (const unsigned v : order_) {
            const Row& row = rows_[at];
            // Letters that no word has there count as if all words came before them.
            const std::size_t letter = std::size_t{rank >= row.before[1]} + std::size_t{rank >= row.before[2]} +
                                       std::size_t{rank >= row.before[3]};
            rank -= row.before[letter];
            at = row.next[letter];
            low |= VertexSet{letter & 1} << v;
            high |= VertexSet{letter >> 1} << v;
        }
        return {low & ~high, high & ~low, low & high};
    }

  private:
    bool begins_white(const Colouring& word) const {
        for (const unsigned v : order_)
            if ((word.coloured() >> v & 1) != 0) return (word.white >> v & 1) != 0;
        return false;
    }

    std::vector<Row> rows_;
    std::vector<unsigned> order_;
    std::uint32_t start_ = dead;
    Index size_ = 0;
    Exchange exchange_;
};

}  // namespace mexbase
