#include "best_play.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace mexbase {

namespace {

Player other(Player player) {
    return player == Player::left ? Player::right : Player::left;
}

/// Positions whose options have more parts than this, in all, are not listed.
constexpr std::size_t most_listed = std::size_t{1} << 22;

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
    std::ranges::stable_sort(options, [](const Option& a, const Option& b) { return better_option(a.value, b.value); });
    return options;
}

std::vector<Option> ordered_options(const Table& table, const Game& game, Index index, Player mover) {
    return ordered_options(table, game, std::span<const Index>(&index, 1), mover);
}

/// How good an option is for the player who chooses, best first.
int rank_of(const Value& option) {
    if (option.kind == ValueKind::obliged) return option.obliged.code();
    switch (outcome_of(option)) {
        case Outcome::loss:
            return 0;
        case Outcome::win:
            return 2;
        default:
            return 1;
    }
}

}  // namespace

bool better_option(const Value& a, const Value& b) {
    if (a.kind == ValueKind::outcome) return better_option(a.outcome, b.outcome);
    if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
    return a.kind == ValueKind::nimber && rank_of(a) == 0 && a.nimber.counter < b.nimber.counter;
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
        if (table.info().value != ValueKind::outcome)
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
