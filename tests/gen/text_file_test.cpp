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
        if (const std::size_t at = text.find(" begins as "); at != std::string::npos) text = text.substr(at);
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
}

TEST(TextFile, ReadsPipesAndDevices) {
    TextFile empty("/dev/null");
    EXPECT_EQ(empty.next(), "");
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "1 2\n", 4), 4);
    ::close(ends[1]);
    TextFile pipe("/dev/fd/" + std::to_string(ends[0]));
    EXPECT_EQ(pipe.next(), "1 2\n");
    EXPECT_EQ(pipe.next(), "");
    ::close(ends[0]);
}

TEST(TextFile, NamesFormatsThatItDoesNotRead) {
    using namespace std::string_view_literals;
    const auto says = [](std::string_view bytes, const std::string& part) {
        const std::string error = read(std::string(bytes) + std::string(300, 'x'));
        EXPECT_NE(error.find(part), std::string::npos) << error;
    };
    says(
        "\xfd"
        "7zXZ\0"sv,
        "xz -dc FILE | mexgen 'graph:file=-'");
    says("BZh91AY&SY", "is compressed by bzip2, which mexgen does not read: pipe it in, as in bzip2 -dc FILE");
    says("\x04\x22\x4d\x18", "lz4 -dc");
    says("LZIP\x01", "lzip -dc");
    says("\x1f\x9d", "gzip -dc");
    says("PK\x03\x04", "unzip -p");
    says("7z\xbc\xaf\x27\x1c", "7z x -so");
    says(
        "\xff\xfe"
        "1\0 \0",
        "is UTF-16: save it as UTF-8");
    const std::string tar = std::string(257, 'x') + "ustar";
    says(tar, "is a tar archive");
    EXPECT_NE(read(gzip(tar)).find("is a tar archive"), std::string::npos);
    for (const std::string text : {"BZh9 1\n", "BZh91AY&S 1\n", "PK 1\n", "7z 1\n", "LZIP 1\n"})
        EXPECT_EQ(read(text), text);
}

TEST(TextFile, ReportsTheBytesRead) {
    const std::string path = ::testing::TempDir() + std::to_string(::getpid()) + "text-file";
    const std::string bytes(1'000'000, 'a');
    std::ofstream(path, std::ios::binary) << bytes;
    std::uint64_t last = 0;
    TextFile file(path, [&](std::uint64_t done, std::uint64_t total) {
        EXPECT_LE(last, done);
        EXPECT_EQ(total, bytes.size());
        last = done;
    });
    while (!file.next().empty()) {
    }
    EXPECT_EQ(last, bytes.size());
    std::remove(path.c_str());
}

}  // namespace mexbase::text_file_test
