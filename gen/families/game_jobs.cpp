#include "game_jobs.hpp"

#include "../jobs/check/check_rules.hpp"
#include "../jobs/verify/verify_tables.hpp"

namespace mexbase::detail {

namespace {

std::uint64_t verify_values(const Game& game, const Table& table, const JobOptions& options) {
    const ValueKind kind = table.info().value;
    require_kind(game, kind, game.facts().kinds, game.traits().stops);
    if (!options.rules_checked) check_all_rules(game, options);
    switch (kind) {
        case ValueKind::canonical:
            return verify_canonical_table(game, table, options);
        case ValueKind::partizan_outcome:
            return verify_partizan_outcome_table(game, table, options);
        case ValueKind::nimber:
        case ValueKind::obliged:
            return verify_value_table(game, table, options);
        case ValueKind::outcome:
            return verify_outcome_table(game, table, options);
    }
    throw_no_such_values(game, kind, game.facts().kinds, game.traits().stops);
}

}  // namespace

RulesReport check_all_rules(const Game& game, const JobOptions& options) {
    check_heap_game(game);
    return check_rules(game, options);
}

std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options) {
    return verify_kind([&] { return verify_values(game, table, options); });
}

}  // namespace mexbase::detail
