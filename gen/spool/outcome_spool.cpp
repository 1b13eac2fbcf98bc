#include "outcome_spool.hpp"

#include <algorithm>
#include <array>

#include "../../lib/error.hpp"

namespace mexbase {

namespace {
/// Ranges kept in memory: neighbours that several threads work on at once.
constexpr std::size_t cached_ranges = 4;
}  // namespace

OutcomeSpool::OutcomeSpool(Index size, ScratchFile file)
    : size_(size), file_(std::move(file)), ranges_(static_cast<std::size_t>((size + range_mask) >> range_log2)) {}

OutcomeSpool::~OutcomeSpool() {
    if (!kept_) file_.remove();
}

void OutcomeSpool::add(std::uint64_t remoteness, Outcome outcome, std::span<const Index> positions) {
    if (!has_remoteness(outcome) || remoteness > ~Record{0} >> record_shift)
        throw Error(ErrorCode::not_applicable, "only wins, losses and ties of a remoteness below 2^45 can be spooled");
    const Record code = outcome == Outcome::win ? 2 : outcome == Outcome::loss ? 1 : 3;
    for (const Index i : positions) {
        const auto number = static_cast<std::size_t>(i >> range_log2);
        std::vector<Record>& pending = ranges_[number].pending;
        if (pending.empty()) pending.push_back(0);  // the head
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

std::uint64_t OutcomeSpool::sync() {
    for (std::size_t number = 0; number < ranges_.size(); ++number) write_out(number);
    file_.sync();
    kept_ = true;
    return file_.size();
}

bool OutcomeSpool::go_on(std::uint64_t bytes) {
    std::uint64_t at = 0;
    while (file_.size() >= bytes && bytes - at >= sizeof(Record)) {
        Record head = 0;
        file_.read(at, std::as_writable_bytes(std::span(&head, 1)));
        const std::uint64_t number = head >> record_shift, records = head & record_mask;
        const std::uint64_t length = records * sizeof(Record);
        at += sizeof(Record);
        if (number >= ranges_.size() || records > chunk_records || bytes - at < length) break;
        ranges_[static_cast<std::size_t>(number)].chunks.push_back({at, static_cast<std::uint32_t>(records)});
        at += length;
    }
    const bool all = at == bytes;
    file_.shorten(all ? bytes : 0);
    kept_ = all && bytes != 0;
    if (!all)
        for (Range& range : ranges_) range.chunks.clear();
    return all;
}

void OutcomeSpool::write_out(std::size_t number) {
    Range& range = ranges_[number];
    if (range.pending.empty()) return;
    const std::size_t records = range.pending.size() - 1;
    range.pending.front() = Record{number} << record_shift | records;
    const std::uint64_t at = file_.append(std::as_bytes(std::span<const Record>(range.pending)));
    range.chunks.push_back({at + sizeof(Record), static_cast<std::uint32_t>(records)});
    range.pending.clear();
}

std::shared_ptr<const OutcomeSpool::Values> OutcomeSpool::load(std::size_t number) const {
    {
        const std::lock_guard lock(cache_guard_);
        const auto at =
            std::ranges::find(cache_, number, &std::pair<std::size_t, std::shared_ptr<const Values>>::first);
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
            if (offset >= values->size()) throw Error(ErrorCode::io, "what was spooled is damaged");
            (*values)[offset] = r >> record_shift << 2 | (r & 3);
        }
    }
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
