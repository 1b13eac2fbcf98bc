// SPDX-License-Identifier: MIT
/// \file
/// Tables with right checksums and false contents. They must be refused, by the reader or by verification, unless all
/// their statements are true.
#pragma once

#include <array>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "../../query/format/format_by_hand.hpp"
#include "../../query/format/hostile.hpp"
#include "query/format/bytes.hpp"
#include "query/format/contents.hpp"
#include "query/format/format.hpp"
#include "query/read/decoder.hpp"
#include "query/read/stream_reader.hpp"
#include "tables.hpp"

namespace mexbase::test {

using by_hand::Bytes;

inline std::span<const std::byte> view_of(const Bytes& text) {
    return std::as_bytes(std::span(text));
}
inline Bytes text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline bool is_stream(std::uint32_t type) {
    return type >= format::stream_base && type < format::small_stream_limit;
}
inline bool is_small(std::uint32_t type) {
    return type >= format::small_stream_base && type < format::small_stream_limit;
}

/// Sections of a table. `file` gives them right checksums after any change.
struct Parts {
    std::vector<by_hand::Section> sections;
    int minor = 2;

    explicit Parts(const Bytes& file) {
        const auto all = view_of(file);
        minor = detail::load<std::uint16_t>(all.data() + format::minor_version_offset);
        for (const auto& s : format::parse_header(all.first(format::header_length(all, all.size())), all.size()))
            sections.push_back({s.type, s.flags, file.substr(s.offset, s.length)});
    }

    Bytes file() const {
        auto sealed = sections;
        for (by_hand::Section& s : sealed)
            if (is_stream(s.type) && !is_small(s.type) && s.bytes.size() >= 4)
                s.checked = detail::load<std::uint32_t>(view_of(s.bytes).data());
        return by_hand::file(sealed, 1, minor);
    }

    /// Returns the section of that type, or null.
    by_hand::Section* find(std::uint32_t type) {
        const auto at = std::ranges::find(sections, type, &by_hand::Section::type);
        return at == sections.end() ? nullptr : &*at;
    }
};

/// Returns the header of a stream's section.
inline format::StreamHeader header_of(const by_hand::Section& section) {
    const auto bytes = view_of(section.bytes);
    if (is_small(section.type))
        return format::parse_small_stream(bytes, static_cast<StreamKind>(section.type - format::small_stream_base));
    const auto kind = static_cast<StreamKind>(section.type - format::stream_base);
    const std::size_t length = format::stream_header_length(bytes, kind, bytes.size());
    return format::parse_stream_header(bytes.first(length), kind, bytes.size());
}

/// Returns the stored number of each index, meaningful or not.
inline std::vector<std::uint64_t> numbers_of(const by_hand::Section& section) {
    const detail::Source source = detail::Source::borrow(view_of(section.bytes));
    const detail::StreamReader reader(source, header_of(section), 0, by_hand::checksum(section.bytes), nullptr);
    const format::StreamHeader& header = reader.header();
    std::vector<std::uint64_t> numbers;
    if (header.bits == 0) return std::vector<std::uint64_t>(header.count, reader.value_of(0));
    detail::DecodeScratch scratch;
    std::vector<std::byte> buffer(detail::block_buffer_bytes(header));
    for (std::uint64_t block = 0; block < header.blocks(); ++block) {
        const detail::BlockView view = reader.load_block(block, scratch, buffer.data());
        for (std::uint64_t i = 0; i < header.block_positions() && numbers.size() < header.count; ++i) {
            std::uint32_t symbol = detail::load_bits(view.data, i * view.width, view.width);
            if (view.palette != nullptr) symbol = detail::palette_entry(view.palette, view.palette_bytes, symbol);
            numbers.push_back(reader.value_of(symbol + view.offset));
        }
    }
    return numbers;
}

/// Returns a section with these numbers in the plainest form: raw, from 0 in steps of 1; results by a list.
inline by_hand::Section plain_stream(int kind, format::RemotenessCoding coding, bool small,
                                     std::vector<std::uint64_t> numbers) {
    by_hand::StreamFields f{.kind = kind, .flags = format::coding_flags(coding), .count = numbers.size()};
    std::vector<std::uint64_t> small_alphabet{f.base, f.step};
    if (static_cast<StreamKind>(kind) == StreamKind::result) {
        f.flags |= format::flag_list;
        f.base = f.step = 0;
        small_alphabet.clear();
        for (const std::uint64_t n : std::set<std::uint64_t>(numbers.begin(), numbers.end())) {
            small_alphabet.push_back(f.list.empty() ? n : n - f.list.back() - 1);
            f.list.push_back(static_cast<std::uint32_t>(n));
        }
        for (std::uint64_t& n : numbers)
            n = static_cast<std::uint64_t>(std::ranges::lower_bound(f.list, n) - f.list.begin());
    }
    f.symbols = *std::ranges::max_element(numbers) + 1;
    f.bits = static_cast<int>(format::bits_for(f.symbols));
    if (small) small_alphabet.insert(small_alphabet.begin(), {f.count, f.symbols});
    if (small) return by_hand::small_stream(kind, 0, f.flags, f.bits, small_alphabet, by_hand::packed(numbers, f.bits));
    f.block_log2 = 4;
    f.superblock_log2 = 1;
    std::vector<by_hand::Block> blocks;
    for (std::size_t at = 0; f.bits != 0 && at < numbers.size(); at += 16) {
        const auto end = std::min(at + 16, numbers.size());
        blocks.push_back({by_hand::packed({numbers.begin() + static_cast<std::ptrdiff_t>(at),
                                           numbers.begin() + static_cast<std::ptrdiff_t>(end)},
                                          f.bits),
                          0});
    }
    return by_hand::stream(f, by_hand::directory(blocks, f.superblock_log2), by_hand::joined(blocks));
}

/// Returns the table with all streams in the plainest form.
inline Bytes plainly_stored(const Bytes& file, bool small) {
    Parts parts(file);
    for (by_hand::Section& section : parts.sections)
        if (is_stream(section.type)) {
            const format::StreamHeader header = header_of(section);
            section = plain_stream(static_cast<int>(header.kind), header.coding(), small, numbers_of(section));
        }
    parts.minor = std::max(parts.minor, 2);
    return parts.file();
}

/// Result of reading a table with a planted error.
enum class Fate {
    refused,    ///< by the reader or by verification
    no_change,  ///< accepted, with all statements of the right table
    taken,      ///< accepted, with other statements
};

/// Compares tables with all statements of a right table.
class Judge {
  public:
    explicit Judge(Bytes right) : right_(std::move(right)), table_(opened(right_).value()), board_(*table_.board()) {
        values_ = all_values(table_);
        for (Index i = 0; i < values_.size(); ++i)
            if (table_.legal(i).value()) legal_.push_back(i);
        histogram_ = table_.remoteness_histogram().value();
    }

