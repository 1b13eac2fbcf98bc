// SPDX-License-Identifier: MIT
// Explores games whose positions do not fit into memory: delayed duplicate detection.
#include <algorithm>
#include <utility>

#include "../../../lib/error.hpp"
#include "../../parallel_ordered.hpp"
#include "level_threads.hpp"
#include "position_checkpoint.hpp"
#include "scratch_positions.hpp"

namespace mexbase {

namespace {

/// Explorer that goes level by level. It sorts the options of a level in pieces and merges them with all known
/// positions, which are in a few sorted lists. The options that are in none of the lists are the next level. At the end
/// it sorts all positions by their texts and numbers them. Not thread-safe; it uses helper threads.
///
/// Uses about `ExploreOptions::memory` and a few MiB. Scratch files have no names, so that a killed job leaves none.
class ScratchExploration {
  public:
    ScratchExploration(RecordRules& rules, const ExploreOptions& options, const std::string& folder,
                       PositionCheckpoint* checkpoint)
        : rules_(rules),
          options_(options),
          checkpoint_(checkpoint),
          budget_{std::max(options.threads, 1U), folder, options.memory},
          helpers_(budget_.threads) {}

    /// Continues an exploration from the positions in `known`, or from the checkpoint if `known` is empty.
    std::shared_ptr<ExploredPositions> run(KnownPositions&& known) {
        begin(std::move(known));
        while (level_->size() != 0 && fits_bound(options_.bound, asked_, level_->size())) {
            const auto options = options_of_level();
            asked_ += level_->size();
            level_ = unknown_of(options);
            add_known(level_);
            save();
        }
        return number_in_scratch(rules_, budget_, {std::exchange(known_, {}), std::exchange(level_, nullptr), size_});
    }

  private:
    std::shared_ptr<CodedRecords> new_list() const {
        return std::make_shared<CodedRecords>(rules_.width(), sorted_block,
                                              std::make_shared<SpillingBytes>(budget_.folder, budget_.memory / 16));
    }
    SortedRecords all_of(const std::vector<SortedRecords>& lists) const {
        if (lists.size() == 1) return lists.front();
        auto list = new_list();
        RecordWriter writer(*list);
        merge(lists, [&writer](std::string_view record) { writer.add(record); });
        writer.finish();
        return list;
    }
    SortedRecords unknown_of(const std::vector<SortedRecords>& lists) const {
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
    void add_known(const SortedRecords& list) {
        if (list->size() == 0) return;
        size_ += list->size();
        known_.push_back(list);
        // Merges short lists, so that a position is rewritten about once per doubling of the known positions.
        while (known_.size() > 1 && known_[known_.size() - 2]->size() < 2 * known_.back()->size()) {
            const SortedRecords both = all_of({known_[known_.size() - 2], known_.back()});
            known_.pop_back();
            known_.back() = both;
        }
    }
    std::vector<SortedRecords> options_of_level() {
        constexpr std::uint64_t most_blocks = 16;
        const unsigned threads = helpers_.begin(level_->size());
        const std::uint64_t at_once =
            std::clamp<std::uint64_t>(level_->blocks() / (4 * std::uint64_t{threads}), 1, most_blocks);
        SortBudget half = budget_;
        half.memory /= 2;
        RecordSorter sorter(rules_.width(), half);
        std::uint64_t asked = asked_;
        detail::parallel_ordered((level_->blocks() + at_once - 1) / at_once, threads,
                                 [&](unsigned worker, std::uint64_t k) {
                                     Records positions(rules_.width());
                                     std::vector<std::byte> room;
                                     AskedRecords answers(rules_.width());
                                     const std::uint64_t end = std::min((k + 1) * at_once, level_->blocks());
                                     for (std::uint64_t block = k * at_once; block < end; ++block) {
                                         positions.clear();
                                         level_->read(block, positions, room);
                                         rules_.ask(worker, positions, std::nullopt, answers);
                                     }
                                     return std::pair(distinct(std::move(answers.options)), answers.marks.size());
                                 },
                                 [&](std::uint64_t, std::pair<Records, std::size_t>&& options_and_asked) {
                                     sorter.add(std::move(options_and_asked.first));
                                     asked += options_and_asked.second;
                                     if (options_.progress) options_.progress(asked, size_);
                                 });
        helpers_.end();
        return sorter.finish();
    }
    void begin(KnownPositions&& known) {
        const bool resumes = known.asked.empty() && known.level.empty();
        if (resumes) {
            std::uint64_t left = checkpoint_->load().asked;
            checkpoint_->for_each([&](Records&& some, const std::string&) {
                Records asked(some.width()), level(some.width());
                for (std::size_t k = 0; k < some.size(); ++k, left -= left != 0 ? 1 : 0)
                    (left != 0 ? asked : level).add(some[k]);
                known.asked.add(std::move(asked));
                known.level.add(std::move(level));
            });
        }
        const SortedRecords asked = all_of(known.asked.finish());
        add_known(asked);
        asked_ = size_;
        level_ = all_of(known.level.finish());
        add_known(level_);
        if (resumes) check_saved(asked);
    }
    /// Checks on a sample that the rules lead to the saved positions. Throws `Error{bad_usage}` if they do not.
    void check_saved(const SortedRecords& asked) {
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
    void save() {
        if (checkpoint_ == nullptr || !checkpoint_->works()) return unsaved_.clear();
        unsaved_.push_back(level_);
        if (!checkpoint_->is_due()) return;
        std::size_t list = 0;
        std::uint64_t block = 0;
        std::vector<std::byte> room;
        checkpoint_->save(asked_, [&](Records& some, std::string&) {
            constexpr std::uint64_t enough = 1 << 22;
            for (; list < unsaved_.size(); ++list, block = 0)
                while (block < unsaved_[list]->blocks()) {
                    if (some.bytes() >= enough) return false;
                    unsaved_[list]->read(block++, some, room);
                }
            return true;
        });
        unsaved_.clear();
    }

    RecordRules& rules_;
    ExploreOptions options_;
    PositionCheckpoint* checkpoint_;
    SortBudget budget_;
    std::vector<SortedRecords> known_;  // each less than half as long as the list before it
    SortedRecords level_;               // last level, to be expanded
    LevelThreads helpers_;
    std::vector<SortedRecords> unsaved_;
    std::uint64_t size_ = 0, asked_ = 0;
};

}  // namespace

std::shared_ptr<ExploredPositions> explore_in_scratch(RecordRules& rules, const ExploreOptions& options,
                                                      const std::string& folder, PositionCheckpoint* checkpoint,
                                                      KnownPositions&& known) {
    return ScratchExploration(rules, options, folder, checkpoint).run(std::move(known));
}

}  // namespace mexbase
