#include "grundy.hpp"

#include <array>

#include "../../rules/registry.hpp"

namespace mexbase {

// Compiled elsewhere, optimised for solvers.
extern template class RulesOf<Grundy>;
extern template class RulesOf<GrundyPositions>;

const FamilyHelp& Grundy::help() {
    static constexpr std::array keys = {breaking_max_key, breaking_total_key};
    static constexpr FamilyHelp text{"Grundy's game: break a heap into two heaps of different sizes", breaking_text,
                                     "Grundy, Mathematics and games, 1939", keys, "grundy:max=1000"};
    return text;
}

Grundy Grundy::make(const Parameters& p) {
    return Grundy(breaking_max(p, family));
}

std::unique_ptr<Game> Grundy::make_game(Parameters p) {
    return wants_whole_positions(p, family) ? make_game_of<GrundyPositions>(std::move(p))
                                            : make_game_of<Grundy>(std::move(p));
}

GrundyPositions GrundyPositions::make(const Parameters& p) {
    return GrundyPositions(breaking_total(p, family));
}

}  // namespace mexbase
