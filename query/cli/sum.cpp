#include <algorithm>
#include <iostream>

#include "../../lib/error.hpp"
#include "../partizan_sums.hpp"
#include "../sums.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// `COMPONENT: POSITION -> POSITION`.
void print_move(std::string_view head, const SumComponent& before, const SumMove& move,
                const std::vector<std::size_t>& number) {
    std::cout << head << number[move.component] + 1 << ": " << before.table->text_of(before.parts).value() << " -> "
              << before.table->text_of(move.parts).value() << '\n';
}

}  // namespace

int print_sum(std::span<const std::string> words, const OpenOptions& options, bool obliged,
              std::optional<std::size_t> begun) {
    if (words.empty() || words.size() % 2 != 0)
        throw Error(ErrorCode::bad_usage, "a sum is FILE POSITION FILE POSITION …: a table and a position each");
    std::vector<Table> tables;
    std::vector<SumComponent> sum;
    std::vector<std::size_t> number;  // what each component is called
    tables.reserve(words.size() / 2);
    for (std::size_t w = 0; w < words.size(); w += 2) {
        // A file named again is opened once.
        std::size_t same = 0;
        while (same < w && words[same] != words[w]) same += 2;
        tables.push_back(same < w ? tables[same / 2] : Table::open(words[w], options).value());
        sum.push_back({&tables.back(), tables.back().parts_of(words[w + 1]).value()});
        number.push_back(w / 2);
    }
    if (begun && (*begun == 0 || *begun > sum.size()))
        throw Error(ErrorCode::bad_usage, "--begun names a component, 1.." + std::to_string(sum.size()));
    if (begun) {
        // The one begun comes first.
        const auto first = static_cast<std::ptrdiff_t>(*begun - 1);
        std::rotate(sum.begin(), sum.begin() + first, sum.begin() + first + 1);
        std::rotate(number.begin(), number.begin() + first, number.begin() + first + 1);
    }
    if (obliged) {
        const Obliged value = obliged_sum_value(sum, begun ? 1 : 0).value();
        std::cout << to_string(value) << std::endl;
        const ObligedMoves moves = obliged_sum_moves(sum, begun ? 1 : 0).value();
        if (moves.normal) print_move("move normal: ", sum[moves.normal->component], *moves.normal, number);
        if (moves.misere) print_move("move misere: ", sum[moves.misere->component], *moves.misere, number);
        return 0;
    }
    if (is_partizan_sum(sum)) {
        std::cout << letter(partizan_sum_class(sum).value()) << std::endl;
        const PartizanMoves moves = partizan_sum_moves(sum).value();
        if (moves.left) print_move("move left: ", sum[moves.left->component], *moves.left, number);
        if (moves.right) print_move("move right: ", sum[moves.right->component], *moves.right, number);
        return 0;
    }
    const Outcome outcome = sum_outcome(sum).value();
    std::cout << to_string(outcome) << std::endl;
    const auto move = best_sum_move(sum).value();
    if (move) print_move("move: ", sum[move->component], *move, number);
    return 0;
}

}  // namespace mexbase::cli
