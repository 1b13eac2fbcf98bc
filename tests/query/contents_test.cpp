#include "query/contents.hpp"

#include <gtest/gtest.h>

#include <random>

#include "lib/error.hpp"
#include "query/bytes.hpp"

namespace mexbase::format {
namespace {

TEST(Contents, NumbersComeBack) {
    detail::ByteWriter out;
    const std::uint64_t numbers[] = {0, 1, 127, 128, 300, 1u << 31, ~std::uint64_t{0}};
    for (const std::uint64_t n : numbers) out.put_varint(n);
    detail::ByteReader in(out.bytes, "a test");
    for (const std::uint64_t n : numbers) EXPECT_EQ(in.get_varint(), n);
    in.finish();
    EXPECT_THROW(in.get_varint(), Error);
}

TEST(Contents, MalformedNumbersAreRefused) {
    const auto refused = [](std::initializer_list<int> bytes) {
        std::vector<std::byte> buffer;
        for (const int b : bytes) buffer.push_back(static_cast<std::byte>(b));
        detail::ByteReader in(buffer, "a test");
        EXPECT_THROW(in.get_varint(), Error);
    };
    refused({});
    refused({0x80});
    refused({0x80, 0x00});
    refused({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02});
    refused({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01});
}

TEST(Contents, InfoComesBack) {
    TableInfo info;
    info.spec = "fair-shares:n=30";
    info.play = Play::misere;
    info.rules_version = 0xffffffff;
    info.indices = std::uint64_t{1} << 40;
    info.admitted = info.indices - 1;
    info.positions = 10;
    info.outcomes = {1, 2, 3, 4, 0};
    EXPECT_EQ(parse_info(encode_info(info)), info);
    info.longest_remoteness = 0;
    info.largest_nimber = 17;
    info.remoteness_exact = false;
    EXPECT_EQ(parse_info(encode_info(info)), info);
    info.outcomes[4] = 1;
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "more outcomes than positions";
    info.outcomes = {~std::uint64_t{0}, 11, 0, 0, 0};
    EXPECT_THROW(parse_info(encode_info(info)), Error) << "a sum that overflows";
}

TEST(Contents, DamagedBoardsAndHistogramsAreRefusedOrRead) {
    const Board::Arc arcs[] = {{0, 1}, {1, 0}, {1, 2}};
    const auto board = encode_board(Board(true, {"a", "b", "c"}, arcs, {0, 1, 2}));
    const auto histogram = encode_histogram({{1, 0, 0}, {0, 300, 0}, {7, 0, 1}});
    EXPECT_EQ(parse_histogram(histogram).size(), 3u);
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i) {
        auto bytes = i % 2 == 0 ? board : histogram;
        for (auto n = random() % 3; n != 0; --n) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        if (random() % 4 == 0) bytes.resize(random() % bytes.size());
        try {
            i % 2 == 0 ? (void)parse_board(bytes) : (void)parse_histogram(bytes);
        } catch (const Error& e) {
            EXPECT_TRUE(e.code() == ErrorCode::corrupt || e.code() == ErrorCode::unsupported_version);
        }
    }
}

}  // namespace
}  // namespace mexbase::format
