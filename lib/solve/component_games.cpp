#include "component_games.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "../error.hpp"

namespace mexbase {

namespace {

[[noreturn]] void too_much(std::size_t bytes) {
    throw Error(ErrorCode::out_of_memory, "the positions and values found so far take " + std::to_string(bytes >> 20) +
                                              " MiB, and more are not allowed");
}

/// `c` within `set`.
Colouring within(const Colouring& c, VertexSet set) {
    return {c.black & set, c.white & set, c.open & set};
}

}  // namespace

// The memo

std::size_t detail::GameMemo::slot_of(Key key) const {
    // The increment of splitmix64 (Steele, Lea, Flood 2014) keeps {a, b} and {b, a} apart.
    std::size_t slot = mixed(mixed(key.a + 0x9e3779b97f4a7c15) ^ key.b) & (keys_.size() - 1);
    while (keys_[slot] != key && keys_[slot] != Key{}) slot = (slot + 1) & (keys_.size() - 1);
    return slot;
}

void detail::GameMemo::store(Key key, GameId game, std::size_t most_bytes) {
    if (4 * (used_ + 1) > 3 * keys_.size()) grow(most_bytes);
    const std::size_t slot = slot_of(key);
    keys_[slot] = key;
    games_[slot] = game;
    ++used_;
}

void detail::GameMemo::grow(std::size_t most_bytes) {
    GameMemo larger;
    const std::size_t slots = std::max<std::size_t>(64, 2 * keys_.size());
    if (bytes() + slots * (sizeof(Key) + sizeof(GameId)) > most_bytes) too_much(bytes());
    larger.keys_.resize(slots);
    larger.games_.resize(slots);
    larger.used_ = used_;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        if (keys_[i] == Key{}) continue;
        const std::size_t slot = larger.slot_of(keys_[i]);
        larger.keys_[slot] = keys_[i];
        larger.games_[slot] = games_[i];
    }
    *this = std::move(larger);
}

// All games

ComponentGames::ComponentGames(ColouringGame game, const Neighbours& board, GameArena& arena, std::size_t most_bytes)
    : game_(game), board_(board), arena_(arena), most_bytes_(most_bytes) {
    if (game != ColouringGame::col && game != ColouringGame::snort && game != ColouringGame::nogo &&
        game != ColouringGame::cutthroat)
        throw Error(ErrorCode::not_applicable, "only Col, Snort, NoGo and Cutthroat have values by components");
}

GameId ComponentGames::value(const Colouring& position) {
    stack_.clear();  // what an error may have left
    try {
        return of_position(position);
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::out_of_memory,
                    "no memory is left for more than " + std::to_string(stored()) + " components");
    }
}

GameId ComponentGames::of_position(const Colouring& c) {
    if (game_ == ColouringGame::cutthroat) return of_cutthroat(c);
    if (game_ != ColouringGame::nogo) return of_tinted(tinted(c));
    // Nobody can give a liberty to a group that has none: then there is no move, in any component.
    const Tinted legal = legal_in_nogo(c);
    return (legal.black | legal.white) == 0 ? GameArena::zero : of_nogo(c);
}

template <class Next>
GameId ComponentGames::component(VertexSet a, VertexSet b, VertexSet left, VertexSet right, Next&& next) {
    const bool exchanged = b < a;
    const detail::GameMemo::Key key = exchanged ? detail::GameMemo::Key{b, a} : detail::GameMemo::Key{a, b};
    if (const GameId known = memo_.find(key); known != detail::GameMemo::unknown)
        return exchanged ? arena_.negative(known) : known;
    const std::size_t base = stack_.size();
    const auto add = [&](VertexSet moves, Colour colour) {
        for_each_vertex(moves, [&](unsigned v) {
            const GameId option = next(v, colour);
            stack_.push_back(option);
        });
    };
    add(left, Colour::black);
    const std::size_t middle = stack_.size();
    add(right, Colour::white);
    const std::span<const GameId> options(stack_);
    const GameId game = arena_.make(options.subspan(base, middle - base), options.subspan(middle));
    stack_.resize(base);
    memo_.store(key, exchanged ? arena_.negative(game) : game, most_bytes_);
    if (const std::size_t used = bytes() + arena_.bytes(); used > most_bytes_) too_much(used);
    return game;
}

template <class Joined>
VertexSet ComponentGames::first_component(VertexSet set, Joined&& joined) {
    VertexSet found = set & (~set + 1);
    for (VertexSet fresh = found; fresh != 0;) {
        fresh = joined(fresh) & set & ~found;
        found |= fresh;
    }
    return found;
}

// Col and Snort

ComponentGames::Tinted ComponentGames::tinted(const Colouring& c) const {
    const VertexSet by_black = board_.around(c.black);
    const VertexSet by_white = board_.around(c.white);
    if (game_ == ColouringGame::col) return {c.open & ~by_black, c.open & ~by_white};
    return {c.open & ~by_white, c.open & ~by_black};
}

GameId ComponentGames::of_tinted(Tinted sum) {
    // In Col, black forbids black; in Snort, it forbids white.
    const bool col = game_ == ColouringGame::col;
    GameId total = GameArena::zero;
    for (VertexSet left = sum.black | sum.white; left != 0;) {
        const VertexSet part = first_component(left, [&](VertexSet fresh) {
            return (board_.around(fresh & sum.black) & (col ? sum.black : sum.white)) |
                   (board_.around(fresh & sum.white) & (col ? sum.white : sum.black));
        });
        left &= ~part;
        const Tinted t{sum.black & part, sum.white & part};
        const GameId game = component(t.black, t.white, t.black, t.white, [&](unsigned v, Colour colour) {
            Tinted next{t.black & ~just(v), t.white & ~just(v)};
            ((colour == Colour::black) == col ? next.black : next.white) &= ~board_.of[v];
            return of_tinted(next);
        });
        total = arena_.sum(total, game);
    }
    return total;
}

// Cutthroat

GameId ComponentGames::of_cutthroat(const Colouring& sum) {
    GameId total = GameArena::zero;
    for_each_component(board_, sum.present(), [&](VertexSet part) {
        const Colouring c = within(sum, part);
        if (c.black == part || c.white == part || c.open == part) return;
        // Black 01, white 10, green 11.
        const GameId game = component(c.black | c.open, c.white | c.open, c.black | c.open, c.white | c.open,
                                      [&](unsigned v, Colour) { return of_cutthroat(c.without(just(v))); });
        total = arena_.sum(total, game);
    });
    return total;
}

// NoGo

ComponentGames::Tinted ComponentGames::legal_in_nogo(const Colouring& c) const {
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

GameId ComponentGames::of_nogo(const Colouring& sum) {
    GameId total = GameArena::zero;
    for (VertexSet left = sum.present(); left != 0;) {
        const VertexSet part = first_component(left, [&](VertexSet fresh) {
            return board_.around(fresh & sum.open) | (board_.around(fresh & sum.black) & ~sum.white) |
                   (board_.around(fresh & sum.white) & ~sum.black);
        });
        left &= ~part;
        const Colouring c = within(sum, part);
        if (std::popcount(c.open) <= 1) continue;  // the last open vertex of a component can never be coloured
        const Tinted legal = legal_in_nogo(c);
        const GameId game = component(c.black | c.open, c.white | c.open, legal.black, legal.white,
                                      [&](unsigned v, Colour colour) { return of_nogo(c.with(v, colour)); });
        total = arena_.sum(total, game);
    }
    return total;
}

}  // namespace mexbase
