#include "exits.hpp"

#include <map>

namespace mexbase::chess {

Exits::Exits(const std::vector<Layout>& layouts) : to_(layouts.size() * 2 * kind_count * kind_count) {
    std::map<Material, std::uint16_t> places;
    for (const Layout& layout : layouts) places.emplace(layout.material(), static_cast<std::uint16_t>(places.size()));
    std::size_t at = 0;
    for (const Layout& layout : layouts)
        for (unsigned mover = 0; mover < 2; ++mover)
            for (unsigned taken = 0; taken < kind_count; ++taken)
                for (unsigned promoted = 0; promoted < kind_count; ++promoted, ++at) {
                    Material m = layout.material();
                    if (taken == king && promoted == king) continue;
                    if (promoted == pawn || (taken != king && m.count[1 - mover][taken] == 0)) continue;
                    if (promoted != king && m.count[mover][pawn] == 0) continue;
                    if (taken != king) --m.count[1 - mover][taken];
                    if (promoted != king) {
                        --m.count[mover][pawn];
                        ++m.count[mover][promoted];
                    }
                    const bool exchanged = !m.normal();
                    to_[at] = {places.at(exchanged ? m.exchanged() : m), exchanged};
                }
}

}  // namespace mexbase::chess
