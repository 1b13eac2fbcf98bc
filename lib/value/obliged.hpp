/// \file
/// Values of games in obliged sums, where a component once begun must be finished (T. S. Ferguson, "Obliged sums of
/// games").
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace mexbase {

/// Whether the player to move wins in normal and in misère play.
struct Obliged {
    bool normal = false;
    bool misere = false;

    /// 0..3, as `00`, `01`, `10`, `11`: the numbers of the table format.
    constexpr std::uint8_t code() const { return static_cast<std::uint8_t>((normal ? 2 : 0) | (misere ? 1 : 0)); }
    static constexpr Obliged of(unsigned code) { return {(code & 2) != 0, (code & 1) != 0}; }
    friend bool operator==(const Obliged&, const Obliged&) = default;
};

/// The value of a game without a move, and of the empty sum: lost in normal, won in misère play.
inline constexpr Obliged finished_game{false, true};

/// `00`, `01`, `10` or `11`: normal, then misère; 1 = the player to move wins.
std::string to_string(Obliged);

/// The value of a ⊕ b (Figure 4).
Obliged obliged_sum(Obliged a, Obliged b);
/// The value of g1 ⊕ … ⊕ gn (Theorem 1), of which none has been begun.
Obliged obliged_sum(std::span<const Obliged> components);
/// The value of a sum in which a component with value `begun` must be finished before the rest, of value `rest`, is
/// touched: whoever is to move after it moves first in the rest.
constexpr Obliged obliged_after(Obliged begun, Obliged rest) {
    return {rest.normal ? begun.misere : begun.normal, rest.misere ? begun.misere : begun.normal};
}

/// The value of a position from those of its options: a play is won where an option is lost in it.
class ObligedOptions {
  public:
    void clear() { all_ = 3, any_ = false; }
    void add(Obliged option) { all_ &= option.code(), any_ = true; }
    /// True where no further option can change the value.
    bool settled() const { return all_ == 0; }
    Obliged value() const { return any_ ? Obliged::of(~unsigned{all_} & 3) : finished_game; }

  private:
    std::uint8_t all_ = 3;
    bool any_ = false;
};

}  // namespace mexbase
