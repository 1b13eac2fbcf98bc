// SPDX-License-Identifier: MIT
/// \file
/// Moves cells between ranks. A *division* of the indices among the ranks is a `DealtGame` or `CellWindows`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "../ranks/cell_windows.hpp"
#include "../ranks/transport.hpp"
#include "../retrograde/cells.hpp"

namespace mexbase::detail {

/// Function that writes the places of the indices `first`, `first` + 1, … in another order.
using PlacesOf = std::function<void(Index first, std::span<Index> places)>;

/// Consecutive indices: the first and their number.
using IndexRun = std::pair<Index, Index>;

inline void put(std::vector<std::byte>& box, const void* from, std::size_t bytes) {
    const std::size_t at = box.size();
    box.resize(at + bytes);
    if (bytes != 0) std::memcpy(box.data() + at, from, bytes);
}
inline void put_numbers(std::vector<std::byte>& box, std::span<const std::uint64_t> numbers) {
    put(box, numbers.data(), numbers.size_bytes());
}
inline std::vector<std::uint64_t> numbers_in(const std::vector<std::byte>& box) {
    std::vector<std::uint64_t> numbers(box.size() / sizeof(std::uint64_t));
    if (!numbers.empty()) std::memcpy(numbers.data(), box.data(), box.size());
    return numbers;
}

inline std::byte* bytes_of(OutcomeCells& cells) {
    return cells.visit([](auto* all) { return reinterpret_cast<std::byte*>(all); });
}
inline const std::byte* bytes_of(const OutcomeCells& cells) {
    return cells.visit([](const auto* all) { return reinterpret_cast<const std::byte*>(all); });
}

/// Widens the cells of every rank to the width of the widest. Collective.
inline void make_equally_wide(OutcomeCells& cells, RankRounds& rounds) {
    rounds.exchange(std::array<std::uint64_t, 1>{cells.cell_bytes()});
    const std::uint64_t width = rounds.greatest(0);
    rounds.attempt([&] {
        while (cells.cell_bytes() < width) cells.widen();
    });
}

/// Moves the cells of the indices below `upto` from the division `from` to the division `to`. `source` and `target`
/// have the cells of this rank, equally wide on all ranks. If `places` is given, `to` divides places, and the cell of
/// an index goes to its place. Collective. A rank sends about 4 MiB per round.
template <class From, class To>
void move_cells(RankRounds& rounds, const From& from, const OutcomeCells& source, const To& to, OutcomeCells& target,
                Index upto, const PlacesOf& places = {}) {
    constexpr std::size_t most = std::size_t{1} << 22;
    // A message has the first place and the number of consecutive places in one word, and then their cells.
    constexpr unsigned count_bits = 17;
    constexpr Index longest = Index{1} << (count_bits - 1);
    const std::size_t width = source.cell_bytes();
    std::byte* const cells = bytes_of(target);
    const auto send = [&](Index place, Index count, const std::byte* at) {
        std::size_t sent = 0;
        while (count != 0) {
            const Share share = to.share_of(place);
            const Index here = std::min(count, share.count);
            const std::size_t bytes = static_cast<std::size_t>(here) * width;
            if (share.rank == rounds.rank()) {
                std::memcpy(cells + to.cell(place) * width, at, bytes);
            } else {
                const std::uint64_t word = place << count_bits | here;
                std::vector<std::byte>& box = rounds.out(share.rank);
                const std::size_t before = box.size();
                box.resize(before + sizeof(word) + bytes);
                std::memcpy(box.data() + before, &word, sizeof(word));
                std::memcpy(box.data() + before + sizeof(word), at, bytes);
                sent += sizeof(word) + bytes;
            }
            place += here, count -= here, at += bytes;
        }
        return sent;
    };
    std::vector<Index> run;
    const auto send_places = [&](Index first, Index count, const std::byte* at) {
        if (!places) return send(first, count, at);
        run.resize(static_cast<std::size_t>(count));
        places(first, run);
        std::size_t sent = 0;
        for (std::size_t k = 0, next = 0; k < run.size(); k = next) {
            for (next = k + 1; next < run.size() && run[next] == run[next - 1] + 1;) ++next;
            sent += send(run[k], next - k, at + k * width);
        }
        return sent;
    };
    // Each rank begins at another index, so that they do not all send to the same rank.
    const Index begin = upto / rounds.ranks() * rounds.rank();
    Index at = begin, end = upto;
    for (bool more = true; more;) {
        rounds.attempt([&] {
            for (std::size_t sent = 0; sent < most;) {
                at = from.next_own(at);
                if (at >= end) {
                    if (end == begin) return;
                    at = 0, end = begin;
                    continue;
                }
                const Index count = std::min({from.share_of(at).count, end - at, longest});
                sent += send_places(at, count, bytes_of(source) + from.cell(at) * width);
                at += count;
            }
        });
        rounds.exchange(std::array<std::uint64_t, 1>{end != begin || at < end ? 1U : 0U});
        more = rounds.sum(0) != 0;
        for (unsigned r = 0; r < rounds.ranks(); ++r) {
            const std::vector<std::byte>& box = rounds.in(r);
            for (std::size_t k = 0; k < box.size();) {
                std::uint64_t word;
                std::memcpy(&word, box.data() + k, sizeof(word));
                k += sizeof(word);
                const std::size_t bytes = (word & ((Index{1} << count_bits) - 1)) * width;
                std::memcpy(cells + to.cell(word >> count_bits) * width, box.data() + k, bytes);
                k += bytes;
            }
        }
        rounds.free_boxes();
        target.let_go();
        source.let_go();
    }
}

/// Returns the cells of these indices on rank 0, one run after another. The other ranks pass no runs, and get no cells.
/// Collective.
template <class Division>
OutcomeCells fetch_cells(RankRounds& rounds, const Division& division, const OutcomeCells& cells,
                         std::span<const IndexRun> runs) {
    const std::size_t width = cells.cell_bytes();
    const auto for_each_share = [&](const auto& f) {
        for (auto [i, count] : runs)
            while (count != 0) {
                const Share share = division.share_of(i);
                const Index here = std::min(count, share.count);
                f(share.rank, i, here);
                i += here, count -= here;
            }
    };
    Index all = 0;
    rounds.attempt([&] {
        for_each_share([&](unsigned rank, Index i, Index count) {
            if (rank != rounds.rank()) put_numbers(rounds.out(rank), std::array{i, count});
            all += count;
        });
    });
    rounds.exchange({});
    rounds.attempt([&] {
        if (rounds.rank() == 0) return;
        const auto wanted = numbers_in(rounds.in(0));
        for (std::size_t k = 0; k < wanted.size(); k += 2)
            put(rounds.out(0), bytes_of(cells) + division.cell(wanted[k]) * width, wanted[k + 1] * width);
        cells.let_go();
    });
    rounds.exchange({});
    if (rounds.rank() != 0) {
        rounds.free_boxes();
        return {};
    }
    OutcomeCells fetched(all, cells.cell_bytes());
    std::vector<std::size_t> read(rounds.ranks());
    std::byte* to = bytes_of(fetched);
    for_each_share([&](unsigned rank, Index i, Index count) {
        const std::size_t bytes = static_cast<std::size_t>(count) * width;
        const std::byte* const at = rank == rounds.rank()
                                        ? bytes_of(cells) + division.cell(i) * width
                                        : rounds.in(rank).data() + std::exchange(read[rank], read[rank] + bytes);
        std::memcpy(to, at, bytes);
        to += bytes;
    });
    rounds.free_boxes();
    return fetched;
}

}  // namespace mexbase::detail
