#include "proven_bits.hpp"

#include <algorithm>
#include <atomic>

#include "../parallel_for_ranges.hpp"
#include "verify_positions.hpp"

namespace mexbase {

namespace {

std::uint32_t load(std::uint32_t& label) {
    return std::atomic_ref(label).load(std::memory_order_relaxed);
}
bool lower(std::uint32_t& label, std::uint32_t to) {
    if (to >= load(label)) return false;
    std::atomic_ref(label).store(to, std::memory_order_relaxed);
    return true;
}

}  // namespace

ProvenBits::ProvenBits(const Moves& moves, Play play, unsigned threads, const ProgressSink& progress)
    : win_(moves.size(), never), loss_(moves.size(), never) {
    std::atomic<bool> changed{true};
    while (changed.exchange(false))
        parallel_for_ranges(moves.size(), threads, progress, "proving", [&](unsigned, Index first, Index last) {
            Options options;
            detail::for_each_row(moves, first, last, Player::left, options, [&](const OptionRows& row) {
                const auto [win, loss] = derive(row, play);
                const Index i = row.position();
                const bool lowered = lower(win_[i], win), lowered_too = lower(loss_[i], loss);
                if (lowered || lowered_too) changed.store(true, std::memory_order_relaxed);
                return true;
            });
            return true;
        });
}

ProvenBits::Soonest ProvenBits::derive(const OptionRows& row, Play play) {
    Soonest soonest;
    if (row.stop() != nullptr || row.has_no_moves()) {
        const OutcomeValue value = row.stop() != nullptr ? *row.stop() : without_moves(play);
        const auto plies = static_cast<std::uint32_t>(value.remoteness);
        if (value.outcome == Outcome::win) soonest.win = plies;
        if (value.outcome == Outcome::loss) soonest.loss = plies;
        return soonest;
    }
    std::uint32_t least_loss = row.beyond() != 0 ? 0 : never, greatest_win = 0;
    for (const Index to : row.targets()) {
        least_loss = std::min(least_loss, load(loss_[to]));
        greatest_win = std::max(greatest_win, load(win_[to]));
    }
    if (least_loss != never) soonest.win = least_loss + 1;
    if (greatest_win != never) soonest.loss = greatest_win + 1;
    return soonest;
}

void ProvenBits::look_for_ties(const Moves& moves, const std::function<bool(Index)>& is_open) {
    if (!moves.traits().ties_beyond) return;
    open_.assign(static_cast<std::size_t>(moves.size()), 0);
    Options options;
    for (bool changed = true; changed;) {
        changed = false;
        detail::for_each_row(moves, 0, moves.size(), Player::left, options, [&](const OptionRows& row) {
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

}  // namespace mexbase
