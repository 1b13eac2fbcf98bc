// SPDX-License-Identifier: MIT
// Random grammars and code with random changes under right checksums. The library must agree with a plain reader
// written here from docs/format.md.
#include <map>
#include <numeric>
#include <optional>
#include <string_view>

#include "hostile_pairs.hpp"

namespace mexbase::hostile_pairs_random_test {

using namespace test::by_hand;

/// A rule of docs/format.md that a stream breaks.
struct Broken {
    std::string_view rule;
};

void must(bool holds, std::string_view rule) {
    if (!holds) throw Broken{rule};
}

/// Plain reader of a dictionary and blocks, bit by bit.
class Page {
  public:
    Page(const Bytes& bytes, bool highest_first) : bytes_(bytes), highest_first_(highest_first) {}

    std::uint64_t bits(unsigned count) {
        must(count <= 8 * bytes_.size() - at_, "what is read is there");
        std::uint64_t value = 0;
        for (unsigned i = 0; i < count; ++i, ++at_) {
            const auto byte = static_cast<unsigned char>(bytes_[at_ / 8]);
            if (highest_first_)
                value = value << 1 | (byte >> (7 - at_ % 8) & 1u);
            else
                value |= std::uint64_t{byte >> at_ % 8 & 1u} << i;
        }
        return value;
    }
    std::uint64_t byte() { return bits(8); }
    std::uint64_t number() {  // below 2^63 is enough here
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 63; shift += 7) {
            const std::uint64_t next = byte();
            value |= (next & 127) << shift;
            must(next != 0 || shift == 0, "a number has no more bytes than it needs");
            if (next < 128) return value;
        }
        throw Broken{"a number is below 2^63"};
    }
    void end_byte() { must(bits(static_cast<unsigned>(-at_ % 8)) == 0, "the rest of a byte is zero"); }
    void end() const { must(at_ == 8 * bytes_.size(), "no bytes follow"); }

  private:
    const Bytes& bytes_;
    bool highest_first_;
    std::size_t at_ = 0;  // in bits
};

Grammar read_grammar(Page& page, int bits, std::size_t most_span) {
    Grammar g;
    const std::uint64_t literals = page.number();
    must(literals <= 4096, "there are at most 4096 symbols");
    while (g.literals.size() < literals) {
        const std::uint64_t run = page.number(), e = page.byte();
        must(run != 0 && run <= literals - g.literals.size(), "runs are of the literals");
        must(e <= 32, "a literal has at most 32 bits");
        g.literals.insert(g.literals.end(), run, static_cast<unsigned>(e));
    }
    std::uint64_t total = 0, filled = 0;
    for (const unsigned e : g.literals) total += std::uint64_t{1} << e;
    must(total <= std::uint64_t{1} << bits, "literals are numbers of so many bits");
    const std::uint64_t pairs = page.number();
    must(pairs <= 4096 - literals, "there are at most 4096 symbols");
    std::vector<std::size_t> spans(literals, 1);
    for (std::uint64_t i = 0; i < pairs; ++i) {
        const unsigned width = bits_for(literals + i);
        const auto left = static_cast<unsigned>(page.bits(width)), right = static_cast<unsigned>(page.bits(width));
        for (const unsigned part : {left, right}) {
            must(part < literals + i, "a pair is of earlier symbols");
            must(part >= literals || g.literals[part] == 0, "a pair is of literals of one number");
        }
        g.pairs.emplace_back(left, right);
        spans.push_back(spans[left] + spans[right]);
        must(spans.back() <= most_span, "a symbol fits into a block");
    }
    for (std::uint64_t s = 0; s < literals + pairs; ++s) {
        g.lengths.push_back(static_cast<unsigned>(page.bits(4)));
        if (g.lengths.back() != 0) filled += std::uint64_t{1} << (15 - g.lengths.back());
    }
    page.end_byte();
    must(filled == std::uint64_t{1} << 15, "codes fill all bits");
    return g;
}

std::vector<Grammar> grammars_in(const PairsStream& s) {
    must(s.bits != 0 && ((s.flags & 4) != 0 || s.symbols <= std::uint64_t{1} << s.bits), "symbols fit into the bits");
    Page page(s.dictionary, true);
    std::vector<Grammar> grammars(page.byte());
    must(!grammars.empty() && grammars.size() <= 16, "there are 1 to 16 grammars");
    for (Grammar& each : grammars)
        each = read_grammar(page, s.bits,
                            std::size_t{1} << (s.small ? static_cast<int>(bits_for(s.count)) : s.block_log2));
    page.end();
    return grammars;
}

