// SPDX-License-Identifier: MIT
#include "lib/board/board.hpp"

#include <set>
#include <vector>

#include "read_board.hpp"
#include "tests/refusal.hpp"

namespace mexbase::board_test {

using Arcs = std::vector<Board::Arc>;

TEST(Board, ArcsAreNumberedBySourceInTheOrderGiven) {
    const Arcs arcs = {{2, 0}, {0, 1}, {2, 1}, {2, 0}, {0, 0}};
    const Board board(true, {"a", "b", "c"}, arcs);
    EXPECT_EQ(sketch(board), "a>b,a b c>a,b,a");
    EXPECT_EQ(board.first_arc(0), 0U);
    EXPECT_EQ(board.first_arc(2), 2U);
    EXPECT_EQ(board.first_arc(3), board.arc_count());
    const auto into = board.predecessors(0);
    EXPECT_EQ(std::vector<Vertex>(into.begin(), into.end()), (std::vector<Vertex>{0, 2, 2}));
    EXPECT_EQ(board.find("c"), 2U);
    EXPECT_EQ(board.find("d"), 3U);
}

TEST(Board, OwnersFollowTheirArcsBothWays) {
    const Arcs arcs = {{2, 0}, {0, 1}, {2, 1}, {2, 0}, {0, 0}};
    const std::vector<std::uint8_t> owners = {Board::left, Board::right, Board::either, Board::right, Board::left};
    const Board board(true, {"a", "b", "c"}, arcs, {}, owners);
    EXPECT_EQ(sketch(board), "a>b:R,a:L b c>a:L,b,a:R");
    const auto back = board.owners_back(0);  // from a, c and c
    EXPECT_EQ(std::vector<std::uint8_t>(back.begin(), back.end()),
              (std::vector<std::uint8_t>{Board::left, Board::left, Board::right}));
    EXPECT_FALSE(board == Board(true, {"a", "b", "c"}, arcs));
}

TEST(Board, ABoardWhoseArcsAreForBothPlayersHasNoOwners) {
    const Arcs arcs = {{0, 1}, {1, 0}};
    const std::vector<std::uint8_t> either(2, Board::either);
    const Board board(true, {"a", "b"}, arcs, {}, either);
    EXPECT_TRUE(board.owners().empty());
    EXPECT_TRUE(board.owners_ahead(0).empty());
    EXPECT_TRUE(board.owners_back(0).empty());
    EXPECT_TRUE(board == Board(true, {"a", "b"}, arcs));
}

TEST(Board, OwnersThatCannotBeAreRefused) {
    const Arcs arcs = {{0, 1}, {1, 0}};
    const auto error = [&](bool directed, const std::vector<std::uint8_t>& owners) {
        return bad_file([&](auto, auto) { return Board(directed, {"a", "b"}, arcs, {}, owners); }, "");
    };
    EXPECT_EQ(error(true, {Board::either, 3}),
              "the arc from \"b\" to \"a\" has the owner 3: expected 0 (either player), 1 (Left) or 2 (Right)");
    EXPECT_EQ(error(true, {Board::left}),
              "the board has 1 owners for 2 arcs: expected one owner per arc, or no owners");
    EXPECT_EQ(error(false, {Board::left, Board::left}),
              "an arc belongs to one player, but only the arcs of a directed board can");
}

/// Encodes a scalar value in UTF-8 in the shortest form, which defines well-formed UTF-8.
std::string encoded(std::uint32_t code) {
    const auto byte = [](std::uint32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 63))};
    if (code < 0x10000) return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
    return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
            byte(0x80 | (code & 63))};
}

TEST(Utf8, IsExactlyWhatEncodingGives) {
    std::set<std::string> short_ones;
    for (std::uint32_t code = 0; code < 0x110000; ++code) {
        const bool surrogate = code >= 0xd800 && code < 0xe000;
        const std::string text = encoded(code);
        ASSERT_EQ(utf8_length(text + "x"), surrogate ? 0U : text.size()) << code;
        ASSERT_EQ(is_utf8(text), !surrogate) << code;
        ASSERT_EQ(is_utf8(text.substr(0, text.size() - 1)), text.size() == 1) << code;
        if (!surrogate && text.size() <= 3) short_ones.insert(text);
    }
    // Any other text of three bytes does not begin with a character, for example overlong forms and stray continuation
    // bytes.
    char text[3];
    for (std::uint32_t bytes = 0x800000; bytes < 0x1000000; ++bytes) {
        text[0] = static_cast<char>(bytes >> 16);
        text[1] = static_cast<char>(bytes >> 8);
        text[2] = static_cast<char>(bytes);
        const std::size_t length = utf8_length({text, 3});
        if (length == 0) continue;
        ASSERT_TRUE(short_ones.contains(std::string(text, length))) << bytes;
    }
    for (const char* bad : {"\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\x80", "\xe2\x82"})
        EXPECT_FALSE(is_utf8(bad)) << bad;
    EXPECT_TRUE(is_utf8(""));
    EXPECT_EQ(utf8_length(""), 0U);
}

