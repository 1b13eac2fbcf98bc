// SPDX-License-Identifier: MIT
/// \file
/// Placements of the pieces of Dōbutsu shōgi other than lions, and their numbers.
///
/// A placement gives the owner of the two chicks, two giraffes and two elephants, and the square or hand of each. It is
/// seen by the player to move. Squares 0..9 are the cells without a lion. Numbers are computed with tables that fit
/// into the nearest caches. Combinadics, as in `rank/subsets.hpp`, would have to decode the sets again at every move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace mexbase::dobutsu {

/// The kinds of pieces other than lions. Kind 0 is the most significant in the order of materials (`material_of`).
enum Kind : unsigned { chick = 0, giraffe = 1, elephant = 2 };
inline constexpr unsigned kind_count = 3;

inline constexpr unsigned square_count = 10;
inline constexpr unsigned all_squares = (1U << square_count) - 1;

/// The owner and location of one piece. In a hand, the code is `own_hand` (the mover's) or `others_hand`. On square
/// 0..9, the code is the square plus `own`, `others`, `own_rooster` or `others_rooster`.
using Code = std::uint8_t;
inline constexpr Code own = 0, others = 10, own_hand = 20, others_hand = 21, own_rooster = 22, others_rooster = 32;
inline constexpr Code code_count = 42;

constexpr bool is_in_hand(unsigned c) {
    return c == own_hand || c == others_hand;
}
constexpr bool is_rooster(unsigned c) {
    return c >= own_rooster;
}
/// Returns true if the piece is on the board and belongs to the mover.
constexpr bool is_own(unsigned c) {
    return c < others || (c >= own_rooster && c < others_rooster);
}
/// Returns the square of a piece on the board.
constexpr unsigned square_of(unsigned c) {
    return (is_rooster(c) ? c - own_rooster : c) % square_count;
}
/// Returns the square of a piece as a bit, or 0 for a piece in hand.
constexpr unsigned bit_of(unsigned c) {
    return is_in_hand(c) ? 0 : 1U << square_of(c);
}

/// The number of an unordered pair of codes, which describes the two pieces of a kind. States without a rooster come
/// first, so all kinds can use the same numbers.
using State = std::uint16_t;
inline constexpr State plain_state_count = 223, state_count = 803;
/// A placement of all pieces except the lions: the state of each kind.
using States = std::array<State, kind_count>;

/// Number of classes. Two states have the same class if they differ only in the squares of the pieces.
inline constexpr unsigned plain_class_count = 10, class_count = 21;
constexpr unsigned classes_of(unsigned kind) {
    return kind == chick ? class_count : plain_class_count;
}
inline constexpr unsigned material_count = class_count * plain_class_count * plain_class_count;

/// The groups of the pieces of one kind on the board, by owner and promotion. A group has zero, one or two pieces.
enum Part : unsigned { own_plain, others_plain, own_roosters, others_roosters };
inline constexpr unsigned part_count = 4;
struct Group {
    Kind kind;
    Part part;
};
/// The digits of a placement's number, the most significant first. Each digit is the set of squares of one group. The
/// squares of the mover's pieces influence the value most, and those of the other player's chicks least.
inline constexpr std::array digit_order{Group{chick, own_roosters},    Group{giraffe, own_plain},
                                        Group{elephant, own_plain},    Group{chick, own_plain},
                                        Group{chick, others_roosters}, Group{giraffe, others_plain},
                                        Group{elephant, others_plain}, Group{chick, others_plain}};
inline constexpr unsigned digit_count = digit_order.size();

inline constexpr std::uint32_t placement_count = 11'878'227;

/// A set of at most two squares: the squares as bits, times 64, plus the number of the set among all such sets.
using SmallSet = std::uint16_t;
inline constexpr unsigned small_set_count = 1 + 10 + 45, set_number_bits = 6;
inline constexpr unsigned set_number_mask = (1U << set_number_bits) - 1;

/// The parts of a state (the two pieces of a kind). The alignment makes offsets in a table cheap to compute.
struct alignas(32) StateParts {
    std::array<std::uint32_t, part_count> taken{};  ///< by `Part`: the squares as bits, times 64; wide enough for sums
    std::array<std::uint8_t, part_count> set{};     ///< by `Part`: the number of its set of squares
    std::uint16_t squares = 0, own_squares = 0;     ///< squares of both pieces, and of the mover's, as bits
    std::array<Code, 2> code{};
    Code beside_hand = code_count;  ///< the code of the other piece if one is in the mover's hand
    std::uint8_t cls = 0;
};

/// The weights of the digits that number the placements of one material. These numbers are consecutive.
struct alignas(32) Weights {
    std::uint32_t first = 0;
    std::array<std::uint32_t, digit_count - 1> weight{};  ///< weight of each digit except the last, which weighs 1
};

