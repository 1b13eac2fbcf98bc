// SPDX-License-Identifier: MIT
/// \file
/// Shared code of the checks of a ruleset: numbering, texts, options and predecessors, walks and layers. Rules that
/// contradict themselves can produce a correct table and still read the values of wrong positions from it.
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

/// Checks that `heap_game()`, if the game has one, has the moves of the rules. Also compares heaps larger than those in
/// the table, because the proof of a period is about all heaps. Throws `Error{verification_failed}`.
void check_heap_game(const Game& game);

/// Maximum number of indices checked.
inline constexpr Index most_checked = Index{1} << 20;
/// Approximate maximum number of calls of the rules; reading and writing a text counts as several.
inline constexpr std::uint64_t most_check_steps = std::uint64_t{1} << 26;

/// Hashes any number, also 0: the next output of SplitMix64.
inline std::uint64_t mix(std::uint64_t x) {
    return splitmix64(x + 0x9e3779b97f4a7c15);
}

/// Sample of `count` numbers below `size`, spread evenly with jitter so that it cannot follow a period of the
/// numbering. Contains the first and the last number.
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
        // Computes k * size / count within 64 bits: count is at most 2^20.
        return size_ / count_ * k + size_ % count_ * k / count_;
    }

    Index size_, count_;
};

inline std::string number(Index i) {
    return "#" + std::to_string(i);
}

/// Game under check, with the report of faults in its rules.
struct CheckedGame {
    const Game& game;
    Index size;
    bool partizan;
    std::span<const std::uint8_t> marks = {};  ///< by index, 1 for positions; empty in games with many indices

    /// Throws `Error{verification_failed}` for index i, or with `fail_whole` for the game.
    [[noreturn]] void fail(Index i, const std::string& expected, const std::string& found) const;
    [[noreturn]] void fail_whole(const std::string& expected, const std::string& found) const;

    bool is_position(Index i) const { return i < size && (marks.empty() ? game.legal(i) : marks[i] != 0); }
    /// Returns the players whose moves are checked. In an impartial game one player is enough.
    std::span<const Player> players() const {
        static constexpr std::array both = {Player::left, Player::right};
        return {both.data(), partizan ? std::size_t{2} : std::size_t{1}};
    }
};

inline void read_lines(const CheckedGame& g, Index i, Lines& out) {
    out.clear();
    g.game.lines(i, i + 1, Moves::no_limit, out);
}

/// Checks all or some images of a position (the positions that share its index). Compares the targets of their named
/// moves for `player` with the sorted `options`. Returns the number of images checked.
std::uint64_t check_images(const CheckedGame&, Index i, Player player, const std::vector<Index>& options);
/// Checks that `for_each_position` visits each position of a range once, in order.
void check_walks(const CheckedGame&);
/// Checks that each position's options are the earlier positions in its lines (`Has::lines`), from index 0 on.
void check_lines(const CheckedGame&);
/// Checks that each position is in one layer and has its options in lower layers.
void check_layers(const CheckedGame&);

/// Compares functions that read many positions per call with calls for single positions, on up to 16 ranges.
void check_chunks(const CheckedGame&, const Moves&);

}  // namespace mexbase::detail
