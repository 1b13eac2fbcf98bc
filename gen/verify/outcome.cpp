// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "../jobs/table_job.hpp"
#include "positions.hpp"

namespace mexbase::detail {

namespace {

/// Facts about a bounded game that hold for any play past its bound, found by sweeps without any code of the solver.
/// Each position has two labels. One is how soon the player to move could win if all positions past the bound favoured
/// this player. The other is how soon this player could lose if these positions favoured the opponent. The labels are
/// the greatest numbers with
///
/// - soonest win(v) = 1 + the least soonest loss(w) of the options w; it is 0 for an option past the bound;
/// - soonest loss(v) = 1 + the greatest soonest win(w) of the options w; it is 0 for an option past the bound.
///
/// A terminal position has its remoteness or `never`. Labels begin at `never` and fall until nothing changes, in any
/// order. A label `never` proves that this result is impossible for any play past the bound. A win or loss in as many
/// plies as its label cannot come sooner. Takes `bytes` per position and the time of a few sweeps.
class ProvenBits {
  public:
    static constexpr std::uint64_t bytes = sizeof(std::uint64_t);

    ProvenBits(const Moves& moves, Play play, unsigned threads, const ProgressSink& progress)
        : labels_(static_cast<std::size_t>(moves.size())) {
        // The first sweep reads all blocks. Each later sweep reads only blocks in which the label of an option has
        // changed. The last sweep reads all blocks, so that the result does not depend on `predecessors`. The block
        // size divides the lengths of ranges, so no two threads read the same block.
        constexpr Index block = 1 << 10;
        std::vector<std::uint8_t> due(static_cast<std::size_t>(moves.size() / block + 1), 1);
        std::atomic<bool> changed;
        for (bool all = false, stable = false; !stable; stable = all && !changed, all = !changed) {
            changed = false;
            parallel_for_ranges(moves.size(), threads, progress, "proving", [&](unsigned, Index first, Index last) {
                std::vector<Index> fallen;
                Flat before;
                for (; first < last; first += block) {
                    if (std::atomic_ref(due[first / block]).exchange(0, std::memory_order_relaxed) == 0 && !all)
                        continue;
                    for_each_row(moves, first, std::min(first + block, last), Player::left, [&](const OptionRows& row) {
                        if (lower(row, play)) fallen.push_back(row.position());
                        return true;
                    });
                    if (fallen.empty()) continue;
                    changed.store(true, std::memory_order_relaxed);
                    if (moves.traits().has_predecessors) moves.predecessors(fallen, Player::left, before);
                    for (const Index from : before.span())
                        std::atomic_ref(due[from / block]).store(1, std::memory_order_relaxed);
                    fallen.clear();
                    before.clear();
                }
                return true;
            });
        }
    }

    /// Finds the undecided positions (`is_open(i)`) from which play can get past the bound through undecided positions.
    void look_for_ties(const Moves& moves, const std::function<bool(Index)>& is_open) {
        if (!moves.traits().ties_beyond) return;
        open_.assign(static_cast<std::size_t>(moves.size()), 0);
        for (bool changed = true; changed;) {
            changed = false;
            for_each_row(moves, 0, moves.size(), Player::left, [&](const OptionRows& row) {
                std::uint8_t& open = open_[static_cast<std::size_t>(row.position())];
                if (open != 0 || !is_open(row.position()) || row.stop() != nullptr || row.has_no_moves()) return true;
                if (row.beyond() == 0 && std::ranges::none_of(row.targets(), [this](Index to) {
                        return open_[static_cast<std::size_t>(to)] != 0;
                    }))
                    return true;
                open = 1;
                changed = true;
                return true;
            });
        }
    }

    /// Returns true if the player to move cannot win, whatever is past the bound. Returns false if this player cannot
    /// lose either and a tie past the bound is possible. Both facts together would mean a draw.
    bool cannot_win(Index i) const {
        if (labels_[i].win() != never) return false;
        return open_.empty() || open_[static_cast<std::size_t>(i)] == 0 || !cannot_lose(i);
    }
    bool cannot_lose(Index i) const { return labels_[i].loss() == never; }
    /// Returns true if the remoteness of a win or loss is exact, not only an upper bound.
    bool is_exact(Index i, const OutcomeValue& value) const {
        return value.remoteness == (value.outcome == Outcome::win ? labels_[i].win() : labels_[i].loss());
    }

