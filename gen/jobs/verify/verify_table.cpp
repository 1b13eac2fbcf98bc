#include "../../../lib/error.hpp"
#include "verify_tables.hpp"

namespace mexbase {

namespace {

std::uint64_t verify_values(const Game& game, const Table& table, const JobOptions& options) {
    const ValueKind kind = table.info().value;
    detail::require_kind(game, kind);
    if (!options.rules_checked) check_rules(game, options);
    switch (kind) {
        case ValueKind::canonical:
            return detail::verify_canonical_table(game, table, options);
        case ValueKind::partizan_outcome:
            return detail::verify_partizan_outcome_table(game, table, options);
        case ValueKind::nimber:
        case ValueKind::obliged:
            return detail::verify_value_table(game, table, options);
        case ValueKind::outcome:
            return detail::verify_outcome_table(game, table, options);
    }
    detail::throw_no_such_values(game, kind);
}

}  // namespace

std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options) {
    try {
        return verify_values(game, table, options);
    } catch (const Error& e) {
        // A table of values that its game cannot have is wrong, whatever they are.
        if (e.code() != ErrorCode::not_applicable) throw;
        throw Error(ErrorCode::verification_failed, e.what());
    }
}

}  // namespace mexbase
