#include "component_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <string>

#include "../error.hpp"

namespace mexbase {

namespace {

using Key = detail::NimberMemo::Key;

/// Numbers below 256, on the stack.
class SmallMex {
  public:
    void add(std::uint32_t number) { seen_[number / 64] |= std::uint64_t{1} << number % 64; }
    std::uint32_t mex() const {
        std::uint32_t word = 0;
        while (seen_[word] == ~std::uint64_t{0}) ++word;
        return word * 64 + static_cast<std::uint32_t>(std::countr_one(seen_[word]));
    }

  private:
    std::array<std::uint64_t, 4> seen_{};
};

/// The same for both of two positions that differ by an exchange of colours.
Key key_of(VertexSet black, VertexSet white) {
    return black < white ? Key{black, white} : Key{white, black};
}

/// Four states of a vertex in two bits: removed 00, black 01, white 10, open 11.
Key key_of(const Colouring& c) {
    return key_of(c.black | c.open, c.white | c.open);
}

/// Calls `f(v, colour)` for every vertex and colour it may take.
template <class F>
void for_each_placement(VertexSet black, VertexSet white, F&& f) {
    for_each_vertex(black, [&](unsigned v) { f(v, Colour::black); });
    for_each_vertex(white, [&](unsigned v) { f(v, Colour::white); });
}

/// `c` within `set`.
Colouring within(const Colouring& c, VertexSet set) {
    return {c.black & set, c.white & set, c.open & set};
}

/// The nimber that `memo` has for `key`; else what `find` returns, which is stored.
template <class F>
std::uint32_t remembered(detail::NimberMemo& memo, Key key, F&& find) {
    if (const std::uint32_t known = memo.find(key); known != detail::NimberMemo::unknown) return known;
    const std::uint32_t nimber = find();
    memo.store(key, nimber);
    return nimber;
}

}  // namespace

void detail::NimberMemo::store(Key key, std::uint32_t nimber) {
    if (4 * (used_ + 1) > 3 * keys_.size()) grow();
    const std::size_t slot = slot_of(key);
    keys_[slot] = key;
    nimbers_[slot] = static_cast<std::uint8_t>(nimber);
    ++used_;
}

void detail::NimberMemo::grow() {
    NimberMemo larger(most_bytes_);
    const std::size_t slots = std::max<std::size_t>(64, 2 * keys_.size());
    if (slots > 64 && bytes() + slots * (sizeof(Key) + 1) > most_bytes_)
        throw Error(ErrorCode::out_of_memory, "the positions found so far take " + std::to_string(bytes() >> 20) +
                                                  " MiB, and more are not allowed");
    larger.keys_.resize(slots);
    larger.nimbers_.resize(slots);
    larger.used_ = used_;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        if (keys_[i] == Key{}) continue;
        const std::size_t slot = larger.slot_of(keys_[i]);
        larger.keys_[slot] = keys_[i];
        larger.nimbers_[slot] = nimbers_[i];
    }
    *this = std::move(larger);
}

std::uint32_t ComponentValues::nimber(const Colouring& position) {
    try {
        return of_position(position);
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::out_of_memory,
                    "no memory is left for more than " + std::to_string(stored()) + " components");
    }
}

