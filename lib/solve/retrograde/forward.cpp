#include "forward.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "../team.hpp"
#include "calendar.hpp"
#include "frontier.hpp"
#include "worker.hpp"

namespace mexbase::detail {

namespace {

/// Cells of any width, for those who read them and may take a little longer.
class CellReader {
  public:
    CellReader(const void* cells, unsigned bytes) : cells_(cells), bytes_(bytes) {}
    /// The upper two bits of a cell, as in `CellCode`, and the rest.
    struct Cell {
        unsigned flags;
        std::uint64_t rest;
    };
    Cell operator[](Index v) const {
        if (bytes_ == 2) return parts(static_cast<const std::uint16_t*>(cells_)[v]);
        if (bytes_ == 4) return parts(static_cast<const std::uint32_t*>(cells_)[v]);
        return parts(static_cast<const std::uint64_t*>(cells_)[v]);
    }
    static constexpr unsigned tie = 1, loss = 2, win = 3;

  private:
    template <class T>
    static Cell parts(T cell) {
        constexpr unsigned shift = 8 * sizeof(T) - 2;
        return {static_cast<unsigned>(cell >> shift), cell & ((std::uint64_t{1} << shift) - 1)};
    }
    const void* cells_;
    unsigned bytes_;
};

/// Pass r evaluates every undecided vertex from its options, and decides exactly those of remoteness r: values of the
/// current pass do not count. It costs O(edges of undecided vertices) a pass and a look at every cell, so that time is
/// the product of edges and longest remoteness; memory is the cells and what one round of a pass finds. Ties are found
/// by the same passes, after all wins and losses.
class Forward {
  public:
    Forward(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener, const AnalysisOptions& options,
            Course& course)
        : graph_(graph),
          listener_(listener),
          hears_vertices_(listener.hears_vertices()),
          cells_(cells),
          first_cell_(graph.first_cell()),
          options_(options),
          team_(std::clamp(options.threads, 1U, 1024U)),
          ownership_(graph.size(), team_.size()),
          longest_range_(0),
          course_(course) {
        course.at.cells = first_cell_ + graph.size();
        summary_.vertices = graph.size();
        for (unsigned k = 0; k < team_.size(); ++k) {
            workers_.push_back(std::make_unique<Range>(graph.size()));
            Range& range = *workers_[k];
            range.first = ownership_.first(k);
            range.length = ownership_.last(k) - ownership_.first(k);
            range.open.assign(range.length / block + 1, true);
            longest_range_ = std::max(longest_range_, range.length);
        }
    }

    Summary run() {
        const Standing& at = course_.at;
        const bool tying = at.begun && at.tying;
        std::uint64_t pass = 0;
        if (at.begun) {
            summary_ = at.here;
            counts_ = at.now;
            seen_ = at.seen;
            pass = at.ply;
            workers_[0]->ties = at.ties;
            workers_[0]->last_due = at.numbers.empty() ? 0 : at.numbers.front();
            for (Due& each : std::exchange(course_.due, {})) {
                const std::vector<Index> vertices = std::move(each.vertices);
                for (const Index v : vertices) workers_[ownership_.owner(v)]->calendar.add(each.ply, each.won, v);
            }
        }
        if (!tying) passes<false>(pass);
        if (!graph_.may_tie() || std::ranges::none_of(workers_, [](const auto& range) { return range->ties; }))
            return summary_;
        for (const auto& range : workers_) range->open.assign(range->open.size(), true);
        passes<true>(tying ? pass : 0);
        return summary_;
    }

  private:
    static constexpr Index block = 4096;  ///< vertices that are skipped together once all are decided
    static constexpr Index round = 64 * block;

    // Vertices are written by their owner alone, and read by all in another step.
    struct alignas(64) Range {
        explicit Range(Index vertices) : calendar(pool, vertices) {}
        Index first = 0, length = 0;
        std::vector<bool> open;                ///< by block: some vertex is undecided
        std::vector<std::uint32_t> lost, won;  ///< found in this round, as offsets from `first` plus the round's start
        ChunkPool pool;
        Calendar calendar;
        std::uint64_t last_due = 0;  ///< some vertex is lost in this pass at the latest, by its exits
        std::uint64_t edges = 0;
        Index positions = 0;
        bool ties = false;             ///< play may end with a tie
        std::vector<Index> undecided;  ///< of the block that is looked at
        Options rows;                  ///< their options
    };

