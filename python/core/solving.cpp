// SPDX-License-Identifier: MIT
// Functions that make tables, from a spec or from rules in Python.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "../../gen/encode/atomic_file.hpp"
#include "../../gen/explore/text_rules.hpp"
#include "../../gen/game_file.hpp"
#include "../../gen/jobs/jobs.hpp"
#include "../../gen/make/board_memory.hpp"
#include "../../gen/make/make_table.hpp"
#include "../../gen/memory.hpp"
#include "../../gen/temporary_folder.hpp"
#include "../../lib/suggestions.hpp"
#include "../../query/json/answers.hpp"
#include "job.hpp"
#include "table.hpp"
#include "values.hpp"

namespace mexbase::python {

namespace {

using namespace py::literals;

/// Options for making a table. An empty kind means the default kind of value of the game, and an empty folder for
/// scratch files the folder of the table.
struct TableRequest {
    std::optional<ValueKind> kind;
    Distance distance = Distance::end;
    std::string scratch;
    JobOptions job;
};

TableRequest request_from(const py::dict& options) {
    TableRequest request;
    const auto given = [&](const char* key) { return !options[key].is_none(); };
    if (given("value")) request.kind = kind_from(options["value"].cast<std::string>());
    request.job.play = play_from(options["play"].cast<std::string>());
    request.distance = distance_from(options["distance"].cast<std::string>());
    request.job.threads = given("threads") ? options["threads"].cast<unsigned>()
                                           : std::clamp(std::thread::hardware_concurrency(), 1U, 256U);
    if (request.job.threads < 1 || request.job.threads > 256)
        throw Error(ErrorCode::bad_usage,
                    "threads must be a number in 1..256, not " + std::to_string(request.job.threads));
    request.job.memory =
        given("memory") ? parse_size(py::str(options["memory"]).cast<std::string>()) : machine_memory() / 4 * 3;
    if (given("codec")) {
        const auto name = options["codec"].cast<std::string>();
        request.job.codec = codec_from(name);
        if (!request.job.codec) {
            std::string known;
            for (const std::string_view each : codec_names())
                known += std::string(known.empty() ? "" : ", ").append(each);
            throw Error(ErrorCode::bad_usage, in_quotes(name) + " is not a codec: expected one of " + known,
                        did_you_mean(name, codec_names()));
        }
    }
    if (given("scratch")) {
        request.scratch = options["scratch"].cast<std::string>();
        expect_scratch_folder(request.scratch);
    }
    request.job.apart = options["apart"].cast<bool>();
    request.job.arcs = options["arcs"].cast<bool>();
    return request;
}

/// Sink that commits the file after the last call of the progress function. If that call raises, the old file stays.
class CommitAfterProgress final : public Sink {
  public:
    CommitAfterProgress(AtomicFile& file, JobControl& control) : file_(file), control_(control) {}
    void append(std::span<const std::byte> bytes) override { file_.append(bytes); }
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override { file_.write_at(offset, bytes); }
    std::uint64_t size() const override { return file_.size(); }
    void commit() override {
        if (std::exchange(committed_, true)) return;
        control_.flush_progress();
        file_.commit();
    }

