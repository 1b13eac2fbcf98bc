// SPDX-License-Identifier: MIT
/// \file
/// Finds the moves and reverse moves of Dōbutsu shōgi with tables.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "../../../index.hpp"
#include "lions.hpp"
#include "placements.hpp"

namespace mexbase::dobutsu {

struct Tables {
    Placements placements;
    Lions lions{placements};
    static const Tables& shared() {
        static const Tables tables;
        return tables;
    }
};

/// A position as one player sees it. `pair` gives the two lions. Each state gives the two pieces of one other kind.
struct NormalisedPosition {
    unsigned pair = 0;
    States states{};
};

/// Returns the position as the other player sees it.
inline NormalisedPosition turned(const Tables& t, const NormalisedPosition& v) {
    const PairMoves& m = t.lions.moves[v.pair];
    return {m.turned, {m.turned_state[v.states[0]], m.turned_state[v.states[1]], m.turned_state[v.states[2]]}};
}

/// Returns true if `turned` returns the mirror image of what the other player sees. This depends only on the pair.
inline bool turns_mirrored(const Tables& t, unsigned pair) {
    const PairCells& lions = t.lions.cells[pair];
    return t.lions.mirrored[cell_count - 1 - lions.others][cell_count - 1 - lions.own];
}

/// Returns true if the position is its own mirror image.
inline bool is_symmetric(const Tables& t, const NormalisedPosition& v) {
    if (v.pair < first_symmetric_pair) return false;
    const State* const mirror = t.lions.mirror_of_states(v.pair);
    return mirror[v.states[0]] == v.states[0] && mirror[v.states[1]] == v.states[1] &&
           mirror[v.states[2]] == v.states[2];
}

/// Returns true if the position has an index. If a position and its mirror image have the same pair of lions, only the
/// one with smaller states has an index.
inline bool is_first_image(const Tables& t, const NormalisedPosition& v) {
    if (v.pair < first_symmetric_pair) return true;
    const State* const mirror = t.lions.mirror_of_states(v.pair);
    for (const State s : v.states)
        if (mirror[s] != s) return s < mirror[s];
    return true;
}

/// Returns the index of a position or of its mirror image. `v.pair` must be below `pair_count`.
inline Index rank(const Tables& t, NormalisedPosition v) {
    if (!is_first_image(t, v))
        for (State& s : v.states) s = t.lions.mirror_of_states(v.pair)[s];
    return Index{v.pair} * placement_count + t.placements.rank(v.states);
}

/// Returns true if the mover can take the other lion, or enter the far rank safely.
inline bool wins_at_once(const PairMoves& m, const States& s) {
    const unsigned marks = m.marks[0][s[0]] | m.marks[1][s[1]] | m.marks[2][s[2]];
    return ((marks ^ ~1U) & m.wins) != 0;
}

/// Upper bound of the number of moves. Six pieces and a lion have at most ten squares, with four captures each.
inline constexpr std::size_t most_moves = 320;

/// A list of positions of 64 bits each: 16 bits per state, then the pair and the mirror flag. Adding takes no branch.
class Found {
  public:
    static constexpr unsigned mirrored_bit = 56;
    static std::uint64_t pack(const NormalisedPosition& v) {
        return v.states[0] | std::uint64_t{v.states[1]} << 16 | std::uint64_t{v.states[2]} << 32 |
               std::uint64_t{v.pair} << 48;
    }
    static std::uint64_t without(std::uint64_t packed, unsigned kind) {
        return packed & ~(std::uint64_t{0xffff} << 16 * kind);
    }
    static std::uint64_t with(State s, unsigned kind) { return std::uint64_t{s} << 16 * kind; }

    void add_if(bool valid, std::uint64_t packed) {
        packed_[size_] = packed;
        size_ += valid ? 1 : 0;
    }
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t k = 0; k < size_; ++k) {
            const std::uint64_t p = packed_[k];
            f(NormalisedPosition{static_cast<std::uint8_t>(p >> 48),
                                 {static_cast<State>(p), static_cast<State>(p >> 16), static_cast<State>(p >> 32)}},
              (p >> mirrored_bit) != 0);
        }
    }

  private:
    std::size_t size_ = 0;
    std::array<std::uint64_t, most_moves> packed_;
};

