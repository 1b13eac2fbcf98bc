// SPDX-License-Identifier: MIT
#include "best_play.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "../lib/rules/game.hpp"
#include "../lib/time_limit.hpp"
#include "../lib/value/partizan/arena.hpp"
#include "../lib/value/partizan/list/canonical_values.hpp"
#include "kinds/kind.hpp"

namespace mexbase {

namespace {

/// Limit on the parts of all options of a position together. An option has several parts if it is a sum.
constexpr std::size_t most_listed = std::size_t{1} << 22;
/// Text for an option that has a value and no index, if the game gives such options no text.
constexpr std::string_view no_text = "(position without a text)";
/// Maximum number of canonical forms to compare pairwise.
constexpr std::size_t most_compared = 2048;

/// Returns a map from the number of each canonical form in `options` to its rank. A lower rank is better for `mover`.
/// Forms with which `mover` wins rank before others. In each group, the rank grows with the number of better forms.
std::map<std::uint32_t, int> canonical_ranks(std::span<const Value> options, Player mover) {
    std::map<std::uint32_t, int> ranks;
    for (const Value& option : options) ranks.emplace(option.canonical.number, 0);
    if (ranks.size() > most_compared)
        throw Error(ErrorCode::out_of_domain, "the options of the position have " + std::to_string(ranks.size()) +
                                                  " different values: at most " + std::to_string(most_compared) +
                                                  " can be compared");
    if (ranks.empty()) return ranks;
    const CanonicalValues& values = *options.front().canonical.values;
    const OutcomeClass won = mover == Player::left ? OutcomeClass::left : OutcomeClass::right;
    GameArena arena;
    GameImport import(values.arena(), arena);
    std::vector<std::pair<PartizanId, int*>> games;
    for (auto& [number, rank] : ranks) {
        const OutcomeClass outcome = values.outcome(number);
        rank = outcome == won || outcome == OutcomeClass::previous ? 0 : static_cast<int>(most_compared);
        games.emplace_back(values.import(import, number), &rank);
    }
    for (const auto& [game, rank] : games)
        for (const auto& [other_game, other_rank] : games) {
            if (game == other_game) continue;
            check_time_limit();
            const bool worse = mover == Player::left ? arena.leq(game, other_game) : arena.leq(other_game, game);
            *rank += worse ? 1 : 0;
        }
    return ranks;
}

/// In a table of distances to an exit, returns the values with which the options of `index` count. They differ from
/// `values` in the remoteness of options outside the slice of `index`. `to` are the indices of the first options; all
/// further options have no index. Returns an empty vector for other tables, in which options count with their values.
std::vector<Value> count_exits(const Game& game, Index index, std::span<const Index> to,
                               std::span<const Value> values) {
    const GameTraits& traits = game.traits();
    if (traits.distance == Distance::end || index == no_index) return {};
    std::vector<Value> counted(values.begin(), values.end());
    const Index first = traits.order.first_of_slice(index);
    for (std::size_t k = 0; k < values.size(); ++k)
        if (k >= to.size() || to[k] < first)
            counted[k].outcome.remoteness = traits.remoteness_outside(values[k].outcome.remoteness);
    return counted;
}

/// Returns the indices of the elements of `values`, the best for `mover` first. Equally good values keep their order.
/// If `counted` is not empty, it has the values with which options count. If several options count equally, the better
/// own value comes first.
std::vector<std::uint32_t> order_of(const Table& table, std::span<const Value> counted, std::span<const Value> values,
                                    Player mover) {
    if (counted.empty()) counted = values;
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::map<std::uint32_t, int> ranks;
    if (kind_of(table.info().value).has_forms) ranks = canonical_ranks(values, mover);
    const auto is_better = [&](const Value& a, const Value& b) {
        return ranks.empty() ? better_option(a, b, mover) : ranks.at(a.canonical.number) < ranks.at(b.canonical.number);
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (is_better(counted[a], counted[b])) return true;
        if (is_better(counted[b], counted[a])) return false;
        return is_better(values[a], values[b]) || (a < b && !is_better(values[b], values[a]));
    });
    return order;
}

Value value_of(const Table& table, std::span<const Index> parts) {
    return parts.size() == 1 ? table.stored_at(parts.front()).value() : table.at_sum(parts).value();
}

/// Throws if the table does not have the sum of `parts`. Accepts a single stored index without reading its value.
void check_position(const Table& table, std::span<const Index> parts) {
    const bool is_stored = parts.size() == 1 && parts.front() < table.info().indices;
    if (!is_stored) (void)value_of(table, parts);
}

/// Throws if a position has too many options to list, or at the time limit. `parts` is the number of parts per option.
void check_listed(std::size_t options, std::size_t parts) {
    check_time_limit();
    if (options > most_listed / parts)
        throw Error(ErrorCode::out_of_domain, "the position has too many options to list");
}

/// If the table is remote, reads the data of the position `own` and of its options `to`. On return, `to` is unchanged.
void fetch_options(const Table& table, std::vector<Index>& to, Index own) {
    if (own == no_index) return table.fetch(to).value();
    to.push_back(own);
    table.fetch(to).value();
    to.pop_back();
}

/// Returns the options of a position, in a game that does not split positions into sums.
std::vector<Option> whole_options(const Table& table, const Game& game, Index index, Player mover) {
    std::vector<Index> to;
    game.options(index, mover, to);
    check_listed(to.size(), 2);
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
    std::vector<OutcomeValue> settled;
    game.settled_options(index, mover, settled);
    std::vector<Value> values(to.size());
    fetch_options(table, to, index);
    table.stored_at(to, values).value();  // an option may be past the queryable indices
    for (std::size_t at = 0; at < settled.size(); ++at)
        if (std::find(settled.begin(), settled.begin() + static_cast<std::ptrdiff_t>(at), settled[at]) ==
            settled.begin() + static_cast<std::ptrdiff_t>(at))
            values.push_back(table.at(ResolvedPosition{{}, {{}, settled[at]}}).value());
    const std::vector<Value> counted = count_exits(game, index, to, values);
    std::vector<Option> options;
    options.reserve(values.size());
    for (const std::uint32_t at : order_of(table, counted, values, mover)) {
        Option& option = options.emplace_back();
        if (at < to.size()) option.parts.assign(1, to[at]);
        option.value = values[at];
    }
    return options;
}

std::vector<Option> ordered_options(const Table& table, const Game& game, std::span<const Index> parts, Player mover) {
    if (game.whole() && parts.size() == 1) return whole_options(table, game, parts.front(), mover);
    if (parts.size() > 1 && kind_of(table.info().value).obliged)
        throw Error(
            ErrorCode::not_applicable,
            "cannot list the options of an obliged sum: after a move, one part is begun and must be finished first");
    std::vector<std::vector<Index>> all;
    for (std::size_t k = 0; k < parts.size(); ++k)
        game.for_each_option(parts[k], mover, [&](std::span<const Index> option) {
            check_listed(all.size() + 1, parts.size() + 1);
            std::vector<Index> after(parts.begin(), parts.end());
            after.erase(after.begin() + static_cast<std::ptrdiff_t>(k));
            after.insert(after.begin() + static_cast<std::ptrdiff_t>(k), option.begin(), option.end());
            all.push_back(std::move(after));
        });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<Index> needed(parts.begin(), parts.end());
    for (const auto& option : all) needed.insert(needed.end(), option.begin(), option.end());
    table.fetch(needed).value();
    std::vector<Value> values;
    values.reserve(all.size());
    for (const auto& option : all) values.push_back(value_of(table, option));
    std::vector<Option> options;
    options.reserve(all.size());
    for (const std::uint32_t at : order_of(table, {}, values, mover))
        options.push_back({std::move(all[at]), values[at]});
    return options;
}

/// Returns the moves of a position, in a game that names its moves.
std::vector<Move> named_moves(const Table& table, const Game& game, const ResolvedPosition& position, Player mover) {
    std::vector<Move> found;
    game.for_each_named_move(position, mover, [&](ResolvedPosition&& to, std::string_view name) {
        check_listed(found.size() + 1, 2);
        found.push_back({std::move(to), std::string(name), {}});
    });
    std::vector<std::string> engine_names = game.engine_names(position, mover);
    for (std::size_t at = 0; at < std::min(engine_names.size(), found.size()); ++at)
        found[at].engine_name = std::move(engine_names[at]);
    std::stable_sort(found.begin(), found.end(),
                     [](const Move& a, const Move& b) { return a.to.index() < b.to.index(); });
    std::vector<Index> to;
    for (const Move& move : found)
        if (move.to.index() != no_index) to.push_back(move.to.index());
    std::vector<Value> values(to.size());
    fetch_options(table, to, position.index());
    table.stored_at(to, values).value();
    // Targets without an index are last in `found`.
    for (std::size_t at = to.size(); at < found.size(); ++at) values.push_back(table.at(found[at].to).value());
    const std::vector<Value> counted = count_exits(game, position.index(), to, values);
    std::vector<Move> moves;
    moves.reserve(found.size());
    for (const std::uint32_t at : order_of(table, counted, values, mover)) {
        found[at].value = values[at];
        moves.push_back(std::move(found[at]));
    }
    return moves;
}

std::vector<Move> ordered_moves(const Table& table, const Game& game, const ResolvedPosition& position, Player mover) {
    if (game.names_moves()) return named_moves(table, game, position, mover);
    if (position.place.settled) return {};
    std::vector<Move> moves;
    for (Option& option : ordered_options(table, game, position.place.parts, mover)) {
        const auto settled = option.parts.empty() ? std::optional(option.value.outcome) : std::nullopt;
        std::string text = settled ? std::string(no_text) : game.format_sum(option.parts);
        moves.push_back({{std::move(text), {std::move(option.parts), settled}}, {}, option.value});
    }
    return moves;
}

/// Extends the line of play `steps`. Each new step is `next(last step, player to move)`. Stops if `next` returns null,
/// if a position recurs, or if the line has `longest` moves. Steps with equal `key(step)` are at equal positions.
template <class Step, class Key, class Next>
LineEnd play_on(std::vector<Step>& steps, std::size_t longest, Player mover, Key key, Next next) {
    // One set per player to move. In a partizan game, a position with the other player to move is another position.
    std::unordered_set<decltype(key(steps.front()))> seen[2];
    for (;; mover = other(mover)) {
        check_time_limit();
        if (!seen[static_cast<std::size_t>(mover)].insert(key(steps.back())).second) return LineEnd::repeated;
        std::optional<Step> step = next(steps.back(), mover);
        if (!step) return LineEnd::finished;
        if (steps.size() > longest) return LineEnd::cut;
        steps.push_back(std::move(*step));
    }
}

void check_has_lines(const Table& table) {
    const Kind& kind = kind_of(table.info().value);
    if (!kind.has_plies)
        throw Error(ErrorCode::not_applicable, "a line of best play needs a table of outcomes, but this table holds " +
                                                   std::string(kind.name) + " values");
}

}  // namespace

