#include "command_checksum.hpp"

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "../../query/format/checksum.hpp"

namespace mexbase {

namespace {

/// The words of a command, as far as a shell finds them without looking anything up, but for those that it writes to.
std::vector<std::string> words_of(std::string_view command) {
    std::vector<std::string> words(1);
    char quote = 0;
    bool written = false;
    const auto next = [&] {
        if (words.back().empty()) return;
        if (written) words.pop_back();
        written = false;
        words.emplace_back();
    };
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
            words.back() += command[++i];
        } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
            quote = quote == 0 ? c : 0;
        } else if (quote == 0 && std::string_view(" \t\n;|&()<>=").find(c) != std::string_view::npos) {
            next();
            written = written || c == '>';
        } else {
            words.back() += c;
        }
    }
    next();
    return words;
}

}  // namespace

std::uint64_t command_checksum(std::string_view command) {
    Checksum64 sum;
    const auto add = [&sum](std::string_view text) { sum.add(std::as_bytes(std::span(text))); };
    add(command);
    std::string piece(std::size_t{1} << 16, '\0');
    for (const std::string& word : words_of(command)) {
        std::error_code unknown;
        if (!std::filesystem::is_regular_file(word, unknown)) continue;
        add(std::string_view("\0", 1));
        std::ifstream in(word, std::ios::binary);
        while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0)
            add(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
    }
    return sum.value();
}

}  // namespace mexbase
