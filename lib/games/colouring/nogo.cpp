#include "nogo.hpp"

namespace mexbase {

bool groups_have_liberties(const Neighbours& board, const Colouring& p) {
    const VertexSet beside_open = board.around(p.open);
    for (const VertexSet stones : {p.black, p.white}) {
        // Liberties spread from the stones that have one through their groups.
        VertexSet reached = stones & beside_open;
        for (VertexSet fresh = reached; fresh != 0;) {
            fresh = board.around(fresh) & stones & ~reached;
            reached |= fresh;
        }
        if (reached != stones) return false;
    }
    return true;
}

const FamilyHelp& NoGoRule::help() {
    static constexpr FamilyHelp text{"colour a vertex so that every group of one colour keeps an uncoloured neighbour",
                                     "one letter a vertex, . B or W, as ..B.W",
                                     "N. McKay 2011; Huggan and Nowakowski, Conjoined games", placement_keys,
                                     "nogo:board=path-7,play=impartial"};
    return text;
}

}  // namespace mexbase