    /// The values that come with pass 0, 1, …: wins and losses, or, after these, ties, which are handled as losses are.
    template <bool Ties>
    void passes(std::uint64_t pass) {
        for (;; ++pass) {
            while (pass > cells_.max_remoteness()) cells_.widen();
            const Index decided = cells_.visit([&](auto* cells) { return perform<Ties>(cells + first_cell_, pass); });
            if (decided != 0) continue;
            std::optional<std::uint64_t> next;
            for (const auto& range : workers_) {
                if (range->last_due > pass) next = pass + 1;
                if (const auto due = range->calendar.next()) next = std::min(next.value_or(*due), *due);
            }
            if (!next) return;
            pass = *next - 1;
        }
    }

    template <bool Ties, class T>
    Index perform(T* cells, std::uint64_t pass) {
        if (pass != 0) take_due<Ties>(cells, pass);
        for (Index from = 0; from < longest_range_; from += round) {
            team_.run([&](unsigned k) {
                Range& range = *workers_[k];
                if (from >= range.length) return;
                const Stretch all{range.first + from, range.first + std::min(from + round, range.length)};
                for (const Stretch& each : unseen_of(all, seen_)) {
                    if (pass == 0)
                        seed<Ties>(range, all.first, each);
                    else if constexpr (Ties)
                        evaluate_ties(cells, range, all.first, each, pass);
                    else
                        evaluate(cells, range, all.first, each, pass);
                }
            });
            team_.run([&](unsigned k) { mark<Ties>(cells, *workers_[k], from, pass); });
            Index done = 0;
            for (const auto& range : workers_) {
                (Ties ? counts_.ties : counts_.losses) += range->lost.size();
                counts_.wins += range->won.size();
                done += std::min(from + round, range->length);
                tell<Ties>(*range, from, pass);
            }
            listener_.scan(done, graph_.size());
            if (course_.wanted()) keep(Ties, pass, from + round);
        }
        if (!seen_.empty())
            for (const auto& range : workers_) range->open.assign(range->open.size(), true);
        seen_.clear();
        for (const auto& range : workers_) {
            summary_.edges += std::exchange(range->edges, 0);
            summary_.positions += std::exchange(range->positions, 0);
        }
        PlyCounts counts = std::exchange(counts_, {});
        summary_.losses += counts.losses;
        summary_.wins += counts.wins;
        summary_.ties += counts.ties;
        counts.edges = summary_.edges;
        const Index decided = counts.losses + counts.wins + counts.ties;
        if (decided == 0) return 0;
        summary_.longest = std::max(summary_.longest, pass);
        listener_.finish_ply(pass, counts);
        return decided;
    }

    // Tells the keeper where a pass stands, `done` vertices into each range.
    void keep(bool tying, std::uint64_t pass, Index done) {
        Standing& at = course_.at;
        at.begun = at.passing = true;
        at.tying = tying;
        at.ply = pass;
        at.ties = std::ranges::any_of(workers_, [](const auto& range) { return range->ties; });
        at.here = summary_;
        at.now = counts_;
        at.numbers.assign(1, 0);
        std::vector<Stretch> unseen;
        for (const auto& range : workers_) {
            at.here.edges += range->edges;
            at.here.positions += range->positions;
            at.numbers[0] = std::max(at.numbers[0], range->last_due);
            const Stretch rest{range->first + std::min(done, range->length), range->first + range->length};
            for (const Stretch& each : unseen_of(rest, seen_)) add_stretch(unseen, each);
        }
        at.seen = unseen_of({0, graph_.size()}, unseen);
        course_.keeper->keep(at, {&cells_, {}, [this](const DueSink& sink) {
                                      for (const auto& range : workers_) range->calendar.for_each(sink);
                                  }});
    }

    template <bool Ties>
    class Seeder final : public StartTaker {
      public:
        Seeder(Range& range, Index base) : range_(range), base_(base) {}
        void take(Index v, const OutcomeValue& value) override {
            check_terminal(value);
            range_.ties = range_.ties || value.outcome == Outcome::tie;
            due(v, value.outcome, value.remoteness);
        }
        void take(Index v, const Start& start) override {
            if (start.value) return take(v, *start.value);
            if (start.win) due(v, Outcome::win, *start.win);
            if (start.tie) due(v, Outcome::tie, *start.tie);
            range_.ties = range_.ties || start.tie;
        }

