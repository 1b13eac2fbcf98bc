// SPDX-License-Identifier: MIT
#include "component_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "../../error.hpp"

namespace mexbase {

namespace detail {

/// The vertices that may still become black, and those that may still become white.
struct Tinted {
    VertexSet black = 0, white = 0;

    /// Returns the vertices that may still be coloured.
    VertexSet open() const { return black | white; }
};

}  // namespace detail

namespace {

using detail::Tinted;

constexpr std::string_view stored_things = "positions and values";

/// Returns the component that holds the smallest vertex of `set`, which is not empty. `joined(fresh)` returns the
/// neighbours of all vertices in `fresh`; those outside `set` are ignored.
template <class Joined>
VertexSet first_component(VertexSet set, Joined&& joined) {
    VertexSet found = set & (~set + 1);
    for (VertexSet fresh = found; fresh != 0;) {
        fresh = joined(fresh) & set & ~found;
        found |= fresh;
    }
    return found;
}

Colouring within(const Colouring& c, VertexSet set) {
    return {c.black & set, c.white & set, c.open & set};
}

// The following functions are for Col and Snort.

/// Returns the colours still allowed for the open vertices of `c`, given their coloured neighbours.
Tinted tinted(const Neighbours& board, ColouringGame game, const Colouring& c) {
    const VertexSet by_black = board.around(c.black);
    const VertexSet by_white = board.around(c.white);
    if (game == ColouringGame::col) return {c.open & ~by_black, c.open & ~by_white};
    return {c.open & ~by_white, c.open & ~by_black};
}

/// Returns the allowed colours after vertex v takes `colour`, which `t` must allow.
Tinted coloured(const Neighbours& board, ColouringGame game, Tinted t, unsigned v, Colour colour) {
    // In Col, black forbids black; in Snort, it forbids white.
    const bool forbids_black = (colour == Colour::black) == (game == ColouringGame::col);
    (forbids_black ? t.black : t.white) &= ~board.of[v];
    return {t.black & ~just(v), t.white & ~just(v)};
}

/// Calls `f` with every component of `sum`. An edge connects two vertices only if colouring one may forbid a colour at
/// the other.
template <class F>
void for_each_tinted_component(const Neighbours& board, ColouringGame game, Tinted sum, F&& f) {
    const Tinted forbidden_by = game == ColouringGame::col ? sum : Tinted{sum.white, sum.black};
    for (VertexSet left = sum.open(); left != 0;) {
        const VertexSet part = first_component(left, [&](VertexSet fresh) {
            return (board.around(fresh & sum.black) & forbidden_by.black) |
                   (board.around(fresh & sum.white) & forbidden_by.white);
        });
        left &= ~part;
        f(Tinted{sum.black & part, sum.white & part});
    }
}

/// Calls `f` with every component of `sum` that has more than one colour. Open vertices are green.
template <class F>
void for_each_cutthroat_component(const Neighbours& board, const Colouring& sum, F&& f) {
    for_each_component(board, sum.present(), [&](VertexSet part) {
        const Colouring c = within(sum, part);
        if (c.black != part && c.white != part && c.open != part) f(c);
    });
}

/// Returns the legal moves in NoGo. There are none if a group has no liberty (open neighbour).
Tinted legal_in_nogo(const Neighbours& board, const Colouring& c) {
    VertexSet joins[2] = {};      // liberties of groups of this colour with at least two: extending there is safe
    VertexSet strangles[2] = {};  // only liberty of a group of the other colour: taking it is not allowed
    for (const Colour colour : {Colour::black, Colour::white}) {
        bool dead = false;
        for_each_component(board, c.of(colour), [&](VertexSet group) {
            const VertexSet liberties = board.around(group) & c.open;
            dead = dead || liberties == 0;
            if (std::has_single_bit(liberties))
                strangles[static_cast<unsigned>(other(colour))] |= liberties;
            else
                joins[static_cast<unsigned>(colour)] |= liberties;
        });
        if (dead) return {};
    }
    const VertexSet beside_open = board.around(c.open);
    return {c.open & (joins[0] | beside_open) & ~strangles[0], c.open & (joins[1] | beside_open) & ~strangles[1]};
}

/// Returns the neighbours of the vertices in `fresh`, without edges between black and white vertices.
VertexSet joined_in_nogo(const Neighbours& board, VertexSet fresh, const Colouring& c) {
    return board.around(fresh & c.open) | (board.around(fresh & c.black) & ~c.white) |
           (board.around(fresh & c.white) & ~c.black);
}

/// Calls `f` with every component that has at least two open vertices. A last open vertex can never be coloured.
template <class F>
void for_each_nogo_component(const Neighbours& board, const Colouring& sum, F&& f) {
    for (VertexSet left = sum.present(); left != 0;) {
        const VertexSet part =
            first_component(left, [&](VertexSet fresh) { return joined_in_nogo(board, fresh, sum); });
        left &= ~part;
        if (std::popcount(part & sum.open) > 1) f(within(sum, part));
    }
}

}  // namespace

NimberComponents::Value NimberComponents::make(std::span<const Value> left, std::span<const Value> right) const {
    std::array<std::uint64_t, 4> seen{};
    for (const std::span<const Value> options : {left, right})
        for (const Value nimber : options) seen[nimber / 64] |= std::uint64_t{1} << nimber % 64;
    unsigned word = 0;
    while (seen[word] == ~std::uint64_t{0}) ++word;
    return static_cast<Value>(word * 64 + static_cast<unsigned>(std::countr_one(seen[word])));
}

template <class Values>
ComponentSearch<Values>::ComponentSearch(ColouringGame game, const Neighbours& board, Values values,
                                         std::size_t most_bytes)
    : game_(game),
      board_(board),
      values_(values),
      most_bytes_(std::max(most_bytes, 4 * Memo::least_bytes)),
      memo_(most_bytes_, stored_things),
      whole_(most_bytes_, stored_things) {
    if (Values::partizan && game != ColouringGame::col && game != ColouringGame::snort && game != ColouringGame::nogo &&
        game != ColouringGame::cutthroat)
        throw Error(
            ErrorCode::not_applicable,
            "cannot find partizan values of this game by its components: expected Col, Snort, NoGo or Cutthroat");
}

template <class Values>
auto ComponentSearch<Values>::value(const Colouring& position) -> Value {
    stack_.clear();  // options left by a call that threw
    try {
        return of_position(position);
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::out_of_memory,
                    "not enough memory: the values of " + std::to_string(stored()) + " components fill it");
    }
}

