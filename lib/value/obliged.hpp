/// \file
/// Values of games in obliged sums, where a component once begun must be finished (T. S. Ferguson, "Obliged sums of
/// games").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "../index.hpp"
#include "outcome.hpp"

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
inline std::string to_string(Obliged value) {
    return {value.normal ? '1' : '0', value.misere ? '1' : '0'};
}

/// Theorem 1: what g1 ⊕ … ⊕ gn is worth, of which none has been begun. With m_ij the number of components worth ij, it
/// depends on whether m11 > 0, whether m00 > 0, and whether m10 is odd, and on nothing else.
///
/// Components are added one by one, in any order. What is added up are these three facts and never a value: the value
/// of a sum does not tell what one more component makes of it (00 ⊕ 10 is worth 11, as 11 alone is, but with another 10
/// it is worth 00), so that there is no way to add two values.
///
/// There are 64 sums side by side, a bit each; a single sum is the lowest of them.
class ObligedSum {
  public:
    constexpr void add(Obliged component) { add(component.normal ? 1 : 0, component.misere ? 1 : 0); }
    /// Adds a component to each of 64 sums: the bits of its values in normal and in misère play.
    constexpr void add(std::uint64_t normal, std::uint64_t misere) {
        chooser_ |= normal & misere;
        burden_ |= ~(normal | misere);
        odd_ ^= normal & ~misere;
    }
    /// The values of the 64 sums.
    constexpr std::uint64_t normal() const { return chooser_ | odd_; }
    constexpr std::uint64_t misere() const { return chooser_ | ~(burden_ ^ odd_); }
    /// The value of the single sum; of none, that of a finished game.
    constexpr Obliged value() const { return {(normal() & 1) != 0, (misere() & 1) != 0}; }

  private:
    std::uint64_t chooser_ = 0;  ///< some component is worth 11
    std::uint64_t burden_ = 0;   ///< some component is worth 00
    std::uint64_t odd_ = 0;      ///< an odd number are worth 10
};

/// The value of the sum of these components, of which none has been begun.
constexpr Obliged obliged_sum(std::span<const Obliged> components) {
    ObligedSum sum;
    for (const Obliged value : components) sum.add(value);
    return sum.value();
}
/// The value of a sum in which a component with value `begun` must be finished before the rest, of value `rest`, is
/// touched: whoever is to move after it moves first in the rest.
constexpr Obliged obliged_after(Obliged begun, Obliged rest) {
    return {rest.normal ? begun.misere : begun.normal, rest.misere ? begun.misere : begun.normal};
}

/// The value of a position from those of its options: won in normal play if some option is lost in
/// normal play, and likewise in misère play.
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

/// The same, as codes, for options that are sums of parts. For one thread.
class ObligedFold {
  public:
    using Value = std::uint8_t;
    static constexpr bool disjunctive = false;

    void clear() { options_.clear(); }
    /// The value of a sum of parts, none begun; `code_of` gives that of each.
    template <class Parts, class CodeOf = std::identity>
    static Value sum(const Parts& parts, const CodeOf& code_of = {}) {
        ObligedSum sum;
        for (const auto& part : parts) sum.add(Obliged::of(code_of(part)));
        return sum.value().code();
    }
    template <class Parts, class CodeOf = std::identity>
    void add(Player, const Parts& option, const CodeOf& code_of = {}) {
        options_.add(Obliged::of(sum(option, code_of)));
    }
    /// Adds options of one part each; `codes` has the value of each part.
    void add_each(std::span<const Index> options, const Value* codes) {
        ObligedOptions all = options_;
        for (const Index i : options) all.add(Obliged::of(codes[i]));
        options_ = all;
    }
    Value value() const { return options_.value().code(); }
    /// Memory beside this.
    static std::size_t bytes() { return 0; }

  private:
    ObligedOptions options_;
};

}  // namespace mexbase
