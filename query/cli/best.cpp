#include <iostream>

#include "../best_play.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {
constexpr std::size_t longest_line = 10'000'000;
}

int print_best(const Table& table, const std::string& position, Player first) {
    const auto parts = table.parts_of(position).value();
    for (const Option& option : best_options(table, parts, first).value())
        std::cout << table.text_of(option.parts).value() << ": " << to_string(option.value) << '\n';
    return 0;
}

int print_line(const Table& table, const std::string& position, Player first) {
    const Index index = table.index_of(position).value();
    const Line line = best_line(table, index, longest_line, first).value();
    for (const Index i : line.positions) {
        const Value value = table.stored_at(i).value();
        std::cout << table.text_of(i).value() << ": " << to_string(value) << '\n';
        if (value.kind == ValueKind::outcome && value.outcome.outcome == Outcome::unknown) {
            std::cout << "nothing is proven of play from here\n";
            return 0;
        }
    }
    if (line.end == Line::End::repeated) std::cout << "and so on: this position was there before\n";
    if (line.end == Line::End::cut) std::cout << "and so on\n";
    return 0;
}

}  // namespace mexbase::cli
