// SPDX-License-Identifier: MIT
#include "board_sweep.hpp"

#include <algorithm>
#include <atomic>
#include <concepts>
#include <string>
#include <utility>

#include "../../error.hpp"
#include "../../rank/words.hpp"
#include "../../thread_team.hpp"

namespace mexbase {

namespace {

/// An option of the current word, read up to the current letter. `rank` is the number of words known to be smaller. If
/// `exchanged`, black and white are exchanged in all further letters.
struct OptionState {
    Index rank = 0;
    std::uint32_t state = Words::dead;
    bool exchanged = false;
    Colour placed = Colour::black;  ///< colour of the move that leads to it
};

/// Visits words (positions of a colouring game) letter by letter, and calls `leaf(rank, word, states)` for each word.
/// With `Placing`, `states` has an element for each move, which colours one more vertex. All options have smaller
/// ranks. Updating their ranks at each letter is faster than ranking each option. Not thread-safe.
template <bool Placing, class Leaf>
class WordWalk {
  public:
    WordWalk(const Words& words, Leaf& leaf)
        : words_(words), leaf_(leaf), states_(words.states().data()), length_(words.order().size()) {
        options_.resize((length_ + 1) * (2 * length_ + 2));
    }

    /// Visits all words that begin with the letters of `prefix`. At least one word must do so.
    void walk(std::span<const Letter> prefix) {
        Here here{words_.start(), 0, {}, 0};
        for (std::size_t k = 0; k < prefix.size(); ++k) here = take(k, here, static_cast<unsigned>(prefix[k]));
        read(prefix.size(), here);
    }

  private:
    struct Here {
        std::uint32_t state;
        Index rank;
        Colouring word;
        std::size_t options;  ///< number of options
    };

    OptionState* at(std::size_t depth) { return options_.data() + depth * (2 * length_ + 2); }

    static constexpr unsigned exchange(unsigned letter) { return (letter & 1) << 1 | letter >> 1; }

    Here take(std::size_t depth, const Here& here, unsigned letter) {
        const Words::State& state = states_[here.state];
        const VertexSet vertex = just(words_.order()[depth]);
        Here next{state.next[letter], here.rank + state.before[letter], here.word, 0};
        if (letter == static_cast<unsigned>(Letter::open))
            next.word.open |= vertex;
        else if (letter == static_cast<unsigned>(Letter::black))
            next.word.black |= vertex;
        else if (letter == static_cast<unsigned>(Letter::white))
            next.word.white |= vertex;
        if constexpr (Placing) {
            const OptionState* from = at(depth);
            OptionState* to = at(depth + 1);
            // Stores every option, but advances `to` only if it is a word. A branch here would be mispredicted.
            const auto keep = [&to](Index rank, std::uint32_t on, bool exchanged, Colour placed) {
                *to = {rank, on, exchanged, placed};
                to += on != Words::dead;
            };
            const unsigned swapped = exchange(letter);
            for (std::size_t t = 0; t < here.options; ++t) {
                const Words::State& there = states_[from[t].state];
                const unsigned read = from[t].exchanged ? swapped : letter;
                keep(from[t].rank + there.before[read], there.next[read], from[t].exchanged, from[t].placed);
            }
            if (letter == static_cast<unsigned>(Letter::open)) {
                constexpr auto black = static_cast<unsigned>(Letter::black);
                constexpr auto white = static_cast<unsigned>(Letter::white);
                // If `exchanges()`, a word and its copy with exchanged colours have one rank. That word has black as
                // its first coloured letter. So a first move in white exchanges the colours of all further letters.
                const bool first = words_.exchanges() && here.word.coloured() == 0;
                keep(here.rank + state.before[black], state.next[black], false, Colour::black);
                const unsigned second = first ? black : white;
                keep(here.rank + state.before[second], state.next[second], first, Colour::white);
            }
            next.options = static_cast<std::size_t>(to - at(depth + 1));
        }
        return next;
    }

