// SPDX-License-Identifier: MIT
#include "answer_each.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "../serve/answer.hpp"

namespace mexbase::cli {

int answer_each(const Arguments& arguments, std::span<const std::string> texts, const char* key,
                const std::function<void(const std::string&)>& answer) {
    int status = 0;
    const auto refusal = [&answer](const std::string& text) -> std::optional<Error> {
        try {
            answer(text);
            return std::nullopt;
        } catch (const Error& e) {
            if (exit_status(e.code()) != 2 && e.code() != ErrorCode::out_of_memory) throw;
            return e;
        }
    };
    const auto report = [&](const std::string& text, const Error& e) {
        std::cout.flush();
        try {
            with_advice(arguments, [&]() -> int {
                if (e.remedy() != Remedy::none) throw Error(e);
                throw Error(e.code(), e.what(), option_meant(arguments, text));
            });
        } catch (...) {
            const int failed = report_error(arguments.program->name.c_str());
            if (status == 0) status = failed;
        }
    };
    std::vector<std::pair<std::string, Error>> refusals;
    for (const std::string& text : texts)
        if (const auto e = refusal(text)) refusals.emplace_back(text, *e);
    for (const auto& [text, e] : refusals) {
        std::error_code none;
        if (key == std::string_view("position") && std::filesystem::is_regular_file(text, none))
            report(text, Error(e.code(), e.what() + ("; to read the lines of this file write --stdin < " + text)));
        else
            report(text, e);
    }
    if (!texts.empty()) return status;
    std::uint64_t number = 0;
    for (std::string line; read_line(std::cin, line);) {
        ++number;
        if (line.empty()) continue;
        const auto e = refusal(line);
        if (!e) continue;
        if (arguments.has("json"))
            std::cout << to_line({{key, line}, {"error", serve::error_name(e->code())}, {"message", e->what()}})
                      << '\n';
        report(line, Error(e->code(), fmt::format("standard input:{}: {}", number, e->what()), e->remedy()));
    }
    if (std::cin.bad()) throw Error(ErrorCode::io, "cannot read standard input");
    return status;
}

}  // namespace mexbase::cli
