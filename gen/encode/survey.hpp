// SPDX-License-Identifier: MIT
/// \file
/// First pass over the values: counts and checks them, and finds the chunks that vary.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "../../query/format/format.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

/// Set of the values that occur. If one of them is 2^20 or more, only their range is known.
class Presence {
  public:
    /// Adds the values that are not `dont_care`.
    void add(std::span<const std::uint32_t> values) {
        std::uint32_t last = dont_care;
        for (const std::uint32_t v : values) {
            if (v != dont_care && v != last) add(v);
            last = v;
        }
    }
    void add(std::uint32_t value) {
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
        if (value < limit) {
            if (value >= seen_.size()) seen_.resize(std::min<std::size_t>(limit, std::size_t{value} * 2 + 64), false);
            seen_[value] = true;
        }
    }
    void merge(const Presence& other) {
        low_ = std::min(low_, other.low_);
        high_ = std::max(high_, other.high_);
        if (other.seen_.size() > seen_.size()) seen_.resize(other.seen_.size(), false);
        for (std::size_t v = 0; v < other.seen_.size(); ++v)
            if (other.seen_[v]) seen_[v] = true;
    }
    /// Passes all data to `numbers`, which writes or reads them.
    template <class Numbers>
    void visit(Numbers& numbers) {
        numbers(low_), numbers(high_), numbers(seen_);
    }
    bool empty() const { return low_ > high_; }
    std::uint32_t greatest() const { return high_; }

    /// Returns the alphabet (the value of each symbol) for a stream of `count` positions. If they are remotenesses,
    /// they are stored by `coding`.
    Alphabet alphabet(std::uint64_t count, RemotenessCoding coding = RemotenessCoding::none) const {
        if (empty()) return {};
        if (high_ >= limit) return range_alphabet(halved(low_, coding), halved(high_, coding));
        return alphabet_of(stored(coding), count);
    }

    /// Returns the alphabet as a list, or `std::nullopt` if there are too many values.
    std::optional<Alphabet> listed() const {
        if (empty() || high_ >= limit) return std::nullopt;
        const std::vector<std::uint32_t> values = stored(RemotenessCoding::none);
        if (values.size() > format::most_listed) return std::nullopt;
        return values.size() == 1 ? range_alphabet(low_, high_) : list_alphabet(values);
    }

  private:
    static constexpr std::uint32_t limit = 1u << 20;
    /// Returns the stored forms of all distinct values, ascending. All values must be below the limit.
    std::vector<std::uint32_t> stored(RemotenessCoding coding) const {
        std::vector<std::uint32_t> values;
        for (std::uint32_t v = low_; v <= high_; ++v)
            if (seen_[v] && (values.empty() || values.back() != halved(v, coding))) values.push_back(halved(v, coding));
        return values;
    }
    std::uint32_t low_ = dont_care, high_ = 0;
    std::vector<bool> seen_;
};

/// Returns true if the values that are not `dont_care` differ above their lowest `shift` bits.
inline bool varies(std::span<const std::uint32_t> values, unsigned shift = 0) {
    std::uint32_t first = dont_care;
    for (const std::uint32_t v : values) {
        if (v == dont_care) continue;
        if (first == dont_care) first = v >> shift;
        if (v >> shift != first) return true;
    }
    return false;
}

/// Shifts the values right by `shift` bits, and returns the greatest difference of neighbours. Skips `dont_care`.
inline std::uint64_t widest_step(std::span<const std::uint32_t> values, unsigned shift) {
    std::uint64_t widest = 0;
    std::uint32_t last = dont_care;
    for (const std::uint32_t v : values) {
        if (v == dont_care) continue;
        const std::uint32_t here = v >> shift;
        if (last != dont_care) widest = std::max<std::uint64_t>(widest, here > last ? here - last : last - here);
        last = here;
    }
    return widest;
}

/// Results of the survey: the first pass over all values.
struct Survey {
    TableInfo info;                       ///< complete description of the table
    RemotenessHistogram by_remoteness;    ///< empty if the longest remoteness exceeds the maximum of a histogram
    std::vector<StoredStream> streams;    ///< in the order in which they are written
    std::optional<StoredStream> results;  ///< stream that may replace the first two, outcome and remoteness
};

/// Reads every value once, on all ranks if there are several. Throws `Error{bad_usage}` for invalid values.
Survey survey_values(const TableContents& contents, const StoredValues& values, unsigned threads,
                     const std::function<void(std::uint64_t positions)>& advance);
/// Does the part of this rank, which is not rank 0, in the survey.
void help_to_survey(const TableContents& contents, const StoredValues& values);

}  // namespace mexbase::detail
