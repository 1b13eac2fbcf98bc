// SPDX-License-Identifier: MIT
/// \file
/// Files of a library, and the specs to search for among them.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../lib/rules/family.hpp"
#include "library.hpp"
#include "source/platform.hpp"

namespace mexbase::detail {

/// A file of a library and, while it is open, its table. A lock of the library guards all members that are not atomic.
struct LibraryEntry {
    LibraryFile file;
    std::uint64_t version = 0;
    std::string game;                      ///< the spec without keys that only limit a table
    std::optional<Parameters> parameters;  ///< empty for an unknown family
    std::optional<Table> open;
    mutable std::atomic<std::uint64_t> used{0};  ///< when the table was last used; a greater number is later
};

/// Returns the part of a spec that names its family.
inline std::string_view family_in(std::string_view spec) {
    return spec.substr(0, spec.find(':'));
}

using LibraryEntries = std::vector<std::shared_ptr<LibraryEntry>>;

/// Reads the description of a table from a file, or sets `fault` if it is not a table. Throws `Error{out_of_memory}`.
std::shared_ptr<LibraryEntry> read_entry(const Registry&, const std::string& path, const FoundFile&);

/// The spec of a query in normal form. `Form` depends on the kind of value, because default values of keys may do so.
class AskedSpec {
  public:
    struct Form {
        std::string spec, game;  ///< the spec with and without scope keys; the queried text if the family is unknown
    };

    /// Parses `spec`. Throws `Error{bad_spec}` if it is invalid. If a key is missing, the message lists the tables of
    /// the game in `entries`.
    AskedSpec(const Registry&, std::string_view spec, const LibraryEntries& entries);
    /// Returns true if the family is known and the spec has no key that only limits a table (`KeyHelp::scope`).
    bool is_open() const { return known_ && !gives_scope_; }
    const Form& of(ValueKind values);
    /// Returns true if the table in `file` has exactly this spec.
    bool is_of(const LibraryFile& file) { return of(file.value).spec == file.spec; }
    /// Returns true if `parameters` of a table of the same game have all keys that limit a table and that the spec
    /// gives. A table with `total` does not answer for `max`. Tables of single groups (`Family::table_group`) do.
    bool limits_alike(const Parameters& parameters) const;

  private:
    const Registry& registry_;
    const std::string text_;
    bool known_ = false;
    std::vector<std::string_view> limits_;  ///< the given keys that limit a table; empty if tables hold single groups
    bool gives_scope_ = false;
    std::map<ValueKind, Form> forms_;
};

/// Returns the end of an error message, with the first few specs of a family's tables: `; tables here: chess:KPK,
/// chess:KRK and 7 more`, or `; no table of chess is here`.
std::string tables_of(std::string_view family, const LibraryEntries&);

/// Returns the error for a spec without a table. Its message suggests similar specs, or lists specs of the same family.
Error no_table(const Registry&, std::string_view spec, const LibraryEntries&);

}  // namespace mexbase::detail