    void read(std::size_t depth, const Here& here) {
        if (depth == length_) {
            leaf_(here.rank, here.word, std::span<const OptionState>(at(depth), here.options));
            return;
        }
        const Words::State& state = states_[here.state];
        for (unsigned letter = 0; letter < letter_count; ++letter)
            if (state.next[letter] != Words::dead) read(depth + 1, take(depth, here, letter));
    }

    const Words& words_;
    Leaf& leaf_;
    const Words::State* states_;
    std::size_t length_;
    std::vector<OptionState> options_;
};

/// Groups of prefixes of words. A move keeps the prefix and leads to a smaller word, or changes the prefix to one of an
/// earlier group. So the prefixes of one group can be solved at the same time.
using PrefixGroups = std::vector<std::vector<std::vector<Letter>>>;

/// Returns groups of prefixes of equal length: at least `wanted` prefixes if there are that many words.
PrefixGroups prefix_groups(const Words& words, std::size_t wanted) {
    struct Begun {
        std::uint32_t state;
        std::size_t weight;  // sum over the letters: a letter's weight grows with the number of moves possible at it
        std::vector<Letter> letters;
    };
    std::vector<Begun> all{{words.start(), 0, {}}};
    for (std::size_t depth = 0; depth < words.order().size() && all.size() < wanted; ++depth) {
        std::vector<Begun> longer;
        for (const Begun& begun : all) {
            const Words::State& state = words.states()[begun.state];
            for (unsigned letter = 0; letter < letter_count; ++letter) {
                if (state.next[letter] == Words::dead) continue;
                Begun next{state.next[letter], begun.weight, begun.letters};
                next.letters.push_back(static_cast<Letter>(letter));
                next.weight += letter == 0 ? 0 : letter == 3 ? 2 : 1;
                longer.push_back(std::move(next));
            }
        }
        all = std::move(longer);
    }
    PrefixGroups groups;
    for (Begun& begun : all) {
        if (groups.size() <= begun.weight) groups.resize(begun.weight + 1);
        groups[begun.weight].push_back(std::move(begun.letters));
    }
    return groups;
}

/// Calls `leaf(rank, word, states)` once for each word, on several threads. The options of a word come before the word.
template <bool Placing, class Leaf>
void sweep_words(const Words& words, const SweepOptions& options, const Leaf& leaf) {
    constexpr Index too_few = Index{1} << 14;
    constexpr std::size_t blocks = 4096;
    ThreadTeam team(words.size() < too_few ? 1 : options.threads);
    const PrefixGroups groups = prefix_groups(words, words.size() < too_few ? 1 : blocks);
    std::size_t total = 0, before = 0;
    for (const auto& group : groups) total += group.size();
    for (const auto& group : groups) {
        std::atomic<std::size_t> next{0};
        team.run([&](unsigned k) {
            WordWalk<Placing, const Leaf> walk(words, leaf);
            for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < group.size();) {
                walk.walk(group[i]);
                if (k == 0 && options.progress) {
                    const auto share = static_cast<double>(before + i + 1) / static_cast<double>(total);
                    options.progress(static_cast<Index>(share * static_cast<double>(words.size())), words.size());
                }
            }
        });
        before += group.size();
    }
}

/// Sets the flag `hole` at the ranks of words that an automorphism of the board maps to words of smaller rank.
void mark_unused(const Words& words, std::span<WordCell> cells, const SweepOptions& options) {
    if (words.symmetry() != Symmetry::all) return;
    constexpr Index stretch = Index{1} << 14;
    std::atomic<Index> next{0};
    ThreadTeam team(words.size() < stretch ? 1 : options.threads);
    team.run([&](unsigned k) {
        for (Index first; (first = next.fetch_add(stretch, std::memory_order_relaxed)) < words.size();) {
            for (Index i = first; i < std::min(first + stretch, words.size()); ++i)
                if (!words.used(i)) cells[i] |= hole;
            if (k == 0 && options.progress) options.progress(first, words.size());
        }
    });
}

/// Returns the component of the smallest vertex of `present`, or the empty set if `present` is empty.
VertexSet first_component_of(const WordGame& game, VertexSet present) {
    return present == 0 ? 0 : game.board->component(static_cast<unsigned>(std::countr_zero(present)), present);
}

/// Stores the value of each word of a game, or of one phase of it, in `cells`, indexed by rank. In a placement game,
/// moves only colour vertices, and a word without options gets the value `finished(word)`.
template <class Fold, class Finished>
void sweep_phase(const WordGame& game, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options,
                 const Finished& finished) {
    const Words& words = *game.words;
    // In a placement game, the options of a word are words with one more coloured vertex.
    const auto place = [&](Index rank, const Colouring& word, std::span<const OptionState> states) {
        Fold own = fold;
        own.clear();
        for (const OptionState& option : states) own.add(cells[option.rank] & WordCell{0x7f});
        cells[rank] = states.empty() ? finished(word) : own.value();
    };
    // In a game that is not a placement game, a move replaces letters by smaller letters. So options have smaller
    // ranks.
    const auto cell_of = [&](const Colouring& word) { return cells[words.rank_ignoring_automorphisms(word)]; };
    const bool adds = std::same_as<Fold, WordNimberFold> && game.has_components;
    const auto look_at_moves = [&](const Colouring& p) {
        if (game.belongs && !game.belongs(p)) return hole;
        const VertexSet present = p.present();
        if (const VertexSet part = adds ? first_component_of(game, present) : present; part != present)
            return static_cast<WordCell>(cell_of(p.without(~part)) ^ cell_of(p.without(part)));
        Fold own = fold;
        own.clear();
        WordOptions moves;
        const std::size_t count = game.moves(p, Player::left, moves);
        for (const Colouring& to : std::span(moves).first(count)) own.add(cell_of(to));
        return own.value();
    };
    const auto visit = [&](Index rank, const Colouring& word, std::span<const OptionState>) {
        cells[rank] = look_at_moves(word);
    };
    if (game.places)
        sweep_words<true>(words, options, place);
    else
        sweep_words<false>(words, options, visit);
    mark_unused(words, cells, options);
}

}  // namespace

