#include <algorithm>
#include <iostream>

#include "../../lib/error.hpp"
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

std::string_view columns(ValueKind kind) {
    switch (kind) {
        case ValueKind::nimber:
            return "nimber";
        case ValueKind::obliged:
            return "obliged";
        default:
            return "outcome,remoteness";
    }
}

}  // namespace

int dump_csv(const Table& table, Index from, std::uint64_t count) {
    const TableInfo& info = table.info();
    if (from >= info.admitted && !(from == 0 && info.admitted == 0))
        throw Error(ErrorCode::out_of_domain, "index " + std::to_string(from) +
                                                  " is not in this table, which holds 0.." +
                                                  std::to_string(info.admitted - 1));
    const Index last = from + std::min(count, info.admitted - from);
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(4096);
    std::cout << "position," << columns(info.value) << '\n';
    for (Index first = from; first < last; first += values.size()) {
        const auto n = static_cast<std::size_t>(std::min<Index>(values.size(), last - first));
        cursor.read(first, std::span(values).first(n)).value();
        for (std::size_t i = 0; i < n; ++i) {
            if (!table.legal(first + i).value()) continue;
            std::cout << csv_field(table.text_of(first + i).value()) << ',';
            if (values[i].kind == ValueKind::outcome) {
                const OutcomeValue& value = values[i].outcome;
                std::cout << to_string(value.outcome) << ',';
                if (has_remoteness(value.outcome)) std::cout << value.remoteness;
            } else if (values[i].kind == ValueKind::nimber && !values[i].nimber.infinite) {
                std::cout << values[i].nimber.nimber;
            } else {
                std::cout << to_string(values[i]);
            }
            std::cout << '\n';
        }
        if (!std::cout) throw Error(ErrorCode::io, "cannot write to standard output");
    }
    return 0;
}

}  // namespace mexbase::cli