/// The data that converts a number to a placement of one material. It has the groups with pieces, in digit order.
struct alignas(64) Material {
    static constexpr unsigned most_groups = 6;
    std::uint32_t first = 0;
    std::uint8_t groups = 0;
    std::array<std::uint8_t, most_groups> base{};      ///< number of values of the digit
    std::array<std::uint8_t, most_groups> sets{};      ///< number of the first set of the group's size
    std::array<std::uint32_t, most_groups> inverse{};  ///< 2^32 / weight, rounded up, less 1
    /// A class of states: the first state, and the groups of the two pieces. `most_groups` stands for no group.
    struct Class {
        State first = 0;
        std::uint8_t one = most_groups, other = most_groups;
    };
    std::array<Class, kind_count> cls{};

    unsigned size() const {
        unsigned all = 1;
        for (unsigned g = 0; g < groups; ++g) all *= base[g];
        return all;
    }
};

namespace detail {
/// Calls `f` with the number of every digit as a constant. Compilers do not unroll such loops by themselves.
template <std::size_t... Place, class F>
[[gnu::always_inline]] inline void for_each_place(std::index_sequence<Place...>, F&& f) {
    (f(std::integral_constant<unsigned, Place>()), ...);
}
template <class F>
[[gnu::always_inline]] inline void for_each_digit(F&& f) {
    for_each_place(std::make_index_sequence<digit_count>(), f);
}
}  // namespace detail

/// The tables that number states and placements. Immutable.
class Placements {
  public:
    Placements();

    const StateParts& parts(State s) const { return parts_[s]; }
    /// Returns the state of two pieces, given by their codes. They must not be on one square.
    State state(unsigned a, unsigned b) const { return state_[a][b]; }
    unsigned count(unsigned set) const { return count_[set]; }

    /// Returns the number of a placement, 0..placement_count-1.
    std::uint32_t rank(const States& s) const {
        const std::array<const StateParts*, kind_count> p{&parts_[s[0]], &parts_[s[1]], &parts_[s[2]]};
        const Weights& w = weights_[material_of(p[0]->cls, p[1]->cls, p[2]->cls)];
        const bool roosters = p[chick]->cls >= plain_class_count;
        std::uint32_t number = w.first;
        unsigned taken = 0;
        detail::for_each_digit([&](auto d) {
            constexpr Group group = digit_order[d];
            if ((group.part == own_roosters || group.part == others_roosters) && !roosters) return;
            const std::uint32_t digit = digit_[taken + p[group.kind]->set[group.part]];
            if constexpr (d + 1 == digit_count)
                number += digit;
            else
                number += digit * w.weight[d];
            taken |= p[group.kind]->taken[group.part];
        });
        return number;
    }
    States unrank(std::uint32_t number) const {
        const Material& m = material_[find_material(number)];
        const std::uint64_t rest = number - m.first;
        Sets sets;
        sets[Material::most_groups] = 0;
        unsigned taken = 0, before = 0;
        for (unsigned g = 0; g < m.groups; ++g) {
            // Divides by each weight separately, so that no quotient depends on another.
            const auto quotient = static_cast<unsigned>((rest * m.inverse[g] + rest) >> 32);
            const SmallSet set = free_[taken + m.sets[g] + quotient - before * m.base[g]];
            before = quotient;
            sets[g] = set & set_number_mask;
            taken |= set & ~set_number_mask;
        }
        return {state_of(m.cls[0], sets), state_of(m.cls[1], sets), state_of(m.cls[2], sets)};
    }

  private:
    static constexpr unsigned search_shift = 12;

    /// The number of each group's set of squares. It is 0 for the missing group `most_groups`.
    using Sets = std::array<unsigned, Material::most_groups + 1>;

    static unsigned material_of(unsigned a, unsigned b, unsigned c) {
        return (a * plain_class_count + b) * plain_class_count + c;
    }
    unsigned find_material(std::uint32_t number) const {
        unsigned m = material_at_[number >> search_shift];
        while (first_[m + 1] <= number) ++m;
        return m;
    }
    State state_of(const Material::Class& c, const Sets& sets) const {
        return static_cast<State>(c.first + shape_[sets[c.one]][sets[c.other]]);
    }
    void number_states();
    void number_placements();
    void fill_material(unsigned at, const States& first_states);

    std::array<StateParts, state_count> parts_{};
    std::array<std::array<State, code_count>, code_count> state_{};
    std::array<std::uint8_t, 1 << square_count> count_{};
    /// Index of a state in its class, by the numbers of its two sets of squares.
    std::array<std::array<std::uint8_t, 1 << set_number_bits>, small_set_count> shape_{};
    /// Index of a small set among the sets of its size that avoid the taken squares. The subscript is the taken
    /// squares, times 64, plus the number of the set.
    std::array<std::uint8_t, 1 << (square_count + set_number_bits)> digit_{};
    /// The inverse of `digit_`: the small set at the subscript 64 * taken squares + first set of its size + index.
    std::array<SmallSet, 1 << (square_count + set_number_bits)> free_{};
    std::array<std::uint32_t, material_count + 1> first_{};  ///< first number of each material; the last is the end
    std::array<Weights, material_count> weights_{};
    std::array<Material, material_count> material_{};
    std::array<std::uint16_t, (placement_count >> search_shift) + 1> material_at_{};
};

}  // namespace mexbase::dobutsu