  private:
    static constexpr std::uint32_t never = 0xffffffff;
    /// Both labels of a position in one word, so that threads can read the word while another thread lowers it. The
    /// loss is in the high bits, so the word with the least loss is the least word.
    struct Soonest {
        std::uint64_t word = ~std::uint64_t{0};
        static Soonest of(std::uint32_t win, std::uint32_t loss) { return {std::uint64_t{loss} << 32 | win}; }
        std::uint32_t win() const { return static_cast<std::uint32_t>(word); }
        std::uint32_t loss() const { return static_cast<std::uint32_t>(word >> 32); }
    };

    Soonest load(Index i) { return {std::atomic_ref(labels_[i].word).load(std::memory_order_relaxed)}; }
    // Lowers the labels of a position to those derived from its options. Returns true if they have changed.
    [[gnu::always_inline]] bool lower(const OptionRows& row, Play play) {
        const Soonest before = load(row.position()), derived = derive(row, play);
        const auto now = Soonest::of(std::min(before.win(), derived.win()), std::min(before.loss(), derived.loss()));
        if (now.word == before.word) return false;
        std::atomic_ref(labels_[row.position()].word).store(now.word, std::memory_order_relaxed);
        return true;
    }
    [[gnu::always_inline]] Soonest derive(const OptionRows& row, Play play) {
        if (row.targets().empty() && (row.stop() != nullptr || row.has_no_moves())) [[unlikely]] {
            const OutcomeValue value = row.stop() != nullptr ? *row.stop() : without_moves(play);
            const auto plies = static_cast<std::uint32_t>(value.remoteness);
            return Soonest::of(value.outcome == Outcome::win ? plies : never,
                               value.outcome == Outcome::loss ? plies : never);
        }
        std::uint64_t least = row.beyond() != 0 ? 0 : ~std::uint64_t{0};  // word with the least loss
        std::uint32_t greatest_win = 0;
        for (const Index to : row.targets()) {
            const Soonest option = load(to);
            least = std::min(least, option.word);
            greatest_win = std::max(greatest_win, option.win());
        }
        const std::uint32_t least_loss = Soonest{least}.loss();
        return Soonest::of(least_loss == never ? never : least_loss + 1,
                           greatest_win == never ? never : greatest_win + 1);
    }

    std::vector<Soonest> labels_;
    std::vector<std::uint8_t> open_;  // positions that may reach a tie past the bound; empty if ties are impossible
};

}  // namespace

std::uint64_t verify_outcome(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    const Play play = table.info().play;
    std::optional<ProvenBits> proven;
    std::uint64_t taken = 0;
    if (is_cut_off(game)) {
        taken = game.size() * ProvenBits::bytes;
        check_memory(taken, options);
        proven.emplace(game, play, options.threads, options.progress);
    }
    const StoredOutcomes values(table, options.memory - std::min(taken, options.memory));
    if (proven) {
        auto look_up = values.reader();
        proven->look_for_ties(game, [&look_up](Index i) {
            const Outcome outcome = look_up(i).value.outcome;
            return outcome == Outcome::draw || outcome == Outcome::unknown;
        });
    }
    const bool exits = game.traits().distance == Distance::exit;
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        auto look_up = values.reader();
        for_each_row(game, first, last, Player::left, [&](const OptionRows& row) {
            const Index i = row.position();
            const StoredOutcome stored = look_up(i);
            const auto decided =
                exits ? derive_exit_outcome(game.traits(), row, play, look_up) : derive_outcome(row, play, look_up);
            // In a game without a bound, a position that is neither won nor lost is drawn.
            StoredOutcome derived = StoredOutcome::of(decided.value_or(OutcomeValue{Outcome::draw, 0}));
            if (proven && !decided)
                derived = StoredOutcome::undecided(proven->cannot_win(i), proven->cannot_lose(i));
            else if (proven && has_remoteness(decided->outcome) && i < findings.queryable &&
                     !proven->is_exact(i, *decided))
                findings.counts.add_inexact();
            return record(findings, i, stored, derived);
        });
    });
}

}  // namespace mexbase::detail
