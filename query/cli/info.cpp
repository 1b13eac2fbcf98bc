// SPDX-License-Identifier: MIT
// Descriptions and checks of tables.
#include <fmt/format.h>

#include <algorithm>

#include "../../lib/error.hpp"
#include "../json/answers.hpp"
#include "commands.hpp"
#include "describe_info.hpp"

namespace mexbase::cli {

namespace {

/// Prints the estimates from which the writer chose a stream's codec.
void print_choice(const StreamInfo& stream, const std::vector<CodecChoice>& choices) {
    const auto choice = std::ranges::find(choices, stream.kind, &CodecChoice::kind);
    if (choice == choices.end()) {
        const char* why = stream.bits_per_symbol == 0 ? "only one symbol, so there is nothing to pack"
                          : stream.small              ? "a short stream, stored in its smallest form"
                                         : "the table does not store the costs of the other codecs: the stream is too "
                                           "short, or the format older than 1.4";
        std::cout << fmt::format("      {}\n", why);
        return;
    }
    const CodecCost* least = nullptr;
    for (const CodecCost& cost : choice->costs) {
        const bool taken = cost.codec == stream.codec;
        std::cout << fmt::format("      {} {:<7} {:>12} bytes, {:>6} ns per probe that has to decode (estimated)\n",
                                 taken ? '*' : ' ', to_string(cost.codec), grouped(cost.bytes),
                                 grouped(cost.nanoseconds));
        if (least == nullptr || cost.bytes < least->bytes) least = &cost;
    }
    if (least == nullptr) return;
    if (least->codec == stream.codec)
        std::cout << "      chosen because it is the smallest";
    else
        std::cout << fmt::format(
            "      chosen because the time that it saves is worth more than the bytes that {} saves",
            to_string(least->codec));
    std::cout << (choice->limit == 0
                      ? "; the stream is so short that any cache holds its decoded blocks, so time was not counted\n"
                      : fmt::format("; its blocks are so short that a probe takes at most {} ns, if that is possible\n",
                                    grouped(choice->limit)));
}

std::uint64_t blocks_of(const StreamInfo& stream) {
    return stream.bits_per_symbol == 0 ? 0 : (stream.count + stream.block - 1) / stream.block;
}

void print_text(const Table& table, bool with_choices) {
    const auto choices = with_choices ? table.codec_choices().value() : std::vector<CodecChoice>{};
    const TableInfo& info = table.info();
    std::cout << info_text(info)
              << fmt::format("{} indices, of which those below {} can be queried; rules version {}\n",
                             grouped(info.indices), grouped(info.queryable_size), info.rules_version)
              << fmt::format("{} bytes, {:.4f} bits per index; format {}\n", grouped(table.file_bytes()),
                             bits_a_position(table.file_bytes(), info), table.format_version());
    if (const std::uint64_t board = table.board_bytes(); board != 0)
        std::cout << fmt::format("  of these bytes, {} store {}\n", grouped(board),
                                 info.spec.starts_with("program:") ? "the positions and their moves"
                                 : info.spec.starts_with("graph:") ? "the graph"
                                                                   : "the board");
    for (const StreamInfo& stream : table.streams()) {
        std::cout << fmt::format(
            "  {:<16} {:<7} blocks of {:>5}, {:>2} bits per symbol, {:>12} bytes ({:.4f} bits per index; directory {}, "
            "dictionary {}, payload {})\n",
            to_string(stream.kind), to_string(stream.codec), stream.block, stream.bits_per_symbol,
            grouped(stream.bytes), bits_a_position(stream.bytes, info), grouped(stream.directory_bytes),
            grouped(stream.dictionary_bytes), grouped(stream.payload_bytes));
        if (with_choices) print_choice(stream, choices);
    }
    const RemotenessHistogram rows = table.remoteness_histogram().value();
    constexpr std::size_t most_rows = 40;
    if (!rows.empty()) std::cout << "positions by remoteness (win, loss, tie):\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (r == most_rows) {
            std::cout << fmt::format("  … up to {}\n", rows.size() - 1);
            break;
        }
        std::cout << fmt::format("  {:>4}  {:>14}  {:>14}  {:>14}\n", r, grouped(rows[r][1]), grouped(rows[r][0]),
                                 grouped(rows[r][2]));
    }
}

}  // namespace

void print_info(const Table& table, bool as_json, bool with_choices) {
    if (as_json)
        print(table_json(table, with_choices));
    else
        print_text(table, with_choices);
}

void print_check(const Table& table, const std::string& path, bool as_json, bool quiet) {
    table.check().value();
    Json json;
    json["file"] = path;
    json["spec"] = table.info().spec;
    json["file_bytes"] = table.file_bytes();
    json["format_version"] = table.format_version();
    Json& list = json["streams"] = Json::array();
    std::uint64_t blocks = 0;
    for (const StreamInfo& stream : table.streams()) {
        list.push_back({{"name", to_string(stream.kind)}, {"blocks", blocks_of(stream)}});
        blocks += blocks_of(stream);
    }
    if (as_json)
        print(json);
    else if (!quiet)
        std::cout << fmt::format("{}: {} bytes, {} {} of {}, nothing damaged\n", path, grouped(table.file_bytes()),
                                 grouped(blocks), blocks == 1 ? "block" : "blocks",
                                 list.size() == 1 ? "one stream" : fmt::format("{} streams", list.size()));
}

}  // namespace mexbase::cli
