/// \file
/// What a sweep over canonical forms knows, saved so that a killed job can go on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "../../lib/rules/ruleset.hpp"
#include "../../lib/value/partizan/list/game_list.hpp"
#include "segment_file.hpp"

namespace mexbase {

/// The values of the first indices of one job, in a `SegmentFile`: the list of distinct games, and for every index the
/// number of its game in that list. A save appends what the list and the indices have more than at the last one. For
/// one thread.
class CanonicalCheckpoint {
  public:
    /// In place of the value of an index that is no position.
    static constexpr PartizanId none = 0xffffffff;

    /// The values in file `path` of the job `identity`.
    CanonicalCheckpoint(std::string path, const std::string& identity) : file_(std::move(path), identity) {}

    /// Fills in the values that the file holds, as games of `arena`, and returns how many they are; `numbering` goes on
    /// with their list. Changes nothing if there is no file. `is_position` says which indices have a value. Throws
    /// `Error{bad_usage}` for a file that is not a checkpoint of this job: a list that `load_games` refuses too.
    Index load(GameArena& arena, GameNumbering& numbering, std::span<PartizanId> values,
               const std::function<bool(Index)>& is_position);
    /// Saves `values`, those of the first indices, all of which `numbering` has numbered in the order of their indices.
    /// Throws `Error{io}`.
    void save(GameNumbering& numbering, std::span<const PartizanId> values);
    /// For how many indices values were saved or loaded.
    Index saved() const { return saved_.indices; }
    /// Deletes the file: the job is done.
    void remove() noexcept { file_.remove(); }

  private:
    struct Counts {
        Index indices = 0;
        std::uint64_t games = 0, options = 0;
    };
    SegmentFile file_;
    Counts saved_;
};

}  // namespace mexbase
