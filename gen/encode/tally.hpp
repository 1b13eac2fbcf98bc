/// \file
/// What the survey of a table's values counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../lib/error.hpp"
#include "../../query/format/contents.hpp"
#include "../../query/format/format.hpp"
#include "survey.hpp"

namespace mexbase::detail {

/// The values that occur, as long as there are not too many of them.
class Presence {
  public:
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

    /// The alphabet of these values, each as it is stored.
    Alphabet alphabet(std::uint64_t count, Halving halving = Halving::none) const {
        if (empty()) return {};
        if (high_ >= limit) return range_alphabet(halved(low_, halving), halved(high_, halving));
        std::vector<std::uint32_t> values;
        for (std::uint32_t v = low_; v <= high_; ++v)
            if (seen_[v] && (values.empty() || values.back() != halved(v, halving)))
                values.push_back(halved(v, halving));
        return alphabet_of(values, count);
    }

    /// The same as a list; nothing where there are too many for one.
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

/// Which halvings of remoteness lose nothing.
class Halvings {
  public:
    void add(Outcome who, std::uint32_t plies) {
        const bool odd = (plies & 1) != 0, win = who == Outcome::win;
        parity_ = parity_ && who != Outcome::tie && odd == win;
        mirrored_ = mirrored_ && who != Outcome::tie && odd != win;
        rounded_ = rounded_ && who != Outcome::tie && (odd == win || (win && plies == 0));
    }
    void merge(const Halvings& other) {
        parity_ = parity_ && other.parity_;
        mirrored_ = mirrored_ && other.mirrored_;
        rounded_ = rounded_ && other.rounded_;
    }
    Halving best() const {
        return parity_ ? Halving::parity : mirrored_ ? Halving::mirrored : rounded_ ? Halving::rounded : Halving::none;
    }

  private:
    bool parity_ = true, mirrored_ = true, rounded_ = true;
};

/// What one thread has seen.
struct Tally {
    std::array<std::uint64_t, outcome_count> outcomes{};
    std::optional<std::uint64_t> longest;
    RemotenessHistogram by_remoteness;
    Presence stored_outcomes, remotenesses, results, cannot_win, cannot_lose;
    Halvings halvings;
    std::uint64_t widest[2] = {0, 0};  // greatest difference of neighbours in remoteness, and in halves of it
    std::vector<std::uint32_t> outcome, remoteness, bits;
    // Of tables of kinds other than outcome: by the places of `format::streams_of`.
    std::array<Presence, 6> plain;
    std::uint64_t positions = 0;
    std::vector<std::uint64_t> by_value;
    // Of partizan outcomes, by who begins.
    struct Side {
        Halvings halvings;
        std::uint64_t widest[2] = {0, 0};
    };
    std::array<Side, 2> sides;
    std::vector<std::uint32_t> second_outcome, second_remoteness;
    // Of canonical forms.
    std::vector<bool> values_seen;
};

/// Which streams vary within a chunk.
enum Mixed : std::uint8_t { mixed_outcome = 1, mixed_remoteness = 2, mixed_halves = 4, mixed_win = 8, mixed_lose = 16 };

/// Whether the specified values differ, but for their lowest `shift` bits.
inline bool varies(std::span<const std::uint32_t> values, unsigned shift = 0) {
    std::uint32_t first = dont_care;
    for (const std::uint32_t v : values) {
        if (v == dont_care) continue;
        if (first == dont_care) first = v >> shift;
        if (v >> shift != first) return true;
    }
    return false;
}

/// The greatest difference of a specified value and the one before it.
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

[[noreturn]] inline void refuse(std::uint64_t index, const std::string& what) {
    throw Error(ErrorCode::bad_usage, "the values of index " + std::to_string(index) + " make no table: " + what);
}

/// What the survey of a table of partizan values needs: see `survey_values`.
class PartizanSurvey {
  public:
    explicit PartizanSurvey(const TableContents& contents);
    /// Looks at one chunk; bit k of the answer says whether stream k of `format::streams_of` varies in it, bit k + 4
    /// whether its halves do.
    std::uint8_t look(const StoredValues& values, Tally& tally, std::uint64_t first, std::size_t n) const;
    static void merge(Tally& into, const Tally& from);
    /// Fills in what the writer counts.
    static void describe(TableInfo& info, const Tally& all);

  private:
    std::uint8_t look_at_results(const StoredValues& values, Tally& tally, std::uint64_t first, std::size_t n) const;
    std::uint8_t look_at_values(const StoredValues& values, Tally& tally, std::uint64_t first, std::size_t n) const;

    const TableContents& contents_;
    std::vector<OutcomeClass> classes_;  // of the values, by number
};

}  // namespace mexbase::detail
