// A table written byte by byte from docs/format.md, with nothing of the library's own encoders, and read by the
// library.
#include "format_by_hand.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

namespace mexbase {
namespace {

using namespace test::by_hand;

/// Ten positions: a loss at 0, wins at 1 and 2, a tie at 3, three draws told by the bits, unknown to the end.
Section info(const Bytes& spec = "nobody:knows=1") {
    Bytes out = field(1, 1, spec);
    out += field(2, 1, number(0, 1)) + field(3, 1, number(1, 1)) + field(4, 1, number(3, 1));
    out += field(5, 1, number(10, 1)) + field(6, 1, number(9, 1)) + field(7, 1, number(9, 1));
    out += field(8, 1, Bytes("\x01\x02\x03\x01\x02", 5)) + field(9, 0, "\xac\x02");  // 300
    return {1, 1, out};
}

/// Raw, a list alphabet {0 1 3 4}, two bits, blocks of four, superblocks of two: 0 1 1 2 | 3 3 3 3 | 3 3.
Section outcomes() {
    StreamFields f;
    f.bits = 2;
    f.flags = 2;
    f.block_log2 = 2;
    f.superblock_log2 = 1;
    f.symbols = 4;
    f.count = 10;
    f.base = f.step = 0;
    f.list = {0, 1, 3, 4};
    const std::vector<Block> blocks{{"\x94", 0}, {"", 3}, {"\x0f", 0}};  // 10 01 01 00 = 0x94; 11 11 = 0x0f, stored
    return stream(f, directory(blocks, 1), joined(blocks));
}

/// Differences of four bits, a range 300 - 2x, no parity: 300 298 4 302 … as symbols base 0 step 2: 150 149 2 151.
Section remotenesses() {
    StreamFields f;
    f.kind = 1;
    f.bits = 9;
    f.flags = 4;
    f.block_log2 = 4;
    f.symbols = 152;
    f.count = 10;
    f.base = 0;
    f.step = 2;
    // 150, then -1 (z = 1), -147 (z = 293), +149 (z = 298), then 0.
    const std::uint64_t z[10] = {0, 1, 293, 298, 0, 0, 0, 0, 0, 0};
    Bytes body(12, '\0');
    for (int i = 0; i < 10; ++i)
        for (int bit = 0; bit < 9; ++bit)
            if ((z[i] >> bit & 1) != 0) {
                const int at = 9 * i + bit;
                body[static_cast<std::size_t>(at / 8)] =
                    static_cast<char>(body[static_cast<std::size_t>(at / 8)] | 1 << at % 8);
            }
    const std::vector<Block> blocks{{number(150, 4) + body, 0}};
    return stream(f, directory(blocks, 0), joined(blocks));
}

/// A bit stream in one palette or stored block.
Section bits(int kind, const Bytes& body) {
    StreamFields f;
    f.kind = kind;
    f.codec = 1;
    f.bits = 1;
    f.block_log2 = 4;
    f.symbols = 2;
    f.count = 10;
    const std::vector<Block> blocks{{body, 0}};
    return stream(f, directory(blocks, 0), joined(blocks));
}

std::vector<Section> good() {
    // Positions 4, 5, 6 are draws (both bits), 7 cannot be lost, 8 cannot be won, 9 neither is known.
    return {info(), outcomes(), remotenesses(), bits(2, Bytes("\x70\x01", 2)), bits(3, Bytes("\xf0\x00", 2))};
}

TEST(FormatByHand, IsReadAsThePageSays) {
    const Table table = open(file(good())).value();
    EXPECT_EQ(table.info().spec, "nobody:knows=1");
    EXPECT_EQ(table.info().play, Play::misere);
    EXPECT_EQ(table.info().longest_remoteness, 300u);
    EXPECT_TRUE(table.info().remoteness_exact);
    const char* const values[] = {"loss 300", "win 298", "win 4",   "tie 302", "draw",
                                  "draw",     "draw",    "unknown", "unknown", "unknown"};
    for (Index i = 0; i < 10; ++i) EXPECT_EQ(to_string(table.stored_at(i).value()), values[i]) << i;
    EXPECT_EQ(table.at(9).error().code, ErrorCode::out_of_domain);
    EXPECT_TRUE(table.stored_at(7)->cannot_lose);
    EXPECT_FALSE(table.stored_at(7)->cannot_win);
    EXPECT_TRUE(table.stored_at(8)->cannot_win);
    EXPECT_FALSE(table.stored_at(9)->cannot_win);
    EXPECT_FALSE(table.stored_at(9)->cannot_lose);
    EXPECT_TRUE(table.check());
}

TEST(FormatByHand, PaletteAndZstdBlocksAreReadAsThePageSays) {
    // 1000 remotenesses of 20 bits that take two values, in a palette and through zstd.
    const std::uint32_t low = 77, high = 1000000;
    const auto symbol = [&](int i) { return i % 7 == 0 ? high : low; };
    for (const int codec : {1, 2}) {
        StreamFields f;
        f.kind = 1;
        f.codec = codec;
        f.bits = 20;
        f.block_log2 = 10;
        f.symbols = 1000001;
        f.count = 1000;
        Bytes body;
        if (codec == 1) {
            body = number(1, 1) + number(high, 3) + number(low, 3) + Bytes(125, '\0');
            for (int i = 0; i < 1000; ++i)
                if (symbol(i) == low)
                    body[static_cast<std::size_t>(7 + i / 8)] =
                        static_cast<char>(body[static_cast<std::size_t>(7 + i / 8)] | 1 << i % 8);
        } else {
            Bytes packed(2500, '\0'), frame(4000, '\0');
            for (int i = 0; i < 1000; ++i)
                for (int bit = 0; bit < 20; ++bit)
                    if ((symbol(i) >> bit & 1) != 0) {
                        const auto at = static_cast<std::size_t>(20 * i + bit);
                        packed[at / 8] = static_cast<char>(packed[at / 8] | 1 << at % 8);
                    }
            ZSTD_CCtx* context = ZSTD_createCCtx();
            ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
            frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), packed.data(), packed.size()));
            ZSTD_freeCCtx(context);
            ASSERT_EQ(frame.substr(6, 3), number(8 * (frame.size() - 9) + 5, 3));
            body = frame.substr(9);
        }
        const std::vector<Block> blocks{{body, 0}};
        StreamFields wins;
        wins.base = 1;
        wins.count = 1000;
        Section about = info();
        about.bytes =
            field(1, 1, "x") + field(2, 1, number(0, 1)) + field(3, 1, number(0, 1)) + field(4, 1, number(1, 1));
        for (const int tag : {5, 6, 7}) about.bytes += field(tag, 1, "\xe8\x07");
        about.bytes += field(8, 1, Bytes("\x00\xe8\x07\x00\x00\x00", 6));
        const Table table =
            open(file({about, stream(wins, "", ""), stream(f, directory(blocks, 0), joined(blocks))})).value();
        for (int i = 0; i < 1000; ++i)
            ASSERT_EQ(table.at(static_cast<Index>(i))->outcome, (OutcomeValue{Outcome::win, symbol(i)}))
                << codec << ' ' << i;
        EXPECT_TRUE(table.check());
    }
}

