// SPDX-License-Identifier: MIT
#include "gen/text_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdio>
#include <fstream>
#include <random>

#include "lib/error.hpp"
#include "tests/refusal.hpp"

namespace mexbase::text_file_test {

std::string gzip(const std::string& text) {
    z_stream stream{};
    constexpr int gzip_format = 16 + MAX_WBITS;
    EXPECT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, gzip_format, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string zstd(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
    return out;
}

/// Returns the text read from a file of these bytes, or the error.
std::string read(const std::string& bytes) {
    const std::string path = ::testing::TempDir() + std::to_string(::getpid()) + "text-file";
    std::ofstream(path, std::ios::binary) << bytes;
    std::string text;
    try {
        TextFile file(path);
        for (std::string_view piece = file.next(); !piece.empty(); piece = file.next()) text += piece;
        EXPECT_EQ(file.next(), "") << "the end stays the end";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::bad_file);
        text = e.what();
        text = text.substr(std::min(text.size(), text.find(" begins as ")));
    }
    std::remove(path.c_str());
    return text;
}

TEST(TextFile, WhatIsCompressedIsReadAsWhatIsPlain) {
    std::mt19937 engine(1);
    const auto random = [&engine] { return static_cast<unsigned>(engine()); };
    std::string varied;
    while (varied.size() < 1'500'000) varied += std::to_string(random() % 100'000) + '\n';
    for (const std::string& text : {std::string{}, std::string("1 2\n"), std::string(3'000'000, 'a'), varied,
                                    varied.substr(0, 1 << 19), varied.substr(0, 1 << 18)}) {
        EXPECT_EQ(read(text), text);
        EXPECT_EQ(read(gzip(text)), text);
        EXPECT_EQ(read(zstd(text)), text);
    }
    EXPECT_EQ(read(gzip("1 2\n") + gzip("") + gzip("2 3\n")), "1 2\n2 3\n");
    EXPECT_EQ(read(std::string("\x53\x2a\x4d\x18\x02\0\0\0no", 10) + zstd("1 2\n")), "1 2\n")
        << "a frame to be passed over";
    EXPECT_EQ(read(zstd("1 2\n") + zstd("") + zstd(varied)), "1 2\n" + varied);
}

TEST(TextFile, WhatIsCutOffOrDamagedIsRefused) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += std::to_string(i * i) + ' ';
    for (const std::string& whole : {gzip(text), zstd(text)}) {
        const std::string name = whole[0] == '\x1f' ? "gzip" : "Zstandard";
        for (std::size_t length = 4; length < whole.size(); ++length)
            ASSERT_EQ(read(whole.substr(0, length)), " begins as " + name + " data, but ends too soon") << length;
        EXPECT_TRUE(read(whole + "stray bytes").starts_with(" begins as " + name + " data, but is damaged"));
        std::string damaged = whole;
        damaged[whole.size() / 2] ^= 0x55;
        damaged[whole.size() / 2 + 1] ^= 0x55;
        if (name == "gzip") {  // has a checksum
            EXPECT_TRUE(read(damaged).starts_with(" begins as gzip data, but is damaged")) << read(damaged);
        }
    }
}

TEST(TextFile, WhatIsNoFileIsRefused) {
    const auto code = [](const std::string& path) { return test::error_code_of([&] { TextFile file(path); }); };
    EXPECT_EQ(code("no/such/file"), ErrorCode::not_found);
    EXPECT_EQ(code("/"), ErrorCode::io);
    EXPECT_EQ(code("/dev/null"), ErrorCode::io);
}

}  // namespace mexbase::text_file_test
