// SPDX-License-Identifier: MIT
/// \file
/// Text output that mexquery and mexgen share: the description of a table.
#pragma once

#include <string>
#include <string_view>

#include "../format/info.hpp"

namespace mexbase::cli {

/// Formats the fields of `info_json` as a few lines of text.
std::string info_text(const TableInfo&);

/// Formats the counts by value as `12 positions WHAT: 5 of 0, 7 of *`, with further lines for some kinds of value.
std::string counts_text(const TableInfo&, std::string_view what = {});

/// Returns the name of a player, `left` or `right`.
std::string_view name_of(Player);

/// Formats a number with commas, such as 4,087,968.
std::string grouped(std::uint64_t);

}  // namespace mexbase::cli
