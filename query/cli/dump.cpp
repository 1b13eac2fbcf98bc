#include <algorithm>
#include <iostream>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// A field as RFC 4180 has it: in quotes where it holds a comma, a quote or a line break.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string_view columns(ValueKind kind, bool with_remoteness) {
    switch (kind) {
        case ValueKind::nimber:
            return "nimber";
        case ValueKind::obliged:
            return "obliged";
        case ValueKind::partizan_outcome:
            return with_remoteness ? "left_first,right_first,left_remoteness,right_remoteness"
                                   : "left_first,right_first";
        case ValueKind::canonical:
            return "canonical,outcome,atomic_weight,fingerprint";
        default:
            return "outcome,remoteness";
    }
}

/// Empty where there is none.
std::string plies(const OutcomeValue& outcome) {
    return has_remoteness(outcome.outcome) ? std::to_string(outcome.remoteness) : "";
}

/// The fields of one value.
std::string fields(const Value& value, bool with_remoteness) {
    switch (value.kind) {
        case ValueKind::outcome:
            return std::string(to_string(value.outcome.outcome)) + ',' + plies(value.outcome);
        case ValueKind::nimber:
            return value.nimber.infinite ? to_string(value) : std::to_string(value.nimber.nimber);
        case ValueKind::partizan_outcome:
            return std::string{winner(value.partizan, Player::left), ',', winner(value.partizan, Player::right)} +
                   (with_remoteness ? ',' + plies(value.partizan.left) + ',' + plies(value.partizan.right) : "");
        case ValueKind::canonical: {
            const CanonicalValue& canonical = value.canonical;
            const auto weight = canonical.atomic_weight();
            return csv_field(canonical.text()) + ',' + letter(canonical.outcome()) + ',' +
                   csv_field(weight ? weight->text() : "") + ',' + canonical.fingerprint_text();
        }
        default:
            return to_string(value);
    }
}

}  // namespace

int dump(const Table& table, const DumpRequest& request) {
    const Index from = request.from;
    if (request.with_remoteness) require_remoteness(table);
    const TableInfo& info = table.info();
    if (from >= info.queryable_size && !(from == 0 && info.queryable_size == 0))
        throw Error(ErrorCode::out_of_domain, "index " + std::to_string(from) +
                                                  " is not in this table, which holds 0.." +
                                                  std::to_string(info.queryable_size - 1));
    const Index last = from + std::min(request.count, info.queryable_size - from);
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(4096);
    if (!request.as_json) std::cout << "position," << columns(info.value, request.with_remoteness) << '\n';
    std::string line;
    for (Index first = from; first < last; first += values.size()) {
        const auto n = static_cast<std::size_t>(std::min<Index>(values.size(), last - first));
        cursor.read(first, std::span(values).first(n)).value();
        for (std::size_t i = 0; i < n; ++i) {
            if (!table.legal(first + i).value()) continue;
            const std::string position = table.text_of(first + i).value();
            try {
                line.clear();
                if (request.as_json)
                    add_position_line(line, position, first + i, values[i]);
                else
                    line = csv_field(position) + ',' + fields(values[i], request.with_remoteness);
                std::cout << line << '\n';
            } catch (const Error& e) {
                throw Error(e.code(), "the value of " + in_quotes(position) + ": " + e.what());
            }
        }
        if (!std::cout) throw Error(ErrorCode::io, "cannot write to standard output");
    }
    return 0;
}

}  // namespace mexbase::cli
