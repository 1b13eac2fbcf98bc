/// \file
/// What a table says about itself, for people. Both programs print it.
#pragma once

#include <string>
#include <string_view>

#include "../format/info.hpp"

namespace mexbase::cli {

/// `info_json` as a few lines of text.
std::string info_text(const TableInfo&);

/// `left` or `right`.
std::string_view name_of(Player);

/// 4087968 as 4,087,968.
std::string grouped(std::uint64_t);

}  // namespace mexbase::cli
