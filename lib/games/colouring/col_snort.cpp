#include "col.hpp"
#include "snort.hpp"

namespace mexbase {

namespace {

constexpr std::string_view text_of_positions =
    "one letter a vertex, . B or W, as ..B.W; for . also its tint: o free, b or w only this colour, x none";
constexpr std::string_view impartial_paper = "Conway, On Numbers and Games; Uiterwijk, Impartial Col and Snort";

}  // namespace

const FamilyHelp& ColRule::help() {
    static constexpr FamilyHelp text{"colour a vertex so that no neighbour has the same colour", text_of_positions,
                                     impartial_paper, placement_keys, "col:board=grid-3x3,play=impartial"};
    return text;
}

const FamilyHelp& SnortRule::help() {
    static constexpr FamilyHelp text{"colour a vertex so that no neighbour has the other colour", text_of_positions,
                                     impartial_paper, placement_keys, "snort:board=grid-3x3,play=impartial"};
    return text;
}

}  // namespace mexbase
