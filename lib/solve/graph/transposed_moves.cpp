#include "transposed_moves.hpp"

namespace mexbase::detail {

namespace {

GameTraits with_predecessors(GameTraits traits) {
    traits.has_predecessors = true;
    return traits;
}

/// Calls `f(u, w)` for the moves from u to w within a slice, numbered from its first position, in order of u.
template <class F>
void for_each_edge(const Moves& moves, const Slice& slice, const std::function<void(Index)>& progress,
                   Index done_before, const F& f) {
    constexpr std::size_t options_per_call = 4096;
    const Index end = slice.first + slice.size;
    Options options;
    for (Index first = slice.first; first < end;) {
        options.clear();
        first = moves.options(first, end, Player::left, options_per_call, options);
        for (std::size_t row = 0; row < options.size(); ++row)
            for (const Index to : options.targets_of(row))
                if (to >= slice.first) f(options.positions[row] - slice.first, to - slice.first);
        progress(done_before + first - slice.first);
    }
}

Transpose transpose_of(const Moves& moves, const Slice& slice, const std::function<void(Index)>& progress) {
    Index done_before = 0;
    return {slice.size, [&](const auto& f) {
                for_each_edge(moves, slice, progress, done_before, f);
                done_before += slice.size;
            }};
}

}  // namespace

TransposedMoves::TransposedMoves(const Moves& moves, const Slice& slice, const std::function<void(Index)>& progress)
    : Moves(with_predecessors(moves.traits())),
      moves_(moves),
      first_(slice.first),
      transpose_(transpose_of(moves, slice, progress)) {}

void TransposedMoves::predecessors(std::span<const Index> of, Player, Flat& out) const {
    constexpr std::size_t far = 16, near = 8;
    Flat::Cursor at(out);
    for (std::size_t k = 0; k < of.size(); ++k) {
        if (k + far < of.size()) transpose_.prefetch_place(of[k + far] - first_);
        if (k + near < of.size()) transpose_.prefetch_row(of[k + near] - first_);
        transpose_.for_each_source(of[k] - first_, [&](Index from) { at.push(first_ + from); });
    }
}

WithPredecessors::WithPredecessors(const Moves& moves, const Slice& slice, AnalysisListener& listener) : moves_(moves) {
    if (moves.traits().has_predecessors) return;
    constexpr Index step = Index{1} << 20;
    Index next = step;
    // Both passes that build the transpose are reported as one scan.
    transposed_.emplace(moves, slice, [&](Index done) {
        if (done < next) return;
        listener.scan(done, 2 * slice.size);
        next = done + step;
    });
}

}  // namespace mexbase::detail
