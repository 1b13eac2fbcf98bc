/// \file
/// Values of all words of a colouring game in one sweep: a byte a word, on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "../../value/obliged.hpp"
#include "../../value/outcome.hpp"
#include "../sweep/in_order.hpp"
#include "../team.hpp"
#include "word_walk.hpp"

namespace mexbase {

/// The value of a word, as a fold below has it: less than `hole`.
using WordCell = std::uint8_t;
/// Added to the cell of a word that is no position of its own: it stands for one whose value it has.
inline constexpr WordCell hole = 0x80;

/// Nimbers: the mex of the options. Boards of at most 63 vertices have at most 126 moves, so that nimbers stay below
/// `hole`.
class WordNimberFold {
  public:
    void clear() { low_ = high_ = 0; }
    void add(WordCell nimber) { (nimber < 64 ? low_ : high_) |= std::uint64_t{1} << (nimber & 63); }
    WordCell value() const {
        const int low = std::countr_one(low_);
        return static_cast<WordCell>(low < 64 ? low : 64 + std::countr_one(high_));
    }

  private:
    std::uint64_t low_ = 0, high_ = 0;
};

/// Obliged pairs, as `Obliged::code`.
class WordObligedFold {
  public:
    void clear() { options_.clear(); }
    void add(WordCell code) { options_.add(Obliged::of(code)); }
    WordCell value() const { return options_.value().code(); }

  private:
    ObligedOptions options_;
};

/// Remoteness. Its parity says who wins: in normal play the odd ones are wins, in misere play the even ones.
class WordRemotenessFold {
  public:
    explicit WordRemotenessFold(Play play) : play_(play) {}
    void clear() { options_ = {}; }
    void add(WordCell remoteness) { options_.add(outcome(remoteness).outcome == Outcome::win, remoteness); }
    WordCell value() const { return static_cast<WordCell>(options_.value(play_).remoteness); }
    OutcomeValue outcome(WordCell remoteness) const {
        const bool odd = (remoteness & 1) != 0;
        return {odd == (play_ == Play::normal) ? Outcome::win : Outcome::loss, remoteness};
    }

  private:
    Play play_;
    OutcomeFold options_;
};

namespace detail {

/// Calls `leaf(worker, rank, word, states)` for all words so that what a word's moves lead to comes first. Reports
/// about how many words are done.
template <bool Placing, class Leaf>
void sweep_words(const Words& words, const SweepOptions& options, const Leaf& leaf) {
    constexpr Index too_few = Index{1} << 14;
    constexpr std::size_t blocks = 4096;
    Team team(words.size() < too_few ? 1 : options.threads);
    const PrefixGroups sorted = prefix_groups(words, words.size() < too_few ? 1 : blocks);
    std::size_t total = 0, before = 0;
    for (const auto& group : sorted.groups) total += group.size();
    for (const auto& group : sorted.groups) {
        std::atomic<std::size_t> next{0};
        team.run([&](unsigned k) {
            auto own = [&leaf, k](Index rank, const Colouring& word, std::span<const OptionState> states) {
                leaf(k, rank, word, states);
            };
            WordWalk<Placing, decltype(own)> walk(words, own);
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

/// Marks the ranks that no word has because of an automorphism. Progress begins again.
inline void mark_unused(const Words& words, std::span<WordCell> cells, const SweepOptions& options) {
    if (words.symmetry() != Symmetry::all) return;
    constexpr Index stretch = Index{1} << 14;
    std::atomic<Index> next{0};
    Team team(words.size() < stretch ? 1 : options.threads);
    team.run([&](unsigned k) {
        for (Index first; (first = next.fetch_add(stretch, std::memory_order_relaxed)) < words.size();) {
            for (Index i = first; i < std::min(first + stretch, words.size()); ++i)
                if (!words.used(i)) cells[i] |= hole;
            if (k == 0 && options.progress) options.progress(first, words.size());
        }
    });
}

}  // namespace detail

/// Values of a placement game: an option of a word is a word of the language with one more colour. `cells` has as many
/// elements as there are words. A word without options is worth `finished(word)`.
template <class Fold, class Finished>
void sweep_placements(const Words& words, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options,
                      const Finished& finished) {
    detail::sweep_words<true>(
        words, options, [&](unsigned, Index rank, const Colouring& word, std::span<const detail::OptionState> states) {
            if (states.empty()) {
                cells[rank] = finished(word);
                return;
            }
            Fold own = fold;
            own.clear();
            for (const detail::OptionState& option : states) own.add(cells[option.rank] & WordCell{0x7f});
            cells[rank] = own.value();
        });
    detail::mark_unused(words, cells, options);
}

/// Values of a game whose options are words of the same language, all of them smaller than where they come from letter
/// by letter: `value(fold, word, cell_of)` gives that of a word from those of others, `cell_of(word)`.
template <class Fold, class Value>
void sweep_each_word(const Words& words, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options,
                     const Value& value) {
    const auto cell_of = [&](const Colouring& word) { return cells[words.rank_ignoring_automorphisms(word)]; };
    detail::sweep_words<false>(words, options,
                               [&](unsigned, Index rank, const Colouring& word, std::span<const detail::OptionState>) {
                                   Fold own = fold;
                                   own.clear();
                                   cells[rank] = value(own, word, cell_of);
                               });
    detail::mark_unused(words, cells, options);
}

}  // namespace mexbase
