#include "solve.hpp"

#include <algorithm>
#include <utility>

#include "../../error.hpp"
#include "../retrograde/forward.hpp"
#include "../retrograde/loop_free_slice.hpp"
#include "../retrograde/retrograde_analysis.hpp"

namespace mexbase {

namespace detail {

namespace {

/// The slices of a game in order; all of it is one if it has none.
std::vector<Slice> slices_of(const Moves& moves) {
    std::vector<Slice> slices = moves.traits().order.slices;
    if (slices.empty()) slices.push_back({0, moves.size(), false});
    return slices;
}

/// The largest slice that is not loop-free.
Slice largest_slice(const Moves& moves) {
    Slice largest;
    for (const Slice& slice : slices_of(moves))
        if (slice.size >= largest.size && !slice.loop_free) largest = slice;
    return largest;
}

std::uint64_t estimated_edges(const Moves& moves, const Slice& slice) {
    constexpr Index samples = 4096;
    const Index step = slice.size / samples + 1;
    std::uint64_t edges = 0, looked = 0;
    Options options;
    for (Index v = step / 2; v < slice.size; v += step, ++looked) {
        const Index i = slice.first + v;
        options.clear();
        moves.options(i, i + 1, Player::left, 1, options);
        edges += static_cast<std::uint64_t>(
            std::ranges::count_if(options.targets.span(), [&slice](Index to) { return to >= slice.first; }));
    }
    return looked == 0 ? 0 : edges * (slice.size / looked + 1) / 4 * 5;
}

/// Throws `Error{bad_usage}` unless a saved state can be one of solving this game into cells.
void check_resumption(const Moves& moves, Strategy strategy, const Resumption& from) {
    Index slices = 0, size = 0;
    bool right = from.cells.size() == moves.size() && from.at.strategy == strategy;
    for (const Slice& slice : slices_of(moves)) {
        const bool here = slices++ == from.at.slice;
        if (here) size = slice.size;
        if (here && from.at.begun) right = right && size != 0 && from.at.cells == slice.first + size;
        if (here && !from.at.begun) right = right && from.at.cells == slice.first;
    }
    right = right && (from.at.slice < slices || (from.at.slice == slices && !from.at.begun));
    for (const Due& due : from.due)
        right = right && from.at.begun && due.ply > from.at.ply &&
                std::ranges::all_of(due.vertices, [size](Index v) { return v < size; });
    for (const Stretch& each : from.at.seen) right = right && from.at.begun && each.last <= size;
    if (!right) throw_not_ours();
}

/// Adds the cells, which are filled from what is spooled, to what is saved.
class FilledCells final : public KeeperAround {
  public:
    FilledCells(Keeper* keeper, OutcomeCells& cells) : KeeperAround(keeper), cells_(cells) {}
    std::optional<Resumption> resume() override {
        auto from = KeeperAround::resume();
        if (from && from->cells.size() != cells_.size()) throw_not_ours();
        if (from) cells_ = std::move(from->cells);
        return from;
    }
    void keep(const Standing& at, const Kept& kept) override {
        Standing with_cells = at;
        with_cells.cells = cells_.size();
        Kept both = kept;
        both.cells = &cells_;
        inner().keep(with_cells, both);
    }

