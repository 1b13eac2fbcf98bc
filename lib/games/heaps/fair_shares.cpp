#include "fair_shares.hpp"

#include <charconv>

#include "../../error.hpp"

namespace mexbase {

FairShares::FairShares(unsigned almonds) : ranks_(almonds) {
    auto divisors = std::make_shared<Divisors>();
    for (unsigned heap = 1; heap <= most_almonds; ++heap) {
        for (unsigned share = heap / 2; share > 0; --share)
            if (heap % share == 0) divisors->shares.push_back(static_cast<std::uint16_t>(share));
        divisors->first[heap + 1] = static_cast<std::uint16_t>(divisors->shares.size());
        divisors->ways[heap] = static_cast<std::uint8_t>(divisors->first[heap + 1] - divisors->first[heap]);
    }
    divisors_ = std::move(divisors);
}

const FamilyHelp& FairShares::help() {
    static constexpr std::array keys = {KeyHelp{"n", "", "1..185", "the number of almonds"}};
    static constexpr FamilyHelp text{
        "divide a heap into two or more equal heaps, or merge two heaps of different sizes (loopy)",
        "the heaps in any order, joined by +, as 4+1+1",
        "Berlekamp, Conway and Guy, Winning Ways, chapter 12; Combinatorial Game Theory, lesson 5: loopy games", keys,
        "fair-shares:n=30"};
    return text;
}

FairShares FairShares::make(const Parameters& p) {
    return FairShares(static_cast<unsigned>(p.number("n", 1, most_almonds)));
}

FairShares::Position FairShares::parse(std::string_view text) const {
    const auto fail = [text](const std::string& message) {
        throw Error(ErrorCode::bad_position, in_quotes(text) + message);
    };
    std::array<std::uint16_t, most_almonds + 1> copies{};
    std::uint64_t total = 0;
    for (std::string_view rest = text;;) {
        const std::size_t plus = rest.find('+');
        const std::string_view word = rest.substr(0, plus);
        std::uint64_t heap = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), heap);
        if (error == std::errc::invalid_argument || end != word.data() + word.size())
            fail(" is no position: write the heaps joined by +, as 4+1+1");
        if (error != std::errc{} || heap > most_almonds)
            fail(" has a heap of more than " + std::to_string(almonds()) + " almonds");
        if (heap == 0) fail(" has an empty heap: every heap has at least one almond");
        total += heap;
        if (total <= almonds()) ++copies[heap];
        if (plus == std::string_view::npos) break;
        rest.remove_prefix(plus + 1);
    }
    if (total != almonds())
        fail(" has " + std::to_string(total) + (total == 1 ? " almond, not " : " almonds, not ") +
             std::to_string(almonds()));
    Position p;
    for (unsigned heap = almonds(); heap > 0; --heap) p.push(heap, copies[heap]);
    return p;
}

std::string FairShares::format(const Position& p) const {
    std::string out;
    for (std::size_t b = 0; b < p.distinct; ++b) {
        const std::string heap = std::to_string(p.blocks[b].part);
        for (unsigned copy = 0; copy < p.blocks[b].copies; ++copy) {
            if (!out.empty()) out += '+';
            out += heap;
        }
    }
    return out;
}

}  // namespace mexbase