/// Collects the options of the player to move. `v` and the options are as the other player, the *viewer*, sees them.
/// Options without an index are collected only if `settled`. Two options that are mirror images are both collected.
template <bool settled>
void find_options(const Tables& t, const NormalisedPosition& v, Found& found) {
    const PairMoves& m = t.lions.moves[v.pair];
    // `kind_on` has the kind of the viewer's piece on a square, `beside` the code of the other piece of this kind.
    std::array<std::uint8_t, square_count> kind_on{}, beside{};
    unsigned occupied = 0, own_squares = 0;
    for (unsigned kind = 0; kind < kind_count; ++kind) {
        const StateParts& p = t.placements.parts(v.states[kind]);
        occupied |= p.squares;
        own_squares |= p.own_squares;
        for (unsigned k = 0; k < 2; ++k) {
            if (is_in_hand(p.code[k]) || !is_own(p.code[k])) continue;
            kind_on[square_of(p.code[k])] = static_cast<std::uint8_t>(kind);
            beside[square_of(p.code[k])] = p.code[k ^ 1];
        }
    }
    const std::uint64_t packed = Found::pack(v);
    for (unsigned kind = 0; kind < kind_count; ++kind) {
        const StepLists& lists = m.others_steps[kind];
        const Step* const first = lists.begin(v.states[kind]);
        const Step* const last = lists.end(v.states[kind]);
        const std::uint64_t rest = Found::without(packed, kind);
        unsigned takes = 0;
        for (const Step* step = first; step != last; ++step) {
            found.add_if((step->to() & occupied) == 0, rest | Found::with(step->state(), kind));
            takes |= step->drops() ? 0 : step->to() & own_squares;
        }
        if (takes == 0) continue;
        for (const Step* step = first; step != last; ++step) {
            if ((step->to() & takes) == 0 || step->drops()) continue;
            const unsigned taken = kind_on[step->square()], partner = beside[step->square()];
            if (taken == kind) {
                found.add_if(true, rest | Found::with(t.placements.state(step->code(), others_hand), kind));
            } else {
                const State left = t.placements.state(others_hand, partner);
                found.add_if(true,
                             Found::without(rest, taken) | Found::with(left, taken) | Found::with(step->state(), kind));
            }
        }
    }
    const auto add_step = [&](const LionStep& step) {
        NormalisedPosition after{step.pair,
                                 {step.state[v.states[0]], step.state[v.states[1]], step.state[v.states[2]]}};
        if ((step.to & own_squares) != 0) {
            const unsigned taken = kind_on[step.square];
            after.states[taken] = t.placements.state(others_hand, step.code[beside[step.square]]);
        }
        found.add_if((step.to & occupied & ~own_squares) == 0,
                     Found::pack(after) | std::uint64_t{step.mirrored} << Found::mirrored_bit);
    };
    for (const LionStep& step : m.others_lion_steps) add_step(step);
    if constexpr (settled)
        for (const LionStep& step : m.others_settled_lion_steps) add_step(step);
}

/// Calls `f` with the index of every option that has an index. `v` is as for `find_options`.
template <class F>
void name_options(const Tables& t, const NormalisedPosition& v, F&& f) {
    Found found;
    find_options<false>(t, v, found);
    found.for_each([&](const NormalisedPosition& after, bool) { f(rank(t, after)); });
}

/// Calls `f(number, is_mirror)` for every option. `number` is `placement_count` times the pair plus the number of the
/// placement. It gives the option, or its mirror image if `is_mirror`. `v` is as for `find_options`, or its mirror
/// image if `mirrored`.
template <class F>
void number_options(const Tables& t, const NormalisedPosition& v, bool mirrored, F&& f) {
    Found found;
    find_options<true>(t, v, found);
    found.for_each([&](NormalisedPosition after, bool steps_to_mirror) {
        bool is_mirror = mirrored != steps_to_mirror;
        if (const State* const mirror = t.lions.mirror_of_states(after.pair)) {
            // Both images get the number of the smaller image.
            const States seen = after.states;
            const States other{mirror[seen[0]], mirror[seen[1]], mirror[seen[2]]};
            after.states = std::min(seen, other);
            is_mirror = (is_mirror ? other : seen) != after.states;
        }
        f(Index{after.pair} * placement_count + t.placements.rank(after.states), is_mirror);
    });
}

/// Returns the number of options that `name_options` lists. `v` is the position as the mover sees it.
inline unsigned count_options(const Tables& t, const NormalisedPosition& v) {
    const PairMoves& m = t.lions.moves[v.pair];
    const StateParts& a = t.placements.parts(v.states[0]);
    const StateParts& b = t.placements.parts(v.states[1]);
    const StateParts& c = t.placements.parts(v.states[2]);
    const unsigned free = ~(unsigned{a.own_squares} | b.own_squares | c.own_squares);
    const unsigned drops = (a.beside_hand < code_count ? 1U : 0U) + (b.beside_hand < code_count ? 1U : 0U) +
                           (c.beside_hand < code_count ? 1U : 0U);
    const auto steps = [&](unsigned kind, const StateParts& p) {
        return t.placements.count(m.own_targets[kind][p.code[0]] & free) +
               t.placements.count(m.own_targets[kind][p.code[1]] & free);
    };
    return drops * (square_count - t.placements.count(unsigned{a.squares} | b.squares | c.squares)) +
           t.placements.count(m.own_lion_targets & free) + steps(0, a) + steps(1, b) + steps(2, c);
}

