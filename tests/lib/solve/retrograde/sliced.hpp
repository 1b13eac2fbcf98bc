// SPDX-License-Identifier: MIT
/// \file
/// Random rulesets in slices, with unindexed options.
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "brute_force.hpp"
#include "tests/number_rules.hpp"

namespace mexbase::test {

/// A graph in slices, with unindexed options.
struct Sliced {
    ListGraph graph{Index{0}};
    std::vector<Slice> slices;
};

/// Its rules, as one range.
class SlicedRules : public NumberRules {
  public:
    static constexpr std::string_view family = "sliced";
    static constexpr Has has{.terminal = true, .settled_options = true};
    static SlicedRules make(const Parameters&) { return SlicedRules(Sliced{}); }

    explicit SlicedRules(Sliced g) : NumberRules(g.graph.size()) {
        auto data = std::make_shared<Data>();
        data->sources.resize(g.graph.size());
        for (const Slice& slice : g.slices)
            for (Index v = slice.first; v < slice.first + slice.size; ++v)
                if (!g.graph.stops[v])
                    for (const Index w : g.graph.options[v])
                        if (w >= slice.first) data->sources[w].push_back(v);
        data->game = std::move(g);
        data_ = std::move(data);
    }

    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        for (const Index w : data_->game.graph.options[i]) f(w);
    }
    std::optional<OutcomeValue> terminal(Index i, Position, Player) const { return data_->game.graph.stops[i]; }
    template <class F>
    void for_each_settled_option(Index i, Position, Player, F&& f) const {
        for (const OutcomeValue& value : data_->game.graph.settled[i]) f(value);
    }
    std::optional<OutcomeValue> settled(Position) const { return std::nullopt; }

  protected:
    struct Data {
        Sliced game;
        std::vector<std::vector<Index>> sources;
    };
    std::shared_ptr<const Data> data_;
};

/// Its rules with predecessors.
class SlicedRulesBack : public SlicedRules {
  public:
    static constexpr Has has{.predecessors = true, .terminal = true, .settled_options = true};
    using SlicedRules::SlicedRules;
    static SlicedRulesBack make(const Parameters&) { return SlicedRulesBack(Sliced{}); }
    template <class F>
    void for_each_predecessor(Index i, Position, Player, F&& f) const {
        for (const Index u : data_->sources[i]) f(u);
    }
};

/// Its rules with slices.
template <class Base>
class InSlices : public Base {
  public:
    static constexpr Has has = [] {
        Has all = Base::has;
        all.slices = true;
        return all;
    }();
    using Base::Base;
    static InSlices make(const Parameters&) { return InSlices(Sliced{}); }
    Index slices() const { return this->data_->game.slices.size(); }
    Slice slice(Index k) const { return this->data_->game.slices[k]; }
};

/// Returns up to `most_slices` slices of less than `most_vertices` vertices each.
inline Sliced random_slices(std::mt19937_64& random, Index most_slices, Index most_vertices) {
    Sliced g;
    const Index count = 1 + random() % most_slices;
    Index size = 0;
    for (Index k = 0; k < count; ++k) {
        const Index n = random() % most_vertices;
        g.slices.push_back({size, n, random() % 4 == 0});
        size += n;
    }
    g.graph = ListGraph(size);
    const std::uint64_t most_options = 1 + random() % 5, settled_rate = 2 + random() % 20, stop_rate = 3 + random() % 9;
    for (const Slice& slice : g.slices)
        for (Index v = slice.first; v < slice.first + slice.size; ++v) {
            for (std::uint64_t n = random() % (most_options + 1); n > 0; --n) {
                const bool inside = !slice.loop_free && random() % 3 != 0;
                const Index below = inside ? slice.first + slice.size : slice.first;
                if (below != 0) g.graph.options[v].push_back(random() % below);
                if (below != 0 && random() % 8 == 0) g.graph.options[v].push_back(g.graph.options[v].back());
            }
            while (random() % settled_rate == 0) g.graph.settled[v].push_back(random_value(random));
            if (random() % stop_rate == 0) g.graph.stops[v] = random_value(random);
        }
    return g;
}

}  // namespace mexbase::test
