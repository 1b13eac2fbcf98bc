#include "cutthroat.hpp"

namespace mexbase {

Colouring without_one_coloured(const Neighbours& board, const Colouring& p) {
    VertexSet lost = 0;
    for_each_component(board, p.present(), [&](VertexSet component) {
        const int colours = ((component & p.black) != 0) + ((component & p.white) != 0) + ((component & p.open) != 0);
        if (colours == 1) lost |= component;
    });
    return p.without(lost);
}

const FamilyHelp& Cutthroat::help() {
    static constexpr std::array<std::string_view, 2> colours = {"bw", "bwg"};
    static constexpr std::array keys = {board_key, play_key,
                                        KeyHelp{.name = "colours",
                                                .fallback = "bw",
                                                .meaning = "the colours of the vertices: black, white, green",
                                                .words = colours},
                                        symmetry_key};
    static constexpr FamilyHelp text{"remove a vertex; components of one colour are removed at once",
                                     "one letter a vertex, B W G or -, as BBW-WB", "McCurdy and Nowakowski, Cutthroat",
                                     keys, "cutthroat:board=path-8"};
    return text;
}

Cutthroat Cutthroat::make(const Parameters& p) {
    const PlayForm play_form = play_form_of(p);
    return Cutthroat(ColouringBoard(p), symmetry_of(p, play_form), p.choice("colours") == 1, play_form);
}

}  // namespace mexbase
