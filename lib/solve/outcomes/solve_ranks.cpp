// SPDX-License-Identifier: MIT
#include "solve_ranks.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

    RankRounds& rounds;
    std::vector<Slice> slices;
    std::shared_ptr<const DealtPositions> positions;
};

/// Saves and restores the part of one rank, together with the other ranks.
class PartCheckpointer final : public Checkpointer {
  public:
    /// Borrows all. `saves` is null on all ranks if nothing is saved.
    PartCheckpointer(const SharedGame& game, const Moves& moves, SharedCheckpointer* saves)
        : game_(game), moves_(moves), saves_(saves) {}

    bool should_save() override { return saves_ != nullptr && game_.rounds.rank() == 0 && saves_->should_save(); }

    void save(const SolverState& at, const StateView& kept) override {
        RankRounds& rounds = game_.rounds;
        OutcomeCells& part = const_cast<OutcomeCells&>(kept.cells);
        make_equally_wide(part, rounds);
        ++save_;
        const Index first = at.begun ? slice_at(at).slice().first : 0;
        const auto cells = [&](const CellsSink& sink) {
            for (Index s = 0; s < at.slice + (at.begun ? 1 : 0); ++s) put_cells(game_.own().slices()[s], part, sink);
        };
        const auto due = [&](const ScheduledSink& sink) {
            kept.due([&](std::uint64_t ply, bool won, Index v) { sink(ply, won, slice_at(at).index(v) - first); });
        };
        std::string failure;
        try {
            saves_->save_part(save_, rounds.rank(), rounds.ranks(), cells, due);
        } catch (const Error& e) {
            failure = e.what();
        }
        rounds.attempt([&] {
            if (rounds.rank() != 0) put(rounds.out(0), failure.data(), failure.size());
        });
        rounds.exchange(
            std::array{at.here.positions, at.here.edges, std::uint64_t{at.ties}, std::uint64_t{!failure.empty()}});
        rounds.attempt([&] {
            if (rounds.rank() != 0) return;
            if (rounds.sum(3) != 0) return saves_->give_up(first_reason(failure));
            SharedState state{.at = at,
                              .cells = moves_.size(),
                              .cell_bytes = part.cell_bytes(),
                              .save = save_,
                              .parts = rounds.ranks()};
            state.at.cells = end_of_known(at);
            state.at.here.vertices = at.begun ? slice_at(at).slice().size : 0;
            state.at.here.positions = rounds.sum(0);
            state.at.here.edges = rounds.sum(1);
            state.at.ties = rounds.sum(2) != 0;
            saves_->save_state(state);
        });
    }

    std::optional<RestoredState> restore() override {
        RankRounds& rounds = game_.rounds;
        std::optional<SharedState> from;
        rounds.attempt([&] {
            if (rounds.rank() != 0) return;
            if (saves_ != nullptr) from = saves_->saved_state();
            if (!from) return;
            check_restored(moves_, from->at, from->cells);
            if (from->at.passing) begin_slice_again(from->at);
            for (unsigned r = 1; r < rounds.ranks(); ++r) put_numbers(rounds.out(r), numbers_of(*from));
        });
        rounds.exchange(std::array<std::uint64_t, 1>{from ? 1U : 0U});
        if (rounds.word(0, 0) == 0) return std::nullopt;
        RestoredState part;
        rounds.attempt([&] {
            if (rounds.rank() != 0) from = state_of(numbers_in(rounds.in(0)));
            save_ = from->save;
            part.at = from->at;
            part.cells = OutcomeCells(game_.own().size(), from->cell_bytes);
        });
        rounds.exchange({});
        read_part(part, *from);
        if (part.at.begun) {
            const DealtSlice& slice = slice_at(part.at);
            part.at.cells = slice.first_cell() + slice.size();
            if (rounds.rank() != 0) part.at.here.positions = part.at.here.edges = 0;
        }
        return part;
    }

  private:
    const DealtSlice& slice_at(const SolverState& at) const { return game_.own().slices()[at.slice]; }

