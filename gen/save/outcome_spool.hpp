/// \file
/// What a solver that keeps only two bits a position hands out, ply by ply, kept on disk until the table is written.
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

/// Outcomes and remotenesses of the positions decided, written in order of remoteness and read in order of index.
///
/// Indices are dealt to ranges of 2^17 as they come, each range a list of chunks on disk, so that a range can be put
/// together in memory by itself: 8 bytes a decided position on disk, and in memory a few KiB a range and the ranges
/// read last. Each chunk says of which range it is, so that the file is all there is to go on from.
class OutcomeSpool {
  public:
    /// In that file, which is this spool's from now on; it begins with nothing.
    OutcomeSpool(Index size, ScratchFile file);
    /// Takes the name of a file away that nobody can go on from.
    ~OutcomeSpool();
    OutcomeSpool(const OutcomeSpool&) = delete;
    OutcomeSpool& operator=(const OutcomeSpool&) = delete;

    Index size() const { return size_; }
    /// Takes the positions decided in one ply. For one thread, before `finish`.
    void add(std::uint64_t remoteness, Outcome outcome, std::span<const Index> positions);
    /// Makes all that was added last; returns how many bytes of the file that is, and their checksum.
    std::vector<std::uint64_t> sync();
    /// Begins with what was there when `sync` returned `saved`, instead of with nothing. Returns false, and begins with
    /// nothing, if it is not there any more or has changed. Before the first `add`.
    bool go_on(std::span<const std::uint64_t> saved);
    /// Takes the file's name away.
    void remove() noexcept { file_.remove(); }
    /// After the last `add`.
    void finish();

    /// The values of `first`, `first + 1`, …; what was never added is a draw. Safe for any number of threads after
    /// `finish`.
    void read(Index first, std::span<OutcomeValue> values) const;

  private:
    static constexpr unsigned range_log2 = 17;
    static constexpr Index range_mask = (Index{1} << range_log2) - 1;
    static constexpr std::size_t chunk_records = 256;

    /// The remoteness in the upper 45 bits, then the offset in the range times 4, plus 1 for a loss, 2 a win, 3 a tie.
    /// In the file, the first record of a chunk holds the number of its range and its number of records instead.
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
    /// Remoteness times 4, plus what a record adds for the outcome; 0: never added.
    using Values = std::vector<std::uint64_t>;

    void write_out(std::size_t number);
    std::shared_ptr<const Values> load(std::size_t range) const;

    Index size_;
    ScratchFile file_;
    Checksum64 checksum_;  ///< of the file
    bool kept_ = false;    ///< `sync` was called, here or before `go_on`
    std::vector<Range> ranges_;
    mutable std::mutex cache_guard_;
    mutable std::list<std::pair<std::size_t, std::shared_ptr<const Values>>> cache_;  ///< last used first
};

}  // namespace mexbase
