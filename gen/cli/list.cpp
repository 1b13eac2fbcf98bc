// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "../../lib/error.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/answers.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

void add(std::vector<std::string_view>& names, ValueKind kind) {
    if (std::ranges::find(names, to_string(kind)) == names.end()) names.push_back(to_string(kind));
}

/// Records in `family` that kinds of `ruleset` with the property `which` exist only if `condition` holds.
void add_condition(FamilyKinds& family, const RulesetKinds& ruleset, bool ValueKindTraits::*which,
                   std::string_view condition) {
    std::string text;
    for (const ValueKind kind : ruleset.kinds)
        if (traits_of(kind).*which) text += (text.empty() ? "" : " and ") + std::string(to_string(kind));
    if (!text.empty()) family.conditions.push_back(text.append(" only if ").append(condition));
}

std::string listed(const std::vector<std::string_view>& names) {
    std::string all;
    for (const std::string_view name : names)
        all += (all.empty() ? "" : ", ") + std::string(name) + (name == names.front() ? " (default)" : "");
    return all;
}

Json describe_json(std::string_view family, const FamilyHelp& help, const FamilyKinds& kinds) {
    Json json;
    json["family"] = family;
    json["summary"] = help.summary;
    auto& keys = json["keys"] = Json::array();
    for (const KeyHelp& key : help.keys) {
        const bool needed = key.fallback.empty();
        keys.push_back({{"name", key.name},
                        {"meaning", key.meaning},
                        {"range", range_of(key)},
                        {"default", needed ? Json(nullptr) : Json(key.fallback)},
                        {"optional", key.optional || !needed}});
    }
    json["position"] = help.position;
    json["values"] = {{"impartial", kinds.impartial}, {"partizan", kinds.partizan}};
    json["conditions"] = kinds.conditions;
    json["distances"] = kinds.distances;
    json["source"] = help.source;
    json["example"] = help.example;
    return json;
}

}  // namespace

FamilyKinds kinds_of(const Family& family) {
    FamilyKinds kinds;
    for (const RulesetKinds& each : family.rulesets) {
        for (const ValueKind kind : each.kinds) add(is_partizan(kind) ? kinds.partizan : kinds.impartial, kind);
        if (each.has_slices && kinds.distances.size() == 1) kinds.distances.push_back("exit");
        if (each.may_loop) add_condition(kinds, each, &ValueKindTraits::loop_free, "play must end");
        if (each.may_leave_bound) add_condition(kinds, each, &ValueKindTraits::adds, "no move leaves the bound");
    }
    // The key `total` chooses whole positions, which are another ruleset of the family.
    const auto keys = family.help->keys;
    if (std::ranges::find(keys, "total", &KeyHelp::name) != keys.end())
        kinds.conditions.emplace_back("outcome only of whole positions, with the key total");
    return kinds;
}

std::string kinds_text(const FamilyKinds& kinds) {
    std::string all = listed(kinds.impartial);
    if (!kinds.impartial.empty() && !kinds.partizan.empty()) all += "; in partizan play ";
    all += listed(kinds.partizan);
    for (const std::string& condition : kinds.conditions) all += "; " + condition;
    return all;
}

int list(const Arguments& arguments, const Registry& registry) {
    if (arguments.has("json")) {
        Json all = Json::array();
        for (const Family& family : registry.families())
            all.push_back(
                {{"family", family.name}, {"summary", family.help->summary}, {"example", family.help->example}});
        std::cout << to_line(all) << '\n';
        return 0;
    }
    std::size_t width = 0;
    for (const Family& family : registry.families()) width = std::max(width, family.name.size());
    for (const Family& family : registry.families())
        std::cout << fmt::format("{:<{}}  {}\n", family.name, width, family.help->summary);
    return 0;
}

int describe(const Arguments& arguments, const Registry& registry, const std::string& spec) {
    // The user may give a name with parameters. Only the family is described.
    const std::string family = spec.substr(0, spec.find(':'));
    const FamilyHelp& help = *registry.at(family).help;
    const FamilyKinds kinds = kinds_of(registry.at(family));
    if (arguments.has("json")) {
        std::cout << to_line(describe_json(family, help, kinds)) << '\n';
        return 0;
    }
    std::cout << fmt::format("{}: {}\n", family, help.summary);
    const bool of_program = std::ranges::find(help.keys, KeyHelp::File::program, &KeyHelp::file) != help.keys.end();
    std::size_t width = 0;
    for (const KeyHelp& key : help.keys) width = std::max(width, key.name.size());
    if (!help.keys.empty()) std::cout << "keys:\n";
    for (const KeyHelp& key : help.keys)
        std::cout << fmt::format("  {:<{}}  {} ({}; {})\n", key.name, width, key.meaning, range_of(key),
                                 key.nameless           ? "written without its name; may be left out"
                                 : key.optional         ? "may be left out"
                                 : key.fallback.empty() ? "must be given"
                                                        : fmt::format("default {}", key.fallback));
    std::cout << fmt::format("position: {}\nvalues: {}\n", help.position, kinds_text(kinds));
    if (kinds.distances.size() > 1) std::cout << fmt::format("distances: {}\n", listed(kinds.distances));
    std::cout << fmt::format("source: {}\nexample: {} {} -o table.mxb{}\n", help.source, program_name, help.example,
                             of_program ? " --command 'python3 game.py'" : "");
    return 0;
}

}  // namespace mexbase::cli
