// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/colouring/board_sweep.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../../../lib/solve/sweep/canonical_sweep.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../table_job.hpp"
#include "canonical_checkpoint.hpp"
#include "make_tables.hpp"

namespace mexbase::detail {

namespace {

/// Job that computes canonical forms and writes their table. It owns the computed games and the checkpoint.
class CanonicalJob {
  public:
    CanonicalJob(const Game& game, const Moves& moves, const JobOptions& options)
        : game_(game),
          moves_(moves),
          options_(options),
          // Raise the version 3 if games are numbered in another order, because then old checkpoints are wrong.
          snapshot_(options.checkpoint,
                    options.checkpoint_identity + "canonical forms 3 " + game.spec() + ' ' +
                        std::to_string(game.rules_version()) + ' ' + std::to_string(game.size()),
                    options.checkpoint_seconds, options.resumable) {}

    /// Returns the number in `arena_` of the canonical form of each index.
    std::vector<PartizanId> sweep() {
        const CanonicalSweepOptions sweeping = sweep_options();
        if (const auto words = game_.word_game(); words && has_canonical_board_sweep(*words))
            return sweep_canonical_board(*words, arena_, sweeping);
        if (has_order(game_)) return sweep_canonical(moves_, arena_, sweeping);
        check_memory(game_.size() * (sizeof(PartizanId) + sizeof(Index) + sizeof(std::uint32_t)), options_);
        const auto order = order_of_either_player(moves_);
        if (!order)
            throw Error(ErrorCode::not_applicable,
                        std::string{game_.family()} +
                            " is loopy here, so it has no canonical forms: use partizan-outcome values");
        return sweep_canonical(moves_, arena_, sweeping, *order);
    }

    /// Numbers the distinct values in order of their first index, and writes the table.
    JobReport write(Sink& sink, std::vector<PartizanId> values) {
        static_assert(CanonicalCells::none == dont_care && CanonicalCells::none == no_saved_value);
        constexpr std::size_t stretch = std::size_t{1} << 16;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] != CanonicalCells::none) values[i] = numbering_.number(values[i]);
            if (options_.progress && i % stretch == 0) options_.progress("numbering", i, values.size());
        }
        const GameList list = numbering_.take();
        TableContents contents = contents_for(game_, options_);
        contents.values = &list;
        contents.streams.push_back({StreamKind::game_value, [&values](Index first, std::span<std::uint32_t> out) {
                                        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), out.size(),
                                                    out.begin());
                                    }});
        JobReport report = finish_job(sink, contents, options_, values.size() * sizeof(PartizanId) + arena_.bytes());
        report.form_bytes = arena_.bytes();
        sink.commit();  // before the checkpoint is deleted, so that a killed job leaves the table or the checkpoint
        snapshot_.remove();
        report.resumed_from = resumed_from_;
        report.checkpoint_failure = snapshot_.failure();
        report.checkpoint_damage = snapshot_.damage();
        return report;
    }

  private:
    CanonicalSweepOptions sweep_options() {
        CanonicalSweepOptions sweeping;
        const std::uint64_t packing = least_packing_memory(game_);
        sweeping.memory =
            options_.memory == 0 ? 0 : std::max<std::uint64_t>(1, options_.memory - std::min(options_.memory, packing));
        if (options_.progress)
            sweeping.progress = [this](Index done, Index total) { options_.progress("sweeping", done, total); };
        if (snapshot_.works()) {
            sweeping.resume = [this](std::span<PartizanId> values, const std::function<bool(Index)>& is_position) {
                return resumed_from_ = load_canonical(snapshot_, arena_, numbering_, values, is_position);
            };
            sweeping.save = [this](std::span<const PartizanId> values) { save(values); };
        }
        return sweeping;
    }

    void save(std::span<const PartizanId> values) {
        if (!snapshot_.is_due()) return;
        for (const PartizanId value : values.subspan(static_cast<std::size_t>(saved_canonical(snapshot_))))
            if (value != CanonicalCells::none) numbering_.number(value);
        save_canonical(snapshot_, numbering_, values);
    }

    const Game& game_;
    const Moves& moves_;
    const JobOptions& options_;
    GameArena arena_;
    GameNumbering numbering_{arena_};  // the numbering of the table, so that a save only appends to it
    Snapshot snapshot_;
    Index resumed_from_ = 0;
};

}  // namespace

JobMemory canonical_memory(const Game& game, const JobOptions& options) {
    // The sizes of the forms are unknown. Most games have few forms per position.
    const std::uint64_t values = 2 * game.size() * sizeof(PartizanId);
    return job_memory(game, options, values, values);
}

JobReport make_canonical_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    check_values_that_add(game, options);
    CanonicalJob job(game, moves, options);
    return job.write(sink, job.sweep());
}

}  // namespace mexbase::detail
