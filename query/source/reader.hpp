// SPDX-License-Identifier: MIT
/// \file
/// Interface to the bytes of a table that is not a local file: in an archive, on a network, in an object store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../format/result.hpp"

namespace mexbase {

/// Source of the bytes of one table, which never change. Derive from this class and open the table with
/// `Table::from_reader`.
///
/// All threads that use the table call the members, several at once, without a lock of the library. The call that
/// needed the bytes returns the reader's failure unchanged; an exception becomes `io`. Failed reads are not cached: the
/// next query reads the same bytes again. All bytes are checked against the table's checksums; wrong bytes are
/// `corrupt`.
///
/// The library makes few, large requests, because reading may take long. Opening a table usually takes at most two
/// rounds. A query for any number of positions takes two more: the directory entries, then the blocks. Canonical forms
/// take one more round, and others if they refer to forms elsewhere in the list. Each round is one call of `read_many`,
/// with ascending ranges that do not overlap.
///
/// A reader that must not wait for a network can return a failure after noting the ranges of `read_many`. The program
/// then fetches these ranges and repeats the query. Each repetition gets one round further.
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
    /// Fills all of `bytes` from `offset` on. The range is within `size()`.
    virtual Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) = 0;
    /// Reads several parts, at least one. By default one after the other.
    virtual Result<void> read_many(std::span<const Range> ranges) {
        for (const Range& range : ranges)
            if (auto read = read_at(range.offset, range.bytes); !read) return read;
        return {};
    }
};

}  // namespace mexbase
