// SPDX-License-Identifier: MIT
/// \file
/// Explores games whose positions do not fit into memory: delayed duplicate detection.
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

/// Explores level by level. Sorts the options of a level in pieces and merges them with all known positions, which are
/// in a few sorted lists. Options in none of these lists are the next level. At the end sorts all positions by their
/// texts and numbers them. Not thread-safe; it uses helper threads.
///
/// Uses about the memory of its options, and a few MiB. Scratch files have no names, so that a kill leaves none. Throws
/// as the rules do; `Error{out_of_memory}` for too many positions; `Error{io}`.
class ScratchExploration {
  public:
    /// Puts scratch files into `folder`. `checkpoint` saves each level. It may be null if `know` is called.
    ScratchExploration(RecordRules& rules, const ExploreOptions& options, const std::string& folder,
                       PositionCheckpoint* checkpoint);

    /// Adds known positions, each once, before `finish`: expanded ones (`asked`), or those of the next level to expand.
    /// Without a call, the positions in the checkpoint are known.
    void know(Records&& some, bool asked);
    /// Explores the remaining levels.
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
    SortedRecords level_;               // last level, to be expanded
    LevelThreads helpers_;
    std::vector<SortedRecords> unsaved_;
    std::uint64_t size_ = 0, asked_ = 0;
};

}  // namespace mexbase
