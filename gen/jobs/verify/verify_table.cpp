#include "../../../lib/error.hpp"
#include "verify_tables.hpp"

namespace mexbase {

namespace {

/// Proofs by number of the kind of value.
constexpr decltype(&detail::verify_value_table) proofs[] = {
    detail::verify_outcome_table, detail::verify_value_table, detail::verify_value_table,
    detail::verify_partizan_outcome_table, detail::verify_canonical_table};

std::uint64_t verify_values(const Game& game, const Table& table, const JobOptions& options) {
    const ValueKind kind = table.info().value;
    detail::require_kind(game, kind);
    if (!options.rules_checked) check_rules(game, options);
    return proofs[static_cast<std::size_t>(kind)](game, table, options);
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
