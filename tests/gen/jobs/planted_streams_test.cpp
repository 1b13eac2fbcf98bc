// SPDX-License-Identifier: MIT
// Errors planted in streams of every codec and in lists of values, with right checksums.
#include <random>

#include "planted_cases.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::planted_streams_test {

using namespace planted;

class PlantedStreams : public PlantedErrors {};

// Streams have many encodings and hold anything at unused indices: an accepted table must be the right one.
TEST_P(PlantedStreams, InBytesOfSmallStreamsAreFound) {
    for (const Bytes& file : {right_, plainly_stored(right_, true)}) {
        const Parts parts(file);
        ASSERT_NE(judge_.of(file), Fate::refused);
        for (std::size_t s = 0; s < parts.sections.size(); ++s) {
            const by_hand::Section& section = parts.sections[s];
            if (!is_small(section.type)) continue;
            for (std::size_t at = 0; at < section.bytes.size(); ++at)
                for (const unsigned char other : instead_of(section.bytes[at])) {
                    Parts bad = parts;
                    bad.sections[s].bytes[at] = static_cast<char>(other);
                    plant_or_vary(bad.file(), "stream " + std::to_string(section.type) + " byte " + std::to_string(at) +
                                                  ": " + std::to_string(other));
                }
        }
    }
}

/// Corrects the checksums within a stream's section: of its blocks, its directory and its dictionary, as `header`
/// places them.
void seal(Bytes& section, const format::StreamHeader& header) {
    const auto put = [&section](std::size_t at, std::uint64_t number, int bytes) {
        section.replace(at, static_cast<std::size_t>(bytes), by_hand::number(number, bytes));
    };
    const auto get = [&section](std::size_t at, std::size_t bytes) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            number |= std::uint64_t{static_cast<unsigned char>(section[at + i])} << (8 * i);
        return number;
    };
    const std::size_t directory = header.encoded_bytes(), dictionary = directory + header.directory_bytes();
    if (header.dictionary_length != 0)
        put(40, by_hand::checksum(section.substr(dictionary, header.dictionary_length)), 8);
    for (std::uint64_t s = 0; s < header.superblocks(); ++s) {
        const std::size_t record = directory + s * header.record_bytes();
        std::size_t at = dictionary + header.dictionary_length + get(record + 4, 8);
        for (std::uint64_t b = 0; b < header.superblock(); ++b) {
            const std::size_t length = get(record + 12 + 2 * b, 2);
            if (length != 0 && at < section.size())
                put(record + 12 + 2 * header.superblock() + 4 * b,
                    by_hand::checksum(section.substr(at, length)) & 0xffffffff, 4);
            at += length;
        }
        put(record, by_hand::checksum(section.substr(record + 4, header.record_bytes() - 4), s) & 0xffffffff, 4);
    }
}

TEST_P(PlantedStreams, InBytesOfStreamsWithADirectoryAreFound) {
    const Bytes file = plainly_stored(right_, false);
    const Parts parts(file);
    ASSERT_EQ(judge_.of(file), Fate::no_change);
    for (std::size_t s = 0; s < parts.sections.size(); ++s) {
        const by_hand::Section& section = parts.sections[s];
        if (!is_stream(section.type)) continue;
        const format::StreamHeader header = header_of(section);
        for (std::size_t at = 0; at < section.bytes.size(); ++at)
            for (const unsigned char other : instead_of(section.bytes[at])) {
                Parts bad = parts;
                Bytes& bytes = bad.sections[s].bytes;
                bytes[at] = static_cast<char>(other);
                if (at >= header.encoded_bytes()) seal(bytes, header);
                plant_or_vary(bad.file(), "stream " + std::to_string(section.type) + " byte " + std::to_string(at) +
                                              ": " + std::to_string(other));
            }
    }
}

// As above for blocks of every codec, and with a dictionary if the table is large enough.
TEST(PlantedErrorsInPackedBlocks, AreFound) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const struct {
        const char* spec;
        Codec codec;
        bool dictionary;
        int rounds;
    } packings[] = {{"wythoff:max=63", Codec::raw, false, 300},
                    {"wythoff:max=63", Codec::palette, false, 300},
                    {"wythoff:max=63", Codec::zstd, false, 300},
                    {"nim:piles=3,max=40", Codec::zstd, true, 60}};
    int refused = 0;
    std::mt19937_64 random(1);
    for (const auto& packing : packings) {
        const Judge judge(text_of(make_table_bytes(packing.spec, job(ValueKind::nimber, Play::normal))));
        const auto numbers = numbers_of(Parts(judge.right()).sections.back());
        TableContents contents{.info = judge.table().info()};
        contents.streams.push_back({StreamKind::nimber, [&numbers](Index first, std::span<std::uint32_t> out) {
                                        for (std::uint32_t& n : out) n = static_cast<std::uint32_t>(numbers[first++]);
                                    }});
        EncodeOptions options{.codec = packing.codec, .block_log2 = 6};
        MemorySink sink;
        write_table(sink, contents, options);
        const Parts parts(text_of(sink.take()));
        const by_hand::Section& section = parts.sections.back();
        const format::StreamHeader header = header_of(section);
        ASSERT_EQ(header.codec, packing.codec);
        ASSERT_EQ(header.dictionary_length != 0, packing.dictionary);
        const std::size_t dictionary = header.encoded_bytes() + header.directory_bytes();
        for (int round = 0; round < packing.rounds; ++round) {
            const std::size_t at = packing.dictionary ? dictionary + random() % header.dictionary_length
                                   : round < 60       ? static_cast<std::size_t>(round) % header.encoded_bytes()
                                                      : random() % section.bytes.size();
            Parts bad = parts;
            Bytes& bytes = bad.sections.back().bytes;
            bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
            if (at >= header.encoded_bytes()) seal(bytes, header);
            const Fate fate = judge.of(bad.file());
            EXPECT_NE(fate, Fate::taken) << packing.spec << ' ' << to_string(packing.codec) << " byte " << at;
            refused += fate == Fate::refused ? 1 : 0;
        }
    }
    EXPECT_GT(refused, 600);
}

