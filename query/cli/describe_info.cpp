#include "describe_info.hpp"

#include <fmt/format.h>

namespace mexbase::cli {

namespace {
constexpr std::array printed_order = {Outcome::win, Outcome::loss, Outcome::draw, Outcome::tie, Outcome::unknown};
}

std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
}

nlohmann::ordered_json info_json(const TableInfo& info) {
    nlohmann::ordered_json json;
    json["spec"] = info.spec;
    json["value"] = to_string(info.value);
    json["play"] = to_string(info.play);
    json["positions"] = info.positions;
    json["indices"] = info.indices;
    auto& histogram = json["histogram"] = nlohmann::ordered_json::object();
    for (const Outcome o : printed_order) {
        const std::uint64_t n = info.outcomes[static_cast<std::size_t>(o)];
        const bool always = o == Outcome::win || o == Outcome::loss || o == Outcome::draw;
        if (n != 0 || always) histogram[std::string{to_string(o)}] = n;
    }
    json["longest_remoteness"] = nullptr;
    if (info.longest_remoteness) json["longest_remoteness"] = *info.longest_remoteness;
    json["largest_nimber"] = nullptr;
    if (info.largest_nimber) json["largest_nimber"] = *info.largest_nimber;
    json["remoteness_exact"] = info.remoteness_exact;
    json["admitted"] = info.admitted;
    json["rules_version"] = info.rules_version;
    return json;
}

std::string info_text(const TableInfo& info) {
    std::string counts;
    for (const Outcome o : printed_order)
        if (const std::uint64_t n = info.outcomes[static_cast<std::size_t>(o)]; n != 0)
            counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", grouped(n), to_string(o));
    std::string text = fmt::format("{}\n{}, {} play\n{} positions: {}\n", info.spec, to_string(info.value),
                                   to_string(info.play), grouped(info.positions), counts);
    if (info.longest_remoteness)
        text += fmt::format("longest remoteness {}{}\n", grouped(*info.longest_remoteness),
                            info.remoteness_exact ? "" : " (an upper bound: play past the bound may be shorter)");
    return text;
}

}  // namespace mexbase::cli
