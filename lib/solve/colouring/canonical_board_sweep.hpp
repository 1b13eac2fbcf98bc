/// \file
/// Canonical forms of all positions of a colouring game, in one sweep over their words.
#pragma once

#include <bit>
#include <concepts>
#include <vector>

#include "../../games/colouring/deletion.hpp"
#include "../../games/colouring/placement.hpp"
#include "../sweep/canonical_sweep.hpp"
#include "word_walk.hpp"

namespace mexbase {

namespace detail {

/// Calls `leaf(rank, word, states)` for all words of rank `first` and above in the order of their ranks, as `WordWalk`
/// does.
template <bool Placing, class Leaf>
void walk_from(const Words& words, Index first, Leaf leaf) {
    WordWalk<Placing, Leaf> walk(words, leaf);
    if (first == 0) return walk.walk({});
    if (first >= words.size()) return;
    // The first word, and at every letter the state it is read in.
    std::vector<Letter> word;
    std::vector<const Words::State*> states;
    Index before = 0;
    for (const Words::State* state = &words.states()[words.start()]; word.size() < words.order().size();
         state = &words.states()[state->next[static_cast<unsigned>(word.back())]]) {
        unsigned letter = letter_count;
        do --letter;
        while (state->next[letter] == Words::dead || before + state->before[letter] > first);
        before += state->before[letter];
        states.push_back(state);
        word.push_back(static_cast<Letter>(letter));
    }
    walk.walk(word);
    // Then those that share less and less of it.
    while (!word.empty()) {
        const auto after = static_cast<unsigned>(word.back()) + 1;
        word.pop_back();
        const Words::State& state = *states[word.size()];
        for (unsigned letter = after; letter < letter_count; ++letter) {
            if (state.next[letter] == Words::dead) continue;
            word.push_back(static_cast<Letter>(letter));
            walk.walk(word);
            word.pop_back();
        }
    }
}

}  // namespace detail

/// The values of a partizan placement game: what a word leads to is carried along, and not ranked anew.
template <class Rule>
std::vector<PartizanId> sweep_canonical_board(const Placement<Rule>& rules, GameArena& arena,
                                              const CanonicalSweepOptions& options = {}) {
    CanonicalCells cells(arena, rules.size(), options);
    const auto is_word = [](Index) { return true; };
    detail::walk_from<true>(rules.words(), cells.resume(is_word),
                            [&](Index rank, const Colouring&, std::span<const detail::OptionState> states) {
                                for (const detail::OptionState& option : states)
                                    cells.add(option.placed == Colour::black ? Player::left : Player::right,
                                              cells[option.rank]);
                                cells.set_from_options(rank);
                            });
    return cells.take();
}

/// The values of a partizan game in which vertices are removed. The value of a position that falls apart is the sum of
/// that of one component and that of the rest.
template <std::derived_from<Deletion> R>
std::vector<PartizanId> sweep_canonical_board(const R& rules, GameArena& arena,
                                              const CanonicalSweepOptions& options = {}) {
    CanonicalCells cells(arena, rules.size(), options);
    const auto is_word = [](Index) { return true; };
    const Words& words = rules.words();
    const Neighbours& board = rules.board().neighbours();
    const auto value = [&](const Colouring& p) { return cells[words.rank_ignoring_automorphisms(p)]; };
    detail::walk_from<false>(
        words, cells.resume(is_word), [&](Index rank, const Colouring& p, std::span<const detail::OptionState>) {
            const VertexSet present = p.present();
            if (present != 0) {
                const VertexSet component = board.component(static_cast<unsigned>(std::countr_zero(present)), present);
                if (component != present) {
                    cells.set(rank, arena.sum(value(p.without(~component)), value(p.without(component))));
                    return;
                }
            }
            for (const Player player : {Player::left, Player::right})
                rules.for_each_move(p, player, [&](const Colouring& to) { cells.add(player, value(to)); });
            cells.set_from_options(rank);
        });
    return cells.take();
}

}  // namespace mexbase
