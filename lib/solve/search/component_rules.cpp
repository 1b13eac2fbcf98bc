#include "component_rules.hpp"

namespace mexbase {

detail::Tinted detail::legal_in_nogo(const Neighbours& board, const Colouring& c) {
    VertexSet joins[2] = {};      // liberties of a group of this colour that has more: to extend it there is safe
    VertexSet strangles[2] = {};  // the only liberty of a group of the other colour: to take it is not allowed
    for (const Colour colour : {Colour::black, Colour::white}) {
        bool dead = false;
        for_each_component(board, c.of(colour), [&](VertexSet group) {
            const VertexSet liberties = board.around(group) & c.open;
            dead = dead || liberties == 0;
            if (std::has_single_bit(liberties))
                strangles[static_cast<unsigned>(other(colour))] |= liberties;
            else
                joins[static_cast<unsigned>(colour)] |= liberties;
        });
        if (dead) return {};
    }
    const VertexSet beside_open = board.around(c.open);
    return {c.open & (joins[0] | beside_open) & ~strangles[0], c.open & (joins[1] | beside_open) & ~strangles[1]};
}

}  // namespace mexbase
