// SPDX-License-Identifier: MIT
/// \file
/// JSON fields of values, for commands and server (docs/command-line.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "../table.hpp"

namespace mexbase {

/// Keys keep the order in which they were set.
using Json = nlohmann::ordered_json;

/// Formats an object on one line. Bytes that are not UTF-8 become U+FFFD.
std::string to_line(const Json&);
/// Returns false if `text` between quotes already is a JSON string.
bool needs_escapes(std::string_view text);

/// Returns `position`, `index` (null for a sum and for unindexed positions), and the fields of the value
/// (docs/command-line.md). Throws `Error{not_applicable}` for a canonical form whose text is too long.
Json position_json(const std::string& position, std::optional<Index> index, const Value& value);
/// Overload for a resolved position.
Json position_json(const ResolvedPosition& position, const Value& value);
/// Appends the same object as a line, without line end, to `out`. If it throws, `out` is unchanged.
void add_position_line(std::string& out, std::string_view position, std::optional<Index> index, const Value& value);

/// Returns the index if the position is single and has one.
std::optional<Index> index_of(const ResolvedPosition& position);

/// A position in text form, and its value.
struct Probed {
    std::optional<Index> index;  ///< empty for a sum, and for a number too long for an index
    Value value;
};
/// Probes a position or a sum. Errors as for `Table::probe`.
Result<Probed> probe_with_index(const Table& table, std::string_view position) noexcept;

}  // namespace mexbase