  private:
    AtomicFile& file_;
    JobControl& control_;
    bool committed_ = false;
};

/// Solves a game and writes its table. Writes nothing on an error. Data that does not fit into memory goes to files in
/// the folder of the table, or in `TableRequest::scratch`. Moves of an explored game go to the latter only.
JobReport make_table(std::unique_ptr<Game> game, TableRequest request, const std::string& path, JobControl& control) {
    const std::string& scratch = request.scratch;
    JobOptions& job = request.job;
    AtomicFile file(path);
    job.scratch = !scratch.empty() ? scratch : std::filesystem::absolute(file.path()).parent_path().string();
    reserve_board_memory(job, game, !scratch.empty());
    job.value = request.kind ? *request.kind : default_kind(*game);
    job.progress = control.sink();
    CommitAfterProgress heard(file, control);
    JobReport report = make_table_within_memory(game, heard, job, !scratch.empty());
    heard.commit();
    return report;
}

/// Returns the members of the Python class `Report`.
py::tuple report_tuple(const JobReport& report) {
    const JobTimes& times = report.times;
    return py::make_tuple(to_line(info_json(report.info)), times.total(), report.encoding.file_bytes, report.peak_bytes,
                          times.exploring, times.solving, times.packing);
}

py::tuple solve(const std::string& spec, const std::string& path, const py::dict& options, const py::object& progress) {
    const TableRequest request = request_from(options);
    const auto begun = JobClock::now();
    JobReport report;
    std::string warning;
    run_job(progress, {}, [&](JobControl& control) {
        auto game =
            make_game_from_files(stock_registry(), spec, request.kind, request.job.memory, request.distance, &warning,
                                 most_table_indices, [sink = control.sink()](std::uint64_t done, std::uint64_t total) {
                                     if (sink) sink(reading_phase, done, total);
                                 });
        const auto made = JobClock::now();
        report = make_table(std::move(game), request, path, control);
        report.set_times(begun, made);
    });
    if (!warning.empty() && PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0) throw py::error_already_set();
    return report_tuple(report);
}

/// If a table stores its positions as texts, returns rules made of its stored moves. Returns null for other tables.
std::unique_ptr<Game> rules_for_verifying(const Table& table) {
    try {
        return game_for_jobs(stock_registry(), table);
    } catch (const Error& e) {
        if (e.code() != ErrorCode::not_applicable) throw;
        throw Error(e.code(), "cannot verify this table: it does not store its moves (it was made with arcs=False)");
    }
}

/// Computes every value of a table again from the rules, and returns the number of positions checked.
std::uint64_t verify(const OpenTable& self, const py::dict& options, const py::object& progress) {
    const Table table = self.handle();
    JobOptions job = request_from(options).job;
    std::uint64_t checked = 0;
    run_job(progress, self.raised(), [&](JobControl& control) {
        const auto known = table.game();
        if (!known) throw Error(ErrorCode::verification_failed, known.error().message);
        const auto rules = rules_for_verifying(table);
        const Game& game = rules ? *rules : *known;
        subtract_board_memory(job, game);
        job.progress = control.sink();
        checked = verify_table(game, table, job);
    });
    return checked;
}

/// Returns an iterator over the positions that `options` has returned for a position. Throws `Error{bad_file}` if
/// `said` is a str, whose letters are rarely positions, or cannot be iterated.
py::iterator each_option(const py::object& said, const py::handle& position) {
    if (!py::isinstance<py::str>(said)) {
        PyObject* const each = PyObject_GetIter(said.ptr());
        if (each != nullptr) return py::reinterpret_steal<py::iterator>(each);
        if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
        PyErr_Clear();
    }
    const std::string text = py::repr(said).cast<std::string>();
    throw Error(ErrorCode::bad_file, "options returned " + text + " for the position " +
                                         py::repr(position).cast<std::string>() + ", not several positions: " +
                                         (said.is_none() ? "expected a list; an empty list ends play"
                                                         : "did you mean the list [" + text + "]?"));
}

/// Rules that are Python functions. One thread calls them, with the interpreter's lock. Dictionaries map positions to
/// texts and back. Once memory is short, `parse` converts texts to positions instead.
///
/// The text of a position must depend only on its value. To check this, `text` is called again for some positions that
/// are equal to an earlier one.
class PythonRules final : public TextRules {
  public:
    PythonRules(py::object starts, py::object options, py::object terminal, py::object text, py::object parse,
                bool partizan)
        : starts_(std::move(starts)),
          options_(std::move(options)),
          terminal_(std::move(terminal)),
          text_(std::move(text)),
          parse_(std::move(parse)),
          partizan_(partizan) {}

