/// \file
/// The subcommands of mexquery. Each prints to standard output, throws `Error`, and returns an exit status.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../find.hpp"
#include "../serve/server.hpp"
#include "../table.hpp"
#include "tables.hpp"

namespace mexbase::cli {

/// Asks a program about some positions of a table of outcomes, and compares with its values what follows from
/// the moves. Throws `Error{bad_usage}` where they contradict each other: the program has other rules. Tables of other
/// values, and of games that are known up to a bound, are believed.
void check_program(const Table& table);

/// `info FILE [--json]`
int print_info(const Table& table, bool as_json, bool with_choices);

/// The table that has a position. Throws `Error`.
using TableOf = std::function<Table(const std::string& position)>;

/// `probe FILE [--json] POSITION…`; reads standard input where no position is given. Bad positions are reported after
/// the good ones are answered, with exit status 2.
/// With remoteness, partizan outcomes have it after them.
int probe(const TableOf& table_of, const std::vector<std::string>& positions, bool as_json, bool with_remoteness);
/// Throws `Error{not_applicable}` where the values of the table have no remoteness.
void require_remoteness(const Table& table);
/// The text of a value; `with_remoteness` of partizan outcomes too, as `N (7 plies if Left begins, 3 if Right does)`.
std::string value_text(const Value& value, bool with_remoteness);

/// `value [--json] TEXT…`: partizan games in the notation of canonical forms; reads standard input where none is given.
/// The first bad text is reported after the good ones are answered.
int print_values(std::span<const std::string> texts, bool as_json);

/// How best play is printed.
struct PlayForm {
    bool as_json = false;
    bool with_picture = false;
    bool with_remoteness = false;  ///< also of partizan outcomes, after them; JSON has it anyway
};

/// `best FILE POSITION [--json] [--picture] [--remoteness]`
int print_best(const Table& table, const std::string& position, Player first, const PlayForm& form);

/// `line FILE POSITION [--json] [--picture] [--remoteness]`
int print_line(const Table& table, const std::string& position, Player first, const PlayForm& form);

/// `sum [--obliged] [--begun I] [--json] FILE POSITION …`; `words` are the files and positions, `begun` counts from 1.
int print_sum(std::span<const std::string> words, const Tables& from, bool obliged, std::optional<std::size_t> begun,
              bool as_json);

/// `dump FILE --csv [--remoteness]|--json [--from I] [--count N]`; in JSON a position a line, as `probe` prints it.
struct DumpRequest {
    Index from = 0;
    std::uint64_t count = 0;
    bool as_json = false;
    bool with_remoteness = false;  ///< also of partizan outcomes, in two more columns
};
int dump(const Table& table, const DumpRequest& request);

/// `play FILE [POSITION]`: the person moves first, then the table.
/// In JSON: an object a line for each position of play, with its moves and who is to move; moves are read all the same.
int play(const Table& table, const std::string& position, Player first, bool as_json);

/// What `stats` counts: the whole table, or of chess one material, or what play from the start reaches.
struct StatsRequest {
    std::optional<std::string> material;
    bool reachable = false;
    Player first = Player::left;  ///< who begins
    bool as_json = false;
};

/// `stats FILE [--material MEN | --reachable] [--json]`
int print_stats(const Table& table, const StatsRequest& request);

/// What `find` looks for: a value, the longest of an outcome, or, where neither is given, zugzwangs.
struct FindRequest {
    std::optional<std::string> value, longest;  ///< as they were written
    std::optional<std::string> material;        ///< of chess: only there
    IndexRange range;                           ///< where
    std::size_t most = 5;                       ///< positions that are listed, of zugzwangs of either kind
    bool as_json = false;
};

/// `find FILE --value VALUE | --longest OUTCOME | --zugzwang [--count N] [--material MEN] [--from I] [--until I]
/// [--json]`
int find(const Table& table, const FindRequest& request);

/// `check FILE [--json] [--quiet]`; `path` is the name of the file. Throws `Error{corrupt}` that names the damage.
int print_check(const Table& table, const std::string& path, bool as_json, bool quiet);

/// `draw FILE POSITION [--json]`: SVG
int draw(const Table& table, const std::string& position, bool as_json);

/// `serve DIR… [--port N] [--host HOST] [--threads N]`: answers over HTTP until it is told to stop by a signal; the
/// address is the line that is printed.
int serve_tables(std::span<const std::string> directories, const OpenOptions& open,
                 const serve::ServerOptions& options);

/// `bench FILE [--probes N] [--json]`
int bench(const std::string& path, const OpenOptions& options, std::uint64_t probes, bool as_json);

}  // namespace mexbase::cli
