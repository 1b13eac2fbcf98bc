// SPDX-License-Identifier: MIT
#include "heaps.hpp"

#include "../../lib/error.hpp"

namespace mexbase::detail {

namespace {

[[noreturn]] void false_period(const std::string& why) {
    throw Error(ErrorCode::verification_failed, "the table's period is wrong: " + why);
}

}  // namespace

std::uint64_t check_period(const Heaps& heaps, const TableInfo& info, const Game& game, Index shift) {
    if (!info.period) return heaps.values.size();
    const Period& claimed = *info.period;
    const std::uint64_t size = heaps.values.size();
    for (std::uint64_t n = claimed.preperiod + shift; n + claimed.period < size; ++n)
        if (heaps.values[n] + claimed.saltus != heaps.values[n + claimed.period])
            false_period("the value of heap " + std::to_string(n + claimed.period) + " does not repeat that of heap " +
                         std::to_string(n));
    if (!claimed.proven) return size;
    if (claimed.saltus != 0) false_period("no theorem proves a period with a saltus");
    if (info.theorem != game.period_theorem())
        false_period(info.theorem ? "its theorem does not apply to the game"
                                  : "it claims a proof, but names no theorem");
    // The theorem holds from heap 1 on, and so does the period that it proves.
    const std::uint64_t first = std::max<std::uint64_t>(1, claimed.preperiod + shift), p = claimed.period;
    // The theorem assumes moves that leave at least one heap. A move that leaves no heap counts as one that leaves one.
    const unsigned __int128 t = std::max(1U, heaps.game.most_heaps());
    const unsigned __int128 needed =
        heaps.game.distinct ? static_cast<unsigned __int128>(2) * first + static_cast<unsigned __int128>(3) * p
                            : t * first + t * p + heaps.game.most_taken();
    if (heaps.game.distinct && (t > 2 || heaps.game.most_taken() > 0))
        false_period("no theorem applies to a game with these moves");
    if (needed > size) false_period("too few values agree to prove it");
    return static_cast<std::uint64_t>(needed);
}

}  // namespace mexbase::detail