      private:
        void due(Index v, Outcome outcome, std::uint64_t remoteness) {
            const bool won = outcome == Outcome::win;
            if ((outcome == Outcome::tie) != Ties || outcome == Outcome::draw) return;
            if (remoteness != 0)
                range_.calendar.add(remoteness, won, v);
            else
                (won ? range_.won : range_.lost).push_back(static_cast<std::uint32_t>(v - base_));
        }
        Range& range_;
        Index base_;
    };

    template <bool Ties>
    void seed(Range& range, Index base, const Stretch& each) {
        Seeder<Ties> seeder(range, base);
        const Index positions = graph_.for_each_start(each.first, each.last, options_.play, seeder);
        if (!Ties) range.positions += positions;
    }

    // What the calendar has for this pass, before anything else of it is decided.
    template <bool Ties, class T>
    void take_due(T* cells, std::uint64_t pass) {
        using Code = CellCode<T>;
        for (const auto& range : workers_) {
            auto page = range->calendar.take(pass);
            if (!page) continue;
            for (const bool won : {false, true})
                for (Frontier& due = (*page)[won]; !due.empty(); due.drop_last(range->pool)) {
                    const Frontier::Chunk chunk = due.last();
                    for (std::size_t j = 0; j < chunk.size(); ++j) {
                        const Index v = chunk[j];
                        if (Code::is_decided(cells[v]) || Code::is_tie(cells[v])) continue;
                        const Outcome outcome = Ties ? Outcome::tie : won ? Outcome::win : Outcome::loss;
                        cells[v] = Code::cell({outcome, pass});
                        ++(Ties ? counts_.ties : won ? counts_.wins : counts_.losses);
                        if (hears_vertices_) listener_.finish_vertex(v, {outcome, pass});
                    }
                }
        }
    }

    // Calls `decide(v)` for the undecided vertices of a stretch, unless their block is known to have none. A pass that
    // was begun before sees parts of blocks, and learns nothing of them.
    template <class T, class Decide>
    void for_each_open(const T* cells, Range& range, const Stretch& each, const Decide& decide) {
        using Code = CellCode<T>;
        for (Index start = each.first; start < each.last; start += block) {
            const Index number = (start - range.first) / block;
            if (!range.open[number]) continue;
            range.undecided.clear();
            for (Index v = start; v < std::min(start + block, each.last); ++v)
                if (!Code::is_decided(cells[v]) && !Code::is_tie(cells[v])) range.undecided.push_back(v);
            const bool open = !range.undecided.empty();
            if (open) decide(std::span<const Index>(range.undecided));
            if (seen_.empty()) range.open[number] = open;
        }
    }

    /// Calls `f(v, targets, leaves)` for listed vertices in ascending order: targets are indices, and `leaves` says
    /// whether there are options past the bound. Runs of vertices are read as ranges.
    template <class F>
    void for_each_row(std::span<const Index> vertices, Options& rows, const F& f) const {
        constexpr std::size_t options_per_call = 4096;
        const Index first = graph_.slice().first;
        while (!vertices.empty()) {
            std::size_t run = 1;
            while (run < vertices.size() && vertices[run] == vertices[0] + run) ++run;
            const Index last = first + vertices[0] + run;
            for (Index from = first + vertices[0]; from < last;) {
                rows.clear();
                from = graph_.moves().options(from, last, Player::left, options_per_call, rows);
                for (OptionRows row(rows); row.next();)
                    if (row.stop() == nullptr) f(row.position() - first, row.targets(), row.beyond() != 0);
            }
            vertices = vertices.subspan(run);
        }
    }
    /// Calls `f(v, outcome)` for listed vertices: win if an option was lost before pass `pass`, loss if all were won.
    template <class F>
    void look_forward(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass, Options& rows,
                      std::uint64_t& edges, const F& f) const {
        const CellReader known = cells;
        const Index slice = graph_.slice().first;
        for_each_row(vertices, rows, [&](Index v, std::span<const Index> targets, bool leaves) {
            Index inside = 0, won = 0;
            bool has_lost = false;
            for (const Index to : targets) {
                if (to < slice) continue;
                ++inside;
                const auto [flags, remoteness] = known[to - slice];
                // Earlier rounds of this pass have marked what they found.
                const bool counts = flags >= CellReader::loss && remoteness < pass;
                has_lost = has_lost || (counts && flags == CellReader::loss);
                won += counts && flags == CellReader::win ? 1 : 0;
            }
            edges += inside;
            if (has_lost)
                f(v, Outcome::win);
            else if (inside != 0 && won == inside && !leaves)
                f(v, Outcome::loss);
        });
    }
    /// Calls `f(v)` for listed vertices with an option that was tied before.
    template <class F>
    void look_for_ties(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass, Options& rows,
                       std::uint64_t& edges, const F& f) const {
        const Index slice = graph_.slice().first;
        for_each_row(vertices, rows, [&](Index v, std::span<const Index> targets, bool) {
            bool tied = false;
            for (const Index to : targets) {
                if (to < slice) continue;
                ++edges;
                const auto [flags, remoteness] = cells[to - slice];
                tied = tied || (flags == CellReader::tie && remoteness < pass);
            }
            if (tied) f(v);
        });
    }