std::size_t packed_bytes(const PairsStream& s, std::size_t positions) {
    return (positions * static_cast<std::size_t>(s.bits) + 7) / 8;
}

Numbers numbers_in(const PairsStream& s, const Bytes& body, const std::vector<Grammar>& grammars,
                   std::size_t positions) {
    const auto width = static_cast<unsigned>(s.bits);
    const std::size_t packed = packed_bytes(s, positions);
    must(!body.empty() && body.size() <= packed, "a block is not longer than its packed numbers");
    Page page(body, body.size() != packed);
    Numbers out;
    if (body.size() == packed) {
        while (out.size() < positions) out.push_back(page.bits(width));
    } else {
        const std::uint64_t which = grammars.size() == 1 ? 0 : page.byte();
        must(which < grammars.size(), "the grammar of a block is there");
        const Grammar& g = grammars[which];
        const auto codes = codes_of(g.lengths);
        while (out.size() < positions) {
            std::uint64_t code = 0;
            std::size_t symbol = codes.size();
            for (unsigned length = 1; length < 16 && symbol == codes.size(); ++length) {
                code = code << 1 | page.bits(1);
                for (symbol = 0; symbol < codes.size(); ++symbol)
                    if (g.lengths[symbol] == length && codes[symbol] == code) break;
            }
            const std::uint64_t more = symbol < g.literals.size() ? page.bits(g.literals[symbol]) : 0;
            for (const std::uint64_t n : numbers_of(g, {{static_cast<unsigned>(symbol), more}})) out.push_back(n);
        }
    }
    must(out.size() == positions, "code ends with its block");
    page.end_byte();
    page.end();
    return out;
}

/// Returns the symbols at all positions.
Numbers symbols_in(const PairsStream& s, const std::vector<Grammar>& grammars) {
    const bool differences = (s.flags & 4) != 0;
    Numbers all;
    for (const Block& block : s.blocks) {
        const std::size_t positions =
            s.small ? s.count : std::min(std::size_t{1} << s.block_log2, s.count - all.size());
        if (block.bytes.empty()) {
            must(!s.small, "a small stream has a block");
            all.insert(all.end(), positions, block.symbol);
            continue;
        }
        must(!differences || block.bytes.size() >= 4, "differences follow a first symbol");
        Numbers numbers = numbers_in(s, differences ? block.bytes.substr(4) : block.bytes, grammars, positions);
        if (differences) {
            const Bytes first = block.bytes.substr(0, 4);
            numbers = summed(Page(first, false).bits(32), numbers);
        }
        all.insert(all.end(), numbers.begin(), numbers.end());
    }
    for (const std::uint64_t symbol : all) must(symbol < s.symbols, "a number is a symbol");
    return all;
}

class Maker {
  public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
    bool once_in(std::size_t count) { return below(count) == 0; }

    /// Returns a valid stream of up to 32 positions.
    PairsStream stream(std::vector<Grammar>& grammars) {
        PairsStream s{.count = 1 + below(32), .small = once_in(3)};
        s.block_log2 = s.small ? static_cast<int>(bits_for(s.count)) : static_cast<int>(2 + below(4));
        s.superblock_log2 = static_cast<int>(below(3));
        s.bits = static_cast<int>(1 + below(once_in(8) ? 32 : 7));
        const bool differences = once_in(3);
        s.flags = differences ? 4 : 0;
        s.symbols = differences ? 60000 : std::min(std::uint64_t{1} << s.bits, std::uint64_t{0xffffffff});
        if (differences) s.bits = std::min(s.bits, 9);
        grammars.assign(once_in(4) ? 2 + below(once_in(8) ? 15 : 3) : 1, {});
        for (Grammar& each : grammars) each = grammar(s);
        s.dictionary = dictionary_of(grammars);
        const std::size_t per = s.small ? s.count : std::size_t{1} << s.block_log2;
        for (std::size_t first = 0; first < s.count; first += per)
            s.blocks.push_back(block(s, grammars, std::min(per, s.count - first)));
        return s;
    }

    /// Makes one to three changes to its contents or its bytes.
    void change(PairsStream& s, std::vector<Grammar> grammars) {
        for (std::size_t left = 1 + below(3); left-- > 0;) {
            Block& block = s.blocks[below(s.blocks.size())];
            const std::size_t kind = below(16);
            if (kind < 6) {
                change(grammars[below(grammars.size())]);
                s.dictionary = dictionary_of(grammars);
            } else if (kind < 9) {
                change(s.dictionary);
            } else if (kind < 15) {
                change(block.bytes);
            } else if (once_in(2)) {
                s.bits += once_in(2) ? 1 : -1;
                s.bits = std::clamp(s.bits, 0, 32);
            } else {
                s.symbols = 2 + below(s.symbols - 1);
            }
        }
        for (Block& block : s.blocks)
            if (block.bytes.empty()) block.symbol = static_cast<std::uint32_t>(below(s.symbols));
    }