bool better_option(const Value& a, const Value& b, Player mover) {
    return kind_of(a.kind).is_better(a, b, mover);
}

Result<std::vector<Option>> best_options(const Table& table, Index index, Player mover) noexcept {
    return best_options(table, std::span<const Index>(&index, 1), mover);
}

Result<std::vector<Option>> best_options(const Table& table, std::span<const Index> parts, Player mover) noexcept {
    return detail::guarded<std::vector<Option>>([&] {
        const Game& game = table.game().value();
        check_position(table, parts);
        return ordered_options(table, game, parts, mover);
    });
}

Result<std::vector<Move>> best_moves(const Table& table, const ResolvedPosition& position, Player mover) noexcept {
    return detail::guarded<std::vector<Move>>([&] {
        const Game& game = table.game().value();
        if (!position.place.settled) check_position(table, position.place.parts);
        return ordered_moves(table, game, position, mover);
    });
}

Result<Line> best_line(const Table& table, Index index, std::size_t longest, Player mover) noexcept {
    return detail::guarded<Line>([&] {
        check_has_lines(table);
        const Game& game = table.game().value();
        check_position(table, {&index, 1});
        Line line;
        line.positions.push_back(index);
        const auto next = [&](Index here, Player who) -> std::optional<Index> {
            const auto options = ordered_options(table, game, {&here, 1}, who);
            if (options.empty()) return std::nullopt;
            if (!options.front().parts.empty()) return options.front().index();
            line.settled = options.front().value.outcome;
            return std::nullopt;
        };
        line.end = play_on(
            line.positions, longest, mover, [](Index i) { return i; }, next);
        return line;
    });
}

Result<PlayedLine> best_line(const Table& table, const ResolvedPosition& position, std::size_t longest,
                             Player mover) noexcept {
    return detail::guarded<PlayedLine>([&] {
        check_has_lines(table);
        const Game& game = table.game().value();
        PlayedLine line;
        line.moves.push_back({position, {}, {}});
        const auto next = [&](const Move& here, Player who) -> std::optional<Move> {
            auto moves = ordered_moves(table, game, here.to, who);
            if (moves.empty()) return std::nullopt;
            return std::move(moves.front());
        };
        line.end = play_on(
            line.moves, longest, mover, [](const Move& move) { return move.to.text; }, next);
        line.moves.front().value = table.at(position).value();  // already read with the options
        return line;
    });
}

}  // namespace mexbase
