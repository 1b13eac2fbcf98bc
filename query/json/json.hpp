/// \file
/// Answers as JSON: the fields in which commands, and the server, write a value (docs/command-line.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "../table.hpp"

namespace mexbase {

/// Keys keep the order in which they were set.
using Json = nlohmann::ordered_json;

/// An object on one line. Text that is no UTF-8 gets U+FFFD in place of what is not.
std::string to_line(const Json&);
/// Returns false if `text` between quotes is a JSON string already.
bool needs_escapes(std::string_view text);

/// `position`, `index` (null for a sum, and for what has none), and the fields of the value (docs/command-line.md).
/// Throws `Error{not_applicable}` for a canonical form whose text is too long.
Json position_json(const std::string& position, std::optional<Index> index, const Value& value);
/// The same of a position that was asked for, as the game writes it.
Json position_json(const ResolvedPosition& position, const Value& value);
/// The same object as a line, without its end, added to `out`; where it throws, `out` is as before.
void add_position_line(std::string& out, std::string_view position, std::optional<Index> index, const Value& value);

/// The index of what is one position and has one.
std::optional<Index> index_of(const ResolvedPosition& position);

/// A position as it was asked for by a text, and what the table says of it.
struct Probed {
    std::optional<Index> index;  ///< nothing for a sum, and for a number too long for an index
    Value value;
};
/// Asks for one position, or a sum; errors as for `Table::probe`.
Result<Probed> probe_with_index(const Table& table, std::string_view position) noexcept;

}  // namespace mexbase
