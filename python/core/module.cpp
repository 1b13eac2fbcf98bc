// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>

#include "errors.hpp"
#include "table.hpp"
#include "values.hpp"

PYBIND11_MODULE(_core, module) {
    using namespace mexbase::python;
    module.doc() = "Implementation of mexbase. Import mexbase instead.";
    module.attr("version") = MEXBASE_VERSION;
    define_errors();
    define_values(module);
    define_table(module);
    define_library(module);
    define_sum(module);
    define_solving(module);
}
