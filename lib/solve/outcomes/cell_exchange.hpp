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

/// Cells that move to the ranks that own them in the division `to`, one round after another. All ranks have equally
/// wide cells. Borrows all.
template <class To>
class MovingCells {
  public:
    MovingCells(RankRounds& rounds, const To& to, OutcomeCells& target)
        : rounds_(rounds), to_(to), width_(target.cell_bytes()), cells_(bytes_of(target)) {}

    /// Puts cells of consecutive indices into the boxes of their owners, or into the target if this rank owns them.
    /// Returns the number of bytes put into boxes.
    std::size_t send(Index first, Index count, const std::byte* at) {
        std::size_t sent = 0;
        while (count != 0) {
            const Share share = to_.share_of(first);
            const Index here = std::min({count, share.count, longest});
            const std::size_t bytes = static_cast<std::size_t>(here) * width_;
            if (share.rank == rounds_.rank()) {
                std::memcpy(cells_ + to_.cell(first) * width_, at, bytes);
            } else {
                const std::uint64_t word = first << count_bits | here;
                std::vector<std::byte>& box = rounds_.out(share.rank);
                const std::size_t before = box.size();
                box.resize(before + sizeof(word) + bytes);
                std::memcpy(box.data() + before, &word, sizeof(word));
                std::memcpy(box.data() + before + sizeof(word), at, bytes);
                sent += sizeof(word) + bytes;
            }
            first += here, count -= here, at += bytes;
        }
        return sent;
    }
    /// Exchanges the boxes, and takes the cells that this rank owns. Returns true if a rank has more to send.
    /// Collective.
    bool exchange(bool more) {
        rounds_.exchange(std::array<std::uint64_t, 1>{more ? 1U : 0U});
        for (unsigned r = 0; r < rounds_.ranks(); ++r) {
            const std::vector<std::byte>& box = rounds_.in(r);
            for (std::size_t k = 0; k < box.size();) {
                std::uint64_t word;
                std::memcpy(&word, box.data() + k, sizeof(word));
                k += sizeof(word);
                const std::size_t bytes = (word & ((Index{1} << count_bits) - 1)) * width_;
                std::memcpy(cells_ + to_.cell(word >> count_bits) * width_, box.data() + k, bytes);
                k += bytes;
            }
        }
        rounds_.free_boxes();
        return rounds_.sum(0) != 0;
    }

    static constexpr std::size_t most_in_round = std::size_t{1} << 22;  ///< bytes that a rank sends, about

  private:
    // A message has the first index and the number of consecutive indices in one word, and then their cells.
    static constexpr unsigned count_bits = 17;
    static constexpr Index longest = Index{1} << (count_bits - 1);

    RankRounds& rounds_;
    const To& to_;
    std::size_t width_;
    std::byte* cells_;
};

/// Moves the cells of the indices below `upto` from the division `from` to the division `to`. `source` and `target`
/// have the cells of this rank, equally wide on all ranks. If `places` is given, `to` divides places, and the cell of
/// an index goes to its place. Collective. A rank sends about 4 MiB per round.
template <class From, class To>
void move_cells(RankRounds& rounds, const From& from, const OutcomeCells& source, const To& to, OutcomeCells& target,
                Index upto, const PlacesOf& places = {}) {
    constexpr Index longest = Index{1} << 16;
    const std::size_t width = source.cell_bytes();
    MovingCells moving(rounds, to, target);
    std::vector<Index> run;
    const auto send = [&](Index first, Index count, const std::byte* at) {
        if (!places) return moving.send(first, count, at);
        run.resize(static_cast<std::size_t>(count));
        places(first, run);
        std::size_t sent = 0;
        for (std::size_t k = 0, next = 0; k < run.size(); k = next) {
            for (next = k + 1; next < run.size() && run[next] == run[next - 1] + 1;) ++next;
            sent += moving.send(run[k], next - k, at + k * width);
        }
        return sent;
    };
    // Each rank begins at another index, so that they do not all send to the same rank.
    const Index begin = upto / rounds.ranks() * rounds.rank();
    Index at = begin, end = upto;
    for (bool more = true; more;) {
        rounds.attempt([&] {
            for (std::size_t sent = 0; sent < MovingCells<To>::most_in_round;) {
                at = from.next_own(at);
                if (at >= end) {
                    if (end == begin) return;
                    at = 0, end = begin;
                    continue;
                }
                const Index count = std::min({from.share_of(at).count, end - at, longest});
                sent += send(at, count, bytes_of(source) + from.cell(at) * width);
                at += count;
            }
        });
        more = moving.exchange(end != begin || at < end);
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
