// SPDX-License-Identifier: MIT
#include "stream_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "../format/checksum.hpp"

namespace mexbase::detail {

namespace {

[[noreturn]] void damaged_block(const format::StreamHeader& header, std::uint64_t block) {
    throw Error(ErrorCode::corrupt,
                "block " + std::to_string(block) + " of stream " + std::string(to_string(header.kind)) + " is damaged");
}

[[noreturn]] void damaged_record(const format::StreamHeader& header, std::uint64_t superblock) {
    const std::uint64_t first = superblock << header.superblock_log2;
    const std::uint64_t last = std::min(first + header.superblock(), header.blocks()) - 1;
    throw Error(ErrorCode::corrupt, "directory record " + std::to_string(superblock) + " of stream " +
                                        std::string(to_string(header.kind)) + ", of blocks " + std::to_string(first) +
                                        " to " + std::to_string(last) + ", is damaged");
}

/// Discards data that was read ahead, because the transfer may have damaged it. Returns true if there was any, so that
/// reading again may help.
bool forget(const Source& source, ReadAhead* ahead) {
    const bool kept = source.forget_kept();
    if (ahead == nullptr || ahead->bytes() == 0) return kept;
    ahead->clear();
    return true;
}

constexpr std::size_t most_prefetched = 1024;

void prefetch(const std::byte* from, std::size_t length) {
    for (std::size_t at = 0; at < length; at += 64) __builtin_prefetch(from + at);
}

/// Sizes in bytes of a block, and of all blocks before it in its superblock (a group of blocks).
struct Lengths {
    std::uint64_t before = 0;
    std::size_t own = 0;
};

Lengths lengths_in(const std::byte* record, std::uint64_t in_superblock) {
    const std::byte* lengths = record + 12;
    // Adds the lengths, which have 16 bits, four at a time. Each half of `sums` adds up two of them.
    constexpr std::uint64_t even = 0x0000ffff0000ffff;
    std::uint64_t sums = 0, i = 0;
    for (; i + 4 <= in_superblock; i += 4) {
        const auto four = load<std::uint64_t>(lengths + 2 * i);
        sums += (four & even) + (four >> 16 & even);
    }
    Lengths found;
    found.before = (sums & 0xffffffff) + (sums >> 32);
    for (; i < in_superblock; ++i) found.before += load<std::uint16_t>(lengths + 2 * i);
    found.own = load<std::uint16_t>(lengths + 2 * in_superblock);
    return found;
}

}  // namespace

StreamReader::StreamReader(const Source& source, format::StreamHeader header, std::uint64_t offset,
                           std::uint64_t checksum, std::shared_ptr<CacheBudget> budget)
    : source_(source),
      header_(std::move(header)),
      checksum_(checksum),
      directory_offset_(offset + header_.encoded_bytes()),
      dictionary_offset_(directory_offset_ + header_.directory_bytes()),
      payload_offset_(dictionary_offset_ + header_.dictionary_length),
      share_(std::move(budget)) {
    if (source.base() == nullptr || header_.small()) return;
    checked_records_ = VerifiedParts(header_.superblocks());
    checked_blocks_ = VerifiedParts(header_.blocks());
}

std::uint64_t StreamReader::positions_in(std::uint64_t block) const {
    return std::min(header_.block_positions(), header_.count - (block << header_.block_log2));
}

StreamReader::Place StreamReader::find(std::uint64_t block, DecodeScratch& scratch, Checking checking) const {
    const std::uint64_t superblock = block >> header_.superblock_log2;
    const std::size_t bytes = header_.record_bytes();
    const std::byte* record = bytes_at(directory_offset_ + superblock * bytes, bytes, scratch.ahead, scratch.record);
    const Lengths lengths = lengths_in(record, block & (header_.superblock() - 1));
    const auto base = load<std::uint64_t>(record + 4);
    const bool fits = base <= header_.payload_length && lengths.before + lengths.own <= header_.payload_length - base;
    // Starts to load the block while its directory entry is verified.
    if (fits && source_.base() != nullptr)
        prefetch(source_.base() + payload_offset_ + base + lengths.before, std::min(lengths.own, most_prefetched));
    if (checking == Checking::always || !checked_records_.seen(superblock)) {
        if (checksum32({record + 4, bytes - 4}, superblock) != load<std::uint32_t>(record)) {
            if (forget(source_, scratch.ahead)) return find(block, scratch, checking);
            damaged_record(header_, superblock);
        }
        checked_records_.mark(superblock);
    }
    if (!fits) damaged_record(header_, superblock);
    Place place;
    place.length = static_cast<std::uint32_t>(lengths.own);
    place.word = load<std::uint32_t>(record + 12 + 2 * header_.superblock() + 4 * (block & (header_.superblock() - 1)));
    place.offset = payload_offset_ + base + lengths.before;
    return place;
}

const Decoder& StreamReader::decoder(ReadAhead* ahead) const {
    const auto read = [&] {
        std::pair<std::vector<std::byte>, std::span<const std::byte>> found;
        auto& [own, bytes] = found;
        const std::size_t length = header_.dictionary_length;
        if (length == 0) return found;
        if (header_.small()) {
            bytes = small_body(own).first(length);
            return found;
        }
        bytes = {bytes_at(dictionary_offset_, length, ahead, own), length};
        if (checksum64(bytes) == header_.dictionary_checksum) return found;
        (void)forget(source_, ahead);
        throw Error(ErrorCode::corrupt,
                    "the dictionary of stream " + std::string(to_string(header_.kind)) + " is damaged");
    };
    return *decoder_.get(read, [this](const auto& found) { return make_decoder(header_, found.second); });
}

std::span<const std::byte> StreamReader::small_body(std::vector<std::byte>& scratch) const {
    // The section was verified when the table was opened. The file may have changed since then.
    const auto length = static_cast<std::size_t>(header_.section_length());
    const std::span section(source_.view(payload_offset_ + header_.payload_length - length, length, scratch), length);
    if (checksum64(section) != checksum_)
        throw Error(ErrorCode::corrupt, "stream " + std::string(to_string(header_.kind)) + " is damaged");
    return section.subspan(header_.encoded_bytes());
}

std::span<const std::byte> StreamReader::payload_of(std::uint64_t block, DecodeScratch& scratch, std::uint32_t& symbol,
                                                    Checking checking) const {
    if (header_.small()) return small_body(scratch.payload).subspan(header_.dictionary_length);
    const Place place = find(block, scratch, checking);
    if (place.length == 0) {
        if (place.word >= header_.symbols) damaged_block(header_, block);
        symbol = place.word;
        return {};
    }
    const std::span payload(bytes_at(place.offset, place.length, scratch.ahead, scratch.payload), place.length);
    if (checking == Checking::always || !checked_blocks_.seen(block)) {
        if (checksum32(payload) != place.word) {
            if (forget(source_, scratch.ahead)) return payload_of(block, scratch, symbol, checking);
            damaged_block(header_, block);
        }
        checked_blocks_.mark(block);
    }
    return payload;
}

BlockView StreamReader::load_block(std::uint64_t block, DecodeScratch& scratch, std::byte* buffer,
                                   Checking checking) const {
    BlockView view;
    const auto payload = payload_of(block, scratch, view.offset, checking);
    if (payload.empty()) {
        view.data = no_bits;
        return view;
    }
    const auto unpacked = decoder(scratch.ahead).unpack_block(positions_in(block), payload, scratch, buffer);
    if (!unpacked) damaged_block(header_, block);
    return *unpacked;
}

std::optional<std::uint32_t> StreamReader::symbol_at(std::uint64_t index, DecodeScratch& scratch,
                                                     const StreamReader* next) const {
    if (!header_.codec_traits().finds_symbols) return std::nullopt;
    const std::uint64_t block = index >> header_.block_log2;
    std::uint32_t symbol = 0;
    const auto payload = payload_of(block, scratch, symbol);
    if (payload.empty()) return symbol;
    if (next != nullptr) next->prefetch_payload(index >> next->header_.block_log2);
    return decoder(scratch.ahead).symbol_at(positions_in(block), payload, index & (header_.block_positions() - 1));
}

std::uint32_t StreamReader::checked_symbol(const BlockView& view, std::uint64_t position, std::uint64_t block) const {
    const std::uint32_t symbol = symbol_in(view, position);
    if (symbol == no_symbol) damaged_block(header_, block);
    return symbol;
}

std::uint64_t StreamReader::whole_bytes() const {
    return (header_.count * decoded_width(header_) + 7) / 8;
}

bool StreamReader::fits(std::size_t budget) const {
    return header_.bits != 0 && (header_.small() || whole_bytes() <= budget);
}

std::optional<BlockView> StreamReader::whole() const {
    const unsigned width = decoded_width(header_);
    struct BudgetExceeded {};
    const auto read = [this] {
        ReadAhead ahead;
        if (source_.remote() && !header_.small())
            source_.read_ahead({{directory_offset_, payload_offset_ + header_.payload_length - directory_offset_}},
                               ahead);
        return ahead;
    };
    const auto unpack = [&](ReadAhead&& ahead) {
        const std::uint64_t taken = header_.small() ? 0 : whole_bytes();
        if (!share_.take(taken)) throw BudgetExceeded();
        try {
            return unpack_all(ahead);
        } catch (...) {
            share_.give_back(taken);
            throw;
        }
    };
    try {
        BlockView view;
        view.data = whole_.get(read, unpack).data();
        view.width = static_cast<std::uint8_t>(width);
        view.limit = header_.symbols;
        return view;
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

std::vector<std::byte> StreamReader::unpack_all(ReadAhead& ahead) const {
    const unsigned width = decoded_width(header_);
    DecodeScratch scratch;
    scratch.ahead = &ahead;
    const std::size_t buffer_bytes = block_buffer_bytes(header_);
    std::vector<std::byte> all(static_cast<std::size_t>(whole_bytes()) + buffer_bytes);
    std::vector<std::byte> apart(buffer_bytes);
    PackedWriter out(all.data());
    for (std::uint64_t block = 0; block < header_.blocks(); ++block) {
        const std::uint64_t positions = positions_in(block);
        const BlockView view = load_block(block, scratch, apart.data());
        // Copies the block if it is already in the output format and consists of whole bytes.
        const bool copied = header_.block_log2 >= 3 && view.data == apart.data();
        for (std::uint64_t i = 0; i < positions; ++i) {
            const std::uint32_t symbol = checked_symbol(view, i, block);
            if (!copied) out.put(symbol, width);
        }
        if (!copied) continue;
        const std::size_t bytes = format::packed_bytes(positions, width);
        std::copy_n(apart.data(), bytes, out.place());
        out.skip(bytes);
    }
    return all;
}

void StreamReader::want_record(std::uint64_t block, std::vector<ByteRange>& wanted) const {
    if (header_.small() || header_.bits == 0) return;
    const std::size_t bytes = header_.record_bytes();
    wanted.push_back({directory_offset_ + (block >> header_.superblock_log2) * bytes, bytes});
    if (header_.dictionary_length != 0 && !decoder_.made())
        wanted.push_back({dictionary_offset_, header_.dictionary_length});
}

void StreamReader::want_block(std::uint64_t block, DecodeScratch& scratch, std::vector<ByteRange>& wanted) const {
    if (header_.small() || header_.bits == 0) return;
    try {
        const Place place = find(block, scratch);
        wanted.push_back({place.offset, place.length});
    } catch (const Error& e) {
        // Damage is reported when the block is read.
        if (e.code() != ErrorCode::corrupt) throw;
    }
}

void StreamReader::read_superblock(std::uint64_t superblock, ReadAhead& ahead, DecodeScratch& scratch) const {
    const std::uint64_t first = superblock << header_.superblock_log2;
    const std::uint64_t last = std::min(first + header_.superblock(), header_.blocks());
    ahead.clear();
    std::vector<ByteRange> wanted;
    want_record(first, wanted);
    source_.read_ahead(wanted, ahead);
    wanted.clear();
    for (std::uint64_t block = first; block < last; ++block) want_block(block, scratch, wanted);
    source_.read_ahead(std::move(wanted), ahead);
}

void StreamReader::prefetch_record(std::uint64_t block) const {
    if (source_.base() == nullptr || header_.small()) return;
    const std::size_t bytes = header_.record_bytes();
    prefetch(source_.base() + directory_offset_ + (block >> header_.superblock_log2) * bytes,
             std::min<std::size_t>(bytes, 512));
}

void StreamReader::prefetch_payload(std::uint64_t block) const {
    if (source_.base() == nullptr || header_.small()) return;
    // Prefetching is safe even if the directory entry is damaged, because the address is inside the stream.
    const std::size_t bytes = header_.record_bytes();
    const std::byte* record = source_.base() + directory_offset_ + (block >> header_.superblock_log2) * bytes;
    const auto base = load<std::uint64_t>(record + 4);
    const Lengths lengths = lengths_in(record, block & (header_.superblock() - 1));
    if (base <= header_.payload_length && lengths.before + lengths.own <= header_.payload_length - base)
        prefetch(source_.base() + payload_offset_ + base + lengths.before, std::min(lengths.own, most_prefetched));
}

void StreamReader::check_rest_of_directory() const {
    const std::uint64_t used = header_.blocks() % header_.superblock();
    if (header_.small() || used == 0) return;
    std::vector<std::byte> scratch;
    const std::size_t bytes = header_.record_bytes();
    const std::uint64_t last = header_.superblocks() - 1;
    const std::byte* record = source_.view(directory_offset_ + last * bytes, bytes, scratch);
    const std::byte *lengths = record + 12, *words = lengths + 2 * header_.superblock();
    const auto is_zero = [](std::byte b) { return b == std::byte{0}; };
    if (!std::all_of(lengths + 2 * used, words, is_zero) || !std::all_of(words + 4 * used, record + bytes, is_zero))
        damaged_record(header_, last);
}

void StreamReader::check() const {
    DecodeScratch scratch;
    std::vector<std::byte> buffer(block_buffer_bytes(header_));
    ReadAhead ahead;
    scratch.ahead = &ahead;
    if (header_.bits != 0) (void)decoder(nullptr);
    std::uint64_t end = payload_offset_;
    if (header_.small()) end += header_.payload_length;
    for (std::uint64_t block = 0; block < header_.blocks(); ++block) {
        if (!header_.small()) {
            if (source_.remote() && (block & (header_.superblock() - 1)) == 0)
                read_superblock(block >> header_.superblock_log2, ahead, scratch);
            const Place place = find(block, scratch, Checking::always);
            if (place.offset != end) damaged_record(header_, block >> header_.superblock_log2);
            end += place.length;
        }
        const BlockView view = load_block(block, scratch, buffer.data(), Checking::always);
        const std::uint64_t positions = positions_in(block);
        for (std::uint64_t i = 0; i < positions; ++i) (void)checked_symbol(view, i, block);
    }
    check_rest_of_directory();
    if (end != payload_offset_ + header_.payload_length)
        throw Error(ErrorCode::corrupt,
                    "stream " + std::string(to_string(header_.kind)) + " is followed by stray bytes");
}

}  // namespace mexbase::detail
