// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../thread_team.hpp"
#include "../ownership.hpp"
#include "frontier.hpp"
#include "retrograde_analysis.hpp"

namespace mexbase::detail {

namespace {

/// Solver that repeats passes over all undecided vertices. Pass r decides exactly the vertices of remoteness r from
/// values of earlier passes. It reads every cell and all edges of undecided vertices. So the time is the product of
/// edges and longest remoteness. A pass has several rounds. Memory is the cells and the vertices decided in one round.
/// Further passes find the ties, after all wins and losses.
class Forward {
  public:
    Forward(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener, const AnalysisOptions& options,
            RunContext& context)
        : graph_(graph),
          listener_(listener),
          has_vertex_events_(listener.has_vertex_events()),
          cells_(cells),
          first_cell_(graph.first_cell()),
          options_(options),
          team_(std::clamp(options.threads, 1U, 1024U)),
          context_(context) {
        context.at.cells = first_cell_ + graph.size();
        summary_.vertices = graph.size();
        const Ownership ownership(graph.size(), team_.size());
        for (unsigned k = 0; k < team_.size(); ++k) {
            const Index first = ownership.first(k), length = ownership.last(k) - first;
            workers_.push_back(std::make_unique<Range>(graph.size(), first, length));
            longest_range_ = std::max(longest_range_, length);
        }
    }

    Summary run() {
        const SolverState& at = context_.at;
        std::uint64_t pass = 0;
        if (at.begun) {
            tying_ = at.tying;
            summary_ = at.here;
            counts_ = at.now;
            seen_ = at.seen;
            pass = at.ply;
            // The first thread takes all scheduled vertices, because any thread may have scheduled them.
            Range& first = *workers_[0];
            first.ties = at.ties;
            first.last_due = at.numbers.empty() ? 0 : at.numbers.front();
            context_.take_due(graph_.size(),
                              [&first](std::uint64_t ply, bool won, Index v) { first.schedule.add(ply, won, v); });
        }
        if (!tying_) {
            run_passes(pass);
            if (!graph_.may_tie() || !any_ties()) return summary_;
            tying_ = true;
            pass = 0;
            for (const auto& range : workers_) range->open.assign(range->open.size(), true);
        }
        run_passes(pass);
        return summary_;
    }

  private:
    static constexpr Index block = 4096;  ///< vertices that are skipped together once all are decided
    static constexpr Index round = 64 * block;

    // One thread's range of vertices and its data. Only this thread writes their cells; all read them in another step.
    struct alignas(64) Range {
        Range(Index vertices, Index from, Index count)
            : first(from), length(count), open(count / block + 1, true), schedule(pool, vertices) {}
        Index first, length;
        std::vector<bool> open;                   ///< by block: true if a vertex may be undecided
        std::array<std::vector<Index>, 2> found;  ///< in this round: the lost (or tied) vertices, then the won vertices
        ChunkPool pool;
        PlySchedule schedule;
        std::uint64_t last_due = 0;  ///< last pass in which exits may decide a loss
        std::uint64_t edges = 0;
        Index positions = 0;
        bool ties = false;             ///< play may end with a tie
        std::vector<Index> undecided;  ///< undecided vertices of the current block
        Options rows;                  ///< options of the undecided vertices
    };

    bool any_ties() const {
        return std::ranges::any_of(workers_, [](const auto& range) { return range->ties; });
    }
    /// Returns the outcome that a pass finds: win or loss, or tie once all wins and losses are known.
    Outcome outcome(bool won) const { return tying_ ? Outcome::tie : won ? Outcome::win : Outcome::loss; }
    Index& count(bool won) { return tying_ ? counts_.ties : won ? counts_.wins : counts_.losses; }
    bool is_open(Index v) const { return cells_[first_cell_ + v].outcome == Outcome::draw; }

    void run_passes(std::uint64_t pass) {
        for (;; ++pass) {
            while (pass > cells_.max_remoteness()) cells_.widen();
            if (perform(pass)) continue;
            std::optional<std::uint64_t> next;
            for (const auto& range : workers_) {
                if (range->last_due > pass) next = pass + 1;
                if (const auto due = range->schedule.next()) next = std::min(next.value_or(*due), *due);
            }
            if (!next) return;
            pass = *next - 1;
        }
    }

