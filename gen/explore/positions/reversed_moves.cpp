// SPDX-License-Identifier: MIT
#include "reversed_moves.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "../../parallel_ordered.hpp"
#include "numbers.hpp"

namespace mexbase {

namespace {

/// Maps signed differences to unsigned numbers. Differences close to 0 get small numbers.
std::uint64_t folded(std::uint64_t difference) {
    return (difference << 1) ^ (std::uint64_t{0} - (difference >> 63));
}
std::uint64_t unfolded(std::uint64_t number) {
    return (number >> 1) ^ (std::uint64_t{0} - (number & 1));
}

unsigned chosen_block_log2(Index size, unsigned wanted) {
    if (wanted != 0) return wanted;
    // Memory holds the moves of several blocks at once, so blocks are small. Memory also holds an offset for each pair
    // of blocks, so there are not too many blocks.
    constexpr unsigned least = 12, usual = 16;
    constexpr std::uint64_t enough_blocks = 256, most_blocks = 4096;
    unsigned log2 = usual;
    while (log2 > least && (size >> log2) < enough_blocks) --log2;
    while ((size >> log2) >= most_blocks) ++log2;
    return log2;
}

constexpr unsigned most_group_log2 = 6;

}  // namespace

ReversedMoves::Builder::Builder(Index size, bool partizan, const ReversingOptions& options)
    : size_(size),
      partizan_(partizan),
      options_(options),
      block_log2_(chosen_block_log2(size, options.block_log2)),
      target_bytes_((block_log2_ + 7) / 8),
      blocks_((size >> block_log2_) + ((size & (block_size() - 1)) != 0 ? 1 : 0)),
      partitioned_(options.scratch, options.memory) {}

ReversedMoves::Builder::PartitionedMoves ReversedMoves::Builder::partition(const MoveRows& left,
                                                                           const MoveRows& right) const {
    PartitionedMoves partitioned;
    struct Part {
        std::vector<std::byte> bytes;
        std::uint64_t last = 0;
    };
    std::vector<Part> parts(static_cast<std::size_t>(blocks_));
    const auto deal_row = [&](const MoveRows& rows, std::size_t row, std::uint64_t source) {
        for (std::uint64_t k = row == 0 ? 0 : rows.ends[row - 1]; k < rows.ends[row]; ++k) {
            const std::uint32_t target = rows.targets[static_cast<std::size_t>(k)];
            Part& part = parts[target >> block_log2_];
            put_number(part.bytes, source - std::exchange(part.last, source));
            for (unsigned byte = 0; byte < target_bytes_; ++byte)
                part.bytes.push_back(static_cast<std::byte>((target & (block_size() - 1)) >> 8 * byte));
        }
    };
    for (std::size_t row = 0; row < left.ends.size(); ++row) {
        deal_row(left, row, partizan_ ? 2 * row : row);
        if (partizan_) deal_row(right, row, 2 * row + 1);
    }
    std::size_t all = 0;
    for (const Part& part : parts) all += part.bytes.size();
    partitioned.bytes.reserve(all);
    partitioned.ends.reserve(parts.size());
    for (const Part& part : parts) {
        partitioned.bytes.insert(partitioned.bytes.end(), part.bytes.begin(), part.bytes.end());
        partitioned.ends.push_back(static_cast<std::uint32_t>(partitioned.bytes.size()));
    }
    partitioned.moves = left.targets.size() + right.targets.size();
    return partitioned;
}

void ReversedMoves::Builder::take(const PartitionedMoves& partitioned) {
    begins_.push_back(partitioned_.size());
    ends_.insert(ends_.end(), partitioned.ends.begin(), partitioned.ends.end());
    partitioned_.append(partitioned.bytes);
    moves_ += partitioned.moves;
}

ReversedMoves::Builder::Rows ReversedMoves::Builder::sort_block(std::uint64_t block) const {
    const Index first_target = block << block_log2_;
    const auto targets = static_cast<std::size_t>(std::min(block_size(), size_ - first_target));
    std::vector<std::uint64_t> ends(targets + 1);
    std::vector<std::byte> room;
    // Calls f(source, target) for all moves to this block of targets, in the order of their sources.
    const auto for_each_move = [&](const auto& f) {
        for (std::uint64_t from = 0; from < blocks_; ++from) {
            const std::uint32_t* part_ends = ends_.data() + from * blocks_;
            const std::uint32_t begin = block == 0 ? 0 : part_ends[block - 1];
            const auto part = partitioned_.read(begins_[from] + begin, part_ends[block] - begin, room);
            std::uint64_t source = (from << block_log2_) * (partizan_ ? 2 : 1);
            for (std::size_t at = 0; at < part.size();) {
                source += take_number(part, at);
                std::size_t target = 0;
                for (unsigned byte = 0; byte < target_bytes_; ++byte)
                    target |= std::to_integer<std::size_t>(part[at++]) << 8 * byte;
                f(source, target);
            }
        }
    };
    for_each_move([&ends](std::uint64_t, std::size_t target) { ++ends[target + 1]; });
    for (std::size_t t = 0; t < targets; ++t) ends[t + 1] += ends[t];
    std::vector<std::uint64_t> sources(static_cast<std::size_t>(ends[targets]));
    for_each_move([&](std::uint64_t source, std::size_t target) { sources[ends[target]++] = source; });
    // The loop above moved `ends[t]` from the start of row t to its end.
    Rows rows;
    std::vector<std::byte> row;
    for (std::size_t t = 0; t < targets; ++t) {
        if ((t & ((std::size_t{1} << std::min(most_group_log2, block_log2_)) - 1)) == 0)
            rows.groups.push_back(rows.bytes.size());
        row.clear();
        std::uint64_t last = (first_target + t) * (partizan_ ? 2 : 1);
        const std::uint64_t begin = t == 0 ? 0 : ends[t - 1];
        for (std::uint64_t k = begin; k < ends[t]; ++k) {
            const std::uint64_t source = sources[k], step = source - std::exchange(last, source);
            put_number(row, k == begin ? folded(step) : step);
        }
        put_number(rows.bytes, row.size());
        rows.bytes.insert(rows.bytes.end(), row.begin(), row.end());
    }
    return rows;
}

ReversedMoves ReversedMoves::Builder::finish(unsigned threads) && {
    static std::atomic<std::uint64_t> numbers = 0;
    ReversedMoves moves{SpillingBytes(options_.scratch, options_.memory)};
    moves.group_log2_ = std::min(most_group_log2, block_log2_);
    moves.partizan_ = partizan_;
    moves.count_ = moves_;
    moves.sorting_bytes_ = partitioned_.size();
    moves.number_ = ++numbers;
    detail::parallel_ordered(
        blocks_, threads, [this](unsigned, std::uint64_t block) { return sort_block(block); },
        [&moves](std::uint64_t, Rows&& rows) {
            for (const std::uint64_t group : rows.groups) moves.groups_.push_back(moves.rows_.size() + group);
            moves.rows_.append(rows.bytes);
        });
    moves.groups_.push_back(moves.rows_.size());
    return moves;
}

/// Current row of a thread. A row has the sources of the moves to one position. Solvers mostly read consecutive rows.
struct ReversedMoves::Reader {
    std::uint64_t number = 0;  // `number_` of the object that is read
    std::uint64_t group = 0;
    std::vector<std::byte> room;
    std::span<const std::byte> bytes;
    Index row = 0;       // next row
    std::size_t at = 0;  // offset of the next row in `bytes`
};

void ReversedMoves::add_sources(Index target, Player player, std::vector<Index>& found) const {
    static thread_local Reader reader;
    const std::uint64_t group = target >> group_log2_;
    if (reader.number != number_ || reader.group != group) {
        const std::uint64_t begin = groups_[group];
        reader.number = 0;  // until the group is complete
        reader.bytes = rows_.read(begin, static_cast<std::size_t>(groups_[group + 1] - begin), reader.room);
        reader.number = number_;
        reader.group = group;
        reader.row = group << group_log2_;
        reader.at = 0;
    } else if (reader.row > target) {
        reader.row = group << group_log2_;
        reader.at = 0;
    }
    for (; reader.row < target; ++reader.row) {
        const std::uint64_t length = take_number(reader.bytes, reader.at);
        reader.at += static_cast<std::size_t>(length);
    }
    std::size_t at = reader.at;
    const std::uint64_t length = take_number(reader.bytes, at);
    const std::size_t end = at + static_cast<std::size_t>(length);
    std::uint64_t source = target * (partizan_ ? 2 : 1);
    for (bool first = true; at < end; first = false) {
        const std::uint64_t step = take_number(reader.bytes, at);
        source += first ? unfolded(step) : step;
        if (!partizan_)
            found.push_back(source);
        else if ((source & 1) == (player == Player::left ? 0U : 1U))
            found.push_back(source >> 1);
    }
}

}  // namespace mexbase