TEST(Utf8, QuotedTextIsUtf8AndCutBetweenCharacters) {
    EXPECT_EQ(in_quotes("caf\xc3\xa9"), "\"café\"");
    EXPECT_EQ(in_quotes("caf\xe9"), "\"caf\\xe9\"");
    EXPECT_EQ(in_quotes("\xc2\x9b\n"), "\"\\xc2\\x9b\\x0a\"");
    EXPECT_EQ(in_quotes(std::string(60, 'x')), '"' + std::string(60, 'x') + '"');
    EXPECT_EQ(in_quotes(std::string(59, 'x') + "é"), '"' + std::string(59, 'x') + "…\"");
}

TEST(Utf8, ErrorsAreOneLineWhateverTextTheyRepeat) {
    EXPECT_EQ(one_line("caf\xc3\xa9, \"2\""), "café, \"2\"");
    EXPECT_EQ(one_line("a\nb\r\x1b[2J\x7f\xc2\x85"), "a\\x0ab\\x0d\\x1b[2J\\x7f\\xc2\\x85");
    EXPECT_EQ(one_line("caf\xe9"), "caf\\xe9");
    EXPECT_EQ(one_line(in_quotes("a\nb")), in_quotes("a\nb")) << "what is escaped stays as it is";
    const Error error(ErrorCode::bad_position, "no position: a\nb");
    EXPECT_STREQ(error.what(), "no position: a\\x0ab");
    EXPECT_EQ(error.code(), ErrorCode::bad_position);
}

TEST(Board, RefusesNamesThatNoPositionTextCouldName) {
    const auto fault = [](const std::string& name) {
        const std::string said = test::fault_of([&] { Board(true, {"a", name}, {}); }, ErrorCode::bad_file);
        EXPECT_EQ(fault_of_name(name).value_or(""), said);
        return said.empty() ? "none" : said;
    };
    EXPECT_EQ(fault("\xff"), "the name \"\\xff\" is not UTF-8");
    EXPECT_EQ(fault("b\xc0\x80"), "the name \"b\\xc0\\x80\" is not UTF-8");
    EXPECT_EQ(fault("b\n"), "the name \"b\\x0a\" has a control character");
    EXPECT_EQ(fault("\xc2\x9b"), "the name \"\\xc2\\x9b\" has a control character");
    EXPECT_EQ(fault(""), "a vertex has an empty name");
    EXPECT_EQ(fault("#12"), "the name \"#12\" is not allowed: # and a number are read as the index of a position");
    EXPECT_NE(fault(std::string(longest_name + 1, 'x')).find("is longer than 1000 bytes"), std::string::npos);
    for (const char* name : {"#", "#a", "über", "\xc2\xa0", "\xf0\x9f\x90\x8e", "two words"})
        EXPECT_EQ(fault(name), "none");
    EXPECT_EQ(fault(std::string(longest_name, 'x')), "none");
}

TEST(Board, RefusesWhatIsNoBoard) {
    const Arcs none;
    const Arcs outside = {{0, 1}};
    const auto refused = [](auto&& make) { return test::error_code_of(make) == ErrorCode::bad_file; };
    EXPECT_TRUE(refused([&] { Board(true, {"a", "a"}, none); }));
    EXPECT_TRUE(refused([&] { Board(true, {""}, none); }));
    EXPECT_TRUE(refused([&] { Board(true, {"a"}, outside); }));
    EXPECT_TRUE(refused([&] { Board(true, {"a"}, none, {0, 0}); }));
    std::set<unsigned> marks{0, 1, 2, 4, 5, 6};
    for (const unsigned start : {0U, 4U})
        for (unsigned stops = 0; stops < 16; ++stops) marks.insert(8 + start + 16 * stops);
    for (unsigned mark = 0; mark < 256; ++mark)
        EXPECT_EQ(refused([&] {
                      Board(true, {"a", "b"}, none, {0, static_cast<std::uint8_t>(mark)});
                  }),
                  !marks.contains(mark))
            << mark;
    EXPECT_EQ(Board().vertex_count(), 0U);
}

}  // namespace mexbase::board_test
