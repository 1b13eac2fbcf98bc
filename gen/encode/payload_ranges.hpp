// SPDX-License-Identifier: MIT
/// \file
/// Writing one payload of a file by several processes (ranks).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../../lib/solve/ranks/transport.hpp"

namespace mexbase::detail {

/// Bytes that a rank has packed, in chunks.
class PackedBytes {
  public:
    static constexpr std::size_t most_in_chunk = std::size_t{1} << 24;  ///< and the last bytes that were added

    void add(std::span<const std::byte> bytes) {
        if (chunks_.empty() || chunks_.back().size() >= most_in_chunk) chunks_.emplace_back();
        chunks_.back().insert(chunks_.back().end(), bytes.begin(), bytes.end());
        size_ += bytes.size();
    }
    std::uint64_t size() const { return size_; }
    /// Calls `f(at, bytes)` for the bytes from `begin` up to but not including `end`, chunk by chunk.
    template <class F>
    void visit(std::uint64_t begin, std::uint64_t end, const F& f) const {
        std::uint64_t first = 0;
        for (const std::vector<std::byte>& chunk : chunks_) {
            const std::uint64_t from = std::max(begin, first), until = std::min(end, first + chunk.size());
            if (from < until)
                f(from, std::span(chunk).subspan(static_cast<std::size_t>(from - first),
                                                 static_cast<std::size_t>(until - from)));
            first += chunk.size();
        }
    }
    /// Returns the chunks, and leaves no bytes.
    std::vector<std::vector<std::byte>> take() {
        size_ = 0;
        return std::exchange(chunks_, {});
    }

  private:
    std::vector<std::vector<std::byte>> chunks_;
    std::uint64_t size_ = 0;
};

/// Division of a payload among the ranks that write it.
///
/// The bytes that the ranks have packed follow one another in the file. A client of a network file system writes whole
/// pages, so two machines must not write to one page. Therefore the file is divided into aligned pieces of equal
/// length, and one rank writes each. It is the rank that has packed the first byte of the piece. Rank 0 writes the
/// pieces that are not wholly in the payload.
class PayloadRanges {
  public:
    struct Range {
        std::uint64_t begin = 0, end = 0;
        std::uint64_t size() const { return end - begin; }
        bool operator==(const Range&) const = default;
    };

    /// Rank r has packed the bytes of the file from `begins[r]` up to but not including `begins[r + 1]`.
    PayloadRanges(std::vector<std::uint64_t> begins, std::uint64_t piece) : begins_(std::move(begins)), piece_(piece) {
        head_ = std::min(round_up(begins_.front()), begins_.back());
        tail_ = std::max(begins_.back() / piece_ * piece_, head_);
    }

    Range all() const { return {begins_.front(), begins_.back()}; }
    Range packed_by(unsigned rank) const { return {begins_[rank], begins_[rank + 1]}; }
    /// Returns the ranges that a rank writes, which may be empty: rank 0 the ends of the payload, any rank its pieces.
    std::array<Range, 3> written_by(unsigned rank) const {
        const Range pieces{cut(begins_[rank]), cut(begins_[rank + 1])};
        if (rank != 0) return {pieces};
        return {Range{begins_.front(), head_}, pieces, Range{tail_, begins_.back()}};
    }
    static Range overlap(Range a, Range b) {
        const std::uint64_t begin = std::max(a.begin, b.begin);
        return {begin, std::max(begin, std::min(a.end, b.end))};
    }

  private:
    std::uint64_t round_up(std::uint64_t offset) const { return (offset + piece_ - 1) / piece_ * piece_; }
    std::uint64_t cut(std::uint64_t offset) const { return std::clamp(round_up(offset), head_, tail_); }

    std::vector<std::uint64_t> begins_;
    std::uint64_t piece_;
    std::uint64_t head_, tail_;  // the whole pieces of the payload are between them
};

/// Collective. Calls `write(offset, bytes)` for all bytes that this rank writes. Those that other ranks have packed are
/// received first: less than a piece, or less than two on rank 0.
template <class Write>
void write_ranges(RankRounds& rounds, const PayloadRanges& ranges, const PackedBytes& packed, const Write& write) {
    using Range = PayloadRanges::Range;
    const Range own = ranges.packed_by(rounds.rank());
    const auto visit_own = [&](Range range, const auto& f) {
        const Range part = PayloadRanges::overlap(own, range);
        packed.visit(part.begin - own.begin, part.end - own.begin,
                     [&](std::uint64_t at, std::span<const std::byte> bytes) { f(own.begin + at, bytes); });
    };
    for (unsigned r = 0; r < rounds.ranks(); ++r) {
        if (r == rounds.rank()) continue;
        for (const Range range : ranges.written_by(r))
            visit_own(range, [&](std::uint64_t, std::span<const std::byte> bytes) {
                rounds.out(r).insert(rounds.out(r).end(), bytes.begin(), bytes.end());
            });
    }
    rounds.exchange({});
    for (const Range range : ranges.written_by(rounds.rank())) visit_own(range, write);
    for (unsigned r = 0; r < rounds.ranks(); ++r) {
        std::span<const std::byte> bytes = rounds.in(r);
        for (const Range range : ranges.written_by(rounds.rank())) {
            if (bytes.empty()) break;
            const Range part = PayloadRanges::overlap(ranges.packed_by(r), range);
            const auto length = static_cast<std::size_t>(part.size());
            if (length != 0) write(part.begin, bytes.first(length));
            bytes = bytes.subspan(length);
        }
    }
    rounds.free_boxes();
}

}  // namespace mexbase::detail
