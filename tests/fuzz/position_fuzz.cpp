// SPDX-License-Identifier: MIT
// Any text is a position of a game, which its own text gives again, or gives an error of one line; so does the notation
// of partizan values. A first byte of 0 selects the notation; others pick the game.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/board/text/graph_file.hpp"
#include "lib/error.hpp"
#include "lib/rules/registry.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/family_examples.hpp"
#include "tests/texts.hpp"

using namespace mexbase;

namespace {

/// Returns the games listed here, and the examples of all other families. Append new games: stored inputs name a game
/// by its index.
std::vector<std::unique_ptr<Game>> some_games() {
    const std::array<Board::Arc, 5> arcs = {{{0, 1}, {1, 0}, {1, 2}, {0, 1}, {2, 2}}};
    const auto graph = std::make_shared<const Board>(true, std::vector<std::string>{"a", "two words", "start", "z"},
                                                     arcs, std::vector<std::uint8_t>{0, 0, 0, Board::beyond});
    const auto fly = std::make_shared<const Board>(true, std::vector<std::string>{"a", "b", "c"}, arcs);
    const std::array<Board::Arc, 8> edges = {{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 0}, {0, 2}, {2, 3}, {3, 2}}};
    const auto kite = std::make_shared<const Board>(false, std::vector<std::string>{"a", "b", "c", "d"}, edges);
    const auto snakes = std::make_shared<const Board>(parse_snakes("home 20\narrow 7 15\narrow 12 3\n", "snakes"));
    const std::map<std::string, std::shared_ptr<const Board>> boards{
        {"@graph", graph}, {"@fly", fly}, {"@snakes", snakes}, {"@kite", kite}};
    std::vector<std::unique_ptr<Game>> games;
    std::vector<std::string> specs = test::texts_in(R"(
        nim:piles=3,max=15    subtraction:set=1-4-9,max=1000    square:max=1000    square-but-one:max=1000
        put-or-take-a-square:max=1000,bound=2000    fair-shares:n=12    fair-shares:n=185
        octal:code=0.77,max=1000    octal:code=4.f7,total=12    grundy:max=1000    treblecross:max=1000
        treblecross:max=9,form=strips    wythoff:max=30    knight:size=9    graph:file=@graph
        horsefly:file=@fly    snakes-and-adders:file=@snakes    col:board=grid-2x3,play=impartial
        snort:board=path-6,play=impartial,symmetry=colours    nogo:board=grid-3x2,play=impartial
        nogo:board=@kite,play=impartial    node-kayles:board=cycle-6    go-cut:board=path-6
        go-cut:board=grid-2x3,symmetry=colours    sno-go:board=path-6,symmetry=colours    sno-go:board=star-4
        col:board=cycle-5,play=impartial,symmetry=all    tinted-chain:game=col,max=1000
        tinted-chain:game=snort,max=20    col:board=path-5    nogo:board=@kite
        cutthroat:board=grid-2x3,colours=bwg    cutthroat:board=@kite    domineering:board=grid-2x3
        domineering:board=grid-1x1    domineering:board=grid-5x8    toppling-dominoes:max=6
        toppling-dominoes:max=24    tic-tac-toe    mu-torere    dodgem    dao    quixo:size=3    quixo:size=4
        mens-morris:men=5)");
    test::add_missing_examples(specs);
    for (std::string spec : specs) {
        const std::size_t at = std::min(spec.find('@'), spec.size());
        const std::string name = spec.substr(at, spec.find(',', at) - at);
        if (!name.empty()) spec.replace(at, name.size(), "@0");
        games.push_back(make_game(stock_registry(), spec, name.empty() ? nullptr : boards.at(name)));
    }
    return games;
}

/// Returns true if the text has a nimber in the hundreds next to another term. With a hot game its form has as many
/// options, each searched among as many, which takes seconds.
bool may_take_long(std::string_view text) {
    for (std::size_t star = text.find('*'); star != text.npos; star = text.find('*', star + 1)) {
        const std::size_t digit = std::min(text.find_first_not_of('0', star + 1), text.size());
        const std::size_t end = std::min(text.find_first_not_of("0123456789", digit), text.size());
        if (end - digit >= 3 && (star != 0 || end != text.size())) return true;
    }
    return false;
}

void read_notation(std::string_view text) {
    if (may_take_long(text)) return;
    GameArena arena, other;
    const std::string form = to_text(arena, parse_game(arena, text));
    if (to_text(other, parse_game(other, form)) != form) std::abort();
}

/// Checks that a position is found again by its own text, and so are its options.
void ask_position(const Game& game, std::string_view text) {
    const ResolvedPosition asked = game.resolve(text, game.queryable_size());
    if (game.resolve(asked.text, game.queryable_size()) != asked) std::abort();
    if (game.find(text, game.queryable_size()) != asked.place) std::abort();
    if (game.picture(asked).empty() || !is_utf8(to_svg(game.drawing(asked), asked.text))) std::abort();
    for (const Player player : {Player::left, Player::right})
        game.for_each_named_move(asked, player, [&game](ResolvedPosition&& to, std::string_view name) {
            if (name.empty() || game.resolve(to.text, game.size()) != to) std::abort();
        });
}

void read_position(const Game& game, std::string_view text) {
    ask_position(game, text);
    const Repetition repetition{70, 12};
    for (const Repetition* r : {static_cast<const Repetition*>(nullptr), &repetition})
        for (const Index part : game.parse_sum(text, no_index, r))
            if (part == no_index) std::abort();
    const auto parts = game.parse_sum(text, game.queryable_size());
    if (parts.empty()) std::abort();
    if (game.parse_sum(game.format_sum(parts), game.queryable_size()) != parts) std::abort();
    const Index i = game.parse(text);
    if (i >= game.queryable_size() || !game.legal(i)) std::abort();
    if (game.parse(game.format(i)) != i) std::abort();
    if (game.parse(game.format(i, static_cast<unsigned>(text.size()))) != i) std::abort();
    for (const Player player : {Player::left, Player::right})
        game.for_each_option(i, player, [&game](std::span<const Index> option) {
            if (option.empty()) std::abort();
            for (const Index to : option)
                if (to >= game.size() || !game.legal(to)) std::abort();
        });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<std::unique_ptr<Game>> games = some_games();
    if (size == 0) return 0;
    const std::size_t which = data[0] % (games.size() + 1);
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        which == 0 ? read_notation(text) : read_position(*games[which - 1], text);
    } catch (const Error& error) {
        if (std::string_view{error.what()}.find('\n') != std::string_view::npos) std::abort();
        if (!is_utf8(error.what())) std::abort();
    }
    return 0;
}
