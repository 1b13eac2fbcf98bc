// SPDX-License-Identifier: MIT
/// \file
/// The subcommands of mexquery. Each prints to standard output and throws `Error`.
#pragma once

#include <cstdint>
#include <functional>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../find.hpp"
#include "../json/answers.hpp"
#include "../json/json.hpp"
#include "../serve/server.hpp"
#include "../table.hpp"
#include "command_line/arguments.hpp"
#include "tables.hpp"

namespace mexbase::cli {

/// Prints an object on one line of standard output.
inline void print(const Json& json) {
    std::cout << to_line(json) << '\n';
}

/// Checks that the program that supplies a table's moves has the table's rules. For 50 positions, computes the outcome
/// or nimber from the program's moves. Throws `Error{bad_usage}` if it differs from the stored value. Does not check
/// tables of other values, nor tables of bounded games.
void check_program(const Table& table);

/// Runs `info FILE [--json]`.
void print_info(const Table& table, bool as_json, bool with_choices);

/// Function that returns the table that has a position. Throws `Error`.
using TableOf = std::function<Table(const std::string& position)>;

/// Runs `probe FILE [--json] [--remoteness] POSITION…`. Reads positions from standard input if `positions` is empty.
/// Returns the exit status, as `answer_each`.
int probe(const TableOf& table_of, const std::vector<std::string>& positions, const Arguments&);
/// Throws `Error{not_applicable}` if the values of the table have no remoteness.
void require_remoteness(const Table& table);
/// Returns the text of a value. `with_remoteness` adds, for example, `(7 plies if Left begins, 3 if Right does)`.
std::string value_text(const Value& value, bool with_remoteness);

/// Runs `value [--json] TEXT…`, which computes canonical forms of partizan games. Reads standard input if `texts` is
/// empty. Returns the exit status, as `answer_each`.
int print_values(std::span<const std::string> texts, const Arguments&);
/// Writes the thermograph of a game in notation to an SVG file. Throws `Error{bad_usage}` if the name of the file ends
/// like that of another image format. Throws `Error{io}` if the file cannot be written, and the errors of the notation.
void write_thermograph(const std::string& text, const std::string& path);

/// Format of the output of `best` and `line`.
struct PlayForm {
    bool as_json = false;
    bool with_picture = false;
    bool with_remoteness = false;  ///< adds remotenesses to partizan outcomes; JSON always has them
};

/// Runs `best FILE POSITION [--json] [--picture] [--remoteness]`.
void print_best(const Table& table, const std::string& position, Player first, const PlayForm& form);

/// Runs `line FILE POSITION [--json] [--picture] [--remoteness]`.
void print_line(const Table& table, const std::string& position, Player first, const PlayForm& form);

/// Runs `sum [--obliged] [--begun I] [--json] FILE POSITION …`. `words` alternates files and positions. `begun` is the
/// number (from 1) of the component that must be finished first.
void print_sum(std::span<const std::string> words, const Tables& from, bool obliged, std::optional<std::size_t> begun,
               bool as_json);

/// Options of `dump FILE --csv [--index] [--remoteness]|--json [--from I] [--count N]`. JSON has a position per line.
struct DumpRequest {
    Index from = 0;
    std::uint64_t count = 0;
    bool as_json = false;
    bool with_index = false;       ///< adds the column `index`; JSON always has it
    bool with_remoteness = false;  ///< adds two columns with the remotenesses of partizan outcomes
};
void dump(const Table& table, const DumpRequest& request);

/// Options of `play`.
struct PlayRequest {
    std::string position = "start";
    std::optional<Player> first;  ///< the player who begins, for partizan games only; empty: Left
    bool table_begins = false;    ///< the table makes the first move; otherwise the user
    bool as_json = false;
    bool with_picture = false;  ///< adds pictures to JSON; text always has them
};

/// Runs `play FILE [POSITION] [--second] [--picture] [--json]`, in which the user plays against the table.
/// JSON output is one object per line for each position that occurs, with its moves and the player to move.
void play(const Table& table, const PlayRequest& request);

/// Runs `stats FILE [--material MEN | --reachable | --slices] [--json]`.
void print_stats(const Table& table, const StatsRequest& request, bool as_json);

/// Options of `find`. If neither `value` nor `longest` is set, the command finds zugzwangs.
struct FindRequest {
    std::optional<std::string> value, longest;  ///< as given by the user
    std::optional<std::string> material;        ///< for chess tables only, such as `KQKR`
    IndexRange range;                           ///< range of indices to search
    std::size_t most = 5;                       ///< maximum number of listed positions, or of zugzwangs of each type
    bool as_json = false;
};

/// Runs `find FILE --value VALUE|--longest OUTCOME|--zugzwang [--count N] [--material MEN] [--from I] [--until I]
/// [--json]`.
void find(const Table& table, const FindRequest& request);

/// Runs `check FILE [--json] [--quiet]`. `path` names the file. The message of `Error{corrupt}` names the damaged part.
void print_check(const Table& table, const std::string& path, bool as_json, bool quiet);

/// Options of `draw FILE [POSITION] [-o FILE] [--values] [--json]`.
struct DrawRequest {
    std::string position = "start";
    std::string output = "-";  ///< file to write, as SVG or PNG; `-` is standard output
    bool with_values = false;  ///< writes the values of the places of a token next to them
    bool as_json = false;
};
void draw(const Table& table, const DrawRequest& request);

/// Returns the ending of a file's name in lower case, such as `.png`, if it is that of an image format other than SVG,
/// or else an empty text.
std::string image_ending(const std::string& path);
/// Writes a file. Throws `Error{io}`.
void write_file(const std::string& path, std::string_view bytes);

/// Runs `serve DIR… [--port N] [--host HOST] [--threads N]`, which answers over HTTP until a signal stops it.
void serve_tables(std::span<const std::string> directories, const OpenOptions& open,
                  const serve::ServerOptions& options);

/// Runs `bench FILE [--probes N] [--json]`.
void bench(const std::string& path, const OpenOptions& options, std::uint64_t probes, bool as_json);

}  // namespace mexbase::cli
