/// \file
/// Rules whose positions are byte strings, and how far to explore them.
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

/// What rules said of several positions.
struct AskedRecords {
    explicit AskedRecords(std::size_t width) : options(width) {}
    void clear() {
        marks.clear();
        options.clear();
        ends.clear();
    }

    std::vector<std::uint8_t> marks;  ///< `Board::stopped_mark` where play has stopped, else `Board::plain`
    Records options;                  ///< one after another
    /// Two a position: where its options of Left end, or of both players, and where those of Right alone end.
    std::vector<std::uint32_t> ends;
};

/// Rules whose positions are records (records.hpp).
class RecordRules {
  public:
    virtual ~RecordRules() = default;
    /// Bytes of a position; 0 where they differ.
    virtual std::size_t width() const = 0;
    /// Whether a position is its own text.
    virtual bool is_text() const = 0;
    /// Returns the reason why records alone do not identify positions, for an error message, or an empty text if they
    /// do.
    virtual std::string_view needs_memory() const { return ""; }
    /// Returns true if calls are expensive. The explorer then keeps the answers in memory and asks once per position.
    virtual bool is_dear() const { return false; }
    /// Called before exploring moves to scratch files: from then on positions are given by their records alone.
    virtual void leave_memory() {}
    /// Where play begins, in order.
    virtual Records starts() = 0;
    /// Adds the answers to positions, which are canonical. If `player` is given, only options of that player are added.
    /// Safe to call from several threads with different workers below the number of threads. Throws for faulty rules.
    virtual void ask(unsigned worker, const Records& positions, std::optional<Player> player,
                     AskedRecords& answers) = 0;
    /// Returns the mark of a position, as in `AskedRecords::marks`.
    virtual std::uint8_t mark(std::string_view position) = 0;
    /// Whether Right's options are asked for by themselves; once something was asked.
    virtual bool partizan() const = 0;
    /// Returns the text of a position. Does not check it. Safe to call from several threads.
    virtual std::string text(std::string_view position) const = 0;
};

/// How far to explore, and with what.
struct ExploreOptions {
    unsigned threads = 1;
    std::uint64_t positions = 100'000'000;  ///< more are refused
    std::uint64_t bound = 0;   ///< only as many whole levels are asked about as have so many positions; 0: all
    std::uint64_t memory = 0;  ///< bytes; 0: no limit
    /// Called now and then with the positions that were asked about and those that are known; may be empty.
    std::function<void(std::uint64_t asked, std::uint64_t known)> progress;
};

/// Throws `Error{out_of_memory}`: play reaches more positions than there may be.
[[noreturn]] inline void throw_too_many(std::uint64_t most) {
    throw Error(ErrorCode::out_of_memory,
                "play reaches more than " + std::to_string(most) + " positions: allow more, or ask for a bound=",
                Remedy::allow_positions);
}

/// Whether a cut-off game has room for one more level of so many positions, when so many were asked about; with bound
/// 0 always. Throws `Error{bad_usage}` if not even the starts have.
inline bool fits_bound(std::uint64_t bound, std::uint64_t asked, std::uint64_t level) {
    if (bound == 0 || asked + level <= bound) return true;
    if (asked == 0)
        throw Error(ErrorCode::bad_usage, "there are more starts, " + std::to_string(level) + ", than bound= allows");
    return false;
}

}  // namespace mexbase
