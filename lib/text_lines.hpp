// SPDX-License-Identifier: MIT
/// \file
/// Lines of texts from any system.
#pragma once

#include <string_view>

namespace mexbase {

/// Returns true if a text begins with a byte order mark of UTF-16.
inline bool is_utf16(std::string_view begin) {
    return begin.starts_with("\xff\xfe") || begin.starts_with("\xfe\xff");
}

/// Returns a line without the CR of CR LF and without a byte order mark. The mark may begin any line, because files
/// are concatenated.
inline std::string_view clean_line(std::string_view line) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    return line.substr(0, line.find_last_not_of('\r') + 1);
}

}  // namespace mexbase
