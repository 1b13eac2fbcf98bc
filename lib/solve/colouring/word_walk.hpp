/// \file
/// Walks over all words of a language in the order of their ranks, with the words that one more colour makes of each.
#pragma once

#include <span>
#include <vector>

#include "../../rank/words.hpp"

namespace mexbase {

namespace detail {

/// A word that differs from the one being read by one open vertex coloured earlier: where it stands in the automaton,
/// and the number of words before it. If it is read with the colours exchanged, so is the rest of it.
struct OptionState {
    Index rank = 0;
    std::uint32_t state = Words::dead;
    bool exchanged = false;
    Colour placed = Colour::black;  ///< the colour it has more, as read
};

/// Reads words letter by letter. For every word `leaf(rank, word, states)` is called; with `Placing`, `states` are
/// the words of the language that one more coloured vertex makes of it, two moves to one word being two. All their
/// ranks are smaller. They are carried along the scan, so that none is ranked anew: the work is a few operations for
/// each.
///
/// For one thread at a time.
template <bool Placing, class Leaf>
class WordWalk {
  public:
    /// Borrows both.
    WordWalk(const Words& words, Leaf& leaf)
        : words_(words), leaf_(leaf), states_(words.states().data()), length_(words.order().size()) {
        options_.resize((length_ + 1) * (2 * length_ + 2));
    }

    /// Walks over the words that begin with `prefix`, letters along the scan. Some word does.
    void walk(std::span<const Letter> prefix) {
        Here here{words_.start(), 0, {}, 0};
        for (std::size_t k = 0; k < prefix.size(); ++k) here = take(k, here, static_cast<unsigned>(prefix[k]));
        read(prefix.size(), here);
    }

  private:
    /// Where the word being read stands.
    struct Here {
        std::uint32_t state;
        Index rank;
        Colouring word;
        std::size_t options;  ///< how many
    };

    OptionState* at(std::size_t depth) { return options_.data() + depth * (2 * length_ + 2); }

    static constexpr unsigned exchange(unsigned letter) { return (letter & 1) << 1 | letter >> 1; }

    /// Reads one letter at step `depth`.
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
            // Written always and kept where the word is alive: a branch here is hard to foresee.
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
                // A word's first colour is black where exchanges count as one: placing white first exchanges the rest.
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

}  // namespace detail

}  // namespace mexbase
