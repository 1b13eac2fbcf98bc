#include "component_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <string>
#include <utility>

#include "../../error.hpp"

namespace mexbase {

namespace {

using detail::Tinted;
using Memo = detail::PositionMemo<std::uint8_t>;
using Key = Memo::Key;

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
void for_each_placement(Tinted legal, F&& f) {
    for_each_vertex(legal.black, [&](unsigned v) { f(v, Colour::black); });
    for_each_vertex(legal.white, [&](unsigned v) { f(v, Colour::white); });
}

/// The nimber that `memo` has for `key`; else what `find` returns, which is stored.
template <class F>
std::uint32_t remembered(Memo& memo, Key key, F&& find) {
    if (const auto known = memo.find(key)) return *known;
    const std::uint32_t nimber = find();
    memo.store(key, static_cast<std::uint8_t>(nimber));
    return nimber;
}

}  // namespace

// A small board needs no more than the least tables: they are always allowed.
ComponentValues::ComponentValues(ColouringGame game, const Neighbours& board, std::size_t most_bytes)
    : game_(game),
      board_(board),
      memo_(std::max(most_bytes / 2, Memo::least_bytes), "positions"),
      whole_(std::max(most_bytes / 2, Memo::least_bytes), "positions") {}

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
            return of_tinted(detail::tinted(board_, game_, c));
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

std::uint32_t ComponentValues::of_tinted(Tinted sum) {
    std::uint32_t nimber = 0;
    detail::for_each_tinted_component(board_, game_, sum, [&](Tinted t) {
        const auto find = [&] {
            SmallMex seen;
            for_each_placement(t, [&](unsigned v, Colour colour) {
                seen.add(of_tinted(detail::coloured(board_, game_, t, v, colour)));
            });
            return seen.mex();
        };
        nimber ^= std::has_single_bit(t.open()) ? 1 : remembered(memo_, key_of(t.black, t.white), find);
    });
    return nimber;
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
    detail::for_each_cutthroat_component(board_, sum, [&](const Colouring& c) { nimber ^= of_cutthroat_component(c); });
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

std::uint32_t ComponentValues::of_nogo(const Colouring& sum) {
    std::uint32_t nimber = 0;
    detail::for_each_nogo_component(board_, sum, [&](const Colouring& c) { nimber ^= of_nogo_component(c); });
    return nimber;
}

std::uint32_t ComponentValues::of_nogo_component(const Colouring& c) {
    return remembered(memo_, key_of(c), [&] {
        SmallMex seen;
        const Tinted legal = detail::legal_in_nogo(board_, c);
        for_each_placement(legal, [&](unsigned v, Colour colour) { seen.add(of_nogo(c.with(v, colour))); });
        return seen.mex();
    });
}

std::uint32_t ComponentValues::of_nogo_position(const Colouring& c) {
    // Nobody can give a liberty to a group that has none: then there is no move, in any component.
    const Tinted legal = detail::legal_in_nogo(board_, c);
    return legal.open() == 0 ? 0 : of_nogo(c);
}

// Conjoined games

std::uint32_t ComponentValues::of_go_cut(const Colouring& c) {
    if (c.open == 0) return of_cutthroat(c);
    return remembered(whole_, key_of(c), [&] {
        const Tinted legal = detail::legal_in_nogo(board_, c);
        if (legal.open() == 0) return of_cutthroat({c.black, c.white, 0});
        SmallMex seen;
        for_each_placement(legal, [&](unsigned v, Colour colour) { seen.add(of_go_cut(c.with(v, colour))); });
        return seen.mex();
    });
}

std::uint32_t ComponentValues::of_sno_go(const Colouring& c) {
    const Tinted legal = detail::tinted(board_, game_, c);
    if ((board_.around(c.black) & c.white) != 0 || legal.open() == 0) return of_nogo_position(c);
    return remembered(whole_, key_of(c), [&] {
        SmallMex seen;
        for_each_placement(legal, [&](unsigned v, Colour colour) { seen.add(of_sno_go(c.with(v, colour))); });
        return seen.mex();
    });
}

}  // namespace mexbase
