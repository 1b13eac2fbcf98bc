// SPDX-License-Identifier: MIT
/// \file
/// Test games: any small graph as a ruleset, with or without predecessors.
#pragma once

#include <memory>
#include <string_view>

#include "../retrograde/brute_force.hpp"
#include "tests/number_rules.hpp"

namespace mexbase::test {

/// A `ListGraph` as a ruleset without predecessors.
class ListRules : public NumberRules {
  public:
    static constexpr std::string_view family = "list";
    static constexpr Has has{.terminal = true, .leaves_bound = true};
    static ListRules make(const Parameters&) { return ListRules(ListGraph{}); }

    explicit ListRules(ListGraph g) : NumberRules(g.size()) {
        auto data = std::make_shared<Data>();
        data->sources.resize(g.size());
        for (Index v = 0; v < g.size(); ++v)
            if (!g.stops[v])
                for (const Index w : g.options[v]) data->sources[w].push_back(v);
        data->graph = std::move(g);
        data_ = std::move(data);
    }

    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        for (const Index w : data_->graph.options[i]) f(w);
    }
    std::optional<OutcomeValue> terminal(Index i, Position, Player) const { return data_->graph.stops[i]; }
    std::uint64_t leaves_bound(Index i, Position) const { return data_->graph.beyond[i]; }

  protected:
    struct Data {
        ListGraph graph;
        std::vector<std::vector<Index>> sources;
    };
    std::shared_ptr<const Data> data_;
};

/// A `ListGraph` as a ruleset with predecessors.
class ListRulesBack : public ListRules {
  public:
    static constexpr Has has{.predecessors = true, .terminal = true, .leaves_bound = true};
    using ListRules::ListRules;
    static ListRulesBack make(const Parameters&) { return ListRulesBack(ListGraph{}); }
    template <class F>
    void for_each_predecessor(Index i, Position, Player, F&& f) const {
        for (const Index u : data_->sources[i]) f(u);
    }
};

}  // namespace mexbase::test
