// SPDX-License-Identifier: MIT
// Partizan values (canonical forms) that tables store.
#include <memory>
#include <utility>
#include <vector>

#include "table_data.hpp"

namespace mexbase::detail {

namespace {

/// Partizan values in a section of the table. They are read in parts, whose offsets are in `directory`. Shares
/// ownership of the source.
class StoredForms final : public GameParts {
  public:
    StoredForms(std::shared_ptr<const Source> source, const format::Section& section, format::ValuesDirectory directory)
        : source_(std::move(source)), section_(section), directory_(std::move(directory)) {}
    std::uint32_t size() const override { return directory_.values; }
    unsigned part_log2() const override { return directory_.part_log2; }
    std::uint64_t most_options() const override { return section_.length; }
    std::vector<GameList> read(std::span<const std::uint32_t> parts) const override {
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

  private:
    const std::shared_ptr<const Source> source_;
    const format::Section section_;
    const format::ValuesDirectory directory_;
};

}  // namespace

const CanonicalValues* TableData::values(ReadAhead* ahead) const {
    if (!has(format::values_section)) return nullptr;
    const auto read = [&] { return section_bytes(list_of_values(), ahead); };
    return &values_.get(read, [this](const SectionBytes& section) {
        const auto check_size = [this](std::uint64_t size) {
            if (stream(StreamKind::game_value)->header().greatest() >= size)
                throw Error(ErrorCode::corrupt, "the table lacks a value that its positions refer to");
        };
        if (has(format::values_directory_section)) {
            const format::Section& all = *sections[format::values_section];
            auto directory = format::parse_values_directory(section.bytes, all.length);
            check_size(directory.values);
            return CanonicalValues(std::make_unique<StoredForms>(kept_source, all, std::move(directory)));
        }
        GameList list = format::parse_values(section.bytes);
        check_size(list.games.size());
        return CanonicalValues(std::move(list));
    });
}

void TableData::need_all_values() const {
    if (has(format::values_section)) values()->need_all();
}

}  // namespace mexbase::detail