std::uint32_t ComponentValues::of_position(const Colouring& c) {
    switch (game_) {
        case ColouringGame::col:
        case ColouringGame::snort:
            return of_tinted(tinted(c));
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
    return 0;
}

// Col and Snort

ComponentValues::Tinted ComponentValues::tinted(const Colouring& c) const {
    const VertexSet by_black = board_.around(c.black);
    const VertexSet by_white = board_.around(c.white);
    if (game_ == ColouringGame::col) return {c.open & ~by_black, c.open & ~by_white};
    return {c.open & ~by_white, c.open & ~by_black};
}

VertexSet ComponentValues::tinted_by(VertexSet fresh, const Tinted& t) const {
    // In Col, black forbids black; in Snort, it forbids white.
    const bool col = game_ == ColouringGame::col;
    const VertexSet forbidden_by_black = col ? t.black : t.white;
    const VertexSet forbidden_by_white = col ? t.white : t.black;
    return (board_.around(fresh & t.black) & forbidden_by_black) |
           (board_.around(fresh & t.white) & forbidden_by_white);
}

std::uint32_t ComponentValues::of_tinted(Tinted sum) {
    std::uint32_t nimber = 0;
    for (VertexSet left = sum.black | sum.white; left != 0;) {
        VertexSet found = left & (~left + 1);
        for (VertexSet fresh = found; fresh != 0;) {
            fresh = tinted_by(fresh, sum) & ~found;
            found |= fresh;
        }
        left &= ~found;
        nimber ^= std::has_single_bit(found) ? 1 : of_tinted_component({sum.black & found, sum.white & found});
    }
    return nimber;
}

std::uint32_t ComponentValues::of_tinted_component(Tinted t) {
    return remembered(memo_, key_of(t.black, t.white), [&] {
        SmallMex seen;
        const bool col = game_ == ColouringGame::col;
        for_each_placement(t.black, t.white, [&](unsigned v, Colour colour) {
            Tinted next{t.black & ~just(v), t.white & ~just(v)};
            ((colour == Colour::black) == col ? next.black : next.white) &= ~board_.of[v];
            seen.add(of_tinted(next));
        });
        return seen.mex();
    });
}

// Node-Kayles

std::uint32_t ComponentValues::of_kayles(VertexSet sum) {
    std::uint32_t nimber = 0;
    for_each_component(board_, sum, [&](VertexSet component) {
        nimber ^= std::has_single_bit(component) ? 1 : of_kayles_component(component);
    });
    return nimber;
}

std::uint32_t ComponentValues::of_kayles_component(VertexSet left) {
    return remembered(memo_, {left, 0}, [&] {
        SmallMex seen;
        for_each_vertex(left, [&](unsigned v) { seen.add(of_kayles(left & ~just(v) & ~board_.of[v])); });
        return seen.mex();
    });
}

// Cutthroat

std::uint32_t ComponentValues::of_cutthroat(const Colouring& sum) {
    std::uint32_t nimber = 0;
    for_each_component(board_, sum.present(), [&](VertexSet component) {
        const Colouring c = within(sum, component);
        const bool one_colour = c.black == component || c.white == component || c.open == component;
        if (!one_colour) nimber ^= of_cutthroat_component(c);
    });
    return nimber;
}

std::uint32_t ComponentValues::of_cutthroat_component(Colouring c) {
    // The rules treat three colours alike: the least set becomes green, which is none at all of two.
    if (c.black < c.open) std::swap(c.black, c.open);
    if (c.white < c.open) std::swap(c.white, c.open);
    return remembered(memo_, key_of(c), [&] {
        SmallMex seen;
        for_each_vertex(c.present(), [&](unsigned v) { seen.add(of_cutthroat(c.without(just(v)))); });
        return seen.mex();
    });
}

// NoGo

ComponentValues::Tinted ComponentValues::legal_in_nogo(const Colouring& c) const {
    VertexSet joins[2] = {};      // liberties of a group of this colour that has more: to extend it there is safe
    VertexSet strangles[2] = {};  // the only liberty of a group of the other colour: to take it is not allowed
    for (const Colour colour : {Colour::black, Colour::white}) {
        bool dead = false;
        for_each_component(board_, c.of(colour), [&](VertexSet group) {
            const VertexSet liberties = board_.around(group) & c.open;
            dead = dead || liberties == 0;
            if (std::has_single_bit(liberties))
                strangles[static_cast<unsigned>(other(colour))] |= liberties;
            else
                joins[static_cast<unsigned>(colour)] |= liberties;
        });
        if (dead) return {};
    }
    const VertexSet beside_open = board_.around(c.open);
    return {c.open & (joins[0] | beside_open) & ~strangles[0], c.open & (joins[1] | beside_open) & ~strangles[1]};
}

VertexSet ComponentValues::joined_in_nogo(VertexSet fresh, const Colouring& c) const {
    return fresh | (board_.around(fresh & c.open) & c.present()) | (board_.around(fresh & c.black) & ~c.white) |
           (board_.around(fresh & c.white) & ~c.black);
}

std::uint32_t ComponentValues::of_nogo(const Colouring& sum) {
    std::uint32_t nimber = 0;
    const VertexSet present = sum.present();
    for (VertexSet left = present; left != 0;) {
        VertexSet found = left & (~left + 1);
        for (VertexSet fresh = found; fresh != 0;) {
            fresh = joined_in_nogo(fresh, sum) & present & ~found;
            found |= fresh;
        }
        left &= ~found;
        // The last open vertex of a component can never be coloured.
        if (std::popcount(found & sum.open) > 1) nimber ^= of_nogo_component(within(sum, found));
    }
    return nimber;
}

std::uint32_t ComponentValues::of_nogo_component(const Colouring& c) {
    return remembered(memo_, key_of(c), [&] {
        SmallMex seen;
        const Tinted legal = legal_in_nogo(c);
        for_each_placement(legal.black, legal.white,
                           [&](unsigned v, Colour colour) { seen.add(of_nogo(c.with(v, colour))); });
        return seen.mex();
    });
}

std::uint32_t ComponentValues::of_nogo_position(const Colouring& c) {
    // Nobody can give a liberty to a group that has none: then there is no move, in any component.
    const Tinted legal = legal_in_nogo(c);
    return (legal.black | legal.white) == 0 ? 0 : of_nogo(c);
}

// Conjoined games

std::uint32_t ComponentValues::of_go_cut(const Colouring& c) {
    if (c.open == 0) return of_cutthroat(c);
    return remembered(whole_, key_of(c), [&] {
        const Tinted legal = legal_in_nogo(c);
        if ((legal.black | legal.white) == 0) return of_cutthroat({c.black, c.white, 0});
        SmallMex seen;
        for_each_placement(legal.black, legal.white,
                           [&](unsigned v, Colour colour) { seen.add(of_go_cut(c.with(v, colour))); });
        return seen.mex();
    });
}

std::uint32_t ComponentValues::of_sno_go(const Colouring& c) {
    const Tinted legal = tinted(c);
    if ((board_.around(c.black) & c.white) != 0 || (legal.black | legal.white) == 0) return of_nogo_position(c);
    return remembered(whole_, key_of(c), [&] {
        SmallMex seen;
        for_each_placement(legal.black, legal.white,
                           [&](unsigned v, Colour colour) { seen.add(of_sno_go(c.with(v, colour))); });
        return seen.mex();
    });
}

}  // namespace mexbase
