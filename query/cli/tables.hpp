/// \file
/// Where the commands of mexquery find their tables.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../library.hpp"
#include "command_line/arguments.hpp"

namespace mexbase::cli {

/// The moves that a table does not hold, from a program that is asked over the line protocol (docs/your-own-game.md),
/// started when it is first asked: one copy, which threads take in turn.
class MovesProgram {
  public:
    MovesProgram(const std::string& command, double seconds);
    /// Asks it. Throws `Error{io}` where no answer comes, `Error{bad_file}` for what is none.
    MoveProvider move_provider() const;
    /// From now on an answer is none that is not of such a game: in a partizan one each player's options are apart.
    void expect(bool partizan) const;

  private:
    class Asked;
    std::shared_ptr<Asked> asked_;
};

/// Files, or with `--tables` the tables in directories, which are named by their specs. Members throw `Error`.
class Tables {
  public:
    /// `program`, if there is one, gives the moves to `open`; each table is compared with it.
    Tables(const Arguments& arguments, const OpenOptions& open, std::optional<MovesProgram> program = {});

    bool is_library() const { return library_.has_value(); }
    /// The table in a file, or of a spec.
    Table table(const std::string& name) const;
    /// The same, of a spec the one that has the position.
    Table table_for(const std::string& name, const std::string& position) const;
    /// Prints the files of the library, a line each: path, spec, kind of value and play, or why it is skipped.
    void print_list(bool as_json) const;

  private:
    /// The table, if the program that says its moves has its rules (`check_program`).
    Table checked(Table table) const;

    OpenOptions open_;
    std::optional<MovesProgram> program_;
    std::optional<Library> library_;
    TableChoice choice_;
};

}  // namespace mexbase::cli
