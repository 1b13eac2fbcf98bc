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
#include "../json/json.hpp"
#include "../serve/server.hpp"
#include "../table.hpp"
#include "tables.hpp"

namespace mexbase::cli {

/// Prints an object on one line.
inline void print(const Json& json) {
    std::cout << to_line(json) << '\n';
}

/// Compares values of a table of outcomes with those derived from a program's moves, for some positions. Throws
/// `Error{bad_usage}` if they differ: the program has other rules. Accepts other kinds of tables, and bounded games.
void check_program(const Table& table);

/// `info FILE [--json]`
void print_info(const Table& table, bool as_json, bool with_choices);

/// Returns the table that has a position. Throws `Error`.
using TableOf = std::function<Table(const std::string& position)>;

/// `probe FILE [--json] POSITION…`; reads standard input if no position is given. Bad positions are reported after the
/// good ones are answered, with exit status 2. `with_remoteness` adds the remotenesses to partizan outcomes.
void probe(const TableOf& table_of, const std::vector<std::string>& positions, bool as_json, bool with_remoteness);
/// Throws `Error{not_applicable}` if the values of the table have no remoteness.
void require_remoteness(const Table& table);
/// Returns the text of a value, for partizan outcomes such as `N (7 plies if Left begins, 3 if Right does)`.
std::string value_text(const Value& value, bool with_remoteness);

/// `value [--json] TEXT…`: partizan games in the notation of canonical forms; reads standard input if none is given.
/// The first bad text is reported after the good ones are answered.
void print_values(std::span<const std::string> texts, bool as_json);

/// Format of best play.
struct PlayForm {
    bool as_json = false;
    bool with_picture = false;
    bool with_remoteness = false;  ///< also for partizan outcomes; always in JSON
};

/// `best FILE POSITION [--json] [--picture] [--remoteness]`
void print_best(const Table& table, const std::string& position, Player first, const PlayForm& form);

/// `line FILE POSITION [--json] [--picture] [--remoteness]`
void print_line(const Table& table, const std::string& position, Player first, const PlayForm& form);

/// `sum [--obliged] [--begun I] [--json] FILE POSITION …`; `words` are the files and positions, `begun` counts from 1.
void print_sum(std::span<const std::string> words, const Tables& from, bool obliged, std::optional<std::size_t> begun,
               bool as_json);

/// `dump FILE --csv [--remoteness]|--json [--from I] [--count N]`; JSON output has one position per line, as from
/// `probe`.
struct DumpRequest {
    Index from = 0;
    std::uint64_t count = 0;
    bool as_json = false;
    bool with_remoteness = false;  ///< also for partizan outcomes, in two more columns
};
void dump(const Table& table, const DumpRequest& request);

/// `play FILE [POSITION]`: the user moves first, then the table.
/// JSON output is one object per line for each position of the game, with its moves and the player to move.
void play(const Table& table, const std::string& position, Player first, bool as_json);

/// Scope of `stats`: the whole table, one chess material, or the reachable positions.
struct StatsRequest {
    std::optional<std::string> material;
    bool reachable = false;
    Player first = Player::left;  ///< the first player
    bool as_json = false;
};

/// `stats FILE [--material MEN | --reachable] [--json]`
void print_stats(const Table& table, const StatsRequest& request);

/// Query of `find`: a value, the longest of an outcome, or, if neither is given, zugzwangs.
struct FindRequest {
    std::optional<std::string> value, longest;  ///< as written by the user
    std::optional<std::string> material;        ///< of chess tables only
    IndexRange range;                           ///< indices to search
    std::size_t most = 5;                       ///< listed positions, for zugzwangs of either type
    bool as_json = false;
};

/// `find FILE --value VALUE | --longest OUTCOME | --zugzwang [--count N] [--material MEN] [--from I] [--until I]
/// [--json]`
void find(const Table& table, const FindRequest& request);

/// `check FILE [--json] [--quiet]`; `path` is the name of the file. The message of `Error{corrupt}` names the damage.
void print_check(const Table& table, const std::string& path, bool as_json, bool quiet);

/// `draw FILE POSITION [--json]`: SVG
void draw(const Table& table, const std::string& position, bool as_json);

/// `serve DIR… [--port N] [--host HOST] [--threads N]`: answers over HTTP until a signal stops it. It prints its
/// address on one line.
void serve_tables(std::span<const std::string> directories, const OpenOptions& open,
                  const serve::ServerOptions& options);

/// `bench FILE [--probes N] [--json]`
void bench(const std::string& path, const OpenOptions& options, std::uint64_t probes, bool as_json);

}  // namespace mexbase::cli
