#include "stored_outcomes.hpp"

#include <algorithm>

namespace mexbase {

namespace {
StoredOutcome stored(const Value& value) {
    return {value.outcome, value.cannot_win, value.cannot_lose};
}
}  // namespace

StoredOutcomes::StoredOutcomes(const Table& table, std::uint64_t memory) : table_(table) {
    const TableInfo& info = table.info();
    if (info.indices > memory / sizeof(std::uint32_t)) return;
    // Indices past the admitted ones count too: the header's longest remoteness does not cover them.
    cells_.resize(info.indices);
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(4096);
    for (Index first = 0; first < info.indices; first += values.size()) {
        const auto n = static_cast<std::size_t>(std::min<Index>(values.size(), info.indices - first));
        cursor.read(first, std::span(values).first(n)).value();
        for (std::size_t i = 0; i < n; ++i) {
            if (values[i].outcome.remoteness >> remoteness_bits != 0) {
                cells_ = {};
                return;
            }
            cells_[first + i] = pack(values[i]);
        }
    }
}

std::uint32_t StoredOutcomes::pack(const Value& value) {
    return static_cast<std::uint32_t>(value.outcome.outcome) << 29 | (value.cannot_win ? 1u << 28 : 0) |
           (value.cannot_lose ? 1u << 27 : 0) | static_cast<std::uint32_t>(value.outcome.remoteness);
}

StoredOutcomes::Reader StoredOutcomes::reader() const {
    Reader reader;
    if (cells_.empty())
        reader.cursor_ = table_.cursor().value();
    else
        reader.cells_ = cells_.data();
    return reader;
}

StoredOutcome StoredOutcomes::Reader::from_table(Index i) {
    return stored(cursor_->stored_at(i).value());
}

}  // namespace mexbase
