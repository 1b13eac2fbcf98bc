#include "board_sweep.hpp"

#include <bit>
#include <concepts>
#include <string>

#include "../../error.hpp"

namespace mexbase {

namespace {

/// A word without options is worth `finished(word)`.
template <class Fold, class Finished>
void sweep_phase(const WordGame& game, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options,
                 const Finished& finished) {
    if (game.places) return sweep_placements(*game.words, cells, fold, options, finished);
    const bool adds = std::same_as<Fold, WordNimberFold> && game.falls_apart;
    sweep_each_word(*game.words, cells, fold, options, [&](Fold& own, const Colouring& p, const auto& cell_of) {
        if (game.belongs && !game.belongs(p)) return hole;
        const VertexSet present = p.present();
        if (adds && present != 0) {
            const VertexSet part = game.board->component(static_cast<unsigned>(std::countr_zero(present)), present);
            if (part != present) return static_cast<WordCell>(cell_of(p.without(~part)) ^ cell_of(p.without(part)));
        }
        WordOptions moves;
        const std::size_t count = game.moves(p, Player::left, moves);
        for (const Colouring& to : std::span(moves).first(count)) own.add(cell_of(to));
        return own.value();
    });
}

}  // namespace

template <class Fold>
void sweep_board(const WordGame& game, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options) {
    if (game.partizan)
        throw Error(ErrorCode::bad_spec,
                    std::string(game.family) + ": values of partizan play are not found by this sweep");
    Fold none = fold;
    none.clear();
    const auto finished = [value = none.value()](const Colouring&) { return value; };
    if (!game.second) return sweep_phase(game, cells, fold, options, finished);
    const Words& second_words = *game.second->words;
    const Index second = second_words.size(), total = second + game.words->size();
    SweepOptions part = options;
    if (options.progress) part.progress = [&](Index done, Index) { options.progress(done, total); };
    sweep_phase(*game.second, cells.first(second), fold, part, finished);
    if (options.progress) part.progress = [&](Index done, Index) { options.progress(second + done, total); };
    sweep_phase(game, cells.subspan(second), fold, part, [&](const Colouring& p) {
        return static_cast<WordCell>(cells[second_words.rank(game.hand_over(p))] | hole);
    });
}

template void sweep_board(const WordGame&, std::span<WordCell>, const WordNimberFold&, const SweepOptions&);
template void sweep_board(const WordGame&, std::span<WordCell>, const WordObligedFold&, const SweepOptions&);
template void sweep_board(const WordGame&, std::span<WordCell>, const WordRemotenessFold&, const SweepOptions&);

}  // namespace mexbase
