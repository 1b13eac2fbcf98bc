#include "family_kinds.hpp"

#include <algorithm>

namespace mexbase::cli {

namespace {

void add(std::vector<std::string_view>& names, ValueKind kind) {
    if (std::ranges::find(names, to_string(kind)) == names.end()) names.push_back(to_string(kind));
}

/// Adds that the values of `ruleset` among `kinds`, if it has some, are there only where `condition` holds.
void add_condition(FamilyKinds& family, const RulesetKinds& ruleset, std::initializer_list<ValueKind> kinds,
                   std::string_view condition) {
    std::string text;
    for (const ValueKind kind : ruleset.kinds)
        if (std::ranges::find(kinds, kind) != kinds.end())
            text += (text.empty() ? "" : " and ") + std::string(to_string(kind));
    if (!text.empty()) family.conditions.push_back(text.append(" only where ").append(condition));
}

std::string listed(const std::vector<std::string_view>& names) {
    std::string all;
    for (const std::string_view name : names)
        all += (all.empty() ? "" : ", ") + std::string(name) + (name == names.front() ? " (default)" : "");
    return all;
}

}  // namespace

FamilyKinds kinds_of(const Family& family) {
    using enum ValueKind;
    FamilyKinds kinds;
    for (const RulesetKinds& each : family.rulesets) {
        for (const ValueKind kind : each.kinds) add(is_partizan(kind) ? kinds.partizan : kinds.impartial, kind);
        if (each.may_loop) add_condition(kinds, each, {obliged, canonical}, "play must end");
        if (each.may_leave_bound) add_condition(kinds, each, {nimber, obliged, canonical}, "no move leaves the bound");
    }
    return kinds;
}

std::string kinds_text(const FamilyKinds& kinds) {
    std::string all = listed(kinds.impartial);
    if (!kinds.impartial.empty() && !kinds.partizan.empty()) all += "; in partizan play ";
    all += listed(kinds.partizan);
    for (const std::string& condition : kinds.conditions) all += "; " + condition;
    return all;
}

}  // namespace mexbase::cli
