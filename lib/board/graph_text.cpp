#include "graph_text.hpp"

#include <algorithm>

#include "../error.hpp"
#include "board.hpp"

namespace mexbase::detail {

void fail_in_file(std::string_view file_name, std::size_t line, const std::string& message) {
    std::string where{file_name};
    std::ranges::replace_if(
        where, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    if (line > 0) where += ':' + std::to_string(line);
    throw Error(ErrorCode::bad_file, where + ": " + message);
}

void check_name(std::string_view name, std::string_view file_name, std::size_t line) {
    if (const auto fault = fault_of_name(name)) fail_in_file(file_name, line, *fault);
}

}  // namespace mexbase::detail