template <class Values>
auto ComponentSearch<Values>::of_position(const Colouring& c) -> Value {
    switch (game_) {
        case ColouringGame::col:
        case ColouringGame::snort:
            return of_tinted(tinted(board_, game_, c));
        case ColouringGame::nogo:
            return of_nogo_position(c);
        case ColouringGame::node_kayles:
            return of_kayles(c.present());
        case ColouringGame::cutthroat:
            return of_cutthroat(c);
        case ColouringGame::go_cut:
            return of_go_cut(c);
        case ColouringGame::sno_go:
            return of_sno_go(c);
    }
    return Values::zero;
}

template <class Values>
template <class Find>
auto ComponentSearch<Values>::remembered(Memo& memo, VertexSet a, VertexSet b, Find&& find) -> Value {
    const bool exchanged = b < a;
    const typename Memo::Key key{std::min(a, b), std::max(a, b)};
    if (const auto known = memo.find(key)) return exchanged ? values_.negative(*known) : *known;
    const Value value = find();
    memo.store(key, exchanged ? values_.negative(value) : value);
    if (const std::size_t used = bytes() + values_.bytes(); used > most_bytes_)
        detail::throw_at_limit(stored_things, used);
    return value;
}

template <class Values>
template <class Next>
auto ComponentSearch<Values>::from_options(Tinted legal, Next&& next) -> Value {
    const std::size_t base = stack_.size();
    const auto add = [&](VertexSet vertices, Colour colour) {
        for_each_vertex(vertices, [&](unsigned v) {
            const Value option = next(v, colour);
            stack_.push_back(option);
        });
    };
    add(legal.black, Colour::black);
    const std::size_t middle = stack_.size();
    add(legal.white, Colour::white);
    const std::span<const Value> options(stack_);
    const Value value = values_.make(options.subspan(base, middle - base), options.subspan(middle));
    stack_.resize(base);
    return value;
}

