// The survey of tables of partizan values.
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "tally.hpp"

namespace mexbase::detail {

namespace {

/// The numbers of a list that is written are the caller's: out of range, they would make a table that nobody can read.
void check_list(const GameList& list) {
    const auto bad = [](std::uint32_t value, const char* what) {
        throw Error(ErrorCode::bad_usage, "value " + std::to_string(value) + " of a table to be written " + what);
    };
    if (list.games.empty()) throw Error(ErrorCode::bad_usage, "a list of values in a table has one at least");
    if (list.games.size() >= GameList::none)
        throw Error(ErrorCode::not_applicable, "a table has at most 2^32 - 2 different values");
    for (std::uint32_t value = 0; value < list.games.size(); ++value) {
        const GameList::Game& game = list.games[value];
        const std::size_t all = list.options.size();
        if (game.first > all || game.lefts > all - game.first || game.rights > all - game.first - game.lefts)
            bad(value, "has options outside the list");
        for (const auto options : {list.left(value), list.right(value)})
            for (std::size_t i = 0; i < options.size(); ++i)
                if (options[i] >= value || (i != 0 && options[i] <= options[i - 1]))
                    bad(value, "has options that do not come before it in ascending order");
        if (game.weight != GameList::none && game.weight >= list.games.size())
            bad(value, "has an atomic weight outside the list");
    }
}

}  // namespace

PartizanSurvey::PartizanSurvey(const TableContents& contents) : contents_(contents) {
    if (contents.values == nullptr) return;
    check_list(*contents.values);
    classes_ = outcomes_of(*contents.values);
}

std::uint8_t PartizanSurvey::look(const StoredValues& values, Tally& tally, std::uint64_t first, std::size_t n) const {
    return values.kind() == ValueKind::canonical ? look_at_values(values, tally, first, n)
                                                 : look_at_results(values, tally, first, n);
}

std::uint8_t PartizanSurvey::look_at_values(const StoredValues& values, Tally& tally, std::uint64_t first,
                                            std::size_t n) const {
    tally.outcome.resize(n);
    tally.by_value.resize(4);
    tally.values_seen.resize(classes_.size());
    values.source(StreamKind::game_value)->fill(first, tally.outcome);
    std::uint32_t last = dont_care;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t value = tally.outcome[i];
        if (value == dont_care) continue;
        if (value >= classes_.size()) refuse(first + i, "there is no value " + std::to_string(value));
        if (value != last) tally.plain[0].add(value);
        last = value;
        if (first + i >= contents_.info.queryable_size) continue;
        ++tally.positions;
        ++tally.by_value[static_cast<std::size_t>(classes_[value])];
        tally.values_seen[value] = true;
    }
    return varies(tally.outcome) ? 1 : 0;
}

std::uint8_t PartizanSurvey::look_at_results(const StoredValues& values, Tally& tally, std::uint64_t first,
                                             std::size_t n) const {
    const auto kinds = format::streams_of(ValueKind::partizan_outcome).all;
    const std::array all = {&tally.outcome, &tally.remoteness, &tally.second_outcome, &tally.second_remoteness};
    for (std::size_t k = 0; k < all.size(); ++k) {
        all[k]->resize(n);
        values.source(kinds[k])->fill(first, *all[k]);
    }
    tally.by_value.resize(partizan_codes);
    for (std::size_t i = 0; i < n; ++i) {
        if ((tally.outcome[i] == dont_care) != (tally.second_outcome[i] == dont_care))
            refuse(first + i, "a result when one player begins, and none when the other does");
        const bool is_queryable = first + i < contents_.info.queryable_size;
        std::size_t code = 0;
        for (std::size_t side = 0; side < 2; ++side) {
            const std::uint32_t result = (*all[2 * side])[i], plies = (*all[2 * side + 1])[i];
            if (result == dont_care) {
                if (plies != dont_care) refuse(first + i, "a remoteness without a result");
                continue;
            }
            if (result >= format::value_limit(kinds[2 * side])) refuse(first + i, "outcome " + std::to_string(result));
            code = 3 * code + result;
            tally.plain[2 * side].add(result);
            const auto who = static_cast<Outcome>(result);
            if (has_remoteness(who) != (plies != dont_care))
                refuse(first + i,
                       plies == dont_care ? "a result without a remoteness" : "a remoteness without a result");
            if (plies == dont_care) continue;
            tally.plain[2 * side + 1].add(plies);
            Tally::Side& there = tally.sides[side];
            there.halvings.add(who, plies);
            if (is_queryable) tally.longest = std::max<std::uint64_t>(tally.longest.value_or(0), plies);
        }
        if (!is_queryable || tally.outcome[i] == dont_care) continue;
        ++tally.positions;
        ++tally.by_value[code];
    }
    unsigned flags = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (varies(*all[k])) flags |= 1u << k;
        if (!format::holds_remoteness(kinds[k])) continue;
        if (varies(*all[k], 1)) flags |= 1u << (k + 4);
        for (const unsigned shift : {0u, 1u}) {
            std::uint64_t& widest = tally.sides[k / 2].widest[shift];
            widest = std::max(widest, widest_step(*all[k], shift));
        }
    }
    return static_cast<std::uint8_t>(flags);
}

void PartizanSurvey::merge(Tally& into, const Tally& from) {
    for (std::size_t side = 0; side < into.sides.size(); ++side) {
        Tally::Side& to = into.sides[side];
        to.halvings.merge(from.sides[side].halvings);
        for (const unsigned shift : {0u, 1u})
            to.widest[shift] = std::max(to.widest[shift], from.sides[side].widest[shift]);
    }
    if (from.values_seen.size() > into.values_seen.size()) into.values_seen.resize(from.values_seen.size());
    for (std::size_t v = 0; v < from.values_seen.size(); ++v)
        if (from.values_seen[v]) into.values_seen[v] = true;
}

void PartizanSurvey::describe(TableInfo& info, const Tally& all) {
    info.partizan = {};
    info.classes = {};
    info.distinct_values = 0;
    if (info.value == ValueKind::partizan_outcome) {
        std::copy(all.by_value.begin(), all.by_value.end(), info.partizan.begin());
        info.longest_remoteness = all.longest;
    } else if (info.value == ValueKind::canonical) {
        std::copy(all.by_value.begin(), all.by_value.end(), info.classes.begin());
        info.distinct_values =
            static_cast<std::uint64_t>(std::count(all.values_seen.begin(), all.values_seen.end(), true));
    }
}

}  // namespace mexbase::detail
