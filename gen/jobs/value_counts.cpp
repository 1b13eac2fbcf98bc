#include "value_counts.hpp"

#include "../../lib/error.hpp"

namespace mexbase::detail {

namespace {

template <std::size_t N>
void add_all(std::array<std::uint64_t, N>& to, const std::array<std::uint64_t, N>& from) {
    for (std::size_t k = 0; k < N; ++k) to[k] += from[k];
}

void raise(std::optional<std::uint64_t>& greatest, const std::optional<std::uint64_t>& other) {
    if (other) greatest = std::max(greatest.value_or(0), *other);
}

}  // namespace

void ValueCounts::add(const Value& value) {
    ++positions_;
    if (value.kind == ValueKind::obliged) {
        ++obliged_[value.obliged.code()];
    } else if (value.nimber.infinite) {
        ++infinite_;
    } else {
        const std::uint64_t n = value.nimber.nimber;
        raise(largest_, n);
        if (n >= histogram_limit) return;
        if (n >= nimbers_.size()) nimbers_.resize(static_cast<std::size_t>(n + 1));
        ++nimbers_[n];
    }
}

void ValueCounts::add(const PartizanOutcome& value) {
    ++positions_;
    // What is no win, loss or draw is not derived either: verification fails at it.
    if (const std::size_t code = partizan_code(value); code < pairs_.size()) ++pairs_[code];
    add_remoteness(value.left);
    add_remoteness(value.right);
}

void ValueCounts::add(const ValueCounts& other) {
    positions_ += other.positions_;
    infinite_ += other.infinite_;
    raise(largest_, other.largest_);
    raise(longest_, other.longest_);
    if (other.nimbers_.size() > nimbers_.size()) nimbers_.resize(other.nimbers_.size());
    for (std::size_t n = 0; n < other.nimbers_.size(); ++n) nimbers_[n] += other.nimbers_[n];
    add_all(obliged_, other.obliged_);
    add_all(outcomes_, other.outcomes_);
    add_all(pairs_, other.pairs_);
}

void ValueCounts::compare(const TableInfo& info) const {
    bool right = positions_ == info.positions;
    if (info.value == ValueKind::outcome || info.value == ValueKind::partizan_outcome) {
        right = right && outcomes_ == info.outcomes && pairs_ == info.partizan && longest_ == info.longest_remoteness;
    } else {
        const bool listed = largest_ && *largest_ < histogram_limit;
        right = right && infinite_ == info.infinite && obliged_ == info.obliged && largest_ == info.largest_nimber &&
                info.nimbers == (listed ? nimbers_ : std::vector<std::uint64_t>{});
    }
    if (!right)
        throw Error(ErrorCode::verification_failed, "the counts in the table's header are not those of its values");
}

}  // namespace mexbase::detail
