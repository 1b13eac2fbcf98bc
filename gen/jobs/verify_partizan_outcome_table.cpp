#include "verify_partizan_outcome_table.hpp"

#include <algorithm>
#include <string>

namespace mexbase::detail {

namespace {
std::string describe(const PartizanOutcome& value) {
    return to_string(value.left) + " for Left who begins, " + to_string(value.right) + " for Right who begins";
}
}  // namespace

StoredPartizanOutcomes::StoredPartizanOutcomes(const Table& table, std::uint64_t memory) : table_(table) {
    const TableInfo& info = table.info();
    if (info.value != ValueKind::partizan_outcome)
        throw Error(ErrorCode::verification_failed, "the table does not hold partizan outcomes");
    if (info.indices > memory / sizeof(cells_[0])) return;
    cells_.resize(info.indices);
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(4096);
    for (Index first = 0; first < info.indices; first += values.size()) {
        const auto n = static_cast<std::size_t>(std::min<Index>(values.size(), info.indices - first));
        cursor.read(first, std::span(values).first(n)).value();
        for (std::size_t i = 0; i < n; ++i) {
            const auto left = pack(values[i].partizan.left);
            const auto right = pack(values[i].partizan.right);
            if (!left || !right) {
                cells_ = {};
                return;
            }
            cells_[first + i] = {*left, *right};
        }
    }
}

std::optional<std::uint32_t> StoredPartizanOutcomes::pack(const OutcomeValue& value) {
    if (value.remoteness >> remoteness_bits != 0) return std::nullopt;
    return static_cast<std::uint32_t>(value.outcome) << remoteness_bits | static_cast<std::uint32_t>(value.remoteness);
}

StoredPartizanOutcomes::Reader StoredPartizanOutcomes::reader() const {
    Reader reader;
    if (cells_.empty())
        reader.cursor_ = table_.cursor().value();
    else
        reader.cells_ = cells_.data();
    return reader;
}

OutcomeValue StoredPartizanOutcomes::Reader::from_table(Index i, Player player) {
    const PartizanOutcome value = cursor_->stored_at(i).value().partizan;
    return player == Player::left ? value.left : value.right;
}

void PartizanCounts::add(const PartizanOutcome& value) {
    ++positions;
    // What is no win, loss or draw is not derived either: verification has failed at it.
    if (const std::size_t code = partizan_code(value); code < pairs.size()) ++pairs[code];
    for (const OutcomeValue& one : {value.left, value.right})
        if (has_remoteness(one.outcome)) longest = std::max(longest.value_or(0), one.remoteness);
}

void PartizanCounts::add(const PartizanCounts& other) {
    for (std::size_t code = 0; code < pairs.size(); ++code) pairs[code] += other.pairs[code];
    positions += other.positions;
    checked += other.checked;
    if (other.longest) longest = std::max(longest.value_or(0), *other.longest);
}

void compare_with_info(const PartizanCounts& counts, const TableInfo& info) {
    if (counts.pairs != info.partizan || counts.positions != info.positions ||
        counts.longest != info.longest_remoteness)
        throw Error(ErrorCode::verification_failed, "the counts in the table's header are not those of its values");
}

void throw_wrong_value(const Game& game, Index index, const PartizanOutcome& stored, const PartizanOutcome& derived) {
    throw_wrong(game, index, describe(stored), describe(derived));
}

}  // namespace mexbase::detail
