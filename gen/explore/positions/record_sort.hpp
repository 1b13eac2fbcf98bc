// SPDX-License-Identifier: MIT
/// \file
/// Sorts any number of records bytewise and removes duplicates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "coded_records.hpp"

namespace mexbase {

/// Distinct records in ascending order.
using SortedRecords = std::shared_ptr<const CodedRecords>;

/// Cursor over sorted records that can skip blocks.
class RecordCursor {
  public:
    explicit RecordCursor(SortedRecords list);

    bool ended() const { return at_ == records_.size(); }
    /// Returns the current record, valid until the cursor moves.
    std::string_view record() const { return records_[at_]; }
    void next() {
        if (++at_ == records_.size()) enter(block_ + 1);
    }
    /// Advances to the first record that is not less than `least`, without reading the blocks between.
    void seek(std::string_view least) {
        if (ended()) return;
        if (block_ + 1 < list_->blocks() && list_->first(block_ + 1) <= least) leap(least);
        while (!ended() && record() < least) next();
    }
    /// Advances to a record, and returns true if it is in the list.
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
    std::vector<std::byte> buffer_;
};

/// Merges all lists: calls `f(record)` for the distinct records, ascending.
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

struct SortBudget {
    unsigned threads = 1;
    std::string folder;        ///< folder of the scratch files
    std::uint64_t memory = 0;  ///< approximate bytes; at least several pieces of 64 KiB are used
};

/// External sort of records. Sorts pieces in memory and writes them to a scratch file, but does not merge them. Not
/// thread-safe; it uses helper threads.
class RecordSorter {
  public:
    RecordSorter(std::size_t width, const SortBudget& budget) : width_(width), budget_(budget) {}

    void add(Records&& some);
    bool empty() const { return batches_.empty() && pieces_.empty(); }
    /// Returns all added records in sorted lists. Two lists may contain equal records. Leaves the sorter empty.
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

/// Sorts and codes the distinct records of some batches. Consumes the batches.
CodedRecords::Coder sorted(std::vector<Records>&& batches, std::size_t width, std::size_t block);

/// Returns the distinct records, ascending.
Records distinct(Records&& records);

inline constexpr std::size_t sorted_block = 256;

}  // namespace mexbase
