// SPDX-License-Identifier: MIT
#include "table_data.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "../format/bytes.hpp"
#include "../format/checksum.hpp"
#include "../kinds/kind.hpp"

namespace mexbase::detail {

namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// Returns the header and the section table, in place or in `scratch`. Throws `Error` if they are invalid.
std::span<const std::byte> read_head(const Source& source, std::vector<std::byte>& scratch) {
    const auto first = static_cast<std::size_t>(std::min<std::uint64_t>(format::header_bytes, source.size()));
    const std::size_t length = format::header_length({source.view(0, first, scratch), first}, source.size());
    return {source.view(0, length, scratch), length};
}

/// Bytes read when a remote table is opened: first `read_at_opening` bytes of the file, then its short sections. Of
/// each large stream, only the first `read_of_stream` bytes are read. So opening usually takes two rounds of requests.
constexpr std::uint64_t read_at_opening = 4096, read_of_stream = 1024;

bool is_large_stream(const format::Section& section) {
    return section.type >= format::stream_base && section.type < format::stream_limit;
}

/// For a remote source, reads and keeps the data that opening a table needs.
std::shared_ptr<const Source> with_heads(Source&& from) {
    if (from.remote()) {
        from.keep({{0, std::min(read_at_opening, from.size())}});
        std::vector<std::byte> scratch;
        from.keep({{0, read_head(from, scratch).size()}});
        std::vector<ByteRange> wanted;
        for (const format::Section& s : format::parse_header(read_head(from, scratch), from.size())) {
            if (is_large_stream(s))
                wanted.push_back({s.offset, std::min(read_of_stream, s.length)});
            else if (s.length <= read_at_opening || s.type == format::info_section || s.type == format::orders_section)
                wanted.push_back({s.offset, s.length});
        }
        from.keep(std::move(wanted));
    }
    return std::make_shared<const Source>(std::move(from));
}

}  // namespace

TableData::SectionBytes checked_bytes(const Source& source, const format::Section& section, const std::string& what,
                                      ReadAhead* ahead) {
    const auto length = static_cast<std::size_t>(section.length);
    if (length != section.length) throw Error(ErrorCode::out_of_memory, what + " does not fit into memory");
    TableData::SectionBytes read;
    const std::byte* there = ahead == nullptr ? nullptr : ahead->find(section.offset, length);
    read.bytes = {there != nullptr ? there : source.view(section.offset, length, read.own), length};
    if (checksum64(read.bytes) == section.checksum) return read;
    // The transfer may have damaged the data. So it is discarded, and the next use reads it again.
    (void)source.forget_kept();
    if (ahead != nullptr) ahead->clear();
    throw Error(ErrorCode::corrupt, what + " is damaged");
}

TableInfo peek(const Source& source) {
    std::vector<std::byte> scratch;
    for (const format::Section& section : format::parse_header(read_head(source, scratch), source.size())) {
        if (section.type != format::info_section) continue;
        return format::parse_info(checked_bytes(source, section, "the table's description").bytes);
    }
    throw Error(ErrorCode::corrupt, "the table's description is damaged");
}

TableData::TableData(Source&& from, std::size_t cache, std::shared_ptr<CacheBudget> shared)
    : id(next_id()), kept_source(with_heads(std::move(from))), cache_bytes(cache), budget(std::move(shared)) {
    std::vector<std::byte> scratch;
    const std::span head = read_head(source, scratch);
    const auto all = format::parse_header(head, source.size());
    minor_version = load<std::uint16_t>(head.data() + format::minor_version_offset);
    for (const format::Section& section : all) open_section(section);
    format::TableParts parts{info};
    for (std::size_t type = 0; type < sections.size(); ++type) parts.sections[type] = sections[type].has_value();
    for (std::size_t kind = 0; kind < streams.size(); ++kind) parts.streams[kind] = streams[kind] != nullptr;
    check_sections(parts, false);
    for (const auto& each : streams)
        if (each && !format::tells_positions(each->header().kind) && each->header().count != info.indices)
            throw Error(ErrorCode::corrupt, "the length of a stream differs from that of the table");
    check_positions();
    if (has(format::orders_section))
        orders = std::make_unique<const StoredOrders>(
            format::parse_orders(section_bytes(format::orders_section).bytes, info.queryable_size));
    check_kind(parts);
    check_version(all);
}

