#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <thread>

#include "../../query/kinds/kind.hpp"
#include "../memory.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

namespace po = boost::program_options;

constexpr std::string_view description = "solves a game and writes its table";

const std::vector<Command>& commands() {
    static const std::vector<Command> list = {
        {"",
         "mexgen SPEC -o FILE [options] | --specs FILE [options]",
         "Solves the game and writes the table. A SPEC is family:key=value,key=value, as fair-shares:n=30. With -o - "
         "the table goes to standard output, and the summary to standard error. --specs does several after each "
         "other, as a file has them (- is standard input): on each line a SPEC with its -o and other options, which "
         "come before those of the command line; empty lines and those that begin with # are passed over, and what "
         "has blanks stands in quotes. What is wrong with a line is said with its number, and the others are done all "
         "the same; the exit status is that of the first that failed. @FILE in place of a SPEC is the same.",
         "mexgen square-but-one:max=1000000,add=odd -o odd.mxb --threads 2",
         {"output", "value", "play", "threads", "memory", "codec", "level", "apart", "checkpoint", "json", "quiet",
          "command", "positions", "timeout", "arcs", "scratch", "progress", "specs", "estimate"}},
        {"list",
         "mexgen list [--json]",
         "Every game there is. --json prints a list of objects: `family`, `summary` and `example`, a spec.",
         "mexgen list",
         {"json"}},
        {"describe",
         "mexgen describe FAMILY [--json]",
         "A game's keys, their defaults, how positions are written, and where the rules are from; of a whole SPEC its "
         "family's. --json prints one object: `family`, `summary`, `keys`, `position`, `values`, `source` and "
         "`example`.",
         "mexgen describe fair-shares",
         {"json"}},
        {"value",
         "mexgen value SPEC [POSITION...|--stdin] [--value KIND] [--memory SIZE] [--json]",
         "The nimbers, or obliged pairs, or in partizan play the canonical forms, of single positions (start, if none "
         "is named) by search, without a table: of every game from where play must end. --json prints an object a "
         "line, as mexquery probe does.",
         "mexgen value domineering:board=grid-4x4 start '##../..../..../....'",
         {"value", "memory", "threads", "json", "command", "positions", "timeout", "stdin"}},
        {"verify",
         "mexgen verify FILE [--threads N] [--program COMMAND] [--json]",
         "Checks the rules as mexgen check does, and derives every stored value again from them, and all that the "
         "table says of them; exit 1 at the first that is wrong. --json prints one object: `file`, `spec`, "
         "`positions`, and `by_period`, whether a proven period was used.",
         "mexgen verify odd.mxb",
         {"threads", "memory", "quiet", "program", "timeout", "scratch", "json", "progress"}},
        {"check",
         "mexgen check SPEC [--threads N] [--json]",
         "Checks the rules themselves, without a table: that numbers and texts of positions lead back to them, that "
         "options are positions, and predecessors the options turned round, and what else a ruleset promises. Of more "
         "than a million indices, a million or fewer are looked at, always the same. Exit 1 at the first "
         "contradiction. --json prints one object: `spec`, `indices`, `checked`, `positions`.",
         "mexgen check fair-shares:n=30",
         {"threads", "quiet", "command", "positions", "timeout", "json", "progress"}},
        {"help",
         "mexgen help [COMMAND|FAMILY] [--json] [--man] [--completion]",
         "Says what there is, or all of one command, or of a family of games as describe does; `help SPEC` is about "
         "solving. --json has commands and options for programs; --man prints the manual page, --completion a script "
         "that completes command lines in bash.",
         "mexgen help verify",
         {"json", "man", "completion"}},
    };
    return list;
}

constexpr std::string_view more =
    "The same input gives the same bytes for any number of threads and any memory budget. A killed or interrupted job "
    "leaves nothing under FILE, and an older table there survives it.\n\n"
    "Exit status: 0 done; 1 the job failed (I/O, a corrupt table, a wrong value); 2 bad usage.";

