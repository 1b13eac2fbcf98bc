#include "board_square.hpp"

#include <charconv>

#include "../../error.hpp"

namespace mexbase {

std::string to_string(const BoardSquare& square) {
    return std::to_string(square.x) + ',' + std::to_string(square.y);
}

BoardSquare board_square_from(std::string_view text) {
    const std::size_t comma = text.find(',');
    const auto read = [text](std::string_view word) {
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error == std::errc::invalid_argument || end != word.data() + word.size())
            throw Error(ErrorCode::bad_position, in_quotes(text) + " is no square: write its two coordinates, as 3,5");
        if (error != std::errc{}) throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is not in this table");
        return value;
    };
    const std::uint64_t x = read(text.substr(0, comma));
    return {x, read(comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1))};
}

}  // namespace mexbase