  private:
    Grammar grammar(const PairsStream& s) {
        Grammar g;
        std::uint64_t left = std::uint64_t{1} << s.bits;
        const std::size_t literals = 1 + below(8), most_span = std::size_t{1} << s.block_log2;
        for (std::size_t i = 0; i < literals && left != 0; ++i) {
            unsigned e = i == 0 || !once_in(4) ? 0 : static_cast<unsigned>(below(static_cast<std::size_t>(s.bits)));
            if (std::uint64_t{1} << e > left) e = 0;
            g.literals.push_back(e);
            left -= std::uint64_t{1} << e;
        }
        if (g.literals.size() < 2) g.literals.push_back(0);
        std::vector<std::size_t> spans(g.literals.size(), 1);
        for (std::size_t tries = below(14); tries > 0; --tries) {
            const std::size_t one = below(spans.size()), other = below(spans.size());
            if ((one < g.literals.size() && g.literals[one] != 0) ||
                (other < g.literals.size() && g.literals[other] != 0) || spans[one] + spans[other] > most_span)
                continue;
            g.pairs.emplace_back(static_cast<unsigned>(one), static_cast<unsigned>(other));
            spans.push_back(spans[one] + spans[other]);
        }
        // The leaves of a random tree; literal 0 always gets one.
        std::vector<unsigned> leaves{1, 1};
        for (std::size_t more = below(g.symbols() - 1); more > 0; --more) {
            unsigned& leaf = leaves[below(2) == 0 ? leaves.size() - 1 : below(leaves.size())];
            if (leaf == 15) continue;
            const unsigned deeper = ++leaf;
            leaves.push_back(deeper);
        }
        g.lengths.assign(g.symbols(), 0);
        std::swap(leaves[0], leaves[below(leaves.size())]);
        g.lengths[0] = leaves[0];
        for (std::size_t i = 1; i < leaves.size(); ++i) {
            std::size_t symbol = below(g.symbols());
            while (g.lengths[symbol] != 0) symbol = symbol + 1 == g.symbols() ? 0 : symbol + 1;
            g.lengths[symbol] = leaves[i];
        }
        return g;
    }

    Block block(const PairsStream& s, const std::vector<Grammar>& grammars, std::size_t positions) {
        if (!s.small && once_in(10)) return {"", static_cast<std::uint32_t>(below(s.symbols))};
        const std::size_t which = below(grammars.size());
        const Grammar& g = grammars[which];
        const auto spans = spans_of(g);
        std::vector<Written> text;
        for (std::size_t left = positions; left > 0; left -= spans[text.back().symbol]) {
            std::size_t symbol = below(g.symbols());
            for (std::size_t tries = 0; tries < 4 && (g.lengths[symbol] == 0 || spans[symbol] > left); ++tries)
                symbol = below(g.symbols());
            if (g.lengths[symbol] == 0 || spans[symbol] > left) symbol = 0;
            const std::uint64_t count = symbol < g.literals.size() ? std::uint64_t{1} << g.literals[symbol] : 1;
            text.push_back({static_cast<unsigned>(symbol), random_() % count});
        }
        Bytes body = (grammars.size() == 1 ? Bytes() : number(which, 1)) + code_of(g, text);
        if (body.size() >= (positions * static_cast<std::size_t>(s.bits) + 7) / 8)
            body = packed(numbers_of(g, text), s.bits);
        return {((s.flags & 4) != 0 ? number(30000, 4) : Bytes()) + body, 0};
    }

    void change(Grammar& g) {
        const std::size_t kind = below(5);
        if (kind == 0 && !g.pairs.empty()) {
            auto& pair = g.pairs[below(g.pairs.size())];
            (once_in(2) ? pair.first : pair.second) = static_cast<unsigned>(below(g.symbols() + 1));
        } else if (kind == 1) {
            g.literals[below(g.literals.size())] = static_cast<unsigned>(below(once_in(4) ? 35 : 3));
        } else if (kind == 2) {
            g.lengths[below(g.symbols())] = static_cast<unsigned>(below(16));
        } else {
            std::swap(g.lengths[below(g.symbols())], g.lengths[below(g.symbols())]);
        }
    }

