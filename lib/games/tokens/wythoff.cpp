#include "wythoff.hpp"

#include <array>

#include "../../error.hpp"

namespace mexbase {

const FamilyHelp& Wythoff::help() {
    static constexpr std::array keys = {KeyHelp{
        .name = "max", .fallback = "", .range = "0..2^20-1", .meaning = "the largest coordinate", .extent = true}};
    static constexpr FamilyHelp text{
        "a queen moves towards the origin: take from one of two heaps, or equally many from both",
        "the two coordinates, as 3,5", "Wythoff, A modification of the game of Nim, 1907", keys, "wythoff:max=100"};
    return text;
}

Wythoff Wythoff::make(const Parameters& p) {
    return Wythoff(p.number("max", 0, largest));
}

Wythoff::Position Wythoff::parse(std::string_view text) const {
    const Position p = board_square_from(text);
    if (std::max(p.x, p.y) >= width_)
        throw Error(ErrorCode::out_of_domain,
                    in_quotes(text) + " is not in this table: coordinates are in 0.." + std::to_string(width_ - 1));
    return p;
}

}  // namespace mexbase
