#include <iostream>
#include <mexbase/query/table.hpp>

int main() {
    const auto table = mexbase::Table::open("kayles.mxb");
    if (!table) return std::cerr << table.error().message << '\n', 1;
    const auto value = table->probe("5+3");
    if (!value) return std::cerr << value.error().message << '\n', 1;
    std::cout << to_string(*value) << '\n';
}
