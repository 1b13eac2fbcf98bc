#include "canonical_board_sweep.hpp"

#include <bit>
#include <span>

#include "word_walk.hpp"

namespace mexbase {

namespace detail {

namespace {

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

void sweep_canonical_placements(const Words& words, CanonicalCells& cells, Index first) {
    walk_from<true>(words, first, [&](Index rank, const Colouring&, std::span<const OptionState> states) {
        for (const OptionState& option : states)
            cells.add(option.placed == Colour::black ? Player::left : Player::right, cells[option.rank]);
        cells.set_from_options(rank);
    });
}

void sweep_canonical_deletions(const WordGame& game, CanonicalCells& cells, Index first) {
    const auto value = [&](const Colouring& p) { return cells[game.words->rank_ignoring_automorphisms(p)]; };
    walk_from<false>(*game.words, first, [&](Index rank, const Colouring& p, std::span<const OptionState>) {
        const VertexSet present = p.present();
        if (present != 0) {
            const VertexSet part = game.board->component(static_cast<unsigned>(std::countr_zero(present)), present);
            if (part != present) {
                cells.set(rank, cells.arena().sum(value(p.without(~part)), value(p.without(part))));
                return;
            }
        }
        WordOptions moves;
        for (const Player player : {Player::left, Player::right}) {
            const std::size_t count = game.moves(p, player, moves);
            for (const Colouring& to : std::span(moves).first(count)) cells.add(player, value(to));
        }
        cells.set_from_options(rank);
    });
}

}  // namespace

}  // namespace detail

std::vector<PartizanId> sweep_canonical_board(const WordGame& game, GameArena& arena,
                                              const CanonicalSweepOptions& options) {
    CanonicalCells cells(arena, game.words->size(), options);
    const Index first = cells.resume([](Index) { return true; });
    if (game.places)
        detail::sweep_canonical_placements(*game.words, cells, first);
    else
        detail::sweep_canonical_deletions(game, cells, first);
    return cells.take();
}

}  // namespace mexbase
