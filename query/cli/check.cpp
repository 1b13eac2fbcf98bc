// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "commands.hpp"
#include "describe_info.hpp"

namespace mexbase::cli {

namespace {

std::uint64_t blocks_of(const StreamInfo& stream) {
    return stream.bits_per_symbol == 0 ? 0 : (stream.count + stream.block - 1) / stream.block;
}

}  // namespace

int print_check(const Table& table, const std::string& path, bool as_json, bool quiet) {
    if (const auto checked = table.check(); !checked)
        throw Error(checked.error().code, in_quotes(path) + ": " + checked.error().message, checked.error().remedy);
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
        std::cout << to_line(json) << '\n';
    else if (!quiet)
        std::cout << fmt::format("{}: {} bytes, {} {} of {}, nothing damaged\n", path, grouped(table.file_bytes()),
                                 grouped(blocks), blocks == 1 ? "block" : "blocks",
                                 list.size() == 1 ? "one stream" : fmt::format("{} streams", list.size()));
    return 0;
}

}  // namespace mexbase::cli