    const Table& table() const { return table_; }
    const Bytes& right() const { return right_; }
    const std::vector<Index>& legal() const { return legal_; }

    Fate of(const Bytes& bytes) const {
        const auto table = opened(bytes);
        if (!table) return refused(table.error());
        const auto game = table->game();
        if (!game) return refused(game.error());
        try {
            verify_table(*game, *table, quick_job(1));
        } catch (const Error& e) {
            return refused({e.code(), e.what()});
        }
        return same(*table) ? Fate::no_change : Fate::taken;
    }

  private:
    static Result<Table> opened(const Bytes& bytes) { return Table::from_memory(view_of(bytes)); }

    static Fate refused(const Failure& why) {
        constexpr std::array codes = {ErrorCode::corrupt, ErrorCode::unsupported_version, ErrorCode::not_a_table,
                                      ErrorCode::verification_failed, ErrorCode::bad_spec};
        EXPECT_TRUE(std::ranges::find(codes, why.code) != codes.end()) << why.message;
        EXPECT_TRUE(is_plain_text(why.message) && !why.message.empty());
        return Fate::refused;
    }

    bool same(const Table& other) const {
        if (other.info() != table_.info() || other.remoteness_histogram().value() != histogram_ ||
            other.is_race() != table_.is_race())
            return false;
        const auto board = other.board().value();
        if ((board == nullptr) != (board_ == nullptr) || (board && *board != *board_)) return false;
        const auto races = [](const RaceValue& a, const RaceValue& b) {
            return a.state == b.state && (a.state != RaceValue::State::open || a.value == b.value);
        };
        return std::ranges::all_of(legal_, [&](Index i) {
            const auto value = other.stored_at(i);
            return value && same_value(*value, values_[i]) &&
                   (!table_.is_race() || races(other.race_at(i).value(), table_.race_at(i).value()));
        });
    }

    Bytes right_;
    Table table_;
    std::shared_ptr<const Board> board_;
    std::vector<Value> values_;
    std::vector<Index> legal_;
    RemotenessHistogram histogram_;
};

}  // namespace mexbase::test
