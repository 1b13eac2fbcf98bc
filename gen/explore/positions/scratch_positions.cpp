// SPDX-License-Identifier: MIT
#include "scratch_positions.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "../../../lib/error.hpp"
#include "../../../lib/programs/answers.hpp"
#include "../../parallel_ordered.hpp"
#include "../../text_order.hpp"

namespace mexbase {

namespace {

/// Numbers of the block caches of a thread (`place` of `CodedRecords`), one per list that is read by single records.
enum Place : unsigned { of_texts, of_records, of_marks, of_rows };

constexpr std::size_t text_block = 64, record_block = 512, mark_block = 256;

/// Reads the positions in parts. Calls `produce(positions)` in any thread, and `consume` with the results in order.
template <class Produce, class Consume>
void for_each_block(const Found& found, unsigned threads, const Produce& produce, const Consume& consume) {
    constexpr std::uint64_t at_once = 16;
    for (const SortedRecords& list : found.known)
        detail::parallel_ordered((list->blocks() + at_once - 1) / at_once, threads,
                                 [&](unsigned, std::uint64_t k) {
                                     Records positions(list->width());
                                     std::vector<std::byte> room;
                                     const std::uint64_t end = std::min((k + 1) * at_once, list->blocks());
                                     for (std::uint64_t block = k * at_once; block < end; ++block)
                                         list->read(block, positions, room);
                                     return produce(positions);
                                 },
                                 [&](std::uint64_t, auto&& made) { consume(std::move(made)); });
}

class ScratchPositions final : public ExploredPositions {
  public:
    ScratchPositions(RecordRules& rules, const SortBudget& budget, Found&& found)
        : budget_(budget), cut_off_(found.left_aside->size() != 0) {
        make_lists();
        if (cut_off_) unexpanded_.resize(static_cast<std::size_t>(found.size));
        if (rules.is_text())
            take_texts(found);
        else
            sort_by_text(rules, found);
        found = Found();
        const Records starts = rules.starts();
        std::vector<Index> numbers;
        for (std::size_t k = 0; k < starts.size(); ++k) {
            numbers.push_back(find(rules.text(starts[k])));
            if (numbers.back() == size()) throw_other_answers();
        }
        set_starts(std::move(numbers));

        partizan_ = rules.partizan();
        find_moves(rules, budget, std::exchange(records_, nullptr), unexpanded_, *marks_, *rows_);
        unexpanded_ = {};
    }
    ScratchPositions(const Board& board, const SortBudget& budget)
        : budget_(budget), partizan_(!board.owners().empty()) {
        make_lists();
        RecordWriter texts(*texts_), marks(*marks_), rows(*rows_);
        std::vector<std::byte> row;
        std::vector<Index> starts;
        for (Index i = 0; i < board.vertex_count(); ++i) {
            const auto v = static_cast<Vertex>(i);
            std::uint8_t mark = board.mark(v);
            if ((mark & Board::start) != 0) starts.push_back(i);
            mark &= static_cast<std::uint8_t>(~Board::start);
            cut_off_ = cut_off_ || mark == Board::beyond;
            texts.add(board.names()[v]);
            marks.add(std::string(1, static_cast<char>(mark)));
            // Left's moves come first.
            const std::span<const Vertex> moves = board.successors(v);
            const auto owners = board.owners_ahead(v);
            const auto left = static_cast<std::size_t>(partizan_ ? std::ranges::count(owners, std::uint8_t{Board::left})
                                                                 : std::ssize(moves));
            rows.add(moves_row(moves.first(left), moves.subspan(left), partizan_, row));
        }
        for (RecordWriter* each : {&texts, &marks, &rows}) each->finish();
        set_starts(std::move(starts));
    }

    Index size() const override { return texts_->size(); }
    bool has_sides() const override { return partizan_; }
    bool cut_off() const override { return cut_off_; }
    std::string text(Index i) const override { return std::string((*texts_)[i]); }
    void moves(Index first, Index last, Player player, MoveRows& rows) const override {
        rows.clear();
        for (Index i = first; i < last; ++i) {
            take_moves((*rows_)[i], player, partizan_, rows.targets);
            rows.ends.push_back(rows.targets.size());
        }
    }

