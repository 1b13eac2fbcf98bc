#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <string>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "command_line/arguments.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// ` (7 plies if Left begins, - if Right does)`: of partizan outcomes, whose text has no remoteness in it.
std::string remoteness_text(const Value& value) {
    if (value.kind != ValueKind::partizan_outcome) return {};
    const auto plies = [](const OutcomeValue& outcome) {
        return has_remoteness(outcome.outcome) ? std::to_string(outcome.remoteness) : std::string("-");
    };
    return fmt::format(" ({} plies if Left begins, {} if Right does)", plies(value.partizan.left),
                       plies(value.partizan.right));
}

/// Answers one position after the other; errors wait until the end, so that the good ones are answered.
class Answers {
  public:
    Answers(const TableOf& table_of, bool as_json, bool with_remoteness)
        : table_of_(table_of), as_json_(as_json), with_remoteness_(with_remoteness) {}

    void answer(const std::string& position) {
        const auto table = detail::guarded<Table>([&] {
            Table found = table_of_(position);
            if (with_remoteness_) require_remoteness(found);
            return found;
        });
        if (!table) return note(table.error());
        const auto probed = probe_with_index(*table, position);
        if (!probed) return note(probed.error());
        std::string line;
        try {
            if (as_json_)
                add_position_line(line, position, probed->index, probed->value);
            else
                line = position + ": " + to_string(probed->value) +
                       (with_remoteness_ ? remoteness_text(probed->value) : "");
        } catch (const Error& e) {
            return note({e.code(), "the value of " + in_quotes(position) + ": " + e.what()});
        }
        std::cout << line << '\n';
    }

    int finish() const {
        if (!failed_) return 0;
        if (more_ != 0)
            throw Error(failed_->code, fmt::format("{} (and {} more without an answer)", failed_->message, more_));
        throw Error(failed_->code, failed_->message);
    }

  private:
    void note(const Failure& failure) {
        if (exit_status(failure.code) != 2) throw Error(failure.code, failure.message);
        if (failed_)
            ++more_;
        else
            failed_ = failure;
    }

    const TableOf& table_of_;
    bool as_json_, with_remoteness_;
    std::optional<Failure> failed_;
    std::uint64_t more_ = 0;
};

}  // namespace

void require_remoteness(const Table& table) {
    const ValueKind kind = table.info().value;
    if (kind != ValueKind::outcome && kind != ValueKind::partizan_outcome)
        throw Error(ErrorCode::not_applicable,
                    "values of kind " + std::string(to_string(kind)) + " have no remoteness");
}

int probe(const TableOf& table_of, const std::vector<std::string>& positions, bool as_json, bool with_remoteness) {
    Answers answers(table_of, as_json, with_remoteness);
    for (const auto& position : positions) answers.answer(position);
    if (positions.empty()) for_each_input_line([&](const std::string& line) { answers.answer(line); });
    return answers.finish();
}

}  // namespace mexbase::cli
