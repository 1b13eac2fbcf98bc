// SPDX-License-Identifier: MIT
// Functions that several kinds of answers use: parameters, errors and JSON.
#include <algorithm>
#include <array>
#include <cstdio>

#include "../../lib/text_parts.hpp"
#include "../kinds/kind.hpp"
#include "answer.hpp"

namespace mexbase::serve {

namespace {

struct ErrorKind {
    std::string_view name;
    int status;
};
/// The name and the HTTP status of each error code, in the order of the codes.
constexpr std::array error_kinds = {
    ErrorKind{"bad_spec", 400},
    ErrorKind{"bad_position", 400},
    ErrorKind{"bad_file", 500},
    ErrorKind{"not_applicable", 422},
    ErrorKind{"bad_usage", 400},
    ErrorKind{"not_found", 404},
    ErrorKind{"io", 500},
    ErrorKind{"not_a_table", 500},
    ErrorKind{"unsupported_version", 500},
    ErrorKind{"corrupt", 500},
    ErrorKind{"out_of_domain", 404},
    ErrorKind{"out_of_memory", 503},
    ErrorKind{"verification_failed", 500},
    ErrorKind{"interrupted", 503},
};

const ErrorKind& kind_of_error(ErrorCode code) {
    static constexpr ErrorKind internal{"internal", 500};
    const std::size_t k = static_cast<std::size_t>(code) - 1;
    return k < error_kinds.size() ? error_kinds[k] : internal;
}

}  // namespace

std::string_view error_name(ErrorCode code) {
    return kind_of_error(code).name;
}

int status_of(ErrorCode code) {
    return kind_of_error(code).status;
}

std::string public_message(const Error& error) {
    const ErrorCode code = error.code();
    // Only an error that suggests a name is about a spec. Others may name a file.
    if (code == ErrorCode::not_found && error.remedy() != Remedy::correct_name) return "the server has no such table";
    if (code == ErrorCode::out_of_memory) return "out of memory";
    if (code == ErrorCode::io || code == ErrorCode::bad_file)  // the message names a file, or quotes a program's answer
        return "a file or a program that the answer needs cannot be read: the server's standard error says why";
    if (status_of(code) == 500) return "the table cannot be read";
    return error.what();
}

Answer error_answer(const Error& error) {
    Answer answer = error_answer(status_of(error.code()), error_name(error.code()), public_message(error));
    // A timeout is not reported to the operator.
    if (answer.status >= 500 && error.code() != ErrorCode::interrupted) answer.fault = error.what();
    return answer;
}

void Parameters::expect(std::initializer_list<std::string_view> names) const {
    for (const Parameter& each : target_.query)
        if (std::find(names.begin(), names.end(), each.name) == names.end())
            throw HttpError{400, "unknown parameter " + in_quotes(each.name)};
}

const Parameter* Parameters::find(std::string_view name) const {
    const Parameter* found = nullptr;
    for (const Parameter& each : target_.query) {
        if (each.name != name) continue;
        if (found != nullptr) throw HttpError{400, "the parameter " + std::string(name) + " is given more than once"};
        found = &each;
    }
    return found;
}

const Parameter& Parameters::get(std::string_view name) const {
    const Parameter* found = find(name);
    if (found == nullptr) throw HttpError{400, "the parameter " + std::string(name) + "=… is missing"};
    return *found;
}

bool Parameters::flag(std::string_view name) const {
    const Parameter* found = find(name);
    if (found == nullptr || found->value == "0" || found->value == "false") return false;
    if (found->value == "1" || found->value == "true") return true;
    throw HttpError{400, std::string(name) + " must be 1 or 0"};
}

std::optional<std::uint64_t> Parameters::number(std::string_view name, std::uint64_t most) const {
    const Parameter* found = find(name);
    if (found == nullptr) return std::nullopt;
    const auto n = exact_number(found->value);
    if (!n || *n > most) throw HttpError{400, std::string(name) + " must be a number in 0.." + std::to_string(most)};
    return n;
}

Player first_player(const Parameters& parameters) {
    const Parameter* first = parameters.find("first");
    if (first == nullptr || first->value == "left") return Player::left;
    if (first->value == "right") return Player::right;
    throw HttpError{400, "first must be left or right"};
}

TableChoice table_choice(const Parameters& parameters) {
    TableChoice choice;
    if (const Parameter* value = parameters.find("value")) {
        choice.value = value_kind_from(value->value);
        if (!choice.value) throw HttpError{400, "value must be " + kind_names(", ", " or ")};
    }
    if (const Parameter* play = parameters.find("play")) {
        if (play->value != "normal" && play->value != "misere") throw HttpError{400, "play must be normal or misere"};
        choice.play = play->value == "normal" ? Play::normal : Play::misere;
    }
    if (const Parameter* distance = parameters.find("distance")) {
        if (distance->value != "end" && distance->value != "exit") throw HttpError{400, "distance must be end or exit"};
        choice.distance = distance->value == "exit" ? Distance::exit : Distance::end;
    }
    return choice;
}

Answer json_answer(std::string body) {
    Answer answer;
    answer.headers = {{"Content-Type", "application/json"}, {"Access-Control-Allow-Origin", "*"}};
    answer.body = std::move(body);
    answer.body += '\n';
    return answer;
}

std::string etag_of(std::span<const Table> tables) {
    std::uint64_t sum = 0;
    for (const Table& table : tables) sum = sum * 0x9e3779b97f4a7c15 + table.checksum().value();
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(sum));
    return std::string("\"") + digits.data() + "-" MEXBASE_VERSION "\"";
}

namespace {

/// Returns true if `list`, the value of `If-None-Match`, contains `tag` or `*` (RFC 9110, 13.1.2).
bool has_tag(std::string_view list, std::string_view tag) {
    while (!list.empty()) {
        std::string_view each = trimmed(take_until(list, ','));
        if (each.starts_with("W/")) each.remove_prefix(2);
        if (each == tag || each == "*") return true;
    }
    return false;
}

}  // namespace

Answer with_etag(Answer answer, const std::string& tag, const Request& request) {
    answer.headers.emplace_back("ETag", tag);
    answer.headers.emplace_back("Cache-Control", "public, max-age=3600");
    const std::string* known = request.header("if-none-match");
    if (known == nullptr || !has_tag(*known, tag)) return answer;
    answer.status = 304;
    answer.headers.erase(answer.headers.begin());  // without a body there is no Content-Type
    answer.body.clear();
    return answer;
}

}  // namespace mexbase::serve
