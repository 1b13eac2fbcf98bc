// SPDX-License-Identifier: MIT
/// \file
/// Rules whose positions are byte strings, and the limits of an exploration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/value/outcome.hpp"
#include "records.hpp"

namespace mexbase {

/// Answers of rules for several positions.
struct AskedRecords {
    explicit AskedRecords(std::size_t width) : options(width) {}
    void clear() {
        marks.clear();
        options.clear();
        ends.clear();
    }

    std::vector<std::uint8_t> marks;  ///< `Board::stopped_mark` of a terminal position, else `Board::plain`
    Records options;                  ///< options of all positions in sequence
    /// Two ends per position: of the options of Left or of both players, and of those of Right alone.
    std::vector<std::uint32_t> ends;
};

/// Rules whose positions are records (records.hpp).
class RecordRules {
  public:
    virtual ~RecordRules() = default;
    /// Returns the bytes per position, or 0 if they vary.
    virtual std::size_t width() const = 0;
    /// Returns true if a position is its own text.
    virtual bool is_text() const = 0;
    /// Returns the reason why records alone do not identify positions, for an error message, or an empty text if they
    /// do.
    virtual std::string_view needs_memory() const { return ""; }
    /// Returns true if calls are expensive. Then the explorer stores the answers in memory and expands each position
    /// once.
    virtual bool is_dear() const { return false; }
    /// Called before positions move to scratch files. Afterwards positions are given by their records alone.
    virtual void leave_memory() {}
    /// Returns the positions where play begins, in order.
    virtual Records starts() = 0;
    /// Adds the answers for canonical positions. If `player` is given, adds only options of that player. Safe to call
    /// from several threads with different workers below the number of threads. Throws for faulty rules.
    virtual void ask(unsigned worker, const Records& positions, std::optional<Player> player,
                     AskedRecords& answers) = 0;
    /// Returns the mark of a position, as in `AskedRecords::marks`.
    virtual std::uint8_t mark(std::string_view position) = 0;
    /// Returns true if Right's options are generated separately. Call it after the first answer.
    virtual bool partizan() const = 0;
    /// Returns the text of a position. Does not check it. Safe to call from several threads.
    virtual std::string text(std::string_view position) const = 0;
};

/// Limits and resources of an exploration.
struct ExploreOptions {
    unsigned threads = 1;
    std::uint64_t positions = 100'000'000;  ///< maximum number of positions
    std::uint64_t bound = 0;   ///< expands only the levels that together have at most this many positions; 0: all
    std::uint64_t memory = 0;  ///< bytes; 0: no limit
    /// Called periodically with the number of expanded positions and of known positions; may be empty.
    std::function<void(std::uint64_t asked, std::uint64_t known)> progress;
};

/// Throws `Error{out_of_memory}`: more positions are reachable than allowed.
[[noreturn]] inline void throw_too_many(std::uint64_t most) {
    throw Error(ErrorCode::out_of_memory,
                "play reaches more than " + std::to_string(most) + " positions: allow more, or give a bound=",
                Remedy::allow_positions);
}

/// Returns true if a level of `level` positions still fits into the bound after `asked` expanded positions; always for
/// bound 0. Throws `Error{bad_usage}` if not even the starts fit.
inline bool fits_bound(std::uint64_t bound, std::uint64_t asked, std::uint64_t level) {
    if (bound == 0 || asked + level <= bound) return true;
    if (asked == 0)
        throw Error(ErrorCode::bad_usage, "there are more starts, " + std::to_string(level) + ", than bound= allows");
    return false;
}

}  // namespace mexbase
