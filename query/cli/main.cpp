// SPDX-License-Identifier: MIT
#include "mexquery.hpp"

int main(int argc, char** argv) {
    return mexbase::run_mexquery(argc, argv, mexbase::stock_registry());
}
