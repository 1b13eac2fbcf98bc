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

/// What a position's moves lead to, each place once: indices, and values of settled positions.
using Places = std::pair<std::set<Index>, std::set<std::pair<int, std::uint64_t>>>;

void add_settled(const std::vector<OutcomeValue>& values, Places& places) {
    for (const OutcomeValue& value : values) places.second.emplace(static_cast<int>(value.outcome), value.remoteness);
}

/// An image of an index, with its moves.
struct ImageLook {
    std::string text;
    Index rank = 0;        ///< of the position
    unsigned least = 0;    ///< its image, as the rules say; 0 without images
    bool is_least = true;  ///< that image of the index is the position, and no lesser image is
    bool reads_back = true;
    bool passes = true;       ///< what it passes to is another position with an index, and passes back
    Index passed = no_index;  ///< that index
    bool composes = true;     ///< composed images lead where the moves do
    bool numbers = true;      ///< numbered moves lead where the named ones do
    std::optional<OutcomeValue> stopped;
    std::vector<std::string> names;  ///< of its moves
    std::vector<Index> options;      ///< where these lead, except settled positions
    std::vector<OutcomeValue> settled;
    std::vector<std::string> finishes;  ///< the names of its finishing moves
    bool finishes_win = true;           ///< these lead to what is lost for the opponent, or to no position
};

/// The texts of the positions that moves lead to from an image, each then followed by another.
std::multiset<std::string> moves_from(const Game& game, Index i, unsigned image, unsigned followed_by, Player player) {
    std::multiset<std::string> texts;
    game.for_each_seen_move(i, {&image, 1}, player, SeenDetail::image, [&](const SeenPosition& to, std::string_view) {
        if (!to.settled) texts.insert(game.format(to.index, game.compose(followed_by, to.image)));
    });
    return texts;
}

/// Returns true if the numbered moves lead where those with names do: as texts, with the values of what is settled.
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

void look_at_finishes(const Game& game, Index i, Player player, ImageLook& look) {
    game.for_each_named_move({look.text, {{i}, {}}}, player, [&](const AskedPosition& to, std::string_view name) {
        look.finishes.emplace_back(name);
        const auto value = to.place.settled ? to.place.settled : game.stopped(to.index(), other(player));
        look.finishes_win = look.finishes_win && value == OutcomeValue{Outcome::loss, 0};
    });
}

ImageLook look_at_image(const Game& game, Index i, unsigned image, Player player) {
    ImageLook look;
    SeenPosition seen = game.seen(i, image);
    look.text = std::move(seen.text);
    look.rank = seen.index;
    look.least = seen.image;
    const SeenPosition read = game.read_seen(look.text);
    look.reads_back = read.text == look.text && read.index == look.rank && read.image == look.least;
    look.is_least = look.least == image || (look.least < image && game.format(i, look.least) == look.text);
    for (unsigned g = 0; g < look.least; ++g) look.is_least = look.is_least && game.format(i, g) != look.text;
    if (const PassedPosition passed = game.passed_image(i, image); passed.index != no_index) {
        look.passed = passed.index;
        look.passes = passed.index < game.size() && game.legal(passed.index) && passed.text_back == look.text &&
                      passed.text != look.text;
    }
    look.stopped = game.stopped(i, player);
    if (look.stopped) {
        if (game.facts().has.finishing_moves && look.stopped == OutcomeValue{Outcome::win, 1})
            look_at_finishes(game, i, player, look);
        return look;
    }
    game.for_each_seen_move(i, {&image, 1}, player, SeenDetail::index,
                            [&](const SeenPosition& to, std::string_view name) {
                                look.names.emplace_back(name);
                                if (to.settled)
                                    look.settled.push_back(*to.settled);
                                else
                                    look.options.push_back(to.index);
                            });
    if (look.least != image) return look;
    if (game.facts().has.compose)
        look.composes = moves_from(game, i, image, 0, player) == moves_from(game, i, 0, image, player);
    if (game.facts().numbers != 0) look.numbers = numbers_moves_from(game, i, image, player);
    return look;
}