TEST(FormatByHand, UnknownOptionalPartsAreSkipped) {
    auto sections = good();
    sections.push_back({77, 0, "from the future"});
    sections.push_back({0x1ff, 0xfffffffe, "a stream of another kind"});
    sections[0].bytes += field(999, 0, "a field of another kind");
    const Table table = open(file(sections, 1, 9)).value();
    EXPECT_EQ(to_string(table.at(2).value()), "win 4");
    EXPECT_TRUE(table.check());
}

TEST(FormatByHand, UnknownRequiredPartsNeedANewerReader) {
    const auto code = [](const std::vector<Section>& sections, int major = 1) {
        const auto table = open(file(sections, major));
        return table ? ErrorCode::interrupted : table.error().code;
    };
    const auto changed = [](auto change) {
        auto sections = good();
        change(sections);
        return sections;
    };
    constexpr auto unsupported = ErrorCode::unsupported_version;
    EXPECT_EQ(code(good(), 2), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s.push_back({77, 1, "?"}); })), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s.push_back({0x1ff, 1, "?"}); })), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s[0].bytes += field(999, 1, ""); })), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s[1].bytes[5] = 9; })), unsupported) << "codec";
    EXPECT_EQ(code(changed([](auto& s) { s[1].bytes[7] = 64; })), unsupported) << "flags";
    EXPECT_EQ(code(changed([](auto& s) { s[1].bytes[10] = 1; })), unsupported) << "reserved";
    EXPECT_EQ(code(changed([](auto& s) { s[0].bytes[s[0].bytes.find(field(2, 1, number(0, 1))) + 8] = 5; })),
              unsupported)
        << "a kind of value";
}

