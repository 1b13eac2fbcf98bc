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

/// How a library is opened.
struct LibraryOptions {
    /// How each of its tables is opened; the budget is the library's own.
    OpenOptions table = {};
    /// Tables that are kept open, at least one. Those that a handle is held of stay open besides.
    std::size_t most_open = 64;
    /// Bytes that all open tables together keep in decoded blocks: see `CacheBudget`.
    std::uint64_t cache_bytes = std::uint64_t{256} << 20;
};

/// Which of several tables of one game is meant. Where it does not say: normal play before misère, and of kinds of
/// value the first in the order of `ValueKind` (outcome, nimber, obliged, partizan outcome, canonical).
struct TableChoice {
    std::optional<ValueKind> value;
    std::optional<Play> play;
};

/// A file of a library.
struct LibraryFile {
    std::string path;  ///< the directory as it was given, and the name
    std::uint64_t bytes = 0;
    // Of a table:
    std::string spec;
    ValueKind value{};
    Play play = Play::normal;
    Index indices = 0;
    /// Why it is passed over: it is no table, or a damaged one.
    std::optional<Failure> fault;
};

/// A value, with the table that it is from: a canonical form and the set of an infinite nimber belong to it.
struct LibraryValue {
    Table table;
    Value value;
};

/// All tables in some directories, found by their specs: any number of files, of which few are open at a time. Safe for
/// any number of threads at once. A cheap handle: copies share one library. No member throws.
///
/// The files are those that stand in the directories themselves, whatever their names, but not those that begin with a
/// point. Opening looks at the names; each file's header and description are read once, when something is first asked
/// for. A file that is no table is passed over, and `files` says why. Of several tables of the same spec, kind of value
/// and play, the one in the directory named first counts, and there the first by name. A spec never leads to a file
/// that is not among these.
///
/// A spec is put into its normal form: keys in any order, defaults left out, `kayles` for 0.77, KRKQ for KQKR. A file
/// in it is written as tables store it, by `@` and its hash. Keys that say no more than how much of its game a table
/// has (`KeyHelp::scope`: the largest heap, the material of a chess ending) may be left out or say something else:
/// then the table is that of the game which has the position. So `chess` or `chess:KQKR` finds any position of chess in
/// whatever files of materials and numbers of men there are, and opens no more of them than it needs.
///
///     auto library = mexbase::Library::open("tables").value();
///     auto found = library.probe("chess", "8/8/8/5k2/8/8/1Q6/K7 w");
///     if (found) std::cout << to_string(found->value) << '\n';
class Library {
  public:
    /// `not_found` or `io` where a directory cannot be read, `bad_usage` where there is none.
    static Result<Library> open(std::span<const std::string> directories, const LibraryOptions& options = {}) noexcept;
    static Result<Library> open(const std::string& directory, const LibraryOptions& options = {}) noexcept {
        return open(std::span(&directory, 1), options);
    }

    /// The table of a spec. Where keys that say an extent are left out, the one with the most indices. Errors:
    /// `bad_spec`; `not_found` where there is none; those of `Table::open`, and `not_found` where the file has become
    /// another table since the library looked (`refresh`).
    Result<Table> table(std::string_view spec, const TableChoice& choice = {}) const noexcept;
    /// The table that has a position: that of the spec itself if there is one, else, or where that has not got the
    /// position, one that says another extent, those with fewer indices first. Whether the position is one is asked
    /// only where there is more than one table to choose among. Errors: as for `table`, those of `Table::resolve`, and
    /// `out_of_domain` where no table of the game has the position.
    Result<Table> table_for(std::string_view spec, std::string_view position,
                            const TableChoice& choice = {}) const noexcept;
    /// The value of a position in that table, as `Table::probe`.
    Result<LibraryValue> probe(std::string_view spec, std::string_view position,
                               const TableChoice& choice = {}) const noexcept;

    /// All files, by directory and then by name; those that are passed over too.
    Result<std::vector<LibraryFile>> files() const noexcept;
    /// Looks at the directories again: new files are there from then on, and those that are gone or changed are read
    /// anew. Handles of tables stay what they are.
    Result<void> refresh() noexcept;

    /// How many tables are kept open.
    std::size_t open_tables() const noexcept;
    /// What open tables keep in decoded blocks, in bytes, those included of which only handles are left.
    std::uint64_t cached_bytes() const noexcept;

  private:
    struct State;
    explicit Library(std::shared_ptr<State> state) noexcept;
    std::shared_ptr<State> state_;
};

}  // namespace mexbase
