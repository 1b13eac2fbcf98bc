// SPDX-License-Identifier: MIT
/// \file
/// Rules whose positions are byte strings, and the options of an exploration.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/value/outcome.hpp"
#include "../../temporary_folder.hpp"
#include "records.hpp"

namespace mexbase {

/// Answers of rules for several positions: marks and options.
struct AskedRecords {
    explicit AskedRecords(std::size_t width) : options(width) {}
    void clear() {
        marks.clear();
        options.clear();
        ends.clear();
    }

    std::vector<std::uint8_t> marks;  ///< `Board::stopped_mark` of a terminal position, else `Board::plain`
    Records options;                  ///< options of all positions in sequence
    /// Two indices into `options` per position: the end of Left's options, and the end of Right's options. If the game
    /// is not partizan, the options of both players count as Left's.
    std::vector<std::uint32_t> ends;
};

/// Rules whose positions are records (byte strings, records.hpp).
class RecordRules {
  public:
    virtual ~RecordRules() = default;
    /// Returns the bytes per position, or 0 if they vary.
    virtual std::size_t width() const = 0;
    /// Returns true if the record of a position is also its text.
    virtual bool is_text() const = 0;
    /// Returns an empty text if a record alone identifies a position. Otherwise returns why not, for an error.
    virtual std::string_view needs_memory() const { return ""; }
    /// Returns true if calls of `ask` are expensive. Then the answers stay in memory if they fit, and the rules are
    /// asked about each position once.
    virtual bool is_expensive() const { return false; }
    /// Called before positions move to scratch files. Afterwards, a record alone must identify its position.
    virtual void leave_memory() {}
    /// Returns the positions where play begins, in order.
    virtual Records starts() = 0;
    /// Appends the marks and options of `positions`, which must be canonical. If `player` is given, adds only options
    /// of that player. Safe to call from several threads with different `worker` numbers, each below the number of
    /// threads. Throws for faulty rules.
    virtual void ask(unsigned worker, const Records& positions, std::optional<Player> player,
                     AskedRecords& answers) = 0;
    /// Returns the mark of a position: its result if it is terminal, else `Board::plain`. Not called if `is_expensive`.
    virtual std::uint8_t mark(std::string_view) { return 0; }
    /// Returns true if Left and Right have separate options. Call it only after the rules have answered once.
    virtual bool partizan() const = 0;
    /// Returns the text of a position. Does not check it. Safe to call from several threads.
    virtual std::string text(std::string_view position) const = 0;
};

/// Limits and resources of an exploration. A level is the positions first reached after the same number of moves.
struct ExploreOptions {
    unsigned threads = 1;
    std::uint64_t positions = 100'000'000;  ///< maximum number of positions
    std::uint64_t bound = 0;   ///< expands only the levels that together have at most this many positions; 0: all
    std::uint64_t memory = 0;  ///< bytes; 0: no limit
    /// Called periodically; may be empty. `asked` is the number of positions whose options are known, and `known` the
    /// number of positions found so far.
    std::function<void(std::uint64_t asked, std::uint64_t known)> progress;
};

/// Options for listing the moves to each position. They do not change the result.
struct ReversingOptions {
    std::string scratch = temporary_folder();         ///< folder for data that exceeds the memory
    std::uint64_t memory = std::uint64_t{100} << 20;  ///< maximum bytes in memory
    unsigned block_log2 = 0;  ///< binary logarithm of the positions per sorted block; 0: chosen by the size
};

/// Options for saving a long exploration level by level in a checkpoint file.
struct CheckpointOptions {
    std::string path;     ///< file; empty: no checkpoint. The caller deletes it after making the table
    std::string job;      ///< identity of the job, such as the name of the game; another job refuses the file
    double seconds = 60;  ///< minimum time between two saves
    std::string* failure = nullptr;  ///< receives the reason if saving stops
    /// Set to true when a file of this job is read or written. May be null.
    std::atomic<bool>* resumable = nullptr;
};

/// Throws `Error{out_of_memory}` because more than `most` positions are reachable.
[[noreturn]] inline void throw_too_many(std::uint64_t most) {
    throw Error(
        ErrorCode::out_of_memory,
        "play reaches more than " + std::to_string(most) + " positions: allow more, or limit the game with bound=",
        Remedy::allow_positions);
}

/// Throws `Error{bad_file}` because the rules gave different answers about the same position.
[[noreturn]] inline void throw_other_answers() {
    throw Error(ErrorCode::bad_file,
                "the rules changed their answer: asked again, they gave other options for the same position");
}

/// Returns true if a level of `level` positions may be expanded after `asked` positions of earlier levels. `bound`
/// limits the sum, unless it is 0. Throws `Error{bad_usage}` if even the starts exceed the bound.
inline bool fits_bound(std::uint64_t bound, std::uint64_t asked, std::uint64_t level) {
    if (bound == 0 || asked + level <= bound) return true;
    if (asked == 0)
        throw Error(ErrorCode::bad_usage, "the game has " + std::to_string(level) +
                                              " positions to start from, more than bound=" + std::to_string(bound) +
                                              " allows");
    return false;
}

}  // namespace mexbase