    void answer_start(Answers& answers) override {
        answers.begin(false);
        for (const py::handle each : starts_()) answers.add_option(text_of(each));
        forget();
    }
    void answer(unsigned, std::span<const std::string> positions, Answers& answers) override {
        for (const std::string& text : positions) {
            const py::object position = position_of(text);
            answers.begin(partizan_);
            if (stop(position, answers)) continue;
            const auto add = [&](const py::object& options, std::uint8_t owner) {
                const py::iterator found = each_option(options, position);
                for (const py::handle each : found) answers.add_option(text_of(each), owner);
            };
            if (!partizan_) {
                add(options_(position), Board::either);
            } else {
                add(options_(position, "left"), Board::left);
                add(options_(position, "right"), Board::right);
            }
        }
        forget();
    }
    std::string_view needs_memory() const override {
        return parse_.is_none() ? "scratch= needs parse=, which returns the position of a text" : "";
    }
    /// Stops storing positions. Later calls convert texts to positions by `parse`.
    void leave_memory() override {
        parses_ = true;
        forget();
    }
    /// Returns three results: a dictionary from positions to texts or None, a dictionary from texts to positions, and
    /// whether a position is a number. The dictionaries have all positions, unless memory was short.
    py::tuple found() const {
        return py::make_tuple(parses_ ? py::object(py::none()) : py::object(texts_), positions_, numbers_);
    }
    /// Returns the text of a position. Throws `Error{bad_file}` for an invalid text, and a Python `TypeError` for a
    /// position without a hash.
    std::string text_of(const py::handle& position) {
        PyObject* const known = known_text(texts_, position);
        if (known == nullptr) {
            numbers_ = numbers_ || (PyNumber_Check(position.ptr()) != 0 && !PyUnicode_Check(position.ptr()));
            const py::object made = text_(position);
            if (!py::isinstance<py::str>(made))
                throw Error(
                    ErrorCode::bad_file,
                    "the text of the position " + in_quotes(py::repr(position).cast<std::string>()) + " is not a str");
            const auto read = text_from(made.ptr());
            if (!read)
                throw Error(ErrorCode::bad_file, "the text of the position " +
                                                     in_quotes(py::repr(position).cast<std::string>()) +
                                                     " is not valid Unicode: " + py::repr(made).cast<std::string>());
            const std::string text(*read);
            check_position_text(text);
            if (const auto other = positions_.contains(made) ? positions_[made] : py::object(py::none());
                !other.is_none())
                throw Error(ErrorCode::bad_file, "the positions " + in_quotes(py::repr(other).cast<std::string>()) +
                                                     " and " + in_quotes(py::repr(position).cast<std::string>()) +
                                                     " have the same text");
            positions_[made] = position;
            texts_[position] = made;
            return text;
        }
        const auto text = py::reinterpret_borrow<py::str>(known);
        check_equal(position, text);
        return text.cast<std::string>();
    }

  private:
    /// Throws `Error{bad_file}` if a position has another text than the earlier position that is equal to it. Calls
    /// `text` for the first 4096 such positions, and then for one in 64.
    void check_equal(const py::handle& position, const py::str& text) {
        const py::object earlier = positions_[text];
        if (earlier.is(position) || (++equals_ > 4096 && equals_ % 64 != 0)) return;
        if (const py::object other = text_(position); !other.equal(text))
            throw Error(ErrorCode::bad_file,
                        "the equal positions " + py::repr(earlier).cast<std::string>() + " and " +
                            py::repr(position).cast<std::string>() + " have different texts: " +
                            py::repr(text).cast<std::string>() + " and " + py::repr(other).cast<std::string>() +
                            ": pass text=, a function that returns the same text for equal positions");
    }
    py::object position_of(const std::string& text) {
        if (!parses_) return positions_[py::str(text)];
        py::object position = parse_(text);
        if (text_of(position) != text)
            throw Error(ErrorCode::bad_file, "parse turns " + in_quotes(text) + " into the position " +
                                                 in_quotes(py::repr(position).cast<std::string>()) +
                                                 ", which has another text");
        return position;
    }
    /// Clears the dictionaries if `parse` is in use.
    void forget() {
        if (!parses_) return;
        texts_.clear();
        positions_.clear();
    }
    /// If play has ended at a position, adds the result to `answers` and returns true.
    bool stop(const py::object& position, Answers& answers) {
        if (terminal_.is_none()) return false;
        const py::object left = partizan_ ? terminal_(position, "left") : terminal_(position);
        const py::object right = partizan_ ? terminal_(position, "right") : left;
        if (left.is_none() != right.is_none())
            throw Error(ErrorCode::bad_file, "terminal gives position " + in_quotes(text_of(position)) +
                                                 " a result for one player and None for the other");
        if (left.is_none()) return false;
        answers.stop(stop_of(position, left), stop_of(position, right));
        return true;
    }
    Board::EndResult stop_of(const py::object& position, const py::object& said) {
        const auto outcome = outcome_from(py::str(said).cast<std::string>());
        if (!outcome || *outcome == Outcome::unknown)
            throw Error(ErrorCode::bad_file, "terminal returns for position " + in_quotes(text_of(position)) +
                                                 " the result " + in_quotes(py::repr(said).cast<std::string>()) +
                                                 ": expected None, 'win', 'loss', 'tie' or 'draw'");
        return *outcome == Outcome::loss  ? Board::EndResult::loss
               : *outcome == Outcome::win ? Board::EndResult::win
               : *outcome == Outcome::tie ? Board::EndResult::tie
                                          : Board::EndResult::draw;
    }

