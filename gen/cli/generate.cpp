// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "../../lib/error.hpp"
#include "../../lib/solve/ranks/transport.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/answers.hpp"
#include "../../query/kinds/kind.hpp"
#include "../encode/atomic_file.hpp"
#include "../explore/program_rules.hpp"
#include "../make/board_memory.hpp"
#include "../memory.hpp"
#include "../save/snapshot.hpp"
#include "../temporary_folder.hpp"
#include "../text_file.hpp"
#include "commands.hpp"
#include "progress_line.hpp"

namespace mexbase::cli {

namespace {

/// Sink that writes a table to standard output. It collects the table in a temporary file, because a table is not
/// written in sequence. `commit` copies the file to standard output.
class StandardOutput final : public Sink {
  public:
    /// Throws `Error{bad_usage}` if standard output is a terminal, and `Error{io}` if the file cannot be created.
    StandardOutput() : file_(nullptr, std::fclose) {
        if (isatty(STDOUT_FILENO) != 0)
            throw Error(ErrorCode::bad_usage,
                        "cannot write a table to a terminal: give -o FILE, or redirect standard output");
        // If standard output were closed, the temporary file would be opened as descriptor 1.
        if (fcntl(STDOUT_FILENO, F_GETFD) < 0) fail("cannot write to standard output");
        std::string path = temporary_folder() + "/mexgen-XXXXXX";
        const int descriptor = mkostemp(path.data(), O_CLOEXEC);
        if (descriptor < 0) fail("cannot make a temporary file");
        unlink(path.c_str());
        file_.reset(fdopen(descriptor, "w+b"));
        if (!file_) fail("cannot make a temporary file");
    }
    void append(std::span<const std::byte> bytes) override {
        write(size_, bytes);
        size_ += bytes.size();
    }
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
        if (offset > size_ || bytes.size() > size_ - offset)
            throw Error(ErrorCode::bad_usage, "cannot overwrite bytes that were not appended before");
        write(offset, bytes);
    }
    std::uint64_t size() const override { return size_; }
    void commit() override {
        if (std::exchange(committed_, true)) return;
        if (std::fflush(file_.get()) != 0 || std::fseek(file_.get(), 0, SEEK_SET) != 0)
            fail("cannot read the temporary file of the table");
        std::array<char, 1 << 16> chunk;
        for (std::uint64_t left = size_; left != 0;) {
            const std::size_t read = std::fread(chunk.data(), 1, chunk.size(), file_.get());
            if (read == 0) fail("cannot read the temporary file of the table");
            if (std::fwrite(chunk.data(), 1, read, stdout) != read) fail("cannot write to standard output");
            left -= std::min<std::uint64_t>(left, read);
        }
        if (std::fflush(stdout) != 0) fail("cannot write to standard output");
    }

