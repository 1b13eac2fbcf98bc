// SPDX-License-Identifier: MIT
/// \file
/// Tables that mexquery's command line names.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "../library.hpp"
#include "command_line/arguments.hpp"

namespace mexbase::cli {

/// External program that supplies the moves that a table does not store (docs/your-own-game.md). The program starts at
/// the first use. All threads share one process.
class MovesProgram {
  public:
    MovesProgram(const std::string& command, double seconds);
    /// Returns a function that gets moves from the program. It throws `Error{io}` if no answer arrives in time,
    /// `Error{bad_file}` for an invalid answer.
    MoveProvider move_provider() const;
    /// Sets the kind of game that the program's answers must fit. In a partizan game, an answer must separate the
    /// options of the two players. Answers that do not fit are invalid.
    void expect(bool partizan) const;

  private:
    class Asked;
    std::shared_ptr<Asked> asked_;
};

/// The tables that a command line names: each by its file, or with `--tables DIR` by its spec. Members throw `Error`.
class Tables {
  public:
    /// Opens the library of `--tables`, if given. `program`, if given, supplies moves that are checked against each
    /// table.
    Tables(const Arguments& arguments, const OpenOptions& open, std::optional<MovesProgram> program = {});

    bool is_library() const { return library_.has_value(); }
    /// Returns the table that `name` names: a file, or with `--tables` a spec.
    Table table(const std::string& name) const;
    /// Variant of `table` for a query about a position. If `name` is a spec, returns the table that has the position.
    Table table_for(const std::string& name, const std::string& position) const;
    /// Variant of `table_for` for a component of a sum. If `name` is a spec, returns a table whose values add.
    Table table_for_sum(const std::string& name, const std::string& position, bool obliged) const;
    /// Returns the names of the tables that were opened, in quotes: `"a.mxb" or "b.mxb"`. Returns an empty text if none
    /// was, or if opening failed: then the error names the file already.
    std::string opened_names() const;
    /// Prints the files of the library, one per line: path, spec, kind of value and play, or why the file is skipped.
    void print_list(bool as_json) const;

  private:
    /// Returns the table that `open` opens for `name`. Throws if the program's moves contradict its values
    /// (`check_program`).
    Table opened(const std::string& name, const std::function<Table()>& open) const;

    OpenOptions open_;
    std::optional<MovesProgram> program_;
    std::optional<Library> library_;
    TableChoice choice_;
    mutable std::set<std::string> names_;  ///< of the tables opened so far
    mutable bool opened_ = false;          ///< the last table that was named is open
};

}  // namespace mexbase::cli