po::options_description make_options() {
    po::options_description options("options");
    auto add = options.add_options();
    const auto takes = [](const std::string& what) { return po::value<std::string>()->value_name(what); };
    add("output,o", takes("FILE"), "the table to write; - is standard output");
    add("value", takes(kind_names("|", "|")),
        "what to store: outcome (win, loss or draw with remoteness), nimber (finite and loopy), obliged (the pair for "
        "obliged sums); of partizan games canonical (canonical forms) or partizan-outcome (who wins when Left begins, "
        "and when Right does, with remoteness); `mexgen describe FAMILY` lists what a game has, its default first");
    add("play", takes("normal|misere"), "who cannot move loses (default), or wins");
    add("threads", takes("N"), "threads, 1..256 (default: one a processor)");
    add("memory", takes("SIZE"),
        "memory for the positions, as 512M or 4G (default: three quarters of the machine's); reading, writing "
        "and the program itself take some 30M more, of tables beyond ten million positions up to 150M");
    std::string codecs;
    for (const std::string_view name : codec_names()) codecs.append(codecs.empty() ? "" : "|").append(name);
    add("codec", takes(codecs), "the codec of every stream (default: what samples show to be best)");
    add("level", takes("N"), "zstd level, 1..19 (default 12; 19 for streams of a few KB)");
    add("apart",
        "outcome and remoteness in streams of their own: a larger file, less to read where outcomes alone are asked "
        "for");
    add("checkpoint", takes("SECONDS"),
        "how often a long sweep over heaps or for canonical forms, or the solving of a loopy game, saves what it has "
        "to FILE.checkpoint, and the exploring of a program's positions to FILE.explored, from which the same command "
        "goes on after it was killed; 0: never (default 60)");
    add("command", takes("COMMAND"),
        "the program that says the rules of program:name=NAME, as 'python3 game.py' (docs/your-own-game.md); each "
        "thread "
        "runs a copy. No table holds the command");
    add("positions", takes("N"), "how many positions such a program may have (default 100,000,000)");
    add("timeout", takes("SECONDS"), "how long it may be silent while it is asked (default 10)");
    add("scratch", takes("FOLDER"),
        "where what does not fit into the memory goes: of large loopy games, and of such a program's positions and "
        "moves (default: beside the table; $TMPDIR or /tmp to verify or for -o -)");
    add("arcs",
        "store the moves of such a game with its positions: what asks for moves, as best does, needs the program no "
        "more");
    add("program", takes("COMMAND"), "the program of --command, to verify a table that does not hold its moves");
    add("json", "print JSON (docs/command-line.md)");
    add("progress", "how far the job is in lines on standard error, one in five seconds at most, for logs too");
    add("specs", takes("FILE"), "a file with a SPEC and its options on each line");
    add("estimate", "say what time, memory and disk the job may need, without doing it");
    add("stdin", "positions from standard input, one a line");
    add("quiet", "no progress and no summary, but what --json prints");
    add("version", "print the version");
    add("help,h", "print this help");
    add("man", "the manual page, for man");
    add("completion", "a script for bash");
    return options;
}

const po::options_description& known_options() {
    static const po::options_description options = make_options();
    return options;
}

}  // namespace

Program mexgen_program(const Registry& registry) {
    return {"mexgen", description, commands(), known_options(), more, registry.families()};
}

JobOptions job_options(const Arguments& arguments) {
    JobOptions options;
    const unsigned processors = std::clamp(std::thread::hardware_concurrency(), 1u, 256u);
    options.threads = static_cast<unsigned>(number_option(arguments, "threads", 1, processors, 256));
    options.memory = arguments.has("memory") ? parse_size(arguments.text("memory")) : machine_memory() / 4 * 3;
    if (arguments.has("play"))
        options.play = word_option(known_options(), arguments, "play") == "normal" ? Play::normal : Play::misere;
    if (arguments.has("codec")) options.codec = codec_from(word_option(known_options(), arguments, "codec"));
    options.checkpoint_seconds = static_cast<double>(number_option(arguments, "checkpoint", 0, 60, 1'000'000));
    options.apart = arguments.has("apart");
    options.arcs = arguments.has("arcs");
    if (arguments.has("scratch")) options.scratch = arguments.text("scratch");
    if (arguments.has("level")) options.level = static_cast<int>(number_option(arguments, "level", 1, 19, 19));
    return options;
}

std::optional<ValueKind> value_kind(const Arguments& arguments) {
    if (!arguments.has("value")) return std::nullopt;
    return value_kind_from(word_option(known_options(), arguments, "value"));
}

}  // namespace mexbase::cli
