// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/programs/answers.hpp"
#include "../../lib/programs/child_process.hpp"
#include "../../lib/rules/game.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"
#include "tables.hpp"

namespace mexbase::cli {

class MovesProgram::Asked {
  public:
    Asked(std::string command, double seconds) : command_(std::move(command)), seconds_(seconds) {}

    void expect(bool partizan) {
        const std::scoped_lock lock(mutex_);
        partizan_ = partizan;
        asked_.clear();
    }

    std::optional<Outcome> ask(std::string_view position, Player mover, std::vector<std::string>& options) {
        const std::scoped_lock lock(mutex_);
        if (position != asked_) ask_anew(position);
        options.clear();
        const mexbase::Answers::Answer& answer = answers_[0];
        const bool left = mover == Player::left;
        if (answer.mark != Board::plain) {
            constexpr Outcome outcomes[] = {Outcome::loss, Outcome::win, Outcome::tie, Outcome::draw};
            return outcomes[static_cast<std::size_t>(Board::stop_of(answer.mark, left))];
        }
        const std::uint8_t opponent = left ? Board::right : Board::left;
        for (std::uint64_t j = answer.first_option; j < answer.first_option + answer.options; ++j)
            if (const auto& option = answers_.option(j); option.owner != opponent)
                options.emplace_back(answers_.text(option));
        return std::nullopt;
    }

  private:
    void ask_anew(std::string_view position) {
        if (!process_) process_ = std::make_unique<ChildProcess>(command_, seconds_);
        asked_.clear();
        answers_.clear();
        const std::string text(position);
        try {
            process_->exchange(text + "\n", 1, [&](std::string_view line) {
                if (const auto fault = add_answer(line, answers_))
                    throw Error(ErrorCode::bad_file, "the program answered " + in_quotes(line) + " to the position " +
                                                         in_quotes(text) + ": " + *fault);
                if (const mexbase::Answers::Answer& answer = answers_[0];
                    partizan_ && (answer.partizan ? !*partizan_ && !is_both_players(answer) : *partizan_))
                    throw Error(
                        ErrorCode::bad_file,
                        "the program answered " + in_quotes(line) + " to the position " + in_quotes(text) +
                            (answer.partizan
                                 ? ": it separates the options of the players by |, but the game of the table is not "
                                   "partizan"
                                 : ": it does not separate the options of the players by |, but the game of the table "
                                   "is partizan"));
            });
        } catch (const Error& e) {
            // Ends the process, because a late answer could be taken for the answer to the next position.
            process_.reset();
            if (e.code() != ErrorCode::io) throw;
            throw Error(ErrorCode::io,
                        "the program did not answer to the position " + in_quotes(text) + ": " + e.what());
        }
        asked_ = text;
    }

    /// Returns true if the answer has no moves, and its result is the same for both players.
    static bool is_both_players(const mexbase::Answers::Answer& answer) {
        return answer.options == 0 &&
               (answer.mark == Board::plain || Board::stop_of(answer.mark, true) == Board::stop_of(answer.mark, false));
    }

    std::mutex mutex_;
    std::string command_;
    double seconds_;
    std::unique_ptr<ChildProcess> process_;
    std::optional<bool> partizan_;  // the kind of game that answers must fit; empty: any
    std::string asked_;             // the position to which `answers_` belongs
    mexbase::Answers answers_;
};

MovesProgram::MovesProgram(const std::string& command, double seconds)
    : asked_(std::make_shared<Asked>(command, seconds)) {}

MoveProvider MovesProgram::move_provider() const {
    return [program = asked_](std::string_view position, Player mover, std::vector<std::string>& options) {
        return program->ask(position, mover, options);
    };
}

void MovesProgram::expect(bool partizan) const {
    asked_->expect(partizan);
}

namespace {

/// Throws `Error{bad_usage}`: by the moves of the program, position `i` has the value `by_moves`, but not in the table.
[[noreturn]] void throw_other_rules(const Game& game, Index i, const std::string& by_moves, const std::string& stored) {
    throw Error(ErrorCode::bad_usage,
                "the rules of the program differ from those of the table: by the moves of the program, " +
                    in_quotes(game.format(i)) + " is " + by_moves + ", but in the table " + stored);
}

/// Throws unless the nimbers of the options give the stored value of position `i`. A finite nimber is the smallest
/// number that is not a nimber of an option. The set of an infinite value has the finite nimbers of the options.
void check_nimber(const Table& table, const Game& game, Index i) {
    std::vector<Index> to;
    game.options(i, Player::left, to);
    std::vector<std::uint32_t> seen;
    for (const Index option : to)
        if (const Value value = table.stored_at(option).value(); !value.nimber.infinite)
            seen.push_back(static_cast<std::uint32_t>(value.nimber.nimber));
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    std::uint64_t mex = 0;
    while (mex < seen.size() && seen[mex] == mex) ++mex;
    const Value stored = table.stored_at(i).value();
    NimberValue expected = stored.nimber, by_moves;
    expected.counter = 0;
    if (expected.infinite)
        by_moves = {true, 0, 0, seen};
    else
        by_moves.nimber = mex;
    if (by_moves != expected) throw_other_rules(game, i, to_string(by_moves), to_string(stored));
}

}  // namespace

void check_program(const Table& table) {
    constexpr Index samples = 50;
    const TableInfo& info = table.info();
    const Kind& kind = kind_of(info.value);
    const auto known = table.game();
    const bool nimbers = info.value == ValueKind::nimber;
    if ((!kind.has_plies && !nimbers) || !known || known->family() != "program") return;
    if (!info.remoteness_exact || info.outcomes[static_cast<std::size_t>(Outcome::unknown)] != 0) return;
    const Game& game = *known;
    // Returns the value of a position for the player to move.
    const auto value_of = [&](Index i, Player mover) { return outcome_value(table.stored_at(i).value(), mover); };
    std::vector<Index> to;
    for (Index k = 0; k < samples; ++k) {
        const Index i = info.indices / samples * k + info.indices % samples * k / samples;
        if (!game.legal(i)) continue;
        if (nimbers) {
            check_nimber(table, game, i);
            continue;
        }
        for (const Player mover : {Player::left, Player::right}) {
            if (mover == Player::right && !kind.partizan) break;
            OutcomeFold options;
            game.options(i, mover, to);
            for (const Index option : to)
                options.add(value_of(option, mover == Player::left ? Player::right : Player::left));
            const OutcomeValue said = game.terminal(i, info.play, mover).value_or(options.value(info.play));
            if (said != value_of(i, mover)) throw_other_rules(game, i, to_string(said), to_string(value_of(i, mover)));
        }
    }
}

}  // namespace mexbase::cli
