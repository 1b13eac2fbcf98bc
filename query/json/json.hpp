// SPDX-License-Identifier: MIT
/// \file
/// Values of positions as JSON, for the commands and the server (docs/command-line.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "../table.hpp"

namespace mexbase {

/// A JSON value. Its keys keep the order in which they were set.
using Json = nlohmann::ordered_json;

/// Formats an object on one line. Bytes that are not UTF-8 become U+FFFD.
std::string to_line(const Json&);
/// Returns false if `text` between double quotes is a valid JSON string with the same content.
bool needs_escapes(std::string_view text);

/// Returns an object with `position`, `index` (null for a sum and for a position without an index), and the fields of
/// the value (docs/command-line.md). Throws `Error{not_applicable}` for a canonical form whose text is too long.
Json position_json(const std::string& position, std::optional<Index> index, const Value& value);
/// Overload for a resolved position.
Json position_json(const ResolvedPosition& position, const Value& value);
/// Appends the object of `position_json` as one line, without line end, to `out`. If this throws, `out` is unchanged.
void add_position_line(std::string& out, std::string_view position, std::optional<Index> index, const Value& value);

/// Returns the index of the position, or `std::nullopt` if it is a sum or has no index.
std::optional<Index> index_of(const ResolvedPosition& position);

/// Index and value of a position that was given as text.
struct Probed {
    std::optional<Index> index;  ///< empty for a sum, and for a number too long for an index
    Value value;
};
/// Returns the index and the value of a position or a sum. Errors: as for `Table::probe`.
Result<Probed> probe_with_index(const Table& table, std::string_view position) noexcept;

}  // namespace mexbase
