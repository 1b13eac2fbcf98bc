/// \file
/// Shared code of the checks of a ruleset: of numbering, texts, options and predecessors, walks and layers. A
/// table can be right by rules that contradict themselves, and then answers with other positions' values.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../../../lib/splitmix64.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Throws `Error{verification_failed}` unless `heap_game()`, if there is one, is the game that the rules play, also
/// past the heaps of the table: what proves a period is about all heaps.
void check_heap_game(const Game& game);

/// No more indices than this are looked at.
inline constexpr Index most_checked = Index{1} << 20;
/// No more calls of the rules than about this; reading and writing a text counts as many.
inline constexpr std::uint64_t most_check_steps = std::uint64_t{1} << 26;

/// A hash of a number, that of 0 included: SplitMix64's next.
inline std::uint64_t mix(std::uint64_t x) {
    return splitmix64(x + 0x9e3779b97f4a7c15);
}

/// `count` of the numbers below `size`, spread evenly, but in no rhythm that the numbering might share; the first and
/// the last are among them.
class JitteredSample {
  public:
    JitteredSample(Index size, Index count) : size_(size), count_(std::min(size, count)) {}
    Index count() const { return count_; }
    bool all() const { return count_ == size_; }
    Index operator[](Index k) const {
        if (all() || k == 0) return k;
        if (k + 1 == count_) return size_ - 1;
        const Index low = border(k);
        return low + mix(k) % (border(k + 1) - low);
    }

  private:
    Index border(Index k) const {
        // k size / count without leaving 64 bits: count is at most 2^20.
        return size_ / count_ * k + size_ % count_ * k / count_;
    }

    Index size_, count_;
};

inline std::string number(Index i) {
    return "#" + std::to_string(i);
}

/// One game, and how to report faults of its rules.
struct CheckedGame {
    const Game& game;
    Index size;
    bool partizan;
    std::span<const std::uint8_t> marks = {};  ///< by index, 1 for positions; empty in games with many indices

    /// Throws `Error{verification_failed}`.
    [[noreturn]] void fail(Index i, const std::string& expected, const std::string& found) const;
    [[noreturn]] void fail_whole(const std::string& expected, const std::string& found) const;

    bool is_position(Index i) const { return i < size && (marks.empty() ? game.legal(i) : marks[i] != 0); }
    /// The players whose moves are looked at: in an impartial game one stands for both.
    std::span<const Player> players() const {
        static constexpr std::array both = {Player::left, Player::right};
        return {both.data(), partizan ? std::size_t{2} : std::size_t{1}};
    }
};

/// Replaces `out` by the lines of a position.
inline void read_lines(const CheckedGame& g, Index i, Lines& out) {
    out.clear();
    g.game.lines(i, i + 1, Moves::no_limit, out);
}

/// Checks the images of a position, all or some of them, and where the named moves of `player` lead from each, against
/// its options, which are sorted. Returns how many were looked at.
std::uint64_t check_images(const CheckedGame&, Index i, Player player, const std::vector<Index>& options);
/// Checks that `for_each_position` visits each position of a range once, in order.
void check_walks(const CheckedGame&);
/// Checks that the positions before one in its lines are its options, from index 0 on for as many as time allows.
void check_lines(const CheckedGame&);
/// Checks that each position is in one layer, and its options are in lower ones.
void check_layers(const CheckedGame&);

/// Compares what chunk functions return with calls for single positions, on up to 64 ranges.
void check_chunks(const CheckedGame&, const Moves&);

}  // namespace mexbase::detail
