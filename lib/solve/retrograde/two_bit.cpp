// SPDX-License-Identifier: MIT
#include "two_bit.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "../../error.hpp"
#include "../pages.hpp"
#include "moves_graph.hpp"
#include "ply_engine.hpp"

namespace mexbase {

TwoBitStates::TwoBitStates(Index size) : size_(size) {
    const auto count = static_cast<std::size_t>(size / 16 + 1);
    words_.reset(static_cast<std::uint32_t*>(std::calloc(count, sizeof(std::uint32_t))));
    if (!words_)
        throw Error(ErrorCode::out_of_memory, "not enough memory for " + std::to_string(size) + " values of two bits");
    advise_large_pages(words_.get(), 4 * count);
}

void TwoBitStates::restore(std::span<const std::uint32_t> all) {
    if (all.size() != words().size()) detail::throw_foreign_checkpoint();
    std::ranges::copy(all, words_.get());
}

namespace detail {

namespace {

/// Solver with two bits per vertex. When an option of v becomes won, all options of v are read again: v is lost if all
/// are won. All vertices of a ply are checked before its wins are marked, because wins found in the same ply must not
/// count. Losses found in the same ply do not matter.
///
/// Passes all vertices decided in a ply to `sink(ply, outcome, vertices)`, in several calls on the calling thread.
class TwoBit : private PlyEngine<MovesGraph> {
  public:
    TwoBit(const MovesGraph& graph, TwoBitStates& states, const SpoolSink& sink, AnalysisListener& listener,
           const AnalysisOptions& options, RunContext& context)
        : PlyEngine(graph, listener, options, context, StateView{nullptr, {states.words()}, {}}),
          states_(states),
          sink_(sink) {}

    Summary run() {
        if (from_.begun) {
            restore();
            restore_words(std::exchange(context_.words, {}));
        }
        const auto open = [this](Index v) {
            return states_.state(v) == TwoBitStates::undecided || states_.state(v) == waits;
        };
        const auto mark = [this](Index v, Outcome outcome) {
            states_.decide(v, outcome == Outcome::win ? TwoBitStates::win : TwoBitStates::loss);
        };
        if (!from_.begun || from_.passing) seed(mark, [](Index, std::uint64_t) {});
        for (std::uint64_t ply = from_.begun ? from_.ply : 0; !from_.tying; ++ply) {
            // Runs on one thread, because the states of four vertices share a byte, and a schedule may contain any
            // vertices.
            apply_scheduled(ply, false, open, mark);
            offer(ply, false);
            const Index decided = begin_ply(ply);
            if (decided == 0) {
                const auto due = next_scheduled_ply();
                if (!due) break;
                ply = *due - 1;
                continue;
            }
            for (unsigned k = 0; k < active_; ++k) {
                spool(ply, Outcome::loss, workers_[k]->lost(ply));
                spool(ply, Outcome::win, workers_[k]->won(ply));
            }
            if (alone(decided))
                step_alone(ply);
            else
                step_together(ply);
        }
        spread_ties(
            memory_, [this](Index v) { return states_.state(v) == TwoBitStates::undecided; },
            [this](Index v, std::uint64_t) { states_.decide(v, TwoBitStates::tie); },
            [this](std::uint64_t ply, const Frontier& tied) { spool(ply, Outcome::tie, tied); });
        return summary_;
    }

  private:
    // Ties are found after all wins and losses. Until then the state `tie` marks a vertex that is certainly lost, but
    // only at a later ply for which it is scheduled.
    static constexpr auto waits = TwoBitStates::tie;

    void restore_words(std::vector<std::vector<std::uint32_t>> words) {
        if (words.size() != 3) throw_foreign_checkpoint();
        states_.restore(words[0]);
        words[0] = {};
        for (const bool won : {false, true}) {
            const std::vector<std::uint32_t> bits = std::exchange(words[won + 1], {});
            if (bits.size() != graph_.size() / 32 + 1) throw_foreign_checkpoint();
            const auto push = [&](Index v) {
                workers_[from_.tying ? 0 : ownership_.owner(v)]->plies[from_.ply % 2][won].push(v);
            };
            for (Index word = 0; word < bits.size(); ++word)
                for (std::uint32_t left = bits[word]; left != 0; left &= left - 1)
                    push(32 * word + static_cast<Index>(std::countr_zero(left)));
        }
    }

    void spool(std::uint64_t ply, Outcome outcome, const Frontier& frontier) {
        std::array<Index, 512> buffer;
        std::size_t n = 0;
        frontier.for_each([&](Index v) {
            buffer[n++] = v;
            if (n == buffer.size()) sink_(ply, outcome, std::span<const Index>(buffer.data(), std::exchange(n, 0)));
        });
        if (n != 0) sink_(ply, outcome, std::span<const Index>(buffer.data(), n));
    }

