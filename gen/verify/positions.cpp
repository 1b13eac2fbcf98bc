// SPDX-License-Identifier: MIT
#include "positions.hpp"

#include <algorithm>

#include "../../lib/error.hpp"
#include "../../lib/solve/graph/order_of_moves.hpp"
#include "../../query/kinds/list.hpp"
#include "../jobs/table_job.hpp"

namespace mexbase::detail {

namespace {

void raise_by(CountedValues& counted, const OutcomeValue& value) {
    if (has_remoteness(value.outcome)) counted.raise(value.remoteness);
}
void raise_by(CountedValues& counted, const NimberValue& value) {
    if (!value.infinite) counted.raise(value.nimber);
}
void raise_by(CountedValues&, const auto&) {}

std::uint64_t counter_of(const NimberValue& value) {
    return value.infinite ? 0 : value.counter;
}
std::uint64_t counter_of(const auto&) {
    return 0;
}

/// Returns the index of the sample that is in part k of as many equal parts of the indices first..last-1.
Index sampled_index(Index first, Index last, std::uint64_t parts, std::uint64_t k) {
    const auto begin_of = [&](std::uint64_t part) {
        const Index each = (last - first) / parts, rest = (last - first) % parts;
        return first + part * each + std::min(part, rest);
    };
    // Mixes the bits of k as SplitMix64 does (G. Steele, D. Lea and C. Flood, 2014).
    std::uint64_t mixed = (k + 1) * 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
    mixed ^= mixed >> 31;
    return begin_of(k) + mixed % (begin_of(k + 1) - begin_of(k));
}

}  // namespace

void ValueCounts::add(const Value& value) {
    counted_.add(kind_of(value.kind).class_of(value));
    visit(value, [this](const auto& member) { raise_by(counted_, member); });
}

void ValueCounts::add(const StoredOutcome& stored) {
    const OutcomeValue& value = stored.value;
    counted_.add(static_cast<std::size_t>(value.outcome));
    raise_by(counted_, value);
    if (!has_remoteness(value.outcome) || value.remoteness >= format::most_histogram_rows) return;
    if (value.remoteness >= by_remoteness_.size())
        by_remoteness_.resize(static_cast<std::size_t>(value.remoteness) + 1);
    const std::size_t column = value.outcome == Outcome::loss ? 0 : value.outcome == Outcome::win ? 1 : 2;
    ++by_remoteness_[static_cast<std::size_t>(value.remoteness)][column];
}

void ValueCounts::add(const PartizanOutcome& value) {
    // Values with other codes never follow from the rules, so verification fails at them.
    if (const std::size_t code = partizan_code(value); code < partizan_codes) counted_.add(code);
    raise_by(counted_, value.left);
    raise_by(counted_, value.right);
}

void ValueCounts::add(std::uint32_t form, OutcomeClass value) {
    counted_.add(static_cast<std::size_t>(value));
    counted_.add_form(form);
}

void ValueCounts::add(const ValueCounts& other) {
    counted_.add(other.counted_);
    exact_ = exact_ && other.exact_;
    by_remoteness_.resize(std::max(by_remoteness_.size(), other.by_remoteness_.size()));
    for (std::size_t r = 0; r < other.by_remoteness_.size(); ++r)
        for (std::size_t column = 0; column < 3; ++column) by_remoteness_[r][column] += other.by_remoteness_[r][column];
}

void ValueCounts::compare(const Table& table) const {
    const TableInfo& info = table.info();
    TableInfo counted = info;
    counted.remoteness_exact = exact_;
    counted_.describe(counted);
    const auto refuse = [](const std::string& what) {
        throw Error(ErrorCode::verification_failed, "the " + what + " in the table's header does not match its values");
    };
    if (counted.positions != info.positions) refuse("number of positions");
    if (counted.longest_remoteness != info.longest_remoteness) refuse("longest remoteness");
    if (counted.largest_nimber != info.largest_nimber) refuse("largest nimber");
    if (counted.distinct_values != info.distinct_values) refuse("number of distinct values");
    if (counted.remoteness_exact != info.remoteness_exact) refuse("mark for exact remoteness");
    if (!(counted == info)) refuse("count of positions by value");
    const RemotenessHistogram histogram = table.remoteness_histogram().value();
    if (!histogram.empty() && histogram != by_remoteness_) refuse("histogram by remoteness");
}

void refuse_loopy_streams(const Table& table) {
    for (const StreamInfo& stream : table.streams())
        if (stream.kind != kind_of(table.info().value).streams.front().kind && !format::tells_positions(stream.kind))
            throw Error(
                ErrorCode::verification_failed,
                "the table has a stream " + std::string(to_string(stream.kind)) + ", but its game is loop-free");
}

void require_loop_free(const Game& game) {
    if (!has_order(game) && !topological_order(game))
        throw Error(ErrorCode::verification_failed, "the game is loopy, but the table has values of a loop-free game");
}

void refuse_period(const Table& table) {
    if (table.info().period)
        throw Error(ErrorCode::verification_failed, "the table has a period, but no theorem gives this game a period");
}

std::string describe(const Value& value) {
    const std::string text = to_string(value);
    const std::uint64_t counter = visit(value, [](const auto& member) { return counter_of(member); });
    return counter == 0 ? text : text + " with counter " + std::to_string(counter);
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
    const VerifiedPart& part = options.verified;
    const Index from = part.from, until = std::min(part.until, table.info().indices);
    if (from >= until && table.info().indices != 0)
        throw Error(ErrorCode::bad_usage, "no indices from " + std::to_string(from) + " up to " +
                                              std::to_string(until) + ": the table has " +
                                              std::to_string(table.info().indices));
    const bool sampled = part.sample != 0 && part.sample < until - from;
    parallel_for_ranges(sampled ? part.sample : until - from, options.threads, options.progress, "verifying",
                        [&](unsigned thread, Index first, Index last) {
                            if (!sampled) check(thread, from + first, from + last, shares[thread]);
                            for (Index k = first; sampled && k < last && shares[thread].wrong == no_index; ++k) {
                                const Index i = sampled_index(from, until, part.sample, k);
                                check(thread, i, i + 1, shares[thread]);
                            }
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
    if (!sampled && until - from == table.info().indices) counts.compare(table);
    return checked;
}

}  // namespace mexbase::detail
