// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/solve/graph/order_of_moves.hpp"
#include "../jobs/table_job.hpp"
#include "canonical_check.hpp"
#include "positions.hpp"

namespace mexbase::detail {

namespace {

/// Verification of a table of canonical forms. It checks the table's list of forms first, and then all positions.
class CanonicalVerification {
  public:
    /// Reads all values. Borrows all arguments.
    CanonicalVerification(const Game& game, const Table& table, const JobOptions& options)
        : game_(game), table_(table), options_(options), values_(table.canonical_values().value()) {
        check_memory(table.info().indices * sizeof(std::uint32_t), options);
        numbers_.resize(static_cast<std::size_t>(table.info().indices));
        read_all(table, [&](Index i, const Value& value) { numbers_[i] = value.canonical.number; });
    }

    std::uint64_t run() {
        check_list();
        const std::uint64_t checked =
            verify_ranges(game_, table_, options_, [&](unsigned thread, Index first, Index last, Findings& findings) {
                CanonicalCheck& check = shares_[thread].check;
                for_each_row_of_both(game_, first, last, [&](const OptionRows& left, const OptionRows& right) {
                    for (const Index option : left.targets()) check.add(true, numbers_[option]);
                    for (const Index option : right.targets()) check.add(false, numbers_[option]);
                    return check_position(shares_[thread], left.position(), findings);
                });
            });
        if (options_.verified.is_all_of(table_.info().indices)) check_all_used();
        return checked;
    }

  private:
    struct Share {
        CanonicalCheck check;
        std::vector<bool> used;  ///< by number in the list, true if a position has the value
    };

    void check_list() {
        forms_.emplace(list_);
        const std::uint64_t left = options_.memory == 0 ? ~std::uint64_t{0} : options_.memory - 4 * numbers_.size();
        for (unsigned k = 0; k < options_.threads; ++k)
            shares_.push_back(
                {CanonicalCheck(*forms_, left / options_.threads), std::vector<bool>(list_.games.size())});
        outcomes_.resize(list_.games.size());
        parallel_for_ranges(list_.games.size(), options_.threads, options_.progress, "verifying values",
                            [&](unsigned thread, Index first, Index last) {
                                CanonicalCheck& check = shares_[thread].check;
                                for (auto game = static_cast<std::uint32_t>(first); game < last; ++game) {
                                    if (const auto fault = check.fault(game)) refuse_listed(game, *fault);
                                    outcomes_[game] = check.outcome(game);
                                }
                                return true;
                            });
    }

    /// Checks the stored value of i by the options in `share.check`. Returns false if the value is wrong.
    bool check_position(Share& share, Index i, Findings& findings) const {
        const std::uint32_t number = numbers_[i];
        ++findings.checked;
        if (number >= outcomes_.size() || !share.check.make(number)) {
            if (i > findings.wrong) return false;
            findings.wrong = i;
            findings.stored = describe(number);
            findings.derived = "another value";
            return false;
        }
        share.used[number] = true;
        if (i < findings.queryable) findings.counts.add(number, outcomes_[number]);
        return true;
    }

    /// Throws if a value of the list is neither a position's value nor an option or atomic weight of a used value.
    void check_all_used() const {
        std::vector<bool> used(list_.games.size());
        std::vector<std::uint32_t> to_follow;
        const auto use = [&](std::uint32_t value) {
            if (value == GameList::none || used[value]) return;
            used[value] = true;
            to_follow.push_back(value);
        };
        for (const Share& share : shares_)
            for (std::uint32_t value = 0; value < used.size(); ++value)
                if (share.used[value]) use(value);
        while (!to_follow.empty()) {
            const std::uint32_t value = to_follow.back();
            to_follow.pop_back();
            for (const auto options : {list_.left(value), list_.right(value)}) std::ranges::for_each(options, use);
            use(list_.games[value].weight);
        }
        const auto unused = std::ranges::find(used, false);
        if (unused != used.end())
            refuse_listed(static_cast<std::uint32_t>(unused - used.begin()),
                          "is not used by any position or other value");
    }

    std::string describe(std::uint32_t number) const {
        if (number >= outcomes_.size()) return "value " + std::to_string(number) + ", which it does not list";
        try {
            return values_.text(number);
        } catch (const Error&) {  // text too long
            return "value " + std::to_string(number);
        }
    }

    const Game& game_;
    const Table& table_;
    const JobOptions& options_;
    const CanonicalValues& values_;
    const GameList& list_ = values_.list();
    std::vector<std::uint32_t> numbers_;  // by index
    std::optional<GameForms> forms_;
    std::vector<OutcomeClass> outcomes_;  // by number
    std::vector<Share> shares_;           // by thread
};

}  // namespace

std::uint64_t verify_canonical(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    require_values_that_add(game);
    if (!has_order(game) && !order_of_either_player(game))
        throw Error(ErrorCode::verification_failed, "the game is loopy, so it has no canonical forms");
    return CanonicalVerification(game, table, options).run();
}

}  // namespace mexbase::detail
