// SPDX-License-Identifier: MIT
/// \file
/// Outcomes on disk, for a solver that stores only two bits per position: written ply by ply and read for the table.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "../../lib/index.hpp"
#include "../../lib/value/outcome.hpp"
#include "../../query/format/checksum.hpp"
#include "scratch_file.hpp"

namespace mexbase {

/// Outcomes and remotenesses of decided positions, written in order of remoteness and read in order of index.
///
/// Indices are distributed to ranges of 2^17. Each range is a list of chunks on disk, so that it can be assembled in
/// memory alone. Takes 8 bytes per decided position on disk; in memory a few KiB per range, and the ranges read last.
/// Each chunk stores the number of its range, so that the file alone is enough to resume.
class OutcomeSpool {
  public:
    /// Takes over `file` and starts empty.
    OutcomeSpool(Index size, ScratchFile file);
    /// Removes the file unless a job can resume from it.
    ~OutcomeSpool();
    OutcomeSpool(const OutcomeSpool&) = delete;
    OutcomeSpool& operator=(const OutcomeSpool&) = delete;

    Index size() const { return size_; }
    /// Adds the positions decided in one ply, before `finish`. Not thread-safe.
    void add(std::uint64_t remoteness, Outcome outcome, std::span<const Index> positions);
    /// Makes all added data durable. Returns the size of the file and its checksum.
    std::vector<std::uint64_t> sync();
    /// Restores the state in which `sync` returned `saved`, before the first `add`. Returns false and starts empty if
    /// the file is shorter or has changed.
    bool restore(std::span<const std::uint64_t> saved);
    void remove() noexcept { file_.remove(); }
    void finish();

    /// Reads the values of `first`, `first + 1`, …; a position never added is a draw. Thread-safe after `finish`.
    void read(Index first, std::span<OutcomeValue> values) const;

  private:
    static constexpr unsigned range_log2 = 17;
    static constexpr Index range_mask = (Index{1} << range_log2) - 1;
    static constexpr std::size_t chunk_records = 256;

    /// Remoteness in the upper 45 bits, then the offset in the range times 4, plus 1 for a loss, 2 a win, 3 a tie. In
    /// the file, the first record of a chunk holds the number of its range and its number of records instead.
    using Record = std::uint64_t;
    static constexpr unsigned record_shift = range_log2 + 2;
    static constexpr Record record_mask = (Record{1} << record_shift) - 1;

    struct Chunk {
        std::uint64_t offset;
        std::uint32_t records;
    };
    struct Range {
        std::vector<Record> pending;
        std::vector<Chunk> chunks;
    };
    /// Per position of a range: remoteness times 4, plus the code of the outcome as in `Record`; 0: never added.
    using Values = std::vector<std::uint64_t>;

    void write_out(std::size_t number);
    std::shared_ptr<const Values> load(std::size_t range) const;

    Index size_;
    ScratchFile file_;
    Checksum64 checksum_;  ///< checksum of the file
    bool kept_ = false;    ///< `sync` was called, in this process or before `restore`
    std::vector<Range> ranges_;
    mutable std::mutex cache_guard_;
    mutable std::list<std::pair<std::size_t, std::shared_ptr<const Values>>> cache_;  ///< last used first
};

}  // namespace mexbase
