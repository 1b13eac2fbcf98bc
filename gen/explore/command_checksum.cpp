#include "command_checksum.hpp"

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "../../query/format/checksum.hpp"

namespace mexbase {

namespace {

constexpr std::size_t most_folders = 16;

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

/// The files that words name: from the current folder, from folders that words before them name (`cd`), and in words
/// that are commands themselves.
void find_files(std::string_view command, std::vector<std::filesystem::path>& folders,
                std::vector<std::filesystem::path>& files) {
    for (const std::string& word : words_of(command)) {
        if (word.size() < command.size() && word.find_first_of(" ;&|") != std::string::npos)
            find_files(word, folders, files);
        const std::size_t known = folders.size();
        for (std::size_t k = 0; k < known; ++k) {
            const auto path = folders[k] / word;
            std::error_code none;
            if (std::filesystem::is_regular_file(path, none)) files.push_back(path);
            if (std::filesystem::is_directory(path, none) && folders.size() < most_folders) folders.push_back(path);
        }
    }
}

}  // namespace

std::uint64_t command_checksum(std::string_view command) {
    Checksum64 sum;
    const auto add = [&sum](std::string_view text) { sum.add(std::as_bytes(std::span(text))); };
    add(command);
    std::string piece(std::size_t{1} << 16, '\0');
    std::vector<std::filesystem::path> folders{""}, files;
    find_files(command, folders, files);
    for (const auto& file : files) {
        add(std::string_view("\0", 1));
        std::ifstream in(file, std::ios::binary);
        while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0)
            add(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
    }
    return sum.value();
}

}  // namespace mexbase
