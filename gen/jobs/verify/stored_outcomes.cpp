#include "stored_outcomes.hpp"

#include "read_all.hpp"

namespace mexbase {

namespace {
StoredOutcome stored_for(const Value& value, Player player) {
    if (value.kind != ValueKind::partizan_outcome) return {value.outcome, value.cannot_win, value.cannot_lose};
    return {player == Player::left ? value.partizan.left : value.partizan.right};
}
}  // namespace

StoredOutcomes::StoredOutcomes(const Table& table, std::uint64_t memory)
    : table_(table), starters_(table.info().value == ValueKind::partizan_outcome ? 2 : 1) {
    const Index count = table.info().indices;
    if (count > memory / (starters_ * sizeof(std::uint32_t))) return;
    // Indices past the queryable ones count too: the header's longest remoteness does not cover them.
    cells_.resize(static_cast<std::size_t>(count * starters_));
    bool fits = true;
    detail::read_all(table, [&](Index i, const Value& value) {
        for (unsigned player = 0; player < starters_; ++player) {
            const StoredOutcome outcome = stored_for(value, static_cast<Player>(player));
            fits = fits && outcome.value.remoteness >> remoteness_bits == 0;
            cells_[i * starters_ + player] = pack(outcome);
        }
    });
    if (!fits) cells_ = std::vector<std::uint32_t>();
}

std::uint32_t StoredOutcomes::pack(const StoredOutcome& value) {
    return static_cast<std::uint32_t>(value.value.outcome) << 29 | (value.cannot_win ? 1u << 28 : 0) |
           (value.cannot_lose ? 1u << 27 : 0) | static_cast<std::uint32_t>(value.value.remoteness);
}

StoredOutcomes::Reader StoredOutcomes::reader() const {
    Reader reader;
    reader.starters_ = starters_;
    if (cells_.empty())
        reader.cursor_ = table_.cursor().value();
    else
        reader.cells_ = cells_.data();
    return reader;
}

StoredOutcome StoredOutcomes::Reader::from_table(Index i, Player player) {
    return stored_for(cursor_->stored_at(i).value(), player);
}

}  // namespace mexbase
