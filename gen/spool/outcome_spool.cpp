#include "outcome_spool.hpp"

#include <algorithm>
#include <array>

#include "../../lib/error.hpp"

namespace mexbase {

namespace {
/// Ranges kept in memory: neighbours that several threads work on at once.
constexpr std::size_t cached_ranges = 4;
}  // namespace

OutcomeSpool::OutcomeSpool(Index size, const std::string& folder)
    : size_(size), file_(folder), ranges_(static_cast<std::size_t>((size + range_mask) >> range_log2)) {}

void OutcomeSpool::add(std::uint64_t remoteness, Outcome outcome, std::span<const Index> positions) {
    if (!has_remoteness(outcome)) throw Error(ErrorCode::not_applicable, "only wins, losses and ties can be spooled");
    const std::uint32_t code = outcome == Outcome::win ? 2 : outcome == Outcome::loss ? 1 : 3;
    for (const Index i : positions) {
        Range& range = ranges_[static_cast<std::size_t>(i >> range_log2)];
        range.pending.push_back({static_cast<std::uint32_t>(i & range_mask) << 2 | code,
                                 static_cast<std::uint32_t>(remoteness >> 32), static_cast<std::uint32_t>(remoteness)});
        if (range.pending.size() == chunk_records) write_out(range);
    }
}

void OutcomeSpool::finish() {
    for (Range& range : ranges_) {
        write_out(range);
        range.pending.shrink_to_fit();
    }
}

void OutcomeSpool::write_out(Range& range) {
    if (range.pending.empty()) return;
    const auto bytes = std::as_bytes(std::span<const Record>(range.pending));
    range.chunks.push_back({file_.append(bytes), static_cast<std::uint32_t>(range.pending.size())});
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
        for (const Record& r : part) {
            const std::uint64_t remoteness = std::uint64_t{r.remoteness_high} << 32 | r.remoteness_low;
            (*values)[r.offset_and_outcome >> 2] = 4 * remoteness + (r.offset_and_outcome & 3);
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
