/// \file
/// Exploring games whose positions do not fit into memory: delayed detection of duplicates.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "explored_positions.hpp"
#include "level_threads.hpp"
#include "position_checkpoint.hpp"
#include "record_rules.hpp"
#include "record_sort.hpp"

namespace mexbase {

/// Asks level by level. The options of a level are sorted in pieces, and merged with all positions that are known,
/// which lie in a few sorted lists; what is in none of them is the next level. In the end all are sorted by their texts
/// and numbered. For one thread, which has others help.
///
/// Memory: about that of the options, and some MiB. Scratch files have no names, so that nothing is left behind. Throws
/// what rules throw; `Error{out_of_memory}` for more positions than there may be; `Error{io}`.
class ScratchExploration {
  public:
    /// Scratch files go to `folder`. `checkpoint` saves each level; it may be null if something is told.
    ScratchExploration(RecordRules& rules, const ExploreOptions& options, const std::string& folder,
                       PositionCheckpoint* checkpoint);

    /// Tells positions that are known: those that were asked about, or the level that is to be asked about next. None
    /// of them twice. Before `finish`. If nothing is told, what the checkpoint has is known.
    void know(Records&& some, bool asked);
    /// Explores what is left.
    std::shared_ptr<ExploredPositions> finish() &&;

  private:
    std::shared_ptr<CodedRecords> new_list() const;
    SortedRecords all_of(const std::vector<SortedRecords>& lists) const;
    SortedRecords unknown_of(const std::vector<SortedRecords>& lists) const;
    void add_known(const SortedRecords& list);
    void begin();
    void check_saved(const SortedRecords& asked);
    void save();
    std::vector<SortedRecords> options_of_level();

    RecordRules& rules_;
    ExploreOptions options_;
    PositionCheckpoint* checkpoint_;
    SortBudget budget_;
    RecordSorter asked_before_, level_before_;
    std::vector<SortedRecords> known_;  // each less than half as long as the one before
    SortedRecords level_;               // the last of them; to be asked about
    LevelThreads helpers_;
    std::vector<SortedRecords> unsaved_;
    std::uint64_t size_ = 0, asked_ = 0;
};

}  // namespace mexbase
