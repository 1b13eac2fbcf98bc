#include "describe_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "../json/counts.hpp"

namespace mexbase::cli {

namespace {
std::string class_name(std::size_t number) {
    return {letter(static_cast<OutcomeClass>(number))};
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
