// SPDX-License-Identifier: MIT
#include "mexgen.hpp"

int main(int argc, char** argv) {
    return mexbase::run_mexgen(argc, argv, mexbase::stock_registry());
}
