// SPDX-License-Identifier: MIT
/// \file
/// Names and numbers of the table format, shared by readers and writers. `docs/format.md` is authoritative.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "../../lib/value/outcome.hpp"

// List of the codecs (methods to compress blocks). The position of a codec is its number in the table format: append,
// never reorder. A row sets members of `CodecTraits`. The decoder is query/read/codecs/NAME.cpp, the encoder
// gen/encode/codecs/NAME.cpp. docs/format.md describes the bytes.
// - raw: symbols one after another, each in as many bits as the alphabet needs
// - palette: the list of the symbols in the block, then an index in that list for each symbol
// - zstd: the bytes of raw, compressed by Zstandard with a dictionary that the blocks of the stream share
// - pairs: a prefix code for symbols and pairs of symbols; the blocks of the stream share the grammars (lists of pairs)
// clang-format off
#define MEXBASE_CODECS(codec) \
    codec(raw, .since = 0, .shortens = false) \
    codec(palette, .since = 0) \
    codec(zstd, .since = 0, .dictionary = DictionaryUse::optional) \
    codec(pairs, .since = 4, .dictionary = DictionaryUse::required, .finds_symbols = true)
// clang-format on

namespace mexbase {

/// Content of a stream (sequence of numbers in a table). The values are those of the table format: never renumber.
enum class StreamKind : std::uint8_t {
    outcome = 0,      ///< an `Outcome`
    remoteness = 1,   ///< plies to the end
    cannot_win = 2,   ///< 1 if the player to move is proven unable to win
    cannot_lose = 3,  ///< 1 if the player to move is proven unable to lose
    nimber = 4,       ///< 0: infinite; n + 1: *n
    k_set = 5,        ///< for infinite values: the number of the set K of nimbers in the sets section
    counter = 6,      ///< for finite values of loopy games: see `NimberValue::counter`
    obliged = 7,      ///< 2·normal + misère, 1 = the player to move wins
    // Streams for races: sums in which play ends as soon as one component ends (`RaceValue`).
    race_nimber = 8,    ///< 0: infinite; 1: a move ends play; 2: play has ended; n + 3: *n
    race_k_set = 9,     ///< as `k_set`, for `race_nimber`
    race_counter = 10,  ///< as `counter`, for `race_nimber`
    // Streams for partizan games. `left` and `right` name the player who makes the first move.
    left_outcome = 11,      ///< an `Outcome`
    left_remoteness = 12,   ///< plies to the end
    right_outcome = 13,     ///< an `Outcome`
    right_remoteness = 14,  ///< plies to the end
    game_value = 15,        ///< the number of a partizan value in the values section
    result = 16,            ///< outcome and remoteness in one number: see `StoredResult`
    // Streams for games with positions stored as texts (`keys.hpp`). `key_gap` and `mark` have one number per index.
    key_gap = 17,     ///< texts stored as numbers: the number of a text minus that of the text before it, minus 1
    key_letter = 18,  ///< other texts: the bytes of each text that differ from the text before it
    mark = 19,        ///< a `Board::Mark`
    move_count = 20,  ///< number of moves of each position; in partizan games of Left, then of Right
    move = 21,        ///< targets of moves, as differences
};

inline constexpr std::size_t stream_kinds = 22;

/// Returns the name of a kind of stream: its name in `StreamKind` with dashes, such as `cannot-win`.
std::string_view to_string(StreamKind);

/// Method by which the blocks of a stream are compressed. The numbers are those of the table format.
enum class Codec : std::uint8_t {
#define MEXBASE_ENUMERATOR(name, ...) name,
    MEXBASE_CODECS(MEXBASE_ENUMERATOR)
#undef MEXBASE_ENUMERATOR
};

/// Returns the name of a codec: `raw`, `palette`, `zstd` or `pairs`.
std::string_view to_string(Codec);
/// Inverse of `to_string`; returns `std::nullopt` for any other text.
std::optional<Codec> codec_from(std::string_view);
/// Returns the names of all codecs, in the order of their numbers.
std::vector<std::string_view> codec_names();

namespace format {

/// Use of a dictionary that the blocks of a stream share. A stream without blocks has none.
enum class DictionaryUse { never, optional, required };

/// Properties of a codec that headers and readers need.
struct CodecTraits {
    std::string_view name{};
    std::uint16_t since = 0;  ///< first minor version of the format that has the codec
    DictionaryUse dictionary = DictionaryUse::never;
    bool shortens = true;        ///< false: every block is stored as its packed symbols
    bool finds_symbols = false;  ///< true: a decoder can find one symbol of a block without unpacking the block
};

inline constexpr CodecTraits codec_traits[] = {
#define MEXBASE_TRAITS(codec, ...) {.name = #codec, __VA_ARGS__},
    MEXBASE_CODECS(MEXBASE_TRAITS)
#undef MEXBASE_TRAITS
};

constexpr const CodecTraits& traits_of(Codec codec) {
    return codec_traits[static_cast<std::size_t>(codec)];
}

}  // namespace format

inline constexpr std::size_t codecs = std::size(format::codec_traits);

namespace detail {

/// Buffers that codecs reuse from block to block, for one thread. `of<T>` returns the codec's own buffers of type `T`,
/// which the first call makes.
struct CodecBuffers {
    template <class T>
    T& of(Codec codec) {
        auto& own = all[static_cast<std::size_t>(codec)];
        if (own == nullptr) own = std::make_shared<T>();
        return *static_cast<T*>(own.get());
    }
    std::array<std::shared_ptr<void>, codecs> all;
};

}  // namespace detail

namespace format {

/// First bytes of every table. A transfer in text mode would change the byte above 127, CR LF, ^Z or LF.
inline constexpr std::array<std::uint8_t, 8> magic = {0x8b, 'M', 'X', 'B', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t major_version = 1;
inline constexpr std::uint16_t minor_version = 9;
static_assert(codecs <= 8, "a description has one byte for the set of codecs that were tried");
static_assert(std::all_of(std::begin(codec_traits), std::end(codec_traits),
                          [](const auto& each) { return each.since <= minor_version; }),
              "raise minor_version to that of the newest codec");

inline constexpr std::size_t minor_version_offset = 10;
inline constexpr std::size_t header_bytes = 24;   ///< length of the header before the section table
inline constexpr std::size_t section_bytes = 32;  ///< length of one row of the section table
inline constexpr std::uint32_t most_sections = 1024;

/// Section types. A stream of kind k has type `stream_base + k`, or `small_stream_base + k` if it is small
/// (`StreamHeader::small`).
enum SectionType : std::uint32_t {
    info_section = 1,
    board_section = 2,
    histogram_section = 3,
    sets_section = 4,
    values_section = 5,
    names_section = 6,
    arcs_section = 7,
    orders_section = 8,
    keys_section = 9,
    moves_section = 10,
    values_directory_section = 11,
    stream_base = 0x100,
    stream_limit = 0x200,
    small_stream_base = 0x200,
    small_stream_limit = 0x300,
};

/// Section flag: a reader that does not know the section must refuse the table.
inline constexpr std::uint32_t must_understand = 1;

/// A row of the section table.
struct Section {
    std::uint32_t type = 0;
    std::uint32_t flags = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::uint64_t checksum = 0;
};

/// Tags of the fields in the info section, which describes the table.
enum InfoTag : std::uint16_t {
    tag_spec = 1,
    tag_value = 2,
    tag_play = 3,
    tag_rules_version = 4,
    tag_indices = 5,
    tag_queryable_size = 6,
    tag_positions = 7,
    tag_outcomes = 8,
    tag_longest_remoteness = 9,
    tag_largest_nimber = 10,
    tag_remoteness_inexact = 11,
    tag_value_counts = 12,
    tag_period = 13,
    tag_theorem = 14,
    tag_choices = 15,
    tag_exits = 16,
};

/// Flags of a stream header.
enum StreamFlag : std::uint8_t {
    flag_parity = 1,    ///< only in the three remoteness streams: see `RemotenessCoding`
    flag_list = 2,      ///< the alphabet is a list, not a range
    flag_delta = 4,     ///< a block holds its first symbol, then the differences of neighbouring symbols
    flag_mirrored = 8,  ///< as `flag_parity`
};

/// Coding of a remoteness, which may omit the bit that the outcome implies. Each comment has the remoteness for a
/// stored number v.
enum class RemotenessCoding : std::uint8_t {
    none,      ///< v
    parity,    ///< 2v for a loss, 2v + 1 for a win (flag parity)
    mirrored,  ///< 2v + 1 for a loss, 2v for a win (flag mirrored)
    rounded,   ///< 2v for a loss, 2v - 1 for a win, and 0 if v is 0 (both flags)
};

constexpr std::uint8_t coding_flags(RemotenessCoding coding) {
    const auto bits = static_cast<unsigned>(coding);
    return static_cast<std::uint8_t>((bits & 1 ? flag_parity : 0) | (bits & 2 ? flag_mirrored : 0));
}

/// Returns the remoteness for a stored number; `win` is true if the outcome is a win.
inline std::uint64_t remoteness_of(std::uint64_t stored, bool win, RemotenessCoding coding) {
    switch (coding) {
        case RemotenessCoding::none:
            return stored;
        case RemotenessCoding::parity:
            return 2 * stored + (win ? 1 : 0);
        case RemotenessCoding::mirrored:
            return 2 * stored + (win ? 0 : 1);
        case RemotenessCoding::rounded:
            return win && stored != 0 ? 2 * stored - 1 : 2 * stored;
    }
    return stored;
}

inline constexpr std::size_t stream_header_bytes = 56;  ///< length of a stream header without its list of symbols
inline constexpr std::size_t delta_base_bytes = 4;      ///< bytes of the first symbol in a block of differences
inline constexpr unsigned most_delta_block_log2 = 14;   ///< limit of `block_log2` for blocks of differences
inline constexpr std::size_t longest_payload = 65535;   ///< maximum length of a block in bytes
/// Number of the value *0 in the stream `race_nimber`. The number 0 means infinite, 1 that a move ends play, and 2 that
/// play has ended.
inline constexpr std::uint32_t first_race_nimber = 3;

/// Number that a `result` stream stores: 8·remoteness + outcome. The remoteness is 0 if the outcome has none.
struct StoredResult {
    Outcome outcome = Outcome::loss;
    std::uint32_t remoteness = 0;

    static constexpr std::uint32_t most_remoteness = 0x1ffffffe;
    static constexpr StoredResult of(std::uint32_t number) { return {static_cast<Outcome>(number & 7), number >> 3}; }
    constexpr std::uint32_t number() const { return remoteness << 3 | static_cast<std::uint32_t>(outcome); }
    /// Returns true if the outcome exists and may have this remoteness.
    constexpr bool valid() const {
        return static_cast<int>(outcome) < outcome_count && (has_remoteness(outcome) || remoteness == 0);
    }
};

/// Returns true if a stream of that kind holds remotenesses and may have the flags parity and mirrored.
bool holds_remoteness(StreamKind kind);

/// Returns true if a stream describes positions and moves instead of values.
constexpr bool tells_positions(StreamKind kind) {
    return kind >= StreamKind::key_gap;
}

struct StreamTraits {
    std::string_view name;
    std::uint16_t since = 0;           ///< first minor version of the format that has the kind
    std::uint64_t limit = 0xffffffff;  ///< numbers of the stream are less than this
};
const StreamTraits& traits_of(StreamKind kind);

inline constexpr unsigned most_block_log2 = 16;
inline constexpr unsigned most_bits = 32;
inline constexpr std::uint32_t most_listed = 65536;  ///< maximum number of symbols in an alphabet that is a list
inline constexpr unsigned most_superblock_log2 = 10;
inline constexpr std::uint32_t most_dictionary = 1u << 20;
/// Limit on the rows of a histogram. Only tables of format 1.0 may have `histogram_limit` rows or more.
inline constexpr std::uint64_t most_histogram_rows = 65536;
inline constexpr std::size_t most_small_stream = 4096;  ///< maximum length of a small stream's section in bytes

/// The decoded header of a stream. A stream stores numbers as symbols 0, 1, …; its alphabet gives the number of each
/// symbol. Superblocks are groups of blocks that share an entry of the directory.
struct StreamHeader {
    StreamKind kind = StreamKind::outcome;
    Codec codec{};
    std::uint8_t bits = 0;             ///< bits of a packed symbol, or of a packed difference
    std::uint8_t flags = 0;            ///< sum of `StreamFlag` values
    std::uint8_t block_log2 = 0;       ///< log2 of the number of positions per block
    std::uint8_t superblock_log2 = 5;  ///< log2 of the number of blocks per superblock
    std::uint32_t symbols = 1;
    std::uint64_t count = 0;  ///< number of positions
    std::uint32_t base = 0;   ///< if the alphabet is a range: number = base + step · symbol
    std::uint32_t step = 1;
    std::uint32_t dictionary_length = 0;
    std::uint64_t dictionary_checksum = 0;
    std::uint64_t payload_length = 0;
    std::vector<std::uint32_t> list;  ///< if the alphabet is a list: number = list[symbol]
    std::uint32_t small_header = 0;   ///< length of a small stream's header in bytes; 0: the stream is not small

    /// Returns the greatest number that a symbol stands for.
    std::uint64_t greatest() const {
        return list.empty() ? base + std::uint64_t{step} * (symbols - 1) : std::uint64_t{list.back()};
    }
    const CodecTraits& codec_traits() const { return traits_of(codec); }
    bool delta() const { return (flags & flag_delta) != 0; }
    RemotenessCoding coding() const {
        return static_cast<RemotenessCoding>(((flags & flag_parity) != 0 ? 1 : 0) +
                                             ((flags & flag_mirrored) != 0 ? 2 : 0));
    }
    /// Returns true if the stream is stored as a short header and at most one block, with a single checksum.
    bool small() const { return small_header != 0; }
    std::uint64_t block_positions() const { return std::uint64_t{1} << block_log2; }
    /// Returns the number of blocks. It is 0 if the alphabet has one symbol, because the stream is then only a header.
    std::uint64_t blocks() const { return bits == 0 ? 0 : (count + block_positions() - 1) >> block_log2; }
    std::uint64_t superblocks() const { return (blocks() + superblock() - 1) >> superblock_log2; }
    std::uint64_t superblock() const { return std::uint64_t{1} << superblock_log2; }
    std::size_t record_bytes() const { return 12 + (std::size_t{6} << superblock_log2); }
    std::uint64_t directory_bytes() const { return small() ? 0 : superblocks() * record_bytes(); }
    std::size_t encoded_bytes() const { return small() ? small_header : stream_header_bytes + 4 * list.size(); }
    std::uint64_t section_length() const {
        return encoded_bytes() + directory_bytes() + dictionary_length + payload_length;
    }
};

/// Returns the first minor version of the format that has such a stream.
inline std::uint16_t least_minor_version(const StreamHeader& header) {
    const std::uint16_t flags = header.coding() >= RemotenessCoding::mirrored ? 4 : 0;
    return std::max({traits_of(header.kind).since, header.codec_traits().since, flags});
}

/// Returns the number of bits per symbol for an alphabet of `symbols` symbols.
constexpr unsigned bits_for(std::uint64_t symbols) {
    unsigned bits = 0;
    while (bits < 63 && (std::uint64_t{1} << bits) < symbols) ++bits;
    return bits;
}

/// Returns the number of bytes that `count` symbols of `bits` bits take.
constexpr std::size_t packed_bytes(std::uint64_t count, unsigned bits) {
    return static_cast<std::size_t>((count * bits + 7) / 8);
}

/// Reads and checks the section table of a file of `file_length` bytes. `head` is its first `header_length` bytes.
/// Throws `Error` not_a_table, unsupported_version or corrupt.
std::vector<Section> parse_header(std::span<const std::byte> head, std::uint64_t file_length);
/// Returns the total length of header, section table and checksum. `first` has the first `header_bytes` bytes of the
/// file. Throws as `parse_header`.
std::size_t header_length(std::span<const std::byte> first, std::uint64_t file_length);
/// Encodes header, section table and checksum for minor version `minor` of the format.
std::vector<std::byte> encode_header(std::span<const Section> sections, std::uint64_t file_length,
                                     std::uint16_t minor = minor_version);

/// Returns the length of the stream header that begins with these bytes. Throws `Error{corrupt}`.
std::size_t stream_header_length(std::span<const std::byte> first, StreamKind kind, std::uint64_t section_length);
/// Reads a stream header whose checksum has been verified. Throws `Error` corrupt or unsupported_version.
StreamHeader parse_stream_header(std::span<const std::byte> bytes, StreamKind kind, std::uint64_t section_length);
std::vector<std::byte> encode_stream_header(const StreamHeader& header);

/// Reads the header of a small stream from its section, whose checksum has been verified. Throws as
/// `parse_stream_header`.
StreamHeader parse_small_stream(std::span<const std::byte> section, StreamKind kind);
/// Encodes the header of a small stream, before the dictionary and the block. `header` need not be marked small.
std::vector<std::byte> encode_small_header(const StreamHeader& header);

}  // namespace format
}  // namespace mexbase
