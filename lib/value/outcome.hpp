// SPDX-License-Identifier: MIT
/// \file
/// Outcomes of play with remoteness (Steinhaus 1925; Smith, "Graphs and composite games", 1966).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mexbase {

/// Result of perfect play for the player to move. The numbers are those of the table format: never renumber.
enum class Outcome : std::uint8_t {
    loss = 0,
    win = 1,
    draw = 2,     ///< neither player can force an end
    tie = 3,      ///< play ends without a winner
    unknown = 4,  ///< not proven within the bound of a bounded game
};

inline constexpr int outcome_count = 5;

/// Normal play: a player who cannot move loses. Misère play: a player who cannot move wins.
enum class Play : std::uint8_t { normal = 0, misere = 1 };

/// The player to move. Impartial rulesets ignore it.
enum class Player : std::uint8_t { left = 0, right = 1 };

constexpr Player other(Player player) {
    return player == Player::left ? Player::right : Player::left;
}

/// An outcome and, for win, loss and tie, the number of plies to the end if the winner hurries and the loser delays.
struct OutcomeValue {
    Outcome outcome = Outcome::draw;
    std::uint64_t remoteness = 0;  ///< 0 for draw and unknown
    friend bool operator==(const OutcomeValue&, const OutcomeValue&) = default;
};

/// Returns the value for a player who cannot move.
constexpr OutcomeValue without_moves(Play play) {
    return {play == Play::normal ? Outcome::loss : Outcome::win, 0};
}

/// The maximum remoteness that rules may give to a terminal position. The remoteness of earlier positions then fits
/// into the memory that a solver has per position.
inline constexpr std::uint64_t max_terminal_remoteness = std::uint64_t{1} << 61;

constexpr bool has_remoteness(Outcome o) {
    return o == Outcome::loss || o == Outcome::win || o == Outcome::tie;
}

/// Returns `loss`, `win`, `draw`, `tie` or `unknown`.
std::string_view to_string(Outcome);
/// Reads what `to_string` writes; returns `std::nullopt` for any other text.
std::optional<Outcome> outcome_from(std::string_view);
/// Writes `win 7`, `loss 4`, `tie 9`, `draw` or `unknown`.
std::string to_string(const OutcomeValue&);
/// Returns `normal` or `misere`.
std::string_view to_string(Play);

/// Computes the value of a position from the values of its options for the player to move there (Steinhaus 1925). Both
/// players prefer a win to a tie, a tie to a draw, and a draw to a loss. A winning player chooses the quickest lost
/// option, a losing player the slowest won option, and a tying player the quickest tied option. The remoteness is that
/// of the chosen option plus one.
class OutcomeFold {
  public:
    void add(bool won, std::uint64_t remoteness) {
        any_ = true;
        if (won)
            longest_win_ = std::max(longest_win_, remoteness);
        else
            shortest_loss_ = std::min(shortest_loss_, remoteness);
    }
    void add(const OutcomeValue& option) {
        if (option.outcome == Outcome::win || option.outcome == Outcome::loss) {
            add(option.outcome == Outcome::win, option.remoteness);
            return;
        }
        any_ = saved_ = true;
        if (option.outcome == Outcome::tie) shortest_tie_ = std::min(shortest_tie_, option.remoteness);
    }

    /// Adds all options that were added to another fold.
    void add(const OutcomeFold& options) {
        shortest_loss_ = std::min(shortest_loss_, options.shortest_loss_);
        shortest_tie_ = std::min(shortest_tie_, options.shortest_tie_);
        longest_win_ = std::max(longest_win_, options.longest_win_);
        any_ = any_ || options.any_;
        saved_ = saved_ || options.saved_;
    }

    /// Returns the remoteness of the win if an option is lost, else `std::nullopt`.
    std::optional<std::uint64_t> win() const { return more(shortest_loss_); }
    /// Returns the remoteness of the loss if every option is won (0 without options), else `std::nullopt`.
    std::optional<std::uint64_t> loss() const {
        if (shortest_loss_ != none || saved_) return std::nullopt;
        return any_ ? longest_win_ + 1 : 0;
    }
    /// Returns the remoteness of the tie if an option is tied, else `std::nullopt`. Only valid if there is no win.
    std::optional<std::uint64_t> tie() const { return more(shortest_tie_); }
    /// Returns the value; without options a loss in normal play and a win in misère play.
    OutcomeValue value(Play play) const {
        if (shortest_loss_ != none) return {Outcome::win, shortest_loss_ + 1};
        if (shortest_tie_ != none) return {Outcome::tie, shortest_tie_ + 1};
        if (saved_) return {Outcome::draw, 0};
        if (any_) return {Outcome::loss, longest_win_ + 1};
        return without_moves(play);
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    static std::optional<std::uint64_t> more(std::uint64_t remoteness) {
        return remoteness == none ? std::nullopt : std::optional(remoteness + 1);
    }
    std::uint64_t shortest_loss_ = none, shortest_tie_ = none, longest_win_ = 0;
    bool any_ = false;
    bool saved_ = false;  // some option is neither won nor lost, so this is not a loss
};

/// Returns true if option a is better than option b for the player who chooses. The best are losses of the opponent, by
/// smallest remoteness. Then come ties by smallest remoteness, draws, unknown, and wins of the opponent by greatest
/// remoteness. Both values are seen by the opponent, who moves next.
bool better_option(const OutcomeValue& a, const OutcomeValue& b);

}  // namespace mexbase
