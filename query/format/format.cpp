// SPDX-License-Identifier: MIT
#include "format.hpp"

#include <string>

#include "../../lib/board/names.hpp"
#include "../../lib/error.hpp"
#include "bytes.hpp"
#include "checksum.hpp"

namespace mexbase {

std::string_view to_string(StreamKind kind) {
    return format::traits_of(kind).name;
}

std::string_view to_string(Codec codec) {
    return format::traits_of(codec).name;
}

std::optional<Codec> codec_from(std::string_view text) {
    for (std::size_t i = 0; i < codecs; ++i)
        if (format::codec_traits[i].name == text) return static_cast<Codec>(i);
    return std::nullopt;
}

std::vector<std::string_view> codec_names() {
    std::vector<std::string_view> names;
    for (const format::CodecTraits& each : format::codec_traits) names.push_back(each.name);
    return names;
}

namespace format {

namespace {

using detail::ByteReader;
using detail::ByteWriter;
using detail::load;

[[noreturn]] void corrupt(const std::string& what) {
    throw Error(ErrorCode::corrupt, what);
}

[[noreturn]] void unsupported(const std::string& what) {
    throw Error(ErrorCode::unsupported_version, what + ": a newer program is needed to read it");
}

std::uint32_t section_count(std::span<const std::byte> first) {
    return load<std::uint32_t>(first.data() + 12);
}

/// Returns true if the bits per symbol suffice for the symbols, and the flags are allowed for the kind of stream.
bool symbols_fit(const StreamHeader& h) {
    if (h.symbols == 0 || h.bits > most_bits || (h.symbols == 1) != (h.bits == 0)) return false;
    if (!h.delta() && bits_for(h.symbols) > h.bits) return false;
    return h.coding() == RemotenessCoding::none || holds_remoteness(h.kind);
}

bool dictionary_fits(const StreamHeader& h) {
    const std::uint64_t length = h.dictionary_length;
    if (h.bits == 0 || length > most_dictionary) return length == 0;
    return length == 0 ? h.codec_traits().dictionary != DictionaryUse::required
                       : h.codec_traits().dictionary != DictionaryUse::never;
}

bool has_small_dictionary(const StreamHeader& h) {
    return h.codec_traits().dictionary == DictionaryUse::required && h.bits != 0;
}

/// Format of the first byte of a small stream: flags in the low bits, the codec in the high bits.
constexpr unsigned small_codec_shift = 4;
constexpr unsigned known_flags = flag_parity | flag_list | flag_delta | flag_mirrored;

/// Sets the codec and the flags of a stream. Throws `Error{unsupported_version}` if they are unknown.
void set_codec(StreamHeader& h, unsigned codec, unsigned flags) {
    const std::string name = "stream " + std::string(to_string(h.kind));
    if (codec >= codecs) unsupported(name + " has codec " + std::to_string(codec));
    if ((flags & ~known_flags) != 0) unsupported(name + " has unknown flags");
    h.codec = static_cast<Codec>(codec);
    h.flags = static_cast<std::uint8_t>(flags);
}

/// Returns true if a stream of that kind may contain all numbers that its symbols stand for. A `result` stream must
/// list these numbers unless it has one symbol.
bool is_of(StreamKind kind, const StreamHeader& h) {
    if (h.greatest() >= traits_of(kind).limit) return false;
    if (kind != StreamKind::result) return true;
    if (h.list.empty()) return h.symbols == 1 && StoredResult::of(h.base).valid();
    return std::all_of(h.list.begin(), h.list.end(), [](std::uint32_t v) { return StoredResult::of(v).valid(); });
}

}  // namespace

bool holds_remoteness(StreamKind kind) {
    return kind == StreamKind::remoteness || kind == StreamKind::left_remoteness ||
           kind == StreamKind::right_remoteness;
}

const StreamTraits& traits_of(StreamKind kind) {
    constexpr std::uint64_t to_move = outcome_count, either = static_cast<std::uint64_t>(Outcome::draw) + 1;
    static constexpr StreamTraits traits[stream_kinds] = {{"outcome", 0, to_move},
                                                          {"remoteness"},
                                                          {"cannot-win", 0, 2},
                                                          {"cannot-lose", 0, 2},
                                                          {"nimber", 1},
                                                          {"k-set", 1},
                                                          {"counter", 1},
                                                          {"obliged", 1, 4},
                                                          {"race-nimber", 1},
                                                          {"race-k-set", 1},
                                                          {"race-counter", 1},
                                                          {"left-outcome", 2, either},
                                                          {"left-remoteness", 2},
                                                          {"right-outcome", 2, either},
                                                          {"right-remoteness", 2},
                                                          {"game-value", 2},
                                                          {"result", 5},
                                                          {"key-gap", 7},
                                                          {"key-letter", 7, longest_name + 1},
                                                          {"mark", 7, 256},
                                                          {"move-count", 7},
                                                          {"move", 7}};
    return traits[static_cast<std::size_t>(kind)];
}

std::size_t header_length(std::span<const std::byte> first, std::uint64_t file_length) {
    const bool known =
        first.size() >= header_bytes && std::equal(magic.begin(), magic.end(), first.begin(),
                                                   [](std::uint8_t a, std::byte b) { return std::byte{a} == b; });
    if (!known) throw Error(ErrorCode::not_a_table, "this is not a Mexbase table");
    const auto version = load<std::uint16_t>(first.data() + 8);
    if (version != major_version) unsupported("the table has the unknown format version " + std::to_string(version));
    const std::uint32_t sections = section_count(first);
    if (sections == 0 || sections > most_sections) corrupt("the table's header is damaged");
    const auto length = load<std::uint64_t>(first.data() + 16);
    if (length != file_length)
        corrupt("the table is " + std::to_string(file_length) + " bytes long, but its header says " +
                std::to_string(length));
    const std::size_t needed = header_bytes + sections * section_bytes + sizeof(std::uint64_t);
    if (needed > file_length) corrupt("the table's header is damaged");
    return needed;
}

std::vector<Section> parse_header(std::span<const std::byte> head, std::uint64_t file_length) {
    const std::size_t checked = head.size() - sizeof(std::uint64_t);
    if (checksum64(head.first(checked)) != load<std::uint64_t>(head.data() + checked))
        corrupt("the table's header is damaged");
    std::vector<Section> sections(section_count(head));
    ByteReader reader(head.subspan(header_bytes), "the section table");
    std::uint64_t end = head.size();
    for (Section& s : sections) {
        s.type = reader.get<std::uint32_t>();
        s.flags = reader.get<std::uint32_t>();
        s.offset = reader.get<std::uint64_t>();
        s.length = reader.get<std::uint64_t>();
        s.checksum = reader.get<std::uint64_t>();
        // Sections follow one another without a gap, so that the checksums cover every byte of the file.
        if (s.offset != end || s.length > file_length - end)
            corrupt("the table's sections overlap or have gaps between them");
        end += s.length;
    }
    if (end != file_length) corrupt("the table's sections do not reach to its end");
    return sections;
}

std::vector<std::byte> encode_header(std::span<const Section> sections, std::uint64_t file_length,
                                     std::uint16_t minor) {
    ByteWriter out;
    out.put_bytes(std::as_bytes(std::span(magic)));
    out.put(major_version);
    out.put(minor);
    out.put(static_cast<std::uint32_t>(sections.size()));
    out.put(file_length);
    for (const Section& s : sections) {
        out.put(s.type);
        out.put(s.flags);
        out.put(s.offset);
        out.put(s.length);
        out.put(s.checksum);
    }
    out.put(checksum64(out.bytes));
    return std::move(out.bytes);
}

std::size_t stream_header_length(std::span<const std::byte> first, StreamKind kind, std::uint64_t section_length) {
    const std::uint64_t length = first.size() < 4 ? 0 : load<std::uint32_t>(first.data());
    if (length < stream_header_bytes || length > stream_header_bytes + 4 * std::uint64_t{most_listed} ||
        length % 4 != 0 || length > section_length)
        corrupt("the header of stream " + std::string(to_string(kind)) + " is damaged");
    return static_cast<std::size_t>(length);
}

StreamHeader parse_stream_header(std::span<const std::byte> bytes, StreamKind kind, std::uint64_t section_length) {
    const std::string name{to_string(kind)};
    const auto damaged = [&name]() { corrupt("the header of stream " + name + " contradicts itself"); };
    ByteReader reader(bytes, "a stream's header");
    StreamHeader h;
    h.kind = kind;
    const auto length = reader.get<std::uint32_t>();
    if (reader.get<std::uint8_t>() != static_cast<std::uint8_t>(kind)) damaged();
    const auto codec = reader.get<std::uint8_t>();
    h.bits = reader.get<std::uint8_t>();
    set_codec(h, codec, reader.get<std::uint8_t>());
    h.block_log2 = reader.get<std::uint8_t>();
    h.superblock_log2 = reader.get<std::uint8_t>();
    if (reader.get<std::uint16_t>() != 0) unsupported("stream " + name + " uses a reserved field");
    h.symbols = reader.get<std::uint32_t>();
    h.count = reader.get<std::uint64_t>();
    h.base = reader.get<std::uint32_t>();
    h.step = reader.get<std::uint32_t>();
    h.dictionary_length = reader.get<std::uint32_t>();
    if (reader.get<std::uint32_t>() != 0) unsupported("stream " + name + " uses a reserved field");
    h.dictionary_checksum = reader.get<std::uint64_t>();
    h.payload_length = reader.get<std::uint64_t>();

    if (!symbols_fit(h)) damaged();
    if (h.block_log2 > most_block_log2 || h.superblock_log2 > most_superblock_log2) damaged();
    if (packed_bytes(h.block_positions(), h.bits) + (h.delta() ? delta_base_bytes : 0) > longest_payload) damaged();
    if (h.delta() && h.block_log2 > most_delta_block_log2) damaged();
    if (!dictionary_fits(h)) damaged();
    if (h.dictionary_length == 0 && h.dictionary_checksum != 0) damaged();
    if (h.bits == 0 && h.payload_length != 0) damaged();

    if ((h.flags & flag_list) != 0) {
        if (length != stream_header_bytes + 4 * std::uint64_t{h.symbols} || h.base != 0 || h.step != 0) damaged();
        h.list.reserve(h.symbols);
        for (std::uint32_t i = 0; i < h.symbols; ++i) {
            h.list.push_back(reader.get<std::uint32_t>());
            if (i != 0 && h.list[i] <= h.list[i - 1]) damaged();
        }
    } else if (length != stream_header_bytes || (h.step == 0 && h.symbols != 1)) {
        damaged();
    }
    reader.finish();
    if (!is_of(kind, h)) damaged();

    // A count near 2^64 must not overflow the arithmetic below.
    if (h.count > (std::uint64_t{1} << 56)) damaged();
    if (h.directory_bytes() > section_length || h.payload_length > section_length ||
        h.section_length() != section_length)
        damaged();
    return h;
}

std::vector<std::byte> encode_stream_header(const StreamHeader& h) {
    ByteWriter out;
    out.put(static_cast<std::uint32_t>(h.encoded_bytes()));
    out.put(static_cast<std::uint8_t>(h.kind));
    out.put(static_cast<std::uint8_t>(h.codec));
    out.put(h.bits);
    out.put(h.flags);
    out.put(h.block_log2);
    out.put(h.superblock_log2);
    out.put(std::uint16_t{0});
    out.put(h.symbols);
    out.put(h.count);
    out.put(h.base);
    out.put(h.step);
    out.put(h.dictionary_length);
    out.put(std::uint32_t{0});
    out.put(h.dictionary_checksum);
    out.put(h.payload_length);
    for (const std::uint32_t value : h.list) out.put(value);
    return std::move(out.bytes);
}

StreamHeader parse_small_stream(std::span<const std::byte> section, StreamKind kind) {
    const std::string name{to_string(kind)};
    const auto damaged = [&name]() { corrupt("the small stream " + name + " contradicts itself"); };
    if (section.size() > most_small_stream) damaged();
    ByteReader reader(section, "a small stream");
    const auto number = [&]() {
        const std::uint64_t value = reader.get_varint();
        if (value > 0xffffffff) damaged();
        return static_cast<std::uint32_t>(value);
    };
    StreamHeader h;
    h.kind = kind;
    const auto first = reader.get<std::uint8_t>();
    set_codec(h, first >> small_codec_shift, first & ((1u << small_codec_shift) - 1));
    h.bits = reader.get<std::uint8_t>();
    h.count = number();
    h.symbols = number();
    if (!symbols_fit(h)) damaged();
    h.block_log2 = static_cast<std::uint8_t>(bits_for(h.count));
    h.superblock_log2 = 0;
    if (h.count == 0 || h.block_log2 > (h.delta() ? most_delta_block_log2 : most_block_log2)) damaged();

    if ((h.flags & flag_list) != 0) {
        h.base = h.step = 0;
        if (h.symbols > reader.left()) damaged();
        h.list.reserve(h.symbols);
        std::uint64_t next = 0;  // least number that may follow
        for (std::uint32_t i = 0; i < h.symbols; ++i) {
            next += number();
            if (next > 0xffffffff) damaged();
            h.list.push_back(static_cast<std::uint32_t>(next++));
        }
    } else {
        h.base = number();
        h.step = number();
        if (h.step == 0 && h.symbols != 1) damaged();
    }
    if (!is_of(kind, h)) damaged();

    if (has_small_dictionary(h)) {
        h.dictionary_length = number();
        if (h.dictionary_length == 0 || h.dictionary_length > reader.left()) damaged();
    }
    h.small_header = static_cast<std::uint32_t>(section.size() - reader.left());
    h.payload_length = reader.left() - h.dictionary_length;
    const std::size_t packed = packed_bytes(h.count, h.bits), before = h.delta() ? delta_base_bytes : 0;
    if (h.bits == 0) {
        reader.finish();
    } else if (packed + before > longest_payload || h.payload_length <= before || h.payload_length > packed + before ||
               (!h.codec_traits().shortens && h.payload_length != packed + before)) {
        damaged();
    }
    return h;
}

std::vector<std::byte> encode_small_header(const StreamHeader& h) {
    ByteWriter out;
    out.put(static_cast<std::uint8_t>(static_cast<unsigned>(h.codec) << small_codec_shift | h.flags));
    out.put(h.bits);
    out.put_varint(h.count);
    out.put_varint(h.symbols);
    if ((h.flags & flag_list) == 0) {
        out.put_varint(h.base);
        out.put_varint(h.step);
    }
    out.put_ascending(h.list);
    if (has_small_dictionary(h)) out.put_varint(h.dictionary_length);
    return std::move(out.bytes);
}

}  // namespace format
}  // namespace mexbase
