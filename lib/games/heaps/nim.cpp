#include "nim.hpp"

#include <charconv>
#include <vector>

#include "../../error.hpp"

namespace mexbase {

namespace {
constexpr Index most_positions = Index{1} << 40;
}

Nim::Nim(std::size_t piles, std::uint64_t max) : ranks_(std::vector<std::uint64_t>(piles, max + 1)) {}

const FamilyHelp& Nim::help() {
    static constexpr std::array keys = {KeyHelp{"piles", "", "1..40", "the number of piles"},
                                        KeyHelp{.name = "max",
                                                .fallback = "",
                                                .range = "0..2^40-1, and (max+1)^piles at most 2^40",
                                                .meaning = "the largest pile",
                                                .extent = true}};
    static constexpr FamilyHelp text{
        "take any positive number of stones from one pile", "the piles in order, separated by commas, as 3,5,7",
        "Bouton, Nim, a game with a complete mathematical theory, 1901", keys, "nim:piles=3,max=15"};
    return text;
}

Nim Nim::make(const Parameters& p) {
    const auto piles = static_cast<std::size_t>(p.number("piles", 1, most_piles));
    const std::uint64_t max = p.number("max", 0, most_positions - 1);
    const auto fits = [piles](std::uint64_t most) {
        return MixedRadix::product(std::vector<std::uint64_t>(piles, most + 1), most_positions).has_value();
    };
    if (!fits(max)) {
        std::uint64_t allowed = 0;
        for (std::uint64_t step = most_positions / 2; step > 0; step /= 2)
            if (fits(allowed + step)) allowed += step;
        throw Error(ErrorCode::bad_spec, "max=" + std::to_string(max) +
                                             " is out of range: with piles=" + std::to_string(piles) +
                                             ", max is a number in 0.." + std::to_string(allowed));
    }
    return {piles, max};
}

Nim::Position Nim::parse(std::string_view text) const {
    Position p{};
    std::size_t pile = 0;
    for (std::string_view rest = text;; ++pile) {
        const std::size_t comma = rest.find(',');
        const std::string_view word = rest.substr(0, comma);
        std::uint64_t stones = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), stones);
        if (error == std::errc::invalid_argument || end != word.data() + word.size())
            throw Error(ErrorCode::bad_position,
                        in_quotes(text) + " is no position: write the piles separated by commas, as 3,5,7");
        if (error != std::errc{} || stones > max())
            throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is not in this table: a pile has at most " +
                                                      std::to_string(max()) + " stones");
        if (pile < piles()) p[pile] = stones;
        if (comma == std::string_view::npos) break;
        rest.remove_prefix(comma + 1);
    }
    if (pile + 1 != piles())
        throw Error(ErrorCode::bad_position, in_quotes(text) + " has " + std::to_string(pile + 1) +
                                                 (pile == 0 ? " pile, not " : " piles, not ") +
                                                 std::to_string(piles()));
    return p;
}

std::string Nim::format(const Position& p) const {
    std::string out = std::to_string(p[0]);
    for (std::size_t pile = 1; pile < piles(); ++pile) {
        out += ',';
        out += std::to_string(p[pile]);
    }
    return out;
}

}  // namespace mexbase
