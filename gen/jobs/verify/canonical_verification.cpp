#include "canonical_verification.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../parallel_for_ranges.hpp"
#include "../table_job.hpp"
#include "canonical_check.hpp"
#include "read_all.hpp"
#include "value_counts.hpp"

namespace mexbase::detail {

class CanonicalVerification::State {
  public:
    State(const Game& game, const Table& table, const JobOptions& options);

    void add(unsigned thread, Player player, Index option) {
        shares_[thread].check.add(player == Player::left, numbers_[option]);
    }
    void check(unsigned thread, Index i);
    bool passes(unsigned thread) const { return shares_[thread].wrong == no_index; }
    std::uint64_t finish() const;

  private:
    struct Share {
        CanonicalCheck check;
        std::vector<bool> used{}, queryable{};  ///< values of positions, and of those that may be asked for
        ValueCounts counts{};
        std::uint64_t checked = 0;
        Index wrong = no_index;
    };
    void check_list();
    void check_all_used(std::vector<bool> used) const;
    std::string describe(std::uint32_t number) const;

    const Game& game_;
    const Table& table_;
    const JobOptions& options_;
    std::vector<std::uint32_t> numbers_;
    const CanonicalValues* values_ = nullptr;
    std::optional<GameForms> forms_;
    std::vector<OutcomeClass> outcomes_;
    std::vector<Share> shares_;
};

CanonicalVerification::State::State(const Game& game, const Table& table, const JobOptions& options)
    : game_(game), table_(table), options_(options) {
    const Index count = table.info().indices;
    check_memory(count * sizeof(std::uint32_t), options);
    values_ = &table.canonical_values().value();
    numbers_.resize(static_cast<std::size_t>(count));
    read_all(table, [&](Index i, const Value& value) { numbers_[i] = value.canonical.number; });
    check_list();
}

void CanonicalVerification::State::check_list() {
    const GameList& list = values_->list();
    forms_.emplace(list);
    const std::uint64_t left = options_.memory == 0 ? ~std::uint64_t{0} : options_.memory - 4 * numbers_.size();
    for (unsigned k = 0; k < options_.threads; ++k)
        shares_.push_back({CanonicalCheck(*forms_, left / options_.threads)});
    for (Share& share : shares_) {
        share.used.resize(list.games.size());
        share.queryable.resize(list.games.size());
    }
    outcomes_.resize(list.games.size());
    parallel_for_ranges(list.games.size(), options_.threads, options_.progress, "verifying values",
                        [&](unsigned thread, Index first, Index last) {
                            CanonicalCheck& check = shares_[thread].check;
                            for (auto game = static_cast<std::uint32_t>(first); game < last; ++game) {
                                if (const auto fault = check.fault(game))
                                    throw Error(ErrorCode::verification_failed,
                                                "value " + std::to_string(game) + " of the table's list " + *fault);
                                outcomes_[game] = check.outcome(game);
                            }
                            return true;
                        });
}

void CanonicalVerification::State::check(unsigned thread, Index i) {
    Share& share = shares_[thread];
    if (share.wrong != no_index) return;
    const std::uint32_t number = numbers_[i];
    ++share.checked;
    if (number >= outcomes_.size() || !share.check.make(number)) {
        share.wrong = i;
        return;
    }
    share.used[number] = true;
    if (i >= table_.info().queryable_size) return;
    share.counts.add(outcomes_[number]);
    share.queryable[number] = true;
}

std::uint64_t CanonicalVerification::State::finish() const {
    Index wrong = no_index;
    for (const Share& share : shares_) wrong = std::min(wrong, share.wrong);
    if (wrong != no_index)
        throw Error(ErrorCode::verification_failed,
                    "wrong value at position " + game_.format(wrong) + " (index " + std::to_string(wrong) +
                        "): the table says " + describe(numbers_[wrong]) + ", and its options make another value");
    ValueCounts counts;
    std::uint64_t checked = 0;
    std::vector<bool> used(outcomes_.size()), queryable(outcomes_.size());
    for (const Share& share : shares_) {
        counts.add(share.counts);
        checked += share.checked;
        for (std::size_t value = 0; value < used.size(); ++value) {
            if (share.used[value]) used[value] = true;
            if (share.queryable[value]) queryable[value] = true;
        }
    }
    counts.set_distinct(static_cast<std::uint64_t>(std::ranges::count(queryable, true)));
    counts.compare(table_);
    check_all_used(std::move(used));
    return checked;
}

void CanonicalVerification::State::check_all_used(std::vector<bool> used) const {
    const GameList& list = values_->list();
    std::vector<std::uint32_t> to_follow;
    for (std::uint32_t value = 0; value < used.size(); ++value)
        if (used[value]) to_follow.push_back(value);
    const auto use = [&](std::uint32_t value) {
        if (value == GameList::none || used[value]) return;
        used[value] = true;
        to_follow.push_back(value);
    };
    while (!to_follow.empty()) {
        const std::uint32_t value = to_follow.back();
        to_follow.pop_back();
        for (const auto options : {list.left(value), list.right(value)}) std::ranges::for_each(options, use);
        use(list.games[value].weight);
    }
    const auto unused = std::ranges::find(used, false);
    if (unused != used.end())
        throw Error(ErrorCode::verification_failed,
                    "value " + std::to_string(unused - used.begin()) +
                        " of the table's list is that of no position, and no other one is made of it");
}

std::string CanonicalVerification::State::describe(std::uint32_t number) const {
    if (number >= outcomes_.size()) return "value " + std::to_string(number) + ", which it does not list";
    try {
        return values_->text(number);
    } catch (const Error&) {  // too long to be written
        return "value " + std::to_string(number);
    }
}

CanonicalVerification::CanonicalVerification(const Game& game, const Table& table, const JobOptions& options)
    : state_(std::make_unique<State>(game, table, options)) {}

CanonicalVerification::~CanonicalVerification() = default;

void CanonicalVerification::add(unsigned thread, Player player, Index option) {
    state_->add(thread, player, option);
}

void CanonicalVerification::check(unsigned thread, Index i) {
    state_->check(thread, i);
}

bool CanonicalVerification::passes(unsigned thread) const {
    return state_->passes(thread);
}

std::uint64_t CanonicalVerification::finish() const {
    return state_->finish();
}

}  // namespace mexbase::detail