    void step_alone(std::uint64_t ply) {
        Worker& all = *workers_[0];
        for (unsigned k = 0; k < active_; ++k)
            for (Frontier& won = workers_[k]->won(ply); !won.empty();)
                expand_part(all, won, memory_, [&, this](const Index* targets, std::size_t count) {
                    fetch_next(targets, count, 0);
                    for_each_lost(all, targets, count, 0, [&, this](Index v) {
                        if (states_.state(v) == TwoBitStates::undecided) mark_lost(all, v, ply);
                    });
                });
        for (unsigned k = 0; k < active_; ++k)
            for (Frontier& lost = workers_[k]->lost(ply); !lost.empty();)
                expand_part(all, lost, memory_, [&, this](const Index* targets, std::size_t count) {
                    fetch_next(targets, count, 0);
                    mark_won(all, targets, count, 0, ply);
                });
        active_ = 1;
    }

    template <class Offset>
    void fetch_next(const Offset* targets, std::size_t count, Index base) const {
        for (std::size_t j = 0; j < count; ++j) memory_.fetch(base + targets[j + targets_ahead]);
    }

    void step_together(std::uint64_t ply) {
        active_ = team_.size();
        expand_together(
            ply, true,
            [&, this](Worker& w, const std::uint32_t* offsets, std::size_t count, Index first) {
                for_each_lost(w, offsets, count, first, [&w](Index v) { w.deferred.push_back(v); });
            },
            [&, this](Worker& w) {
                for (const Index v : w.deferred)
                    if (states_.state(v) == TwoBitStates::undecided) mark_lost(w, v, ply);
                w.deferred.clear();
            });
        expand_together(
            ply, false,
            [&, this](Worker& w, const std::uint32_t* offsets, std::size_t count, Index first) {
                mark_won(w, offsets, count, first, ply);
            },
            [](Worker&) {});
    }

    /// Reads the predecessors of the won (`won`) or lost vertices of a ply in rounds. Each round calls
    /// `look(worker, offsets, count, first)` with predecessors that a worker owns, and then `write(worker)`.
    template <class Look, class Write>
    void expand_together(std::uint64_t ply, bool won, const Look& look, const Write& write) {
        const auto look_as = [&](Worker& w) {
            return [&](const std::uint32_t* offsets, std::size_t count, Index first) {
                fetch_next(offsets, count, first);
                look(w, offsets, count, first);
            };
        };
        for (bool more = true; more;) {
            team_.run([&](unsigned k) {
                Worker& w = *workers_[k];
                expand_by_messages(w, w.plies[ply % 2][won], won, memory_, look_as(w));
            });
            deliver([&](unsigned k) { read_messages(k, won, memory_, look_as(*workers_[k])); });
            team_.run([&](unsigned k) { write(*workers_[k]); });
            more = std::ranges::any_of(workers_, [&](const auto& w) { return !w->plies[ply % 2][won].empty(); });
        }
    }

    /// Calls `f(v)` for each target that is undecided and has only won options. Targets are given as offsets from
    /// `base`, and may be repeated.
    template <class Offset, class F>
    void for_each_lost(Worker& w, const Offset* offsets, std::size_t count, Index base, const F& f) const {
        constexpr std::size_t options_per_call = 4096;
        w.ids.clear();
        for (std::size_t j = 0; j < count; ++j) {
            const Index v = base + offsets[j];
            if (states_.state(v) == TwoBitStates::undecided) w.ids.push_back(v);
        }
        for (std::span<const Index> left = w.ids; !left.empty();) {
            w.rows.clear();
            left = left.subspan(graph_.moves().options(left, Player::left, options_per_call, w.rows));
            w.edges += w.rows.targets.size();
            w.rows.targets.pad(targets_ahead);
            for (OptionRows row(w.rows); row.next();) {
                bool all = !row.targets().empty() && row.beyond() == 0;
                for (const Index& option : row.targets()) {
                    memory_.fetch((&option)[targets_ahead]);
                    all = all && states_.state(option) == TwoBitStates::win;
                }
                if (all) f(row.position());
            }
        }
    }
    void mark_lost(Worker& w, Index v, std::uint64_t ply) {
        const auto due = lost_after(graph_, ply, v);
        if (!due) return;
        if (*due > ply + 1) {
            states_.decide(v, waits);
            w.schedule.add(*due, false, v);
        } else {
            states_.decide(v, TwoBitStates::loss);
            w.lost(ply + 1).push(v);
        }
    }
    template <class Offset>
    void mark_won(Worker& w, const Offset* offsets, std::size_t count, Index base, std::uint64_t ply) {
        for (std::size_t j = 0; j < count; ++j) {
            const Index v = base + offsets[j];
            if (states_.state(v) != TwoBitStates::undecided) continue;
            states_.decide(v, TwoBitStates::win);
            w.won(ply + 1).push(v);
        }
    }

    TwoBitStates& states_;
    CellMemory memory_ = states_.memory();
    const SpoolSink& sink_;
};

}  // namespace

Summary solve_by_two_bits(const MovesGraph& graph, TwoBitStates& states, const SpoolSink& sink,
                          AnalysisListener& listener, const AnalysisOptions& options, RunContext& context) {
    return TwoBit(graph, states, sink, listener, options, context).run();
}

}  // namespace detail

}  // namespace mexbase
