#include "conjoined_boards.hpp"

namespace mexbase {

namespace {

constexpr std::array conjoined_keys = {board_key, symmetry_key};
constexpr std::string_view conjoined_paper = "Huggan and Nowakowski, Conjoined games: GO-CUT and SNO-GO";

}  // namespace

const FamilyHelp& GoCutGame::help() {
    static constexpr FamilyHelp text{
        "NoGo, and when it is over Cutthroat on what is left, both impartial",
        "one letter a vertex: . B W while NoGo is played, B W - in Cutthroat, as B.W or BW-", conjoined_paper,
        conjoined_keys, "go-cut:board=path-9"};
    return text;
}

const FamilyHelp& SnoGoGame::help() {
    static constexpr FamilyHelp text{"Snort, and when it is over NoGo on the same board, both impartial",
                                     "one letter a vertex, . B or W, as B.W.", conjoined_paper, conjoined_keys,
                                     "sno-go:board=path-9"};
    return text;
}

}  // namespace mexbase
