// SPDX-License-Identifier: MIT
#include "scratch_exploration.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "../../../lib/error.hpp"
#include "../../parallel_ordered.hpp"
#include "scratch_positions.hpp"

namespace mexbase {

namespace {

/// Returns an equal share of the memory for each of several sorters.
SortBudget part_of(SortBudget budget, std::uint64_t parts) {
    budget.memory /= parts;
    return budget;
}

}  // namespace

ScratchExploration::ScratchExploration(RecordRules& rules, const ExploreOptions& options, const std::string& folder,
                                       PositionCheckpoint* checkpoint)
    : rules_(rules),
      options_(options),
      checkpoint_(checkpoint),
      budget_{std::max(options.threads, 1U), folder, options.memory},
      asked_before_(rules.width(), part_of(budget_, 4)),
      level_before_(rules.width(), part_of(budget_, 4)),
      helpers_(budget_.threads) {}

void ScratchExploration::know(Records&& some, bool asked) {
    (asked ? asked_before_ : level_before_).add(std::move(some));
}

std::shared_ptr<CodedRecords> ScratchExploration::new_list() const {
    return std::make_shared<CodedRecords>(rules_.width(), sorted_block,
                                          std::make_shared<SpillingBytes>(budget_.folder, budget_.memory / 16));
}

SortedRecords ScratchExploration::all_of(const std::vector<SortedRecords>& lists) const {
    if (lists.size() == 1) return lists.front();
    auto list = new_list();
    RecordWriter writer(*list);
    merge(lists, [&writer](std::string_view record) { writer.add(record); });
    writer.finish();
    return list;
}

SortedRecords ScratchExploration::unknown_of(const std::vector<SortedRecords>& lists) const {
    std::vector<RecordCursor> known(known_.begin(), known_.end());
    auto list = new_list();
    RecordWriter writer(*list);
    std::uint64_t size = size_;
    merge(lists, [&](std::string_view record) {
        if (std::ranges::any_of(known, [record](RecordCursor& cursor) { return cursor.finds(record); })) return;
        if (++size > options_.positions) throw_too_many(options_.positions);
        writer.add(record);
    });
    writer.finish();
    return list;
}

void ScratchExploration::add_known(const SortedRecords& list) {
    if (list->size() == 0) return;
    size_ += list->size();
    known_.push_back(list);
    // Rewrites a position once per doubling of the known positions.
    while (known_.size() > 1 && known_[known_.size() - 2]->size() < 2 * known_.back()->size()) {
        const SortedRecords both = all_of({known_[known_.size() - 2], known_.back()});
        known_.pop_back();
        known_.back() = both;
    }
}

std::vector<SortedRecords> ScratchExploration::options_of_level() {
    constexpr std::uint64_t most_blocks = 16;
    const unsigned threads = helpers_.begin(level_->size());
    const std::uint64_t at_once =
        std::clamp<std::uint64_t>(level_->blocks() / (4 * std::uint64_t{threads}), 1, most_blocks);
    RecordSorter sorter(rules_.width(), part_of(budget_, 2));
    std::uint64_t asked = asked_;
    struct Batch {
        Records options;
        std::uint64_t asked;
    };
    detail::parallel_ordered((level_->blocks() + at_once - 1) / at_once, threads,
                             [&](unsigned worker, std::uint64_t k) {
                                 Records positions(rules_.width());
                                 std::vector<std::byte> room;
                                 AskedRecords answers(rules_.width());
                                 Batch batch{Records(rules_.width()), 0};
                                 const std::uint64_t end = std::min((k + 1) * at_once, level_->blocks());
                                 for (std::uint64_t block = k * at_once; block < end; ++block) {
                                     level_->read(block, positions, room);
                                     answers.clear();
                                     rules_.ask(worker, positions, std::nullopt, answers);
                                     for (std::size_t j = 0; j < answers.options.size(); ++j)
                                         batch.options.add(answers.options[j]);
                                     batch.asked += positions.size();
                                 }
                                 batch.options = distinct(std::move(batch.options));
                                 return batch;
                             },
                             [&](std::uint64_t, Batch&& batch) {
                                 sorter.add(std::move(batch.options));
                                 asked += batch.asked;
                                 if (options_.progress) options_.progress(asked, size_);
                             });
    helpers_.end();
    return sorter.finish();
}

void ScratchExploration::begin() {
    const bool told = !asked_before_.empty() || !level_before_.empty();
    if (!told) {
        std::uint64_t left = checkpoint_->load().asked;
        checkpoint_->for_each([&](Records&& some, const std::string&) {
            Records asked(some.width()), level(some.width());
            for (std::size_t k = 0; k < some.size(); ++k)
                if (left != 0) {
                    --left;
                    asked.add(some[k]);
                } else {
                    level.add(some[k]);
                }
            know(std::move(asked), true);
            know(std::move(level), false);
        });
    }
    const SortedRecords asked = all_of(asked_before_.finish());
    add_known(asked);
    asked_ = size_;
    level_ = all_of(level_before_.finish());
    add_known(level_);
    if (!told) check_saved(asked);
}

void ScratchExploration::check_saved(const SortedRecords& asked) {
    RecordSorter sorter(rules_.width(), budget_);
    sorter.add(rules_.starts());
    if (asked->size() != 0) {
        constexpr std::uint64_t enough = 50;
        Records some(rules_.width());
        RecordCursor first(asked);
        for (; !first.ended() && some.size() < enough; first.next()) some.add(first.record());
        AskedRecords answers(rules_.width());
        rules_.ask(0, some, std::nullopt, answers);
        sorter.add(std::move(answers.options));
    }
    if (unknown_of(sorter.finish())->size() != 0) throw_other_checkpoint();
}

std::shared_ptr<ExploredPositions> ScratchExploration::finish() && {
    begin();
    while (level_->size() != 0 && fits_bound(options_.bound, asked_, level_->size())) {
        const auto options = options_of_level();
        asked_ += level_->size();
        level_ = unknown_of(options);
        add_known(level_);
        save();
    }
    return number_in_scratch(rules_, budget_, {std::exchange(known_, {}), std::exchange(level_, nullptr), size_});
}

void ScratchExploration::save() {
    if (checkpoint_ == nullptr || !checkpoint_->works()) return unsaved_.clear();
    unsaved_.push_back(level_);
    if (!checkpoint_->is_due()) return;
    std::size_t list = 0;
    std::uint64_t block = 0;
    std::vector<std::byte> room;
    checkpoint_->save(asked_, [&](Records& some, std::string&) {
        constexpr std::uint64_t enough = 1 << 22;
        Records each(rules_.width());
        while (list < unsaved_.size() && some.bytes() < enough) {
            if (block == unsaved_[list]->blocks()) {
                ++list;
                block = 0;
                continue;
            }
            unsaved_[list]->read(block++, each, room);
            for (std::size_t k = 0; k < each.size(); ++k) some.add(each[k]);
        }
        return list == unsaved_.size();
    });
    unsaved_.clear();
}

}  // namespace mexbase
