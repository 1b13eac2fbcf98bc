/// \file
/// What a table says about itself, without opening it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "../format/info.hpp"
#include "source.hpp"

namespace mexbase::detail {

/// Reads a table's header and section table, of which only the length is checked, as they are in memory or into
/// `scratch`. Throws as `format::header_length`.
std::span<const std::byte> read_head(const Source& source, std::vector<std::byte>& scratch);

/// Reads a table's header and description, and nothing else. Throws what opening the table would throw of these; not
/// everything is checked that opening it checks.
TableInfo peek(const Source& source);

}  // namespace mexbase::detail
