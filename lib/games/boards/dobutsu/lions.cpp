// SPDX-License-Identifier: MIT
#include "lions.hpp"

#include <algorithm>
#include <tuple>

namespace mexbase::dobutsu {

namespace {

constexpr unsigned file_of(unsigned cell) {
    return cell % files;
}
constexpr unsigned rank_of(unsigned cell) {
    return cell / files;
}
constexpr unsigned turned_about(unsigned cell) {
    return cell_count - 1 - cell;
}
constexpr unsigned gap(unsigned a, unsigned b) {
    return a > b ? a - b : b - a;
}
/// Returns the number of king's moves between two cells.
constexpr unsigned distance(unsigned a, unsigned b) {
    return std::max(gap(file_of(a), file_of(b)), gap(rank_of(a), rank_of(b)));
}
constexpr bool on_far_rank(unsigned cell, bool is_own_piece) {
    return rank_of(cell) == (is_own_piece ? ranks - 1 : 0);
}

/// Returns the cells that a piece attacks, as bits.
unsigned reach(unsigned kind, bool rooster, bool is_own_piece, unsigned from) {
    unsigned reached = 0;
    for (unsigned to = 0; to < cell_count; ++to) {
        if (distance(from, to) != 1) continue;
        const bool straight = file_of(from) == file_of(to) || rank_of(from) == rank_of(to);
        const bool forward = is_own_piece ? rank_of(to) > rank_of(from) : rank_of(to) < rank_of(from);
        const bool goes = kind == elephant  ? !straight
                          : kind == giraffe ? straight
                          : rooster         ? straight || forward
                                            : straight && forward;
        if (goes) reached |= 1U << to;
    }
    return reached;
}

/// Returns `code` with the piece moved to `square`, or unchanged if the piece is in a hand.
constexpr unsigned on(unsigned code, unsigned square) {
    return is_in_hand(code) ? code : code - square_of(code) + square;
}
/// Returns the code of the piece after a change of its owner.
constexpr unsigned swapped(unsigned code) {
    if (is_in_hand(code)) return own_hand + others_hand - code;
    return is_own(code) ? code + (others - own) : code - (others - own);
}

/// Maps square numbers to new ones after the pair of lions has changed. The cells without a lion are numbered as
/// squares.
using Renumbering = std::array<unsigned, square_count>;

/// Maps each state (the codes of the two pieces of a kind) to the state in which `code` has replaced both codes. The
/// result is 0 if a code becomes `code_count`, which is invalid.
std::array<State, state_count> changed_states(const Placements& placements, const std::array<Code, code_count>& code) {
    std::array<State, state_count> changed{};
    for (State s = 0; s < state_count; ++s) {
        const auto [a, b] = placements.parts(s).code;
        if (code[a] < code_count && code[b] < code_count) changed[s] = placements.state(code[a], code[b]);
    }
    return changed;
}

std::array<Code, code_count> changed_codes(const Renumbering& to, bool swaps) {
    std::array<Code, code_count> changed{};
    for (unsigned c = 0; c < code_count; ++c) {
        if (!is_in_hand(c) && to[square_of(c)] == square_count) {
            changed[c] = code_count;
            continue;
        }
        const unsigned moved = is_in_hand(c) ? c : on(c, to[square_of(c)]);
        changed[c] = static_cast<Code>(swaps ? swapped(moved) : moved);
    }
    return changed;
}

/// Returns the code of a piece after a move to `cell`, which has the number `square` among the cells without a lion.
unsigned landed(unsigned kind, unsigned code, unsigned cell, unsigned square) {
    const bool promotes = kind == chick && !is_rooster(code) && on_far_rank(cell, is_own(code));
    return (promotes ? is_own(code) ? own_rooster : others_rooster : code - square_of(code)) + square;
}

/// Finds the steps of one kind of piece, for the pair of lions `here`.
class StepFinder {
  public:
    StepFinder(const Placements& placements, const PairCells& here, unsigned kind)
        : placements_(placements), here_(here), kind_(kind) {}

    /// Adds the moves of the other player with the pieces of state `s` (the two pieces of this kind).
    void add_others_steps(State s, std::vector<Step>& out) const {
        for_each_piece(s, [&](unsigned code, unsigned partner, bool is_second) {
            if (code == others_hand && !(is_second && partner == others_hand))
                for (unsigned square = 0; square < square_count; ++square)
                    add(others + square, partner, 1U << square, others + square, square, true, out);
            if (is_in_hand(code) || is_own(code)) return;
            for_each_cell(reach(kind_, is_rooster(code), false, cell(code)), [&](unsigned to) {
                const unsigned square = here_.square[to], after = landed(kind_, code, to, square);
                add(after, partner, 1U << square, after, square, false, out);
            });
        });
    }

