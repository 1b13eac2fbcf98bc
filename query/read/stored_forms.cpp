// SPDX-License-Identifier: MIT
#include "stored_forms.hpp"

#include <utility>

namespace mexbase::detail {

std::vector<GameList> StoredForms::read(std::span<const std::uint32_t> parts) const {
    const auto extent = [this](std::uint32_t part) {
        const std::uint64_t begin = directory_.ends[part];
        return ByteRange{section_.offset + begin, directory_.ends[part + 1] - begin};
    };
    ReadAhead ahead;
    if (source_->remote()) {
        std::vector<ByteRange> wanted;
        for (const std::uint32_t part : parts) wanted.push_back(extent(part));
        source_->read_ahead(std::move(wanted), ahead);
    }
    std::vector<GameList> lists;
    std::vector<std::byte> scratch;
    for (const std::uint32_t part : parts) {
        const auto [offset, length] = extent(part);
        const auto size = static_cast<std::size_t>(length);
        const std::byte* there = ahead.find(offset, length);
        if (there == nullptr) there = source_->view(offset, size, scratch);
        lists.push_back(format::parse_values_part({there, size}, directory_, part));
    }
    return lists;
}

}  // namespace mexbase::detail
