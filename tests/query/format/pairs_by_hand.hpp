// SPDX-License-Identifier: MIT
/// \file
/// Grammars and code of the codec pairs, written from docs/format.md without the library's encoders.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "format_by_hand.hpp"

namespace mexbase::test::by_hand {

/// String of bits, the highest of each byte and of each number first.
class BitString {
  public:
    BitString& add(std::uint64_t value, unsigned bits) {
        for (unsigned bit = bits; bit-- > 0; ++length_) {
            if (length_ % 8 == 0) bytes_ += '\0';
            if ((value >> bit & 1) != 0) bytes_.back() = static_cast<char>(bytes_.back() | 1 << (7 - length_ % 8));
        }
        return *this;
    }
    const Bytes& bytes() const { return bytes_; }
    std::size_t length() const { return length_; }

  private:
    Bytes bytes_;
    std::size_t length_ = 0;
};

struct Grammar {
    std::vector<unsigned> literals;  // the e of each
    std::vector<std::pair<unsigned, unsigned>> pairs;
    std::vector<unsigned> lengths;  // of the code of each symbol

    std::size_t symbols() const { return literals.size() + pairs.size(); }
};

/// Returns the bits that `count` distinct numbers need.
inline unsigned bits_for(std::uint64_t count) {
    unsigned bits = 0;
    while (bits < 64 && (count - 1) >> bits != 0) ++bits;
    return bits;
}

/// Returns the literals of a grammar as runs of one `e`, and the number of pairs.
inline Bytes head_of(const Grammar& grammar) {
    Bytes out = varint(grammar.literals.size());
    for (std::size_t i = 0, end = 0; i < grammar.literals.size(); i = end) {
        while (end < grammar.literals.size() && grammar.literals[end] == grammar.literals[i]) ++end;
        out += varint(end - i) + static_cast<char>(grammar.literals[i]);
    }
    return out + varint(grammar.pairs.size());
}

inline BitString bits_of(const Grammar& grammar) {
    BitString bits;
    for (std::size_t i = 0; i < grammar.pairs.size(); ++i) {
        const unsigned width = bits_for(grammar.literals.size() + i);
        bits.add(grammar.pairs[i].first, width).add(grammar.pairs[i].second, width);
    }
    for (const unsigned length : grammar.lengths) bits.add(length, 4);
    return bits;
}

inline Bytes bytes_of(const Grammar& grammar) {
    return head_of(grammar) + bits_of(grammar).bytes();
}

inline Bytes dictionary_of(const std::vector<Grammar>& grammars) {
    Bytes out = number(grammars.size(), 1);
    for (const Grammar& grammar : grammars) out += bytes_of(grammar);
    return out;
}

/// Returns the canonical code of each symbol; 0 for a symbol without one.
inline std::vector<std::uint32_t> codes_of(const std::vector<unsigned>& lengths) {
    std::vector<std::uint32_t> codes(lengths.size());
    std::uint32_t next = 0;
    for (unsigned length = 1; length < 16; ++length, next <<= 1)
        for (std::size_t s = 0; s < lengths.size(); ++s)
            if (lengths[s] == length) codes[s] = next++;
    return codes;
}

/// Returns the first number of each literal, and the end of the last.
inline std::vector<std::uint64_t> firsts_of(const Grammar& grammar) {
    std::vector<std::uint64_t> firsts{0};
    for (const unsigned e : grammar.literals) firsts.push_back(firsts.back() + (std::uint64_t{1} << e));
    return firsts;
}

inline std::vector<std::size_t> spans_of(const Grammar& grammar) {
    std::vector<std::size_t> spans(grammar.literals.size(), 1);
    for (const auto& [left, right] : grammar.pairs) spans.push_back(spans[left] + spans[right]);
    return spans;
}

/// A symbol in code: for a literal that covers several numbers, also the number's offset.
struct Written {
    unsigned symbol;
    std::uint64_t which = 0;
};

inline BitString code_bits(const Grammar& grammar, const std::vector<Written>& text) {
    const auto codes = codes_of(grammar.lengths);
    BitString bits;
    for (const Written& each : text) {
        bits.add(codes[each.symbol], grammar.lengths[each.symbol]);
        if (each.symbol < grammar.literals.size()) bits.add(each.which, grammar.literals[each.symbol]);
    }
    return bits;
}

inline Bytes code_of(const Grammar& grammar, const std::vector<Written>& text) {
    return code_bits(grammar, text).bytes();
}

/// Returns the numbers of a text.
inline std::vector<std::uint64_t> numbers_of(const Grammar& grammar, const std::vector<Written>& text) {
    const auto firsts = firsts_of(grammar);
    std::vector<std::uint64_t> out;
    for (const Written& each : text) {
        std::vector<unsigned> left{each.symbol};
        while (!left.empty()) {
            const unsigned symbol = left.back();
            left.pop_back();
            if (symbol < grammar.literals.size()) {
                out.push_back(firsts[symbol] + each.which);
            } else {
                const auto& pair = grammar.pairs[symbol - grammar.literals.size()];
                left.push_back(pair.second);
                left.push_back(pair.first);
            }
        }
    }
    return out;
}

/// Returns the symbols of numbers that are differences.
inline std::vector<std::uint64_t> summed(std::uint64_t first, const std::vector<std::uint64_t>& differences) {
    std::vector<std::uint64_t> out;
    for (const std::uint64_t z : differences) {
        first += z % 2 == 0 ? z / 2 : ~(z / 2);  // -(z + 1) / 2
        out.push_back(first & 0xffffffff);
    }
    return out;
}

/// A stream of remotenesses in the codec pairs, and the table of wins around it.
struct PairsStream {
    int bits = 1, flags = 0;
    std::uint64_t symbols = 2, count = 1, base = 0, step = 1;
    Bytes dictionary;
    std::vector<Block> blocks;
    int block_log2 = 4, superblock_log2 = 0;
    bool small = false;
    int codec = 3;
    std::vector<std::uint32_t> list = {};