    /// Adds the reverse steps and drops of the mover's pieces. Skips squares from which the piece attacked the other
    /// lion, because a position with such an attack is terminal.
    void add_own_steps_back(State s, std::vector<Step>& out) const {
        for_each_piece(s, [&](unsigned code, unsigned partner, bool) {
            if (is_in_hand(code) || !is_own(code)) return;
            const unsigned square = square_of(code);
            if (!is_rooster(code) && !checks(partner)) add(own_hand, partner, 0, own_hand, square, true, out);
            for (unsigned from = 0; from < cell_count; ++from) {
                if (here_.square[from] == square_count) continue;
                for (const unsigned kind_of_piece : {own, own_rooster}) {
                    const unsigned before = kind_of_piece + here_.square[from];
                    if (is_rooster(before) && kind_ != chick) continue;
                    const bool goes = (reach(kind_, is_rooster(before), true, from) >> cell(code) & 1) != 0;
                    // A chick on the far rank was dropped there, because a step to it would have made a rooster.
                    if (!goes || landed(kind_, before, cell(code), square) != code) continue;
                    if (!checks(before) && !checks(partner))
                        add(before, partner, 1U << here_.square[from], before, square, false, out);
                }
            }
        });
    }

    /// Returns true if the piece is the mover's and attacks the other player's lion.
    bool checks(unsigned code) const {
        return !is_in_hand(code) && is_own(code) &&
               (reach(kind_, is_rooster(code), true, cell(code)) >> here_.others & 1) != 0;
    }
    unsigned cell(unsigned code) const { return here_.cell[square_of(code)]; }

  private:
    template <class F>
    void for_each_piece(State s, F&& f) const {
        const auto [a, b] = placements_.parts(s).code;
        f(a, b, false);
        f(b, a, true);
    }
    /// Calls `f` with each of the `cells` that hold no lion.
    template <class F>
    void for_each_cell(unsigned cells, F&& f) const {
        for (const unsigned to : here_.cell)
            if ((cells >> to & 1) != 0) f(to);
    }
    /// Adds a step. `partner` is the code of the other piece of this kind. A step onto the partner's square is added
    /// too, because the partner may be captured there; the state stored in this step is then meaningless.
    void add(unsigned after, unsigned partner, unsigned to, unsigned code, unsigned square, bool drops,
             std::vector<Step>& out) const {
        const bool clash = (bit_of(after) & bit_of(partner)) != 0;
        out.emplace_back(clash ? 0U : placements_.state(after, partner), to, code, square, drops);
    }