/// Returns the number of options without an index. They move the lion next to the other lion, or to the far rank.
inline unsigned count_settled_options(const Tables& t, const NormalisedPosition& v) {
    unsigned kept = 0;
    for (const State s : v.states) kept |= t.placements.parts(s).own_squares;
    return t.placements.count(t.lions.moves[v.pair].settled_lion_targets & ~kept);
}

/// Calls `f` with the index of every non-terminal position from which a move leads to `v`. `v` is the position as the
/// player who has moved sees it. Two predecessors that are mirror images are both listed.
template <class F>
void name_predecessors(const Tables& t, const NormalisedPosition& v, F&& f) {
    const PairMoves& m = t.lions.moves[v.pair];
    const std::array<const StateParts*, kind_count> parts{
        &t.placements.parts(v.states[0]), &t.placements.parts(v.states[1]), &t.placements.parts(v.states[2])};
    const unsigned occupied = unsigned{parts[0]->squares} | parts[1]->squares | parts[2]->squares;
    const std::array<unsigned, kind_count> checks{m.marks[0][v.states[0]] & 1U, m.marks[1][v.states[1]] & 1U,
                                                  m.marks[2][v.states[2]] & 1U};

    // A piece that the move may have captured. It is now in the hand of the player who moved.
    struct Taken {
        unsigned kind;
        unsigned was;      // its code before the capture, without the square
        unsigned partner;  // code of the other piece of its kind
    };
    std::array<Taken, kind_count + 1> taken;
    unsigned takings = 0;
    for (unsigned kind = 0; kind < kind_count; ++kind) {
        if (parts[kind]->beside_hand == code_count) continue;
        taken[takings++] = {kind, others, parts[kind]->beside_hand};
        if (kind == chick) taken[takings++] = {kind, others_rooster, parts[kind]->beside_hand};
    }

    Found found;
    const std::uint64_t packed = Found::pack(v);
    const unsigned checking = checks[0] + checks[1] + checks[2];
    for (unsigned kind = 0; kind < kind_count; ++kind) {
        // If a piece of another kind attacks the lion, it did so before the move too. That position was terminal,
        // because the mover could take the lion.
        if (checking != checks[kind]) continue;
        const StepLists& lists = m.own_steps_back[kind];
        const Step* const first = lists.begin(v.states[kind]);
        const Step* const last = lists.end(v.states[kind]);
        const std::uint64_t rest = Found::without(packed, kind);
        for (const Step* step = first; step != last; ++step)
            found.add_if((step->to() & occupied) == 0, rest | Found::with(step->state(), kind));
        for (unsigned k = 0; k < takings; ++k) {
            const auto [taken_kind, was, partner] = taken[k];
            for (const Step* step = first; step != last; ++step) {
                const bool valid = !step->drops() && (step->to() & occupied) == 0;
                const unsigned restored = was + step->square();
                const State again = t.placements.state(restored, taken_kind == kind ? step->code() : partner);
                const std::uint64_t others_states =
                    taken_kind == kind ? rest : Found::without(rest, taken_kind) | Found::with(step->state(), kind);
                found.add_if(valid, others_states | Found::with(again, taken_kind));
            }
        }
    }
    if (checking == 0)
        for (const LionStep& step : m.own_lion_steps) {
            if ((step.to & occupied) != 0) continue;
            const NormalisedPosition before{
                step.pair, {step.state[v.states[0]], step.state[v.states[1]], step.state[v.states[2]]}};
            const std::uint64_t all = Found::pack(before);
            found.add_if(true, all);
            for (unsigned k = 0; k < takings; ++k) {
                const auto [kind, was, partner] = taken[k];
                const State again = t.placements.state(was + step.left, step.code[partner]);
                found.add_if(true, Found::without(all, kind) | Found::with(again, kind));
            }
        }
    found.for_each([&](const NormalisedPosition& before, bool) {
        const PairMoves& there = t.lions.moves[before.pair];
        if (there.wins == 1 || !wins_at_once(there, before.states)) f(rank(t, before));
    });
}

}  // namespace mexbase::dobutsu
