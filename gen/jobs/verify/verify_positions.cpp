#include "verify_positions.hpp"

#include <vector>

#include "../parallel_for_ranges.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

std::string describe(const Value& value) {
    std::string text = to_string(value);
    if (value.kind == ValueKind::nimber && !value.nimber.infinite && value.nimber.counter != 0)
        text += " with counter " + std::to_string(value.nimber.counter);
    return text;
}

std::string describe(const StoredOutcome& value) {
    std::string text = to_string(value.value);
    if (value.value.outcome == Outcome::unknown) {
        text += value.cannot_win ? ", cannot win" : "";
        text += value.cannot_lose ? ", cannot lose" : "";
    }
    return text;
}

std::string describe(const PartizanOutcome& value) {
    return to_string(value.left) + " for Left who begins, " + to_string(value.right) + " for Right who begins";
}

std::uint64_t verify_ranges(const Game& game, const Table& table, const JobOptions& options,
                            const std::function<void(unsigned, Index, Index, Findings&)>& check) {
    std::vector<Findings> shares(options.threads, Findings{table.info().queryable_size});
    parallel_for_ranges(table.info().indices, options.threads, options.progress, "verifying",
                        [&](unsigned thread, Index first, Index last) {
                            check(thread, first, last, shares[thread]);
                            return shares[thread].wrong == no_index;
                        });
    ValueCounts counts;
    std::uint64_t checked = 0;
    const Findings* wrong = nullptr;
    for (const Findings& share : shares) {
        counts.add(share.counts);
        checked += share.checked;
        if (share.wrong != no_index && (wrong == nullptr || share.wrong < wrong->wrong)) wrong = &share;
    }
    if (wrong != nullptr) throw_wrong(game, wrong->wrong, wrong->stored, wrong->derived);
    counts.compare(table);
    return checked;
}

}  // namespace mexbase::detail
