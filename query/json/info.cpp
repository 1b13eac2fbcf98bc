// SPDX-License-Identifier: MIT
// Description of a table in JSON.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "../kinds/kind.hpp"
#include "answers.hpp"

namespace mexbase {

namespace {

Json choice_json(const StreamInfo& stream, const std::vector<CodecChoice>& choices) {
    const auto choice = std::ranges::find(choices, stream.kind, &CodecChoice::kind);
    if (choice == choices.end()) return nullptr;
    Json json;
    json["limit_nanoseconds"] = choice->limit;
    for (const CodecCost& cost : choice->costs) {
        Json& row = json["costs"][std::string{to_string(cost.codec)}];
        row["bytes"] = cost.bytes;
        row["nanoseconds"] = cost.nanoseconds;
    }
    return json;
}

}  // namespace

Json info_json(const TableInfo& info) {
    Json json;
    json["spec"] = info.spec;
    json["value"] = to_string(info.value);
    json["play"] = to_string(info.play);
    json["positions"] = info.positions;
    json["indices"] = info.indices;
    auto& histogram = json["histogram"] = Json::object();
    const Kind& kind = kind_of(info.value);
    kind.for_each_count(info, [&histogram](const ShownCount& each) {
        if (!each.key.empty() && (each.count != 0 || each.always)) histogram[each.key] = each.count;
    });
    if (kind.has_forms) json["distinct_values"] = info.distinct_values;
    json["longest_remoteness"] = nullptr;
    if (info.longest_remoteness) json["longest_remoteness"] = *info.longest_remoteness;
    json["largest_nimber"] = nullptr;
    if (info.largest_nimber) json["largest_nimber"] = *info.largest_nimber;
    if (info.period) {
        auto& period = json["period"];
        period["preperiod"] = info.period->preperiod;
        period["period"] = info.period->period;
        period["saltus"] = info.period->saltus;
        period["proven"] = info.theorem.has_value();
    } else {
        json["period"] = nullptr;
    }
    json["remoteness_exact"] = info.remoteness_exact;
    json["admitted"] = info.queryable_size;
    json["rules_version"] = info.rules_version;
    return json;
}

Json table_json(const Table& table, bool with_choices) {
    const auto choices = with_choices ? table.codec_choices().value() : std::vector<CodecChoice>{};
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
        if (with_choices) row["choice"] = choice_json(stream, choices);
        streams.push_back(std::move(row));
    }
    return json;
}

}  // namespace mexbase
