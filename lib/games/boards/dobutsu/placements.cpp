// SPDX-License-Identifier: MIT
#include "placements.hpp"

#include <algorithm>
#include <bit>

namespace mexbase::dobutsu {

namespace {

/// Codes of a piece on square 0 or in a hand, for each owner. The codes of roosters come last.
constexpr std::array<Code, 6> places{own, others, own_hand, others_hand, own_rooster, others_rooster};

/// The sets of zero, one and two squares, in this order. `first_set` has the number of the first set of each size.
constexpr auto small_sets = [] {
    std::array<unsigned, small_set_count> sets{};
    std::size_t n = 0;
    for (int size = 0; size <= 2; ++size)
        for (unsigned squares = 0; squares <= all_squares; ++squares)
            if (std::popcount(squares) == size) sets[n++] = squares;
    return sets;
}();
constexpr std::array<std::uint8_t, 3> first_set{0, 1, 11};

unsigned number_of(unsigned squares) {
    return static_cast<unsigned>(std::find(small_sets.begin(), small_sets.end(), squares) - small_sets.begin());
}

Part part_of(unsigned code) {
    if (is_rooster(code)) return is_own(code) ? own_roosters : others_roosters;
    return is_own(code) ? own_plain : others_plain;
}

}  // namespace

Placements::Placements() {
    number_states();
    number_placements();
}

void Placements::number_states() {
    for (unsigned set = 0; set <= all_squares; ++set) count_[set] = static_cast<std::uint8_t>(std::popcount(set));
    // Numbers the states of one class consecutively, in the order of the squares of the two pieces.
    State next = 0;
    unsigned cls = 0;
    const auto add_class = [&](Code a, Code b) {
        const unsigned most_a = is_in_hand(a) ? 1 : square_count, most_b = is_in_hand(b) ? 1 : square_count;
        const State first = next;
        for (unsigned x = 0; x < most_a; ++x)
            for (unsigned y = 0; y < most_b; ++y) {
                const unsigned piece_a = a + x, piece_b = b + y;
                const unsigned bit_a = bit_of(piece_a), bit_b = bit_of(piece_b);
                if ((bit_a & bit_b) != 0 || (a == b && y < x)) continue;
                StateParts& p = parts_[next];
                p.squares = static_cast<std::uint16_t>(bit_a | bit_b);
                std::array<unsigned, part_count> squares{};
                for (const unsigned piece : {piece_a, piece_b}) {
                    if (is_in_hand(piece)) continue;
                    squares[part_of(piece)] |= bit_of(piece);
                    if (is_own(piece)) p.own_squares |= static_cast<std::uint16_t>(bit_of(piece));
                }
                for (unsigned part = 0; part < part_count; ++part) {
                    p.taken[part] = squares[part] << set_number_bits;
                    p.set[part] = static_cast<std::uint8_t>(number_of(squares[part]));
                }
                p.cls = static_cast<std::uint8_t>(cls);
                p.code = {static_cast<Code>(piece_a), static_cast<Code>(piece_b)};
                if (piece_b == own_hand) p.beside_hand = p.code[0];
                if (piece_a == own_hand) p.beside_hand = p.code[1];
                state_[piece_a][piece_b] = state_[piece_b][piece_a] = next;
                // The squares of two pieces that are alike form one set.
                const bool alike = a == b && bit_a != 0;
                const unsigned one = alike ? bit_a | bit_b : bit_a != 0 ? bit_a : bit_b;
                const unsigned other = alike || bit_a == 0 ? 0 : bit_b;
                shape_[number_of(one)][number_of(other)] = static_cast<std::uint8_t>(next - first);
                ++next;
            }
        ++cls;
    };
    for (unsigned b = 0; b < places.size(); ++b)
        for (unsigned a = 0; a <= b; ++a) add_class(places[a], places[b]);
}

void Placements::number_placements() {
    for (unsigned taken = 0; taken <= all_squares; ++taken) {
        std::array<unsigned, 3> numbers{};
        for (unsigned number = 0; number < small_set_count; ++number) {
            const unsigned squares = small_sets[number], size = count_[squares];
            if ((squares & taken) != 0) continue;
            const unsigned here = taken << set_number_bits;
            free_[here + first_set[size] + numbers[size]] = static_cast<SmallSet>(squares << set_number_bits | number);
            digit_[here + number] = static_cast<std::uint8_t>(numbers[size]++);
        }
    }

    std::array<State, class_count> first_state{};
    for (State s = state_count; s > 0; --s) first_state[parts_[s - 1].cls] = static_cast<State>(s - 1);
    std::uint32_t first = 0;
    unsigned at = 0;
    for (unsigned a = 0; a < classes_of(0); ++a)
        for (unsigned b = 0; b < classes_of(1); ++b)
            for (unsigned c = 0; c < classes_of(2); ++c) {
                fill_material(at, {first_state[a], first_state[b], first_state[c]});
                first_[at] = material_[at].first = weights_[at].first = first;
                first += material_[at++].size();
            }
    first_[at] = first;
    for (unsigned k = 0, m = 0; k < material_at_.size(); ++k) {
        while (first_[m + 1] <= k << search_shift) ++m;
        material_at_[k] = static_cast<std::uint16_t>(m);
    }
}

void Placements::fill_material(unsigned at, const States& first_states) {
    Material& m = material_[at];
    unsigned left = square_count;
    for (unsigned kind = 0; kind < kind_count; ++kind) m.cls[kind].first = first_states[kind];
    // Number the groups that have pieces, in the order of the digits. Then store the groups of each kind in the order
    // of `Part`, which is also the order of the pieces in a state.
    std::array<std::array<unsigned, part_count>, kind_count> place;
    for (auto& of_kind : place) of_kind.fill(Material::most_groups);
    for (const auto& [kind, part] : digit_order) {
        const unsigned pieces = count_[parts_[first_states[kind]].taken[part] >> set_number_bits];
        if (pieces == 0) continue;
        place[kind][part] = m.groups;
        m.sets[m.groups] = first_set[pieces];
        m.base[m.groups++] = static_cast<std::uint8_t>(pieces == 1 ? left : left * (left - 1) / 2);
        left -= pieces;
    }
    for (unsigned kind = 0; kind < kind_count; ++kind)
        for (const unsigned group : place[kind]) {
            if (group == Material::most_groups) continue;
            auto& [state, one, other] = m.cls[kind];
            (one == Material::most_groups ? one : other) = static_cast<std::uint8_t>(group);
        }
    for (unsigned d = 0, weight = m.size(); d < digit_count; ++d) {
        const unsigned group = place[digit_order[d].kind][digit_order[d].part];
        if (group == Material::most_groups) continue;
        weight /= m.base[group];
        if (d + 1 < digit_count) weights_[at].weight[d] = weight;
        m.inverse[group] = ~std::uint32_t{0} / weight;
    }
}

}  // namespace mexbase::dobutsu
