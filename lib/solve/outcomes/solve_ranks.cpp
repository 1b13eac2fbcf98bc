// SPDX-License-Identifier: MIT
#include "solve_ranks.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "../../thread_team.hpp"
#include "../ranks/deal.hpp"
#include "../ranks/transport.hpp"
#include "../retrograde/retrograde_analysis.hpp"
#include "cell_exchange.hpp"
#include "slices.hpp"

namespace mexbase {

namespace detail {

namespace {

/// The positions of all slices, dealt among the ranks.
struct SharedGame {
    SharedGame(const Moves& moves, RankRounds& all_rounds, unsigned threads)
        : rounds(all_rounds),
          slices(slices_of(moves)),
          positions(
              std::make_shared<const DealtPositions>(slices, moves.size(), rounds.rank(), rounds.ranks(), threads)) {}

    const DealtGame& own() const { return positions->own; }
    /// Returns the division in which rank 0 has all cells.
    CellWindows on_rank_0() const {
        const Slice& last = slices.back();
        return CellWindows::all_on_first(last.first + last.size, rounds.ranks(), rounds.rank());
    }

    RankRounds& rounds;
    std::vector<Slice> slices;
    std::shared_ptr<const DealtPositions> positions;
};

/// Saves and restores the state of the whole game on rank 0, with the data of all ranks.
class RankCheckpointer final : public Checkpointer {
  public:
    /// Borrows all. `saves` is null on all ranks but 0, and may be null there.
    RankCheckpointer(const SharedGame& game, const Moves& moves, Checkpointer* saves, const SolveOptions& options)
        : game_(game), moves_(moves), saves_(saves), options_(options) {}

    bool should_save() override { return saves_ != nullptr && saves_->should_save(); }

    void save(const SolverState& at, const StateView& kept) override {
        RankRounds& rounds = game_.rounds;
        OutcomeCells& part = const_cast<OutcomeCells&>(*kept.cells);
        const Index upto = at.begun                         ? slice_at(at).slice().first + slice_at(at).slice().size
                           : at.slice < game_.slices.size() ? game_.slices[at.slice].first
                                                            : moves_.size();
        make_equally_wide(part, rounds);
        OutcomeCells whole;
        rounds.attempt([&] {
            if (rounds.rank() == 0) whole = OutcomeCells(moves_.size(), part.cell_bytes(), options_.scratch);
        });
        move_cells(rounds, game_.own(), part, game_.on_rank_0(), whole, upto);
        rounds.attempt([&] {
            if (rounds.rank() == 0) return;
            kept.due([&](std::uint64_t ply, bool won, Index v) {
                put_numbers(rounds.out(0), std::array{ply, std::uint64_t{won}, slice_at(at).index(v)});
            });
        });
        rounds.exchange(std::array{at.here.positions, at.here.edges, std::uint64_t{at.ties}});
        rounds.attempt([&] {
            if (rounds.rank() != 0) return;
            SolverState state = at;
            state.cells = upto;
            state.here.vertices = at.begun ? slice_at(at).slice().size : 0;
            state.here.positions = rounds.sum(0);
            state.here.edges = rounds.sum(1);
            state.ties = rounds.sum(2) != 0;
            const Index first = at.begun ? slice_at(at).slice().first : 0;
            const auto all_due = [&](const ScheduledSink& sink) {
                kept.due([&](std::uint64_t ply, bool won, Index v) { sink(ply, won, slice_at(at).index(v) - first); });
                for (unsigned r = 1; r < rounds.ranks(); ++r) {
                    const auto numbers = numbers_in(rounds.in(r));
                    for (std::size_t k = 0; k < numbers.size(); k += 3)
                        sink(numbers[k], numbers[k + 1] != 0, numbers[k + 2] - first);
                }
            };
            saves_->save(state, StateView{&whole, {}, all_due});
        });
    }

    std::optional<RestoredState> restore() override {
        RankRounds& rounds = game_.rounds;
        std::optional<RestoredState> from;
        rounds.attempt([&] {
            if (rounds.rank() != 0) return;
            if (saves_ != nullptr) from = saves_->restore();
            if (!from) return;
            check_restored(moves_, *from);
            if (from->at.passing) begin_slice_again(*from);
            for (unsigned r = 1; r < rounds.ranks(); ++r) put_numbers(rounds.out(r), numbers_of(*from));
        });
        rounds.exchange(std::array<std::uint64_t, 1>{from ? from->cells.cell_bytes() : 0});
        const auto width = static_cast<unsigned>(rounds.word(0, 0));
        if (width == 0) return std::nullopt;
        RestoredState part;
        rounds.attempt([&] {
            if (rounds.rank() == 0)
                part.at = from->at;
            else
                set_numbers(part.at, numbers_in(rounds.in(0)));
            part.cells = OutcomeCells(game_.own().size(), width);
        });
        OutcomeCells none(0, width);
        move_cells(rounds, game_.on_rank_0(), from ? from->cells : none, game_.own(), part.cells, moves_.size());
        send_due(part, from);
        if (part.at.begun) {
            const DealtSlice& slice = slice_at(part.at);
            part.at.cells = slice.first_cell() + slice.size();
            if (rounds.rank() != 0) part.at.here.positions = part.at.here.edges = 0;
        }
        return part;
    }

