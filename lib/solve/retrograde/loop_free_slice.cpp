#include "loop_free_slice.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "../../error.hpp"
#include "../team.hpp"
#include "worker.hpp"

namespace mexbase::detail {

namespace {

/// What one thread has found.
struct SliceShare {
    std::map<std::uint64_t, PlyCounts> plies;
    Index positions = 0;
    bool too_long = false;
};

template <class T>
class SliceSettler final : public StartTaker {
  public:
    SliceSettler(T* all, Index first_cell, SliceShare& share)
        : cells_(all + first_cell), first_(first_cell), share_(share) {}
    void take(Index v, const Start& start) override {
        if (!start.value)
            throw Error(ErrorCode::not_applicable,
                        "index " + std::to_string(first_ + v) + " has an option in its loop-free slice");
        take(v, *start.value);
    }
    void take(Index v, const OutcomeValue& value) override {
        check_terminal(value);
        share_.too_long = share_.too_long || value.remoteness > CellCode<T>::max_remoteness;
        cells_[v] = CellCode<T>::cell(value);
        if (!has_remoteness(value.outcome)) return;
        PlyCounts& counts = share_.plies[value.remoteness];
        ++(value.outcome == Outcome::win ? counts.wins : value.outcome == Outcome::loss ? counts.losses : counts.ties);
    }

  private:
    T* cells_;
    Index first_;
    SliceShare& share_;
};

}  // namespace

Summary settle_slice(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                     const AnalysisOptions& options) {
    const Index size = graph.size();
    Team team(size < options.small_ply ? 1 : options.threads);
    const Ownership ownership(size, team.size());
    std::vector<SliceShare> shares;
    const auto pass = [&](auto* all) {
        shares.assign(team.size(), {});
        team.run([&](unsigned k) {
            SliceSettler settler(all, graph.first_cell(), shares[k]);
            shares[k].positions = graph.for_each_start(ownership.first(k), ownership.last(k), options.play, settler);
        });
        return std::any_of(shares.begin(), shares.end(), [](const SliceShare& share) { return share.too_long; });
    };
    // The cells of this slice are written again: whatever a first pass put there, cut off, means nothing.
    while (cells.visit(pass)) cells.widen();

    Summary summary;
    summary.vertices = size;
    std::map<std::uint64_t, PlyCounts> plies;
    for (const SliceShare& share : shares) {
        summary.positions += share.positions;
        for (const auto& [ply, counts] : share.plies) {
            plies[ply].wins += counts.wins;
            plies[ply].losses += counts.losses;
            plies[ply].ties += counts.ties;
        }
    }
    for (const auto& [ply, counts] : plies) {
        summary.wins += counts.wins;
        summary.losses += counts.losses;
        summary.ties += counts.ties;
        summary.longest = ply;
        listener.finish_ply(ply, counts);
    }
    return summary;
}

}  // namespace mexbase::detail
