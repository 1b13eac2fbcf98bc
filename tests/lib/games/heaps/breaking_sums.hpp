// SPDX-License-Identifier: MIT
/// \file
/// Heaps that moves may break, computed slowly, for tests of octal and Grundy's games.
#pragma once

#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../naive_solver.hpp"
#include "../split_conformance.hpp"

namespace mexbase {

/// Heaps in ascending order.
using SlowHeaps = std::vector<unsigned>;

/// Returns every way to write `tokens` as a sum of exactly `heaps` positive heaps, each once.
inline std::set<SlowHeaps> slow_splits(unsigned tokens, unsigned heaps) {
    if (heaps == 0) return tokens == 0 ? std::set<SlowHeaps>{{}} : std::set<SlowHeaps>{};
    std::set<SlowHeaps> all;
    for (unsigned one = 1; one <= tokens; ++one) {
        for (SlowHeaps split : slow_splits(tokens - one, heaps - 1)) {
            split.push_back(one);
            std::ranges::sort(split);
            all.insert(split);
        }
    }
    return all;
}

/// Returns the results of moves on one heap, without empty heaps.
using SlowBreaks = std::function<std::set<SlowHeaps>(unsigned)>;

/// Returns the moves of a code written as digits after a point with one digit before it.
inline SlowBreaks slow_code(const std::string& code) {
    return [code](unsigned heap) {
        std::set<SlowHeaps> all;
        for (unsigned k = 0; k + 1 < code.size() && k <= heap; ++k) {
            const int digit = std::stoi(code.substr(k == 0 ? 0 : k + 1, 1), nullptr, 16);
            for (unsigned heaps = 0; heaps < 4; ++heaps)
                if ((digit & (1 << heaps)) != 0) all.merge(slow_splits(heap - k, heaps));
        }
        return all;
    };
}

inline std::string heaps_text(SlowHeaps heaps, bool largest_first) {
    if (largest_first) std::ranges::reverse(heaps);
    std::string text;
    for (const unsigned heap : heaps) text += (text.empty() ? "" : "+") + std::to_string(heap);
    return text.empty() ? "0" : text;
}

/// Returns the options of a single heap, for `expect_split_conformance`.
inline SlowOptions slow_heap_options(const SlowBreaks& breaks) {
    return [breaks](const std::string& text) {
        std::multiset<std::string> options;
        for (const SlowHeaps& left : breaks(static_cast<unsigned>(std::stoul(text))))
            options.insert(heaps_text(left, false));
        return options;
    };
}

/// Returns the options of a whole position, for `expect_conformance`.
inline SlowOptions slow_whole_options(const SlowBreaks& breaks) {
    return [breaks](const std::string& text) {
        SlowHeaps heaps;
        std::istringstream in(text);
        for (std::string heap; std::getline(in, heap, '+');) heaps.push_back(static_cast<unsigned>(std::stoul(heap)));
        std::set<std::string> options;
        for (std::size_t i = 0; i < heaps.size(); ++i) {
            for (SlowHeaps after : breaks(heaps[i])) {
                for (std::size_t j = 0; j < heaps.size(); ++j)
                    if (j != i) after.push_back(heaps[j]);
                std::ranges::sort(after);
                options.insert(heaps_text(after, true));
            }
        }
        return std::multiset<std::string>(options.begin(), options.end());
    };
}

/// Sprague and Grundy: the mex over the options of a whole position is the exclusive or of its heaps' nimbers, and it
/// is won unless that is 0.
template <Ruleset Whole, SplitRuleset Single>
void expect_whole_agrees_with_single(const Whole& whole, const Single& single) {
    const std::vector<std::uint64_t> heaps = nimbers_of(single);
    const auto outcomes = naive::solve(whole);
    std::vector<std::uint64_t> nimbers;
    MexSet options;
    for (Index i = 0; i < whole.size(); ++i) {
        const auto p = whole.unrank(i);
        options.clear();
        whole.for_each_option(i, p, Player::left, [&](Index to) { options.add(nimbers.at(to)); });
        nimbers.push_back(options.mex());
        std::uint64_t sum = 0;
        for (std::size_t b = 0; b < p.distinct; ++b)
            if (p.blocks[b].copies % 2 == 1) sum ^= heaps[p.blocks[b].part];
        EXPECT_EQ(nimbers[i], sum) << whole.format(p);
        EXPECT_EQ(outcomes[i].outcome, sum != 0 ? Outcome::win : Outcome::loss) << whole.format(p);
    }
}

}  // namespace mexbase
