// SPDX-License-Identifier: MIT
// Answers requests for many positions. The request and the answer have one line per position.
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/text_lines.hpp"
#include "../../lib/time_limit.hpp"
#include "../json/answers.hpp"
#include "answer.hpp"

namespace mexbase::serve {

namespace {

struct AskedLine {
    std::uint64_t number = 0;  ///< line number in the body from 1, counting empty lines
    std::string position;      ///< text of the position
    bool understood = false;
    /// Index of the value in `values_`, if the line is a single position of `table_`.
    std::optional<std::size_t> place;
};

/// Returns the position in a line of JSON, or `std::nullopt` if the line does not have one.
std::optional<std::string> position_of(std::string_view line) {
    if (line.size() >= 2 && line.front() == '"' && line.back() == '"') {
        const std::string_view text = line.substr(1, line.size() - 2);
        if (!needs_escapes(text)) return std::string(text);
    }
    const Json json = Json::parse(line.begin(), line.end(), nullptr, false);
    const auto text_of = [](const Json& each) -> std::optional<std::string> {
        if (each.is_string()) return each.get<std::string>();
        if (each.is_number_unsigned()) return '#' + std::to_string(each.get<std::uint64_t>());
        return std::nullopt;
    };
    if (!json.is_object()) return text_of(json);
    const auto position = json.find("position"), index = json.find("index");
    if (position != json.end()) return position->is_string() ? text_of(*position) : std::nullopt;
    if (index != json.end()) return index->is_number() ? text_of(*index) : std::nullopt;
    return std::nullopt;
}

/// Answers the lines of a request in batches.
class Lines {
  public:
    Lines(Library library, std::string spec, const TableChoice& choice, bool plain, std::string body)
        : library_(std::move(library)), spec_(std::move(spec)), choice_(choice), plain_(plain), body_(std::move(body)) {
        const auto table = library_.table(spec_, choice_);
        // The table with exactly this spec is tried first for each position.
        if (table && table->info().spec == spec_) table_ = *table;
        // If the library has no table of this game, the whole request fails. Otherwise each line gets its own error.
        if (!table && (table.error().code != ErrorCode::not_found || !has_any())) (void)table.value();
    }

    /// Appends the answers to some lines. Returns false if no line is left. After a timeout, appends the error as a
    /// last line, and the next call throws `Error{interrupted}`.
    bool answer_some(std::string& out) {
        constexpr std::size_t enough = std::size_t{64} << 10;
        if (over_) throw Error(*over_);
        bool any = false;
        while (out.size() < enough && read_batch()) {
            look_up();
            for (std::size_t i = 0; i < count_; ++i) {
                try {
                    answer(i, out);
                } catch (const Error& e) {
                    if (e.code() != ErrorCode::interrupted) throw;
                    over_ = e;
                    add_error(out, {{"line", batch_[i].number}}, e);
                    return true;
                }
            }
            any = true;
        }
        return any;
    }

  private:
    /// Returns true if the library has a table for this spec. It may need a position to choose the table.
    bool has_any() const {
        const auto table = library_.table_for(spec_, {}, choice_);
        return table || table.error().code != ErrorCode::not_found;
    }

    bool read_batch() {
        constexpr std::size_t most = 512;
        if (batch_.empty()) batch_.resize(most);
        count_ = 0;
        while (count_ < most && !unread_.empty()) {
            std::string_view line = take_until(unread_, '\n');
            ++number_;
            line = clean_line(line);
            if (!plain_) line = trimmed(line);
            if (line.empty()) continue;
            AskedLine& asked = batch_[count_++];
            asked.number = number_;
            asked.place.reset();
            auto position = plain_ ? std::optional<std::string>(line) : position_of(line);
            asked.understood = position && is_utf8(*position);
            if (asked.understood) asked.position = std::move(*position);
        }
        return count_ != 0;
    }

    /// Reads the values of those positions of the batch that are single positions of `table_`.
    void look_up() {
        if (!table_) return;
        indices_.clear();
        for (std::size_t i = 0; i < count_; ++i) {
            AskedLine& asked = batch_[i];
            if (!asked.understood) continue;
            const auto parts = table_->parts_of(asked.position);
            if (!parts || parts->size() != 1) continue;
            asked.place = indices_.size();
            indices_.push_back(parts->front());
        }
        values_.resize(indices_.size());
        // If the call fails, each position is probed separately, so that each gets its own error.
        if (!table_->at(indices_, values_))
            for (std::size_t i = 0; i < count_; ++i) batch_[i].place.reset();
    }