  private:
    [[noreturn]] static void fail(const char* what) {
        throw Error(ErrorCode::io, std::string(what) + ": " + std::strerror(errno));
    }
    void write(std::uint64_t offset, std::span<const std::byte> bytes) {
        if (fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0 ||
            std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
            fail("cannot write the temporary file of the table");
    }

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::uint64_t size_ = 0;
    bool committed_ = false;
};

void print_summary(const JobReport& report, std::uint64_t explored_from, bool two_arcs, bool as_json,
                   std::ostream& out) {
    const TableInfo& info = report.info;
    const JobTimes& times = report.times;
    const double seconds = times.total();
    const double rate = seconds > 0 ? static_cast<double>(info.indices) / seconds : 0;
    const double bits = 8.0 * static_cast<double>(report.encoding.file_bytes) / static_cast<double>(info.indices);
    if (as_json) {
        Json json = info_json(info);
        json["seconds"] = seconds;
        json["exploring_seconds"] = times.exploring;
        json["solving_seconds"] = times.solving;
        json["packing_seconds"] = times.packing;
        json["positions_per_second"] = rate;
        json["peak_bytes"] = report.peak_bytes;
        json["file_bytes"] = report.encoding.file_bytes;
        json["bits_per_position"] = bits;
        out << to_line(json) << '\n';
        return;
    }
    if (explored_from != 0)
        out << fmt::format("resumed exploring from a checkpoint of {} positions\n", grouped(explored_from));
    if (report.resumed_from != 0)
        out << fmt::format("resumed from a checkpoint of {} positions\n", grouped(report.resumed_from));
    out << info_text(info) << (two_arcs ? "the graph is undirected: each edge was read as two arcs\n" : "")
        << fmt::format(
               "{:.2f} s (exploring {:.2f}, solving {:.2f}, packing {:.2f}), {:.2f} M positions/s, "
               "peak memory {:.1f} MiB\n",
               seconds, times.exploring, times.solving, times.packing, rate / 1e6,
               static_cast<double>(report.peak_bytes) / (1 << 20))
        << fmt::format("{} bytes, {:.4f} bits per position\n", report.encoding.file_bytes, bits);
}

/// Returns true for a game whose token moves along the arcs of a graph file.
bool has_graph_key(const Registry& registry, const Game& game) {
    return std::ranges::any_of(registry.at(parse_spec(game.spec()).family).help->keys,
                               [](const KeyHelp& key) { return key.file == KeyHelp::File::graph; });
}

/// Paths of the checkpoints of the running job, and whether the job can resume from each. Signal handlers read them, so
/// the paths are in fixed arrays.
std::array<std::array<char, 4096>, 2> checkpoints;
std::array<std::atomic<bool>, 2> resumable;
std::atomic<bool> checkpoints_named = false;

using CheckpointPaths = std::array<std::string, 2>;

void name_checkpoints(const CheckpointPaths& names) {
    checkpoints_named = false;
    for (std::size_t at = 0; at < names.size(); ++at) {
        const std::string& name = names[at];
        auto& kept = checkpoints[at];
        kept.fill(0);
        if (name.size() < kept.size()) std::memcpy(kept.data(), name.data(), name.size());
    }
    checkpoints_named = true;
}

/// Throws `e` again. If a write failed or memory ran out, the message also gives the size of each checkpoint on disk.
[[noreturn]] void throw_with_checkpoints(const Error& e, const CheckpointPaths& names) {
    std::string text = e.what();
    for (std::size_t at = 0; at < names.size(); ++at) {
        const std::string& name = names[at];
        std::error_code none;
        const bool may_resume = e.code() == ErrorCode::io || e.code() == ErrorCode::out_of_memory;
        if (!may_resume || !resumable[at] || !std::filesystem::exists(name, none)) continue;
        text += fmt::format("; the same command resumes from {}, which takes {} of disk space", in_quotes(name),
                            memory_text(std::filesystem::file_size(name, none)));
    }
    throw Error(e.code(), text, e.remedy());
}

/// Returns the beginning of the identity of a checkpoint, as far as the kind of value and the play determine it.
std::string checkpoint_begins(std::optional<ValueKind> kind, Play play) {
    if (!kind) return "";
    if (kind_of(*kind).has_forms) return "canonical forms ";
    return fmt::format("solving 4 {} {} ", to_string(*kind), to_string(play));
}

}  // namespace

void report_checkpoint() noexcept {
    // The text is written by one call, so that other output does not come in between.
    static std::array<char, 3 * sizeof(checkpoints[0])> text;
    std::size_t length = 0;
    const auto add = [&length](const char* part) {
        const std::size_t size = std::min(std::strlen(part), text.size() - length);
        std::memcpy(text.data() + length, part, size);
        length += size;
    };
    const bool is_job = checkpoints_named;
    bool found = false, named = false;
    if (::isatty(STDERR_FILENO) != 0) add("\n");  // ends the line of progress
    for (std::size_t at = 0; at < checkpoints.size(); ++at) {
        const auto& name = checkpoints[at];
        if (!is_job || name[0] == 0 || ::access(name.data(), F_OK) != 0) continue;
        found = true;
        if (!resumable[at]) continue;
        named = true;
        for (const char* part : {program_name, ": stopped; the same command resumes from ", name.data(), "\n"})
            add(part);
    }
    if (!named) add(program_name);
    if (!named) add(is_job && !found ? ": stopped; nothing was saved\n" : ": stopped\n");
    if (::write(STDERR_FILENO, text.data(), length) < 0) return;  // nothing can be reported
}

int generate(const Arguments& arguments, const Registry& registry, Transport* transport) {
    const auto begun = JobClock::now();
    expect_words(arguments, 2, 2, std::string(program_name) + " solve SPEC -o FILE [options]");
    if (arguments.has("estimate")) return estimate(arguments, registry);
    JobOptions options = job_options(arguments);
    if (!arguments.has("command")) options.transport = transport;  // only the spec names the game to other processes
    const auto kind = value_kind(arguments);
    const std::string output = arguments.has("output") ? arguments.text("output") : "";
    const auto no_output = [] { throw Error(ErrorCode::bad_usage, "the table needs a file: give -o FILE"); };
    if (output.empty() && arguments.has("command")) no_output();
    const bool to_standard_output = output == "-";
    if (to_standard_output && transport != nullptr && transport->ranks() > 1)
        throw Error(ErrorCode::bad_usage,
                    "several processes cannot write a table to standard output, because mpirun may change the bytes: "
                    "give -o FILE");
    if (to_standard_output && arguments.has("json"))
        throw Error(ErrorCode::bad_usage, "--json cannot be used with -o -: both write to standard output");
    std::unique_ptr<StandardOutput> standard_output;
    if (to_standard_output) standard_output = std::make_unique<StandardOutput>();
    // A table on standard output has no file name, so a later run could not find its checkpoint.
    if (to_standard_output) options.checkpoint_seconds = 0;
    const std::string explored = to_standard_output ? "" : output + ".explored";
    const bool saves = options.checkpoint_seconds != 0.0;
    const bool explores = !to_standard_output && arguments.has("command");
    CheckpointPaths saves_to = {saves ? output + ".checkpoint" : "", saves && explores ? explored : ""};
    resumable[0] = resumable[1] = false;
    name_checkpoints(saves_to);
    options.resumable = &resumable[0];
    SavingReport exploring;
    exploring.resumable = &resumable[1];
    const auto choose_scratch = [&](const std::string& path) {
        if (arguments.has("scratch")) return;
        options.scratch =
            to_standard_output ? temporary_folder() : std::filesystem::absolute(path).parent_path().string();
    };
    if (!output.empty()) choose_scratch(output);
    JobReport report;
    bool two_arcs = false;
    try {
        if (saves && explores) {
            // A checkpoint of another job is refused before exploring, which may take long.
            options.checkpoint_identity = identity_of_command(arguments.text("command"));
            Snapshot::expect_own(saves_to[0], options.checkpoint_identity + checkpoint_begins(kind, options.play));
        }
        auto game = game_of(arguments, registry, arguments.words[1], kind, options, explored, &exploring);
        const auto made = JobClock::now();
        two_arcs = game->board() && !game->board()->directed() && has_graph_key(registry, *game);
        options.value = kind ? *kind : default_kind(*game);
        constexpr Index large = Index{1} << 20;  // freed memory, which saves time in small jobs, would raise the peak
        if (game->size() >= large) return_freed_memory(true);
        // The board of a program's game can be moved to files in `options.scratch`.
        // Each rank of a shared job checks its own memory.
        const JobMemory memory = whole_memory(*game, options);
        if (!arguments.has("command") && !is_shared(*game, options) && !memory.may_end_early)
            require_memory(*game, memory, allowed_memory(arguments));
        if (output.empty()) no_output();

        std::unique_ptr<AtomicFile> file;
        if (!to_standard_output) {
            // The other processes open the file by its name.
            file = std::make_unique<AtomicFile>(
                output, is_shared(*game, options) ? AtomicFile::Naming::named : AtomicFile::Naming::unnamed);
            choose_scratch(file->path());  // target of a link
            if (saves) options.checkpoint = file->path() + ".checkpoint";
            if (saves) name_checkpoints(saves_to = {options.checkpoint, saves_to[1]});
        }
        if (!arguments.has("quiet") && !is_shared(*game, options)) announce(registry, *game, memory, options);
        Sink& sink = to_standard_output ? static_cast<Sink&>(*standard_output) : *file;
        try {
            ProgressLine progress(arguments);
            options.progress = progress.sink();
            report = make_table_within_memory(game, sink, options);
        } catch (const Error& e) {
            // The positions of a program may have been moved to files, which left more memory.
            if (e.code() == ErrorCode::out_of_memory)
                require_memory(*game, whole_memory(*game, options), allowed_memory(arguments));
            throw_with_board_memory(e, *game, program_memory);
        }
        sink.commit();
        checkpoints_named = false;
        report.set_times(begun, made);
    } catch (const Error& e) {
        throw_with_checkpoints(e, saves_to);
    }
    if (explores) std::filesystem::remove(explored);
    if (transport != nullptr && transport->ranks() > 1 && report.processes == 1 && !arguments.has("quiet"))
        std::cerr << fmt::format(
            "{}: note: one of {} processes made this table; they share only outcomes by retrograde analysis\n",
            program_name, transport->ranks());
    if (!report.checkpoint_damage.empty())
        std::cerr << program_name << ": warning: " << report.checkpoint_damage << '\n';
    if (const unsigned rank = report.encoding.rank_without_file; rank != 0 && !arguments.has("quiet"))
        std::cerr << fmt::format(
            "{}: note: process {} did not find the unfinished table in the folder of {}, so process 0 "
            "wrote all of it\n",
            program_name, rank, in_quotes(output));
    for (const std::string& failure : {report.checkpoint_failure, exploring.failure})
        if (!failure.empty())
            std::cerr << program_name << ": warning: " << failure << "; the job continued without a checkpoint\n";
    if (arguments.has("json") || !arguments.has("quiet"))
        print_summary(report, exploring.resumed_from, two_arcs, arguments.has("json"),
                      to_standard_output ? std::cerr : std::cout);
    return 0;
}

namespace {

/// Splits a line of specs into words as a shell does. Quotes after `=` in a SPEC stay, because they are part of the
/// spec. Throws `Error{bad_usage}` for a quote that is not closed.
std::vector<std::string> split_line(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0, kept = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool escapes = c == '\\' && i + 1 < line.size() && kept == 0 &&
                             (quote == 0 || (quote == '"' && (line[i + 1] == '"' || line[i + 1] == '\\')));
        if (quote == 0 && (c == ' ' || c == '\t')) {
            if (in_word) words.push_back(std::exchange(word, {}));
            in_word = false;
            continue;
        }
        in_word = true;
        if (escapes) {
            word += line[++i];
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
            if (word.ends_with('=') && !word.starts_with('-')) word += kept = c;
        } else if (quote == c) {
            if (kept != 0) word += kept;
            quote = kept = 0;
        } else {
            word += c;
        }
    }
    if (quote != 0) throw Error(ErrorCode::bad_usage, "a quote is not closed");
    if (in_word) words.push_back(word);
    return words;
}

/// Runs the job of one line. The options in `all` apply to every line. `written` has the files of earlier lines.
int generate_line(const std::string& line, const Program& program, const Arguments& all, const Registry& registry,
                  Transport* transport, std::set<std::string>& written) {
    Arguments arguments = read_arguments(split_line(line), program);
    for (const auto& option : all.options)
        if (option.first != "specs") arguments.options.insert(option);
    for (const char* once : {"specs", "help", "version"})
        if (arguments.has(once))
            throw Error(ErrorCode::bad_usage, fmt::format("--{} cannot be used in a line of specs", once));
    if (arguments.has("output") && arguments.text("output") == "-")
        throw Error(ErrorCode::bad_usage, "-o - cannot be used in a line of specs: standard output takes one table");
    if (arguments.has("output") && !written.insert(arguments.text("output")).second)
        throw Error(ErrorCode::bad_usage, "an earlier line already writes " + in_quotes(arguments.text("output")));
    if (arguments.words.empty() || arguments.words[0] != "solve")
        throw Error(ErrorCode::bad_usage,
                    "expected a SPEC and its options" +
                        (arguments.words.empty() ? "" : ", got the command " + in_quotes(arguments.words[0])));
    check_options(*find_command(program, "solve"), arguments);
    return with_options_meant(arguments, [&] { return generate(arguments, registry, transport); });
}

}  // namespace

int generate_all(const std::string& path, const Program& program, const Arguments& arguments, const Registry& registry,
                 Transport* transport) {
    std::ifstream opened;
    const bool standard_input = is_standard_input(path);
    if (standard_input) {
        reserve_standard_input();
    } else {
        opened.open(path);
        if (!opened) throw Error(ErrorCode::not_found, "cannot open " + in_quotes(path) + ": " + std::strerror(errno));
    }
    std::istream& in = standard_input ? std::cin : opened;
    int status = 0;
    std::uint64_t number = 0;
    std::set<std::string> written;
    for (std::string line; read_line(in, line);) {
        ++number;
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == std::string::npos || line[first] == '#') continue;
        try {
            try {
                generate_line(line, program, arguments, registry, transport, written);
            } catch (const Error& e) {
                throw Error(e.code(),
                            fmt::format("{}:{}: {}", standard_input ? "standard input" : path, number, e.what()));
            }
        } catch (const Error&) {
            const int failed = report_error(program_name);
            if (status == 0) status = failed;
        }
        std::cout.flush();
    }
    if (in.bad()) throw Error(ErrorCode::io, "cannot read " + in_quotes(path));
    return status;
}

}  // namespace mexbase::cli
