/// \file
/// Records in the order of their bytes, each once, however many there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "records.hpp"

namespace mexbase {

/// Records in ascending order, each once.
using SortedRecords = std::shared_ptr<const CodedRecords>;

/// Reads sorted records from the first to the last, or over some.
class RecordCursor {
  public:
    explicit RecordCursor(SortedRecords list);

    bool ended() const { return at_ == records_.size(); }
    /// The one at hand, until the cursor moves.
    std::string_view record() const { return records_[at_]; }
    void next() {
        if (++at_ == records_.size()) enter(block_ + 1);
    }
    /// Goes on to the first that is not less; blocks between are not read.
    void seek(std::string_view least) {
        if (ended()) return;
        if (block_ + 1 < list_->blocks() && list_->first(block_ + 1) <= least) leap(least);
        while (!ended() && record() < least) next();
    }
    /// Goes on to a record, and says whether it is there.
    bool finds(std::string_view record) {
        seek(record);
        return !ended() && this->record() == record;
    }

  private:
    void enter(std::uint64_t block);
    void leap(std::string_view least);

    SortedRecords list_;
    std::uint64_t block_ = 0;
    std::size_t at_ = 0;
    Records records_;
    std::vector<std::byte> room_;
};

/// Calls `f(record)` for the records of all lists together, ascending, each once.
template <class F>
void merge(const std::vector<SortedRecords>& lists, const F& f) {
    std::vector<std::unique_ptr<RecordCursor>> cursors;
    for (const SortedRecords& list : lists)
        if (list->size() != 0) cursors.push_back(std::make_unique<RecordCursor>(list));
    const auto later = [](const auto& a, const auto& b) { return a->record() > b->record(); };
    std::ranges::make_heap(cursors, later);
    bool begun = false;
    for (std::string last; cursors.size() > 1;) {
        std::ranges::pop_heap(cursors, later);
        RecordCursor& least = *cursors.back();
        if (!begun || last != least.record()) f(last.assign(least.record()));
        begun = true;
        least.next();
        if (least.ended())
            cursors.pop_back();
        else
            std::ranges::push_heap(cursors, later);
        if (cursors.size() == 1 && cursors.front()->record() == last) cursors.front()->next();
    }
    if (!cursors.empty())
        for (; !cursors.front()->ended(); cursors.front()->next()) f(cursors.front()->record());
}

/// Memory and disk that sorting may take.
struct SortBudget {
    unsigned threads = 1;
    std::string folder;        ///< of scratch files
    std::uint64_t memory = 0;  ///< bytes, about; never less than some pieces of 64 KiB
};

/// Takes records in any order and sorts them, in memory piece by piece, and then all of them from the scratch file
/// where the sorted pieces are. For one thread, which has others help.
class RecordSorter {
  public:
    RecordSorter(std::size_t width, const SortBudget& budget) : width_(width), budget_(budget) {}

    void add(Records&& some);
    /// Whether nothing was added.
    bool empty() const { return batches_.empty() && pieces_.empty(); }
    /// All that was added, in sorted lists that may have records in common. The sorter is empty afterwards.
    std::vector<SortedRecords> finish();

  private:
    void sort_batches();

    std::size_t width_;
    SortBudget budget_;
    std::vector<Records> batches_;
    std::uint64_t bytes_ = 0;
    CodedRecords::Bytes scratch_;
    std::vector<SortedRecords> pieces_;
};

/// Sorts records of a few batches, which are taken.
CodedRecords::Coder sorted(std::vector<Records>&& batches, std::size_t width, std::size_t block);

/// Leaves the distinct ones, ascending.
Records distinct(Records&& records);

/// Positions in a block of a sorted list.
inline constexpr std::size_t sorted_block = 256;

}  // namespace mexbase
