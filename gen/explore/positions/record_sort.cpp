// SPDX-License-Identifier: MIT
#include "record_sort.hpp"

#include <cstring>
#include <utility>

#include "../../parallel_ordered.hpp"

namespace mexbase {

RecordCursor::RecordCursor(SortedRecords list) : list_(std::move(list)), records_(list_->width()) {
    enter(0);
}

void RecordCursor::enter(std::uint64_t block) {
    block_ = block;
    at_ = 0;
    records_.clear();
    if (block < list_->blocks()) list_->read(block, records_, buffer_);
}

void RecordCursor::leap(std::string_view least) {
    std::uint64_t low = block_ + 1, high = list_->blocks();  // the block of `least` is in [low, high)
    for (std::uint64_t step = 1; low + step < high; step *= 2) {
        if (list_->first(low + step) > least) {
            high = low + step;
            break;
        }
        low += step;
    }
    while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        (list_->first(middle) > least ? high : low) = middle;
    }
    enter(low);
}

namespace {

constexpr std::size_t short_width = sizeof(std::uint64_t);

/// Converts a record of up to eight bytes to a number. Numbers have the same order as their records.
std::uint64_t number_of(std::string_view record) {
    std::uint64_t number = 0;
    std::memcpy(reinterpret_cast<char*>(&number), record.data(), record.size());
    return __builtin_bswap64(number);
}

/// Calls `f` for the distinct records of all batches, ascending.
template <class F>
void for_each_distinct(std::vector<Records>&& batches, std::size_t width, const F& f) {
    std::size_t count = 0;
    for (const Records& batch : batches) count += batch.size();
    if (width != 0 && width <= short_width) {
        std::vector<std::uint64_t> numbers;
        numbers.reserve(count);
        for (Records& batch : batches) {
            for (std::size_t k = 0; k < batch.size(); ++k) numbers.push_back(number_of(batch[k]));
            batch = Records(width);
        }
        std::ranges::sort(numbers);
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        for (const std::uint64_t number : numbers) {
            const std::uint64_t bytes = __builtin_bswap64(number);
            f(std::string_view(reinterpret_cast<const char*>(&bytes), width));
        }
        return;
    }
    std::vector<std::string_view> views;
    views.reserve(count);
    for (const Records& batch : batches)
        for (std::size_t k = 0; k < batch.size(); ++k) views.push_back(batch[k]);
    std::ranges::sort(views);
    views.erase(std::unique(views.begin(), views.end()), views.end());
    for (const std::string_view view : views) f(view);
}

/// Returns the bytes of extra memory for sorting records.
std::uint64_t sorting_bytes(const Records& records) {
    const bool is_short = records.width() != 0 && records.width() <= short_width;
    return records.size() * (is_short ? sizeof(std::uint64_t) : sizeof(std::string_view));
}

}  // namespace

CodedRecords::Coder sorted(std::vector<Records>&& batches, std::size_t width, std::size_t block) {
    CodedRecords::Coder coder(width, block);
    for_each_distinct(std::move(batches), width, [&coder](std::string_view record) { coder.add(record); });
    return coder;
}

Records distinct(Records&& records) {
    Records found(records.width());
    const std::size_t width = records.width();
    std::vector<Records> batches;
    batches.push_back(std::move(records));
    for_each_distinct(std::move(batches), width, [&found](std::string_view record) { found.add(record); });
    return found;
}

void RecordSorter::add(Records&& some) {
    if (some.size() == 0) return;
    some.shrink();
    bytes_ += some.bytes() + sorting_bytes(some);
    batches_.push_back(std::move(some));
    constexpr std::uint64_t least = 1 << 16;
    if (bytes_ >= std::max(budget_.memory, least)) sort_batches();
}

void RecordSorter::sort_batches() {
    const std::uint64_t parts = std::min<std::uint64_t>(budget_.threads, batches_.size());
    if (!scratch_) scratch_ = std::make_shared<SpillingBytes>(budget_.folder, budget_.memory / 8);
    detail::parallel_ordered(
        parts, budget_.threads,
        [&](unsigned, std::uint64_t k) {
            const auto at = [&](std::uint64_t part) {
                return std::make_move_iterator(batches_.begin() +
                                               static_cast<std::ptrdiff_t>(batches_.size() * part / parts));
            };
            return sorted(std::vector<Records>(at(k), at(k + 1)), width_, sorted_block);
        },
        [&](std::uint64_t, const CodedRecords::Coder& coder) {
            auto piece = std::make_shared<CodedRecords>(width_, sorted_block, scratch_);
            piece->take(coder);
            pieces_.push_back(std::move(piece));
        });
    batches_.clear();
    bytes_ = 0;
}

std::vector<SortedRecords> RecordSorter::finish() {
    if (!batches_.empty()) sort_batches();
    scratch_.reset();
    return std::exchange(pieces_, {});
}

}  // namespace mexbase
