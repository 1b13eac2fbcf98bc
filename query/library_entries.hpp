/// \file
/// The files of a library, and the specs that are looked for among them.
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

/// A file, and the table in it while that is open. What is not atomic or `const` is guarded by the library.
struct LibraryEntry {
    LibraryFile file;
    std::uint64_t version = 0;
    std::string game;                      ///< the spec without what says an extent
    std::optional<Parameters> parameters;  ///< nothing for a family that is not known here
    std::optional<Table> open;
    mutable std::atomic<std::uint64_t> used{0};  ///< when it was last asked for; greater is later
};

using LibraryEntries = std::vector<std::shared_ptr<LibraryEntry>>;

/// What a file holds, read from its beginning; where it is no table, why not. Throws `Error{out_of_memory}`.
std::shared_ptr<LibraryEntry> read_entry(const Registry&, const std::string& path, const FoundFile&);

/// A spec that is asked for, in its normal form: what it leaves out may depend on the values of the table.
class AskedSpec {
  public:
    struct Form {
        std::string spec, game;  ///< with and without what says an extent; as it stands where the family is unknown
    };

    /// Throws `Error{bad_spec}`, which tells what `entries` have of the game where a key is missing.
    AskedSpec(const Registry&, std::string_view spec, const LibraryEntries& entries);
    /// Whether it leaves open how much of the game is meant.
    bool is_open() const { return known_ && !says_extent_; }
    const Form& of(ValueKind values);
    /// Whether a table is that of this very spec.
    bool is_of(const LibraryFile& file) { return of(file.value).spec == file.spec; }

  private:
    const Registry& registry_;
    const std::string text_;
    bool known_ = false, says_extent_ = false;
    std::map<ValueKind, Form> forms_;
};

/// The specs of the tables of a family, the first few by name, to end an error's message: `; tables here: chess:KPK,
/// chess:KRK and 7 more`, or `; no table of chess is here`.
std::string tables_of(std::string_view family, const LibraryEntries&);

/// What is said where there is no table of a spec: which may have been meant, or which of its game there are.
Error no_table(const Registry&, std::string_view spec, const LibraryEntries&);

}  // namespace mexbase::detail
