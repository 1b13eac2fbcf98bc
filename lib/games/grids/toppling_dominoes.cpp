#include "toppling_dominoes.hpp"

#include "../../error.hpp"

namespace mexbase {

const FamilyHelp& TopplingDominoes::help() {
    static constexpr std::array keys = {KeyHelp{
        .name = "max", .fallback = "", .range = "0..24", .meaning = "the longest row, in dominoes", .extent = true}};
    static constexpr FamilyHelp text{"topple a domino of a row to one side, with all dominoes on that side of it",
                                     "one letter a domino, B W or G, as BWG; 0 for none",
                                     "Fink, Nowakowski, Siegel and Wolfe, Toppling conjectures", keys,
                                     "toppling-dominoes:max=10"};
    return text;
}

TopplingDominoes TopplingDominoes::make(const Parameters& p) {
    return TopplingDominoes(static_cast<unsigned>(p.number("max", 0, longest)));
}

TopplingDominoes::Position TopplingDominoes::parse(std::string_view text) const {
    if (text == "0" || text == "-") return {};
    if (text.empty() || text.find_first_not_of("BWRG") != std::string_view::npos)
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is no row: write a letter B, W or G a domino, as BWG");
    if (text.size() > max_)
        throw Error(ErrorCode::out_of_domain,
                    in_quotes(text) + " is not in this table: rows have at most " + std::to_string(max_) + " dominoes");
    Position row;
    for (const char letter : text)
        row = {row.length + 1, 3 * row.colours + (letter == 'B' ? 0U : letter == 'G' ? 2U : 1U)};
    return row;
}

std::string TopplingDominoes::format(const Position& row) const {
    if (row.length == 0) return "0";
    std::string text(row.length, ' ');
    std::uint64_t colours = row.colours;
    for (unsigned place = row.length; place-- > 0; colours /= 3) text[place] = "BWG"[colours % 3];
    return text;
}

}  // namespace mexbase
