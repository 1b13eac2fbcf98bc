/// \file
/// What a table says about itself, without opening it.
#pragma once

#include "../format/info.hpp"
#include "source.hpp"

namespace mexbase::detail {

/// Reads a table's header and description, and nothing else. Throws what opening the table would throw of these; not
/// everything is checked that opening it checks.
TableInfo peek(const Source& source);

}  // namespace mexbase::detail