template <class Values>
auto ComponentSearch<Values>::of_tinted(Tinted sum) -> Value {
    Value total = Values::zero;
    for_each_tinted_component(board_, game_, sum, [&](Tinted t) {
        const auto next = [&](unsigned v, Colour colour) { return of_tinted(coloured(board_, game_, t, v, colour)); };
        const bool is_star = !Values::partizan && std::has_single_bit(t.open());
        total = values_.sum(
            total, is_star ? Value{1} : remembered(memo_, t.black, t.white, [&] { return from_options(t, next); }));
    });
    return total;
}

template <class Values>
auto ComponentSearch<Values>::of_kayles(VertexSet sum) -> Value {
    Value total = Values::zero;
    for_each_component(board_, sum, [&](VertexSet left) {
        const auto next = [&](unsigned v, Colour) { return of_kayles(left & ~just(v) & ~board_.of[v]); };
        total = values_.sum(total, std::has_single_bit(left) ? Value{1} : remembered(memo_, 0, left, [&] {
                                return from_options({left, 0}, next);
                            }));
    });
    return total;
}

template <class Values>
auto ComponentSearch<Values>::of_cutthroat(const Colouring& sum) -> Value {
    Value total = Values::zero;
    for_each_cutthroat_component(board_, sum, [&](Colouring c) {
        if (!Values::partizan) {
            // Exchanging colours does not change nimbers, so the smallest of the three sets (as a number) becomes
            // green.
            if (c.black < c.open) std::swap(c.black, c.open);
            if (c.white < c.open) std::swap(c.white, c.open);
        }
        // Black vertices are in the first set, white vertices are in the second, and green vertices are in both.
        const Tinted by_player{c.black | c.open, c.white | c.open};
        const auto next = [&](unsigned v, Colour) { return of_cutthroat(c.without(just(v))); };
        total = values_.sum(total, remembered(memo_, by_player.black, by_player.white, [&] {
                                return from_options(Values::partizan ? by_player : Tinted{c.present(), 0}, next);
                            }));
    });
    return total;
}

template <class Values>
auto ComponentSearch<Values>::of_nogo(const Colouring& sum) -> Value {
    Value total = Values::zero;
    for_each_nogo_component(board_, sum, [&](const Colouring& c) {
        const auto next = [&](unsigned v, Colour colour) { return of_nogo(c.with(v, colour)); };
        total = values_.sum(total, remembered(memo_, c.black | c.open, c.white | c.open,
                                              [&] { return from_options(legal_in_nogo(board_, c), next); }));
    });
    return total;
}

template <class Values>
auto ComponentSearch<Values>::of_nogo_position(const Colouring& c) -> Value {
    // A group without a liberty can never get one. Then no move is legal in any component.
    return legal_in_nogo(board_, c).open() == 0 ? Values::zero : of_nogo(c);
}

template <class Values>
auto ComponentSearch<Values>::of_go_cut(const Colouring& c) -> Value {
    if (c.open == 0) return of_cutthroat(c);
    return remembered(whole_, c.black | c.open, c.white | c.open, [&] {
        const Tinted legal = legal_in_nogo(board_, c);
        if (legal.open() == 0) return of_cutthroat({c.black, c.white, 0});
        return from_options(legal, [&](unsigned v, Colour colour) { return of_go_cut(c.with(v, colour)); });
    });
}

template <class Values>
auto ComponentSearch<Values>::of_sno_go(const Colouring& c) -> Value {
    const Tinted legal = tinted(board_, game_, c);
    if ((board_.around(c.black) & c.white) != 0 || legal.open() == 0) return of_nogo_position(c);
    return remembered(whole_, c.black | c.open, c.white | c.open, [&] {
        return from_options(legal, [&](unsigned v, Colour colour) { return of_sno_go(c.with(v, colour)); });
    });
}

template class ComponentSearch<NimberComponents>;
template class ComponentSearch<CanonicalComponents>;

}  // namespace mexbase
