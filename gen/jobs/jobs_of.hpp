/// \file
/// The jobs of one ruleset: templates, instantiated in one translation unit a family.
#pragma once

#include <chrono>

#include "jobs.hpp"
#include "make_outcome_table.hpp"
#include "verify_outcome_table.hpp"

namespace mexbase {

template <Ruleset R>
FamilyJobs jobs_of() {
    return {R::family,
            [](const Game& game, Sink& sink, const JobOptions& options) {
                return make_outcome_table(static_cast<const GameOf<R>&>(game).rules(), game, sink, options);
            },
            [](const Game& game, const Table& table, const JobOptions& options) {
                return verify_outcome_table(static_cast<const GameOf<R>&>(game).rules(), game, table, options);
            }};
}

}  // namespace mexbase
