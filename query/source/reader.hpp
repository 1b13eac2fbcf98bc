/// \file
/// Bytes of a table that lie anywhere: in an archive, behind a network, in a store of objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../format/result.hpp"

namespace mexbase {

/// Gives the bytes of one table, which never change. Whoever has such bytes derives from this, and opens the table with
/// `Table::from_reader`.
///
/// Members are called by any thread that uses the table, by several at once, and without a lock of the library held.
/// A failure that one returns comes out of the call that needed the bytes, as it is; what one throws comes out as `io`.
/// Nothing is kept of what could not be read, and the same question asks for the same bytes again. All that is read is
/// checked against the table's checksums: wrong bytes are `corrupt`.
///
/// Reading may take long, so the library asks seldom, and for much at once. To open a table takes two rounds at most as
/// a rule, to answer for any number of positions two more: the records of a directory, then blocks. Canonical forms
/// take one more, and others where they are made of forms that lie elsewhere in the list. What a round needs is asked
/// in one call of `read_many`, ascending and without overlaps.
///
/// A reader that has not got the bytes *yet*, as where nobody may wait for a network, notes what `read_many` asks for
/// and returns a failure. Its program fetches that, and asks the table again: each time play comes a round further.
class Reader {
  public:
    /// A part of the table, to be read to where `bytes` is.
    struct Range {
        std::uint64_t offset = 0;
        std::span<std::byte> bytes;
    };

    Reader() = default;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    virtual ~Reader() = default;

    /// Length of the table in bytes; always the same.
    virtual std::uint64_t size() const = 0;
    /// Fills `bytes`, all of it, from `offset` on. What is asked for lies within `size()`.
    virtual Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) = 0;
    /// The same for many parts, at least one. By default one after the other.
    virtual Result<void> read_many(std::span<const Range> ranges) {
        for (const Range& range : ranges)
            if (auto read = read_at(range.offset, range.bytes); !read) return read;
        return {};
    }
};

}  // namespace mexbase
