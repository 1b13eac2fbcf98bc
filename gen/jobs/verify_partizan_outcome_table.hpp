/// \file
/// Verification of a table of partizan outcomes: every stored value is derived again from its options' values, by the
/// definition. Nothing of the solver takes part, only the rules and the reader.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "../../lib/error.hpp"
#include "jobs.hpp"
#include "make_partizan_outcome_table.hpp"
#include "table_job.hpp"
#include "verify_outcome_table.hpp"
#include "work_shares.hpp"

namespace mexbase {

namespace detail {

/// All values of a table in 8 bytes a position, or, where `memory` does not allow that or a remoteness does not fit,
/// the table itself behind a cursor. Safe for any number of readers; each thread takes a reader of its own. Borrows the
/// table.
class StoredPartizanOutcomes {
  public:
    /// Throws `Error{corrupt}` and `Error{io}` as the table does.
    StoredPartizanOutcomes(const Table& table, std::uint64_t memory);

    class Reader {
      public:
        /// The result for `player` who begins.
        OutcomeValue operator()(Index i, Player player) {
            return cells_ != nullptr ? unpack(cells_[i][static_cast<std::size_t>(player)]) : from_table(i, player);
        }

      private:
        friend class StoredPartizanOutcomes;
        OutcomeValue from_table(Index i, Player player);
        const std::array<std::uint32_t, 2>* cells_ = nullptr;
        std::optional<Cursor> cursor_;
    };
    Reader reader() const;

  private:
    // Outcome in the three highest bits, then the remoteness.
    static constexpr unsigned remoteness_bits = 29;
    static std::optional<std::uint32_t> pack(const OutcomeValue& value);
    static OutcomeValue unpack(std::uint32_t cell) {
        return {static_cast<Outcome>(cell >> remoteness_bits), cell & ((1u << remoteness_bits) - 1)};
    }

    const Table& table_;
    std::vector<std::array<std::uint32_t, 2>> cells_;
};

/// Counts of one range, to compare with what the table says of itself.
struct PartizanCounts {
    std::array<std::uint64_t, partizan_codes> pairs{};
    std::uint64_t positions = 0;
    std::uint64_t checked = 0;
    std::optional<std::uint64_t> longest;

    void add(const PartizanOutcome& value);
    void add(const PartizanCounts& other);
};

void compare_with_info(const PartizanCounts& counts, const TableInfo& info);
[[noreturn]] void throw_wrong_value(const Game& game, Index index, const PartizanOutcome& stored,
                                    const PartizanOutcome& derived);

/// The result for `player` who begins at `p`, from what the table says of the options.
template <Ruleset R>
OutcomeValue derive_for(const R& rules, Index i, const typename R::Position& p, Player player, Play play,
                        StoredPartizanOutcomes::Reader& look_up) {
    if constexpr (HasTerminal<R>) {
        if (const auto value = rules.terminal(i, p)) return *value;
    }
    DerivedOutcome gathered;
    bool any = false;
    rules.for_each_option(i, p, player, [&](Index to) {
        any = true;
        gathered.add(StoredOutcome::of(look_up(to, other(player))));
    });
    if (!any) return {play == Play::normal ? Outcome::loss : Outcome::win, 0};
    return gathered.decided().value_or(OutcomeValue{Outcome::draw, 0});
}

}  // namespace detail

/// Checks every stored value of `table` against the rules, and its counts against its header. Returns the number of
/// positions checked. Throws `Error{verification_failed}` at the first index whose value the rules do not give, and
/// what reading the table throws.
///
/// Where every value follows from those of the options, it is the value of the game, loopy or not. By induction on the
/// remoteness: loss 0 and win 0 stand only where play stops; from win n a move leads to loss n - 1 and none to a
/// shorter loss; from loss n every move leads to a win of at most n - 1, and one to win n - 1. So each player can keep
/// to the plies that are stored. At a draw no move leads to a loss for the opponent, and one leads to a draw: either
/// player can stay among draws, where play never stops, and neither can leave them to his advantage.
template <Ruleset R>
std::uint64_t verify_partizan_outcome_table(const R& rules, const Game& game, const Table& table,
                                            const JobOptions& options) {
    table.check().value();
    const TableInfo& info = table.info();
    detail::check_board(table);
    detail::check_rules(table, game);
    detail::refuse_cut_off(rules, game);

    struct Share {
        detail::PartizanCounts counts;
        Index wrong = no_index;
        PartizanOutcome stored, derived;
    };
    const detail::StoredPartizanOutcomes values(table, options.memory);
    std::vector<Share> shares(options.threads);
    share_work(
        info.indices, options.threads, options.progress, "verifying", [&](unsigned thread, Index first, Index last) {
            Share& share = shares[thread];
            auto look_up = values.reader();
            for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
                if (share.wrong != no_index) return;
                const PartizanOutcome stored{look_up(i, Player::left), look_up(i, Player::right)};
                ++share.counts.checked;
                if (i < info.admitted) share.counts.add(stored);
                const PartizanOutcome derived{detail::derive_for(rules, i, p, Player::left, info.play, look_up),
                                              detail::derive_for(rules, i, p, Player::right, info.play, look_up)};
                if (stored == derived) return;
                share.wrong = i;
                share.stored = stored;
                share.derived = derived;
            });
            return share.wrong == no_index;
        });

    detail::PartizanCounts counts;
    const Share* first_wrong = nullptr;
    for (const Share& share : shares) {
        counts.add(share.counts);
        if (share.wrong != no_index && (first_wrong == nullptr || share.wrong < first_wrong->wrong))
            first_wrong = &share;
    }
    if (first_wrong != nullptr)
        detail::throw_wrong_value(game, first_wrong->wrong, first_wrong->stored, first_wrong->derived);
    detail::compare_with_info(counts, info);
    return counts.checked;
}

}  // namespace mexbase
