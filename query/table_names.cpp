// SPDX-License-Identifier: MIT
// Members of `Table` that parse and format positions.
#include <string>
#include <utility>
#include <vector>

#include "../lib/rules/game.hpp"
#include "kinds/kind.hpp"
#include "open_table.hpp"
#include "table.hpp"

namespace mexbase {

namespace {

using namespace detail;

enum class Named {
    queryable,              ///< positions with a queryable index
    any_size,               ///< also numbers too long for an index, in a periodic table
    parts_reached_by_move,  ///< also positions past the queryable indices that moves lead to
};

/// Returns the end of the range of indices that a text may name.
Index limit_of(const OpenTable& table, Named named) {
    if (table.info.repetition()) return no_index;
    return named == Named::parts_reached_by_move ? table.info.indices : table.info.queryable_size;
}

PositionLocation parse_place(const OpenTable& table, std::string_view text, Named named) {
    if (const auto index = parse_index(text)) {
        (named == Named::parts_reached_by_move ? answering_move : answering)(table, *index);
        return {{*index}, {}};
    }
    const auto repetition = table.info.repetition();
    return game_of(table).find(text, limit_of(table, named),
                               named == Named::any_size && repetition ? &*repetition : nullptr);
}

/// Parses a position and returns its parts. Throws if the position has a value and no index.
std::vector<Index> parse_parts(const OpenTable& table, std::string_view text, Named named) {
    PositionLocation place = parse_place(table, text, named);
    if (place.settled) throw_settled(text, *place.settled);
    return std::move(place.parts);
}

Index parse_index(const OpenTable& table, std::string_view text) {
    const std::vector<Index> parts = parse_parts(table, text, Named::queryable);
    if (parts.size() != 1)
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is a sum of positions: expected one position");
    return parts.front();
}

Value sum_value(const OpenTable& table, std::span<const Index> parts) {
    CursorCore& cursor = thread_cursor(table);
    if (parts.empty()) throw Error(ErrorCode::bad_usage, "a sum needs at least one part");
    if (parts.size() == 1) return cursor.value(answering(table, parts.front()));
    std::vector<Value> values;
    for (const Index part : parts) values.push_back(cursor.value(answering(table, part)));
    return kind_of(table.info.value).sum(values);
}

/// Returns the value of a position that has an outcome and no index.
Value settled_value(const OpenTable& table, const OutcomeValue& outcome) {
    const Kind& kind = kind_of(table.info.value);
    if (!kind.has_plies || kind.partizan)
        throw Error(ErrorCode::not_applicable, "a position without an index has an outcome, but this table holds " +
                                                   std::string(kind.name) + " values");
    Value value;
    value.outcome = outcome;
    value.distance = table.info.distance;
    value.cannot_win = outcome.outcome != Outcome::win && outcome.outcome != Outcome::unknown;
    value.cannot_lose = outcome.outcome != Outcome::loss && outcome.outcome != Outcome::unknown;
    return value;
}

}  // namespace

Result<Value> Table::probe(std::string_view position) const noexcept {
    return guarded<Value>([&] {
        const PositionLocation place = parse_place(*data_, position, Named::any_size);
        return place.settled ? settled_value(*data_, *place.settled) : sum_value(*data_, place.parts);
    });
}

Result<ResolvedPosition> Table::resolve(std::string_view position) const noexcept {
    return guarded<ResolvedPosition>([&] {
        const Game& game = game_of(*data_);
        if (const auto index = parse_index(position)) answering(*data_, *index);
        return game.resolve(position, limit_of(*data_, Named::queryable));
    });
}

Result<Value> Table::at(const ResolvedPosition& position) const noexcept {
    return guarded<Value>([&] {
        const auto& [parts, settled] = position.place;
        if (settled) return settled_value(*data_, *settled);
        if (parts.size() != 1) return sum_value(*data_, parts);
        return thread_cursor(*data_).value(stored_index(*data_, parts.front()));
    });
}

Result<Index> Table::index_of(std::string_view position) const noexcept {
    return guarded<Index>([&] { return parse_index(*data_, position); });
}

Result<std::vector<Index>> Table::parts_of(std::string_view sum) const noexcept {
    return guarded<std::vector<Index>>([&] { return parse_parts(*data_, sum, Named::queryable); });
}

std::vector<Index> Table::parts_reached_by_move(std::string_view sum) const {
    return parse_parts(*data_, sum, Named::parts_reached_by_move);
}

Result<Value> Table::at_sum(std::span<const Index> parts) const noexcept {
    return guarded<Value>([&] { return sum_value(*data_, parts); });
}

Result<std::string> Table::text_of(std::span<const Index> parts) const noexcept {
    return guarded<std::string>([&] {
        std::string text;
        for (const Index part : parts) text += (text.empty() ? "" : "+") + text_of(part).value();
        return text;
    });
}

Result<std::string> Table::text_of(Index index) const noexcept {
    return guarded<std::string>([&] {
        if (!data_->info.repetition()) check_stored(*data_, index);
        const auto& game = data_->game();
        if (!game) return "#" + std::to_string(index);
        if (data_->has_holes()) check_legal(*data_, index);
        return (*game)->format(index);
    });
}

Result<bool> Table::legal(Index index) const noexcept {
    return guarded<bool>([&] {
        if (data_->info.repetition() && !data_->has_holes()) return true;
        check_stored(*data_, index);
        return (!data_->has_holes() && index < data_->info.queryable_size) || game_of(*data_).legal(index);
    });
}

}  // namespace mexbase
