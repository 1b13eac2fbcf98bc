/// \file
/// Grundy's game.
#pragma once

#include <memory>
#include <string_view>

#include "../../rules/game.hpp"
#include "breaking_heaps.hpp"

namespace mexbase {

/// Grundy's game (Grundy, "Mathematics and games", 1939): break a heap into two heaps of different sizes. Single heaps
/// of 0..max tokens.
class Grundy : public BreakingHeaps {
  public:
    static constexpr std::string_view family = "grundy";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .options = false, .split_options = true, .heap_game = true, .options_descend = true, .make_game = true};
    static const FamilyHelp& help();
    static Grundy make(const Parameters&);
    /// With max this game; with total `GrundyPositions`.
    static std::unique_ptr<Game> make_game(Parameters);

    /// `max` is at most `largest_heap`.
    explicit Grundy(std::uint64_t max) : BreakingHeaps(max, grundys_game()) {}
};

/// Grundy's game on whole positions of at most `total` tokens.
class GrundyPositions : public BreakingSums {
  public:
    static constexpr std::string_view family = Grundy::family;
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .positions = true};
    static const FamilyHelp& help() { return Grundy::help(); }
    static GrundyPositions make(const Parameters&);

    /// `total` is at most `largest_total`.
    explicit GrundyPositions(unsigned total) : BreakingSums(total, grundys_game()) {}
};

}  // namespace mexbase