TEST(FormatByHand, ContradictionsAreCorruptEvenWithRightChecksums) {
    const auto code = [](auto change) {
        auto sections = good();
        change(sections);
        const auto table = open(file(sections));
        return table ? ErrorCode::interrupted : table.error().code;
    };
    constexpr auto corrupt = ErrorCode::corrupt;
    EXPECT_EQ(code([](auto& s) { s.erase(s.begin()); }), corrupt) << "no info";
    EXPECT_EQ(code([](auto& s) { s.erase(s.begin() + 1); }), corrupt) << "no outcomes";
    EXPECT_EQ(code([](auto& s) { s.erase(s.begin() + 2); }), corrupt) << "no remotenesses";
    EXPECT_EQ(code([](auto& s) { s.push_back(s[1]); }), corrupt) << "twice";
    EXPECT_EQ(code([](auto& s) { s[0].bytes.resize(s[0].bytes.size() - 1); }), corrupt) << "a field cut off";
    EXPECT_EQ(code([](auto& s) { s[0].bytes += field(1, 1, "again"); }), corrupt);
    for (const auto& [at, value] : std::vector<std::pair<std::size_t, char>>{{0, 57},
                                                                             {4, 1},
                                                                             {6, 1},
                                                                             {6, 33},
                                                                             {8, 17},
                                                                             {9, 11},
                                                                             {12, 0},
                                                                             {12, 5},
                                                                             {16, 11},
                                                                             {23, 127},
                                                                             {24, 1},
                                                                             {32, 1},
                                                                             {48, 9}}) {
        EXPECT_EQ(code([at = at, value = value](auto& s) { s[1].bytes[at] = value; }), corrupt) << "byte " << at;
    }
    EXPECT_EQ(code([](auto& s) { s[1].bytes[68] = 5; }), corrupt) << "an outcome that is none";
    EXPECT_EQ(code([](auto& s) { s[1].bytes[60] = 3; }), corrupt) << "a list that does not ascend";
}

TEST(FormatByHand, BlocksThatContradictThemselvesAreCorruptWhenRead) {
    // Right checksums all over, and nonsense inside.
    const auto first_value = [](int codec, int bit_count, std::uint64_t symbols, const Block& block) {
        StreamFields f;
        f.codec = codec;
        f.bits = bit_count;
        f.block_log2 = 4;
        f.symbols = symbols;
        f.count = 10;
        const std::vector<Block> blocks{block};
        auto sections = good();
        sections[1] = stream(f, directory(blocks, 0), joined(blocks));
        const auto table = open(file(sections));
        EXPECT_TRUE(table);
        EXPECT_FALSE(table->check());
        return table->stored_at(0).error().code;
    };
    constexpr auto corrupt = ErrorCode::corrupt;
    EXPECT_EQ(first_value(0, 2, 3, {"", 3}), corrupt) << "a constant that is no symbol";
    EXPECT_EQ(first_value(0, 2, 3, {"\xff\xff\x0f", 0}), corrupt) << "a symbol that is none";
    EXPECT_EQ(first_value(0, 2, 3, {"ab", 0}), corrupt) << "too short";
    EXPECT_EQ(first_value(0, 2, 3, {"abcd", 0}), corrupt) << "too long";
    EXPECT_EQ(first_value(1, 8, 5, {Bytes("\x00\x01\x00\x00", 4), 0}), corrupt) << "a palette of one";
    EXPECT_EQ(first_value(1, 8, 5, {Bytes("\x01\x00\x09\x00\x00", 5), 0}), corrupt) << "a palette with no symbol";
    EXPECT_EQ(first_value(1, 8, 5, {Bytes("\x02\x00\x01\x02\xff\xff\xff", 7), 0}), corrupt)
        << "no place in the palette";
    EXPECT_EQ(first_value(2, 8, 5, {"zstd?", 0}), corrupt);
    EXPECT_EQ(first_value(2, 8, 5, {"\x07", 0}), corrupt) << "ten times a symbol that is none";
}