  private:
    OutcomeCells& cells_;
};

}  // namespace

GraphShape shape_of(const Moves& moves, const Slice& slice, unsigned threads) {
    GraphShape shape;
    shape.positions = slice.size;
    shape.has_predecessors = moves.traits().has_predecessors;
    shape.edges = shape.has_predecessors ? 0 : estimated_edges(moves, slice);
    shape.threads = threads;
    return shape;
}

}  // namespace detail

Strategy strategy_for(const Moves& moves, SolveOptions& options) {
    GraphShape shape = detail::shape_of(moves, detail::largest_slice(moves), options.threads);
    shape.below = moves.size() - shape.positions;
    shape.threads = options.threads = threads_within(options.strategy, shape, options.memory);
    return choose_strategy(options.strategy, shape, options.memory);
}

SpooledSolution solve_spooled(const Moves& moves, const SolveOptions& options, const detail::SpoolSink& sink,
                              AnalysisListener& listener, Keeper* keeper) {
    const std::vector<Slice> slices = detail::slices_of(moves);
    if (slices.size() > 1)
        throw Error(ErrorCode::not_applicable, "two bits a position are not enough for a game that comes in slices");
    SpooledSolution solution{TwoBitStates(moves.size()), {}};
    detail::Course course{keeper, {}, {}};
    course.at.strategy = Strategy::two_bit;
    std::vector<std::vector<std::uint32_t>> words;
    if (auto from = keeper != nullptr ? keeper->resume() : std::nullopt) {
        if (from->at.strategy != Strategy::two_bit) detail::throw_not_ours();
        course.at = std::move(from->at);
        course.due = std::move(from->due);
        words = std::move(from->words);
    }
    const OutcomeCells no_cells;
    const detail::WithPredecessors back(moves, slices.front(), listener);
    const MovesGraph graph(back.moves(), slices.front(), no_cells);
    solution.summary =
        detail::solve_by_two_bits(graph, solution.states, sink, listener, options.analysis(), course, std::move(words));
    return solution;
}

Solution solve_in_cells(const Moves& moves, Strategy strategy, const SolveOptions& options, AnalysisListener& listener,
                        Keeper* keeper) {
    Solution solution;
    solution.strategy = strategy;
    detail::Course course{keeper, {}, {}};
    Standing& at = course.at;
    at.strategy = strategy;
    if (auto from = keeper != nullptr ? keeper->resume() : std::nullopt) {
        detail::check_resumption(moves, strategy, *from);
        at = std::move(from->at);
        course.due = std::move(from->due);
        solution.cells = std::move(from->cells);
    } else {
        solution.cells = OutcomeCells(moves.size());
    }
    const auto offer = [&](Index cells) {
        at.cells = cells;
        if (cells != 0 && course.wanted()) keeper->keep(at, Kept{.cells = &solution.cells, .words = {}});
    };
    const bool in_slices = !moves.traits().order.slices.empty() || moves.traits().unindexed;
    Index number = 0;
    for (const Slice& slice : detail::slices_of(moves)) {
        if (number++ < at.slice) continue;
        if (!at.begun) offer(slice.first);
        AnalysisOptions of_slice = options.analysis();
        if (in_slices && slice.size < options.small_ply) of_slice.threads = 1;
        const bool empty = slice.size == 0 && in_slices;
        const MovesGraph graph(moves, slice, solution.cells);
        if (slice.loop_free && !listener.hears_vertices())
            at.below += detail::settle_slice(graph, solution.cells, listener, of_slice);
        else if (strategy == Strategy::forward && !empty)
            at.below += detail::solve_forward(graph, solution.cells, listener, of_slice, course);
        else if (!empty)
            at.below += retrograde_analysis(graph, solution.cells, listener, of_slice, course);
        Standing next;
        next.strategy = strategy;
        next.slice = number;
        next.below = at.below;
        at = std::move(next);
    }
    offer(moves.size());
    solution.summary = at.below;
    return solution;
}

Solution solve(const Moves& moves, SolveOptions options, AnalysisListener& listener, Keeper* keeper) {
    const Strategy strategy = strategy_for(moves, options);
    if (strategy != Strategy::two_bit) return solve_in_cells(moves, strategy, options, listener, keeper);
    Solution solution;
    solution.strategy = strategy;
    solution.cells = OutcomeCells(moves.size());
    detail::FilledCells filled(keeper, solution.cells);
    const auto sink = [&](std::uint64_t ply, Outcome outcome, std::span<const Index> vertices) {
        for (const Index v : vertices) solution.cells.set(v, {outcome, ply});
    };
    solution.summary = solve_spooled(moves, options, sink, listener, keeper != nullptr ? &filled : nullptr).summary;
    return solution;
}

}  // namespace mexbase
