#include "json.hpp"

#include <vector>

#include "../kinds/kind.hpp"

namespace mexbase {

namespace {

/// Calls `set(key, field)` for each field of a value.
template <class Set>
void for_each_field(const Value& value, const Set& set) {
    kind_of(value.kind).fields(value, [&set](std::string_view key, const Field& field) {
        std::visit([&](const auto& each) { set(key, each); }, field);
    });
}

}  // namespace

std::string to_line(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void add_json_string(std::string& out, std::string_view text) {
    // The few texts that need escapes are left to the library.
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte > 0x7e || c == '"' || c == '\\') {
            out += to_line(Json(std::string(text)));
            return;
        }
    }
    out += '"';
    out += text;
    out += '"';
}

Json position_json(const std::string& position, std::optional<Index> index, const Value& value) {
    Json object;
    object["position"] = position;
    object["index"] = nullptr;
    if (index) object["index"] = *index;
    for_each_field(value, [&object](std::string_view key, const auto& field) { object[std::string(key)] = field; });
    return object;
}

Json position_json(const ResolvedPosition& position, const Value& value) {
    return position_json(position.text, index_of(position), value);
}

void add_position_line(std::string& out, std::string_view position, std::optional<Index> index, const Value& value) {
    const std::size_t before = out.size();
    try {
        JsonText object(out);
        object.set("position", position);
        if (index)
            object.set("index", *index);
        else
            object.set("index", nullptr);
        for_each_field(value, [&object](std::string_view key, const auto& field) { object.set(key, field); });
        object.close();
    } catch (...) {
        out.resize(before);
        throw;
    }
}

std::optional<Index> index_of(const ResolvedPosition& position) {
    return position.index() == no_index ? std::nullopt : std::optional(position.index());
}

Result<Probed> probe_with_index(const Table& table, std::string_view position) noexcept {
    // Most texts name one position, and are read once.
    const auto parts = table.parts_of(position);
    const bool one = parts && parts->size() == 1;
    const auto value = one ? table.at(parts->front()) : parts ? table.at_sum(*parts) : table.probe(position);
    if (!value) return value.error();
    return Probed{one ? std::optional(parts->front()) : std::nullopt, *value};
}

}  // namespace mexbase