  private:
    std::uint8_t end_mark(Index i) const override { return static_cast<std::uint8_t>((*marks_)[i][0]); }
    void make_lists() {
        texts_ = new_list(0, text_block, of_texts);
        marks_ = new_list(1, mark_block, of_marks);
        rows_ = new_list(0, text_block, of_rows);
    }
    std::shared_ptr<CodedRecords> new_list(std::size_t width, std::size_t block, Place place) const {
        return std::make_shared<CodedRecords>(
            width, block, std::make_shared<SpillingBytes>(budget_.folder, budget_.memory / 32), place);
    }
    void take_texts(const Found& found) {
        RecordWriter writer(*texts_);
        RecordCursor aside(found.left_aside);
        std::uint64_t number = 0;
        merge(found.known, [&](std::string_view record) {
            check_position_text(record);
            writer.add(record);
            if (aside.finds(record)) unexpanded_[static_cast<std::size_t>(number)] = true;
            ++number;
        });
        writer.finish();
        records_ = texts_;
    }
    /// Sorts the positions by text. A sort key has four parts: a number that orders the text, the text (unless all
    /// texts have different numbers), the position, and a flag for an unexpanded position.
    void sort_by_text(const RecordRules& rules, const Found& found) {
        constexpr std::size_t key_bytes = sizeof(std::uint64_t);
        TextOrder order;
        for_each_block(
            found, budget_.threads,
            [&rules](const Records& positions) {
                TextOrder part;
                for (std::size_t k = 0; k < positions.size(); ++k) {
                    const std::string text = rules.text(positions[k]);
                    check_position_text(text);
                    part.add(text);
                }
                return part;
            },
            [&order](const TextOrder& part) { order.add(part); });
        order.finish();

        const bool exact = order.exact();
        const std::size_t width = exact && rules.width() != 0 ? key_bytes + rules.width() + 1 : 0;
        SortBudget half = budget_;
        half.memory /= 2;
        RecordSorter sorter(width, half);
        for_each_block(
            found, budget_.threads,
            [&](const Records& positions) {
                Records keyed(width);
                RecordCursor aside(found.left_aside);
                std::string each;
                for (std::size_t k = 0; k < positions.size(); ++k) {
                    const std::string text = rules.text(positions[k]);
                    const std::uint64_t key = order.key(text);
                    each.clear();
                    for (unsigned byte = key_bytes; byte-- != 0;) each += static_cast<char>(key >> 8 * byte);
                    if (!exact) each.append(text).push_back('\0');
                    each.append(positions[k]).push_back(aside.finds(positions[k]) ? '\1' : '\0');
                    keyed.add(each);
                }
                return keyed;
            },
            [&sorter](Records&& keyed) { sorter.add(std::move(keyed)); });

        records_ = new_list(rules.width(), record_block, of_records);
        RecordWriter texts(*texts_), records(*records_);
        std::string last;
        std::uint64_t number = 0;
        merge(sorter.finish(), [&](std::string_view keyed) {
            const std::size_t end = exact ? key_bytes : keyed.find('\0', key_bytes) + 1;
            const std::string_view record = keyed.substr(end, keyed.size() - 1 - end);
            const std::string text = rules.text(record);
            if (last == keyed.substr(0, end))
                throw Error(ErrorCode::bad_file, "two positions have the text " + in_quotes(text));
            last.assign(keyed.substr(0, end));
            if (keyed.back() != '\0') unexpanded_[static_cast<std::size_t>(number)] = true;
            ++number;
            texts.add(text);
            records.add(record);
        });
        texts.finish();
        records.finish();
    }

    SortBudget budget_;
    bool cut_off_ = false, partizan_ = false;
    std::shared_ptr<CodedRecords> texts_, records_, marks_, rows_;
    std::vector<bool> unexpanded_;  // true for unexpanded positions; empty unless `cut_off_`
};

}  // namespace

std::shared_ptr<ExploredPositions> number_in_scratch(RecordRules& rules, const SortBudget& budget, Found&& found) {
    return std::make_shared<ScratchPositions>(rules, budget, std::move(found));
}

std::shared_ptr<ExploredPositions> board_in_scratch(const Board& board, const SortBudget& budget) {
    return std::make_shared<ScratchPositions>(board, budget);
}

}  // namespace mexbase
