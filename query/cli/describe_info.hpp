/// \file
/// What a table says about itself, for people and for programs. Both programs print it.
#pragma once

#include <string>
#include <string_view>

#include "../format/info.hpp"
#include "json.hpp"

namespace mexbase::cli {

/// The keys `spec value play positions indices histogram longest_remoteness largest_nimber` and some more;
/// `distinct_values` of canonical forms.
Json info_json(const TableInfo&);

/// The same as a few lines of text.
std::string info_text(const TableInfo&);

/// `left` or `right`.
std::string_view name_of(Player);

/// 4087968 as 4,087,968.
std::string grouped(std::uint64_t);

}  // namespace mexbase::cli