    void change(Bytes& bytes) {
        const std::size_t at = below(bytes.size() + 1), kind = below(8);
        if (kind == 0)
            bytes.insert(at, 1, static_cast<char>(below(256)));
        else if (at < bytes.size() && kind == 1)
            bytes.erase(at, 1);
        else if (at < bytes.size() && kind == 2)
            bytes[at] = static_cast<char>(below(256));
        else if (at < bytes.size())
            bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
    }

    std::mt19937_64 random_;
};

/// Returns true if the block of a position is in code.
bool is_code(const PairsStream& s, Index i) {
    const Index first = s.small ? 0 : i >> s.block_log2 << s.block_log2;
    const std::size_t positions = s.small ? s.count : std::min(Index{1} << s.block_log2, s.count - first);
    const std::size_t bytes = s.blocks[s.small ? 0 : i >> s.block_log2].bytes.size() - ((s.flags & 4) != 0 ? 4 : 0);
    return bytes < packed_bytes(s, positions) && bytes != 0;
}

constexpr int rounds = 100000;
constexpr int changes_of_one = 50;

TEST(HostilePairs, ChangedAtRandomTheyAreReadAsThePageSaysOrCorrupt) {
    Maker maker(1);
    std::vector<Grammar> grammars;
    PairsStream good;
    std::vector<Section> sections;
    std::map<std::string_view, int> refused;
    int taken = 0;
    for (int round = 0; round < rounds && !HasFailure(); ++round) {
        if (round % changes_of_one == 0) {
            good = maker.stream(grammars);
            sections = wins_of(good.count);
        }
        PairsStream s = good;
        if (round % changes_of_one != 0) maker.change(s, grammars);
        std::optional<Numbers> right;
        bool wrong_dictionary = true;
        std::string_view broken;
        try {
            const std::vector<Grammar> read = grammars_in(s);
            wrong_dictionary = false;
            right = symbols_in(s, read);
            ++taken;
        } catch (const Broken& each) {
            ASSERT_NE(round % changes_of_one, 0) << each.rule;
            ++refused[broken = each.rule];
        }
        SCOPED_TRACE(testing::Message() << round << ": " << broken);
        sections.push_back(s.section());
        const Bytes bytes = file(sections, 1, 4);
        sections.pop_back();
        const auto one = opened(bytes, 0), whole = opened(bytes, OpenOptions{}.cache_bytes);
        ASSERT_EQ(one.ok(), whole.ok());
        ASSERT_EQ(whole && whole->check(), right.has_value());
        if (!whole) {
            ASSERT_EQ(whole.error().code, ErrorCode::corrupt);
            continue;
        }
        if (round % changes_of_one == 0) {
            ASSERT_NO_FATAL_FAILURE(expect_to_read(bytes, *right));
        }
        // Errors are slow: tests a few positions of a refused stream, and all of them periodically.
        const bool all_of_them = right || round % 16 == 0;
        Cursor cursor = one->cursor().value(), all = whole->cursor().value();
        if (all_of_them) {
            const bool constant = std::ranges::all_of(s.blocks, [](const Block& b) { return b.bytes.empty(); });
            std::vector<Index> indices(s.count);
            std::iota(indices.begin(), indices.end(), Index{0});
            std::vector<Value> values(s.count);
            const bool answered = right || constant;  // constant blocks need no dictionary
            ASSERT_EQ(all.read(0, values).ok(), answered);
            for (const auto* each : {&*one, &*whole}) ASSERT_EQ(each->at(indices, values).ok(), answered);
            ASSERT_EQ(cursor.at(indices, values).ok(), answered);
            ASSERT_TRUE(answered || is_corrupt(whole->preload()) || broken == "a number is a symbol");
        }
        const Index step = all_of_them ? 1 : 1 + s.count / 2;
        for (Index n = 0; n < s.count; n += step) {
            const Index i = n * 7 % s.count;  // positions of a block are far apart, so that the first are read singly
            const auto a = cursor.at(i);
            ASSERT_TRUE(a || is_corrupt(a)) << i;
            if (wrong_dictionary && is_code(s, i)) {
                ASSERT_FALSE(a) << i;
            }
            if (!a && !all_of_them) break;
            const auto b = all.at(i);
            ASSERT_TRUE(b || is_corrupt(b)) << i;
            ASSERT_TRUE(!a || !b || *a == *b) << i;
            ASSERT_TRUE(!right || (a && b && a->outcome.remoteness == (*right)[i])) << i;
        }
    }
    EXPECT_GT(taken, rounds / 20);
    EXPECT_EQ(refused.size(), 20u) << testing::PrintToString(refused);
    for (const auto& [rule, times] : refused) EXPECT_GT(times, 20) << rule;
}

}  // namespace mexbase::hostile_pairs_random_test
