// SPDX-License-Identifier: MIT
#include "keys.hpp"

#include <algorithm>
#include <utility>

#include "../../lib/board/names.hpp"
#include "../../lib/error.hpp"
#include "bytes.hpp"

namespace mexbase::format {

namespace {

constexpr std::uint8_t keys_are_numbers = 0, keys_are_texts = 1;
constexpr std::uint8_t flag_partizan = 1;
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 63;

[[noreturn]] void refuse_keys(const std::string& why) {
    throw Error(ErrorCode::corrupt, "the table's list of keys " + why);
}

bool is_ascending(std::string_view bytes) {
    for (std::size_t i = 1; i < bytes.size(); ++i)
        if (static_cast<unsigned char>(bytes[i]) <= static_cast<unsigned char>(bytes[i - 1])) return false;
    return true;
}

std::uint64_t groups_of(std::uint64_t count, unsigned group_log2) {
    return (count + (std::uint64_t{1} << group_log2) - 1) >> group_log2;
}

}  // namespace

bool KeyColumns::fit(const ColumnBytes& bytes) {
    std::uint64_t size = 1;
    for (std::size_t c = 0; c < bytes.columns.size(); ++c) {
        const std::uint64_t radix = bytes.columns[c].size() + (c >= bytes.shortest ? 1 : 0);
        if (radix > most_numbers / size) return false;
        size *= radix;
    }
    return true;
}

KeyColumns::KeyColumns(ColumnBytes bytes) : bytes_(std::move(bytes)) {
    const auto& columns = bytes_.columns;
    const auto is_column = [](const std::string& column) { return !column.empty() && is_ascending(column); };
    if (columns.empty() || columns.size() > longest_name || bytes_.shortest == 0 || bytes_.shortest > columns.size() ||
        !std::all_of(columns.begin(), columns.end(), is_column) || !fit(bytes_))
        refuse_keys("has invalid columns");
    size_ = 1;
    digits_.resize(columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::size_t end = c >= bytes_.shortest ? 1 : 0;
        size_ *= columns[c].size() + end;
        digits_[c].fill(0);
        for (std::size_t d = 0; d < columns[c].size(); ++d)
            digits_[c][static_cast<unsigned char>(columns[c][d])] = static_cast<std::uint16_t>(d + end + 1);
    }
}

std::optional<std::uint64_t> KeyColumns::number(std::string_view text) const {
    if (text.size() < bytes_.shortest || text.size() > digits_.size()) return std::nullopt;
    std::uint64_t number = 0;
    for (std::size_t c = 0; c < digits_.size(); ++c) {
        number *= bytes_.columns[c].size() + (c >= bytes_.shortest ? 1 : 0);
        if (c >= text.size()) continue;
        const std::uint16_t digit = digits_[c][static_cast<unsigned char>(text[c])];
        if (digit == 0) return std::nullopt;
        number += digit - 1U;
    }
    return number;
}

std::string KeyColumns::text(std::uint64_t number) const {
    std::string text(digits_.size(), ' ');
    bool ended = true;
    for (std::size_t c = digits_.size(); c-- > 0;) {
        const std::string& column = bytes_.columns[c];
        const std::uint64_t end = c >= bytes_.shortest ? 1 : 0, radix = column.size() + end, digit = number % radix;
        number /= radix;
        if (digit >= end) {
            text[c] = column[static_cast<std::size_t>(digit - end)];
            ended = false;
        } else if (ended) {
            text.pop_back();
        } else {
            refuse_keys("has a key with a gap in it");
        }
    }
    return text;
}

std::vector<std::byte> encode_keys(const StoredKeys& keys) {
    detail::ByteWriter out;
    out.put(keys.columns ? keys_are_numbers : keys_are_texts);
    out.put(keys.partizan ? flag_partizan : std::uint8_t{0});
    out.put(keys.group_log2);
    out.put_varint(keys.start);
    if (keys.columns) {
        const ColumnBytes& bytes = keys.columns->bytes();
        out.put_varint(bytes.columns.size());
        out.put_varint(bytes.shortest);
        for (const std::string& column : bytes.columns) {
            out.put_varint(column.size());
            out.put_text(column);
        }
        std::uint64_t next = 0;
        for (const std::uint64_t number : keys.numbers) {
            out.put_varint(number - next);
            next = number + 1;
        }
    }
    std::uint64_t before = 0;
    for (std::size_t k = 0; k < keys.texts.size(); ++k) {
        out.put_varint(keys.letters[k] - before);
        before = keys.letters[k];
        out.put_varint(keys.texts[k].size());
        out.put_text(keys.texts[k]);
    }
    return std::move(out.bytes);
}

StoredKeys parse_keys(std::span<const std::byte> bytes, std::uint64_t count) {
    detail::ByteReader reader(bytes, "the table's list of keys");
    StoredKeys keys;
    const auto form = reader.get<std::uint8_t>(), flags = reader.get<std::uint8_t>();
    if (form > keys_are_texts || flags > flag_partizan)
        throw Error(ErrorCode::unsupported_version,
                    "the table's keys have an unknown form: a newer program is needed to read it");
    keys.partizan = flags == flag_partizan;
    keys.group_log2 = reader.get<std::uint8_t>();
    keys.start = reader.get_varint();
    if (keys.group_log2 > most_group_log2 || keys.start >= count) refuse_keys("contradicts itself");
    const std::uint64_t groups = groups_of(count, keys.group_log2);
    if (form == keys_are_numbers) {
        ColumnBytes columns;
        const std::uint64_t longest = reader.get_varint();
        if (longest > longest_name) refuse_keys("has invalid columns");
        columns.shortest = static_cast<std::size_t>(reader.get_varint());
        for (std::uint64_t c = 0; c < longest; ++c) columns.columns.push_back(reader.take_text(reader.get_varint()));
        keys.columns = KeyColumns(std::move(columns));
        if (groups > reader.left()) refuse_keys("ends too soon");
        keys.numbers.reserve(static_cast<std::size_t>(groups));
        std::uint64_t next = 0;
        for (std::uint64_t k = 0; k < groups; ++k) {
            const std::uint64_t gap = reader.get_varint();
            if (gap >= keys.columns->size() - next) refuse_keys("has a number that is too large");
            keys.numbers.push_back(next + gap);
            next += gap + 1;
        }
    } else {
        if (groups > reader.left()) refuse_keys("ends too soon");
        std::uint64_t before = 0;
        for (std::uint64_t k = 0; k < groups; ++k) {
            const std::uint64_t letters = reader.get_varint();
            if (letters > ~std::uint64_t{0} - before || (k == 0 && letters != 0)) refuse_keys("contradicts itself");
            keys.letters.push_back(before += letters);
            const std::uint64_t length = reader.get_varint();
            if (length == 0 || length > longest_name) refuse_keys("has an invalid key");
            keys.texts.push_back(reader.take_text(length));
            if (k != 0 && keys.texts[static_cast<std::size_t>(k)] <= keys.texts[static_cast<std::size_t>(k - 1)])
                refuse_keys("is not sorted");
        }
    }
    reader.finish();
    return keys;
}

std::vector<std::byte> encode_moves(const StoredMoves& moves) {
    detail::ByteWriter out;
    out.put(moves.group_log2);
    out.put_varint(moves.count);
    for (std::size_t k = 1; k < moves.before.size(); ++k) out.put_varint(moves.before[k] - moves.before[k - 1]);
    return std::move(out.bytes);
}

StoredMoves parse_moves(std::span<const std::byte> bytes, std::uint64_t rows) {
    const auto refuse = [](const char* why) {
        throw Error(ErrorCode::corrupt, std::string("the table's list of moves ") + why);
    };
    detail::ByteReader reader(bytes, "the table's list of moves");
    StoredMoves moves;
    moves.group_log2 = reader.get<std::uint8_t>();
    moves.count = reader.get_varint();
    if (moves.group_log2 > most_group_log2) refuse("contradicts itself");
    const std::uint64_t groups = groups_of(rows, moves.group_log2);
    if (groups - 1 > reader.left()) refuse("ends too soon");
    moves.before.push_back(0);
    for (std::uint64_t k = 1; k < groups; ++k) {
        const std::uint64_t more = reader.get_varint();
        if (more > moves.count - moves.before.back()) refuse("has more moves than it says");
        moves.before.push_back(moves.before.back() + more);
    }
    reader.finish();
    return moves;
}

}  // namespace mexbase::format