    /// Does one pass. Returns false if nothing was decided.
    bool perform(std::uint64_t pass) {
        if (pass != 0) decide_scheduled(pass);
        for (Index from = 0; from < longest_range_; from += round) {
            team_.run([&](unsigned k) {
                Range& range = *workers_[k];
                if (from >= range.length) return;
                const VertexRange all{range.first + from, range.first + std::min(from + round, range.length)};
                for (const VertexRange& each : unseen_of(all, seen_))
                    if (pass == 0)
                        seed(range, each);
                    else
                        evaluate(range, each, pass);
            });
            // The cells are already wide enough, so threads may set cells of different vertices at once.
            team_.run([&](unsigned k) {
                for (const bool won : {false, true})
                    for (const Index v : workers_[k]->found[won]) cells_.set(first_cell_ + v, {outcome(won), pass});
            });
            Index done = 0;
            for (const auto& range : workers_) {
                done += std::min(from + round, range->length);
                for (const bool won : {false, true}) {
                    for (const Index v : range->found[won]) report(v, won, pass);
                    range->found[won].clear();
                }
            }
            listener_.scan(done, graph_.size());
            if (context_.should_save()) save(pass, from + round);
        }
        if (!seen_.empty())
            for (const auto& range : workers_) range->open.assign(range->open.size(), true);
        seen_.clear();
        for (const auto& range : workers_) {
            summary_.edges += std::exchange(range->edges, 0);
            summary_.positions += std::exchange(range->positions, 0);
        }
        PlyCounts counts = std::exchange(counts_, {});
        if (counts.losses + counts.wins + counts.ties == 0) return false;
        summary_.add(pass, counts);
        counts.edges = summary_.edges;
        listener_.finish_ply(pass, counts);
        return true;
    }

    void report(Index v, bool won, std::uint64_t pass) {
        ++count(won);
        if (has_vertex_events_) listener_.finish_vertex(v, {outcome(won), pass});
    }

    // Saves the state during a pass, after the first `done` vertices of each range.
    void save(std::uint64_t pass, Index done) {
        SolverState& at = context_.at;
        at.begun = at.passing = true;
        at.tying = tying_;
        at.ply = pass;
        at.ties = any_ties();
        at.here = summary_;
        at.now = counts_;
        at.numbers.assign(1, 0);
        std::vector<VertexRange> unseen;
        for (const auto& range : workers_) {
            at.here.edges += range->edges;
            at.here.positions += range->positions;
            at.numbers[0] = std::max(at.numbers[0], range->last_due);
            const VertexRange rest{range->first + std::min(done, range->length), range->first + range->length};
            for (const VertexRange& each : unseen_of(rest, seen_)) add_range(unseen, each);
        }
        at.seen = unseen_of({0, graph_.size()}, unseen);
        context_.save({cells_, {}, [this](const ScheduledSink& sink) {
                           for (const auto& range : workers_) range->schedule.for_each(sink);
                       }});
    }

    void seed(Range& range, const VertexRange& stretch) {
        const auto known = [&](Index v, Outcome outcome, std::uint64_t remoteness) {
            const bool tie = outcome == Outcome::tie, won = outcome == Outcome::win;
            range.ties = range.ties || tie;
            if (tie != tying_) return;
            if (remoteness != 0)
                range.schedule.add(remoteness, won, v);
            else
                range.found[won].push_back(v);
        };
        const Index positions =
            for_each_known(graph_, stretch.first, stretch.last, options_.play, known, [](Index, std::uint64_t) {});
        if (!tying_) range.positions += positions;
    }

    // Decides the scheduled vertices of this pass before all others.
    void decide_scheduled(std::uint64_t pass) {
        for (const auto& range : workers_) {
            auto bucket = range->schedule.take(pass);
            if (!bucket) continue;
            for (const bool won : {false, true})
                (*bucket)[won].for_each([&](Index v) {
                    if (!is_open(v)) return;
                    cells_.set(first_cell_ + v, {outcome(won), pass});
                    report(v, won, pass);
                });
        }
    }

