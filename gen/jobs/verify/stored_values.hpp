/// \file
/// The values of a table, decoded once for random access.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../../../lib/value/nimber.hpp"
#include "../../../lib/value/obliged.hpp"
#include "../../../query/table.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Calls `take(i, value)` for every index stored. Throws what reading the table throws.
template <class Take>
void read_all(const Table& table, Take take) {
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(4096);
    const Index count = table.info().indices;
    for (Index first = 0; first < count; first += values.size()) {
        const auto n = static_cast<std::size_t>(std::min<Index>(values.size(), count - first));
        cursor.read(first, std::span(values).first(n)).value();
        for (std::size_t k = 0; k < n; ++k) take(first + k, values[k]);
    }
}

/// One stored value with what is proven of it.
struct StoredOutcome {
    OutcomeValue value;
    bool cannot_win = false;
    bool cannot_lose = false;

    /// A value with the bits that follow from it.
    static StoredOutcome of(const OutcomeValue& v) {
        const bool even = v.outcome == Outcome::draw || v.outcome == Outcome::tie;
        return {v, even || v.outcome == Outcome::loss, even || v.outcome == Outcome::win};
    }
    /// A value that is neither won nor lost, from what is proven of it.
    static StoredOutcome undecided(bool cannot_win, bool cannot_lose) {
        return {{cannot_win && cannot_lose ? Outcome::draw : Outcome::unknown, 0}, cannot_win, cannot_lose};
    }
    friend bool operator==(const StoredOutcome&, const StoredOutcome&) = default;
};

/// All values of a table in 2 bytes a position, 4 of partizan outcomes, twice as much where a remoteness does not fit,
/// or, where `memory` does not allow that, the table itself behind a cursor. Safe for any number of readers; each
/// thread takes a reader of its own. Borrows the table.
class StoredOutcomes {
  public:
    /// Throws `Error{corrupt}` and `Error{io}` as the table does.
    StoredOutcomes(const Table& table, std::uint64_t memory);

    class Reader {
      public:
        /// The result when `player` begins, with nothing proven of it but the value; of an impartial game, whose
        /// players are alike, that of Left, with all that is proven.
        StoredOutcome operator()(Index i, Player player = Player::left) {
            const Index at = i * starters_ + static_cast<Index>(player);
            if (narrow_ != nullptr) return unpack(narrow_[at]);
            return wide_ != nullptr ? unpack(wide_[at]) : from_table(i, player);
        }
        /// Brings the value of an index into the cache. Any number will do.
        [[gnu::always_inline]] void prefetch(Index i, Player player = Player::left) const {
            const Index at = i * starters_ + static_cast<Index>(player);
            if (narrow_ != nullptr) __builtin_prefetch(narrow_ + at);
        }

      private:
        friend class StoredOutcomes;
        StoredOutcome from_table(Index i, Player player);
        const std::uint16_t* narrow_ = nullptr;
        const std::uint32_t* wide_ = nullptr;
        unsigned starters_ = 1;
        std::optional<Cursor> cursor_;
    };
    Reader reader() const;

  private:
    /// False, and no cells, where a remoteness does not fit.
    template <class Cell>
    bool fill(std::vector<Cell>& cells) const;

    /// The outcome in the lowest three bits, above them the remoteness, or the proven bits of what is unknown.
    static std::uint64_t pack(const StoredOutcome& value);
    static StoredOutcome unpack(std::uint32_t cell) {
        const auto outcome = static_cast<Outcome>(cell & 7U);
        if (outcome == Outcome::unknown) return StoredOutcome::undecided((cell & 8U) != 0, (cell & 16U) != 0);
        return StoredOutcome::of({outcome, cell >> 3});
    }

    const Table& table_;
    unsigned starters_;  // values a position
    std::vector<std::uint16_t> narrow_;
    std::vector<std::uint32_t> wide_;
};

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

/// Theorem 1 of Ferguson's paper as it is printed, by the numbers m00, m01, m10 and m11 of components: the second way
/// to the value of an obliged sum, which nothing that solves or probes has a part in (`ObligedSum` is theirs).
class CountedPairs {
  public:
    void add(Obliged component) { ++m_[component.code()]; }
    Obliged value() const {
        const auto& [m00, m01, m10, m11] = m_;
        if (m11 > 0) return Obliged::of(0b11);
        if (m00 > 0) return Obliged::of(m10 % 2 == 1 ? 0b11 : 0b00);
        return Obliged::of(m10 % 2 == 1 ? 0b10 : 0b01);
    }

  private:
    std::array<std::uint64_t, 4> m_{};
};

}  // namespace mexbase::detail
