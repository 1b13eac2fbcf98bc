// SPDX-License-Identifier: MIT
#include "library_entries.hpp"

#include <algorithm>
#include <set>

#include "../lib/error.hpp"
#include "../lib/suggestions.hpp"
#include "read/table_data.hpp"

namespace mexbase::detail {

namespace {

/// Returns the specs of all tables of a family, sorted and without duplicates.
std::set<std::string> specs_of(std::string_view family, const LibraryEntries& entries) {
    std::set<std::string> specs;
    for (const auto& entry : entries)
        if (!entry->file.fault && family_in(entry->file.spec) == family) specs.insert(entry->file.spec);
    return specs;
}

bool gives(const RawSpec& raw, const KeyHelp& key) {
    return std::any_of(raw.values.begin(), raw.values.end(),
                       [&](const auto& given) { return given.first.empty() ? key.nameless : key.name == given.first; });
}

/// Returns true if a spec has only known keys and lacks a required one.
bool lacks_key(const RawSpec& raw, const FamilyHelp& help) {
    const auto is_known = [&](const auto& given) {
        return std::any_of(help.keys.begin(), help.keys.end(),
                           [&](const KeyHelp& k) { return given.first.empty() ? k.nameless : k.name == given.first; });
    };
    const auto is_missing = [&](const KeyHelp& key) {
        return key.fallback.empty() && !key.optional && !key.scope && !gives(raw, key);
    };
    return std::all_of(raw.values.begin(), raw.values.end(), is_known) &&
           std::any_of(help.keys.begin(), help.keys.end(), is_missing);
}

/// Returns true if the spec names a file by path. No table is found by a path.
bool names_path(const Registry& registry, std::string_view spec) {
    const Family* const family = registry.find(family_in(spec));
    if (family == nullptr) return false;
    for (const auto& [name, value] : parse_spec(spec).values)
        for (const KeyHelp& key : family->help->keys)
            if (key.name == name && key.file != KeyHelp::File::none && key.file != KeyHelp::File::program &&
                !value.starts_with('@') && value.find_first_of("./") != std::string::npos)
                return true;
    return false;
}

}  // namespace

std::shared_ptr<LibraryEntry> read_entry(const Registry& registry, const std::string& path, const FoundFile& found) {
    auto entry = std::make_shared<LibraryEntry>();
    entry->file.path = path;
    entry->file.bytes = found.size;
    entry->version = found.version;
    try {
        const TableInfo info = peek(Source::read(path));
        entry->file.spec = info.spec;
        entry->file.value = info.value;
        entry->file.play = info.play;
        entry->file.distance = info.distance;
        entry->file.indices = info.indices;
    } catch (const Error& e) {
        if (e.code() == ErrorCode::out_of_memory) throw;
        // The reason does not name the file, because the list of files does.
        entry->file.fault = Failure{e.code(), e.what()};
        return entry;
    }
    entry->game = entry->file.spec;
    try {
        entry->parameters = normal_parameters(registry, entry->file.spec);
        entry->game = entry->parameters->game();
    } catch (const Error&) {
        // The family is unknown: its specs are compared as texts.
    }
    return entry;
}

AskedSpec::AskedSpec(const Registry& registry, std::string_view spec, const LibraryEntries& entries)
    : registry_(registry), text_(spec) {
    const RawSpec raw = parse_spec(spec);
    const Family* const family = registry.find(raw.family);
    known_ = family != nullptr;
    if (!known_) return;
    try {
        (void)normal_parameters(registry, spec);
    } catch (const Error& e) {
        if (!lacks_key(raw, *family->help)) throw;
        throw Error(e.code(), e.what() + tables_of(raw.family, entries));
    }
    const auto& keys = family->help->keys;
    for (const KeyHelp& key : keys) {
        if (!key.scope || !gives(raw, key)) continue;
        gives_scope_ = true;
        if (family->table_group == nullptr) limits_.push_back(key.name);
    }
}

bool AskedSpec::limits_alike(const Parameters& parameters) const {
    return std::all_of(limits_.begin(), limits_.end(), [&](std::string_view key) { return parameters.has(key); });
}

const AskedSpec::Form& AskedSpec::of(ValueKind values) {
    const auto [form, is_new] = forms_.try_emplace(values, Form{text_, text_});
    if (is_new && known_) {
        const Parameters parameters = normal_parameters(registry_, text_, values);
        form->second = {parameters.spec(), parameters.game()};
    }
    return form->second;
}

std::string tables_of(std::string_view family, const LibraryEntries& entries) {
    constexpr std::size_t most = 5;
    const std::set<std::string> specs = specs_of(family, entries);
    if (specs.empty()) return "; it has no table of the game " + std::string(family);
    std::string text;
    std::size_t listed = 0;
    for (const std::string& spec : specs) {
        if (listed == most) break;
        const bool last = ++listed == specs.size();
        text.append(text.empty() ? "; its tables of this game: " : last ? " and " : ", ").append(spec);
    }
    const std::size_t more = specs.size() - listed;
    return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

Error no_table(const Registry& registry, std::string_view spec, const LibraryEntries& entries) {
    // Shows up to 1000 characters of the spec, because a path in it is best recognised by its end.
    constexpr std::size_t longest = 1000;
    std::string message = "the library has no table of ";
    message += spec.size() <= longest ? '"' + std::string(spec) + '"' : in_quotes(spec);
    const std::string_view family = family_in(spec);
    if (names_path(registry, spec)) {
        message += "; specs in a library name a file by @ and the hash of its content, which mexquery info prints";
        return {ErrorCode::not_found, message, Suggestion{tables_of(family, entries)}};
    }
    const std::set<std::string> others = specs_of(family, entries);
    if (others.contains(std::string(spec)))
        return {ErrorCode::not_found, message,
                Suggestion{" with this kind of value and this play, but has one with another kind or play"}};
    const Suggestion meant = did_you_mean(spec, std::vector<std::string>(others.begin(), others.end()));
    return {ErrorCode::not_found, message,
            meant.text.empty() && !others.empty() ? Suggestion{tables_of(family, entries)} : meant};
}

}  // namespace mexbase::detail