/// The description of a table of nimbers: seven indices, all positions; `more` are further fields.
Section nimber_info(const Bytes& more = "", int kind = 1) {
    Bytes out = field(1, 1, "nobody:knows=2") + field(2, 1, number(static_cast<std::uint64_t>(kind), 1));
    out += field(3, 1, number(0, 1)) + field(4, 1, number(1, 1));
    for (const int tag : {5, 6, 7}) out += field(tag, 1, number(7, 1));
    return {1, 1, out + field(8, 1, Bytes(5, '\0')) + more};
}

/// Numbers of `bits` bits, one after another.
/// A raw stream of seven values in one block.
Section seven(int kind, const std::vector<std::uint64_t>& symbols, int bits, std::uint64_t alphabet,
              std::uint64_t base = 0, std::uint64_t step = 1) {
    StreamFields f;
    f.kind = kind;
    f.bits = bits;
    f.block_log2 = 3;
    f.symbols = alphabet;
    f.count = 7;
    f.base = base;
    f.step = step;
    const std::vector<Block> blocks{{packed(symbols, bits), 0}};
    return stream(f, directory(blocks, 0), joined(blocks));
}

/// 0, inf{}, *2, *2, inf{0 2 300}, *, 0 with counters 0 - 4 6 - 2 0. K is stored for positions 1 and 4 only.
std::vector<Section> loopy() {
    const Bytes counts("\x02\x02\x01\x02", 4);  // two infinite, two 0, one *, two *2
    return {nimber_info(field(10, 0, number(2, 1)) + field(12, 0, counts)),
            {4, 1, Bytes("\x03\x00\x03\x00\x01\xa9\x02\x01\x05", 9)},  // {}, {0 2 300}, {5}
            seven(4, {1, 0, 3, 3, 0, 2, 1}, 2, 4),
            seven(5, {1, 0, 0, 0, 1, 0, 1}, 1, 2),
            seven(6, {0, 3, 2, 3, 1, 1, 0}, 2, 4, 0, 2)};
}

TEST(FormatByHand, LoopyNimbersAreReadAsThePageSays) {
    const Table table = open(file(loopy(), 1, 1)).value();
    EXPECT_EQ(table.info().value, ValueKind::nimber);
    EXPECT_EQ(table.info().infinite, 2u);
    EXPECT_EQ(table.info().nimbers, (std::vector<std::uint64_t>{2, 1, 2}));
    EXPECT_EQ(table.info().largest_nimber, 2u);
    EXPECT_FALSE(table.info().period);
    const char* const values[] = {"0", "inf{}", "*2", "*2", "inf{0 2 300}", "*", "0"};
    const std::uint64_t counters[] = {0, 0, 4, 6, 0, 2, 0};
    for (Index i = 0; i < 7; ++i) {
        const Value value = table.at(i).value();
        EXPECT_EQ(value.kind, ValueKind::nimber);
        EXPECT_EQ(to_string(value), values[i]) << i;
        EXPECT_EQ(value.nimber.counter, counters[i]) << i;
    }
    EXPECT_EQ(outcome_of(table.at(4).value()), Outcome::win);
    EXPECT_EQ(outcome_of(table.at(1).value()), Outcome::draw);
    EXPECT_EQ(table.at(7).error().code, ErrorCode::out_of_domain);
    EXPECT_TRUE(table.check());
    // Without the stream all counters are 0.
    auto sections = loopy();
    sections.pop_back();
    const Table without = open(file(sections, 1, 1)).value();
    for (Index i = 0; i < 7; ++i) {
        EXPECT_EQ(to_string(without.at(i).value()), values[i]);
        EXPECT_EQ(without.at(i)->nimber.counter, 0u);
    }
}

