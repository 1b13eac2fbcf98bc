// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "../../lib/error.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Formats a field of CSV as in RFC 4180: in quotes if it has a comma, a quote or a line break.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

/// Appends the cells of a value to `line`. `cells` is a scratch buffer with an element per column.
void add_cells(std::string& line, std::span<const Column> columns, std::vector<std::string>& cells,
               const Value& value) {
    const Kind& kind = kind_of(value.kind);
    for (std::string& cell : cells) cell.clear();  // a null field gives an empty cell
    kind.fields(value, [&columns, &cells](std::string_view key, const Field& field) {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (columns[c].field != key && !(columns[c].field == "remoteness" && key == "to_exit")) continue;
            if (const auto* text = std::get_if<std::string_view>(&field)) cells[c] = *text;
            if (const auto* number = std::get_if<std::uint64_t>(&field)) cells[c] = std::to_string(*number);
        }
    });
    if (cells.front().empty()) cells.front() = kind.text(value);
    for (const std::string& cell : cells) line.append(",").append(csv_field(cell));
}

}  // namespace

void dump(const Table& table, const DumpRequest& request) {
    const Index from = request.from;
    if (request.with_remoteness) require_remoteness(table);
    const TableInfo& info = table.info();
    if (from >= info.queryable_size && !(from == 0 && info.queryable_size == 0))
        throw Error(ErrorCode::out_of_domain, "index " + std::to_string(from) +
                                                  " is not in this table, which holds indices 0.." +
                                                  std::to_string(info.queryable_size - 1));
    const Index last = from + std::min(request.count, info.queryable_size - from);
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(4096);
    std::vector<Column> columns;
    std::string line = request.with_index ? "position,index" : "position";
    for (const Column& column : kind_of(info.value).columns) {
        if (column.on_request && !request.with_remoteness) continue;
        columns.push_back(column);
        line.append(",").append(column.name == "remoteness" && info.distance == Distance::exit ? "to_exit"
                                                                                               : column.name);
    }
    std::vector<std::string> cells(columns.size());
    if (!request.as_json) std::cout << line << '\n';
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
                else {
                    line += csv_field(position);
                    if (request.with_index) line.append(",").append(std::to_string(first + i));
                    add_cells(line, columns, cells, values[i]);
                }
                std::cout << line << '\n';
            } catch (const Error& e) {
                throw Error(e.code(), "the value of " + in_quotes(position) + ": " + e.what(), e.remedy());
            }
        }
        if (!std::cout) throw Error(ErrorCode::io, "cannot write to standard output");
    }
}

}  // namespace mexbase::cli
