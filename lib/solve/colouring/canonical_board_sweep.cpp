#include "canonical_board_sweep.hpp"

#include <bit>
#include <span>

#include "word_walk.hpp"

namespace mexbase {

std::vector<PartizanId> sweep_canonical_board(const WordGame& game, GameArena& arena,
                                              const CanonicalSweepOptions& options) {
    using States = std::span<const detail::OptionState>;
    const Words& words = *game.words;
    CanonicalCells cells(arena, words.size(), options);
    // Words before this one are known; to walk over them again takes no time next to making games.
    const Index first = cells.resume([](Index) { return true; });
    const auto place = [&](Index rank, const Colouring&, States states) {
        if (rank < first) return;
        for (const detail::OptionState& option : states)
            cells.add(option.placed == Colour::black ? Player::left : Player::right, cells[option.rank]);
        cells.set_from_options(rank);
    };
    const auto value = [&](const Colouring& p) { return cells[words.rank_ignoring_automorphisms(p)]; };
    const auto remove = [&](Index rank, const Colouring& p, States) {
        if (rank < first) return;
        const VertexSet present = p.present();
        if (present != 0) {
            const VertexSet part = game.board->component(static_cast<unsigned>(std::countr_zero(present)), present);
            if (part != present) {
                cells.set(rank, arena.sum(value(p.without(~part)), value(p.without(part))));
                return;
            }
        }
        WordOptions moves;
        for (const Player player : {Player::left, Player::right}) {
            const std::size_t count = game.moves(p, player, moves);
            for (const Colouring& to : std::span(moves).first(count)) cells.add(player, value(to));
        }
        cells.set_from_options(rank);
    };
    if (game.places)
        detail::WordWalk<true, decltype(place)>(words, place).walk({});
    else
        detail::WordWalk<false, decltype(remove)>(words, remove).walk({});
    return cells.take();
}

}  // namespace mexbase
