/// \file
/// The values of a table of nimbers or obliged pairs, decoded once for random access.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../../../lib/value/nimber.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Nimbers and counters in 4 bytes each, whatever an infinite value's set is; nimbers in one byte where none exceeds
/// 254. Immutable; safe for any number of threads.
class StoredNimbers {
  public:
    /// Throws `Error{out_of_memory}` where the job may not use as much, and as the table does.
    StoredNimbers(const Table& table, const JobOptions& options);
    /// The values of a table in races; positions that end one read as infinite.
    static StoredNimbers of_races(const Table& table, const JobOptions& options);

    /// True where the table has counters or sets, as only those of loopy games do.
    bool loopy() const { return loopy_; }
    bool infinite(Index i) const { return code(i) == 0; }
    std::uint64_t nimber(Index i) const { return code(i) - std::uint64_t{1}; }
    std::uint64_t counter(Index i) const { return counters_.empty() ? 0 : counters_[i]; }
    /// The least number that is not the nimber of one of these positions. Only if none is infinite. Uses `seen`.
    std::uint64_t mex(std::span<const Index> of, MexSet& seen) const {
        seen.clear();
        seen.add(0);  // nothing is infinite
        if (codes_.empty())
            seen.add_each(of, short_codes_.data());
        else
            seen.add_each(of, codes_.data());
        return seen.mex() - 1;
    }

  private:
    StoredNimbers() = default;
    std::uint32_t code(Index i) const { return codes_.empty() ? short_codes_[i] : codes_[i]; }

    // Nimbers plus one, 0 being infinite: in one of the two.
    std::vector<std::uint32_t> codes_;
    std::vector<std::uint8_t> short_codes_;
    std::vector<std::uint32_t> counters_;
    bool loopy_ = false;
};

/// Throws `Error{verification_failed}` where the table has what values of a loop-free game that is no race have not:
/// infinite values, counters, values in races.
void refuse_loopy_streams(const Table& table);

/// The pairs of an obliged table, as `Obliged::code`. Throws as above.
std::vector<std::uint8_t> stored_obliged(const Table& table, const JobOptions& options);

}  // namespace mexbase::detail
