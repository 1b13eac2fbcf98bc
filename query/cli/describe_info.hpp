// SPDX-License-Identifier: MIT
/// \file
/// Description of a table as text, for both programs.
#pragma once

#include <string>
#include <string_view>

#include "../format/info.hpp"

namespace mexbase::cli {

/// Formats the fields of `info_json` as a few lines of text.
std::string info_text(const TableInfo&);

/// Returns `left` or `right`.
std::string_view name_of(Player);

/// Formats 4087968 as 4,087,968.
std::string grouped(std::uint64_t);

}  // namespace mexbase::cli