    void answer(std::size_t i, std::string& out) {
        check_time_limit();
        const AskedLine& asked = batch_[i];
        if (!asked.understood) {
            add_error(out, Json::object(),
                      Error(ErrorCode::bad_usage,
                            plain_ ? "the line is not valid UTF-8"
                                   : "a line must be JSON: the text of a position, an index, or an object with "
                                     "position or index"));
            return;
        }
        try {
            if (asked.place) {
                add_probe_line(out, *table_, asked.position, indices_[*asked.place], values_[*asked.place]);
            } else {
                const Table table = table_with(asked.position);
                const Probed probed = probe_with_index(table, asked.position).value();
                add_probe_line(out, table, asked.position, probed.index, probed.value);
            }
            out += '\n';
        } catch (const Error& e) {
            if (e.code() == ErrorCode::interrupted) throw;
            add_error(out, {{"position", asked.position}}, e);
        }
    }

    Table table_with(const std::string& position) const {
        if (table_) {
            // As in the library, the table with exactly this spec is tried first.
            if (const auto parts = table_->parts_of(position)) return *table_;
            if (const auto value = table_->probe(position)) return *table_;
        }
        return library_.table_for(spec_, position, choice_).value();
    }

    /// Appends a line of JSON: the members of `object`, then the error.
    static void add_error(std::string& out, Json object, const Error& error) {
        object["error"] = error_name(error.code());
        object["message"] = public_message(error);
        out += to_line(object) + '\n';
    }

    const Library library_;
    const std::string spec_;
    const TableChoice choice_;
    const bool plain_;
    const std::string body_;
    std::optional<Table> table_;
    std::string_view unread_ = body_;
    std::uint64_t number_ = 0;     // number of the last line read
    std::optional<Error> over_{};  // set after a timeout
    std::vector<AskedLine> batch_;
    std::size_t count_ = 0;  // number of lines in the batch
    std::vector<Index> indices_;
    std::vector<Value> values_;
};

/// Returns the media type of the body in lower case, without parameters such as `charset`.
std::string type_of(const Request& request) {
    const std::string* header = request.header("content-type");
    return header == nullptr ? "" : lower(trimmed(std::string_view(*header).substr(0, header->find(';'))));
}

std::uint64_t lines_in(std::string_view body, bool plain) {
    std::uint64_t lines = 0;
    bool empty = true;
    for (const char c : body) {
        if (c == '\n') {
            lines += empty ? 0 : 1;
            empty = true;
        } else if (c != '\r' && (plain || (c != ' ' && c != '\t'))) {
            empty = false;
        }
    }
    return lines + (empty ? 0 : 1);
}

}  // namespace

Answer many(const Request& request, const Library& library, const std::string& spec, const Parameters& parameters) {
    parameters.expect({"value", "play", "distance"});
    const std::string type = type_of(request);
    // Common clients send these types by default. They are treated as JSON.
    const bool plain = type == "text/plain";
    if (!plain && type != "" && type != "application/x-ndjson" && type != "application/json" &&
        type != "application/jsonl" && type != "application/x-www-form-urlencoded" &&
        type != "application/octet-stream")
        throw HttpError{415, "the body must be application/x-ndjson or text/plain"};
    if (const std::string* coding = request.header("content-encoding"); coding != nullptr && *coding != "identity")
        throw HttpError{415, "the body must not be compressed"};
    if (lines_in(request.body, plain) > most_positions)
        throw HttpError{
            413, "the request has more than " + std::to_string(most_positions) + " positions, which is the maximum"};
    const auto work = std::make_shared<Lines>(library, spec, table_choice(parameters), plain, request.body);
    Answer answer;
    answer.headers = {
        {"Content-Type", "application/x-ndjson"}, {"Cache-Control", "no-store"}, {"Access-Control-Allow-Origin", "*"}};
    answer.more = [work](std::string& out) { return work->answer_some(out); };
    return answer;
}

}  // namespace mexbase::serve
