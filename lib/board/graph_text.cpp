#include "graph_text.hpp"

#include <algorithm>

#include "../error.hpp"

namespace mexbase::detail {

void fail_in_file(std::string_view file_name, std::size_t line, const std::string& message) {
    std::string where{file_name};
    std::ranges::replace_if(
        where, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    if (line > 0) where += ':' + std::to_string(line);
    throw Error(ErrorCode::bad_file, where + ": " + message);
}

void check_name(std::string_view name, std::string_view file_name, std::size_t line) {
    if (name.empty()) fail_in_file(file_name, line, "a vertex has an empty name");
    if (name.size() > longest_name)
        fail_in_file(file_name, line,
                     "the name " + in_quotes(name) + " is longer than " + std::to_string(longest_name) + " bytes");
    if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
        fail_in_file(file_name, line, "the name " + in_quotes(name) + " has a control character");
    if (name.size() > 1 && name[0] == '#' && name.find_first_not_of("0123456789", 1) == std::string_view::npos)
        fail_in_file(file_name, line, "the name " + in_quotes(name) + " would be read as an index");
}

}  // namespace mexbase::detail
