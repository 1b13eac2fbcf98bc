#include "partizan_outcome_job.hpp"

#include <string>

#include "../../lib/error.hpp"

namespace mexbase::detail {

void throw_cut_off_partizan(const Game& game) {
    throw Error(ErrorCode::not_applicable, "this game of " + std::string{game.family()} +
                                               " is cut off at a bound, and partizan outcomes are found only of games "
                                               "that are known whole");
}

void require_partizan_outcomes(const Table& table) {
    if (table.info().value != ValueKind::partizan_outcome)
        throw Error(ErrorCode::verification_failed, "the table does not hold partizan outcomes");
}

}  // namespace mexbase::detail