  private:
    const DealtSlice& slice_at(const SolverState& at) const { return game_.own().slices()[at.slice]; }

    /// Removes what an unfinished first scan of a slice has found, since ranks do not save that.
    void begin_slice_again(RestoredState& from) const {
        const Slice& slice = game_.slices[from.at.slice];
        from.cells.visit([&](auto* cells) { std::fill_n(cells + slice.first, slice.size, 0); });
        SolverState again;
        again.strategy = from.at.strategy;
        again.slice = from.at.slice;
        again.below = from.at.below;
        again.cells = slice.first;
        from.at = again;
        from.due = [](const ScheduledSink&) {};
    }
    static constexpr std::size_t state_numbers = 6 + 7 + 7;
    static std::array<std::uint64_t, state_numbers> numbers_of(const RestoredState& from) {
        const SolverState& at = from.at;
        return {static_cast<std::uint64_t>(at.strategy),
                at.slice,
                at.begun,
                at.tying,
                at.ply,
                at.ties,
                at.below.vertices,
                at.below.positions,
                at.below.wins,
                at.below.losses,
                at.below.ties,
                at.below.longest,
                at.below.edges,
                at.here.vertices,
                at.here.positions,
                at.here.wins,
                at.here.losses,
                at.here.ties,
                at.here.longest,
                at.here.edges};
    }
    static void set_numbers(SolverState& at, const std::vector<std::uint64_t>& n) {
        at.strategy = static_cast<Strategy>(n.at(0));
        at.slice = n.at(1);
        at.begun = n.at(2) != 0;
        at.tying = n.at(3) != 0;
        at.ply = n.at(4);
        at.ties = n.at(5) != 0;
        at.below = {n.at(6), n.at(7), n.at(8), n.at(9), n.at(10), n.at(11), n.at(12)};
        at.here = {n.at(13), n.at(14), n.at(15), n.at(16), n.at(17), n.at(18), n.at(19)};
    }
    /// Sends the scheduled vertices from rank 0 to their owners.
    void send_due(RestoredState& part, const std::optional<RestoredState>& from) const {
        RankRounds& rounds = game_.rounds;
        struct Due {
            std::uint64_t ply;
            bool won;
            Index v;
        };
        const auto own = std::make_shared<std::vector<Due>>();
        const auto take = [&](std::uint64_t ply, bool won, Index i) {
            own->push_back({ply, won, slice_at(part.at).vertex(i)});
        };
        rounds.attempt([&] {
            if (!from) return;
            from->due([&](std::uint64_t ply, bool won, Index v) {
                if (!part.at.begun || v >= game_.slices[part.at.slice].size) throw_foreign_checkpoint();
                const Index i = game_.slices[part.at.slice].first + v;
                const unsigned owner = game_.positions->deal.rank_of(i);
                if (owner == 0)
                    take(ply, won, i);
                else
                    put_numbers(rounds.out(owner), std::array{ply, std::uint64_t{won}, i});
            });
        });
        rounds.exchange({});
        rounds.attempt([&] {
            const auto numbers = numbers_in(rounds.in(0));
            for (std::size_t k = 0; k < numbers.size(); k += 3) take(numbers[k], numbers[k + 1] != 0, numbers[k + 2]);
        });
        part.due = [own](const ScheduledSink& sink) {
            for (const Due& each : *own) sink(each.ply, each.won, each.v);
        };
    }

