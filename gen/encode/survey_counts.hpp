// SPDX-License-Identifier: MIT
/// \file
/// Counts made by the survey of a table's values.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../../query/format/format.hpp"
#include "survey.hpp"

namespace mexbase::detail {

/// Set of the values that occur, up to a maximum number.
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
    bool empty() const { return low_ > high_; }
    std::uint32_t greatest() const { return high_; }

    /// Returns the alphabet of these values in their stored form.
    Alphabet alphabet(std::uint64_t count, RemotenessCoding coding = RemotenessCoding::none) const {
        if (empty()) return {};
        if (high_ >= limit) return range_alphabet(halved(low_, coding), halved(high_, coding));
        std::vector<std::uint32_t> values;
        for (std::uint32_t v = low_; v <= high_; ++v)
            if (seen_[v] && (values.empty() || values.back() != halved(v, coding))) values.push_back(halved(v, coding));
        return alphabet_of(values, count);
    }

    /// Returns the alphabet as a list, or `std::nullopt` if there are too many values.
    std::optional<Alphabet> listed() const {
        if (empty() || high_ >= limit) return std::nullopt;
        std::vector<std::uint32_t> values;
        for (std::uint32_t v = low_; v <= high_; ++v)
            if (seen_[v]) values.push_back(v);
        if (values.size() > format::most_listed) return std::nullopt;
        return values.size() == 1 ? range_alphabet(low_, high_) : list_alphabet(values);
    }

  private:
    static constexpr std::uint32_t limit = 1u << 20;
    std::uint32_t low_ = dont_care, high_ = 0;
    std::vector<bool> seen_;
};

/// Lossless codings of remoteness.
class RemotenessCodings {
  public:
    void add(Outcome who, std::uint32_t plies) {
        const bool odd = (plies & 1) != 0, win = who == Outcome::win;
        parity_ = parity_ && who != Outcome::tie && odd == win;
        mirrored_ = mirrored_ && who != Outcome::tie && odd != win;
        rounded_ = rounded_ && who != Outcome::tie && (odd == win || (win && plies == 0));
    }
    void merge(const RemotenessCodings& other) {
        parity_ = parity_ && other.parity_;
        mirrored_ = mirrored_ && other.mirrored_;
        rounded_ = rounded_ && other.rounded_;
    }
    RemotenessCoding best() const {
        return parity_     ? RemotenessCoding::parity
               : mirrored_ ? RemotenessCoding::mirrored
               : rounded_  ? RemotenessCoding::rounded
                           : RemotenessCoding::none;
    }

  private:
    bool parity_ = true, mirrored_ = true, rounded_ = true;
};

/// Counts of one thread.
struct SurveyCounts {
    /// Remotenesses of one first player.
    struct Plies {
        RemotenessCodings codings;
        std::array<std::uint64_t, 2> widest{};  ///< greatest difference of neighbours, and of their halves
    };

    // Values of a chunk by stream, in the order of `Kind::streams`; empty if there is no such stream.
    std::array<std::vector<std::uint32_t>, Kind::most_streams> values;
    std::array<Presence, Kind::most_streams> presence;
    Presence results;
    std::array<Plies, 2> plies;
    CountedValues counted;  ///< by number in the first stream, or by class
    RemotenessHistogram by_remoteness;
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

/// Returns the greatest difference of consecutive values that are not `dont_care`.
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

/// Surveys the values of a table chunk by chunk. Safe to use from several threads, each with its own counts.
class Surveyor {
  public:
    /// Borrows both arguments. Throws `Error{bad_usage}` for a list of values that readers would refuse.
    Surveyor(const TableContents& contents, const StoredValues& values);
    /// Counts one chunk. Bit k of the result is set if stream k of `Kind::streams` varies in it; bit k + 4 if stream k
    /// holds remotenesses whose halves vary. Throws `Error{bad_usage}` for invalid values.
    std::uint8_t look(SurveyCounts& tally, std::uint64_t first, std::size_t n) const;

  private:
    template <class F>
    void look_at_results(SurveyCounts& tally, std::size_t who, std::uint64_t first, const F& each) const;
    void look_at_outcomes(SurveyCounts& tally, std::uint64_t first) const;
    void look_at_partizan_outcomes(SurveyCounts& tally, std::uint64_t first) const;
    void look_at_nimbers(SurveyCounts& tally, std::uint64_t first) const;
    void look_at_forms(SurveyCounts& tally, std::uint64_t first) const;
    StreamKind stream(std::size_t k) const { return kind_.streams[k].kind; }
    bool is_queryable(std::uint64_t index) const { return index < contents_.info.queryable_size; }

    const TableContents& contents_;
    const StoredValues& values_;
    const Kind& kind_;
    std::vector<OutcomeClass> classes_;  // of canonical forms, by number
};

}  // namespace mexbase::detail
