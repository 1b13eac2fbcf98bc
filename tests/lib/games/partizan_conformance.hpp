/// \file
/// What every partizan ruleset promises, checked on all positions of one game; and its values by brute force.
#pragma once

#include "conformance.hpp"
#include "lib/value/partizan/notation/text.hpp"

namespace mexbase {

/// A slow, independent list of a player's moves: from a position's text to the texts of its options, one a move.
using SlowPartizanOptions = std::function<std::multiset<std::string>(const std::string&, Player)>;

inline constexpr std::array both_players = {Player::left, Player::right};

/// Ranks and texts agree; the options of either player are those of `slow`, and smaller where they should be;
/// predecessors are the options turned round. Texts of holes are nobody's.
template <Ruleset R>
void expect_partizan_conformance(const R& rules, const SlowPartizanOptions& slow) {
    static_assert(has<R>.partizan);
    EXPECT_TRUE(is_partizan(rules));
    using MoveCount = std::map<std::pair<Index, Index>, int>;
    std::array<MoveCount, 2> moves, moves_back;
    std::set<std::string> texts;
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) continue;
        const auto p = rules.unrank(i);
        ASSERT_EQ(rules.rank(p), i);
        const std::string text = rules.format(p);
        EXPECT_TRUE(texts.insert(text).second) << text << " names two positions";
        ASSERT_EQ(rules.rank(rules.parse(text)), i) << text;
        for (const Player player : both_players) {
            const auto of_player = static_cast<std::size_t>(player);
            std::multiset<std::string> options;
            rules.for_each_option(i, p, player, [&](Index to) {
                ASSERT_TRUE(rules.legal(to)) << text << " -> #" << to;
                if constexpr (has<R>.options_descend) {
                    ASSERT_LT(to, i) << text;
                }
                options.insert(rules.format(rules.unrank(to)));
                ++moves[of_player][{i, to}];
            });
            ASSERT_EQ(options, slow(text, player)) << text << (player == Player::left ? " Left" : " Right");
            if constexpr (has<R>.predecessors)
                rules.for_each_predecessor(i, p, player, [&](Index from) { ++moves_back[of_player][{from, i}]; });
            if constexpr (requires { rules.can_move(p, player); }) {
                EXPECT_EQ(rules.can_move(p, player), !options.empty()) << text;
            }
        }
    }
    if constexpr (has<R>.predecessors) {
        EXPECT_EQ(moves_back, moves) << "predecessors are not the transpose";
    }
}

/// The values of all positions of a game whose options descend, by index.
template <OrderedRuleset R>
std::vector<PartizanId> game_values(const R& rules, GameArena& arena) {
    std::vector<PartizanId> values(static_cast<std::size_t>(rules.size()), GameArena::zero);
    std::array<std::vector<PartizanId>, 2> options;
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) continue;
        for (const Player player : both_players) {
            auto& own = options[static_cast<std::size_t>(player)];
            own.clear();
            rules.for_each_option(i, rules.unrank(i), player, [&](Index to) { own.push_back(values[to]); });
        }
        values[i] = arena.make(options[0], options[1]);
    }
    return values;
}

/// The values of positions by their texts alone.
class SlowGameValues {
  public:
    SlowGameValues(GameArena& arena, SlowPartizanOptions options) : arena_(arena), options_(std::move(options)) {}

    PartizanId value(const std::string& text) {
        if (const auto known = known_.find(text); known != known_.end()) return known->second;
        std::array<std::vector<PartizanId>, 2> values;
        for (const Player player : both_players)
            for (const std::string& to : options_(text, player))
                values[static_cast<std::size_t>(player)].push_back(value(to));
        return known_[text] = arena_.make(values[0], values[1]);
    }

  private:
    GameArena& arena_;
    SlowPartizanOptions options_;
    std::map<std::string, PartizanId> known_;
};

}  // namespace mexbase
