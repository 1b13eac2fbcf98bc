// SPDX-License-Identifier: MIT
#include "error.hpp"

#include <algorithm>

namespace mexbase {

std::size_t utf8_length(std::string_view text) {
    const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (text.empty()) return 0;
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    // The first byte gives the length. After e0, ed, f0 and f4, the second byte must be in a part of 80..bf.
    const std::size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length == 0 || text.size() < length) return 0;
    const unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t at = 2; at < length; ++at)
        if (byte(at) < 0x80 || byte(at) > 0xbf) return 0;
    return length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

bool begins_with_control(std::string_view text) {
    const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (text.empty()) return false;
    return byte(0) < 0x20 || byte(0) == 0x7f ||
           (byte(0) == 0xc2 && text.size() > 1 && byte(1) >= 0x80 && byte(1) < 0xa0);
}

bool is_plain_text(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0 || begins_with_control(text)) return false;
        text.remove_prefix(length);
    }
    return true;
}

namespace {

/// Moves the first character from `text` to `out`. Escapes control characters and bytes that are not UTF-8.
void move_character(std::string_view& text, std::string& out) {
    static constexpr char hex[] = "0123456789abcdef";
    const std::size_t character = utf8_length(text);
    const std::size_t length = std::max<std::size_t>(character, 1);
    if (character == 0 || begins_with_control(text)) {
        for (const char c : text.substr(0, length)) {
            const auto byte = static_cast<unsigned char>(c);
            out += "\\x";
            out += hex[byte >> 4];
            out += hex[byte & 15];
        }
    } else {
        out += text.substr(0, length);
    }
    text.remove_prefix(length);
}

}  // namespace

std::string one_line(std::string_view text) {
    std::string out;
    while (!text.empty()) move_character(text, out);
    return out;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out = "\"";
    std::size_t taken = 0;
    while (!text.empty()) {
        taken += std::max<std::size_t>(utf8_length(text), 1);
        if (taken > longest) break;
        move_character(text, out);
    }
    out += text.empty() ? "\"" : "…\"";
    return out;
}

std::string memory_text(std::uint64_t bytes) {
    constexpr std::uint64_t enough = 100, kibi = 1024;
    const auto in = [bytes](std::uint64_t unit) { return std::to_string(bytes / unit + (bytes % unit != 0 ? 1 : 0)); };
    if (bytes < enough * kibi) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    if (bytes < enough * kibi * kibi) return in(kibi) + " KiB";
    return in(kibi * kibi) + " MiB";
}

void throw_bad_position(std::string_view text, std::string_view fault) {
    throw Error(ErrorCode::bad_position, in_quotes(text).append(1, ' ').append(fault));
}

void throw_not_in_table(std::string_view text, std::string_view limit) {
    throw Error(ErrorCode::out_of_domain, in_quotes(text).append(" is not in this table: ").append(limit));
}

}  // namespace mexbase