ImageLook look_at(const CheckedGame& g, Index i, unsigned image, Player player) {
    try {
        return look_at_image(g.game, i, image, player);
    } catch (const Error& e) {
        g.fail(i, "image " + std::to_string(image) + " to be written, read, and to have moves",
               "the error: " + std::string(e.what()));
    }
}

void check_image(const CheckedGame& g, Index i, unsigned image, Player player, const Places& expected) {
    const auto look = look_at(g, i, image, player);
    const std::string which = "image " + std::to_string(image) + ", " + look.text + ",";
    if (look.rank != i) g.fail(i, which + " to have its index", number(look.rank));
    if (!look.reads_back) g.fail(i, which + " to be read as itself", "another position");
    if (!look.is_least)
        g.fail(i, which + " to be the first of the images that are the same", std::to_string(look.least));
    if (!look.passes)
        g.fail(i, which + " to have an index with the other player to move, and to pass back", "another position");
    if (g.game.can_pass() && image != 0 && look.passed != look_at(g, i, 0, player).passed)
        g.fail(i, which + " to have the index of image 0 with the other player to move", "another");
    const auto check_names = [&](const std::vector<std::string>& names) {
        if (std::set(names.begin(), names.end()).size() != names.size())
            g.fail(i, which + " to have different names for its moves", "two that are the same");
    };
    if (look.stopped) {
        check_names(look.finishes);
        const bool wins_at_once = g.game.facts().has.finishing_moves && look.stopped == OutcomeValue{Outcome::win, 1};
        if (wins_at_once && (look.finishes.empty() || !look.finishes_win))
            g.fail(i, which + " to have finishing moves to what is lost in 0",
                   look.finishes.empty() ? "none" : "others");
        return;
    }
    check_names(look.names);
    if (!look.composes) g.fail(i, which + " to have the moves that follow from its composition with theirs", "others");
    if (!look.numbers) g.fail(i, which + " to have the moves that its numbered moves are", "others");
    Places found;
    found.first.insert(look.options.begin(), look.options.end());
    add_settled(look.settled, found);
    if (found.first != expected.first) {
        std::vector<Index> one_sided;
        std::ranges::set_symmetric_difference(found.first, expected.first, std::back_inserter(one_sided));
        g.fail(i, which + " to have named moves to where its options are",
               number(one_sided.front()) + (found.first.contains(one_sided.front()) ? " as well" : " missing"));
    }
    if (found.second != expected.second)
        g.fail(i, which + " to have named moves to settled positions of the values that its settled options have",
               "others");
}

}  // namespace

void check_slices(const CheckedGame& g, std::vector<Index>& firsts) {
    Index next = 0;
    for (Index k = 0; k < g.game.traits().order.slices.size(); ++k) {
        const Slice slice = g.game.traits().order.slices[k];
        if (slice.first != next || slice.size > g.size - next)
            g.fail_whole("slice " + std::to_string(k) + " to begin at " + number(next) + " and to end within the rank",
                         number(slice.first) + " and " + std::to_string(slice.size) + " indices");
        next += slice.size;
        firsts.push_back(slice.first);
    }
    if (next != g.size) g.fail_whole("slices up to " + number(g.size), "up to " + number(next));
}

std::uint64_t check_images(const CheckedGame& g, Index i, Player player, const std::vector<Index>& options) {
    Places expected;
    expected.first.insert(options.begin(), options.end());
    std::vector<OutcomeValue> settled;
    g.game.settled_options(i, player, settled);
    add_settled(settled, expected);
    // Of many images a few that change from index to index, in a large game one.
    constexpr Index large_game = 20'000;
    const unsigned most = g.size > large_game ? 1 : 4;
    const unsigned images = std::max(1U, g.game.facts().images);
    const unsigned looked = std::min(images, most);
    for (unsigned k = 0; k < looked; ++k) {
        const unsigned image = images <= most ? k : static_cast<unsigned>(mix(i + k) % images);
        check_image(g, i, image, player, expected);
    }
    return looked;
}

}  // namespace mexbase::detail
