#include "stored_values.hpp"

#include <limits>
#include <string>

#include "../../../lib/error.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

namespace {

StoredOutcome stored_for(const Value& value, Player player) {
    if (is_partizan(value.kind)) return {outcome_value(value, player)};
    return {value.outcome, value.cannot_win, value.cannot_lose};
}

bool has_stream(const Table& table, StreamKind kind) {
    const auto streams = table.streams();
    return std::ranges::any_of(streams, [kind](const StreamInfo& stream) { return stream.kind == kind; });
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
    // Indices past the queryable ones count too: the header's longest remoteness does not cover them.
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

StoredNimbers::StoredNimbers(const Table& table, const JobOptions& options) {
    const bool counters = has_stream(table, StreamKind::counter);
    loopy_ = counters || has_stream(table, StreamKind::k_set);
    const Index count = table.info().indices;
    check_memory(count * (sizeof(std::uint8_t) + (counters ? sizeof(std::uint32_t) : 0)), options);
    short_codes_.resize(static_cast<std::size_t>(count));
    if (counters) counters_.resize(static_cast<std::size_t>(count));
    read_all(table, [&](Index i, const Value& value) {
        // A position with nimber n has a line of play of n moves, through as many others.
        if (value.nimber.nimber >= count)
            throw Error(ErrorCode::verification_failed, "index " + std::to_string(i) + " claims the nimber " +
                                                            std::to_string(value.nimber.nimber) +
                                                            ", in a table of so few positions");
        const std::uint64_t code = value.nimber.infinite ? 0 : value.nimber.nimber + 1;
        if (code > 0xff && codes_.empty()) {
            check_memory(count * sizeof(std::uint32_t) * (counters ? 2 : 1), options);
            codes_.assign(short_codes_.begin(), short_codes_.end());
            short_codes_ = std::vector<std::uint8_t>();
        }
        if (codes_.empty())
            short_codes_[i] = static_cast<std::uint8_t>(code);
        else
            codes_[i] = static_cast<std::uint32_t>(code);
        if (counters) counters_[i] = static_cast<std::uint32_t>(value.nimber.counter);
    });
}

StoredNimbers StoredNimbers::of_races(const Table& table, const JobOptions& options) {
    const Index count = table.info().indices;
    check_memory(count * 2 * sizeof(std::uint32_t), options);
    StoredNimbers stored;
    stored.loopy_ = true;
    stored.codes_.resize(static_cast<std::size_t>(count));
    stored.counters_.resize(stored.codes_.size());
    for (Index i = 0; i < count; ++i) {
        const RaceValue race = table.race_at(i).value();
        if (race.state != RaceValue::State::open || race.value.infinite) continue;
        if (race.value.nimber >= count)
            throw Error(ErrorCode::verification_failed,
                        "index " + std::to_string(i) + " claims a nimber in races beyond the number of positions");
        stored.codes_[i] = static_cast<std::uint32_t>(race.value.nimber + 1);
        stored.counters_[i] = static_cast<std::uint32_t>(race.value.counter);
    }
    return stored;
}

void refuse_loopy_streams(const Table& table) {
    for (const StreamInfo& stream : table.streams())
        if (stream.kind != StreamKind::nimber && stream.kind != StreamKind::obliged &&
            !format::tells_positions(stream.kind))
            throw Error(
                ErrorCode::verification_failed,
                "the table has a stream " + std::string(to_string(stream.kind)) + ", and its game is loop-free");
}

std::vector<std::uint8_t> stored_obliged(const Table& table, const JobOptions& options) {
    check_memory(table.info().indices, options);
    std::vector<std::uint8_t> pairs(static_cast<std::size_t>(table.info().indices));
    read_all(table, [&](Index i, const Value& value) { pairs[i] = value.obliged.code(); });
    return pairs;
}

}  // namespace mexbase::detail
