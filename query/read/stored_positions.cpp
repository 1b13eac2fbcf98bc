// SPDX-License-Identifier: MIT
#include "stored_positions.hpp"

#include <algorithm>
#include <array>

#include "../../lib/board/board.hpp"
#include "../../lib/error.hpp"
#include "table_data.hpp"

namespace mexbase::detail {

namespace {

[[noreturn]] void refuse_positions(const std::string& why) {
    throw Error(ErrorCode::corrupt, "the table's list of positions " + why);
}

/// Reads consecutive numbers of a stream in batches.
class NumberWalk {
  public:
    /// Starts at index `at` and ends before index `end`.
    NumberWalk(BlockCache& stream, std::uint64_t at, std::uint64_t end) : stream_(stream), at_(at), end_(end) {}
    std::uint32_t next() {
        if (read_ == filled_) fill();
        return numbers_[read_++];
    }

  private:
    void fill() {
        if (at_ == end_) refuse_positions("ends too soon");
        filled_ = static_cast<std::size_t>(std::min<std::uint64_t>(numbers_.size(), end_ - at_));
        stream_.run(at_, std::span(numbers_).first(filled_));
        at_ += filled_;
        read_ = 0;
    }

    BlockCache& stream_;
    std::uint64_t at_, end_;
    std::array<std::uint32_t, 64> numbers_;
    std::size_t read_ = 0, filled_ = 0;
};

}  // namespace

const format::StoredKeys& StoredPositions::keys() const {
    const auto read = [this] { return table_.section_bytes(format::keys_section); };
    return keys_.get(read, [this](const TableData::SectionBytes& section) {
        auto keys = format::parse_keys(section.bytes, size());
        if (keys.columns.has_value() != (table_.stream(StreamKind::key_gap) != nullptr))
            refuse_positions("is incomplete");
        return keys;
    });
}

const format::StoredMoves& StoredPositions::stored_moves() const {
    const auto read = [this] { return table_.section_bytes(format::moves_section); };
    const std::uint64_t rows = this->rows();  // also reads the keys
    return moves_.get(read, [this, rows](const TableData::SectionBytes& section) {
        auto moves = format::parse_moves(section.bytes, rows);
        const StreamReader* stream = table_.stream(StreamKind::move);
        if (moves.count != (stream == nullptr ? 0 : stream->header().count) ||
            rows != table_.stream(StreamKind::move_count)->header().count)
            refuse_positions("has a wrong number of moves");
        return moves;
    });
}

void StoredPositions::load() const {
    (void)keys();
    if (has_moves()) (void)stored_moves();
}

Index StoredPositions::size() const {
    return table_.info.indices;
}

bool StoredPositions::has_moves() const {
    return table_.has(format::moves_section);
}

std::uint64_t StoredPositions::rows() const {
    return partizan() ? 2 * size() : size();
}

template <class F>
void StoredPositions::walk_numbers(std::uint64_t group, F f) const {
    const format::StoredKeys& keys = this->keys();
    const Index first = group << keys.group_log2, last = std::min(size(), (group + 1) << keys.group_log2);
    std::uint64_t number = keys.numbers[static_cast<std::size_t>(group)];
    if (!f(number) || last - first == 1) return;
    const std::uint64_t limit = keys.columns->size();
    NumberWalk gaps(thread_cursor(table_).positions(StreamKind::key_gap), first + 1, last);
    for (Index left = last - first - 1; left != 0; --left) {
        const std::uint64_t gap = gaps.next();
        if (gap >= limit - 1 - number) refuse_positions("has a number that is too large");
        number += gap + 1;
        if (!f(number)) return;
    }
}

template <class F>
void StoredPositions::walk_letters(std::uint64_t group, F f) const {
    const format::StoredKeys& keys = this->keys();
    const auto k = static_cast<std::size_t>(group);
    const Index first = group << keys.group_log2, last = std::min(size(), (group + 1) << keys.group_log2);
    std::string text = keys.texts[k];
    if (!f(text) || last - first == 1) return;
    const std::uint64_t count = table_.stream(StreamKind::key_letter)->header().count;
    const std::uint64_t end = k + 1 < keys.letters.size() ? keys.letters[k + 1] : count;
    if (end > count) refuse_positions("ends too soon");
    NumberWalk letters(thread_cursor(table_).positions(StreamKind::key_letter), keys.letters[k], end);
    for (Index left = last - first - 1; left != 0; --left) {
        const std::uint32_t shared = letters.next(), own = letters.next();
        if (shared > text.size() || own == 0 || own > longest_name - shared)
            refuse_positions("has a key that is too long");
        const std::string before = text;
        text.resize(shared);
        for (std::uint32_t i = 0; i < own; ++i) {
            const std::uint32_t letter = letters.next();
            if (letter > 255) refuse_positions("has an invalid byte");
            text.push_back(static_cast<char>(letter));
        }
        if (text <= before) refuse_positions("is not sorted");
        if (!f(text)) return;
    }
}

Index StoredPositions::find(std::string_view text) const {
    const format::StoredKeys& keys = this->keys();
    Index found = size();
    const auto walk = [&](std::uint64_t group, const auto& wanted, const auto& go) {
        Index index = group << keys.group_log2;
        go(group, [&](const auto& key) {
            if (key == wanted) found = index;
            ++index;
            return key < wanted;
        });
    };
    if (keys.columns) {
        const auto number = keys.columns->number(text);
        if (!number || *number < keys.numbers.front()) return found;
        const auto after = std::upper_bound(keys.numbers.begin(), keys.numbers.end(), *number);
        walk(static_cast<std::uint64_t>(after - keys.numbers.begin() - 1), *number,
             [this](std::uint64_t group, const auto& f) { walk_numbers(group, f); });
    } else {
        if (text < keys.texts.front()) return found;
        const auto after = std::upper_bound(keys.texts.begin(), keys.texts.end(), text);
        walk(static_cast<std::uint64_t>(after - keys.texts.begin() - 1), text,
             [this](std::uint64_t group, const auto& f) { walk_letters(group, f); });
    }
    return found;
}

std::string StoredPositions::text(Index index) const {
    const format::StoredKeys& keys = this->keys();
    const std::uint64_t group = index >> keys.group_log2;
    Index left = index - (group << keys.group_log2) + 1;
    if (!keys.columns) {
        std::string found;
        walk_letters(group, [&](const std::string& text) {
            if (--left == 0) found = text;
            return left != 0;
        });
        return found;
    }
    std::uint64_t found = 0;
    walk_numbers(group, [&](std::uint64_t number) {
        found = number;
        return --left != 0;
    });
    return keys.columns->text(found);
}

std::uint8_t StoredPositions::mark(Index index) const {
    if (table_.stream(StreamKind::mark) == nullptr) return Board::plain;
    const auto mark = static_cast<std::uint8_t>(thread_cursor(table_).positions(StreamKind::mark).get(index));
    if (!Board::is_mark(mark) || (mark & Board::home) != 0) refuse_positions("has an invalid mark");
    return mark;
}

void StoredPositions::moves(Index index, Player player, std::vector<Index>& out) const {
    out.clear();
    const format::StoredMoves& moves = stored_moves();
    if (moves.count == 0) return;
    const std::uint64_t row = !partizan() ? index : 2 * index + (player == Player::left ? 0 : 1);
    const std::uint64_t group = row >> moves.group_log2;
    std::uint64_t first = moves.before[static_cast<std::size_t>(group)], count = 0;
    CursorCore& cursor = thread_cursor(table_);
    NumberWalk counts(cursor.positions(StreamKind::move_count), group << moves.group_log2, row + 1);
    for (std::uint64_t r = group << moves.group_log2; r <= row; ++r) {
        first += count;
        count = counts.next();
    }
    if (first > moves.count || count > moves.count - first) refuse_positions("has more moves than it says");
    NumberWalk numbers(cursor.positions(StreamKind::move), first, first + count);
    for (Index to = 0; count != 0; --count) {
        to = out.empty() ? format::first_target(index, numbers.next()) : to + numbers.next();
        if (to >= size()) refuse_positions("has a move to a missing position");
        out.push_back(to);
    }
}

void StoredPositions::for_each_text(const std::function<void(const std::string&)>& f) const {
    const format::StoredKeys& keys = this->keys();
    for (std::uint64_t group = 0; group << keys.group_log2 < size(); ++group) {
        if (!keys.columns)
            walk_letters(group, [&](const std::string& text) {
                f(text);
                return true;
            });
        else
            walk_numbers(group, [&](std::uint64_t number) {
                f(keys.columns->text(number));
                return true;
            });
    }
}

void StoredPositions::check() const {
    std::string last;
    for_each_text([&](const std::string& text) {
        if (const auto fault = fault_of_name(text); fault || text == "start")
            refuse_positions("has an invalid key" + (fault ? ": " + *fault : ""));
        if (text <= last) refuse_positions("is not sorted");
        last = text;
    });
    Index positions = 0;
    for (Index i = 0; i < size(); ++i) {
        const std::uint8_t mark = this->mark(i);
        positions += (mark & Board::beyond) == 0 ? 1 : 0;
        if (!has_moves() && mark != Board::plain && mark != Board::beyond)
            refuse_positions("has a mark that is only allowed with moves");
    }
    if (positions != table_.info.positions) refuse_positions("has a wrong number of positions");
    if (!has_moves()) return;
    std::vector<Index> out;
    std::uint64_t all = 0;
    for (Index i = 0; i < size(); ++i)
        for (const Player player : {Player::left, Player::right}) {
            if (player == Player::right && !partizan()) break;
            moves(i, player, out);
            all += out.size();
        }
    if (all != stored_moves().count)
        refuse_positions("has " + std::to_string(all) + " moves, but the table says " +
                         std::to_string(stored_moves().count));
}

}  // namespace mexbase::detail
