/// \file
/// What is known of a game that was explored without its moves in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../../../lib/index.hpp"
#include "../../../lib/value/outcome.hpp"

namespace mexbase {

/// Where the moves of several positions lead, one position after another.
struct MoveRows {
    std::vector<std::uint32_t> targets;
    std::vector<std::uint64_t> ends;  ///< of each position, in `targets`
    void clear() {
        targets.clear();
        ends.clear();
    }
};

/// All positions that play reaches, numbered by their texts in the order of bytes, and what the rules say of them.
/// Any number of threads may ask.
class ExploredPositions {
  public:
    virtual ~ExploredPositions() = default;
    virtual Index size() const = 0;
    /// The numbers of the positions where play begins, ascending, each once.
    virtual const std::vector<Index>& starts() const = 0;
    /// Whether Right's moves are asked for by themselves.
    virtual bool partizan() const = 0;
    /// Whether some positions were left aside when enough were known: their `mark` is `Board::beyond`.
    virtual bool cut_off() const = 0;
    virtual std::string text(Index i) const = 0;
    /// How play has stopped, as `Board::Mark`, or that the position was left aside.
    virtual std::uint8_t mark(Index i) const = 0;
    /// Moves of `player`; none where play has stopped, and of a position that was left aside.
    virtual std::uint64_t option_count(Index i, Player player) const = 0;
    /// Where the moves of `player` from the positions in [first, last) lead; nowhere where there are none.
    virtual void options(Index first, Index last, Player player, MoveRows& rows) const = 0;
};

}  // namespace mexbase
