#include "verify_positions.hpp"

#include <algorithm>
#include <optional>

#include "../../../lib/error.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

namespace {

template <class Numbers>
void add_all(Numbers& to, const Numbers& from) {
    for (std::size_t k = 0; k < from.size(); ++k) to[k] += from[k];
}

void raise(std::optional<std::uint64_t>& greatest, const std::optional<std::uint64_t>& other) {
    if (other) greatest = std::max(greatest.value_or(0), *other);
}

/// The element of that number, of a list that grows.
template <class T>
T& grown(std::vector<T>& list, std::uint64_t number) {
    if (number >= list.size()) list.resize(static_cast<std::size_t>(number + 1));
    return list[static_cast<std::size_t>(number)];
}

}  // namespace

void ValueCounts::add(const Value& value) {
    ++info_.positions;
    if (value.kind == ValueKind::obliged) {
        ++info_.obliged[value.obliged.code()];
    } else if (value.nimber.infinite) {
        ++info_.infinite;
    } else {
        const std::uint64_t n = value.nimber.nimber;
        raise(info_.largest_nimber, n);
        if (n < histogram_limit) ++grown(info_.nimbers, n);
    }
}

void ValueCounts::add_remoteness(const OutcomeValue& value) {
    if (has_remoteness(value.outcome)) raise(info_.longest_remoteness, value.remoteness);
}

void ValueCounts::add(const StoredOutcome& stored) {
    const OutcomeValue& value = stored.value;
    ++info_.positions;
    ++info_.outcomes[static_cast<std::size_t>(value.outcome)];
    add_remoteness(value);
    if (!has_remoteness(value.outcome) || value.remoteness >= format::most_histogram_rows) return;
    const std::size_t column = value.outcome == Outcome::loss ? 0 : value.outcome == Outcome::win ? 1 : 2;
    ++grown(by_remoteness_, value.remoteness)[column];
}

void ValueCounts::add(const PartizanOutcome& value) {
    ++info_.positions;
    // What is no win, loss or draw is not derived either: verification fails at it.
    if (const std::size_t code = partizan_code(value); code < info_.partizan.size()) ++info_.partizan[code];
    add_remoteness(value.left);
    add_remoteness(value.right);
}

void ValueCounts::add(std::uint32_t form, OutcomeClass value) {
    ++info_.positions;
    ++info_.classes[static_cast<std::size_t>(value)];
    if (form >= forms_.size()) forms_.resize(form + std::size_t{1});
    forms_[form] = true;
}

void ValueCounts::add(const ValueCounts& other) {
    const TableInfo& from = other.info_;
    info_.positions += from.positions;
    info_.infinite += from.infinite;
    info_.remoteness_exact = info_.remoteness_exact && from.remoteness_exact;
    raise(info_.largest_nimber, from.largest_nimber);
    raise(info_.longest_remoteness, from.longest_remoteness);
    info_.nimbers.resize(std::max(info_.nimbers.size(), from.nimbers.size()));
    add_all(info_.nimbers, from.nimbers);
    add_all(info_.obliged, from.obliged);
    add_all(info_.outcomes, from.outcomes);
    add_all(info_.partizan, from.partizan);
    add_all(info_.classes, from.classes);
    by_remoteness_.resize(std::max(by_remoteness_.size(), other.by_remoteness_.size()));
    for (std::size_t r = 0; r < other.by_remoteness_.size(); ++r) add_all(by_remoteness_[r], other.by_remoteness_[r]);
    forms_.resize(std::max(forms_.size(), other.forms_.size()));
    for (std::size_t form = 0; form < other.forms_.size(); ++form)
        if (other.forms_[form]) forms_[form] = true;
}

void ValueCounts::compare(const Table& table) const {
    const TableInfo& info = table.info();
    TableInfo counted = info_;
    counted.distinct_values = static_cast<std::uint64_t>(std::ranges::count(forms_, true));
    if (counted.largest_nimber.value_or(0) >= histogram_limit) counted.nimbers.clear();
    // Compared by whoever counts; a field that is not named here is one that is counted.
    counted.spec = info.spec;
    counted.value = info.value;
    counted.play = info.play;
    counted.rules_version = info.rules_version;
    counted.indices = info.indices;
    counted.queryable_size = info.queryable_size;
    counted.period = info.period;
    counted.theorem = info.theorem;
    const auto refuse = [](const std::string& what) {
        throw Error(ErrorCode::verification_failed, "the " + what + " in the table's header is not that of its values");
    };
    if (counted.positions != info.positions) refuse("number of positions");
    if (counted.longest_remoteness != info.longest_remoteness) refuse("longest remoteness");
    if (counted.largest_nimber != info.largest_nimber) refuse("largest nimber");
    if (counted.distinct_values != info.distinct_values) refuse("number of distinct values");
    if (counted.remoteness_exact != info.remoteness_exact) refuse("claim whether remoteness is exact");
    if (!(counted == info)) refuse("count of positions by value");
    const RemotenessHistogram histogram = table.remoteness_histogram().value();
    if (!histogram.empty() && histogram != by_remoteness_) refuse("histogram by remoteness");
}

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
