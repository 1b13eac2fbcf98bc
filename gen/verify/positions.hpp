// SPDX-License-Identifier: MIT
/// \file
/// Proofs of tables: every stored value is derived again from the stored values of the options, by the definition of
/// its kind. Each kind of value has its proof in its own file; this file has the parts that proofs share.
///
/// Proofs use only the rules and the reader. Exceptions are the order in `lib/solve` that shows a game loop-free, and
/// functions of `lib/value` that neither derive nor add values. Options are read for many positions per call;
/// `check_chunks` compares such calls with calls for single positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "../../lib/rules/moves.hpp"
#include "../../lib/value/partizan_outcome.hpp"
#include "../../query/kinds/kind.hpp"
#include "../jobs/jobs.hpp"
#include "stored_outcomes.hpp"

namespace mexbase::detail {

/// Checks every stored value of `table` against the rules, and all fields of its header about values. Returns the
/// number of positions checked. Throws `Error{verification_failed}` at the first index whose stored value is wrong, and
/// as reading the table does.
using Proof = std::uint64_t(const Game& game, const Table& table, const JobOptions& options);

#define MEXBASE_PROOF(name, ...) Proof verify_##name;
MEXBASE_VALUE_KINDS(MEXBASE_PROOF)
#undef MEXBASE_PROOF

/// Counts of the values of queryable positions (those that users may query), for one kind of value.
class ValueCounts {
  public:
    void add(const Value& value);
    void add(const StoredOutcome& value);
    /// Records that a remoteness may be smaller than stored, depending on play past a bound.
    void add_inexact() { exact_ = false; }
    void add(const PartizanOutcome& value);
    /// Adds a canonical form, given by its number in the table's list, with its outcome class.
    void add(std::uint32_t form, OutcomeClass value);
    void add(const ValueCounts& other);
    /// Converts the counts of outcomes to a list of numbers, and adds such a list. Other values are not supported.
    std::vector<std::uint64_t> numbers() const;
    void add_numbers(std::span<const std::uint64_t> numbers);
    /// Throws `Error{verification_failed}` unless the header and the histogram of the table have exactly these counts.
    /// The other fields of the header must have been checked before.
    void compare(const Table& table) const;

  private:
    CountedValues counted_;
    bool exact_ = true;                  // true if every remoteness is exact
    RemotenessHistogram by_remoteness_;  // of impartial games, up to the maximum length in a table
};

/// Results of one thread of a verification.
struct Findings {
    Index queryable;       ///< positions from this index on are not counted
    ValueCounts counts{};  ///< values of the queryable positions
    std::uint64_t checked = 0;
    Index wrong = no_index;           ///< the first position whose value is wrong
    std::string stored{}, derived{};  ///< values of `wrong`: stored, and derived from its options
};

/// Calls `take(i, value)` for every stored index. Throws as reading the table does.
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

/// Throws `Error{verification_failed}` if the table has infinite values, counters or race values. Only tables of loopy
/// games or of races have such values.
void refuse_loopy_streams(const Table& table);
/// Throws `Error{verification_failed}` unless the game is loop-free.
void require_loop_free(const Game& game);
/// Throws `Error{verification_failed}` if the table has a period.
void refuse_period(const Table& table);

/// Returns the text of a value for messages: a nimber with its counter, an outcome with the facts proven about it.
std::string describe(const Value& value);
std::string describe(const StoredOutcome& value);
std::string describe(const PartizanOutcome& value);

/// Checks all positions of a table by ranges, on the threads of the job. `check(thread, first, last, findings)` checks
/// one range up to its first wrong position. Returns the number of positions checked. Throws
/// `Error{verification_failed}` at the least wrong index, or if the header or the histogram does not match. If
/// `options.rounds` is set, all ranks check a part each, and the result is that of all.
std::uint64_t verify_ranges(const Game& game, const Table& table, const JobOptions& options,
                            const std::function<void(unsigned, Index, Index, Findings&)>& check);

/// Counts a checked value. Returns false and records the position as wrong if stored and derived values differ.
template <class Stored, class Derived>
bool record(Findings& findings, Index i, const Stored& stored, const Derived& derived) {
    ++findings.checked;
    if (i < findings.queryable) findings.counts.add(derived);
    if (stored == derived) return true;
    if (i > findings.wrong) return false;  // the thread has read an earlier range with a wrong value
    findings.wrong = i;
    findings.stored = describe(stored);
    findings.derived = describe(derived);
    return false;
}

/// Number of options that verification reads in one call.
inline constexpr std::size_t options_per_call = 4096;

/// Calls `f(row)` with the options of `mover` for each position in [first, last), in order. Stops if `f` returns false.
template <class F>
void for_each_row(const Moves& moves, Index first, Index last, Player mover, const F& f) {
    Options options;
    while (first < last) {
        options.clear();
        first = moves.options(first, last, mover, options_per_call, options);
        for (OptionRows rows(options); rows.next();)
            if (!f(rows)) return;
    }
}

/// Calls `f(left, right)` with the options of both players for each position in [first, last), in order. Stops if `f`
/// returns false.
template <class F>
void for_each_row_of_both(const Moves& moves, Index first, Index last, const F& f) {
    Options left, right;
    while (first < last) {
        left.clear();
        right.clear();
        const Index to = moves.options(first, last, Player::left, options_per_call, left);
        while (first < to) first = moves.options(first, to, Player::right, Moves::no_limit, right);
        OptionRows of_left(left), of_right(right);
        while (of_left.next() && of_right.next())
            if (!f(of_left, of_right)) return;
    }
}

/// For each position i in [first, last), calls `begin(i)`, then `f(parts)` for each option, then `end(i)`. An option is
/// a list of parts. Stops if `end` returns false. If options can be read as positions or as sums, reads sums.
template <class Begin, class F, class End>
void for_each_row_of_parts(const Moves& moves, Index first, Index last, const Begin& begin, const F& f,
                           const End& end) {
    if (!moves.traits().splits) {
        for_each_row(moves, first, last, Player::left, [&](const OptionRows& row) {
            begin(row.position());
            for (const Index& to : row.targets()) f(std::span<const Index>(&to, 1));
            return end(row.position());
        });
        return;
    }
    SplitOptions options;
    while (first < last) {
        options.clear();
        first = moves.parts(first, last, Player::left, options_per_call, options);
        std::size_t option = 0;
        for (std::size_t row = 0; row < options.size(); ++row) {
            begin(options.positions[row]);
            for (; option < options.ends[row]; ++option) f(options.parts_of(option));
            if (!end(options.positions[row])) return;
        }
    }
}

}  // namespace mexbase::detail
