// SPDX-License-Identifier: MIT
#include "describe_info.hpp"

#include <fmt/format.h>

#include "../kinds/kind.hpp"

namespace mexbase::cli {

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
    return text + (believed ? ": proven" : ": proven according to the table, but this program cannot prove it");
}

std::string counts_text(const TableInfo& info, std::string_view what) {
    const Kind& kind = kind_of(info.value);
    std::string counts;
    kind.for_each_count(info, [&counts](const ShownCount& each) {
        if (each.count != 0 && !each.text.empty())
            counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", grouped(each.count), each.text);
    });
    std::string text =
        fmt::format("{} positions{}{}: {}\n", grouped(info.positions), what.empty() ? "" : " ", what, counts);
    if (info.longest_remoteness)
        text += fmt::format("{} {}{}\n",
                            info.distance == Distance::exit ? "longest distance to an exit" : "longest remoteness",
                            grouped(*info.longest_remoteness),
                            info.remoteness_exact ? "" : " (an upper bound: play past the bound may be shorter)");
    if (kind.has_forms) text += fmt::format("{} distinct values\n", grouped(info.distinct_values));
    if (info.largest_nimber) text += fmt::format("largest nimber {}\n", grouped(*info.largest_nimber));
    return text;
}

std::string info_text(const TableInfo& info) {
    const Kind& kind = kind_of(info.value);
    std::string text = kind.has_plies ? fmt::format("{}\n{}, {} play", info.spec, kind.name, to_string(info.play))
                                      : fmt::format("{}\n{} values", info.spec, kind.name);
    text += '\n' + counts_text(info);
    if (info.period) text += fmt::format("period {}\n", period_text(*info.period, info.theorem.has_value()));
    return text;
}

}  // namespace mexbase::cli
