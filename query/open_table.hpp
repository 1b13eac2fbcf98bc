// SPDX-License-Identifier: MIT
/// \file
/// Data behind a `Table`: an open table with its game. Also functions that map queried indices to stored indices.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../lib/error.hpp"
#include "../lib/lazy.hpp"
#include "read/table_data.hpp"
#include "table.hpp"

namespace mexbase::detail {

/// An open table with its game, which is made at first use. Safe for any number of threads. Members throw `Error`.
struct OpenTable : TableData {
    OpenTable(Source&& from, const OpenOptions& options);
    ~OpenTable();

    /// Returns the game, or the reason why it cannot be made.
    const Result<std::unique_ptr<Game>>& game() const;

    const Registry* const registry;    ///< null: the table has no rules
    const MoveProvider move_provider;  ///< empty if the caller does not supply moves

  private:
    void check_proof();

    Lazy<Result<std::unique_ptr<Game>>> game_;
};

[[noreturn]] inline void throw_out_of_domain(Index index, Index limit) {
    throw Error(
        ErrorCode::out_of_domain,
        "index " + std::to_string(index) + " is out of range: indices of the table are below " + std::to_string(limit));
}

inline void check_stored(const OpenTable& table, Index index) {
    if (index >= table.info.indices) [[unlikely]]
        throw_out_of_domain(index, table.info.indices);
}

/// Returns the stored index that has the value of position `index`. In a periodic table this may be a smaller index.
inline Index stored_index(const OpenTable& table, Index index) {
    if (index >= table.info.indices) [[unlikely]]
        if (const auto repetition = table.info.repetition()) return repetition->reduce(index);
    check_stored(table, index);
    return index;
}

/// Throws for a hole (an index that is not a position), because its value is meaningless. If the rules of the game are
/// not linked, throws for every index.
void check_legal(const OpenTable& table, Index index);

/// Returns the stored index whose value a query of `index` gives. Throws if `index` is not queryable or not a position.
inline Index answering(const OpenTable& table, Index index) {
    if (index >= table.info.queryable_size) [[unlikely]] {
        if (const auto repetition = table.info.repetition()) return repetition->reduce(index);
        throw_out_of_domain(index, table.info.queryable_size);
    }
    if (table.has_holes()) check_legal(table, index);
    return index;
}

/// Variant of `answering` for the target of a move. It also accepts stored indices past the queryable ones.
inline Index answering_move(const OpenTable& table, Index index) {
    if (index < table.info.queryable_size || table.info.repetition()) return answering(table, index);
    check_stored(table, index);
    check_legal(table, index);
    return index;
}

inline const Game& game_of(const OpenTable& table) {
    const auto& game = table.game();
    if (!game) throw Error(game.error().code, game.error().message, game.error().remedy);
    return **game;
}

inline void check_batch(std::span<const Index> indices, std::span<Value> values) {
    if (indices.size() != values.size())
        throw Error(ErrorCode::bad_usage, "a batch needs an output of as many values as indices");
}

/// Converts each index by `look`. If no index changes, returns `indices`. Otherwise fills and returns `reduced`.
inline std::span<const Index> answering_batch(const OpenTable& table, std::span<const Index> indices,
                                              std::vector<Index>& reduced,
                                              Index (*look)(const OpenTable&, Index) = answering) {
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const Index stored = look(table, indices[i]);
        if (stored != indices[i] && reduced.empty()) reduced.assign(indices.begin(), indices.end());
        if (!reduced.empty()) reduced[i] = stored;
    }
    return reduced.empty() ? indices : std::span<const Index>(reduced);
}

}  // namespace mexbase::detail
