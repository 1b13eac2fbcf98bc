// SPDX-License-Identifier: MIT
#include "peek.hpp"

#include <algorithm>
#include <vector>

#include "../../lib/error.hpp"
#include "../format/checksum.hpp"
#include "../format/format.hpp"
#include "../kinds/info_section.hpp"

namespace mexbase::detail {

std::span<const std::byte> read_head(const Source& source, std::vector<std::byte>& scratch) {
    const auto first = static_cast<std::size_t>(std::min<std::uint64_t>(format::header_bytes, source.size()));
    const std::size_t length = format::header_length({source.view(0, first, scratch), first}, source.size());
    return {source.view(0, length, scratch), length};
}

TableInfo peek(const Source& source) {
    std::vector<std::byte> scratch;
    for (const format::Section& section : format::parse_header(read_head(source, scratch), source.size())) {
        if (section.type != format::info_section) continue;
        const auto bytes = static_cast<std::size_t>(section.length);
        const std::span info(source.view(section.offset, bytes, scratch), bytes);
        if (checksum64(info) != section.checksum) break;
        return format::parse_info(info);
    }
    throw Error(ErrorCode::corrupt, "the table's description is damaged");
}

}  // namespace mexbase::detail
