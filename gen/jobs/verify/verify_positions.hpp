/// \file
/// Verification of a table position by position, whatever the kind of its values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "../../../lib/rules/ruleset.hpp"
#include "../jobs.hpp"
#include "stored_outcomes.hpp"
#include "value_counts.hpp"

namespace mexbase::detail {

/// What one thread of a verification has found.
struct Findings {
    ValueCounts counts;  ///< of the queryable positions
    std::uint64_t checked = 0;
    Index wrong = no_index;       ///< the first position whose value is wrong
    std::string stored, derived;  ///< what the table says of that one, and what its options say
};

/// A value as messages have it: a nimber with its counter where it has one, an outcome with what is proven of it.
std::string describe(const Value& value);
std::string describe(const StoredOutcome& value);
inline std::string describe(const ProvenOutcome& value) {
    return describe(value.stored);
}
std::string describe(const PartizanOutcome& value);

/// Checks all positions of a table by ranges, on the threads of the job: `check(first, last, findings)` checks those of
/// one range up to the first that is wrong. Returns the number of positions checked. Throws
/// `Error{verification_failed}` at the least index that was wrong, or where the header or the histogram says something
/// else of them.
std::uint64_t verify_ranges(const Game& game, const Table& table, const JobOptions& options,
                            const std::function<void(Index first, Index last, Findings& findings)>& check);

/// Checks all positions: `make_check()` is called once a range and gives a callable (i, position) -> the value stored
/// and the one derived, a pair. Returns and throws as `verify_ranges`.
template <AnyRuleset R, class MakeCheck>
std::uint64_t verify_positions(const R& rules, const Game& game, const Table& table, const JobOptions& options,
                               const MakeCheck& make_check) {
    const TableInfo& info = table.info();
    return verify_ranges(game, table, options, [&](Index first, Index last, Findings& findings) {
        auto check = make_check();
        for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
            if (findings.wrong != no_index) return;
            const auto [stored, derived] = check(i, p);
            ++findings.checked;
            if (i < info.queryable_size) findings.counts.add(derived);
            if (stored == derived) return;
            findings.wrong = i;
            findings.stored = describe(stored);
            findings.derived = describe(derived);
        });
    });
}

}  // namespace mexbase::detail
