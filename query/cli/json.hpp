/// \file
/// Answers as JSON: the fields that every command writes a value in.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "../table.hpp"

namespace mexbase::cli {

/// Keys keep the order in which they were set.
using Json = nlohmann::ordered_json;

/// An object on one line. Text that is no UTF-8 gets U+FFFD in place of what is not.
std::string to_line(const Json&);

/// Sets the typed fields of a value: `outcome` and `remoteness`, `nimber` or `infinite`, `obliged`, `class` …, as
/// `docs/json.md` lists them. Throws `Error{not_applicable}` for a canonical form whose text is too long.
void add_value(Json& object, const Value& value);

/// `position`, `index` (null for a sum, and for what has none), and the fields of the value.
Json position_json(const std::string& position, std::optional<Index> index, const Value& value);
/// The same of a position that was asked for, as the game writes it.
Json position_json(const AskedPosition& position, const Value& value);

/// The index of what is one position and has one.
std::optional<Index> index_of(const AskedPosition& position);

}  // namespace mexbase::cli
