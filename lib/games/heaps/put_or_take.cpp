#include "put_or_take.hpp"

#include <array>

#include "../../error.hpp"

namespace mexbase {

namespace {

struct Limits {
    std::uint64_t max, bound;
};

Limits limits(const Parameters& p) {
    const std::uint64_t max = p.number("max", 0, largest_heap);
    if (p.text("bound") == "auto") {
        const std::uint64_t tenfold = max > largest_heap / 10 ? largest_heap : 10 * max;
        return {max, std::max<std::uint64_t>(100000, tenfold)};
    }
    return {max, p.number("bound", max, largest_heap)};
}

}  // namespace

const FamilyHelp& PutOrTakeASquare::help() {
    static constexpr std::array keys = {KeyHelp{"max", "", "0..2^40-2", "the largest heap asked for"},
                                        KeyHelp{"bound", "auto", "max..2^40-2, or auto: 10 max, at least 100000",
                                                "the largest heap that play may reach"}};
    static constexpr FamilyHelp text{
        "add or take the largest square not above the heap (loopy, without a bound)", "the number of stones, as 92",
        "Epstein; Guy, Unsolved problems in combinatorial games; Combinatorial Game Theory, lesson 5: loopy games",
        keys, "put-or-take-a-square:max=1000,bound=100000"};
    return text;
}

PutOrTakeASquare PutOrTakeASquare::make(const Parameters& p) {
    const Limits given = limits(p);
    return {given.max, given.bound};
}

void PutOrTakeASquare::normalise(Parameters& p) {
    p.normalise("bound", std::to_string(limits(p).bound));
}

}  // namespace mexbase