    /// Returns the first index of which nothing is known.
    Index end_of_known(const SolverState& at) const {
        if (at.slice == game_.slices.size()) return moves_.size();
        const Slice& slice = game_.slices[at.slice];
        return at.begun ? slice.first + slice.size : slice.first;
    }
    static void put_cells(const DealtSlice& slice, const OutcomeCells& cells, const CellsSink& sink) {
        const unsigned width = cells.cell_bytes();
        slice.for_each_run(0, slice.size(), [&](Index v, Index i, Index count) {
            const std::byte* const at = bytes_of(cells) + (slice.first_cell() + v) * width;
            sink(i, width, std::span(at, static_cast<std::size_t>(count) * width));
        });
    }
    /// Returns the first reason why a rank has not saved its part. `own` is that of rank 0, which calls this.
    std::string first_reason(const std::string& own) const {
        if (!own.empty()) return own;
        for (unsigned r = 1; r < game_.rounds.ranks(); ++r)
            if (const auto& text = game_.rounds.in(r); !text.empty())
                return "process " + std::to_string(r) + ": " +
                       std::string(reinterpret_cast<const char*>(text.data()), text.size());
        return "";
    }
    /// Forgets what an unfinished first scan of a slice has found, since ranks do not save that.
    static void begin_slice_again(SolverState& at) {
        SolverState again;
        again.strategy = at.strategy;
        again.slice = at.slice;
        again.below = at.below;
        at = again;
    }
    static constexpr std::size_t state_numbers = 9 + 7 + 7;
    static std::array<std::uint64_t, state_numbers> numbers_of(const SharedState& from) {
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
                at.here.edges,
                from.cell_bytes,
                from.save,
                from.parts};
    }
    static SharedState state_of(const std::vector<std::uint64_t>& n) {
        SharedState from;
        SolverState& at = from.at;
        at.strategy = static_cast<Strategy>(n.at(0));
        at.slice = n.at(1);
        at.begun = n.at(2) != 0;
        at.tying = n.at(3) != 0;
        at.ply = n.at(4);
        at.ties = n.at(5) != 0;
        at.below = {n.at(6), n.at(7), n.at(8), n.at(9), n.at(10), n.at(11), n.at(12)};
        at.here = {n.at(13), n.at(14), n.at(15), n.at(16), n.at(17), n.at(18), n.at(19)};
        from.cell_bytes = static_cast<unsigned>(n.at(20));
        from.save = n.at(21);
        from.parts = static_cast<unsigned>(n.at(22));
        return from;
    }
    /// Reads saved data, sends them to the ranks that own them, and receives those of this rank.
    void read_part(RestoredState& part, const SharedState& from) const {
        struct Due {
            std::uint64_t ply;
            bool won;
            Index v;
        };
        RankRounds& rounds = game_.rounds;
        const Index upto = end_of_known(part.at), size = moves_.size();
        MovingCells moving(rounds, game_.own(), part.cells);
        const auto own = std::make_shared<std::vector<Due>>();
        std::vector<std::vector<std::uint64_t>> others(rounds.ranks());
        rounds.attempt([&] {
            std::size_t sent = 0;
            const auto take_cells = [&](Index first, unsigned width, std::span<const std::byte> cells) {
                const Index count = cells.size() / width;
                if (width != from.cell_bytes || first > size || count > size - first) throw_foreign_checkpoint();
                if (first >= upto) return;
                sent += moving.send(first, std::min(count, upto - first), cells.data());
                if (sent < moving.most_in_round) return;
                moving.exchange(true);
                sent = 0;
            };
            const auto take_due = [&](std::uint64_t ply, bool won, Index v) {
                if (!part.at.begun) return;
                if (v >= game_.slices[part.at.slice].size) throw_foreign_checkpoint();
                const Index i = game_.slices[part.at.slice].first + v;
                const unsigned owner = game_.positions->deal.rank_of(i);
                if (owner == rounds.rank())
                    own->push_back({ply, won, slice_at(part.at).vertex(i)});
                else
                    others[owner].insert(others[owner].end(), {ply, std::uint64_t{won}, i});
            };
            if (saves_ != nullptr) saves_->read_parts(from, rounds.rank(), rounds.ranks(), take_cells, take_due);
            while (moving.exchange(false)) {
            }
        });
        rounds.check();
        rounds.attempt([&] {
            for (unsigned r = 0; r < rounds.ranks(); ++r) put_numbers(rounds.out(r), others[r]);
        });
        rounds.exchange({});
        rounds.attempt([&] {
            for (unsigned r = 0; r < rounds.ranks(); ++r) {
                const auto numbers = numbers_in(rounds.in(r));
                for (std::size_t k = 0; k < numbers.size(); k += 3)
                    own->push_back({numbers[k], numbers[k + 1] != 0, slice_at(part.at).vertex(numbers[k + 2])});
            }
        });
        part.due = [own](const ScheduledSink& sink) {
            for (const Due& each : *own) sink(each.ply, each.won, each.v);
        };
    }

    const SharedGame& game_;
    const Moves& moves_;
    SharedCheckpointer* saves_;
    std::uint64_t save_ = 0;  // number of the last save
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
                               AnalysisListener& listener, SharedCheckpointer* checkpointer) {
    rounds.exchange(std::array<std::uint64_t, 1>{options.threads});
    if (rounds.least(0) != rounds.greatest(0))
        throw Error(ErrorCode::bad_usage, "all processes of a job must have the same number of threads");
    const detail::SharedGame game(moves, rounds, std::max(options.threads, 1U));
    detail::PartCheckpointer saves(game, moves, checkpointer);
    detail::RunContext context(Strategy::child_counters, &saves);
    SharedSolution solution;
    SolverState& at = context.at;
    OutcomeCells part;
    rounds.attempt([&] { part = context.resumed ? std::move(context.cells) : OutcomeCells(game.own().size()); });
    const auto offer = [&] {
        rounds.exchange(std::array<std::uint64_t, 1>{at.slice != 0 && saves.should_save() ? 1U : 0U});
        if (rounds.sum(0) != 0) context.save({.cells = part});
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
                                AnalysisListener& listener, SharedCheckpointer* checkpointer) {
    if (transport.ranks() == 1 && checkpointer == nullptr) {
        Solution alone = solve_in_cells(moves, Strategy::child_counters, options, listener, nullptr);
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
