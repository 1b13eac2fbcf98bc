// SPDX-License-Identifier: MIT
/// \file
/// Shared code of the checks of a ruleset. The checks find rules that contradict themselves. With such rules, a wrong
/// value may be read from a correct table.
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

/// Checks that the game returned by `heap_game()` has the moves of the rules. Some of the compared heaps are larger
/// than those of the table, because a proof of a period needs their moves. Throws `Error{verification_failed}`.
void check_heap_game(const Game& game);

inline constexpr Index most_checked = Index{1} << 20;
/// Maximum number of calls of the rules, approximately. A text counts as several calls.
inline constexpr std::uint64_t most_check_steps = std::uint64_t{1} << 26;

/// Returns a hash of `x`, computed with SplitMix64.
inline std::uint64_t mix(std::uint64_t x) {
    return splitmix64(x + 0x9e3779b97f4a7c15);
}

/// Sample of `count` numbers below `size`, including the first and the last. The numbers are spread evenly, but moved a
/// little by a hash. So a period in the numbering cannot bias the sample.
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
        // Computes k * size / count without overflow, because count is at most 2^20.
        return size_ / count_ * k + size_ % count_ * k / count_;
    }

    Index size_, count_;
};

inline std::string number(Index i) {
    return "#" + std::to_string(i);
}

/// Game whose rules are checked. Its member functions report faults.
struct CheckedGame {
    const Game& game;
    Index size;
    bool partizan;
    std::span<const std::uint8_t> marks = {};  ///< by index, 1 for positions; empty in games with many indices

    /// Throws `Error{verification_failed}` with the index. `fail_whole` throws the same error without an index.
    [[noreturn]] void fail(Index i, const std::string& expected, const std::string& found) const;
    [[noreturn]] void fail_whole(const std::string& expected, const std::string& found) const;

    bool is_position(Index i) const { return i < size && (marks.empty() ? game.legal(i) : marks[i] != 0); }
    /// Returns the players whose moves are checked. In an impartial game this is only Left.
    std::span<const Player> players() const {
        static constexpr std::array both = {Player::left, Player::right};
        return {both.data(), partizan ? std::size_t{2} : std::size_t{1}};
    }
};

inline void read_lines(const CheckedGame& g, Index i, Lines& out) {
    out.clear();
    g.game.lines(i, i + 1, Moves::no_limit, out);
}

/// Checks some images of position i (the symmetric positions that share the index). The moves of `player` from an image
/// must lead to the sorted `options`. Returns the number of images checked.
std::uint64_t check_images(const CheckedGame&, Index i, Player player, const std::vector<Index>& options);
/// Checks that `for_each_position` visits the positions of a range once each, in ascending order.
void check_walks(const CheckedGame&);
/// Checks that the options of a position are the earlier positions in its lines (`Has::lines`).
void check_lines(const CheckedGame&);
/// Checks that each position is in one layer, and that its options are in lower layers.
void check_layers(const CheckedGame&);

/// Checks functions that read many positions per call, on up to 16 ranges of indices.
void check_chunks(const CheckedGame&, const Moves&);

}  // namespace mexbase::detail
