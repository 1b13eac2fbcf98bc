#include "canonical_table.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "../../lib/error.hpp"
#include "verify/read_all.hpp"
#include "work_shares.hpp"

namespace mexbase::detail {

void refuse_misere_canonical(const JobOptions& options) {
    if (options.play == Play::misere)
        throw Error(ErrorCode::not_applicable,
                    "canonical forms are of normal play: for misere play use --value partizan-outcome");
}

void throw_loopy_canonical(const Game& game) {
    throw Error(ErrorCode::not_applicable, std::string{game.family()} +
                                               " is loopy here, and has no canonical forms: use --value "
                                               "partizan-outcome");
}

CanonicalJob::CanonicalJob(const Game& game, const JobOptions& options) : game_(game), options_(options) {
    // The order in which games are numbered is a part of what a checkpoint relies on: another one is another version.
    if (!options.checkpoint.empty())
        checkpoint_.emplace(options.checkpoint, "canonical forms 1 " + game.spec() + ' ' +
                                                    std::to_string(game.rules_version()) + ' ' +
                                                    std::to_string(game.size()));
}

CanonicalSweepOptions CanonicalJob::sweep_options() {
    CanonicalSweepOptions sweeping;
    sweeping.memory = options_.memory;
    if (options_.progress)
        sweeping.progress = [this](Index done, Index total) { options_.progress("sweeping", done, total); };
    if (checkpoint_) {
        sweeping.resume = [this](std::span<PartizanId> values, const std::function<bool(Index)>& is_position) {
            return report_.resumed_from = checkpoint_->load(arena_, numbering_, values, is_position);
        };
        sweeping.save = [this](std::span<const PartizanId> values) { save(values); };
    }
    return sweeping;
}

void CanonicalJob::save(std::span<const PartizanId> values) {
    if (!checkpoint_) return;
    const auto seconds = std::chrono::duration<double>(JobClock::now() - saved_).count();
    if (seconds < options_.checkpoint_seconds) return;
    for (const PartizanId value : values.subspan(checkpoint_->saved()))
        if (value != CanonicalCells::none) numbering_.number(value);
    try {
        checkpoint_->save(numbering_, values);
    } catch (const Error& e) {
        // What is there to protect the job must not end it.
        checkpoint_->remove();
        checkpoint_.reset();
        report_.checkpoint_failure = e.what();
    }
    saved_ = JobClock::now();
}

JobReport CanonicalJob::write(Sink& sink, std::vector<PartizanId> values) {
    static_assert(CanonicalCells::none == dont_care && CanonicalCells::none == CanonicalCheckpoint::none);
    constexpr std::size_t stretch = std::size_t{1} << 16;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != CanonicalCells::none) values[i] = numbering_.number(values[i]);
        if (options_.progress && i % stretch == 0) options_.progress("numbering", i, values.size());
    }
    const GameList list = numbering_.take();
    TableContents contents = contents_for(game_, options_);
    contents.values = &list;
    contents.streams.push_back({StreamKind::game_value, [&values](Index first, std::span<std::uint32_t> out) {
                                    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), out.size(),
                                                out.begin());
                                }});
    report_.encoding = write_job(sink, contents, options_);
    if (checkpoint_) checkpoint_->remove();
    finish_report(report_, start_);
    return report_;
}

CanonicalVerification::CanonicalVerification(const Game& game, const Table& table, const JobOptions& options)
    : game_(game), table_(table), options_(options) {
    const Index count = table.info().indices;
    check_memory(count * sizeof(std::uint32_t), options);
    values_ = &table.canonical_values().value();
    numbers_.resize(static_cast<std::size_t>(count));
    read_all(table, [&](Index i, const Value& value) { numbers_[i] = value.canonical.number; });
    check_list();
}

void CanonicalVerification::check_list() {
    const GameList& list = values_->list();
    forms_.emplace(list);
    const std::uint64_t left = options_.memory == 0 ? ~std::uint64_t{0} : options_.memory - 4 * numbers_.size();
    for (unsigned k = 0; k < options_.threads; ++k)
        shares_.push_back({CanonicalCheck(*forms_, left / options_.threads)});
    for (Share& share : shares_) {
        share.used.resize(list.games.size());
        share.queryable_size.resize(list.games.size());
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

void CanonicalVerification::check(unsigned thread, Index i) {
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
    share.queryable_size[number] = true;
}

std::uint64_t CanonicalVerification::finish() const {
    Index wrong = no_index;
    for (const Share& share : shares_) wrong = std::min(wrong, share.wrong);
    if (wrong != no_index)
        throw Error(ErrorCode::verification_failed,
                    "wrong value at position " + game_.format(wrong) + " (index " + std::to_string(wrong) +
                        "): the table says " + describe(numbers_[wrong]) + ", and its options make another value");
    ValueCounts counts;
    std::uint64_t checked = 0;
    std::vector<bool> used(outcomes_.size()), queryable_size(outcomes_.size());
    for (const Share& share : shares_) {
        counts.add(share.counts);
        checked += share.checked;
        for (std::size_t value = 0; value < used.size(); ++value) {
            if (share.used[value]) used[value] = true;
            if (share.queryable_size[value]) queryable_size[value] = true;
        }
    }
    counts.set_distinct(static_cast<std::uint64_t>(std::ranges::count(queryable_size, true)));
    counts.compare(table_);
    check_all_used(std::move(used));
    return checked;
}

void CanonicalVerification::check_all_used(std::vector<bool> used) const {
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

std::string CanonicalVerification::describe(std::uint32_t number) const {
    if (number >= outcomes_.size()) return "value " + std::to_string(number) + ", which it does not list";
    try {
        return values_->text(number);
    } catch (const Error&) {  // too long to be written
        return "value " + std::to_string(number);
    }
}

}  // namespace mexbase::detail
