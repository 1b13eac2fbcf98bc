// SPDX-License-Identifier: MIT
#include "transposed_moves.hpp"

#include <numeric>
#include <string>

#include "../../error.hpp"

namespace mexbase::detail {

namespace {

GameTraits with_predecessors(GameTraits traits) {
    traits.has_predecessors = true;
    return traits;
}

}  // namespace

TransposedMoves::TransposedMoves(const Moves& moves, const Slice& slice, std::initializer_list<Player> movers,
                                 const std::function<void(Index)>& progress)
    : Moves(with_predecessors(moves.traits())), moves_(moves), first_(slice.first) {
    if (!fits(slice.size))
        throw Error(ErrorCode::not_applicable, "cannot reverse the moves of " + std::to_string(slice.size) +
                                                   " positions: at most 2^32 - 1 are supported");
    Options options;
    Index done = 0;
    // Calls `f(u, w)` for each move from u to w in the slice. Both are numbered from the slice's first position.
    const auto for_each_move = [&](const auto& f) {
        constexpr std::size_t options_per_call = 4096;
        const Index end = slice.first + slice.size;
        for (const Player mover : movers)
            for (Index first = slice.first; first < end;) {
                options.clear();
                const Index next = moves.options(first, end, mover, options_per_call, options);
                for (std::size_t row = 0; row < options.size(); ++row)
                    for (const Index to : options.targets_of(row))
                        if (to >= slice.first) f(options.positions[row] - slice.first, to - slice.first);
                progress(done += next - first);
                first = next;
            }
    };
    // Counting sort. At first `begins[w]` is the number of moves to w. The prefix sum makes it the end of a list, which
    // gets the sources of these moves. Storing a source decrements `begins[w]`, so finally it is the beginning of the
    // list.
    const auto sort_moves = [&](auto& begins) {
        const auto check = [](bool same) {
            if (!same)
                throw Error(ErrorCode::bad_usage,
                            "the rules contradict themselves: they give different options when called again");
        };
        std::inclusive_scan(begins.begin(), begins.end(), begins.begin());
        sources_.resize(begins.back());
        std::uint64_t left = sources_.size();
        for_each_move([&](Index u, Index w) {
            check(begins[w] != 0 && left != 0);
            sources_[--begins[w]] = static_cast<std::uint32_t>(u);
            --left;
        });
        check(left == 0);
    };
    begins_.resize(static_cast<std::size_t>(slice.size) + 1);
    std::uint64_t count = 0;
    for_each_move([&](Index, Index w) {
        ++begins_[w];
        ++count;
    });
    if (count >> 32 == 0) {
        sort_moves(begins_);
    } else {
        wide_begins_.assign(begins_.begin(), begins_.end());
        begins_ = {};
        sort_moves(wide_begins_);
    }
}

template <class Offset>
void TransposedMoves::append_sources(const std::vector<Offset>& begins, std::span<const Index> of, Flat& out) const {
    constexpr std::size_t far = 16, near = 8;
    Flat::Cursor at(out);
    for (std::size_t k = 0; k < of.size(); ++k) {
        if (k + far < of.size()) __builtin_prefetch(begins.data() + (of[k + far] - first_));
        if (k + near < of.size()) __builtin_prefetch(sources_.data() + begins[of[k + near] - first_]);
        const Index i = of[k] - first_;
        for (Offset source = begins[i]; source < begins[i + 1]; ++source) at.push(first_ + sources_[source]);
    }
}

void TransposedMoves::predecessors(std::span<const Index> of, Player, Flat& out) const {
    if (wide_begins_.empty())
        append_sources(begins_, of, out);
    else
        append_sources(wide_begins_, of, out);
}

WithPredecessors::WithPredecessors(const Moves& moves, const Slice& slice, AnalysisListener& listener) : moves_(moves) {
    if (moves.traits().has_predecessors) return;
    constexpr Index step = Index{1} << 20;
    Index next = step;
    // The transpose is built in two passes, which are reported as one scan.
    transposed_.emplace(moves, slice, std::initializer_list<Player>{Player::left}, [&](Index done) {
        if (done < next) return;
        listener.scan(done, 2 * slice.size);
        next = done + step;
    });
}

}  // namespace mexbase::detail
