// SPDX-License-Identifier: MIT
// If every stored value follows from the values of the options, all are the values of the game, loopy or not. The proof
// is by induction on the remoteness. Only terminal positions have loss 0 or win 0. From win n a move leads to loss n-1
// and none to a shorter loss. From loss n every move leads to a win of at most n-1, and one to win n-1. So each player
// can keep to the stored number of plies. At a draw no move leads to a loss for the opponent, and one leads to a draw.
// Either player can stay among draws forever, and neither can leave the draws to his advantage.
#include "../jobs/table_job.hpp"
#include "positions.hpp"

namespace mexbase::detail {

std::uint64_t verify_partizan_outcome(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    refuse_cut_off(game);
    const Play play = table.info().play;
    const StoredOutcomes values(table, options.memory);
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        auto look_up = values.reader();
        const auto derive = [&](const OptionRows& row, Player player) {
            return derive_outcome(row, play, look_up, other(player)).value_or(OutcomeValue{Outcome::draw, 0});
        };
        for_each_row_of_both(game, first, last, [&](const OptionRows& left, const OptionRows& right) {
            const Index i = left.position();
            const PartizanOutcome stored{look_up(i, Player::left).value, look_up(i, Player::right).value};
            const PartizanOutcome derived{derive(left, Player::left), derive(right, Player::right)};
            return record(findings, i, stored, derived);
        });
    });
}

}  // namespace mexbase::detail
