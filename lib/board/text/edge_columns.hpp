// SPDX-License-Identifier: MIT
/// \file
/// Lines of an edge list that have more than two vertices separated by blanks. Not for users of the library.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mexbase::detail {

/// The columns of an edge list, as a line of their names gives them.
struct EdgeColumns {
    char separator = ' ';  ///< tab, comma or semicolon; a space is any number of spaces and tabs
    std::size_t source = 0, target = 1;
    std::optional<std::size_t> type;  ///< column of Gephi that says Directed or Undirected
    std::string names[2];             ///< the names of the columns of source and target

    std::size_t needed() const;  ///< columns that a line must have
};

/// Reads the names of columns, such as `source,target,weight`. Returns `std::nullopt` unless one column has a name for
/// the source of an arc, such as `source` or `from`, and one has a name for the target. Then sets `fault` to an error
/// message if `names` are names of other columns, such as those of a table of vertices.
std::optional<EdgeColumns> columns_from(std::string_view names, std::string& fault);

/// Removes and returns the next field of `line`, without blanks around it. A field in double quotes may have separators
/// and `""` for a quote; it is stored in `buffer`. Returns `std::nullopt` past the last field or for quotes without
/// end.
std::optional<std::string_view> take_field(std::optional<std::string_view>& line, char separator, std::string& buffer);

/// Returns the lines of an edge list that say what `line` probably means, in quotes for an error message. For `a -> b,`
/// that is `"a b"`. Returns an empty string if the line does not have two names.
std::string line_meant(std::string_view line);

/// Returns the first sign in `name` that looks like a separator or like another format, for an error message: `"->"`,
/// or `U+00A0` for a no-break space. Returns an empty string if there is none.
std::string foreign_sign(std::string_view name);

/// Returns true for a dictionary of Python, such as `{'weight': 3}`. networkx writes one after the vertices of an edge.
bool is_data(std::string_view text);
/// Returns true for a decimal number that is not a whole number without sign: 0.5, 1e3, -1.
bool is_weight(std::string_view word);
/// Returns true for a decimal number.
bool is_decimal(std::string_view word);

}  // namespace mexbase::detail
