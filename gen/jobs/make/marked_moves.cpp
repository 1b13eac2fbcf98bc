// SPDX-License-Identifier: MIT
#include "marked_moves.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "../../../lib/splitmix64.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

namespace {

/// Returns the first index from `i` on whose bit in `word_of(index / 64)` is set, or `last` if none before `last` is.
template <class F>
Index next_bit(Index i, Index last, const F& word_of) {
    while (i < last) {
        if (const std::uint64_t rest = word_of(i / 64) >> i % 64; rest != 0)
            return std::min(last, i + static_cast<unsigned>(std::countr_zero(rest)));
        i = (i / 64 + 1) * 64;
    }
    return last;
}

}  // namespace

bool has_holes(const Moves& moves) {
    // One index of each of as many equal parts, so that no period of the numbering hides the holes.
    const Index size = moves.size(), parts = std::min<Index>(size, 4096);
    const auto begin_of = [=](Index part) { return size / parts * part + size % parts * part / parts; };
    for (Index k = 0; k < parts; ++k) {
        const Index first = begin_of(k);
        if (!moves.is_position(first + splitmix64(k) % (begin_of(k + 1) - first))) return true;
    }
    return false;
}

MarkedMoves::MarkedMoves(const Moves& moves, const JobOptions& options)
    : Moves(moves.traits()), moves_(moves), words_(static_cast<std::size_t>(bytes(moves.size()) / 8)) {
    // Ranges begin at a multiple of 64, so that no two threads write the same word.
    parallel_for_ranges(size(), options.threads, options.progress, "finding positions",
                        [&](unsigned, Index first, Index last) {
                            std::array<std::uint8_t, 64> marks;
                            for (; first < last; first += marks.size()) {
                                const std::size_t count = std::min<Index>(marks.size(), last - first);
                                moves.mark_positions(first, std::span(marks).first(count));
                                std::uint64_t word = 0;
                                for (std::size_t k = 0; k < count; ++k) word |= std::uint64_t{marks[k] != 0} << k;
                                words_[first / 64] = word;
                            }
                            return true;
                        });
}

Index MarkedMoves::next_position(Index i, Index last) const {
    return next_bit(i, last, [this](Index word) { return words_[word]; });
}

Index MarkedMoves::next_hole(Index i, Index last) const {
    return next_bit(i, last, [this](Index word) { return ~words_[word]; });
}

/// Reads the positions in [first, last) until the list is full. Returns the index at which it stopped. Consecutive
/// positions are read by `range(first, last)`, others by `listed(positions)`.
template <class List, class Full, class Range, class Listed>
Index MarkedMoves::read(Index first, Index last, List& out, const Full& full, const Range& range,
                        const Listed& listed) const {
    std::array<Index, 256> positions;
    while (first < last && !full(out)) {
        Index at = next_position(first, last);
        if (at == last) return last;
        if (const Index hole = next_hole(at, last); hole - at >= positions.size()) {
            first = range(at, hole);
            continue;
        }
        std::size_t count = 0;
        for (; at < last && count < positions.size(); at = next_position(at + 1, last)) positions[count++] = at;
        const std::size_t done = listed(std::span<const Index>(positions).first(count));
        first = done < count ? positions[done] : at;
    }
    return first;
}

/// Calls `f(first, last)` for ranges that have all positions of a range. They have few holes: a short gap is not worth
/// a call.
template <class F>
void MarkedMoves::for_each_run(Index first, Index last, const F& f) const {
    constexpr Index gap = 4;
    for (Index begin = next_position(first, last); begin < last;) {
        Index end = next_hole(begin, last), next = next_position(end, last);
        while (next < last && next - end <= gap) {
            end = next_hole(next, last);
            next = next_position(end, last);
        }
        f(begin, end);
        begin = next;
    }
}

Index MarkedMoves::options(Index first, Index last, Player mover, std::size_t enough, Options& out) const {
    return read(
        first, last, out, [enough](const Options& list) { return list.full(enough); },
        [&](Index from, Index to) { return moves_.options(from, to, mover, enough, out); },
        [&](std::span<const Index> of) { return moves_.options(of, mover, enough, out); });
}

Index MarkedMoves::parts(Index first, Index last, Player mover, std::size_t enough, SplitOptions& out) const {
    return read(
        first, last, out,
        [enough](const SplitOptions& list) { return list.parts.size() >= enough || list.size() >= enough; },
        [&](Index from, Index to) { return moves_.parts(from, to, mover, enough, out); },
        [&](std::span<const Index> of) { return moves_.parts(of, mover, enough, out); });
}

Index MarkedMoves::starts(Index first, Index last, Play play, Player mover, Starts& out) const {
    // In a game in slices, each call allocates rows for its whole range. Calls for many short runs would be slow.
    if (!traits().order.slices.empty()) return moves_.starts(first, last, play, mover, out);
    const std::size_t before = out.counts.size();
    Index positions = 0;
    for_each_run(first, last, [&](Index from, Index to) {
        const std::size_t counted = out.counts.size();
        positions += moves_.starts(from, to, play, mover, out);
        // Holes in front of the run have no options. If options are not counted, the list stays empty.
        const std::size_t holes = before + static_cast<std::size_t>(from - first) - counted;
        if (out.counts.size() > counted)
            out.counts.insert(out.counts.begin() + static_cast<std::ptrdiff_t>(counted), holes, 0);
    });
    if (out.counts.size() > before) out.counts.resize(before + static_cast<std::size_t>(last - first));
    return positions;
}

void MarkedMoves::leaving(Index first, Index last, std::vector<Leaving>& out) const {
    for_each_run(first, last, [&](Index from, Index to) { moves_.leaving(from, to, out); });
}

}  // namespace mexbase::detail
