#include "game.hpp"

#include <charconv>

#include "../error.hpp"

namespace mexbase::detail {

std::optional<Index> parse_index(std::string_view text, Index admitted) {
    if (text.empty() || text.front() != '#') return std::nullopt;
    Index i = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), i);
    if (error == std::errc::result_out_of_range) throw_not_admitted(text, admitted);
    if (error != std::errc{} || end != text.data() + text.size())
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is no index: write # and a number");
    return i;
}

void throw_no_start(std::string_view family) {
    throw Error(ErrorCode::bad_position, std::string{family} + " has no start position");
}

void throw_not_admitted(std::string_view text, Index admitted) {
    throw Error(ErrorCode::out_of_domain, "position " + in_quotes(text) +
                                              " is not in this table, which holds indices 0.." +
                                              std::to_string(admitted - 1));
}

}  // namespace mexbase::detail