void TableData::check_sections(const format::TableParts& parts, bool by_value) const {
    for (const format::SectionTraits& traits : format::section_traits) {
        if (traits.by_value != by_value || traits.fits == nullptr || traits.fits(parts)) continue;
        const std::string of = by_value ? "a table of " + std::string(to_string(info.value)) + " values " : "";
        throw Error(ErrorCode::corrupt, of + traits.fault);
    }
}

void TableData::check_positions() const {
    const auto count = [this](StreamKind kind) { return stream(kind) == nullptr ? 0 : stream(kind)->header().count; };
    const std::uint64_t gaps = count(StreamKind::key_gap), letters = count(StreamKind::key_letter);
    const std::uint64_t marks = count(StreamKind::mark), rows = count(StreamKind::move_count);
    const bool any = gaps != 0 || letters != 0 || marks != 0 || rows != 0 || count(StreamKind::move) != 0;
    const bool moves = has(format::moves_section);
    const bool fits = !has(format::keys_section)
                          ? !any
                          : (gaps != 0 ? gaps == info.indices && letters == 0 : letters != 0) &&
                                (marks == 0 || marks == info.indices) && info.indices == info.queryable_size;
    if (!fits || (!moves && (rows != 0 || count(StreamKind::move) != 0)))
        throw Error(ErrorCode::corrupt, "the table's sections of positions are incomplete or do not fit together");
    if (!moves) return;
    if (info.indices > format::most_with_moves || (rows != info.indices && rows != 2 * info.indices))
        throw Error(ErrorCode::corrupt, "the length of a stream differs from that of the table");
}

void TableData::check_kind(const format::TableParts& parts) const {
    const auto refuse = [this](const char* why) {
        throw Error(ErrorCode::corrupt, "a table of " + std::string(to_string(info.value)) + " values " + why);
    };
    const Kind& kind = kind_of(info.value);
    const bool joined = kind.joined && parts.has(*kind.joined);
    const auto allowed = kind.streams.subspan(joined ? 2 : 0);
    for (const StreamSpec& spec : allowed)
        if (spec.required && !parts.has(spec.kind)) refuse("lacks a stream that it needs");
    for (std::size_t k = 0; k < streams.size(); ++k) {
        const auto stream_kind = static_cast<StreamKind>(k);
        const auto is_it = [stream_kind](const StreamSpec& spec) { return spec.kind == stream_kind; };
        if (streams[k] && !format::tells_positions(stream_kind) && !(joined && stream_kind == kind.joined) &&
            std::none_of(allowed.begin(), allowed.end(), is_it))
            refuse("has a stream for values of another kind");
    }
    if ((parts.has(StreamKind::race_k_set) || parts.has(StreamKind::race_counter)) &&
        !parts.has(StreamKind::race_nimber))
        refuse("lacks the stream of the values in races");
    check_sections(parts, true);
    if (info.infinite != 0 && !parts.has(StreamKind::k_set)) refuse("counts infinite values, but has no sets for them");
}

void TableData::check_version(std::span<const format::Section> all) const {
    std::uint16_t needed = format::least_minor_version(info);
    for (const format::Section& section : all) needed = std::max(needed, format::least_minor_version(section.type));
    for (const auto& each : streams)
        if (each) needed = std::max(needed, format::least_minor_version(each->header()));
    if (minor_version < needed)
        throw Error(ErrorCode::corrupt, "the table has a part that is not in its version of the format");
}

TableData::SectionBytes TableData::section_bytes(format::SectionType type, ReadAhead* ahead) const {
    return checked_bytes(source, *sections[type], format::section_traits[type].name, ahead);
}

void TableData::open_section(const format::Section& section) {
    const auto once = [](bool taken) {
        if (taken) throw Error(ErrorCode::corrupt, "the table has two sections of one type, or a stream twice");
    };
    // A table may have either a small or a large stream of a kind, not both.
    constexpr std::uint32_t small = format::small_stream_base - format::stream_base;
    const auto plain = [](std::uint32_t type) {
        return type >= format::small_stream_base && type < format::small_stream_limit ? type - small : type;
    };
    const std::uint32_t type = plain(section.type), kind = type - format::stream_base;
    if (type != 0 && type < sections.size()) {
        once(sections[type].has_value());
        sections[type] = section;
        if (type == format::info_section) info = format::parse_info(section_bytes(format::info_section).bytes);
    } else if (type >= format::stream_base && kind < streams.size()) {
        once(streams[kind] != nullptr);
        open_stream(section, static_cast<StreamKind>(kind));
    } else {
        if ((section.flags & format::must_understand) != 0)
            throw Error(ErrorCode::unsupported_version, "the table has a section of the unknown type " +
                                                            std::to_string(section.type) +
                                                            ": a newer program is needed to read it");
        once(std::any_of(skipped.begin(), skipped.end(),
                         [&](const format::Section& other) { return plain(other.type) == type; }));
        skipped.push_back(section);
    }
}

