// SPDX-License-Identifier: MIT
/// \file
/// Data behind a `Table`: an open table with its game.
#pragma once

#include <memory>

#include "../lib/lazy.hpp"
#include "../lib/rules/family.hpp"
#include "read/table_data.hpp"
#include "table.hpp"

namespace mexbase::detail {

/// An open table with its game, which is made at first use. Safe for any number of threads. Members throw `Error`.
struct OpenTable : TableData {
    OpenTable(Source&& from, const OpenOptions& options);

    /// Returns the game, or the reason why it cannot be made.
    const Result<std::unique_ptr<Game>>& game() const;

    const Registry* const registry;    ///< null: the table has no rules
    const MoveProvider move_provider;  ///< empty if the caller does not supply moves

  private:
    void judge_proof();

    Lazy<Result<std::unique_ptr<Game>>> game_;
};

}  // namespace mexbase::detail
