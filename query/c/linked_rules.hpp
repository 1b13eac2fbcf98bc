// SPDX-License-Identifier: MIT
/// \file
/// The rules of games, if they are linked.
#pragma once

#include "../table.hpp"

namespace mexbase::c {

#if defined(__ELF__) || defined(__wasm__)
#define MEXBASE_IF_LINKED __attribute__((weak))
#else
#define MEXBASE_IF_LINKED
#endif

/// Returns the rules of all games. The function is defined in the object file of `ruled`, which the linker takes from a
/// static library only for programs that call `ruled`. In other programs the address of this function is null.
const Registry* stock_rulesets() MEXBASE_IF_LINKED;

}  // namespace mexbase::c