/// 0 1 2 1 2 1 2: preperiod 1, period 2.
std::vector<Section> periodic(const Bytes& period) {
    return {nimber_info(field(10, 0, number(2, 1)) + field(12, 0, Bytes("\x00\x01\x03\x03", 4)) + field(13, 0, period)),
            seven(4, {1, 2, 3, 2, 3, 2, 3}, 2, 4)};
}

TEST(FormatByHand, AProvenPeriodAnswersEveryIndex) {
    const Table table = open(file(periodic(Bytes("\x01\x01\x02\x00", 4)), 1, 1)).value();
    EXPECT_EQ(table.info().period, (Period{1, 2, 0, true}));
    for (const auto& [index, value] : std::vector<std::pair<Index, const char*>>{
             {0, "0"}, {6, "*2"}, {7, "*"}, {8, "*2"}, {1000000, "*2"}, {~Index{0} - 1, "*2"}})
        EXPECT_EQ(to_string(table.at(index).value()), value) << index;
    // One that was observed only, or that adds, answers none but those stored.
    for (const Bytes& period : {Bytes("\x00\x01\x02\x00", 4), Bytes("\x01\x01\x02\x01", 4)}) {
        const Table other = open(file(periodic(period), 1, 1)).value();
        EXPECT_TRUE(other.info().period);
        EXPECT_TRUE(other.at(6));
        EXPECT_EQ(other.at(7).error().code, ErrorCode::out_of_domain);
    }
}

/// 01 10 01 11 00 11 00.
std::vector<Section> obliged() {
    return {nimber_info(field(12, 0, Bytes("\x02\x02\x01\x02", 4)), 2), seven(7, {1, 2, 1, 3, 0, 3, 0}, 2, 4)};
}

TEST(FormatByHand, ObligedPairsAreReadAsThePageSays) {
    const Table table = open(file(obliged(), 1, 1)).value();
    EXPECT_EQ(table.info().value, ValueKind::obliged);
    EXPECT_EQ(table.info().obliged, (std::array<std::uint64_t, 4>{2, 2, 1, 2}));
    const char* const values[] = {"01", "10", "01", "11", "00", "11", "00"};
    for (Index i = 0; i < 7; ++i) EXPECT_EQ(to_string(table.at(i).value()), values[i]) << i;
    EXPECT_TRUE(table.check());
    const Index parts[] = {1, 1, 2};
    EXPECT_EQ(to_string(table.at_sum(parts).value()), "01");
}