    py::object starts_, options_, terminal_, text_;
    py::object parse_;
    bool partizan_, parses_ = false, numbers_ = false;
    std::uint64_t equals_ = 0;
    py::dict texts_, positions_;
};

/// Finds all positions and returns the game. If there are too many positions, throws `Error{bad_usage}` instead of
/// `out_of_memory`.
std::unique_ptr<Game> explore_so_many(PythonRules& rules, const std::string& name, const ExploreOptions& options,
                                      const std::string& scratch) {
    try {
        return explored_game(stock_registry(), name, rules, options, scratch);
    } catch (const Error& e) {
        if (e.remedy() != Remedy::allow_positions) throw;
        throw Error(ErrorCode::bad_usage, "play reaches more than " + std::to_string(options.positions) +
                                              " positions: raise positions=, or limit the game with bound=");
    }
}

/// Solves a game whose rules are Python functions. Returns what `PythonRules::found` does.
py::tuple solve_rules(const py::object& starts, const py::object& options, const py::object& terminal,
                      const py::object& text, const py::object& parse, bool partizan, const std::string& name,
                      const std::string& path, const py::dict& how, const py::object& progress) {
    const TableRequest request = request_from(how);
    if (request.distance == Distance::exit)
        throw Error(ErrorCode::not_applicable,
                    "rules in Python have no slices (parts that play never returns to), so their games have no "
                    "distance to an exit");
    ExploreOptions explored;
    explored.memory = request.job.memory;
    explored.bound = how["bound"].cast<std::uint64_t>();
    if (!how["positions"].is_none()) explored.positions = how["positions"].cast<std::uint64_t>();
    auto told = std::chrono::steady_clock::now();
    if (!progress.is_none())
        explored.progress = [&](std::uint64_t asked, std::uint64_t) {
            const auto now = std::chrono::steady_clock::now();
            if (now - told < std::chrono::milliseconds(100)) return;
            told = now;
            progress("exploring", asked, 0);
        };
    PythonRules rules(starts, options, terminal, text, parse, partizan);
    if (how["board"].cast<bool>()) rules.show_cells();
    auto game = explore_so_many(rules, name, explored, request.scratch);
    run_job(progress, {}, [&](JobControl& control) { (void)make_table(std::move(game), request, path, control); });
    return rules.found();
}

}  // namespace

void define_solving(py::module_& module) {
    module.def("solve", &solve, "spec"_a, "path"_a, "options"_a, "progress"_a);
    module.def("solve_rules", &solve_rules, "starts"_a, "options"_a, "terminal"_a, "text"_a, "parse"_a, "partizan"_a,
               "name"_a, "path"_a, "how"_a, "progress"_a);
    module.def("each_option", &each_option, "options"_a, "position"_a);
    module.def("verify", &verify, "table"_a, "options"_a, "progress"_a);
    module.def("families", [] {
        py::dict families;
        for (const Family& family : stock_registry().families())
            families[py::str(std::string(family.name))] = std::string(family.help->summary);
        return families;
    });
}

}  // namespace mexbase::python
