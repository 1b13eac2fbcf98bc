// SPDX-License-Identifier: MIT
#include "stored_outcomes.hpp"

#include <limits>

#include "positions.hpp"

namespace mexbase::detail {

namespace {

StoredOutcome stored_for(const Value& value, Player player) {
    if (is_partizan(value.kind)) return {outcome_value(value, player)};
    return {value.outcome, value.cannot_win, value.cannot_lose};
}

}  // namespace

StoredOutcomes::StoredOutcomes(const Table& table, std::uint64_t memory)
    : table_(table), starters_(is_partizan(table.info().value) ? 2 : 1) {
    const auto fits = [&](std::size_t bytes) { return table.info().indices <= memory / (starters_ * bytes); };
    if (fits(sizeof(std::uint16_t)) && fill(narrow_)) return;
    if (fits(sizeof(std::uint32_t))) fill(wide_);
}

template <class Cell>
bool StoredOutcomes::fill(std::vector<Cell>& cells) const {
    // Checks each value, because the longest remoteness in the header is that of queryable indices only.
    cells.resize(static_cast<std::size_t>(table_.info().indices * starters_));
    bool fits = true;
    read_all(table_, [&](Index i, const Value& value) {
        for (unsigned player = 0; player < starters_; ++player) {
            const std::uint64_t packed = pack(stored_for(value, static_cast<Player>(player)));
            fits = fits && packed <= std::numeric_limits<Cell>::max();
            cells[i * starters_ + player] = static_cast<Cell>(packed);
        }
    });
    if (!fits) cells = std::vector<Cell>();
    return fits;
}

std::uint64_t StoredOutcomes::pack(const StoredOutcome& value) {
    const auto outcome = static_cast<std::uint64_t>(value.value.outcome);
    if (value.value.outcome == Outcome::unknown)
        return outcome | (value.cannot_win ? 8U : 0U) | (value.cannot_lose ? 16U : 0U);
    return outcome | value.value.remoteness << 3;
}

StoredOutcomes::Reader StoredOutcomes::reader() const {
    Reader reader;
    reader.starters_ = starters_;
    if (!narrow_.empty())
        reader.narrow_ = narrow_.data();
    else if (!wide_.empty())
        reader.wide_ = wide_.data();
    else
        reader.cursor_ = table_.cursor().value();
    return reader;
}

StoredOutcome StoredOutcomes::Reader::from_table(Index i, Player player) {
    return stored_for(cursor_->stored_at(i).value(), player);
}

}  // namespace mexbase::detail
