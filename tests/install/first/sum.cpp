#include <exception>
#include <iostream>
#include <mexbase/query/sum.hpp>
#include <mexbase/query/table.hpp>

int main() try {
    const mexbase::Table table = mexbase::Table::open("kayles.mxb").value();  // `value` throws an error
    mexbase::Sum sum;
    sum.add(table, "5+3").value();
    sum.add(table, "7").value();
    const bool won = sum.value().value() == mexbase::SumValue(mexbase::Outcome::win);
    std::cout << (won ? "win" : "loss") << '\n';
    if (const auto move = sum.best_move().value()) {
        std::cout << "component " << move->component + 1 << ':';
        for (const mexbase::Index part : move->parts) std::cout << ' ' << table.text_of(part).value();
        std::cout << '\n';
    }
} catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
}
