#include "knight.hpp"

#include "../../error.hpp"

namespace mexbase {

const FamilyHelp& Knight::help() {
    static constexpr std::array keys = {KeyHelp{.name = "size",
                                                .fallback = "",
                                                .range = "1..741455",
                                                .meaning = "both coordinates of a square asked for are below it",
                                                .extent = true}};
    static constexpr FamilyHelp text{"a knight moves so that the sum of its coordinates decreases",
                                     "the two coordinates, as 3,4", "T. S. Ferguson, Obliged sums of games, example 2",
                                     keys, "knight:size=11"};
    return text;
}

Knight Knight::make(const Parameters& p) {
    return Knight(p.number("size", 1, largest));
}

Knight::Position Knight::parse(std::string_view text) const {
    const Position p = board_square_from(text);
    if (p.x + p.y > farthest())
        throw Error(ErrorCode::out_of_domain,
                    in_quotes(text) + " is not in this table: coordinates are in 0.." + std::to_string(width_ - 1));
    return p;
}

}  // namespace mexbase
