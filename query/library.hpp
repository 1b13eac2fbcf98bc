// SPDX-License-Identifier: MIT
/// \file
/// A library: many tables, found by their specs (texts that name a game with its parameters).
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
    /// Options for opening each table. The library replaces their `budget` by its own.
    OpenOptions table = {};
    /// Number of tables kept open, at least one. Tables with a handle in use stay open in addition.
    std::size_t most_open = 64;
    /// Limit on the decoded blocks of all open tables together, in bytes (see `CacheBudget`).
    std::uint64_t cache_bytes = std::uint64_t{256} << 20;
};

/// Choice among several tables of one game. An empty member allows all tables. Normal play is then preferred to misère
/// play, and kinds of value in the order of `ValueKind` (outcome, nimber, obliged, partizan outcome, canonical).
struct TableChoice {
    std::optional<ValueKind> value;
    std::optional<Play> play;
    std::optional<Distance> distance;
};

/// A file of a library.
struct LibraryFile {
    std::string path;  ///< the directory as given to `Library::open`, and the file's name
    std::uint64_t bytes = 0;
    // The next five members are set only if the file is a table.
    std::string spec;
    ValueKind value{};
    Play play = Play::normal;
    Distance distance = Distance::end;
    Index indices = 0;
    /// The reason why the file is skipped, if it is not a table or is damaged.
    std::optional<Failure> fault;
};

/// A value and its table. The table owns the canonical form or set of nimbers to which the value may refer.
struct LibraryValue {
    Table table;
    Value value;
};

/// All tables in some directories. Finds a table by its spec (the text that names a game). There may be any number of
/// files; few are open at a time. Safe to use from several threads. Copies share one library. No member throws.
///
/// The library ignores subdirectories, and files whose names begin with a dot. `open` lists the names. The first query
/// reads the header and the description of each file. Files that are not tables are skipped, and `files` gives the
/// reason. Several tables may have the same spec, kind of value and play. Then the library uses the first one, by
/// directory and then by name. A spec never opens a file outside the directories.
///
/// Equivalent specs find the same table. Keys may be in any order, and default values may be left out. `kayles` means
/// 0.77, and KRKQ means KQKR. A spec names a file by the hash of its content (`@HASH`). Some keys only limit what one
/// table holds (`KeyHelp::scope`), such as the largest heap or the material of a chess ending. If such a key is absent
/// or differs, the library looks for a table of the same game that has the position. So `chess` or `chess:KQKR` finds
/// any chess position in tables of any material. In other games such a table must have the keys that the spec gives:
/// `octal:code=kayles,max=9` finds no table with `total`. Only tables that may have the position are opened.
///
///     auto library = mexbase::Library::open("tables").value();
///     auto found = library.probe("chess", "8/8/8/5k2/8/8/1Q6/K7 w");
///     if (found) std::cout << to_string(found->value) << '\n';
class Library {
  public:
    /// Makes a library of the files in `directories`. Errors: `not_found` or `io` if a directory cannot be read,
    /// `bad_usage` if `directories` is empty.
    static Result<Library> open(std::span<const std::string> directories, const LibraryOptions& options = {}) noexcept;
    static Result<Library> open(const std::string& directory, const LibraryOptions& options = {}) noexcept {
        return open(std::span(&directory, 1), options);
    }

    /// Returns the table of a spec. If no table has exactly this spec, and the spec has no key that only limits a table
    /// (`KeyHelp::scope`), returns the table with the most indices. Errors: `bad_spec`; `not_found` if the library has
    /// no such table, or if the file has become another table since the last `refresh`; those of `Table::open`.
    Result<Table> table(std::string_view spec, const TableChoice& choice = {}) const noexcept;
    /// Returns a table that has a position. Tries the table with exactly this spec first, then other tables of the
    /// game, smaller tables first. Errors: as for `table`, those of `Table::resolve`, and `out_of_domain` if none of
    /// these tables has the position. If another table of the game has it, the message names this table.
    Result<Table> table_for(std::string_view spec, std::string_view position,
                            const TableChoice& choice = {}) const noexcept;
    /// Variant of `table_for` for a component of a sum. Returns a table whose values add: obliged pairs if `obliged` is
    /// true, else nimbers or canonical forms. If the game has no such table, or `choice.value` is set, returns the
    /// result of `table_for`.
    Result<Table> table_for_sum(std::string_view spec, std::string_view position, bool obliged,
                                const TableChoice& choice = {}) const noexcept;
    /// Returns the result of `Table::probe` for a position, in the table `table_for(spec, position)`.
    Result<LibraryValue> probe(std::string_view spec, std::string_view position,
                               const TableChoice& choice = {}) const noexcept;

    /// Returns all files, including skipped ones, in the order of directories and then of names.
    Result<std::vector<LibraryFile>> files() const noexcept;
    /// Lists the directories again. Adds new files, rereads changed files and removes missing ones. Tables stay valid.
    Result<void> refresh() noexcept;

    /// Returns the number of tables kept open.
    std::size_t open_tables() const noexcept;
    /// Returns the number of bytes in decoded blocks, including those of tables that only a caller's handle keeps open.
    std::uint64_t cached_bytes() const noexcept;

  private:
    struct State;
    explicit Library(std::shared_ptr<State> state) noexcept;
    std::shared_ptr<State> state_;
};

}  // namespace mexbase
