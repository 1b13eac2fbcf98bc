#include "proven_bits.hpp"

#include <algorithm>
#include <atomic>

#include "../parallel_for_ranges.hpp"
#include "verify_positions.hpp"

namespace mexbase::detail {

[[gnu::always_inline]] inline ProvenBits::Soonest ProvenBits::derive(const OptionRows& row, Play play) {
    if (row.targets().empty() && (row.stop() != nullptr || row.has_no_moves())) [[unlikely]] {
        const OutcomeValue value = row.stop() != nullptr ? *row.stop() : without_moves(play);
        const auto plies = static_cast<std::uint32_t>(value.remoteness);
        return Soonest::of(value.outcome == Outcome::win ? plies : never,
                           value.outcome == Outcome::loss ? plies : never);
    }
    std::uint64_t least = row.beyond() != 0 ? 0 : ~std::uint64_t{0};  // the word with the least loss
    std::uint32_t greatest_win = 0;
    for (const Index to : row.targets()) {
        const Soonest option = load(to);
        least = std::min(least, option.word);
        greatest_win = std::max(greatest_win, option.win());
    }
    const std::uint32_t least_loss = Soonest{least}.loss();
    return Soonest::of(least_loss == never ? never : least_loss + 1, greatest_win == never ? never : greatest_win + 1);
}

ProvenBits::ProvenBits(const Moves& moves, Play play, unsigned threads, const ProgressSink& progress)
    : labels_(static_cast<std::size_t>(moves.size())) {
    std::atomic<bool> changed{true};
    while (changed.exchange(false))
        parallel_for_ranges(moves.size(), threads, progress, "proving", [&](unsigned, Index first, Index last) {
            bool any = false;
            for_each_row(moves, first, last, Player::left, [&](const OptionRows& row) {
                const Index i = row.position();
                const Soonest before = load(i), derived = derive(row, play);
                const Soonest now =
                    Soonest::of(std::min(before.win(), derived.win()), std::min(before.loss(), derived.loss()));
                if (now.word == before.word) return true;
                std::atomic_ref(labels_[i].word).store(now.word, std::memory_order_relaxed);
                any = true;
                return true;
            });
            if (any) changed.store(true, std::memory_order_relaxed);
            return true;
        });
}

void ProvenBits::look_for_ties(const Moves& moves, const std::function<bool(Index)>& is_open) {
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

}  // namespace mexbase::detail
