// SPDX-License-Identifier: MIT
#include "grammar.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "bytes.hpp"
#include "format.hpp"

namespace mexbase::format {

namespace {

using detail::ByteReader;
using detail::ByteWriter;

constexpr unsigned length_bits = 4;  // bits that store the length of a code

[[noreturn]] void corrupt(const char* what) {
    throw Error(ErrorCode::corrupt, std::string("the grammars of a stream (data of the codec pairs) ") + what);
}

/// Reader of bits, the highest of each byte first.
class BitReader {
  public:
    explicit BitReader(ByteReader& bytes) : bytes_(bytes) {}
    std::uint32_t get(unsigned bits) {
        std::uint32_t value = 0;
        for (; bits != 0; --bits) {
            if (left_ == 0) {
                byte_ = bytes_.get<std::uint8_t>();
                left_ = 8;
            }
            value = value << 1 | (byte_ >> --left_ & 1u);
        }
        return value;
    }
    /// Throws unless the remaining bits of the last byte are 0.
    void finish() const {
        if ((byte_ & ((1u << left_) - 1)) != 0) corrupt("have stray bits");
    }

  private:
    ByteReader& bytes_;
    unsigned byte_ = 0, left_ = 0;
};

void check_code(std::span<const std::uint8_t> lengths) {
    std::uint32_t taken = 0;
    for (const std::uint8_t length : lengths)
        if (length != 0) taken += 1u << (longest_code - length);
    if (taken != 1u << longest_code) corrupt("have codes that are not a complete prefix code");
}

Grammar parse_grammar(ByteReader& reader, unsigned bits, unsigned block_log2) {
    Grammar g;
    const auto count = [&](std::size_t most) {
        const std::uint64_t value = reader.get_varint();
        if (value > most) corrupt("have too many symbols");
        return static_cast<std::size_t>(value);
    };
    const std::size_t literals = count(most_grammar_symbols);
    std::uint64_t numbers = 0;
    while (g.extra.size() < literals) {
        const std::size_t run = count(literals - g.extra.size());
        const auto extra = reader.get<std::uint8_t>();
        if (run == 0 || extra >= most_bits) corrupt("have literals without numbers");
        g.extra.insert(g.extra.end(), run, extra);
        numbers += std::uint64_t{run} << extra;
    }
    if (numbers > std::uint64_t{1} << bits) corrupt("have literals past the numbers of the stream");
    g.pairs.resize(count(most_grammar_symbols - literals));
    BitReader packed(reader);
    for (std::size_t i = 0; i < g.pairs.size(); ++i) {
        const unsigned width = bits_for(literals + i);
        g.pairs[i].left = static_cast<std::uint16_t>(packed.get(width));
        g.pairs[i].right = static_cast<std::uint16_t>(packed.get(width));
    }
    g.code_lengths.resize(g.symbols());
    for (std::uint8_t& length : g.code_lengths) length = static_cast<std::uint8_t>(packed.get(length_bits));
    packed.finish();
    check_code(g.code_lengths);
    (void)spans(g, block_log2);
    return g;
}

}  // namespace

std::vector<std::uint16_t> spans(const Grammar& g, unsigned block_log2) {
    const std::uint32_t most = std::min(std::uint32_t{1} << block_log2, std::uint32_t{65535});
    std::vector<std::uint16_t> spans(g.literals(), 1);
    for (const auto& [left, right] : g.pairs) {
        if (left >= spans.size() || right >= spans.size()) corrupt("have a pair with a symbol after it");
        for (const std::uint16_t part : {left, right})
            if (part < g.literals() && g.extra[part] != 0) corrupt("have a pair with a literal of several numbers");
        const std::uint32_t span = std::uint32_t{spans[left]} + spans[right];
        if (span > most) corrupt("have a symbol longer than a block");
        spans.push_back(static_cast<std::uint16_t>(span));
    }
    return spans;
}

std::vector<Grammar> parse_grammars(std::span<const std::byte> bytes, unsigned bits, unsigned block_log2) {
    ByteReader reader(bytes, "the list of grammars of a stream (data of the codec pairs)");
    std::vector<Grammar> grammars(reader.get<std::uint8_t>());
    if (grammars.empty() || grammars.size() > most_grammars) corrupt("are missing or too many");
    for (Grammar& each : grammars) each = parse_grammar(reader, bits, block_log2);
    reader.finish();
    return grammars;
}

std::vector<std::byte> encode_grammars(std::span<const Grammar> grammars) {
    ByteWriter out;
    out.put(static_cast<std::uint8_t>(grammars.size()));
    for (const Grammar& g : grammars) {
        out.put_varint(g.literals());
        for (auto run = g.extra.begin(); run != g.extra.end();) {
            const auto end = std::find_if(run, g.extra.end(), [&](std::uint8_t e) { return e != *run; });
            out.put_varint(static_cast<std::uint64_t>(end - run));
            out.put(*run);
            run = end;
        }
        out.put_varint(g.pairs.size());
        BitAppender packed(out.bytes);
        for (std::size_t i = 0; i < g.pairs.size(); ++i) {
            const unsigned width = bits_for(g.literals() + i);
            packed.put(g.pairs[i].left, width);
            packed.put(g.pairs[i].right, width);
        }
        for (const std::uint8_t length : g.code_lengths) packed.put(length, length_bits);
        packed.finish();
    }
    return std::move(out.bytes);
}

std::vector<std::uint16_t> canonical_codes(std::span<const std::uint8_t> lengths) {
    std::array<std::uint32_t, longest_code + 1> count{}, next{};
    for (const std::uint8_t length : lengths) ++count[length];
    count[0] = 0;  // symbols without a code
    for (unsigned length = 1; length <= longest_code; ++length)
        next[length] = (next[length - 1] + count[length - 1]) << 1;
    std::vector<std::uint16_t> codes(lengths.size());
    for (std::size_t s = 0; s < lengths.size(); ++s)
        if (lengths[s] != 0) codes[s] = static_cast<std::uint16_t>(next[lengths[s]]++);
    return codes;
}

}  // namespace mexbase::format
