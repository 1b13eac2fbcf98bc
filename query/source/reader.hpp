// SPDX-License-Identifier: MIT
/// \file
/// Interface by which a program supplies the bytes of a table that is not a local file, such as one on a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../format/result.hpp"

namespace mexbase {

/// Source of the bytes of one table. The bytes must never change. Derive from this class and open the table with
/// `Table::from_reader`.
///
/// All threads that use the table call the members, without a lock. If a read fails, the query that needed the bytes
/// returns the reader's failure; an exception becomes `io`. A failure is not cached: the next query reads the same
/// bytes again. All bytes are checked against the table's checksums; wrong bytes are `corrupt`.
///
/// The library makes few, large requests, because reading may take long. Opening a table usually takes at most two
/// rounds. A query for any number of positions takes two rounds: first the directory entries, then the blocks.
/// Canonical forms take one more round, and further rounds if they refer to forms in other parts of the list. Each
/// round is one call of `read_many`, with ascending ranges that do not overlap.
///
/// A reader that must not wait for a network can note the ranges of `read_many` and return a failure. The program then
/// gets the bytes of these ranges and repeats the query. Each repetition completes one more round.
class Reader {
  public:
    /// A part of the table, and the memory to read it into.
    struct Range {
        std::uint64_t offset = 0;
        std::span<std::byte> bytes;
    };

    Reader() = default;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    virtual ~Reader() = default;

    /// Returns the length of the table in bytes; always the same.
    virtual std::uint64_t size() const = 0;
    /// Fills all of `bytes` with the table's bytes from `offset` on. The range is within `size()`.
    virtual Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) = 0;
    /// Reads one or more parts. The default calls `read_at` for one after the other.
    virtual Result<void> read_many(std::span<const Range> ranges) {
        for (const Range& range : ranges)
            if (auto read = read_at(range.offset, range.bytes); !read) return read;
        return {};
    }
};

}  // namespace mexbase
