// SPDX-License-Identifier: MIT
/// \file
/// Checks the conditions on the ruleset of a board game on all of its indices or on a sample.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lib/rules/ruleset.hpp"
#include "lib/rules/ruleset_check.hpp"

namespace mexbase {

/// Selects the indices to check.
struct BoardSample {
    std::size_t count = 0;          ///< this many, the same in every run; 0: all of them
    bool mover_comes_first = true;  ///< the first character of a text is the player to move
};

namespace detail {

template <class R>
std::optional<OutcomeValue> stopped(const R& rules, Index i, const typename R::Position& p) {
    if constexpr (has<R>.terminal)
        return rules.terminal(i, p, Player::left);
    else
        return std::nullopt;
}

/// Returns the positions of an index; without images one.
template <class R>
unsigned images_of(const R& rules) {
    if constexpr (has<R>.images)
        return rules.images();
    else
        return 1;
}
template <class R>
typename R::Position image_of(const R& rules, Index i, unsigned g) {
    if constexpr (has<R>.images)
        return rules.position(i, g);
    else
        return rules.unrank(i);
}

/// Returns the slice that holds an index; all indices if there are no slices.
template <class R>
Slice slice_of(const R& rules, Index i) {
    if constexpr (has<R>.slices) {
        Index low = 0, high = rules.slices();
        while (high - low > 1) {
            const Index middle = low + (high - low) / 2;
            (rules.slice(middle).first <= i ? low : high) = middle;
        }
        return rules.slice(low);
    } else {
        return {0, rules.size(), false};
    }
}

inline bool is_in(const Slice& slice, Index i) {
    return i >= slice.first && i - slice.first < slice.size;
}

template <class R>
std::map<Index, int> options_of(const R& rules, Index i) {
    std::map<Index, int> options;
    rules.for_each_option(i, rules.unrank(i), Player::left, [&](Index to) { ++options[to]; });
    return options;
}

template <class R>
std::map<Index, int> predecessors_of(const R& rules, Index i) {
    std::map<Index, int> sources;
    rules.for_each_predecessor(i, rules.unrank(i), Player::left, [&](Index from) { ++sources[from]; });
    return sources;
}

using ValueSet = std::set<std::pair<Outcome, std::uint64_t>>;

/// Checks that the named moves of one image of i lead to the options of i.
template <class R>
void expect_named_moves(const R& rules, const typename R::Position& q, const std::map<Index, int>& options,
                        const ValueSet& settled, const BoardSample& sample) {
    const std::string text = rules.format(q);
    std::set<std::string> names;
    std::set<Index> to;
    ValueSet values;
    rules.for_each_named_move(q, Player::left, [&](const typename R::Position& after, std::string_view name) {
        EXPECT_FALSE(name.empty()) << text;
        EXPECT_TRUE(names.emplace(name).second) << text << " has two moves named " << name;
        const std::string text_after = rules.format(after);
        EXPECT_EQ(rules.parse(text_after), after) << text_after;
        if (sample.mover_comes_first) {
            EXPECT_NE(text.front(), text_after.front()) << text << ' ' << name;
        }
        if constexpr (has<R>.settled_options) {
            if (const auto value = rules.settled(after)) {
                values.emplace(value->outcome, value->remoteness);
                return;
            }
        }
        const Index index = rules.rank(after);
        EXPECT_EQ(options.count(index), 1U) << text << ' ' << name << " leads to #" << index << ", which is no option";
        to.insert(index);
    });
    EXPECT_EQ(to.size(), options.size()) << text << " has options without a name";
    if constexpr (has<R>.engine_names) {
        const std::vector<std::string> again = rules.engine_names(q, Player::left);
        EXPECT_EQ(again.size(), names.size()) << text;
        EXPECT_EQ(std::set<std::string>(again.begin(), again.end()).size(), again.size()) << text;
    }
    EXPECT_EQ(values, settled) << text;
}

}  // namespace detail

/// Returns the legal indices of `rules`, or a sample of them.
template <class R>
std::vector<Index> sampled_indices(const R& rules, const BoardSample& sample) {
    std::vector<Index> indices;
    if (sample.count == 0) {
        for (Index i = 0; i < rules.size(); ++i)
            if (rules.legal(i)) indices.push_back(i);
    } else {
        std::mt19937_64 random(1);
        while (indices.size() < sample.count)
            if (const Index i = random() % rules.size(); rules.legal(i)) indices.push_back(i);
    }
    return indices;
}

/// Checks that numbers, texts, images, named moves, predecessors and slices agree with each other and with the options.
template <Ruleset R>
    requires(has<R>.named_moves)
void expect_board_conformance(const R& rules, const BoardSample& sample = {}) {
    static_assert(check_ruleset<R>());
    if constexpr (has<R>.slices) {
        Index next = 0;
        for (Index k = 0; k < rules.slices(); ++k) {
            EXPECT_EQ(rules.slice(k).first, next) << "slice " << k;
            next += rules.slice(k).size;
        }
        EXPECT_EQ(next, rules.size());
    }
    if constexpr (has<R>.start) {
        EXPECT_EQ(rules.parse(rules.format(rules.start())), rules.start());
        EXPECT_LT(rules.rank(rules.start()), rules.size());
    }
    std::unordered_map<std::string, Index> index_of_text;
    // Edges inside slices, for all indices: predecessors must be their transpose.
    std::map<std::pair<Index, Index>, int> moves, moves_back;
    const std::vector<Index> indices = sampled_indices(rules, sample);
    ASSERT_FALSE(indices.empty());
    for (const Index i : indices) {
        const auto p = rules.unrank(i);
        ASSERT_EQ(rules.rank(p), i);
        ASSERT_EQ(detail::image_of(rules, i, 0), p) << i;
        const std::string text = rules.format(p);
        const auto value = detail::stopped(rules, i, p);
        const Slice slice = detail::slice_of(rules, i);
        std::map<Index, int> options;
        detail::ValueSet settled;
        if (!value) {
            options = detail::options_of(rules, i);
            if constexpr (has<R>.settled_options)
                rules.for_each_settled_option(i, p, Player::left, [&](const OutcomeValue& each) {
                    settled.emplace(each.outcome, each.remoteness);
                });
        }
        for (const auto& [to, times] : options) {
            ASSERT_LT(to, rules.size()) << text;
            ASSERT_TRUE(rules.legal(to)) << text << " -> #" << to;
            EXPECT_LT(to, slice.first + slice.size) << text << " -> " << rules.format(rules.unrank(to));
            EXPECT_FALSE(slice.loop_free && detail::is_in(slice, to))
                << text << " -> " << rules.format(rules.unrank(to));
        }
        std::vector<typename R::Position> seen;
        for (unsigned g = 0; g < detail::images_of(rules); ++g) {
            const auto q = detail::image_of(rules, i, g);
            ASSERT_EQ(rules.rank(q), i) << rules.format(q);
            const auto known = std::find(seen.begin(), seen.end(), q);
            if constexpr (has<R>.images) {
                EXPECT_EQ(rules.image(q), static_cast<unsigned>(known - seen.begin())) << rules.format(q);
            }
            const bool again = known != seen.end();
            seen.push_back(q);
            if (again) continue;
            const std::string image_text = rules.format(q);
            EXPECT_EQ(rules.parse(image_text), q) << image_text;
            // If an index is sampled twice, its text occurs again.
            const auto [entry, is_new] = index_of_text.emplace(image_text, i);
            EXPECT_TRUE(is_new || (sample.count != 0 && entry->second == i)) << image_text << " names two positions";
            if constexpr (has<R>.settled_options) {
                EXPECT_FALSE(rules.settled(q)) << image_text;
            }
            if (!value) detail::expect_named_moves(rules, q, options, settled, sample);
        }
        if constexpr (has<R>.predecessors) {
            const std::map<Index, int> sources = detail::predecessors_of(rules, i);
            for (const auto& [from, times] : sources) {
                ASSERT_LT(from, rules.size()) << text;
                ASSERT_TRUE(rules.legal(from)) << text << " <- #" << from;
                EXPECT_TRUE(detail::is_in(slice, from)) << text << " <- " << rules.format(rules.unrank(from));
            }
            if (sample.count == 0) {
                for (const auto& [from, times] : sources) moves_back[{from, i}] = times;
                for (const auto& [to, times] : options)
                    if (detail::is_in(slice, to)) moves[{i, to}] = times;
                continue;
            }
            for (const auto& [from, times] : sources) {
                EXPECT_FALSE(detail::stopped(rules, from, rules.unrank(from)))
                    << text << " <- " << rules.format(rules.unrank(from)) << ", where play has stopped";
                const auto back = detail::options_of(rules, from);
                const auto found = back.find(i);
                EXPECT_EQ(found == back.end() ? 0 : found->second, times)
                    << text << " <- " << rules.format(rules.unrank(from));
            }
            for (const auto& [to, times] : options) {
                if (!detail::is_in(slice, to)) continue;
                const auto back = detail::predecessors_of(rules, to);
                const auto found = back.find(i);
                EXPECT_EQ(found == back.end() ? 0 : found->second, times)
                    << text << " -> " << rules.format(rules.unrank(to));
            }
        }
    }
    if constexpr (has<R>.predecessors) {
        EXPECT_TRUE(moves == moves_back) << "predecessors are not the transpose";
    }
}

}  // namespace mexbase
