/// \file
/// Forward re-evaluation: for games that cannot take moves back, where even the transpose does not fit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "../graph/graph.hpp"
#include "../graph/visitor.hpp"
#include "../team.hpp"
#include "cells.hpp"

namespace mexbase::detail {

/// Pass r evaluates every undecided vertex from its options, and decides exactly those of remoteness r: values of the
/// current pass do not count. It costs O(edges of undecided vertices) a pass and a look at every cell, so that time is
/// the product of edges and longest remoteness; memory is the cells and what one round of a pass finds.
template <class View, class Visitor>
class Forward {
  public:
    Forward(const View& view, OutcomeCells& cells, Visitor& visitor, const AnalysisOptions& options)
        : view_(view),
          cells_(cells),
          visitor_(visitor),
          options_(options),
          team_(std::clamp(options.threads, 1U, 1024U)),
          ownership_(view.size(), team_.size()),
          workers_(team_.size()) {
        summary_.vertices = view.size();
        for (unsigned k = 0; k < team_.size(); ++k) {
            workers_[k].first = ownership_.first(k);
            workers_[k].length = ownership_.last(k) - ownership_.first(k);
            workers_[k].open.assign(workers_[k].length / block + 1, true);
            longest_range_ = std::max(longest_range_, workers_[k].length);
        }
    }

    Summary run() {
        for (std::uint64_t pass = 0;; ++pass) {
            if (pass > cells_.max_remoteness()) cells_.widen();
            if (cells_.visit([&](auto* cells) { return perform(cells, pass); }) == 0) return summary_;
        }
    }

  private:
    static constexpr Index block = 4096;  ///< vertices that are skipped together once all are decided
    static constexpr Index round = 64 * block;

    // Vertices are written by their owner alone, and read by all in another step.
    struct alignas(64) Range {
        Index first = 0, length = 0;
        std::vector<bool> open;                ///< by block: some vertex is undecided
        std::vector<std::uint32_t> lost, won;  ///< found in this round, as offsets from `first` plus the round's start
        std::uint64_t edges = 0;
        Index positions = 0;
    };

    template <class T>
    Index perform(T* cells, std::uint64_t pass) {
        PlyCounts counts;
        for (Index from = 0; from < longest_range_; from += round) {
            team_.run([&](unsigned k) {
                Range& range = workers_[k];
                if (from >= range.length) return;
                const Index to = std::min(from + round, range.length);
                if (pass == 0)
                    seed(range, from, to);
                else
                    evaluate(cells, range, from, to, pass);
            });
            team_.run([&](unsigned k) { mark(cells, workers_[k], from, pass); });
            Index done = 0;
            for (Range& range : workers_) {
                counts.losses += range.lost.size();
                counts.wins += range.won.size();
                done += std::min(from + round, range.length);
                tell(range, from, pass);
            }
            event_scan(visitor_, done, view_.size());
        }
        for (Range& range : workers_) {
            summary_.edges += std::exchange(range.edges, 0);
            summary_.positions += std::exchange(range.positions, 0);
        }
        summary_.losses += counts.losses;
        summary_.wins += counts.wins;
        counts.edges = summary_.edges;
        const Index decided = counts.losses + counts.wins;
        if (decided == 0) return 0;
        summary_.longest = pass;
        event_finish_ply(visitor_, pass, counts);
        return decided;
    }

    void seed(Range& range, Index from, Index to) {
        const Index base = range.first + from;
        range.positions +=
            view_.terminals(base, range.first + to, options_.play, [&](Index v, const OutcomeValue& value) {
                check_terminal(value);
                (value.outcome == Outcome::win ? range.won : range.lost)
                    .push_back(static_cast<std::uint32_t>(v - base));
            });
    }

    template <class T>
    void evaluate(const T* cells, Range& range, Index from, Index to, std::uint64_t pass) {
        using Code = CellCode<T>;
        for (Index start = from; start < to; start += block) {
            if (!range.open[start / block]) continue;
            bool open = false;
            for (Index i = start; i < std::min(start + block, to); ++i) {
                const Index v = range.first + i;
                if (Code::is_decided(cells[v])) continue;
                open = true;
                bool has_lost = false;
                const bool all_won = view_.all_options(v, [&](Index w) {
                    ++range.edges;
                    const T cell = cells[w];
                    // Earlier rounds of this pass have marked what they found.
                    const bool counts = Code::is_decided(cell) && Code::remoteness(cell) < pass;
                    has_lost = has_lost || (counts && Code::is_loss(cell));
                    return counts && Code::is_win(cell);
                });
                if (!has_lost && !all_won) continue;
                (has_lost ? range.won : range.lost).push_back(static_cast<std::uint32_t>(i - from));
            }
            range.open[start / block] = open;
        }
    }

    template <class T>
    static void mark(T* cells, const Range& range, Index from, std::uint64_t pass) {
        T* const base = cells + range.first + from;
        for (const std::uint32_t offset : range.lost) base[offset] = CellCode<T>::loss(pass);
        for (const std::uint32_t offset : range.won) base[offset] = CellCode<T>::win(pass);
    }

    void tell(Range& range, Index from, std::uint64_t pass) {
        const Index base = range.first + from;
        const auto each = [&](std::vector<std::uint32_t>& found, Outcome outcome) {
            if constexpr (has_vertex_events<Visitor>)
                for (const std::uint32_t offset : found) {
                    if (pass == 0) event_seed_vertex(visitor_, view_.vertex(base + offset), {outcome, 0});
                    event_finish_vertex(visitor_, view_.vertex(base + offset), {outcome, pass});
                }
            found.clear();
        };
        each(range.lost, Outcome::loss);
        each(range.won, Outcome::win);
    }

    const View& view_;
    OutcomeCells& cells_;
    Visitor& visitor_;
    AnalysisOptions options_;
    Team team_;
    Ownership ownership_;
    std::vector<Range> workers_;
    Index longest_range_ = 0;
    Summary summary_;
};

}  // namespace mexbase::detail
