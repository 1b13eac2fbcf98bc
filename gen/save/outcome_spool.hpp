// SPDX-License-Identifier: MIT
/// \file
/// Stores outcomes on disk for a solver that holds only two bits per position in memory.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "../../lib/index.hpp"
#include "../../lib/scratch_file.hpp"
#include "../../lib/value/outcome.hpp"
#include "../../query/format/checksum.hpp"

namespace mexbase {

/// Outcomes of decided positions in a scratch file. A solver adds them in order of remoteness, and a table reads them
/// in order of index.
///
/// Each position takes 8 bytes on disk. Indices form ranges of 2^17, and a range is read into memory as a whole. Memory
/// holds a few KiB per range and the ranges read last. The file alone is enough to resume a job.
class OutcomeSpool {
  public:
    OutcomeSpool(Index size, ScratchFile file);
    /// Deletes the file unless a job can resume from it.
    ~OutcomeSpool();
    OutcomeSpool(const OutcomeSpool&) = delete;
    OutcomeSpool& operator=(const OutcomeSpool&) = delete;

    Index size() const { return size_; }
    /// Adds the positions that were decided in one ply. Must be called before `finish`. Not thread-safe.
    void add(std::uint64_t remoteness, Outcome outcome, std::span<const Index> positions);
    /// Writes all added data to the disk. Returns the size of the file and its checksum.
    std::vector<std::uint64_t> sync();
    /// Restores the data that the spool had when `sync` returned `saved`. Must be called before `add`. Returns false if
    /// the file does not have this data; then the spool is empty.
    bool restore(std::span<const std::uint64_t> saved);
    void remove() noexcept { file_.remove(); }
    void finish();

    /// Reads the values of consecutive indices. A position that was never added is a draw. Thread-safe after `finish`.
    void read(Index first, std::span<OutcomeValue> values) const;

  private:
    static constexpr unsigned range_log2 = 17;
    static constexpr Index range_mask = (Index{1} << range_log2) - 1;
    static constexpr std::size_t chunk_records = 256;

    /// Bits of a record: 45 for the remoteness, 17 for the offset in the range, 2 for the outcome (1 loss, 2 win, 3
    /// tie). The first record of a chunk is its header instead: the number of the range and the number of records.
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
    /// Values of a range: for each position remoteness times 4 plus the outcome, coded as in `Record`. 0 is a draw.
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
