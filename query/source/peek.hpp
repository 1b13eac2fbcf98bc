// SPDX-License-Identifier: MIT
/// \file
/// Reads the description of a table without opening it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "../format/info.hpp"
#include "source.hpp"

namespace mexbase::detail {

/// Reads a table's header and section table, in place or into `scratch`. Checks only the length. Throws like
/// `format::header_length`.
std::span<const std::byte> read_head(const Source& source, std::vector<std::byte>& scratch);

/// Reads only a table's header and description. Makes fewer checks than opening the table does, but throws the same
/// errors.
TableInfo peek(const Source& source);

}  // namespace mexbase::detail
