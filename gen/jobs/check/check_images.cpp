#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "check_rules.hpp"
#include "check_rules_parts.hpp"

namespace mexbase::detail {

namespace {

/// What a position's moves lead to, each place once: indices, and values of settled positions.
using Places = std::pair<std::set<Index>, std::set<std::pair<int, std::uint64_t>>>;

void add_settled(const std::vector<OutcomeValue>& values, Places& places) {
    for (const OutcomeValue& value : values) places.second.emplace(static_cast<int>(value.outcome), value.remoteness);
}

RulesToCheck::ImageLook look_at(const CheckedGame& g, Index i, unsigned image, Player player) {
    try {
        return g.rules.look(i, image, player);
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
    if (g.rules.has.passed && image != 0 && look.passed != look_at(g, i, 0, player).passed)
        g.fail(i, which + " to have the index of image 0 with the other player to move", "another");
    const auto check_names = [&](const std::vector<std::string>& names) {
        if (std::set(names.begin(), names.end()).size() != names.size())
            g.fail(i, which + " to have different names for its moves", "two that are the same");
    };
    if (const auto stopped = g.rules.terminal(i, player)) {
        check_names(look.finishes);
        const bool wins_at_once = g.rules.has.names_finishes && stopped == OutcomeValue{Outcome::win, 1};
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
    for (Index k = 0; k < g.rules.slices(); ++k) {
        const Slice slice = g.rules.slice(k);
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
    g.rules.settled_options(i, player, settled);
    add_settled(settled, expected);
    // Of many images a few that change from index to index, in a large game one.
    constexpr Index large_game = 20'000;
    const unsigned most = g.size > large_game ? 1 : 4;
    const unsigned images = g.rules.images();
    const unsigned looked = std::min(images, most);
    for (unsigned k = 0; k < looked; ++k) {
        const unsigned image = images <= most ? k : static_cast<unsigned>(mix(i + k) % images);
        check_image(g, i, image, player, expected);
    }
    return looked;
}

}  // namespace mexbase::detail
