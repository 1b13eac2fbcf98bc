// SPDX-License-Identifier: MIT
/// \file
/// Tables of nimbers and obliged pairs, with their expected values.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/solve/loopy/loopy_reference.hpp"
#include "tables.hpp"

namespace mexbase::test {

/// Returns the spec's value for a board that is installed with the program.
inline std::string data_board(const std::string& name) {
    return "file=" + std::string(MEXBASE_DATA) + "/boards/" + name;
}

inline bool has_stream(const Table& table, StreamKind kind) {
    const auto streams = table.streams();
    return std::ranges::any_of(streams, [kind](const StreamInfo& stream) { return stream.kind == kind; });
}

/// Computes values of a loop-free game by recursion over its options.
class Recursion {
  public:
    explicit Recursion(const Game& game) : game_(game), known_(game.size()) {}

    std::uint64_t nimber(Index i) { return value(i).first; }
    Obliged obliged(Index i) { return value(i).second; }

  private:
    using Both = std::pair<std::uint64_t, Obliged>;
    const Both& value(Index i) {
        if (known_[i]) return *known_[i];
        if (!open_.insert(i).second) throw std::logic_error("a loop");
        std::vector<std::vector<Index>> options;
        game_.for_each_option(i, Player::left,
                              [&](std::span<const Index> parts) { options.emplace_back(parts.begin(), parts.end()); });
        std::set<std::uint64_t> reached;
        bool normal = false, misere = options.empty();
        for (const auto& parts : options) {
            std::uint64_t nim = 0;
            unsigned choosers = 0, burdens = 0, odd = 0;
            for (const Index part : parts) {
                const Both one = value(part);
                nim ^= one.first;
                choosers += one.second.code() == 3 ? 1 : 0;
                burdens += one.second.code() == 0 ? 1 : 0;
                odd ^= one.second.code() == 2 ? 1 : 0;
            }
            reached.insert(nim);
            // Ferguson's corollary: the plays in which the position is lost.
            normal = normal || (choosers == 0 && odd == 0);
            misere = misere || (choosers == 0 && (burdens == 0) == (odd == 1));
        }
        open_.erase(i);
        known_[i] = Both{least_excluded(reached), Obliged{normal, misere}};
        return *known_[i];
    }

    const Game& game_;
    std::vector<std::optional<Both>> known_;
    std::set<Index> open_;
};

}  // namespace mexbase::test
