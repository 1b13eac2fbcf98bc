// SPDX-License-Identifier: MIT
/// \file
/// Tables named on mexquery's command line.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "../library.hpp"
#include "command_line/arguments.hpp"

namespace mexbase::cli {

/// Moves that a table does not store, from a program with the line protocol (docs/your-own-game.md). The program starts
/// at the first use; threads share one process.
class MovesProgram {
  public:
    MovesProgram(const std::string& command, double seconds);
    /// Calls the program. Throws `Error{io}` if no answer arrives, `Error{bad_file}` for an invalid answer.
    MoveProvider move_provider() const;
    /// Makes answers invalid that do not fit: in a partizan game they must give each player's options.
    void expect(bool partizan) const;

  private:
    class Asked;
    std::shared_ptr<Asked> asked_;
};

/// Files, or with `--tables` the tables in directories, named by their specs. Members throw `Error`.
class Tables {
  public:
    /// `program`, if given, supplies the moves to `open`; each table is compared with it.
    Tables(const Arguments& arguments, const OpenOptions& open, std::optional<MovesProgram> program = {});

    bool is_library() const { return library_.has_value(); }
    /// Returns the table in a file, or of a spec.
    Table table(const std::string& name) const;
    /// Variant that, for a spec, returns the table that has the position.
    Table table_for(const std::string& name, const std::string& position) const;
    /// Prints the files of the library, one per line: path, spec, kind of value and play, or the reason for skipping.
    void print_list(bool as_json) const;

  private:
    /// Returns the table if the program's moves fit it (`check_program`).
    Table checked(Table table) const;

    OpenOptions open_;
    std::optional<MovesProgram> program_;
    std::optional<Library> library_;
    TableChoice choice_;
};

}  // namespace mexbase::cli
