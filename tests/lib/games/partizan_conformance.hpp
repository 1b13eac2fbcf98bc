// SPDX-License-Identifier: MIT
/// \file
/// Values of partizan rulesets by brute force.
#pragma once

#include "conformance.hpp"
#include "lib/value/partizan/notation/text.hpp"

namespace mexbase {

/// Returns the values of all positions of a game whose options descend, by index.
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