// Changes every number of every stream, one at a time; the header is unchanged.
TEST_P(PlantedStreams, InNumbersOfStreamsAreFound) {
    Parts parts(plainly_stored(right_, true));
    for (std::size_t s = 0; s < parts.sections.size(); ++s) {
        if (!is_stream(parts.sections[s].type)) continue;
        const format::StreamHeader header = header_of(parts.sections[s]);
        const auto right = numbers_of(parts.sections[s]);
        const std::uint64_t greatest = *std::ranges::max_element(right);
        for (std::size_t i = 0; i < right.size(); ++i)
            for (const std::uint64_t other : std::set<std::uint64_t>{0, 1, right[i] + 1, right[i] - 1, right[i] + 2,
                                                                     right[i] ^ 1, greatest, greatest + 1}) {
                if (other == right[i] || other > greatest + 2) continue;
                auto wrong = right;
                wrong[i] = other;
                Parts bad = parts;
                bad.sections[s] = plain_stream(static_cast<int>(header.kind), header.coding(), true, wrong);
                plant_or_vary(bad.file(), std::string(to_string(header.kind)) + " of index " + std::to_string(i) +
                                              ": " + std::to_string(other));
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Tables, PlantedStreams, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

// A list of partizan values holds the values of positions and their parts; readers do not check for others.
TEST(PlantedValues, ThatNoPositionHasAreFound) {
    const Judge judge(text_of(make_table_bytes("cutthroat:board=star-3", job(ValueKind::canonical, Play::normal))));
    Parts parts(judge.right());
    const GameList right = format::parse_values(view_of(parts.find(format::values_section)->bytes));
    int read = 0;
    for (std::uint32_t option = 0; option < right.games.size(); ++option) {
        GameList list = right;
        list.games.push_back({list.options.size(), 1, 0, GameList::none});
        list.options.push_back(option);
        parts.find(format::values_section)->bytes = text_of(format::encode_values(list));
        const Bytes file = parts.file();
        EXPECT_EQ(judge.of(file), Fate::refused) << option;
        read += Table::from_memory(view_of(file))->check() ? 1 : 0;
    }
    EXPECT_GT(read, 0);
}

// Consistent values of a kind that the game does not have: nimbers and canonical forms of a bounded game.
TEST(PlantedValues, OfACutOffGameDoNotAddUp) {
    const Board::Arc arcs[] = {{0, 1}, {0, 2}};
    for (const bool partizan : {false, true}) {
        const std::uint8_t owners[] = {Board::left, Board::left};
        const Board board(true, {"a", "b", "c"}, arcs, {Board::plain, Board::plain, Board::beyond},
                          partizan ? std::span<const std::uint8_t>(owners) : std::span<const std::uint8_t>());
        TableContents contents;
        contents.info.spec = "graph:file=" + board_reference(board);
        contents.info.value = partizan ? ValueKind::canonical : ValueKind::nimber;
        contents.info.indices = contents.info.queryable_size = 3;
        contents.board = &board;
        GameList list;  // 0 and {0 | }, which is 1
        list.games = {{0, 0, 0, 0}, {0, 1, 0, GameList::none}};
        list.options = {0};
        if (partizan) contents.values = &list;
        contents.streams.push_back(
            {partizan ? StreamKind::game_value : StreamKind::nimber,
             [partizan](Index first, std::span<std::uint32_t> out) {
                 const std::uint32_t values[] = {partizan ? 1U : 2U, partizan ? 0U : 1U, dont_care};
                 std::copy_n(values + first, out.size(), out.begin());
             }});
        MemorySink sink;
        write_table(sink, contents);
        const Table table = Table::from_memory(sink.take()).value();
        ASSERT_TRUE(table.check());
        EXPECT_FALSE(passes(table)) << partizan;
    }
}

// Heaps with right values and impossible counters.
TEST(PlantedValues, OfALoopFreeGameHaveNoCounters) {
    const Judge judge(text_of(make_table_bytes("grundy:max=40", job(ValueKind::nimber, Play::normal))));
    for (const StreamKind kind : {StreamKind::counter, StreamKind::race_nimber}) {
        Parts parts(judge.right());
        parts.sections.push_back(plain_stream(static_cast<int>(kind), format::RemotenessCoding::none, true,
                                              std::vector<std::uint64_t>(41, 3)));
        EXPECT_TRUE(Table::from_memory(view_of(parts.file())));
        EXPECT_EQ(judge.of(parts.file()), Fate::refused);
    }
}

}  // namespace mexbase::test::planted_streams_test
