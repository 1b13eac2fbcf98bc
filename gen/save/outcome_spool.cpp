// SPDX-License-Identifier: MIT
#include "outcome_spool.hpp"

#include <algorithm>
#include <array>

#include "../../lib/error.hpp"

namespace mexbase {

OutcomeSpool::OutcomeSpool(Index size, ScratchFile file)
    : size_(size), file_(std::move(file)), ranges_(static_cast<std::size_t>((size + range_mask) >> range_log2)) {}

OutcomeSpool::~OutcomeSpool() {
    if (!kept_) file_.remove();
}

void OutcomeSpool::add(std::uint64_t remoteness, Outcome outcome, std::span<const Index> positions) {
    if (!has_remoteness(outcome) || remoteness > ~Record{0} >> record_shift)
        throw Error(
            ErrorCode::not_applicable,
            "cannot write a value to the scratch file: expected a win, loss or tie with a remoteness below 2^45");
    const Record code = outcome == Outcome::win ? 2 : outcome == Outcome::loss ? 1 : 3;
    for (const Index i : positions) {
        const auto number = static_cast<std::size_t>(i >> range_log2);
        std::vector<Record>& pending = ranges_[number].pending;
        if (pending.empty()) pending.push_back(0);  // placeholder for the head
        pending.push_back(remoteness << record_shift | (i & range_mask) << 2 | code);
        if (pending.size() == chunk_records + 1) write_out(number);
    }
}

void OutcomeSpool::finish() {
    for (std::size_t number = 0; number < ranges_.size(); ++number) {
        write_out(number);
        ranges_[number].pending.shrink_to_fit();
    }
}

std::vector<std::uint64_t> OutcomeSpool::sync() {
    for (std::size_t number = 0; number < ranges_.size(); ++number) write_out(number);
    file_.sync();
    kept_ = true;
    return {file_.size(), checksum_.value()};
}

bool OutcomeSpool::restore(std::span<const std::uint64_t> saved) {
    const std::uint64_t bytes = saved.size() == 2 ? saved[0] : 0;
    std::vector<Record> chunk(chunk_records + 1);
    std::uint64_t at = 0;
    while (file_.size() >= bytes && bytes - at >= sizeof(Record)) {
        const std::size_t most = std::min<std::uint64_t>(bytes - at, chunk.size() * sizeof(Record));
        const std::span<std::byte> read = std::as_writable_bytes(std::span(chunk)).first(most);
        file_.read(at, read);
        const std::uint64_t number = chunk[0] >> record_shift, records = chunk[0] & record_mask;
        if (number >= ranges_.size() || records >= most / sizeof(Record)) break;
        checksum_.add(read.first((records + 1) * sizeof(Record)));
        ranges_[static_cast<std::size_t>(number)].chunks.push_back(
            {at + sizeof(Record), static_cast<std::uint32_t>(records)});
        at += (records + 1) * sizeof(Record);
    }
    kept_ = bytes != 0 && at == bytes && checksum_.value() == saved[1];
    file_.shorten(kept_ ? bytes : 0);
    if (kept_) return true;
    checksum_ = Checksum64();
    for (Range& range : ranges_) range.chunks.clear();
    return false;
}

void OutcomeSpool::write_out(std::size_t number) {
    Range& range = ranges_[number];
    if (range.pending.empty()) return;
    const std::size_t records = range.pending.size() - 1;
    range.pending.front() = Record{number} << record_shift | records;
    const auto chunk = std::as_bytes(std::span<const Record>(range.pending));
    checksum_.add(chunk);
    range.chunks.push_back({file_.append(chunk) + sizeof(Record), static_cast<std::uint32_t>(records)});
    range.pending.clear();
}

std::shared_ptr<const OutcomeSpool::Values> OutcomeSpool::load(std::size_t number) const {
    {
        const std::lock_guard lock(cache_guard_);
        const auto at = std::ranges::find_if(cache_, [number](const auto& each) { return each.first == number; });
        if (at != cache_.end()) {
            cache_.splice(cache_.begin(), cache_, at);
            return at->second;
        }
    }
    const Index first = Index{number} << range_log2;
    auto values = std::make_shared<Values>(static_cast<std::size_t>(std::min(size_ - first, range_mask + 1)));
    std::vector<Record> records(chunk_records);
    for (const Chunk& chunk : ranges_[number].chunks) {
        const auto part = std::span(records).first(chunk.records);
        file_.read(chunk.offset, std::as_writable_bytes(part));
        for (const Record r : part) {
            const auto offset = static_cast<std::size_t>((r & record_mask) >> 2);
            if (offset >= values->size()) throw Error(ErrorCode::io, "the scratch file of outcomes is damaged");
            (*values)[offset] = r >> record_shift << 2 | (r & 3);
        }
    }
    constexpr std::size_t cached_ranges = 4;  // several threads work on neighbouring ranges at once
    const std::lock_guard lock(cache_guard_);
    cache_.emplace_front(number, values);
    if (cache_.size() > cached_ranges) cache_.pop_back();
    return values;
}

void OutcomeSpool::read(Index first, std::span<OutcomeValue> values) const {
    while (!values.empty()) {
        const auto range = load(static_cast<std::size_t>(first >> range_log2));
        const auto begin = static_cast<std::size_t>(first & range_mask);
        const std::size_t n = std::min(values.size(), range->size() - begin);
        for (std::size_t k = 0; k < n; ++k) {
            const std::uint64_t packed = (*range)[begin + k];
            constexpr std::array<Outcome, 4> outcomes = {Outcome::draw, Outcome::loss, Outcome::win, Outcome::tie};
            values[k] = {outcomes[packed & 3], packed >> 2};
        }
        values = values.subspan(n);
        first += n;
    }
}

}  // namespace mexbase