template <class Fold>
void sweep_board(const WordGame& game, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options) {
    if (game.partizan)
        throw Error(ErrorCode::bad_spec, std::string(game.family) + ": this sweep cannot find values of partizan play");
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

std::vector<PartizanId> sweep_canonical_board(const WordGame& game, GameArena& arena,
                                              const CanonicalSweepOptions& options) {
    const Words& words = *game.words;
    CanonicalCells cells(arena, words.size(), options);
    // Words before `first` have values from a checkpoint. The walk passes over them without computing values.
    const Index first = cells.resume([](Index) { return true; });
    const auto place = [&](Index rank, const Colouring&, std::span<const OptionState> states) {
        if (rank < first) return;
        for (const OptionState& option : states)
            cells.add(option.placed == Colour::black ? Player::left : Player::right, cells[option.rank]);
        cells.set_from_options(rank);
    };
    const auto value = [&](const Colouring& p) { return cells[words.rank_ignoring_automorphisms(p)]; };
    const auto remove = [&](Index rank, const Colouring& p, std::span<const OptionState>) {
        if (rank < first) return;
        const VertexSet present = p.present();
        if (const VertexSet part = first_component_of(game, present); part != present) {
            cells.set(rank, arena.sum(value(p.without(~part)), value(p.without(part))));
            return;
        }
        WordOptions moves;
        for (const Player player : {Player::left, Player::right}) {
            const std::size_t count = game.moves(p, player, moves);
            for (const Colouring& to : std::span(moves).first(count)) cells.add(player, value(to));
        }
        cells.set_from_options(rank);
    };
    if (game.places)
        WordWalk<true, decltype(place)>(words, place).walk({});
    else
        WordWalk<false, decltype(remove)>(words, remove).walk({});
    return cells.take();
}

}  // namespace mexbase
