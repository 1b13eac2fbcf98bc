#include "node_kayles.hpp"

namespace mexbase {

const FamilyHelp& NodeKayles::help() {
    static constexpr std::array keys = {board_key, symmetry_key};
    static constexpr FamilyHelp text{"remove a vertex and all its neighbours", "one letter a vertex, . or -, as ..--.",
                                     "Schaefer 1978; Huggan and Nowakowski, Conjoined games", keys,
                                     "node-kayles:board=path-10"};
    return text;
}

}  // namespace mexbase
