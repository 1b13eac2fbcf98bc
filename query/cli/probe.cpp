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

/// Answers one position after the other; errors wait until the end, so that the good ones are answered.
class Answers {
  public:
    Answers(const TableOf& table_of, bool as_json) : table_of_(table_of), as_json_(as_json) {}

    void answer(const std::string& position) {
        const auto table = detail::guarded<Table>([&] { return table_of_(position); });
        if (!table) return note(table.error());
        const auto probed = probe_with_index(*table, position);
        if (!probed) return note(probed.error());
        std::string line;
        try {
            if (as_json_)
                add_position_line(line, position, probed->index, probed->value);
            else
                line = position + ": " + to_string(probed->value);
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
    bool as_json_;
    std::optional<Failure> failed_;
    std::uint64_t more_ = 0;
};

}  // namespace

int probe(const TableOf& table_of, const std::vector<std::string>& positions, bool as_json) {
    Answers answers(table_of, as_json);
    for (const auto& position : positions) answers.answer(position);
    if (positions.empty()) for_each_input_line([&](const std::string& line) { answers.answer(line); });
    return answers.finish();
}

}  // namespace mexbase::cli