void TableData::open_stream(const format::Section& section, StreamKind kind) {
    const std::string name(to_string(kind));
    const auto open = [&](format::StreamHeader header) {
        streams[static_cast<std::size_t>(kind)] =
            std::make_unique<StreamReader>(source, std::move(header), section.offset, section.checksum, budget);
    };
    if (is_large_stream(section)) {
        std::vector<std::byte> scratch;
        const std::size_t first = section.length < 4 ? 0 : 4;
        const std::size_t length =
            format::stream_header_length({source.view(section.offset, first, scratch), first}, kind, section.length);
        const std::span bytes(source.view(section.offset, length, scratch), length);
        if (checksum64(bytes) != section.checksum)
            throw Error(ErrorCode::corrupt, "the header of stream " + name + " is damaged");
        open(format::parse_stream_header(bytes, kind, section.length));
        return;
    }
    if (section.length > format::most_small_stream)
        throw Error(ErrorCode::corrupt, "the small stream " + name + " is too long");
    open(format::parse_small_stream(checked_bytes(source, section, "the small stream " + name).bytes, kind));
}

RemotenessHistogram TableData::histogram() const {
    if (!has(format::histogram_section)) return {};
    return format::parse_histogram(section_bytes(format::histogram_section).bytes, info);
}

std::vector<CodecChoice> TableData::choices() const {
    return format::parse_choices(section_bytes(format::info_section).bytes);
}

void TableData::want_lists(std::vector<ByteRange>& wanted) const {
    const auto want = [&](format::SectionType type, bool made) {
        if (has(type) && !made) wanted.push_back({sections[type]->offset, sections[type]->length});
    };
    want(format::sets_section, sets_.made());
    want(list_of_values(), values_.made());
}

void TableData::take_lists(ReadAhead& ahead) const {
    (void)sets(&ahead);
    (void)values(&ahead);
}

const NimberSets* TableData::sets(ReadAhead* ahead) const {
    if (!has(format::sets_section)) return nullptr;
    const auto read = [&] { return section_bytes(format::sets_section, ahead); };
    return &sets_.get(read, [this](const SectionBytes& section) {
        NimberSets sets = format::parse_sets(section.bytes);
        for (const StreamKind kind : {StreamKind::k_set, StreamKind::race_k_set}) {
            if (stream(kind) == nullptr) continue;
            if (stream(kind)->header().greatest() >= sets.size())
                throw Error(ErrorCode::corrupt, "the table lacks a set that its values refer to");
        }
        return sets;
    });
}

std::uint64_t TableData::checksum() const {
    std::vector<std::byte> scratch;
    std::vector<std::uint64_t> sums;
    const auto add = [&](std::uint64_t offset, std::uint64_t length) {
        constexpr std::uint64_t most = std::uint64_t{1} << 20;
        for (const std::uint64_t end = offset + length; offset < end; offset += most) {
            const auto size = static_cast<std::size_t>(std::min(most, end - offset));
            sums.push_back(checksum64({source.view(offset, size, scratch), size}));
        }
    };
    const std::span head = read_head(source, scratch);
    const auto all = format::parse_header(head, source.size());
    add(0, head.size());
    for (const format::Section& section : all)
        for (const auto& each : streams)
            if (each && section.type == format::stream_base + static_cast<std::uint32_t>(each->header().kind))
                add(section.offset + each->header().encoded_bytes(), each->header().directory_bytes());
    return checksum64(std::as_bytes(std::span(sums)));
}

void TableData::check() const {
    if (has(format::values_section)) (void)section_bytes(format::values_section);
    if (has(format::keys_section))
        positions.check();
    else
        whole_board();
    sets();
    need_all_values();
    histogram();
    choices();
    for (const auto& each : streams)
        if (each) each->check();
    for (const format::Section& section : skipped)
        if (!is_large_stream(section)) (void)checked_bytes(source, section, "a section of unknown type");
}

void TableData::preload() const {
    if (!has(format::keys_section)) whole_board();
    sets();
    need_all_values();
    for (const auto& each : streams)
        if (each && each->fits(cache_bytes)) (void)each->whole();
}

}  // namespace mexbase::detail
