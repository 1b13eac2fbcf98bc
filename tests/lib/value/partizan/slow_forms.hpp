// SPDX-License-Identifier: MIT
/// \file
/// Games in Conway's notation, by the definitions alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace mexbase::test {

struct Slow;
using SlowGame = std::shared_ptr<const Slow>;
struct Slow {
    std::vector<SlowGame> left, right;
};

inline bool slow_leq(const SlowGame& g, const SlowGame& h) {
    return std::ranges::none_of(g->left, [&](const SlowGame& x) { return slow_leq(h, x); }) &&
           std::ranges::none_of(h->right, [&](const SlowGame& x) { return slow_leq(x, g); });
}

/// Returns the canonical form of a game whose options are in canonical form.
inline SlowGame slow_reduced(Slow now) {
    for (bool changed = true; changed;) {
        changed = false;
        const SlowGame whole = std::make_shared<Slow>(now);
        for (const bool left : {true, false}) {
            auto& options = left ? now.left : now.right;
            const auto beats = [&](const SlowGame& x, const SlowGame& y) {
                return left ? slow_leq(y, x) : slow_leq(x, y);
            };
            for (std::size_t i = 0; i < options.size() && !changed; ++i) {
                const SlowGame x = options[i];
                for (std::size_t j = 0; j < options.size() && !changed; ++j)
                    if (i != j && beats(options[j], x)) {
                        options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
                        changed = true;
                    }
                for (const SlowGame& reply : left ? x->right : x->left)
                    if (!changed && beats(whole, reply)) {
                        options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
                        for (const SlowGame& next : left ? reply->left : reply->right) options.push_back(next);
                        changed = true;
                    }
            }
            if (changed) break;
        }
    }
    return std::make_shared<Slow>(std::move(now));
}

}  // namespace mexbase::test