    template <class T>
    void evaluate_ties(const T* cells, Range& range, Index base, const Stretch& each, std::uint64_t pass) {
        const CellReader known(cells, sizeof(T));
        for_each_open(cells, range, each, [&](std::span<const Index> open) {
            look_for_ties(known, open, pass, range.rows, range.edges,
                          [&](Index v) { range.lost.push_back(static_cast<std::uint32_t>(v - base)); });
        });
    }

    template <class T>
    void evaluate(const T* cells, Range& range, Index base, const Stretch& each, std::uint64_t pass) {
        const CellReader known(cells, sizeof(T));
        for_each_open(cells, range, each, [&](std::span<const Index> open) {
            look_forward(known, open, pass, range.rows, range.edges, [&](Index v, Outcome found) {
                if (found == Outcome::loss && !lost_by_exits(range, v, pass)) return;
                (found == Outcome::win ? range.won : range.lost).push_back(static_cast<std::uint32_t>(v - base));
            });
        });
    }

    // Whether v, whose options inside are all won, is lost in this pass as far as its exits go.
    bool lost_by_exits(Range& range, Index v, std::uint64_t pass) const {
        if (!graph_.has_exits()) return true;
        const auto remoteness = loss_by_exits(graph_, v);
        if (remoteness) range.last_due = std::max(range.last_due, *remoteness);
        return remoteness && *remoteness <= pass;
    }

    template <bool Ties, class T>
    static void mark(T* cells, const Range& range, Index from, std::uint64_t pass) {
        T* const base = cells + range.first + from;
        for (const std::uint32_t offset : range.lost)
            base[offset] = Ties ? CellCode<T>::tie(pass) : CellCode<T>::loss(pass);
        for (const std::uint32_t offset : range.won) base[offset] = CellCode<T>::win(pass);
    }

    template <bool Ties>
    void tell(Range& range, Index from, std::uint64_t pass) {
        const Index base = range.first + from;
        const auto each = [&](std::vector<std::uint32_t>& found, Outcome outcome) {
            if (hears_vertices_)
                for (const std::uint32_t offset : found) {
                    if (pass == 0 && !Ties) listener_.seed_vertex(base + offset, {outcome, 0});
                    listener_.finish_vertex(base + offset, {outcome, pass});
                }
            found.clear();
        };
        each(range.lost, Ties ? Outcome::tie : Outcome::loss);
        each(range.won, Outcome::win);
    }

    const MovesGraph& graph_;
    AnalysisListener& listener_;
    const bool hears_vertices_;
    OutcomeCells& cells_;
    Index first_cell_;
    AnalysisOptions options_;
    Team team_;
    Ownership ownership_;
    std::vector<std::unique_ptr<Range>> workers_;
    Index longest_range_;
    Course& course_;
    std::vector<Stretch> seen_;  ///< what this pass looked at before it was begun again
    PlyCounts counts_;           ///< of this pass
    Summary summary_;
};

}  // namespace

Summary solve_forward(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                      const AnalysisOptions& options, Course& course) {
    return Forward(graph, cells, listener, options, course).run();
}

}  // namespace mexbase::detail
