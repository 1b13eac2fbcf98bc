#include <fmt/format.h>

#include <iostream>

#include "commands.hpp"
#include "describe_info.hpp"
#include "json.hpp"

namespace mexbase::cli {

namespace {

double bits_a_position(std::uint64_t bytes, const TableInfo& info) {
    return info.indices == 0 ? 0 : 8.0 * static_cast<double>(bytes) / static_cast<double>(info.indices);
}

void print_json(const Table& table) {
    const TableInfo& info = table.info();
    Json json = info_json(info);
    json["file_bytes"] = table.file_bytes();
    json["bits_per_position"] = bits_a_position(table.file_bytes(), info);
    json["format_version"] = table.format_version();
    auto& streams = json["streams"] = Json::array();
    for (const StreamInfo& stream : table.streams()) {
        Json row;
        row["name"] = to_string(stream.kind);
        row["codec"] = to_string(stream.codec);
        row["block"] = stream.block;
        row["bits_per_symbol"] = stream.bits_per_symbol;
        row["bytes"] = stream.bytes;
        row["directory_bytes"] = stream.directory_bytes;
        row["dictionary_bytes"] = stream.dictionary_bytes;
        row["payload_bytes"] = stream.payload_bytes;
        streams.push_back(std::move(row));
    }
    std::cout << to_line(json) << '\n';
}

void print_text(const Table& table) {
    const TableInfo& info = table.info();
    std::cout << info_text(info)
              << fmt::format("{} indices, positions below {} may be asked for; rules version {}\n",
                             grouped(info.indices), grouped(info.queryable_size), info.rules_version)
              << fmt::format("{} bytes, {:.4f} bits an index; format {}\n", grouped(table.file_bytes()),
                             bits_a_position(table.file_bytes(), info), table.format_version());
    for (const StreamInfo& stream : table.streams())
        std::cout << fmt::format(
            "  {:<16} {:<7} blocks of {:>5}, {:>2} bits a symbol, {:>12} bytes ({:.4f} bits an index; directory {}, "
            "dictionary {}, payload {})\n",
            to_string(stream.kind), to_string(stream.codec), stream.block, stream.bits_per_symbol,
            grouped(stream.bytes), bits_a_position(stream.bytes, info), grouped(stream.directory_bytes),
            grouped(stream.dictionary_bytes), grouped(stream.payload_bytes));
    const RemotenessHistogram rows = table.remoteness_histogram().value();
    constexpr std::size_t most_rows = 40;
    if (!rows.empty()) std::cout << "positions by remoteness (loss, win, tie):\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (r == most_rows) {
            std::cout << fmt::format("  … up to {}\n", rows.size() - 1);
            break;
        }
        std::cout << fmt::format("  {:>4}  {:>14}  {:>14}  {:>14}\n", r, grouped(rows[r][0]), grouped(rows[r][1]),
                                 grouped(rows[r][2]));
    }
}

}  // namespace

int print_info(const Table& table, bool as_json) {
    as_json ? print_json(table) : print_text(table);
    return 0;
}

}  // namespace mexbase::cli
