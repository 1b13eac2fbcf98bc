// SPDX-License-Identifier: MIT
/// \file
/// Tables of made-up partizan values, in memory.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "lib/value/partizan/list/game_list.hpp"
#include "test_tables.hpp"

namespace mexbase::test {

/// List of canonical forms, and the number of each index's form; `dont_care` for none.
struct Forms {
    GameList list;
    std::vector<std::uint32_t> numbers;
};

/// Returns random forms built from each other, with every class, numbers and all-small values.
inline Forms made_up_forms(Index size, std::uint64_t seed, bool holes = false) {
    std::mt19937_64 random(seed);
    GameArena arena;
    std::vector<PartizanId> games{arena.number(0),           arena.nimber(1), arena.uptimal({0, 1, 0}),
                                  arena.uptimal({0, -2, 1}), arena.number(3), arena.number({1, 1})};
    const auto any = [&] { return games[random() % games.size()]; };
    while (games.size() < 150) {
        std::vector<PartizanId> left(random() % 3), right(random() % 3);
        std::ranges::generate(left, any);
        std::ranges::generate(right, any);
        const PartizanId g = arena.make(left, right);
        if (arena.depth(g) < 8 && std::ranges::find(games, g) == games.end()) games.push_back(g);
    }
    Forms forms;
    GameNumbering numbering(arena);
    for (Index i = 0; i < size; ++i)
        forms.numbers.push_back(holes && i % 3 == 1 ? dont_care : numbering.number(games[random() % games.size()]));
    forms.list = numbering.take();
    return forms;
}

/// Returns the input of `write_table`. Borrows `forms`.
inline TableContents contents_of(const Forms& forms, std::string spec = "nobody:knows=1") {
    TableContents contents = contents_for(ValueKind::canonical, forms.numbers.size(), std::move(spec));
    contents.values = &forms.list;
    contents.streams.push_back(source_of(StreamKind::game_value, forms.numbers));
    return contents;
}

/// Partizan outcomes by index.
struct Results {
    std::vector<PartizanOutcome> values;
    std::vector<std::uint32_t> streams[4];  ///< in the form of the four streams
    bool legal(Index i) const { return streams[0][i] != dont_care; }
};

/// Returns all nine pairs; with `parity` wins are odd and losses even. One index in five is not a position.
inline Results made_up_results(Index size, std::uint64_t seed, bool parity) {
    std::mt19937_64 random(seed);
    Results results;
    for (Index i = 0; i < size; ++i) {
        PartizanOutcome value;
        std::size_t at = 0;
        for (OutcomeValue* side : {&value.left, &value.right}) {
            side->outcome = static_cast<Outcome>(random() % 3);
            const bool draw = side->outcome == Outcome::draw;
            if (!draw) side->remoteness = random() % 300;
            if (!draw && parity) side->remoteness = side->remoteness / 2 * 2 + (side->outcome == Outcome::win ? 1 : 0);
            const bool hole = i % 5 == 2;
            results.streams[at++].push_back(hole ? dont_care : static_cast<std::uint32_t>(side->outcome));
            results.streams[at++].push_back(hole || draw ? dont_care : static_cast<std::uint32_t>(side->remoteness));
        }
        results.values.push_back(value);
    }
    return results;
}

/// Returns the input of `write_table`. Borrows `results`.
inline TableContents contents_of(const Results& results, std::string spec = "nobody:knows=1") {
    TableContents contents = contents_for(ValueKind::partizan_outcome, results.values.size(), std::move(spec));
    constexpr StreamKind kinds[] = {StreamKind::left_outcome, StreamKind::left_remoteness, StreamKind::right_outcome,
                                    StreamKind::right_remoteness};
    for (std::size_t k = 0; k < 4; ++k) contents.streams.push_back(source_of(kinds[k], results.streams[k]));
    return contents;
}

}  // namespace mexbase::test
