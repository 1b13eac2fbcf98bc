#include "best_play.hpp"

#include <algorithm>
#include <unordered_set>

namespace mexbase {

namespace {

Player other(Player player) {
    return player == Player::left ? Player::right : Player::left;
}

std::vector<Option> ordered_options(const Table& table, const Game& game, Index index, Player mover) {
    std::vector<Index> indices;
    game.options(index, mover, indices);
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    std::vector<Option> options;
    options.reserve(indices.size());
    for (const Index option : indices) options.push_back({option, table.stored_at(option).value()});
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return better_option(a.value.outcome, b.value.outcome); });
    return options;
}

}  // namespace

Result<std::vector<Option>> best_options(const Table& table, Index index, Player mover) noexcept {
    return detail::guarded<std::vector<Option>>([&] {
        const Game& game = table.game().value();
        (void)table.stored_at(index).value();  // a position
        return ordered_options(table, game, index, mover);
    });
}

Result<Line> best_line(const Table& table, Index index, std::size_t longest, Player mover) noexcept {
    return detail::guarded<Line>([&] {
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
            line.positions.push_back(options.front().index);
        }
    });
}

}  // namespace mexbase
