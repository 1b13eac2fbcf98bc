#include "error.hpp"

namespace mexbase {

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    static constexpr char hex[] = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            out += "\\x";
            out += hex[byte >> 4];
            out += hex[byte & 15];
        } else {
            out += c;
        }
    }
    out += text.size() > longest ? "…\"" : "\"";
    return out;
}

}  // namespace mexbase