    const SharedGame& game_;
    const Moves& moves_;
    Checkpointer* saves_;
    const SolveOptions& options_;
};

/// Computes the values of one rank's part of a slice without loops, as `settle_slice` does.
Summary settle_part(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                    const AnalysisOptions& options) {
    RankPart& part = *graph.part();
    ThreadTeam team(options.threads);
    std::vector<SliceShare> shares(team.size());
    struct LongRemoteness {
        Index v;
        OutcomeValue value;
    };
    std::vector<std::vector<LongRemoteness>> too_long(team.size());
    const auto taker = [&](unsigned k) {
        return [&, k](Index v, Outcome outcome, std::uint64_t remoteness) {
            const OutcomeValue value{outcome, remoteness};
            shares[k].add(value);
            if (remoteness > cells.max_remoteness())
                too_long[k].push_back({v, value});
            else
                cells.set(graph.first_cell() + v, value);
        };
    };
    const auto refuse = [&](Index v, std::uint64_t options_inside) {
        if (options_inside != 0) throw_not_loop_free(part.own.index(v));
    };
    const Index positions = scan_part(graph, team, options.play, listener, taker, refuse);
    part.rounds.attempt([&] {
        for (const auto& each : too_long)
            for (const LongRemoteness& found : each) cells.set(graph.first_cell() + found.v, found.value);
        for (unsigned r = 0; r < part.rounds.ranks(); ++r)
            if (r != part.rounds.rank())
                for (const SliceShare& share : shares)
                    for (const auto& [ply, counts] : share.plies)
                        put_numbers(part.rounds.out(r), std::array{ply, counts.wins, counts.losses, counts.ties});
    });
    part.rounds.exchange(std::array{positions});
    Summary summary;
    summary.vertices = part.own.slice().size;
    summary.positions = part.rounds.sum(0);
    part.rounds.attempt([&] {
        for (unsigned r = 0; r < part.rounds.ranks(); ++r) {
            const auto numbers = numbers_in(part.rounds.in(r));
            for (std::size_t k = 0; k < numbers.size(); k += 4) {
                PlyCounts& counts = shares[0].plies[numbers[k]];
                counts.wins += numbers[k + 1];
                counts.losses += numbers[k + 2];
                counts.ties += numbers[k + 3];
            }
        }
        add_shares(summary, shares, listener);
    });
    return summary;
}

}  // namespace

}  // namespace detail

bool can_share(const Moves& moves) {
    return moves.traits().has_predecessors;
}

namespace {

SharedSolution solve_in_rounds(const Moves& moves, detail::RankRounds& rounds, const SolveOptions& options,
                               AnalysisListener& listener, Checkpointer* checkpointer) {
    rounds.exchange(std::array<std::uint64_t, 1>{options.threads});
    if (rounds.least(0) != rounds.greatest(0))
        throw Error(ErrorCode::bad_usage, "all processes of a job must have the same number of threads");
    const detail::SharedGame game(moves, rounds, std::max(options.threads, 1U));
    detail::RankCheckpointer saves(game, moves, rounds.rank() == 0 ? checkpointer : nullptr, options);
    detail::RunContext context(Strategy::child_counters, &saves);
    SharedSolution solution;
    SolverState& at = context.at;
    OutcomeCells part;
    rounds.attempt([&] { part = context.resumed ? std::move(context.cells) : OutcomeCells(game.own().size()); });
    const auto offer = [&] {
        rounds.exchange(std::array<std::uint64_t, 1>{at.slice != 0 && saves.should_save() ? 1U : 0U});
        if (rounds.sum(0) != 0) context.save(StateView{.cells = &part, .words = {}});
    };
    const bool has_exits = !moves.traits().order.slices.empty() || moves.traits().unindexed;
    Index number = 0;
    for (const detail::DealtSlice& own : game.own().slices()) {
        if (number++ < at.slice) continue;
        if (!at.begun) offer();
        if (!moves.traits().order.slices.empty()) listener.begin_slice(own.slice());
        if (own.slice().size != 0 || !has_exits) {
            const bool loop_free = own.slice().loop_free;
            detail::RankPart in_rounds{rounds, game.own(), own,
                                       detail::ExitLosses(has_exits && !loop_free ? own.size() : 0)};
            const MovesGraph graph(moves, part, in_rounds);
            at.below += loop_free ? detail::settle_part(graph, part, listener, options.analysis())
                                  : retrograde_analysis(graph, part, listener, options.analysis(), context);
        }
        const Summary below = at.below;
        at = {};
        at.slice = number;
        at.below = below;
    }
    offer();
    detail::make_equally_wide(part, rounds);
    rounds.exchange({});  // so that all ranks fail if one did
    solution.summary = at.below;
    solution.cells = std::move(part);
    solution.positions = game.positions;
    return solution;
}

}  // namespace

SharedSolution solve_with_ranks(const Moves& moves, Transport& transport, const SolveOptions& options,
                                AnalysisListener& listener, Checkpointer* checkpointer) {
    if (transport.ranks() == 1) {
        Solution alone = solve_in_cells(moves, Strategy::child_counters, options, listener, checkpointer);
        return {alone.summary, std::move(alone.cells),
                std::make_shared<const detail::DealtPositions>(detail::slices_of(moves), moves.size(), 0, 1, 1)};
    }
    detail::RankRounds rounds(transport);
    try {
        return solve_in_rounds(moves, rounds, options, listener, checkpointer);
    } catch (...) {
        rounds.fail_everywhere();
        throw;
    }
}

}  // namespace mexbase
