#include "options.hpp"

#include <boost/program_options/value_semantic.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tables.hpp"

namespace mexbase::cli {

namespace {

namespace po = boost::program_options;

constexpr std::string_view purpose = "answers from a table that mexgen wrote";

const std::vector<Command>& commands() {
    static const std::vector<Command> list = with_tables({
        {"info",
         "mexquery info FILE [--json] [--streams]",
         "What the table holds, its streams and their sizes. --streams adds what each codec would have cost, and why "
         "one "
         "was taken.",
         "mexquery info shares.mxb --json",
         {"json", "read", "streams"},
         "mexquery info --tables DIR [SPEC] [--json] [--streams]"},
        {"probe",
         "mexquery probe FILE [--json] [--remoteness] POSITION...",
         "The value of each position, one a line; with no position, one a line from standard input. Bad positions are "
         "reported after "
         "the good ones are answered. --json has canonical forms with class, atomic weight and fingerprint, and "
         "partizan "
         "outcomes with the remoteness for either player to begin, which --remoteness adds to the text.",
         "mexquery probe shares.mxb 4+4+4 start '#7'",
         {"json", "read", "remoteness", "stdin"}},
        {"best",
         "mexquery best FILE POSITION|--stdin [--first left|right] [--json] [--picture] [--remoteness] [--program "
         "COMMAND]",
         "Every option with its own value, best first for the player who moves, as POSITION: VALUE; where the game "
         "names its moves, every move, as POSITION: VALUE (MOVE). The options are those of the position as it was "
         "asked "
         "for, also where its index stands for others that are symmetric to it. Where there is none, one line says "
         "that "
         "play has stopped, and who has won. --picture puts a picture of the "
         "position before them, where the game has one. --remoteness adds that of partizan outcomes, for either player "
         "to "
         "begin. --json prints one object: the position's fields and `moves`, a "
         "list of the options' fields, with `move` where moves have names. --stdin takes positions from standard "
         "input: an "
         "answer to each, which in text has `best of POSITION` before it.",
         "mexquery best shares.mxb 4+4+4",
         {"first", "json", "picture", "remoteness", "read", "program", "timeout", "stdin"}},
        {"line",
         "mexquery line FILE POSITION|--stdin [--first left|right] [--json] [--picture] [--remoteness] [--program "
         "COMMAND]",
         "One line of best play to the end, a position a line, with the move that led there where moves have names: "
         "the "
         "winner hurries, the loser delays, and a tie comes as soon as it can. --picture puts a picture before each "
         "position, where the game has one. --remoteness adds that of partizan outcomes. --json prints one object: the "
         "position's fields, `line`, a list of the "
         "fields of every position of play from that one on, and `end`: finished, repeated, cut, or unknown where "
         "nothing is proven of play from the last one. --stdin takes positions from standard input: an answer to each, "
         "which "
         "in text has `line of POSITION` before it.",
         "mexquery line shares.mxb 4+4+4",
         {"first", "json", "picture", "remoteness", "read", "program", "timeout", "stdin"}},
        {"dump",
         "mexquery dump FILE --csv|--json [--from I] [--count N] [--remoteness]",
         "A header, then every position in index order as comma-separated values (RFC 4180); with --json an object a "
         "line, as "
         "probe prints it. --remoteness adds the columns left_remoteness and right_remoteness of partizan outcomes.",
         "mexquery dump shares.mxb --csv --count 100",
         {"csv", "json", "remoteness", "from", "count", "read"}},
        {"sum",
         "mexquery sum [--obliged [--begun I]] [--json] [--program COMMAND] FILE POSITION [FILE POSITION ...]",
         "The outcome of a sum of positions, and a move that wins it or keeps the draw, with the number of its "
         "component "
         "from 1. Disjunctive over tables of nimbers; with --obliged over obliged tables, whose components must be "
         "finished once begun: the pair, and a winning move for either play. With tables of canonical forms, and of "
         "nimbers "
         "besides: the class, as N P L R, and a winning move for Left and for Right. --json prints one object: "
         "`outcome` and `move`; `obliged` and `moves`, by `normal` and `misere`; or `class` and `moves`, by `left` and "
         "`right`. A move is `component`, `from` and `to`, or null where there is none.",
         "mexquery sum kayles.mxb 5+3 island.mxb p4",
         {"obliged", "begun", "json", "read", "program", "timeout"}},
        {"value",
         "mexquery value [--json] GAME...",
         "The canonical form of partizan games that are written out, as {1|{0|-1}}, ^^* or 3+-1 (3 plus the switch "
         "+-1): class, atomic weight, mean, temperature, stops, birthday; needs no table. With no game, one a line "
         "from standard input.",
         "mexquery value '{0|*}' '{1|{0|-1}}' '^^*+*2'",
         {"json"}},
        {"play",
         "mexquery play FILE [POSITION] [--first left|right] [--program COMMAND] [--json]",
         "Plays against you; you move first. Write the position to move to, or the move where moves have names; or "
         "hint, "
         "help, quit. --json prints an object a line: each position with `turn`, you or table, and `moves`, best "
         "first; the "
         "last with `winner`; `error` for what is no move.",
         "mexquery play shares.mxb 4+4+4",
         {"first", "json", "read", "program", "timeout"}},
        {"stats",
         "mexquery stats FILE [--material MEN] [--reachable [--first left|right] [--program COMMAND]] [--json]",
         "Counts positions by value and by remoteness in plies, and shows some of the longest wins: of the whole "
         "table, "
         "where each index counts once (in a partizan table once for either player to move); or, with --reachable, of "
         "what play from the start reaches, where positions count as people see them: whose turn it is is part of "
         "them, "
         "and each that is symmetric to another counts too. Play is not followed past where it stops. That takes three "
         "bits of memory for each position that an index may stand for, and a minute or more for a hundred million. "
         "For "
         "tables of outcomes and of partizan outcomes. --material, as KQKR, counts the positions with these men, in "
         "either "
         "colour, of a table of chess endings. --json prints one object.",
         "mexquery stats shares.mxb --reachable",
         {"material", "reachable", "first", "json", "read", "program", "timeout"}},
        {"find",
         "mexquery find FILE --value VALUE|--longest win|loss|tie|--zugzwang [--count N] [--material MEN] [--from I] "
         "[--until I] [--json]",
         "Positions by what they are worth, and how many there are: the first with a value, as \"win 7\", loss or "
         "draw; "
         "the longest wins, losses or ties (equals by index, then shorter ones); or mutual zugzwangs, where either "
         "player would rather not be to move: full-point, in which play is not over and the player to move loses, "
         "either one, and "
         "half-point, lost for one "
         "and "
         "a draw or tie if the other is to move. Each index counts once, for all positions that are symmetric to each "
         "other (in a partizan table once for either player to move), and a zugzwang once for both turns. For tables "
         "of "
         "outcomes and of partizan outcomes. The table is read once "
         "from end to end, or the indices from --from on and below --until; of chess endings with --material, as KQKR, "
         "the "
         "positions with these men. Zugzwangs need a game that knows "
         "the same position with the other player to move, and a probe of that for each lost position besides, which "
         "takes some tenths of a microsecond. --json prints one object.",
         "mexquery find board.mxb --longest win --count 10",
         {"value", "longest", "zugzwang", "count", "material", "from", "until", "json", "read"}},
        {"check",
         "mexquery check FILE [--json]",
         "Reads every byte of the table, compares every checksum, and unpacks every block of every stream; exit 1 at "
         "the "
         "first that is damaged, with its number and its stream's name. Of any game: no rules are needed. Whether the "
         "values are those of the rules tells `mexgen verify`. --json prints one object.",
         "mexquery check shares.mxb",
         {"json", "read"}},
        {"draw",
         "mexquery draw FILE POSITION [--json]",
         "A drawing of the position in SVG, on standard output: a file that stands alone, and is light on dark "
         "screens. "
         "Where the game has no drawing, its picture or text. --json prints an object with `position` and `svg`.",
         "mexquery draw shares.mxb 4+4+4 > shares.svg",
         {"json", "read"}},
        {"serve",
         "mexquery serve DIR... [--port N] [--host HOST] [--threads N] [--answer-time SECONDS] [--program COMMAND]",
         "Answers over HTTP from the tables in these directories, until it is interrupted: GET "
         "/v1/SPEC?position=POSITION as probe, /v1/SPEC/best, /v1/SPEC/line, /v1/SPEC/info and /v1/sum as these "
         "commands with --json, POST /v1/SPEC for many positions, a line each, and for chess /standard?fen=FEN as the "
         "tablebase server of Lichess. Only programs on this machine are heard, unless --host says another address. "
         "The one line on standard output is the address, with the port that was free where --port is 0. SIGHUP has it "
         "look at the directories again.",
         "mexquery serve tables --port 8080",
         {"port", "host", "threads", "answer-time", "read", "program", "timeout"}},
        {"bench",
         "mexquery bench FILE [--probes N] [--json]",
         "Latency of random probes, cold and warm: median and 99th percentile.",
         "mexquery bench shares.mxb --probes 100000",
         {"probes", "json", "read"}},
        {"help",
         "mexquery help [COMMAND] [--json] [--man] [--completion]",
         "Says what there is, or all of one command. --json has commands and options for programs; --man prints the "
         "manual page, --completion a script that completes command lines in bash.",
         "mexquery help probe",
         {"json", "man", "completion"}},
    });
    return list;
}

constexpr std::string_view end_of_help =
    "A POSITION is written as `mexgen describe FAMILY` says; `start` is the start position where there is one, and #N "
    "is the position with index N. A word that begins with - and is no option is a position; -- ends the options; "
    "options are not abbreviated.\n\n"
    "With --tables DIR a SPEC stands wherever FILE is written, and the table that has the position is found among all "
    "files of that directory, as in `mexquery probe --tables DIR chess:KQKR POSITION`. Keys that say only how much of "
    "a game a table has may be left out: chess, octal:code=kayles. `mexquery info --tables DIR` lists the files.\n\n"
    "A value is, by the kind of table: the result for the player to move, as win 7, loss 4, tie 9, draw, unknown, "
    "where "
    "the number is the remoteness in plies; a nimber, as 0, *, *5, or inf{0 2}, infinite with moves to 0 and *2; an "
    "obliged pair, as 01: lost in normal play and won in misere play; the outcome class of a partizan game, as N, P, "
    "L, "
    "R, or with draws as L/D: who wins when Left begins, and when Right does; a canonical form, as {0|^*}. Where a "
    "game "
    "breaks positions into sums, 3+4 is a position too.\n\n"
    "Exit status: 0 done; 1 the job failed (I/O, a corrupt table); 2 bad usage or a bad position.";

po::options_description known_options() {
    po::options_description options("options");
    auto add = options.add_options();
    add("json", "JSON instead of text");
    add("streams", "what each codec would have cost");
    add("picture", "a picture of the position in characters, before it");
    add("remoteness", "the remoteness of partizan outcomes, in plies");
    add("stdin", "positions from standard input, one a line");
    add("reachable", "count what play from the start reaches, not the whole table");
    add("csv", "comma-separated values (the form dump has)");
    add("first", po::value<std::string>()->value_name("left|right"), "who moves in a partizan game (default left)");
    add("obliged", "an obliged sum: a component once begun must be finished");
    add("begun", po::value<std::string>()->value_name("I"),
        "component I of an obliged sum, counted from 1, has been begun and must be finished first");
    add("material", po::value<std::string>()->value_name("MEN"),
        "of chess endings those with these men, as KQKR, in either colour");
    add("from", po::value<std::string>()->value_name("I"), "the first index to look at (default 0)");
    add("until", po::value<std::string>()->value_name("I"), "look at indices below it (default: all)");
    add("value", po::value<std::string>()->value_name("VALUE"),
        "find the first positions with this value: win 7, loss, tie 9, draw, unknown");
    add("longest", po::value<std::string>()->value_name("win|loss|tie"), "find the longest wins, losses or ties");
    add("zugzwang", "find mutual zugzwangs");
    add("count", po::value<std::string>()->value_name("N"),
        "dump: how many indices (default: all); find: how many positions to list (default 5)");
    add("probes", po::value<std::string>()->value_name("N"), "how many random probes (default 200000)");
    add("port", po::value<std::string>()->value_name("N"), "the port to listen at (default 8080; 0: any that is free)");
    add("host", po::value<std::string>()->value_name("HOST"),
        "the address to listen at (default 127.0.0.1; 0.0.0.0: all that this machine has)");
    add("threads", po::value<std::string>()->value_name("N"),
        "how many connections are answered at a time (default 32)");
    add("answer-time", po::value<std::string>()->value_name("SECONDS"),
        "how long an answer may be computed (default 10)");
    add("read", "read the file block by block instead of mapping it into memory");
    add("program", po::value<std::string>()->value_name("COMMAND"),
        "the program that says the moves of a table of program:name=NAME which does not hold them "
        "(docs/your-own-game.md)");
    add("timeout", po::value<std::string>()->value_name("SECONDS"),
        "how long it may be silent while it is asked (default 10)");
    add_table_options(options);
    add("version", "print the version");
    add("help,h", "print this help");
    add("man", "the manual page, for man");
    add("completion", "a script for bash");
    return options;
}

}  // namespace

const Program& mexquery_program() {
    static const po::options_description options = known_options();
    static const Program program{"mexquery", purpose, commands(), options, end_of_help};
    return program;
}

}  // namespace mexbase::cli
