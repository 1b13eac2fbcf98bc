// SPDX-License-Identifier: MIT
#include "positions.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "../../lib/error.hpp"
#include "../parallel_ordered.hpp"
#include "../text_order.hpp"
#include "survey.hpp"

namespace mexbase::detail {

namespace {

// A reader searches the first entries of all groups, and then one group. Smaller groups need more first entries.
constexpr unsigned numbers_group_log2 = 9, texts_group_log2 = 7, moves_group_log2 = 8;

constexpr std::uint64_t scan_chunk_log2 = 14, scan_chunk = std::uint64_t{1} << scan_chunk_log2;

/// Calls `look(first, last)` for chunks of 0..count-1 in any thread, and `take(result)` in order.
template <class Look, class Take>
void scan(std::uint64_t count, unsigned threads, const Look& look, const Take& take) {
    parallel_ordered((count + scan_chunk - 1) >> scan_chunk_log2, threads,
                     [&](unsigned, std::uint64_t k) {
                         return look(k << scan_chunk_log2, std::min(count, (k + 1) << scan_chunk_log2));
                     },
                     [&](std::uint64_t, auto&& seen) { take(std::move(seen)); });
}

std::size_t shared_prefix(std::string_view a, std::string_view b) {
    return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

[[noreturn]] void refuse_source(const std::string& why) {
    throw Error(ErrorCode::bad_usage, "cannot store the positions: " + why);
}

}  // namespace

PackedPositions::PackedPositions(const PositionSource& positions, unsigned threads)
    : positions_(positions), threads_(threads) {
    keys.partizan = positions.partizan;
    keys.start = positions.start;
    if (positions.count == 0) refuse_source("the list is empty");
    if (positions.start >= positions.count)
        refuse_source("the start is number " + std::to_string(positions.start) + " of a list of " +
                      std::to_string(positions.count));
    find_columns();
    if (format::KeyColumns::fit(columns_) && number_keys()) {
        add_stream(StreamKind::key_gap, positions.count, [this](auto first, auto out) { fill_gaps(first, out); });
    } else {
        take_texts();
        std::uint64_t letters = keys.letters.back();
        keys.letters.pop_back();
        add_stream(StreamKind::key_letter, letters, [this](auto first, auto out) { fill_letters(first, out); });
    }
    const bool with_moves = positions.moves != nullptr;
    add_stream(StreamKind::mark, positions.count, [this, with_moves](Index first, std::span<std::uint32_t> out) {
        const std::uint32_t kept = with_moves ? 0xff : std::uint32_t{Board::beyond};
        for (std::uint32_t& mark : out) mark = positions_.mark(first++) & kept;
    });
    const Alphabet& marks = streams.back().alphabet;
    if (marks.symbols == 1 && marks.base == 0 && marks.list.empty()) streams.pop_back();
    if (!with_moves) return;
    if (positions.count > format::most_with_moves)
        throw Error(ErrorCode::not_applicable, "cannot store the moves of more than 2^31 positions");
    count_moves();
    add_stream(StreamKind::move_count, rows(), [this](auto first, auto out) { fill_counts(first, out); });
    if (moves->count != 0)
        add_stream(StreamKind::move, moves->count, [this](auto first, auto out) { fill_moves(first, out); });
}

void PackedPositions::find_columns() {
    TextOrder all;
    scan(
        positions_.count, threads_,
        [this](Index first, Index last) {
            TextOrder seen;
            std::string text, before;
            if (first != 0) positions_.text(first - 1, before);
            for (Index i = first; i < last; ++i) {
                positions_.text(i, text);
                if (const auto fault = fault_of_name(text)) refuse_source(*fault);
                if (i != 0 && text <= before) refuse_source("their texts are not in ascending order, each once");
                seen.add(text);
                before.swap(text);
            }
            return seen;
        },
        [&all](const TextOrder& seen) { all.add(seen); });
    columns_ = all.columns();
}

std::uint64_t PackedPositions::number(Index index, std::string& spare) const {
    positions_.text(index, spare);
    return *keys.columns->number(spare);
}

/// Computes a number for each text from the bytes at each offset. Stores the number of the first text of each group.
/// Returns false if two neighbouring numbers differ by too much for a stream; then texts are stored.
bool PackedPositions::number_keys() {
    struct Seen {
        std::vector<std::uint64_t> numbers;
        std::uint64_t widest = 0;
    };
    std::uint64_t widest = 0;
    keys.columns.emplace(columns_);
    keys.group_log2 = numbers_group_log2;
    const Index mask = (Index{1} << keys.group_log2) - 1;
    scan(
        positions_.count, threads_,
        [&](Index first, Index last) {
            Seen seen;
            std::string spare;
            std::uint64_t before = 0;
            for (Index i = first; i < last; ++i) {
                const std::uint64_t here = number(i, spare);
                if ((i & mask) == 0)
                    seen.numbers.push_back(here);
                else
                    seen.widest = std::max(seen.widest, here - before);
                before = here;
            }
            return seen;
        },
        [&](Seen&& seen) {
            keys.numbers.insert(keys.numbers.end(), seen.numbers.begin(), seen.numbers.end());
            widest = std::max(widest, seen.widest);
        });
    if (widest < format::traits_of(StreamKind::key_gap).limit) return true;
    keys.columns.reset();
    keys.numbers.clear();
    return false;
}

void PackedPositions::fill_gaps(Index first, std::span<std::uint32_t> out) const {
    const Index mask = (Index{1} << keys.group_log2) - 1;
    std::string spare;
    std::uint64_t before = (first & mask) == 0 ? 0 : number(first - 1, spare);
    for (std::uint32_t& gap : out) {
        const std::uint64_t here = number(first, spare);
        gap = (first & mask) == 0 ? dont_care : static_cast<std::uint32_t>(here - before - 1);
        before = here;
        ++first;
    }
}

/// Stores the first text of each group. The other texts of a group are in the stream of letters, and their offset there
/// is stored. The last offset is the length of the stream.
void PackedPositions::take_texts() {
    struct Seen {
        std::vector<std::string> texts;
        std::vector<std::uint64_t> letters;  // length of each group in the stream
    };
    keys.group_log2 = texts_group_log2;
    const Index mask = (Index{1} << keys.group_log2) - 1;
    keys.letters.push_back(0);
    scan(
        positions_.count, threads_,
        [&](Index first, Index last) {
            Seen seen;
            std::string text, before;
            for (Index i = first; i < last; ++i) {
                positions_.text(i, text);
                if ((i & mask) == 0) {
                    seen.texts.push_back(text);
                    seen.letters.push_back(0);
                } else {
                    seen.letters.back() += 2 + text.size() - shared_prefix(before, text);
                }
                before.swap(text);
            }
            return seen;
        },
        [&](Seen&& seen) {
            for (std::size_t k = 0; k < seen.texts.size(); ++k) {
                keys.texts.push_back(std::move(seen.texts[k]));
                keys.letters.push_back(keys.letters.back() + seen.letters[k]);
            }
        });
}

void PackedPositions::fill_letters(std::uint64_t first, std::span<std::uint32_t> out) const {
    const auto after = std::ranges::upper_bound(keys.letters, first);
    const auto group = static_cast<std::uint64_t>(after - keys.letters.begin() - 1);
    const Index mask = (Index{1} << keys.group_log2) - 1;
    std::string before = keys.texts[static_cast<std::size_t>(group)], text;
    std::uint64_t at = keys.letters[static_cast<std::size_t>(group)];
    const auto put = [&](std::uint32_t number) {
        if (at >= first && at - first < out.size()) out[static_cast<std::size_t>(at - first)] = number;
        ++at;
    };
    for (Index i = (group << keys.group_log2) + 1; at < first + out.size(); ++i) {
        positions_.text(i, text);
        if ((i & mask) != 0) {
            const std::size_t shared = shared_prefix(before, text);
            put(static_cast<std::uint32_t>(shared));
            put(static_cast<std::uint32_t>(text.size() - shared));
            for (const char letter : std::string_view(text).substr(shared)) put(static_cast<unsigned char>(letter));
        }
        before.swap(text);
    }
}

void PackedPositions::row(std::uint64_t row, std::vector<Index>& out) const {
    if (positions_.partizan)
        positions_.moves(row / 2, row % 2 == 0 ? Player::left : Player::right, out);
    else
        positions_.moves(row, Player::left, out);
}

void PackedPositions::count_moves() {
    moves.emplace();
    moves->group_log2 = moves_group_log2;
    const std::uint64_t mask = (std::uint64_t{1} << moves_group_log2) - 1;
    scan(
        rows(), threads_,
        [&](std::uint64_t first, std::uint64_t last) {
            std::vector<std::uint64_t> groups;
            std::vector<Index> out;
            for (std::uint64_t r = first; r < last; ++r) {
                if ((r & mask) == 0) groups.push_back(0);
                row(r, out);
                if (!std::ranges::is_sorted(out) || (!out.empty() && out.back() >= positions_.count))
                    refuse_source(
                        "the moves from a position are not in ascending order, or lead to an index that is too large");
                groups.back() += out.size();
            }
            return groups;
        },
        [&](std::vector<std::uint64_t>&& groups) {
            for (const std::uint64_t group : groups) {
                moves->before.push_back(moves->count);
                moves->count += group;
            }
        });
}

void PackedPositions::fill_counts(std::uint64_t first, std::span<std::uint32_t> out) const {
    std::vector<Index> here;
    for (std::uint32_t& count : out) {
        row(first++, here);
        count = static_cast<std::uint32_t>(here.size());
    }
}

void PackedPositions::fill_moves(std::uint64_t first, std::span<std::uint32_t> out) const {
    const auto after = std::ranges::upper_bound(moves->before, first);
    const auto group = static_cast<std::uint64_t>(after - moves->before.begin() - 1);
    std::uint64_t at = moves->before[static_cast<std::size_t>(group)];
    std::vector<Index> here;
    for (std::uint64_t r = group << moves->group_log2; at < first + out.size(); ++r) {
        row(r, here);
        Index before = positions_.partizan ? r / 2 : r;
        for (std::size_t k = 0; k < here.size(); ++k, ++at) {
            const std::uint64_t number = k == 0 ? format::first_move(before, here[k]) : here[k] - before;
            if (at >= first && at - first < out.size())
                out[static_cast<std::size_t>(at - first)] = static_cast<std::uint32_t>(number);
            before = here[k];
        }
    }
}

void PackedPositions::add_stream(StreamKind kind, std::uint64_t count, decltype(StreamSource::fill) fill) {
    sources_.push_back(std::make_unique<StreamSource>(StreamSource{kind, std::move(fill)}));
    struct Seen {
        Presence presence;
        std::uint64_t widest = 0;
        bool mixed = false;
    };
    static_assert(scan_chunk == survey_chunk);
    StoredStream stream;
    stream.kind = kind;
    stream.source = sources_.back().get();
    stream.count = count;
    Presence all;
    std::uint64_t chunk = 0;
    scan(
        count, threads_,
        [&](std::uint64_t first, std::uint64_t last) {
            std::vector<std::uint32_t> values(static_cast<std::size_t>(last - first));
            stream.source->fill(first, values);
            Seen seen;
            seen.presence.add(values);
            seen.mixed = varies(values);
            if (seen.mixed) seen.widest = widest_step(values, 0);
            return seen;
        },
        [&](Seen&& seen) {
            all.merge(seen.presence);
            stream.widest_step = std::max(stream.widest_step, seen.widest);
            if (seen.mixed) stream.mixed_chunks.push_back(chunk);
            ++chunk;
        });
    stream.alphabet = all.alphabet(count);
    streams.push_back(std::move(stream));
}

}  // namespace mexbase::detail
