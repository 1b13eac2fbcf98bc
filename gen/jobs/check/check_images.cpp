// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "check_rules_parts.hpp"

namespace mexbase::detail {

namespace {

/// Indices of the options of a position, and the values of its options that have no index.
using Places = std::pair<std::set<Index>, std::set<std::pair<int, std::uint64_t>>>;

void add_settled(const std::vector<OutcomeValue>& values, Places& places) {
    for (const OutcomeValue& value : values) places.second.emplace(static_cast<int>(value.outcome), value.remoteness);
}

/// Returns the texts of the options of one image of position i, each transformed by the symmetry `followed_by`.
std::multiset<std::string> moves_from(const Game& game, Index i, unsigned image, unsigned followed_by, Player player) {
    std::multiset<std::string> texts;
    game.for_each_seen_move(i, {&image, 1}, player, SeenDetail::image, [&](const SeenPosition& to, std::string_view) {
        if (!to.settled) texts.insert(game.format(to.index, game.compose(followed_by, to.image)));
    });
    return texts;
}

/// Returns true if `numbered_moves` and the named moves lead to the same positions.
bool numbers_moves_from(const Game& game, Index i, unsigned image, Player player) {
    using Target = std::pair<std::string, std::optional<OutcomeValue>>;
    const auto before = [](const Target& a, const Target& b) { return a.first < b.first; };
    std::set<Target, decltype(before)> named(before), numbered(before);
    game.for_each_seen_move(i, {&image, 1}, player, SeenDetail::text,
                            [&](const SeenPosition& to, std::string_view) { named.emplace(to.text, to.settled); });
    Flat moves;
    game.numbered_moves(i, player, moves);
    bool are_least = true;
    for (std::size_t k = 0; k < moves.size(); k += 2) {
        const Index number = moves[k];
        const unsigned g = game.compose(image, static_cast<unsigned>(moves[k + 1]));
        const unsigned least = game.least_image(number, g);
        Target target{game.format_numbered(number, g), std::nullopt};
        if (number >= game.size()) target.second = game.numbered_value(number);
        are_least = are_least && least <= g && game.format_numbered(number, least) == target.first;
        numbered.insert(std::move(target));
    }
    return are_least && std::ranges::equal(named, numbered);
}

void check_names(const CheckedGame& g, Index i, const std::string& which, const std::vector<std::string>& names) {
    if (std::set(names.begin(), names.end()).size() != names.size())
        g.fail(i, which + " to have different names for its moves", "two moves with the same name");
}

/// Checks the moves that win at once from a position. Each must lead to a position that is lost for the opponent.
void check_finishes(const CheckedGame& g, Index i, const std::string& which, const std::string& text, Player player) {
    std::vector<std::string> names;
    bool win = true;
    g.game.for_each_named_move({text, {{i}, {}}}, player, [&](const ResolvedPosition& to, std::string_view name) {
        names.emplace_back(name);
        const auto value = to.place.settled ? to.place.settled : g.game.stopped(to.index(), other(player));
        win = win && value == OutcomeValue{Outcome::loss, 0};
    });
    check_names(g, i, which, names);
    if (names.empty() || !win)
        g.fail(i, which + " to have finishing moves, all to positions lost with remoteness 0",
               names.empty() ? "no such move" : "a move to another position");
}

void check_passing(const CheckedGame& g, Index i, unsigned image, const std::string& which, const std::string& text) {
    const PassedPosition passed = g.game.passed_image(i, image);
    if (passed.index != no_index && (!g.is_position(passed.index) || passed.text_back != text || passed.text == text))
        g.fail(i, which + " to be the same position after passing the turn twice", "another position");
    if (g.game.can_pass() && image != 0 && passed.index != g.game.passed_image(i, 0).index)
        g.fail(i, which + " to have the index of image 0 after passing the turn", "another index");
}

/// Checks the moves of one of the symmetric positions (images) of index i. `least` is the first image with its text.
void check_moves(const CheckedGame& g, Index i, unsigned image, unsigned least, const std::string& which, Player player,
                 const Places& expected) {
    const Game& game = g.game;
    std::vector<std::string> names;
    Places found;
    game.for_each_seen_move(i, {&image, 1}, player, SeenDetail::index,
                            [&](const SeenPosition& to, std::string_view name) {
                                names.emplace_back(name);
                                if (to.settled)
                                    add_settled({*to.settled}, found);
                                else
                                    found.first.insert(to.index);
                            });
    check_names(g, i, which, names);
    if (least == image && game.facts().has.compose &&
        moves_from(game, i, image, 0, player) != moves_from(game, i, 0, image, player))
        g.fail(i, which + " to have the moves of image 0, transformed by its symmetry", "different moves");
    if (least == image && game.facts().numbers != 0 && !numbers_moves_from(game, i, image, player))
        g.fail(i, which + " to have named moves equal to its numbered moves", "different ones");
    if (found.first != expected.first) {
        std::vector<Index> one_sided;
        std::ranges::set_symmetric_difference(found.first, expected.first, std::back_inserter(one_sided));
        g.fail(i, which + " to have named moves to exactly its options",
               (found.first.contains(one_sided.front()) ? "a move to " : "no move to ") + number(one_sided.front()));
    }
    if (found.second != expected.second)
        g.fail(i,
               which +
                   " to have named moves to positions without an index that have the values of its options without an "
                   "index",
               "different values");
}

void check_image(const CheckedGame& g, Index i, unsigned image, Player player, const Places& expected) {
    const Game& game = g.game;
    const SeenPosition seen = game.seen(i, image);
    const std::string which = "image " + std::to_string(image) + " (the symmetric position " + seen.text + ")";
    if (seen.index != i) g.fail(i, which + " to have its index", number(seen.index));
    const SeenPosition read = game.read_seen(seen.text);
    if (read.text != seen.text || read.index != i || read.image != seen.image)
        g.fail(i, which + " to be read as itself", "another position");
    bool is_least = seen.image == image || (seen.image < image && game.format(i, seen.image) == seen.text);
    for (unsigned lesser = 0; lesser < seen.image; ++lesser) is_least = is_least && game.format(i, lesser) != seen.text;
    if (!is_least)
        g.fail(i, which + " to be read as the first image with the same text", "image " + std::to_string(seen.image));
    check_passing(g, i, image, which, seen.text);
    const auto stopped = game.stopped(i, player);
    if (!stopped)
        check_moves(g, i, image, seen.image, which, player, expected);
    else if (game.facts().has.finishing_moves && stopped == OutcomeValue{Outcome::win, 1})
        check_finishes(g, i, which, seen.text, player);
}

}  // namespace

std::uint64_t check_images(const CheckedGame& g, Index i, Player player, const std::vector<Index>& options) {
    Places expected;
    expected.first.insert(options.begin(), options.end());
    std::vector<OutcomeValue> settled;
    g.game.settled_options(i, player, settled);
    add_settled(settled, expected);
    // Checks up to four images of an index, or one in a large game. If an index has more images, its hash selects them.
    constexpr Index large_game = 20'000;
    const unsigned most = g.size > large_game ? 1 : 4;
    const unsigned images = std::max(1U, g.game.facts().images);
    const unsigned looked = std::min(images, most);
    for (unsigned k = 0; k < looked; ++k) {
        const unsigned image = images <= most ? k : static_cast<unsigned>(mix(i + k) % images);
        try {
            check_image(g, i, image, player, expected);
        } catch (const Error& e) {
            if (e.code() == ErrorCode::verification_failed) throw;
            g.fail(i, "image " + std::to_string(image) + " to be written, read, and to have moves",
                   "the error: " + std::string(e.what()));
        }
    }
    return looked;
}

}  // namespace mexbase::detail