    const Placements& placements_;
    const PairCells& here_;
    unsigned kind_;
};

}  // namespace

Lions::Lions(const Placements& placements) : moves(pair_count) {
    number_pairs();
    for (unsigned pair = 0; pair < pair_count; ++pair) fill_moves(placements, pair);
    mirror_number_.fill(-1);
    for (unsigned pair = 0; pair < all_pair_count; ++pair) {
        const PairCells& here = cells[pair];
        if (file_of(here.own) != 1 || file_of(here.others) != 1) continue;
        Renumbering to{};
        for (unsigned square = 0; square < square_count; ++square)
            to[square] = here.square[mirror_of(here.cell[square])];
        mirror_number_[pair] = static_cast<std::int8_t>(mirrors_.size());
        mirrors_.push_back(changed_states(placements, changed_codes(to, false)));
    }
}

void Lions::number_pairs() {
    const auto group = [](unsigned a, unsigned b) {
        if (on_far_rank(a, true) || on_far_rank(b, false) || distance(a, b) == 1) return 2;
        return file_of(a) == 1 && file_of(b) == 1 ? 1 : 0;
    };
    unsigned next = 0;
    for (const int wanted : {0, 1, 2})
        for (unsigned a = 0; a < cell_count; ++a)
            for (unsigned b = 0; b < cell_count; ++b) {
                const unsigned other_a = mirror_of(a), other_b = mirror_of(b);
                if (a == b || group(a, b) != wanted || std::tuple(other_a, other_b) < std::tuple(a, b)) continue;
                pair_of[other_a][other_b] = pair_of[a][b] = static_cast<std::uint8_t>(next);
                mirrored[other_a][other_b] = true;
                mirrored[a][b] = false;
                PairCells& here = cells[next++];
                here.own = static_cast<std::uint8_t>(a);
                here.others = static_cast<std::uint8_t>(b);
                std::vector<unsigned> others_cells;
                for (unsigned cell = 0; cell < cell_count; ++cell)
                    if (cell != a && cell != b) others_cells.push_back(cell);
                const auto from_lion = [b](unsigned cell) {
                    return std::tuple(distance(cell, b),
                                      gap(file_of(cell), file_of(b)) + gap(rank_of(cell), rank_of(b)));
                };
                std::stable_sort(others_cells.begin(), others_cells.end(),
                                 [&](unsigned x, unsigned y) { return from_lion(x) < from_lion(y); });
                here.square.fill(square_count);
                for (unsigned square = 0; square < square_count; ++square) {
                    here.cell[square] = static_cast<std::uint8_t>(others_cells[square]);
                    here.square[others_cells[square]] = static_cast<std::uint8_t>(square);
                }
            }
}

void Lions::fill_moves(const Placements& placements, unsigned pair) {
    const PairCells& here = cells[pair];
    PairMoves& m = moves[pair];
    // Returns how the squares of `pair` are numbered with the given lions, after turning the board if `turns`.
    const auto renumbering = [&](unsigned own_lion, unsigned others_lion, bool turns) {
        const PairCells& there = cells[pair_of[own_lion][others_lion]];
        Renumbering to{};
        for (unsigned square = 0; square < square_count; ++square) {
            const unsigned cell = turns ? turned_about(here.cell[square]) : here.cell[square];
            to[square] = there.square[mirrored[own_lion][others_lion] ? mirror_of(cell) : cell];
        }
        return to;
    };
    const unsigned turned_own = turned_about(here.others), turned_others = turned_about(here.own);
    m.turned = pair_of[turned_own][turned_others];
    m.turned_state = changed_states(placements, changed_codes(renumbering(turned_own, turned_others, true), true));

    m.wins = 1;
    for (unsigned file = 0; file < files; ++file) {
        const unsigned entry = (ranks - 1) * files + file;
        if (distance(here.own, entry) == 1 && entry != here.others && distance(here.others, entry) != 1)
            m.wins |= static_cast<std::uint8_t>(2U << file);
    }
    for (unsigned kind = 0; kind < kind_count; ++kind) {
        const StepFinder finder(placements, here, kind);
        const State states = kind == chick ? state_count : plain_state_count;
        for (State s = 0; s < state_count; ++s) {
            m.others_steps[kind].first[s] = static_cast<std::uint16_t>(m.others_steps[kind].steps.size());
            m.own_steps_back[kind].first[s] = static_cast<std::uint16_t>(m.own_steps_back[kind].steps.size());
            if (s >= states) continue;
            finder.add_others_steps(s, m.others_steps[kind].steps);
            finder.add_own_steps_back(s, m.own_steps_back[kind].steps);
            for (const Code c : placements.parts(s).code) {
                if (is_in_hand(c)) continue;
                const unsigned held =
                    is_own(c) ? 1U << finder.cell(c) : reach(kind, is_rooster(c), false, finder.cell(c));
                m.marks[kind][s] |=
                    static_cast<std::uint8_t>((held >> (ranks - 1) * files << 1) | (finder.checks(c) ? 1U : 0U));
            }
        }
        m.others_steps[kind].first[state_count] = static_cast<std::uint16_t>(m.others_steps[kind].steps.size());
        m.own_steps_back[kind].first[state_count] = static_cast<std::uint16_t>(m.own_steps_back[kind].steps.size());
        for (unsigned c = 0; c < code_count; ++c)
            if (!is_in_hand(c) && is_own(c) && (kind == chick || !is_rooster(c)))
                for (unsigned square = 0; square < square_count; ++square)
                    if ((reach(kind, is_rooster(c), true, finder.cell(c)) >> here.cell[square] & 1) != 0)
                        m.own_targets[kind][c] |= static_cast<std::uint16_t>(1U << square);
    }

    for (const bool is_own_lion : {true, false}) {
        const unsigned from = is_own_lion ? here.own : here.others;
        for (unsigned to = 0; to < cell_count; ++to) {
            if (distance(from, to) != 1 || here.square[to] == square_count) continue;
            const unsigned own_lion = is_own_lion ? to : here.own, others_lion = is_own_lion ? here.others : to;
            const unsigned after = pair_of[own_lion][others_lion];
            const auto bit = static_cast<std::uint16_t>(1U << here.square[to]);
            if (is_own_lion) (after < pair_count ? m.own_lion_targets : m.settled_lion_targets) |= bit;
            if (after >= pair_count && is_own_lion) continue;
            LionStep step;
            step.to = bit;
            step.square = here.square[to];
            step.pair = static_cast<std::uint8_t>(after);
            step.left = cells[after].square[mirrored[own_lion][others_lion] ? mirror_of(from) : from];
            step.mirrored = mirrored[own_lion][others_lion];
            step.code = changed_codes(renumbering(own_lion, others_lion, false), false);
            step.state = changed_states(placements, step.code);
            (is_own_lion           ? m.own_lion_steps
             : after >= pair_count ? m.others_settled_lion_steps
                                   : m.others_lion_steps)
                .push_back(step);
        }
    }
}

}  // namespace mexbase::dobutsu
