#include <iostream>

#include "../best_play.hpp"
#include "commands.hpp"

namespace mexbase::cli {

int print_best(const Table& table, const std::string& position, Player first) {
    const Index index = table.index_of(position).value();
    for (const RatedOption& option : best_options(table, index, first).value())
        std::cout << table.text_of(option.index).value() << ": " << to_string(option.value) << '\n';
    return 0;
}

int print_line(const Table& table, const std::string& position, Player first) {
    const Index index = table.index_of(position).value();
    const BestLine line = best_line(table, index, first).value();
    for (const Index i : line.positions)
        std::cout << table.text_of(i).value() << ": " << to_string(table.stored_at(i).value()) << '\n';
    switch (line.end) {
        case LineEnd::stopped:
            break;
        case LineEnd::repeated:
            std::cout << "and so on: this position was there before\n";
            break;
        case LineEnd::unproven:
            std::cout << "nothing is proven from here on\n";
            break;
        case LineEnd::cut:
            std::cout << "and so on\n";
            break;
    }
    return 0;
}

}  // namespace mexbase::cli