    // Calls `decide(vertices)` with the undecided vertices of each block. Skips blocks known to have none. A resumed
    // pass may see a part of a block, so it does not update the flags `open`.
    template <class Decide>
    void for_each_open(Range& range, const VertexRange& stretch, const Decide& decide) {
        for (Index start = stretch.first; start < stretch.last; start += block) {
            const Index number = (start - range.first) / block;
            if (!range.open[number]) continue;
            range.undecided.clear();
            cells_.visit([&](const auto* cells) {
                using Code = CellCode<std::remove_cvref_t<decltype(*cells)>>;
                for (Index v = start; v < std::min(start + block, stretch.last); ++v)
                    if (!Code::is_decided(cells[first_cell_ + v]) && !Code::is_tie(cells[first_cell_ + v]))
                        range.undecided.push_back(v);
            });
            const bool open = !range.undecided.empty();
            if (open) decide(std::span<const Index>(range.undecided));
            if (seen_.empty()) range.open[number] = open;
        }
    }

    /// Calls `f(row)` for the listed non-terminal vertices in ascending order. Consecutive vertices are read as ranges.
    template <class F>
    void for_each_row(std::span<const Index> vertices, Options& rows, const F& f) const {
        constexpr std::size_t options_per_call = 4096;
        while (!vertices.empty()) {
            std::size_t run = 1;
            while (run < vertices.size() && vertices[run] == vertices[0] + run) ++run;
            const Index last = first_cell_ + vertices[0] + run;
            for (Index from = first_cell_ + vertices[0]; from < last;) {
                rows.clear();
                from = graph_.moves().options(from, last, Player::left, options_per_call, rows);
                for (OptionRows row(rows); row.next();)
                    if (row.stop() == nullptr) f(row);
            }
            vertices = vertices.subspan(run);
        }
    }

    /// Finds the undecided vertices of a range whose value follows from options decided before `pass`: a win if an
    /// option was lost, a loss if all were won, a tie if an option was tied.
    void evaluate(Range& range, const VertexRange& stretch, std::uint64_t pass) {
        const auto evaluate_row = [&](const OptionRows& row) {
            Index inside = 0, won = 0;
            bool has_lost = false, has_tied = false;
            for (const Index to : row.targets()) {
                if (to < first_cell_) continue;
                ++inside;
                const OutcomeValue option = cells_[to];
                // Ignores options decided earlier in this pass.
                if (option.remoteness >= pass) continue;
                won += option.outcome == Outcome::win ? 1 : 0;
                has_lost = has_lost || option.outcome == Outcome::loss;
                has_tied = has_tied || option.outcome == Outcome::tie;
            }
            range.edges += inside;
            const Index v = row.position() - first_cell_;
            if (tying_ ? has_tied : has_lost)
                range.found[!tying_].push_back(v);
            else if (!tying_ && inside != 0 && won == inside && row.beyond() == 0 && lost_by_exits(range, v, pass))
                range.found[false].push_back(v);
        };
        for_each_open(range, stretch,
                      [&](std::span<const Index> open) { for_each_row(open, range.rows, evaluate_row); });
    }

    // Requires that all options of v inside the slice are won. Returns true if its exits (options outside the slice)
    // make v lost with a remoteness of at most `pass`.
    bool lost_by_exits(Range& range, Index v, std::uint64_t pass) const {
        if (!graph_.has_exits()) return true;
        const auto remoteness = loss_by_exits(graph_, v);
        if (remoteness) range.last_due = std::max(range.last_due, *remoteness);
        return remoteness && *remoteness <= pass;
    }

    const MovesGraph& graph_;
    AnalysisListener& listener_;
    const bool has_vertex_events_;
    OutcomeCells& cells_;
    Index first_cell_;
    AnalysisOptions options_;
    ThreadTeam team_;
    std::vector<std::unique_ptr<Range>> workers_;
    Index longest_range_ = 0;
    RunContext& context_;
    bool tying_ = false;             ///< all wins and losses are known: the passes are those of ties
    std::vector<VertexRange> seen_;  ///< ranges done in this pass before it was resumed
    PlyCounts counts_;               ///< counts of this pass
    Summary summary_;
};

}  // namespace

Summary solve_forward(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                      const AnalysisOptions& options, RunContext& context) {
    return Forward(graph, cells, listener, options, context).run();
}

}  // namespace mexbase::detail
