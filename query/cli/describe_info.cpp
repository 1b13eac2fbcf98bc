#include "describe_info.hpp"

#include <fmt/format.h>

namespace mexbase::cli {

namespace {
constexpr std::array printed_order = {Outcome::win, Outcome::loss, Outcome::draw, Outcome::tie, Outcome::unknown};

/// N, P, L, R; then what has draws.
constexpr std::array<std::size_t, partizan_codes> partizan_order = {4, 0, 3, 1, 5, 2, 6, 7, 8};

std::string class_name(std::size_t number) {
    return {letter(static_cast<OutcomeClass>(number))};
}

std::string nimber_name(std::uint64_t n) {
    NimberValue value;
    value.nimber = n;
    return to_string(value);
}
}  // namespace

std::string_view name_of(Player player) {
    return player == Player::left ? "left" : "right";
}

std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
}

Json info_json(const TableInfo& info) {
    Json json;
    json["spec"] = info.spec;
    json["value"] = to_string(info.value);
    json["play"] = to_string(info.play);
    json["positions"] = info.positions;
    json["indices"] = info.indices;
    auto& histogram = json["histogram"] = Json::object();
    if (info.value == ValueKind::nimber) {
        for (std::uint64_t n = 0; n < info.nimbers.size(); ++n)
            if (info.nimbers[n] != 0) histogram[nimber_name(n)] = info.nimbers[n];
        if (info.infinite != 0) histogram["inf"] = info.infinite;
    } else if (info.value == ValueKind::obliged) {
        for (unsigned code = 0; code < info.obliged.size(); ++code)
            histogram[to_string(Obliged::of(code))] = info.obliged[code];
    } else if (info.value == ValueKind::partizan_outcome) {
        for (const std::size_t code : partizan_order) {
            const std::string name = partizan_name(code);
            if (info.partizan[code] != 0 || name.size() == 1) histogram[name] = info.partizan[code];
        }
    } else if (info.value == ValueKind::canonical) {
        for (std::size_t c = 0; c < info.classes.size(); ++c) histogram[class_name(c)] = info.classes[c];
        json["distinct_values"] = info.distinct_values;
    } else
        for (const Outcome o : printed_order) {
            const std::uint64_t n = info.outcomes[static_cast<std::size_t>(o)];
            const bool always = o == Outcome::win || o == Outcome::loss || o == Outcome::draw;
            if (n != 0 || always) histogram[std::string{to_string(o)}] = n;
        }
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

std::string period_text(const Period& period, bool believed) {
    std::string text = fmt::format("{} from {} on", grouped(period.period), grouped(period.preperiod));
    if (period.saltus != 0) text += fmt::format(", each time greater by {}", grouped(period.saltus));
    if (!period.proven) return text + ": observed, not proven";
    return text +
           (believed ? ": proven" : ": the table calls that proven, which it is not as far as this program knows");
}

std::string info_text(const TableInfo& info) {
    std::string counts;
    const auto count = [&counts](std::uint64_t n, std::string_view name) {
        if (n != 0) counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", grouped(n), name);
    };
    if (info.value == ValueKind::nimber) {
        constexpr std::size_t listed = 16;
        std::uint64_t more = info.positions - info.infinite;
        for (std::uint64_t n = 0; n < std::min(listed, info.nimbers.size()); ++n) {
            count(info.nimbers[n], "of " + nimber_name(n));
            more -= info.nimbers[n];
        }
        count(more, info.nimbers.empty() ? "finite" : "greater");
        count(info.infinite, "infinite");
    } else if (info.value == ValueKind::obliged) {
        for (unsigned code = 0; code < info.obliged.size(); ++code)
            count(info.obliged[code], "of " + to_string(Obliged::of(code)));
    } else if (info.value == ValueKind::partizan_outcome) {
        for (const std::size_t code : partizan_order) count(info.partizan[code], partizan_name(code));
    } else if (info.value == ValueKind::canonical) {
        for (std::size_t c = 0; c < info.classes.size(); ++c) count(info.classes[c], class_name(c));
    } else
        for (const Outcome o : printed_order) count(info.outcomes[static_cast<std::size_t>(o)], to_string(o));
    std::string text = fmt::format("{}\n{} values", info.spec, to_string(info.value));
    if (info.value == ValueKind::outcome || info.value == ValueKind::partizan_outcome)
        text = fmt::format("{}\n{}, {} play", info.spec, to_string(info.value), to_string(info.play));
    text += fmt::format("\n{} positions: {}\n", grouped(info.positions), counts);
    if (info.longest_remoteness)
        text += fmt::format("longest remoteness {}{}\n", grouped(*info.longest_remoteness),
                            info.remoteness_exact ? "" : " (an upper bound: play past the bound may be shorter)");
    if (info.value == ValueKind::canonical) text += fmt::format("{} distinct values\n", grouped(info.distinct_values));
    if (info.largest_nimber) text += fmt::format("largest nimber {}\n", grouped(*info.largest_nimber));
    if (info.period) text += fmt::format("period {}\n", period_text(*info.period, info.theorem.has_value()));
    return text;
}

}  // namespace mexbase::cli
