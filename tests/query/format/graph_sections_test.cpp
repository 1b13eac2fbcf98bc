// SPDX-License-Identifier: MIT
// Sections of a large graph, byte by byte from docs/format.md, and random other contents.
#include <gtest/gtest.h>

#include <random>

#include "format_by_hand.hpp"
#include "lib/error.hpp"
#include "query/format/contents.hpp"
#include "tests/refusal.hpp"

namespace mexbase::graph_sections_test {

using namespace test::by_hand;

std::span<const std::byte> bytes_of(const Bytes& text) {
    return std::as_bytes(std::span(text));
}

template <class Write>
Bytes written(const Write& write) {
    Bytes out;
    write([&out](std::span<const std::byte> more) {
        out.append(reinterpret_cast<const char*>(more.data()), more.size());
    });
    return out;
}
Bytes written_names(const VertexNames& names) {
    return written([&](const format::PieceSink& sink) { format::write_names(names, sink); });
}
Bytes written_arcs(const ArcRows& rows) {
    return written([&](const format::PieceSink& sink) { format::write_arcs(rows, sink); });
}

Board board_of(std::vector<std::string> names, const std::vector<Board::Arc>& arcs) {
    return Board(true, std::move(names), arcs);
}

/// 3 -> 3, 3 -> 10 twice, 10 -> 4.
const Bytes numbers("\x01\x03\x03\x01\x05\x00", 6);  // numbers, 3 of them: 3 left out and 2 there, 5 left out and 1
const Bytes texts(
    "\x00\x03\x01"
    "3"
    "\x01"
    "4"
    "\x02"
    "10",
    9);

/// A string of bits, the lowest of a byte first.
Bytes bytes_of_bits(const std::string& bits) {
    Bytes out((bits.size() + 7) / 8, '\0');
    for (std::size_t b = 0; b < bits.size(); ++b)
        if (bits[b] == '1') out[b / 8] = static_cast<char>(out[b / 8] | 1 << b % 8);
    return out;
}

/// Returns the exponential Golomb code of order k (docs/format.md, "Large graph").
std::string coded(std::uint64_t number, unsigned k) {
    std::uint64_t shifted = number + (std::uint64_t{1} << k);
    std::string after;
    for (; shifted != 1; shifted /= 2) after += shifted % 2 == 0 ? '0' : '1';
    return std::string(after.size() - k, '0') + '1' + after;
}

/// 4 arcs; parameters 1, 0, 0; 3: 0 on, 2 more, 0 more; none; 1: 1 back.
const Bytes arcs = Bytes("\x04\x01\x00\x00", 4) + bytes_of_bits(
                                                      "0110"
                                                      "1"
                                                      "011"
                                                      "1"
                                                      "10"
                                                      "11"
                                                      "010");

Board by_hand() {
    return board_of({"3", "4", "10"}, {{0, 0}, {0, 2}, {0, 2}, {2, 1}});
}

TEST(GraphSections, AreAsThePageSays) {
    EXPECT_EQ(written_names(by_hand().names()), numbers);
    EXPECT_EQ(written_arcs(by_hand().ahead()), arcs);
    EXPECT_EQ(coded(3, 1) + coded(0, 0) + coded(2, 0) + coded(0, 0) + coded(0, 1) + coded(1, 1) + coded(1, 0),
              "0110101111011010");
    for (const Bytes& names : {numbers, texts})
        EXPECT_EQ(Board(format::parse_names(bytes_of(names)), format::parse_arcs(bytes_of(arcs), 3)), by_hand());
    EXPECT_EQ(written_names(board_of({"4", "hut"}, {}).names()), Bytes("\x00\x02\x01"
                                                                       "4"
                                                                       "\x03"
                                                                       "hut",
                                                                       8));
}

TEST(GraphSections, ATableHasBothOrNeither) {
    const Section description = about(3, Bytes("\x00\x03\x00\x00\x00", 5), 0, field(9, 0, varint(4096)));
    const Section outcome = small_stream(0, 0, 0, 0, {3, 1, 1, 1}), remoteness = small_stream(1, 0, 0, 0, {3, 1, 1, 1});
    const auto with = [&](std::vector<Section> more, int minor = 6) {
        more.insert(more.end(), {description, outcome, remoteness});
        return open(file(more, 1, minor));
    };
    const Section names{6, 1, numbers}, targets{7, 1, arcs};
    const auto table = with({names, targets});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(*table->board().value(), by_hand());
    EXPECT_TRUE(table->check());
    const Section board{2, 1, written([](const format::PieceSink& sink) { format::write_board(by_hand(), sink); })};
    EXPECT_EQ(*with({board}).value().board().value(), by_hand());
    for (const auto& wrong :
         {std::vector{names}, std::vector{targets}, std::vector{names, targets, board}, std::vector{names, names}})
        EXPECT_EQ(with(wrong).error().code, ErrorCode::corrupt);
    EXPECT_EQ(with({names, targets}, 5).error().code, ErrorCode::corrupt) << "a version that does not know them";
    // Arcs are checked at first use.
    const auto damaged = with({names, {7, 1, arcs, 3}});
    ASSERT_TRUE(damaged) << damaged.error().message;
    EXPECT_EQ(damaged->at(1)->outcome.outcome, Outcome::win);
    EXPECT_EQ(damaged->board().error().code, ErrorCode::corrupt);
    EXPECT_EQ(damaged->check().error().code, ErrorCode::corrupt);
    EXPECT_EQ(with({{6, 1, numbers, 3}, targets}).value().board().error().code, ErrorCode::corrupt);
    EXPECT_EQ(with({names, {7, 1, Bytes("\x00", 1)}}).value().board().error().code, ErrorCode::corrupt);
}

TEST(GraphSections, GraphsComeBack) {
    std::mt19937 engine(3);
    const auto random = [&engine] { return static_cast<unsigned>(engine()); };
    for (int round = 0; round < 300; ++round) {
        const unsigned n = round == 0 ? 10'000 : round == 1 ? 8192 : 1 + random() % 300;
        const unsigned most = n * (random() % 4);
        VertexNames names;
        std::uint64_t number = 0;
        for (unsigned v = 0; v < n; ++v) {
            number += 1 + (round % 3 == 0 ? 0 : random() % 4 == 0 ? random() % 10'000'000 : 0);
            names.add((round % 3 == 2 ? "n" : "") + std::to_string(number));
        }
        ArcRows rows;
        rows.offsets.clear();
        for (unsigned v = 0; v < n; ++v) {
            rows.offsets.push_back(static_cast<std::uint32_t>(rows.ends.size()));
            for (unsigned a = random() % 4; a > 0 && rows.ends.size() < most; --a) rows.ends.push_back(random() % n);
            std::sort(rows.ends.begin() + rows.offsets.back(), rows.ends.end());
        }
        rows.offsets.push_back(static_cast<std::uint32_t>(rows.ends.size()));
        EXPECT_EQ(format::parse_names(bytes_of(written_names(names))), names);
        EXPECT_EQ(format::parse_arcs(bytes_of(written_arcs(rows)), n), rows);
    }
}

/// A graph read from changed bytes is equal after it is written again, or the bytes are refused.
TEST(GraphSections, OtherBytesAreAnotherGraphOrRefused) {
    const auto expect_sound = [](const Bytes& names, const Bytes& targets) {
        try {
            VertexNames parsed = format::parse_names(bytes_of(names));
            if (parsed.size() > 100'000) return;  // a run may be long
            for (Vertex v = 0; v < parsed.size(); ++v) ASSERT_EQ(parsed.find(parsed[v]), v);
            const Bytes again = written_names(parsed);
            ASSERT_TRUE(again == names || (names[0] == 0 && again[0] == 1));
            const ArcRows rows = format::parse_arcs(bytes_of(targets), parsed.size());
            for (Vertex v = 0; v < rows.vertices(); ++v)
                for (const Vertex to : rows.row(v)) ASSERT_LT(to, parsed.size());
            ASSERT_EQ(format::parse_arcs(bytes_of(written_arcs(rows)), parsed.size()), rows);
        } catch (const Error& e) {
            ASSERT_TRUE(e.code() == ErrorCode::corrupt || e.code() == ErrorCode::unsupported_version) << e.what();
        }
    };
    for (const Bytes& names : {numbers, texts}) {
        const Bytes both = names + arcs;
        for (std::size_t at = 0; at < both.size(); ++at) {
            for (int byte = 0; byte < 256; ++byte) {
                Bytes changed = both;
                changed[at] = static_cast<char>(byte);
                expect_sound(changed.substr(0, names.size()), changed.substr(names.size()));
            }
            expect_sound(names.substr(0, at), arcs);
            expect_sound(names, arcs.substr(0, std::min(at, arcs.size())));
        }
        expect_sound(names + '\0', arcs);
        expect_sound(names, arcs + '\0');
    }
}

TEST(GraphSections, HugeNumbersAreRefusedBeforeMemoryIsTaken) {
    const auto code = [](const auto& parse) { return test::error_code_of(parse); };
    const auto names = [&](const Bytes& text) { return code([&] { format::parse_names(bytes_of(text)); }); };
    const auto rows = [&](const Bytes& text, std::uint64_t vertices) {
        return code([&] { format::parse_arcs(bytes_of(text), vertices); });
    };
    const std::uint64_t most = ~std::uint64_t{0}, numbers_there_are = std::uint64_t{1} << 32;
    EXPECT_EQ(names("\x01" + varint(most)), ErrorCode::corrupt);
    EXPECT_EQ(names(Bytes(1, '\0') + varint(board_limit - 1)), ErrorCode::corrupt);
    EXPECT_EQ(names("\x01" + varint(2) + varint(0) + varint(most)), ErrorCode::corrupt);
    EXPECT_EQ(names("\x01" + varint(2) + varint(most) + varint(1)), ErrorCode::corrupt);
    EXPECT_EQ(names("\x01" + varint(2) + varint(numbers_there_are - 1) + varint(1)), ErrorCode::corrupt);
    EXPECT_EQ(names("\x01" + varint(2) + varint(numbers_there_are - 2) + varint(1)), std::nullopt);
    EXPECT_EQ(rows(varint(most), 1), ErrorCode::corrupt);
    EXPECT_EQ(rows(varint(3'000'000'000), 1'000'000'000), ErrorCode::corrupt);
    EXPECT_EQ(rows(varint(0) + Bytes(12, '\0'), 4'000'000'000), ErrorCode::corrupt);
    const Bytes plain(3, '\0');  // three times parameter 0
    const auto graph = [&](std::uint64_t arcs_there_are, const std::string& bits) {
        return rows(varint(arcs_there_are) + plain + bytes_of_bits(bits), 2);
    };
    EXPECT_EQ(graph(1, coded(1, 0) + coded(2, 0) + coded(0, 0)), std::nullopt);
    const std::uint64_t far = (std::uint64_t{1} << 33) - 1;
    for (const std::uint64_t step : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{4}, far - 1, far})
        EXPECT_EQ(graph(1, coded(1, 0) + coded(step, 0) + coded(0, 0)), ErrorCode::corrupt) << step;
    EXPECT_EQ(graph(2, coded(2, 0) + coded(0, 0) + coded(1, 0) + coded(0, 0)), std::nullopt);
    for (const std::uint64_t step : {std::uint64_t{2}, far})
        EXPECT_EQ(graph(2, coded(2, 0) + coded(0, 0) + coded(step, 0) + coded(0, 0)), ErrorCode::corrupt);
    EXPECT_EQ(graph(1, coded(2, 0) + coded(0, 0) + coded(0, 0) + coded(0, 0)), ErrorCode::corrupt);
    EXPECT_EQ(graph(2, coded(1, 0) + coded(0, 0) + coded(0, 0)), ErrorCode::corrupt);
    EXPECT_EQ(graph(0, "11" + std::string(6, '0')), std::nullopt);
    EXPECT_EQ(graph(0, "111"), ErrorCode::corrupt) << "a bit too many";
    EXPECT_EQ(graph(0, "11" + std::string(14, '0')), ErrorCode::corrupt) << "a byte too many";
    EXPECT_EQ(graph(0, std::string(80, '0')), ErrorCode::corrupt);
    EXPECT_EQ(rows(varint(0) + Bytes("\x22\x00\x00\x03", 4), 2), ErrorCode::corrupt) << "parameter 34";
}

}  // namespace mexbase::graph_sections_test
