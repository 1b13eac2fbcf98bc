// SPDX-License-Identifier: MIT
/// \file
/// Values in obliged sums: a component, once begun, must be finished (T. S. Ferguson, "Obliged sums of games").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "../index.hpp"
#include "outcome.hpp"

namespace mexbase {

/// The value of a position in obliged sums: true if the player to move wins, in normal and in misère play.
struct Obliged {
    bool normal = false;
    bool misere = false;

    /// Returns 0, 1, 2 or 3, the number that stands for `00`, `01`, `10` or `11` in the table format.
    constexpr std::uint8_t code() const { return static_cast<std::uint8_t>((normal ? 2 : 0) | (misere ? 1 : 0)); }
    static constexpr Obliged of(unsigned code) { return {(code & 2) != 0, (code & 1) != 0}; }
    friend bool operator==(const Obliged&, const Obliged&) = default;
};

/// The value of a game without a move, and of the empty sum: lost in normal, won in misère play.
inline constexpr Obliged finished_game{false, true};

/// Writes a digit for normal play and a digit for misère play. A digit is 1 if the player to move wins.
inline std::string to_string(Obliged value) {
    return {value.normal ? '1' : '0', value.misere ? '1' : '0'};
}

/// Computes the value of an obliged sum g1 ⊕ … ⊕ gn, in which a component must be finished once it is begun. No
/// component is begun yet. The value 10 means won in normal and lost in misère play. The value of a sum depends on
/// three facts (Ferguson, theorem 1): if a component is 11, if a component is 00, and if the number of components 10 is
/// odd.
///
/// Each component must be added on its own. The value of a part of the sum does not give the three facts: 00 ⊕ 10 has
/// the value 11, like a single 11. With another 10, the first sum becomes 00 and the second stays 11.
///
/// An object holds 64 sums, one per bit. A single sum uses the lowest bit.
class ObligedSum {
  public:
    constexpr void add(Obliged component) { add(component.normal ? 1 : 0, component.misere ? 1 : 0); }
    /// Adds a component to each of 64 sums. Bit b of an argument is 1 if the component of sum b is won.
    constexpr void add(std::uint64_t normal, std::uint64_t misere) {
        chooser_ |= normal & misere;
        burden_ |= ~(normal | misere);
        odd_ ^= normal & ~misere;
    }
    /// Returns the values of the 64 sums in normal and in misère play, one bit per sum.
    constexpr std::uint64_t normal() const { return chooser_ | odd_; }
    constexpr std::uint64_t misere() const { return chooser_ | ~(burden_ ^ odd_); }
    /// Returns the value of the sum in the lowest bit. The empty sum has the value of a finished game.
    constexpr Obliged value() const { return {(normal() & 1) != 0, (misere() & 1) != 0}; }

  private:
    std::uint64_t chooser_ = 0;  ///< some component has the value 11
    std::uint64_t burden_ = 0;   ///< some component has the value 00
    std::uint64_t odd_ = 0;      ///< an odd number of components have the value 10
};

/// Returns the value of the sum of these components, none of them begun.
constexpr Obliged obliged_sum(std::span<const Obliged> components) {
    ObligedSum sum;
    for (const Obliged value : components) sum.add(value);
    return sum.value();
}
/// Returns the value of a sum in which one component, of value `begun`, must be finished before the rest, of value
/// `rest`. The player to move when that component is finished moves first in the rest.
constexpr Obliged obliged_after(Obliged begun, Obliged rest) {
    return {rest.normal ? begun.misere : begun.normal, rest.misere ? begun.misere : begun.normal};
}

/// Computes the value of a position from the values of its options: it is won, in normal or misère play, if an option
/// is lost.
class ObligedOptions {
  public:
    void clear() { all_ = 3, any_ = false; }
    void add(Obliged option) { all_ &= option.code(), any_ = true; }
    /// Returns true if further options cannot change the value.
    bool settled() const { return all_ == 0; }
    Obliged value() const { return any_ ? Obliged::of(~unsigned{all_} & 3) : finished_game; }

  private:
    std::uint8_t all_ = 3;
    bool any_ = false;
};

/// Computes the code (`Obliged::code`) of a position from its options, which are sums of parts. For one thread.
class ObligedFold {
  public:
    using Value = std::uint8_t;
    static constexpr bool disjunctive = false;

    void clear() { options_.clear(); }
    /// Returns the value of a sum of parts, none begun; `code_of` gives the code of each part.
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
    /// Adds the options with these indices. Each is a single position, and `codes[i]` is the code of index i.
    void add_each(std::span<const Index> options, const Value* codes) {
        ObligedOptions all = options_;
        for (const Index i : options) all.add(Obliged::of(codes[i]));
        options_ = all;
    }
    Value value() const { return options_.value().code(); }
    /// Returns the bytes of memory that the object allocates.
    static std::size_t bytes() { return 0; }

  private:
    ObligedOptions options_;
};

}  // namespace mexbase
