// SPDX-License-Identifier: MIT
/// \file
/// Many tables, found by their specs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// Options for opening a library.
struct LibraryOptions {
    /// Options for opening each table; the library replaces the budget by its own.
    OpenOptions table = {};
    /// Number of tables kept open, at least one. Tables with a handle in use stay open in addition.
    std::size_t most_open = 64;
    /// Limit on decoded blocks of all open tables together, in bytes: see `CacheBudget`.
    std::uint64_t cache_bytes = std::uint64_t{256} << 20;
};

/// Choice among several tables of one game. By default normal play comes before misère, and kinds of value come in the
/// order of `ValueKind` (outcome, nimber, obliged, partizan outcome, canonical).
struct TableChoice {
    std::optional<ValueKind> value;
    std::optional<Play> play;
};

/// A file of a library.
struct LibraryFile {
    std::string path;  ///< the directory as given, and the name
    std::uint64_t bytes = 0;
    // The next four are set for a table only.
    std::string spec;
    ValueKind value{};
    Play play = Play::normal;
    Index indices = 0;
    /// The reason why the file is skipped, if it is not a table or is damaged.
    std::optional<Failure> fault;
};

/// A value and its table, which owns canonical forms and the sets of infinite nimbers.
struct LibraryValue {
    Table table;
    Value value;
};

/// All tables in some directories, found by their specs. There may be any number of files; few are open at a time. Safe
/// to use from several threads. A cheap handle: copies share one library. No member throws.
///
/// The files are those directly in the directories, with any name that does not begin with a dot. Opening lists the
/// names; each header and description is read once, at the first query. Files that are not tables are skipped, and
/// `files` gives the reason. Among tables of the same spec, kind of value and play, the directory given first counts,
/// then the first name. A spec never opens any other file.
///
/// Specs are normalised: keys in any order, defaults left out, `kayles` for 0.77, KRKQ for KQKR. A file in a spec is
/// named by its hash (`@HASH`), as tables store it. Keys of the scope of a table (`KeyHelp::scope`: largest heap,
/// material of a chess ending) may be left out or differ. Then the library looks for a table of the same game that has
/// the position. So `chess` or `chess:KQKR` finds any chess position in files of any materials, and opens no more of
/// them than it needs.
///
///     auto library = mexbase::Library::open("tables").value();
///     auto found = library.probe("chess", "8/8/8/5k2/8/8/1Q6/K7 w");
///     if (found) std::cout << to_string(found->value) << '\n';
class Library {
  public:
    /// `not_found` or `io` if a directory cannot be read, `bad_usage` if none is given.
    static Result<Library> open(std::span<const std::string> directories, const LibraryOptions& options = {}) noexcept;
    static Result<Library> open(const std::string& directory, const LibraryOptions& options = {}) noexcept {
        return open(std::span(&directory, 1), options);
    }

    /// Returns the table of a spec. If scope keys are left out, returns the table with the most indices. Errors:
    /// `bad_spec`; `not_found` if the library has no such table, or if its file has become another table since the last
    /// `refresh`; those of `Table::open`.
    Result<Table> table(std::string_view spec, const TableChoice& choice = {}) const noexcept;
    /// Returns the table that has a position. Tries the table of the spec itself first, then tables of other scopes,
    /// those with fewer indices first. The position is checked only if several tables could have it. Errors: as for
    /// `table`, those of `Table::resolve`, and `out_of_domain` if no table of the game has the position.
    Result<Table> table_for(std::string_view spec, std::string_view position,
                            const TableChoice& choice = {}) const noexcept;
    /// Returns the value of a position in `table_for(spec, position)`, as `Table::probe`.
    Result<LibraryValue> probe(std::string_view spec, std::string_view position,
                               const TableChoice& choice = {}) const noexcept;

    /// Returns all files, by directory and then by name, including skipped ones.
    Result<std::vector<LibraryFile>> files() const noexcept;
    /// Lists the directories again: adds new files, rereads changed files and removes missing ones. Existing handles of
    /// tables stay valid.
    Result<void> refresh() noexcept;

    /// Returns the number of tables kept open.
    std::size_t open_tables() const noexcept;
    /// Returns the bytes in decoded blocks, including tables that only handles keep open.
    std::uint64_t cached_bytes() const noexcept;

  private:
    struct State;
    explicit Library(std::shared_ptr<State> state) noexcept;
    std::shared_ptr<State> state_;
};

}  // namespace mexbase
