#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "../../lib/error.hpp"
#include "arguments.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// One JSON line: `position`, `index` (null for a sum), and the typed fields of the value.
std::string json_line(const std::string& position, std::optional<Index> index, const Value& value) {
    nlohmann::ordered_json json;
    json["position"] = position;
    json["index"] = nullptr;
    if (index) json["index"] = *index;
    switch (value.kind) {
        case ValueKind::nimber:
            json["nimber"] = nullptr;
            if (value.nimber.infinite)
                json["infinite"] = value.nimber.reached;
            else
                json["nimber"] = value.nimber.nimber;
            break;
        case ValueKind::obliged:
            json["obliged"] = to_string(value.obliged);
            break;
        case ValueKind::partizan_outcome: {
            const PartizanOutcome& result = value.partizan;
            json["class"] = to_string(result);
            json["left_first"] = std::string{winner(result, Player::left)};
            json["right_first"] = std::string{winner(result, Player::right)};
            json["left_remoteness"] = nullptr;
            json["right_remoteness"] = nullptr;
            if (has_remoteness(result.left.outcome)) json["left_remoteness"] = result.left.remoteness;
            if (has_remoteness(result.right.outcome)) json["right_remoteness"] = result.right.remoteness;
            break;
        }
        case ValueKind::canonical:
            json["class"] = std::string{letter(value.canonical.outcome())};
            json["canonical"] = value.canonical.text();
            if (const auto weight = value.canonical.atomic_weight()) json["atomic_weight"] = weight->text();
            json["fingerprint"] = value.canonical.fingerprint_text();
            break;
        default:
            json["outcome"] = to_string(value.outcome.outcome);
            json["remoteness"] = nullptr;
            if (has_remoteness(value.outcome.outcome)) json["remoteness"] = value.outcome.remoteness;
            if (value.outcome.outcome == Outcome::unknown) {
                json["cannot_win"] = value.cannot_win;
                json["cannot_lose"] = value.cannot_lose;
            }
    }
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Answers one position after the other; errors wait until the end, so that the good ones are answered.
class Answers {
  public:
    Answers(const Table& table, bool as_json) : table_(table), as_json_(as_json) {}

    void answer(const std::string& position) {
        const auto value = table_.probe(position);
        if (!value) return note(value.error());
        std::string line;
        try {
            line = as_json_ ? json_line(position, single_index(position), *value) : position + ": " + to_string(*value);
        } catch (const Error& e) {
            return note({e.code(), "the value of " + in_quotes(position) + ": " + e.what()});
        }
        std::cout << line << '\n';
    }

    int finish() const {
        if (!failed_) return 0;
        if (more_ != 0) throw Error(failed_->code, fmt::format("{} (and {} more like it)", failed_->message, more_));
        throw Error(failed_->code, failed_->message);
    }

  private:
    /// Nothing for a sum, and for a number too long for an index.
    std::optional<Index> single_index(const std::string& position) const {
        const auto parts = table_.parts_of(position);
        if (!parts || parts->size() != 1) return std::nullopt;
        return parts->front();
    }

    void note(const Failure& failure) {
        if (exit_status(failure.code) != 2) throw Error(failure.code, failure.message);
        if (failed_)
            ++more_;
        else
            failed_ = failure;
    }

    const Table& table_;
    bool as_json_;
    std::optional<Failure> failed_;
    std::uint64_t more_ = 0;
};

}  // namespace

int probe(const Table& table, const std::vector<std::string>& positions, bool as_json) {
    Answers answers(table, as_json);
    for (const auto& position : positions) answers.answer(position);
    if (positions.empty()) for_each_input_line([&](const std::string& line) { answers.answer(line); });
    return answers.finish();
}

}  // namespace mexbase::cli
