// SPDX-License-Identifier: MIT
#include <iostream>
#include <mexbase/query/table.hpp>

// lookup_cpp TABLE POSITION: prints the value.
int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const auto table = mexbase::Table::open(argv[1]);
    if (!table) {
        std::cerr << table.error().message << '\n';
        return 1;
    }
    const auto value = table->probe(argv[2]);
    if (!value) {
        std::cerr << value.error().message << '\n';
        return 2;
    }
    std::cout << to_string(*value) << '\n';
}
