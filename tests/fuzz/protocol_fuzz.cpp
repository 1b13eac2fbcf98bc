// SPDX-License-Identifier: MIT
// Any lines as the answers of a program: they give a game with a right table, or an error of one line. Lines are used
// in the order in which positions are expanded; further positions have no options.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "gen/encode/sink.hpp"
#include "gen/explore/text_rules.hpp"
#include "gen/make/make_table.hpp"
#include "lib/error.hpp"
#include "lib/rules/registry.hpp"
#include "query/table.hpp"

using namespace mexbase;

namespace {

/// Writes the answer in another form and reads it again: it must be equal.
void read_again(const Answers& answers, std::size_t k) {
    constexpr std::string_view stops[] = {"=loss", "=win", "=tie", "=draw"};
    const Answers::Answer& answer = answers[k];
    const auto half = [&](bool left) {
        if ((answer.mark & Board::stopped) != 0)
            return ' ' + std::string(stops[static_cast<std::size_t>(Board::stop_of(answer.mark, left))]);
        std::string text;
        for (std::uint64_t j = 0; j < answer.options; ++j) {
            const Answers::Option& option = answers.option(answer.first_option + j);
            if (answer.partizan && (option.owner == Board::left) != left) continue;
            text += " \t" + std::string(answers.text(option));
        }
        return text;
    };
    Answers again;
    if (add_answer(half(true) + (answer.partizan ? '|' + half(false) : ""), again)) std::abort();
    if (again[0].mark != answer.mark || again[0].partizan != answer.partizan || again[0].options != answer.options)
        std::abort();
    for (std::uint64_t j = 0; j < answer.options; ++j) {
        const Answers::Option &a = answers.option(answer.first_option + j), &b = again.option(j);
        if (answers.text(a) != again.text(b) || a.owner != b.owner) std::abort();
    }
}

/// Rules of a program without a process.
class FakeProgram final : public TextRules {
  public:
    explicit FakeProgram(std::string_view lines) : lines_(lines) {}

    void answer_start(Answers& answers) override {
        answer(answers);
        if (answers[0].partizan || answers[0].mark != Board::plain)
            throw Error(ErrorCode::bad_file, "expected one or more positions, separated by blanks");
    }
    void answer(unsigned, std::span<const std::string> positions, Answers& answers) override {
        for (std::size_t k = 0; k < positions.size(); ++k) answer(answers);
    }

  private:
    void answer(Answers& answers) {
        const std::size_t end = std::min(lines_.find('\n'), lines_.size());
        std::string_view line = lines_.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (end == lines_.size() && partizan_) line = "|";
        lines_.remove_prefix(std::min(end + 1, lines_.size()));
        const std::size_t k = answers.size();
        if (const auto fault = add_answer(line, answers)) {
            if (answers.size() != k || fault->find('\n') != std::string::npos) std::abort();
            throw Error(ErrorCode::bad_file, *fault);
        }
        partizan_ = answers[k].partizan;
        read_again(answers, k);
    }

    std::string_view lines_;
    bool partizan_ = false;
};

/// Checks that positions are in the order of their texts, and are found by them.
void ask_about(const Game& game) {
    std::string before;
    for (Index i = 0; i < game.size(); ++i) {
        if (!game.legal(i)) continue;  // past the bound
        const std::string text = game.format(i);
        if (fault_of_position(text) || game.parse(text) != i || text <= before) std::abort();
        before = text;
    }
}

void solve(const Game& game, ValueKind kind) {
    JobOptions job;
    job.value = kind;
    job.memory = std::uint64_t{1} << 28;
    job.level = 1;
    job.rules_checked = true;
    job.arcs = game.size() % 2 == 0;
    MemorySink sink;
    try {
        make_table(game, sink, job);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::not_applicable) std::abort();
        throw;
    }
    // The written table is right, and needs no rules.
    bool right = false;
    try {
        const Table table = Table::from_memory(sink.take()).value();
        const Game& stored = table.game().value();
        right = stored.spec() == game.spec() && stored.size() == game.size();
        // Every other table stores the moves and needs no program for them.
        const auto rules = job.arcs ? game_for_jobs(stock_registry(), table) : nullptr;
        verify_table(rules ? *rules : game, table, job);
        right = right && table.check();
    } catch (const Error&) {
        right = false;
    }
    if (!right) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view lines(reinterpret_cast<const char*>(data), size);
    ExploreOptions options;
    options.positions = 2000;
    options.memory = 1 << 24;
    options.bound = size % 3 == 0 ? 1 + size % 50 : 0;
    try {
        FakeProgram program(lines);
        const auto game = explored_game(stock_registry(), "fuzz", program, options);
        ask_about(*game);
        constexpr Index some = 200;
        if (game->size() > some) return 0;
        const bool partizan = game->partizan();
        solve(*game, partizan ? ValueKind::partizan_outcome : ValueKind::outcome);
        solve(*game, partizan ? ValueKind::canonical : size % 2 == 0 ? ValueKind::nimber : ValueKind::obliged);
    } catch (const Error& error) {
        if (std::string_view{error.what()}.find('\n') != std::string_view::npos) std::abort();
    }
    return 0;
}
