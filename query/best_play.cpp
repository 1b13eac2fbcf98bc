#include "best_play.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

#include "../lib/value/partizan/game_import.hpp"

namespace mexbase {

namespace {

/// Positions whose options have more parts than this, in all, are not listed.
constexpr std::size_t most_listed = std::size_t{1} << 22;
/// Canonical forms that are compared, each with all others.
constexpr std::size_t most_compared = 2048;

/// A place for each value among the others, for the player who chooses: first those that win, then those that lose, in
/// either group by how many others are better. So a better one has a lower place than a worse one.
std::map<std::uint32_t, int> canonical_ranks(const std::vector<Option>& options, Player mover) {
    std::map<std::uint32_t, int> ranks;
    for (const Option& option : options) ranks.emplace(option.value.canonical.number, 0);
    if (ranks.size() > most_compared)
        throw Error(ErrorCode::out_of_domain, "the position has options with too many different values to compare");
    if (ranks.empty()) return ranks;
    const CanonicalValues& values = *options.front().value.canonical.values;
    const OutcomeClass won = mover == Player::left ? OutcomeClass::left : OutcomeClass::right;
    GameArena arena;
    GameImport import(values.arena(), arena);
    std::vector<std::pair<PartizanId, int*>> games;
    for (auto& [number, rank] : ranks) {
        const OutcomeClass outcome = values.outcome(number);
        rank = outcome == won || outcome == OutcomeClass::previous ? 0 : static_cast<int>(most_compared);
        games.emplace_back(import(values.game(number)), &rank);
    }
    for (const auto& [game, rank] : games)
        for (const auto& [other_game, other_rank] : games) {
            if (game == other_game) continue;
            const bool worse = mover == Player::left ? arena.leq(game, other_game) : arena.leq(other_game, game);
            *rank += worse ? 1 : 0;
        }
    return ranks;
}

std::vector<Option> ordered_options(const Table& table, const Game& game, std::span<const Index> parts, Player mover) {
    if (parts.size() > 1 && table.info().value == ValueKind::obliged)
        throw Error(ErrorCode::not_applicable,
                    "a move in an obliged sum leaves a part begun: see the moves of mexquery sum --obliged");
    std::vector<std::vector<Index>> all;
    for (std::size_t k = 0; k < parts.size(); ++k)
        game.for_each_option(parts[k], mover, [&](std::span<const Index> option) {
            if ((all.size() + 1) * (parts.size() + 1) > most_listed)
                throw Error(ErrorCode::out_of_domain, "the position has too many options to list");
            std::vector<Index> after(parts.begin(), parts.end());
            after.erase(after.begin() + static_cast<std::ptrdiff_t>(k));
            after.insert(after.begin() + static_cast<std::ptrdiff_t>(k), option.begin(), option.end());
            all.push_back(std::move(after));
        });
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<Option> options;
    options.reserve(all.size());
    for (auto& option : all) {
        // An option may lie past what may be asked for.
        const Value value = option.size() == 1 ? table.stored_at(option.front()).value() : table.at_sum(option).value();
        options.push_back({std::move(option), value});
    }
    if (table.info().value == ValueKind::canonical) {
        const auto ranks = canonical_ranks(options, mover);
        std::ranges::stable_sort(options, {}, [&](const Option& o) { return ranks.at(o.value.canonical.number); });
    } else {
        std::ranges::stable_sort(
            options, [mover](const Option& a, const Option& b) { return better_option(a.value, b.value, mover); });
    }
    return options;
}

std::vector<Option> ordered_options(const Table& table, const Game& game, Index index, Player mover) {
    return ordered_options(table, game, std::span<const Index>(&index, 1), mover);
}

/// How good an option is for the player who chooses, best first.
int rank_of(const Value& option, Player mover) {
    if (option.kind == ValueKind::obliged) return option.obliged.code();
    switch (outcome_for(option, other(mover), Play::normal)) {
        case Outcome::loss:
            return 0;
        case Outcome::win:
            return 2;
        default:
            return 1;
    }
}

}  // namespace

bool better_option(const Value& a, const Value& b, Player mover) {
    if (a.kind == ValueKind::outcome) return better_option(a.outcome, b.outcome);
    if (a.kind == ValueKind::partizan_outcome)
        return mover == Player::left ? better_option(a.partizan.right, b.partizan.right)
                                     : better_option(a.partizan.left, b.partizan.left);
    const int rank = rank_of(a, mover);
    if (rank != rank_of(b, mover)) return rank < rank_of(b, mover);
    return a.kind == ValueKind::nimber && rank == 0 && a.nimber.counter < b.nimber.counter;
}

Result<std::vector<Option>> best_options(const Table& table, Index index, Player mover) noexcept {
    return detail::guarded<std::vector<Option>>([&] {
        const Game& game = table.game().value();
        (void)table.stored_at(index).value();  // a position
        return ordered_options(table, game, index, mover);
    });
}

Result<std::vector<Option>> best_options(const Table& table, std::span<const Index> parts, Player mover) noexcept {
    if (parts.size() == 1) return best_options(table, parts.front(), mover);
    return detail::guarded<std::vector<Option>>([&] {
        const Game& game = table.game().value();
        (void)table.at_sum(parts).value();
        return ordered_options(table, game, parts, mover);
    });
}

Result<Line> best_line(const Table& table, Index index, std::size_t longest, Player mover) noexcept {
    return detail::guarded<Line>([&] {
        if (table.info().value != ValueKind::outcome && table.info().value != ValueKind::partizan_outcome)
            throw Error(ErrorCode::not_applicable,
                        "a line of best play needs a table of outcomes, and this one holds " +
                            std::string(to_string(table.info().value)) + " values");
        const Game& game = table.game().value();
        (void)table.stored_at(index).value();
        Line line;
        line.positions.push_back(index);
        // In a game with two players' own options the same position with the other to move is another one.
        std::unordered_set<Index> seen[2];
        for (;; mover = other(mover)) {
            const Index here = line.positions.back();
            if (!seen[static_cast<std::size_t>(mover)].insert(here).second) {
                line.end = Line::End::repeated;
                return line;
            }
            const auto options = ordered_options(table, game, here, mover);
            if (options.empty()) return line;
            if (line.positions.size() > longest) {
                line.end = Line::End::cut;
                return line;
            }
            line.positions.push_back(options.front().index());
        }
    });
}

}  // namespace mexbase
