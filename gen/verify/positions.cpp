// SPDX-License-Identifier: MIT
#include "positions.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "../../lib/error.hpp"
#include "../../lib/solve/graph/order_of_moves.hpp"
#include "../../lib/solve/ranks/transport.hpp"
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

std::vector<std::uint64_t> ValueCounts::numbers() const {
    std::vector<std::uint64_t> all{exact_ ? 1U : 0U, counted_.positions, counted_.greatest ? 1U : 0U,
                                   counted_.greatest.value_or(0), counted_.by_class.size()};
    all.insert(all.end(), counted_.by_class.begin(), counted_.by_class.end());
    for (const auto& row : by_remoteness_) all.insert(all.end(), row.begin(), row.end());
    return all;
}

void ValueCounts::add_numbers(std::span<const std::uint64_t> numbers) {
    ValueCounts other;
    other.exact_ = numbers[0] != 0;
    other.counted_.positions = numbers[1];
    if (numbers[2] != 0) other.counted_.greatest = numbers[3];
    const auto classes = numbers.subspan(5, static_cast<std::size_t>(numbers[4]));
    other.counted_.by_class.assign(classes.begin(), classes.end());
    const auto rows = numbers.subspan(5 + classes.size());
    other.by_remoteness_.resize(rows.size() / 3);
    for (std::size_t k = 0; k < rows.size(); ++k) other.by_remoteness_[k / 3][k % 3] = rows[k];
    add(other);
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

namespace {

/// Sends what a rank has found to rank 0, and adds there what the others have found.
void collect_findings(RankRounds& rounds, Findings& all) {
    std::vector<std::uint64_t> numbers{all.checked, all.wrong, all.stored.size()};
    for (const char c : all.stored + all.derived) numbers.push_back(static_cast<unsigned char>(c));
    numbers[2] |= std::uint64_t{all.derived.size()} << 32;
    const std::vector<std::uint64_t> counts = all.counts.numbers();
    numbers.insert(numbers.end(), counts.begin(), counts.end());
    const auto bytes = std::as_bytes(std::span(numbers));
    if (rounds.rank() != 0) rounds.out(0).assign(bytes.begin(), bytes.end());
    rounds.exchange({});
    for (unsigned r = 1; r < rounds.ranks() && rounds.rank() == 0; ++r) {
        std::vector<std::uint64_t> other(rounds.in(r).size() / sizeof(std::uint64_t));
        std::memcpy(other.data(), rounds.in(r).data(), rounds.in(r).size());
        all.checked += other[0];
        const std::size_t stored = other[2] & 0xffffffffU, derived = other[2] >> 32;
        if (other[1] < all.wrong) {
            all.wrong = other[1];
            const auto text = std::span(other).subspan(3, stored + derived);
            const auto to_char = [](std::uint64_t c) { return static_cast<char>(c); };
            all.stored.clear();
            all.derived.clear();
            std::ranges::transform(text.first(stored), std::back_inserter(all.stored), to_char);
            std::ranges::transform(text.subspan(stored), std::back_inserter(all.derived), to_char);
        }
        all.counts.add_numbers(std::span(other).subspan(3 + stored + derived));
    }
}

}  // namespace

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
    // This rank's part of the indices, or of the samples.
    const Index all = sampled ? part.sample : until - from;
    const Index ranks = options.rounds == nullptr ? 1 : options.rounds->ranks();
    const Index rank = options.rounds == nullptr ? 0 : options.rounds->rank();
    const auto begin_of = [all, ranks](Index r) { return all / ranks * r + std::min(r, all % ranks); };
    const Index begin = begin_of(rank), count = begin_of(rank + 1) - begin;
    Findings found{table.info().queryable_size};
    const auto verify_part = [&] {
        parallel_for_ranges(count, options.threads, options.progress, "verifying",
                            [&](unsigned thread, Index first, Index last) {
                                Findings& share = shares[thread];
                                if (!sampled) check(thread, from + begin + first, from + begin + last, share);
                                for (Index k = first; sampled && k < last && share.wrong == no_index; ++k) {
                                    const Index i = sampled_index(from, until, part.sample, begin + k);
                                    check(thread, i, i + 1, share);
                                }
                                return share.wrong == no_index;
                            });
        for (const Findings& share : shares) {
            found.counts.add(share.counts);
            found.checked += share.checked;
            if (share.wrong >= found.wrong) continue;
            found.wrong = share.wrong;
            found.stored = share.stored;
            found.derived = share.derived;
        }
    };
    if (options.rounds == nullptr) {
        verify_part();
    } else {
        options.rounds->attempt(verify_part);
        collect_findings(*options.rounds, found);
        if (rank != 0) return found.checked;
    }
    if (found.wrong != no_index) throw_wrong(game, found.wrong, found.stored, found.derived);
    if (part.is_all_of(table.info().indices)) found.counts.compare(table);
    return found.checked;
}

}  // namespace mexbase::detail
