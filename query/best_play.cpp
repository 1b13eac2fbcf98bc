#include "best_play.hpp"

#include <algorithm>
#include <unordered_set>

namespace mexbase {

namespace {

std::vector<RatedOption> rated_options(const Table& table, const Game& game, Index index, Player player) {
    if (table.info().value != ValueKind::outcome)
        throw Error(ErrorCode::not_applicable, "best moves are known of tables of outcomes only");
    if (!game.legal(index)) throw Error(ErrorCode::out_of_domain, "index " + std::to_string(index) + " is no position");
    std::vector<Index> options;
    game.options(index, player, options);
    std::ranges::sort(options);
    options.erase(std::unique(options.begin(), options.end()), options.end());
    std::vector<RatedOption> rated;
    rated.reserve(options.size());
    for (const Index option : options) rated.push_back({option, table.stored_at(option).value()});
    std::ranges::stable_sort(rated, [](const RatedOption& a, const RatedOption& b) {
        return better_option(a.value.outcome, b.value.outcome);
    });
    return rated;
}

}  // namespace

Result<std::vector<RatedOption>> best_options(const Table& table, Index index, Player player) noexcept {
    return detail::guarded<std::vector<RatedOption>>(
        [&] { return rated_options(table, table.game().value(), index, player); });
}

Result<BestLine> best_line(const Table& table, Index index, Player player, std::size_t longest) noexcept {
    return detail::guarded<BestLine>([&] {
        const Game& game = table.game().value();
        BestLine line;
        std::unordered_set<Index> seen;
        for (Index at = index;;) {
            line.positions.push_back(at);
            if (!seen.insert(at).second) {
                line.end = LineEnd::repeated;
                return line;
            }
            const auto options = rated_options(table, game, at, player);
            if (options.empty()) return line;
            if (table.stored_at(at).value().outcome.outcome == Outcome::unknown) {
                line.end = LineEnd::unproven;
                return line;
            }
            if (line.positions.size() == longest) {
                line.end = LineEnd::cut;
                return line;
            }
            at = options.front().index;
            player = player == Player::left ? Player::right : Player::left;
        }
    });
}

}  // namespace mexbase
