// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "../../lib/error.hpp"
#include "../../query/c/answers.hpp"
#include "../encode/atomic_file.hpp"
#include "../explore/text_rules.hpp"
#include "../jobs/jobs.hpp"
#include "../make/board_memory.hpp"
#include "../make/make_table.hpp"
#include "../memory.hpp"
#include "../temporary_folder.hpp"
#include "mexgen.h"

struct mexgen_answers {
    mexbase::Answers* answers;
    std::span<const std::string> positions;
    std::size_t given = 0;
    std::string fault;  // first fault; empty: none so far
};

extern "C" void mexgen_answer(mexgen_answers* answers, const char* line) {
    if (answers == nullptr || !answers->fault.empty()) return;
    const std::size_t k = answers->given++;
    if (k >= answers->positions.size()) return;
    if (line == nullptr) {
        answers->fault = "the rules answered NULL to the position " + mexbase::in_quotes(answers->positions[k]);
        return;
    }
    const auto add = answers->positions[k] == "start" ? mexbase::add_start_answer : mexbase::add_answer;
    if (const auto fault = add(line, *answers->answers))
        answers->fault = "the rules answered " + mexbase::in_quotes(line) + " to the position " +
                         mexbase::in_quotes(answers->positions[k]) + ": " + *fault;
}

namespace mexbase {

namespace {

/// Rules of a game that are defined by a C callback of the user.
class CallbackRules final : public TextRules {
  public:
    CallbackRules(mexgen_rules rules, void* user) : rules_(rules), user_(user) {}

    void answer_start(Answers& answers) override {
        const std::string start = "start";
        answer(0, std::span(&start, 1), answers);
    }
    void answer(unsigned, std::span<const std::string> positions, Answers& answers) override {
        texts_.clear();
        for (const std::string& position : positions) texts_.push_back(position.c_str());
        mexgen_answers given{&answers, positions, 0, {}};
        const int stopped = rules_(user_, texts_.data(), texts_.size(), &given);
        if (!given.fault.empty()) throw Error(ErrorCode::bad_file, given.fault);
        if (stopped != 0) throw Error(ErrorCode::interrupted, "the rules stopped the job");
        if (given.given != positions.size())
            throw Error(ErrorCode::bad_file, "the rules gave " + std::to_string(given.given) + " answers to " +
                                                 std::to_string(positions.size()) +
                                                 " positions, of which the first is " + in_quotes(positions.front()));
    }

  private:
    mexgen_rules rules_;
    void* user_;
    std::vector<const char*> texts_;
};

void solve_rules(const char* name, mexgen_rules rules, void* user, const mexgen_options& options, const char* path) {
    JobOptions job;
    job.threads = options.threads != 0 ? options.threads : std::clamp(std::thread::hardware_concurrency(), 1U, 256U);
    job.memory = options.memory != 0 ? options.memory : machine_memory() / 4 * 3;
    job.play = options.misere != 0 ? Play::misere : Play::normal;
    job.arcs = options.arcs != 0;
    if (job.threads > 256)
        throw Error(ErrorCode::bad_usage, "threads must be at most 256, not " + std::to_string(job.threads));
    if (options.misere != 0 && options.misere != 1)
        throw Error(ErrorCode::bad_usage, "misere must be 0 or 1, not " + std::to_string(options.misere));
    if (options.with_kind != 0) job.value = c::value_kind(options.kind);
    if (options.bound > 4'000'000'000)
        throw Error(ErrorCode::bad_usage, "bound must be at most 4000000000, not " + std::to_string(options.bound));
    ExploreOptions explored;
    explored.memory = job.memory;
    explored.bound = options.bound;
    if (options.positions != 0) explored.positions = options.positions;

    CallbackRules ask(rules, user);
    const std::string scratch = options.scratch != nullptr ? options.scratch : "";
    if (!scratch.empty()) expect_scratch_folder(scratch);
    auto game = explored_game(stock_registry(), name, ask, explored, scratch);
    AtomicFile file(path);
    job.scratch = !scratch.empty() ? scratch : file.path().substr(0, file.path().find_last_of('/') + 1) + ".";
    reserve_board_memory(job, game, !scratch.empty());
    if (options.with_kind == 0) job.value = default_kind(*game);
    make_table_within_memory(game, file, job, !scratch.empty());
    file.commit();
}

}  // namespace

}  // namespace mexbase

extern "C" int mexgen_solve_rules(const char* name, mexgen_rules rules, void* user, const mexgen_options* options,
                                  const char* path, mexquery_error* error) {
    using namespace mexbase;
    if (name == nullptr || rules == nullptr || path == nullptr) return c::missing(error);
    const auto done = detail::guarded<void>(
        [&] { solve_rules(name, rules, user, options != nullptr ? *options : mexgen_options{}, path); });
    return c::report(done, error);
}