    Section section() const {
        if (small) {
            std::vector<std::uint64_t> numbers{count, symbols};
            if (list.empty()) numbers.insert(numbers.end(), {base, step});
            for (std::size_t i = 0; i < list.size(); ++i)
                numbers.push_back(i == 0 ? list[0] : list[i] - list[i - 1] - 1);
            numbers.push_back(dictionary.size());
            return small_stream(1, codec, flags, bits, numbers, dictionary + joined(blocks));
        }
        StreamFields f;
        f.kind = 1, f.codec = codec, f.bits = bits, f.flags = flags;
        f.block_log2 = block_log2, f.superblock_log2 = superblock_log2;
        f.symbols = symbols, f.count = count, f.base = base, f.step = step;
        f.dictionary = dictionary, f.list = list;
        return stream(f, by_hand::directory(blocks, superblock_log2), joined(blocks));
    }
};

/// Returns the sections of a table of `count` wins before its stream of remotenesses.
inline std::vector<Section> wins_of(std::uint64_t count) {
    const Section info = about(count, varint(0) + varint(count) + Bytes(3, '\0'), 0, field(9, 0, varint(4096)));
    StreamFields wins{.count = count, .base = 1};
    return {info, stream(wins, "", "")};
}

/// Returns a table of `count` wins with the stream `remoteness`.
inline Bytes table_of_wins(std::uint64_t count, const Section& remoteness, int minor = 4) {
    auto sections = wins_of(count);
    sections.push_back(remoteness);
    return file(sections, 1, minor);
}

inline Bytes table_of(const PairsStream& stream, int minor = 4) {
    return table_of_wins(stream.count, stream.section(), minor);
}

inline OpenOptions options_with(std::size_t cache_bytes) {
    return OpenOptions{.registry = &test_registry(), .cache_bytes = cache_bytes};
}

using Numbers = std::vector<std::uint64_t>;

/// Reads these positions from a cursor or table one by one, and all at once.
template <class Answers>
void expect_remotenesses(Answers& answers, const Numbers& right, const std::vector<Index>& order) {
    for (const Index i : order) {
        const auto value = answers.at(i);
        ASSERT_TRUE(value) << i << ' ' << value.error().message;
        ASSERT_EQ(value->outcome, (OutcomeValue{Outcome::win, static_cast<std::uint32_t>(right[i])})) << i;
        ASSERT_EQ(answers.stored_at(i)->outcome.remoteness, right[i]) << i;
    }
    std::vector<Value> values(order.size());
    ASSERT_TRUE(answers.at(std::span(order), std::span(values)));
    for (std::size_t n = 0; n < order.size(); ++n) ASSERT_EQ(values[n].outcome.remoteness, right[order[n]]) << order[n];
}

/// Expects the right remoteness at every position by all ways of reading, for at most a thousand one by one.
inline void expect_to_read(const Bytes& bytes, const Numbers& right) {
    for (const std::size_t cache : {std::size_t{0}, OpenOptions{}.cache_bytes}) {
        SCOPED_TRACE(cache);
        const auto opened = Table::from_memory(std::as_bytes(std::span(bytes)), options_with(cache));
        ASSERT_TRUE(opened) << opened.error().message;
        const Table& table = *opened;
        std::mt19937_64 random(7);
        std::vector<Index> up, mixed, down;
        for (Index i = 0; i < right.size(); ++i)
            if (right.size() <= 1000 || i < 20 || i + 20 >= right.size() || random() % right.size() < 900)
                up.push_back(i);
        for (std::size_t n = 0; n < up.size(); ++n) mixed.push_back(up[random() % up.size()]);
        down.assign(up.rbegin(), up.rend());
        // A block is unpacked after several reads, not at the first.
        for (const Index i : mixed) ASSERT_EQ(table.cursor()->at(i)->outcome.remoteness, right[i]) << i;
        Cursor cursor = table.cursor().value();
        for (const auto* order : {&mixed, &down, &up}) {
            expect_remotenesses(table, right, *order);
            expect_remotenesses(cursor, right, *order);
        }
        for (const std::size_t run : {right.size(), std::size_t{1 + right.size() / 3}}) {
            Cursor fresh = table.cursor().value();
            std::vector<Value> values(run);
            for (std::size_t first = 0; first < right.size(); first += run) {
                const auto into = std::span(values).first(std::min(run, right.size() - first));
                ASSERT_TRUE(fresh.read(first, into)) << first;
                for (std::size_t i = 0; i < into.size(); ++i)
                    ASSERT_EQ(into[i].outcome.remoteness, right[first + i]) << first + i;
            }
        }
        EXPECT_EQ(table.at(right.size()).error().code, ErrorCode::out_of_domain);
        EXPECT_TRUE(table.check());
        const auto loaded = table.preload();
        EXPECT_TRUE(loaded || loaded.error().code == ErrorCode::not_found) << loaded.error().message;
        expect_remotenesses(table, right, mixed);
        EXPECT_EQ(table.streams().back().codec, Codec::pairs);
    }
}

}  // namespace mexbase::test::by_hand
