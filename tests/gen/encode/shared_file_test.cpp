// SPDX-License-Identifier: MIT
#include "gen/encode/shared_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gen/encode/atomic_file.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace mexbase::shared_file_test {

using detail::SharedFileWriter;

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

TEST(SharedFile, AnotherProcessWritesAPart) {
    const test::Scratch scratch;
    const std::string path = scratch.path("table");
    AtomicFile file(path, AtomicFile::Naming::named);
    file.append(bytes_of(std::string(20, 'a')));
    const SharedFile shared = file.share().value();
    EXPECT_TRUE(std::filesystem::path(shared.path).is_absolute());
    EXPECT_EQ(shared.size, 20u);
    file.append(bytes_of("b"));
    file.extend(300'000);
    EXPECT_EQ(file.size(), 300'021u);
    {
        auto writer = SharedFileWriter::open(shared).value();
        writer.write_at(100'000, bytes_of("other"));
        writer.sync();
    }
    file.write_at(300'020, bytes_of("z"));
    file.append(bytes_of("c"));
    EXPECT_EQ(file.share().value().token, shared.token);
    file.write_at(0, bytes_of("the header is longer"));
    file.commit();
    std::string whole(300'022, '\0');
    whole.replace(0, 21, "the header is longerb");
    whole.replace(100'000, 5, "other");
    whole.replace(300'020, 2, "zc");
    EXPECT_EQ(test::slurp(path), whole);
    EXPECT_FALSE(file.share());
}

TEST(SharedFile, OnlyTheSameFileIsOpened) {
    const test::Scratch scratch;
    AtomicFile file(scratch.path("table"), AtomicFile::Naming::named);
    file.append(bytes_of(std::string(20, 'a')));
    const SharedFile shared = file.share().value();
    EXPECT_TRUE(SharedFileWriter::open(shared));
    SharedFile other = shared;
    other.token[15] ^= std::byte{1};
    EXPECT_FALSE(SharedFileWriter::open(other));
    other = shared;
    ++other.size;
    EXPECT_FALSE(SharedFileWriter::open(other));
    other = shared;
    other.path += "x";
    EXPECT_FALSE(SharedFileWriter::open(other));
    other.path = scratch.path("");
    EXPECT_FALSE(SharedFileWriter::open(other));
    EXPECT_FALSE(SharedFileWriter::open({}));
}

TEST(SharedFile, OutputsWithoutANameAreNotShared) {
    const test::Scratch scratch;
    AtomicFile file(scratch.path("table"));
    file.append(bytes_of(std::string(20, 'a')));
    EXPECT_EQ(file.share().has_value(), file.named());
    MemorySink memory;
    EXPECT_FALSE(memory.share());
    EXPECT_EQ(test::error_code_of([&] { memory.extend(1); }), ErrorCode::bad_usage);
}

TEST(SharedFile, AFullDiskIsAnError) {
    auto writer = SharedFileWriter::open({.path = "/dev/full", .target = "the table"}).value();  // its bytes are zeros
    EXPECT_EQ(test::refusal_of([&] { writer.write_at(0, bytes_of("x")); }, ErrorCode::io),
              "cannot write \"the table\": No space left on device");
}

}  // namespace mexbase::shared_file_test