TEST(FormatByHand, ContradictionsOfNimbersAndPairsAreCorrupt) {
    const auto code = [](std::vector<Section> sections, auto change) {
        change(sections);
        const auto table = open(file(sections, 1, 1));
        return table ? ErrorCode::interrupted : table.error().code;
    };
    constexpr auto corrupt = ErrorCode::corrupt;
    const auto without = [](std::size_t at) {
        return [at](std::vector<Section>& s) { s.erase(s.begin() + static_cast<std::ptrdiff_t>(at)); };
    };
    EXPECT_EQ(code(loopy(), [](auto&) {}), ErrorCode::interrupted);
    EXPECT_EQ(code(loopy(), without(1)), corrupt) << "K-sets and no sets";
    EXPECT_EQ(code(loopy(), without(2)), corrupt) << "no nimbers";
    EXPECT_EQ(code(loopy(), without(3)), corrupt) << "sets and no K-sets";
    EXPECT_EQ(code(obliged(), without(1)), corrupt) << "no pairs";
    // Counts that do not add up, or not to the largest nimber; none at all.
    for (const Bytes& counts : {Bytes("\x02\x02\x01\x03", 4), Bytes("\x02\x02\x01\x01", 4), Bytes("\x02\x02\x03", 3),
                                Bytes("\x02\x02\x01\x02\x00", 5), Bytes("\x08", 1), Bytes("\x80", 1), Bytes()})
        EXPECT_EQ(code(loopy(),
                       [&counts](auto& s) { s[0] = nimber_info(field(10, 0, number(2, 1)) + field(12, 0, counts)); }),
                  corrupt);
    EXPECT_EQ(code(loopy(), [](auto& s) { s[0] = nimber_info(field(10, 0, number(2, 1))); }), corrupt);
    for (const Bytes& counts :
         {Bytes("\x02\x02\x01\x01", 4), Bytes("\x02\x02\x03", 3), Bytes("\x02\x02\x01\x02\x00", 5), Bytes()})
        EXPECT_EQ(code(obliged(), [&counts](auto& s) { s[0] = nimber_info(field(12, 0, counts), 2); }), corrupt);
    EXPECT_EQ(code(obliged(), [](auto& s) { s[0] = nimber_info("", 2); }), corrupt);
    EXPECT_EQ(code(obliged(),
                   [](auto& s) {
                       // One of the seven is counted as a loss, and not as a pair.
                       s[0] = nimber_info(field(12, 0, Bytes("\x02\x02\x01\x01", 4)), 2);
                       const auto at = s[0].bytes.find(field(8, 1, Bytes(5, '\0')));
                       s[0].bytes[at + 8] = 1;
                   }),
              corrupt);
    // Periods that reach past the table, or are none.
    for (const Bytes& period :
         {Bytes("\x01\x01\x00\x00", 4), Bytes("\x01\x06\x02\x00", 4), Bytes("\x01\x08\x01\x00", 4),
          Bytes("\x01\x01\x02", 3), Bytes("\x01\x01\x02\x00\x00", 5),
          Bytes("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x02\x00", 13)})
        EXPECT_EQ(code(periodic(period), [](auto&) {}), corrupt);
    EXPECT_EQ(code(periodic(Bytes("\x02\x01\x02\x00", 4)), [](auto&) {}), ErrorCode::unsupported_version);
    // Sets are read when they are needed.
    const auto with_sets = [](const Bytes& sets) {
        auto sections = loopy();
        sections[1].bytes = sets;
        const Table table = open(file(sections, 1, 1)).value();
        EXPECT_EQ(to_string(table.at(0).value()), "0");
        EXPECT_EQ(table.check().ok(), table.at(1).ok());
        return table.at(1) ? ErrorCode::interrupted : table.at(1).error().code;
    };
    // Sets: too few, descending past 2^32, cut off, with something left.
    for (const Bytes& sets :
         {Bytes("\x01\x00", 2), Bytes("\x00", 1), Bytes("\x02\x00\x03\x00\x01", 5), Bytes("\x02\x00\x01\x05\x00", 5),
          Bytes("\x02\x00\x01\xff\xff\xff\xff\x0f", 8), Bytes("\x02\x00\x02\xfe\xff\xff\xff\x0f\x00", 9),
          Bytes("\xff\xff\xff\xff\x0f", 5), Bytes()})
        EXPECT_EQ(with_sets(sets), corrupt) << sets.size();
    // The greatest nimber there is may be in a set.
    EXPECT_EQ(with_sets(Bytes("\x02\x00\x01\xfe\xff\xff\xff\x0f", 8)), ErrorCode::interrupted);
}

TEST(FormatByHand, AnInfiniteValueWithoutSetsIsCorruptWhenRead) {
    auto sections = loopy();
    sections.erase(sections.begin() + 3);
    sections.erase(sections.begin() + 1);
    const auto table = open(file(sections, 1, 1));
    if (!table) {
        EXPECT_EQ(table.error().code, ErrorCode::corrupt);
        return;
    }
    EXPECT_EQ(to_string(table->at(0).value()), "0");
    EXPECT_EQ(table->at(1).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace mexbase
