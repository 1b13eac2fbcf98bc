#include "heaps.hpp"

#include <array>
#include <charconv>

#include "../../error.hpp"

namespace mexbase {

namespace {
constexpr KeyHelp max_key{
    .name = "max", .fallback = "", .range = "0..2^40-2", .meaning = "the largest heap asked for", .extent = true};
constexpr std::string_view heap_text = "the number of stones, as 17";
}  // namespace

HeapRules::Position HeapRules::parse(std::string_view text) const {
    Position heap = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), heap);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is no heap: write a number of stones");
    if (error != std::errc{})
        throw Error(ErrorCode::out_of_domain, "a heap of " + in_quotes(text) + " stones is not in this table");
    return heap;
}

const FamilyHelp& Subtraction::help() {
    static constexpr std::array keys = {
        KeyHelp{"set", "", "numbers from 1 to 2^40-2, separated by -", "how many stones may be taken"}, max_key};
    static constexpr FamilyHelp text{"take a number of stones that is in the set", heap_text,
                                     "Berlekamp, Conway and Guy, Winning Ways, chapter 4", keys,
                                     "subtraction:set=1-4-9,max=1000"};
    return text;
}

Subtraction Subtraction::make(const Parameters& p) {
    return {p.number("max", 0, largest_heap), p.number_set("set", 1, largest_heap)};
}

void Subtraction::normalise(Parameters& p) {
    std::string set;
    for (const auto taken : p.number_set("set", 1, largest_heap))
        set += (set.empty() ? "" : "-") + std::to_string(taken);
    p.normalise("set", set);
}

HeapGame Subtraction::heap_game() const {
    TakeAndBreak game;
    for (const std::uint64_t taken : set_)
        for (const std::uint8_t heaps : {std::uint8_t{0}, std::uint8_t{1}}) game.moves.push_back({taken, heaps});
    return {game};
}

const FamilyHelp& Square::help() {
    static constexpr std::array keys = {max_key};
    static constexpr FamilyHelp text{"take a positive square number of stones", heap_text,
                                     "Golomb, A mathematical investigation of games of take-away, 1966", keys,
                                     "square:max=1000"};
    return text;
}

Square Square::make(const Parameters& p) {
    return Square(p.number("max", 0, largest_heap));
}

const FamilyHelp& SquareButOne::help() {
    static constexpr std::array<std::string_view, 2> parities = {"even", "odd"};
    static constexpr std::array keys = {max_key,
                                        KeyHelp{.name = "add",
                                                .fallback = "even",
                                                .meaning = "one stone may be added to a positive heap of this parity",
                                                .words = parities}};
    static constexpr FamilyHelp text{"take a positive square number of stones, or add one (loopy)", heap_text,
                                     "Combinatorial Game Theory, lesson 5: loopy games", keys,
                                     "square-but-one:max=100,add=even"};
    return text;
}

SquareButOne SquareButOne::make(const Parameters& p) {
    return {p.number("max", 0, largest_heap), p.choice("add") == 0};
}

}  // namespace mexbase
