#include "component_games.hpp"

#include <new>
#include <span>
#include <string>
#include <string_view>

#include "../../error.hpp"

namespace mexbase {

namespace {

using detail::Tinted;

/// What takes memory, in the words of an error.
constexpr std::string_view found = "positions and values";

}  // namespace

// All games

ComponentGames::ComponentGames(ColouringGame game, const Neighbours& board, GameArena& arena, std::size_t most_bytes)
    : game_(game), board_(board), arena_(arena), most_bytes_(most_bytes), memo_(most_bytes, found) {
    if (game != ColouringGame::col && game != ColouringGame::snort && game != ColouringGame::nogo &&
        game != ColouringGame::cutthroat)
        throw Error(ErrorCode::not_applicable, "only Col, Snort, NoGo and Cutthroat have values by components");
}

PartizanId ComponentGames::value(const Colouring& position) {
    stack_.clear();  // what an error may have left
    try {
        return of_position(position);
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::out_of_memory,
                    "no memory is left for more than " + std::to_string(stored()) + " components");
    }
}

PartizanId ComponentGames::of_position(const Colouring& c) {
    if (game_ == ColouringGame::cutthroat) return of_cutthroat(c);
    if (game_ != ColouringGame::nogo) return of_tinted(detail::tinted(board_, game_, c));
    // Nobody can give a liberty to a group that has none: then there is no move, in any component.
    const Tinted legal = detail::legal_in_nogo(board_, c);
    return legal.open() == 0 ? GameArena::zero : of_nogo(c);
}

template <class Legal, class Next>
PartizanId ComponentGames::component(VertexSet a, VertexSet b, Legal&& legal, Next&& next) {
    const bool exchanged = b < a;
    const Memo::Key key = exchanged ? Memo::Key{b, a} : Memo::Key{a, b};
    if (const auto known = memo_.find(key)) return exchanged ? arena_.negative(*known) : *known;
    const Tinted moves = legal();
    const std::size_t base = stack_.size();
    const auto add = [&](VertexSet vertices, Colour colour) {
        for_each_vertex(vertices, [&](unsigned v) {
            const PartizanId option = next(v, colour);
            stack_.push_back(option);
        });
    };
    add(moves.black, Colour::black);
    const std::size_t middle = stack_.size();
    add(moves.white, Colour::white);
    const std::span<const PartizanId> options(stack_);
    const PartizanId game = arena_.make(options.subspan(base, middle - base), options.subspan(middle));
    stack_.resize(base);
    memo_.store(key, exchanged ? arena_.negative(game) : game);
    if (const std::size_t used = bytes() + arena_.bytes(); used > most_bytes_) detail::throw_at_limit(found, used);
    return game;
}

// Each of the games

PartizanId ComponentGames::of_tinted(Tinted sum) {
    PartizanId total = GameArena::zero;
    detail::for_each_tinted_component(board_, game_, sum, [&](Tinted t) {
        const PartizanId game = component(
            t.black, t.white, [&] { return t; },
            [&](unsigned v, Colour colour) { return of_tinted(detail::coloured(board_, game_, t, v, colour)); });
        total = arena_.sum(total, game);
    });
    return total;
}

PartizanId ComponentGames::of_cutthroat(const Colouring& sum) {
    PartizanId total = GameArena::zero;
    detail::for_each_cutthroat_component(board_, sum, [&](const Colouring& c) {
        // Black 01, white 10, green 11.
        const Tinted legal{c.black | c.open, c.white | c.open};
        const PartizanId game = component(
            legal.black, legal.white, [&] { return legal; },
            [&](unsigned v, Colour) { return of_cutthroat(c.without(just(v))); });
        total = arena_.sum(total, game);
    });
    return total;
}

PartizanId ComponentGames::of_nogo(const Colouring& sum) {
    PartizanId total = GameArena::zero;
    detail::for_each_nogo_component(board_, sum, [&](const Colouring& c) {
        const PartizanId game = component(
            c.black | c.open, c.white | c.open, [&] { return detail::legal_in_nogo(board_, c); },
            [&](unsigned v, Colour colour) { return of_nogo(c.with(v, colour)); });
        total = arena_.sum(total, game);
    });
    return total;
}

}  // namespace mexbase
