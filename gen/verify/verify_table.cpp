// SPDX-License-Identifier: MIT
#include "../../lib/error.hpp"
#include "positions.hpp"

namespace mexbase {

namespace {

/// Functions that verify the values of a table, indexed by `ValueKind`.
constexpr detail::Proof* proofs[] = {
#define MEXBASE_PROOF(name, ...) detail::verify_##name,
    MEXBASE_VALUE_KINDS(MEXBASE_PROOF)
#undef MEXBASE_PROOF
};

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
        // A table with values that its game cannot have is wrong.
        if (e.code() != ErrorCode::not_applicable) throw;
        throw Error(ErrorCode::verification_failed, e.what());
    }
}

}  // namespace mexbase
