// SPDX-License-Identifier: MIT
/// \file
/// Octal and hexadecimal games of taking and breaking (Guy and Smith, "The G-values of various games", 1956; Winning
/// Ways, chapter 4), and Grundy's game.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "../../rules/game.hpp"
#include "breaking_heaps.hpp"

namespace mexbase {

/// Maximum number of digits of a code after the point.
inline constexpr std::size_t most_octal_digits = 1000;

/// Returns the normal form of a code: digits 0..9 a..f in lower case, one digit before the point, no zero at the end.
/// Reads upper case too, a code without the digit before the point, and the names kayles (0.77), dawsons-chess (0.137),
/// dawsons-kayles (0.07) and james-bond (0.007). Throws `Error{bad_spec}` for any other text, for a digit before the
/// point that lets players pass, and for a code without a move.
std::string normal_octal_code(std::string_view text);

/// Returns the moves of a code in normal form. If the k-th digit after the point contains the bit 1, 2, 4 or 8, a move
/// may take k tokens from a heap and leave exactly 0, 1, 2 or 3 heaps of the rest. The digit before the point is the
/// digit for k = 0.
TakeAndBreak octal_moves(std::string_view normal_code);

/// An octal game on single heaps of 0..max tokens.
class Octal : public BreakingHeaps {
  public:
    static constexpr std::string_view family = "octal";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options = false,
                             .split_options = true,
                             .heap_game = true,
                             .options_descend = true,
                             .drawing = true,
                             .normalise = true,
                             .make_game = true};
    static const FamilyHelp& help();
    static Octal make(const Parameters& p) { return {p.number("max", 0, largest_heap), p.text("code")}; }
    static void normalise(Parameters& p) { p.normalise("code", normal_octal_code(p.text("code"))); }
    /// Makes an `Octal` game for key `max`, or an `OctalPositions` game for key `total`.
    static std::unique_ptr<Game> make_game(Parameters);

    /// Takes a `max` of at most `largest_heap`, and a code as for `normal_octal_code`.
    Octal(std::uint64_t max, std::string_view code) : BreakingHeaps(max, octal_moves(normal_octal_code(code))) {}
};

/// An octal game on whole positions of at most `total` tokens.
class OctalPositions : public BreakingSums {
  public:
    static constexpr std::string_view family = Octal::family;
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .drawing = true, .positions = true, .normalise = true};
    static const FamilyHelp& help() { return Octal::help(); }
    static OctalPositions make(const Parameters& p) { return {total_of(p), p.text("code")}; }
    static void normalise(Parameters& p) { Octal::normalise(p); }

    /// Takes a `total` of at most `largest_total`, and a code as for `normal_octal_code`.
    OctalPositions(unsigned total, std::string_view code) : BreakingSums(total, octal_moves(normal_octal_code(code))) {}
};

/// Grundy's game (Grundy, "Mathematics and games", 1939): break a heap into two heaps of different sizes. Single heaps
/// of 0..max tokens.
class Grundy : public BreakingHeaps {
  public:
    static constexpr std::string_view family = "grundy";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options = false,
                             .split_options = true,
                             .heap_game = true,
                             .options_descend = true,
                             .drawing = true,
                             .make_game = true};
    static const FamilyHelp& help();
    static Grundy make(const Parameters& p) { return Grundy(p.number("max", 0, largest_heap)); }
    /// Makes a `Grundy` game for key `max`, or a `GrundyPositions` game for key `total`.
    static std::unique_ptr<Game> make_game(Parameters);

    /// Takes heaps of 0..max tokens; `max` is at most `largest_heap`.
    explicit Grundy(std::uint64_t max) : BreakingHeaps(max, grundys_game()) {}
};

/// Grundy's game on whole positions of at most `total` tokens.
class GrundyPositions : public BreakingSums {
  public:
    static constexpr std::string_view family = Grundy::family;
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .drawing = true, .positions = true};
    static const FamilyHelp& help() { return Grundy::help(); }
    static GrundyPositions make(const Parameters& p) { return GrundyPositions(total_of(p)); }

    /// Takes a `total` of at most `largest_total`.
    explicit GrundyPositions(unsigned total) : BreakingSums(total, grundys_game()) {}
};

}  // namespace mexbase
