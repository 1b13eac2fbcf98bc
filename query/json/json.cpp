// SPDX-License-Identifier: MIT
#include "json.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "../kinds/kind.hpp"

namespace mexbase {

namespace {

/// Writer of the fields of a value in the format of `to_line`. A `Json` object per line would take up to three times as
/// long.
struct FieldText {
    std::string& out;

    void operator()(std::nullptr_t) const { out += "null"; }
    void operator()(bool value) const { out += value ? "true" : "false"; }
    void operator()(std::uint64_t value) const { out += std::to_string(value); }
    void operator()(std::string_view text) const {
        if (needs_escapes(text))
            out += to_line(Json(text));
        else
            out.append("\"").append(text) += '"';
    }
    void operator()(std::span<const std::uint32_t> list) const {
        char before = '[';
        for (const std::uint32_t each : list) {
            out += std::exchange(before, ',');
            (*this)(std::uint64_t{each});
        }
        out += before == '[' ? "[]" : "]";
    }
};

}  // namespace

std::string to_line(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool needs_escapes(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~' || c == '"' || c == '\\'; });
}

void add_position_line(std::string& out, std::string_view position, std::optional<Index> index, const Value& value) {
    const std::size_t before = out.size();
    const FieldText add{out};
    try {
        out += "{\"position\":";
        add(position);
        out += ",\"index\":";
        if (index)
            add(*index);
        else
            add(nullptr);
        kind_of(value.kind).fields(value, [&](std::string_view key, const Field& field) {
            out.append(",\"").append(key) += "\":";
            std::visit(add, field);
        });
        out += '}';
    } catch (...) {
        out.resize(before);
        throw;
    }
}

Json position_json(const std::string& position, std::optional<Index> index, const Value& value) {
    Json object;
    object["position"] = position;
    object["index"] = nullptr;
    if (index) object["index"] = *index;
    kind_of(value.kind).fields(value, [&object](std::string_view key, const Field& field) {
        std::visit([&](const auto& each) { object.emplace(key, each); }, field);
    });
    return object;
}

Json position_json(const ResolvedPosition& position, const Value& value) {
    return position_json(position.text, index_of(position), value);
}

std::optional<Index> index_of(const ResolvedPosition& position) {
    return position.index() == no_index ? std::nullopt : std::optional(position.index());
}

Result<Probed> probe_with_index(const Table& table, std::string_view position) noexcept {
    // Most texts name a single position. In this way, such a text is parsed only once.
    const auto parts = table.parts_of(position);
    const bool one = parts && parts->size() == 1;
    const auto value = one ? table.at(parts->front()) : parts ? table.at_sum(*parts) : table.probe(position);
    if (!value) return value.error();
    return Probed{one ? std::optional(parts->front()) : std::nullopt, *value};
}

}  // namespace mexbase
