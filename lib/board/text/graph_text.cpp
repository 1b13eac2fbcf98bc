#include "graph_text.hpp"

#include <algorithm>

#include "../../error.hpp"

namespace mexbase::detail {

void fail_in_file(std::string_view file_name, std::size_t line, const std::string& message) {
    std::string where{file_name};
    std::ranges::replace_if(
        where, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    if (line > 0) where += ':' + std::to_string(line);
    throw Error(ErrorCode::bad_file, where + ": " + message);
}

bool mark_from(std::string_view key, std::string_view value, std::string_view file_name, std::size_t line) {
    if (value != "true" && value != "false")
        fail_in_file(file_name, line, std::string{key} + " is true or false, not " + in_quotes(value));
    return value == "true";
}

Board::Owner owner_from(std::string_view player, bool directed, std::string_view file_name, std::size_t line) {
    if (player != "left" && player != "right" && player != "both")
        fail_in_file(file_name, line, "player is left, right or both, not " + in_quotes(player));
    if (!directed && player != "both")
        fail_in_file(file_name, line, "only the edges of a directed graph belong to a player");
    return player == "left" ? Board::left : player == "right" ? Board::right : Board::either;
}

void check_name(std::string_view name, std::string_view file_name, std::size_t line) {
    if (const auto fault = fault_of_name(name)) fail_in_file(file_name, line, *fault);
}

}  // namespace mexbase::detail
