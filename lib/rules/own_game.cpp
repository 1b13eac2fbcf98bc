#include "own_game.hpp"

#include <array>

#include "../error.hpp"

namespace mexbase {

namespace {

using enum ValueKind;
constexpr std::array stopping_kinds{outcome};
constexpr std::array impartial_kinds{outcome, nimber, obliged};
constexpr std::array partizan_kinds{canonical, partizan_outcome};
constexpr std::array stopping_partizan_kinds{partizan_outcome};

GameFacts facts_of(std::string_view family, const OwnFacts& own) {
    GameFacts facts;
    facts.family = family;
    facts.rules_version = own.rules_version;
    facts.tag = rules_tag<OwnGame>();
    facts.has.start = own.start.has_value();
    if (!own.kinds.empty())
        facts.kinds = own.kinds;
    else if (own.partizan && own.stops)
        facts.kinds = stopping_partizan_kinds;
    else if (own.partizan)
        facts.kinds = partizan_kinds;
    else if (own.stops)
        facts.kinds = stopping_kinds;
    else
        facts.kinds = impartial_kinds;
    return facts;
}

GameTraits traits_of(const OwnFacts& own) {
    GameTraits traits;
    traits.size = traits.queryable_size = own.size;
    traits.whole = true;
    traits.partizan = own.partizan;
    traits.stops = own.stops;
    traits.bounded = own.bounded;
    traits.ties_beyond = own.ties_beyond;
    traits.has_predecessors = own.takes_back;
    traits.order.descending = own.descends;
    return traits;
}

/// A list of the calling thread, for the options of one position.
std::vector<Index>& list_of_thread() {
    thread_local std::vector<Index> list;
    return list;
}

}  // namespace

OwnGame::OwnGame(std::string_view family, const Parameters& parameters, const OwnFacts& facts)
    : OwnGame(family, parameters.spec(), parameters.has_board() ? parameters.board() : nullptr, facts) {}

OwnGame::OwnGame(std::string_view family, std::string spec, std::shared_ptr<const Board> board, const OwnFacts& facts)
    : Game(facts_of(family, facts), traits_of(facts), std::move(spec), std::move(board)), start_(facts.start) {
    constexpr Index most = Index{1} << 62;
    const auto refuse = [family](const std::string& what) {
        throw Error(ErrorCode::bad_usage, std::string(family) + ": OwnFacts::" + what);
    };
    if (facts.size == 0 || facts.size > most)
        refuse("size is " + std::to_string(facts.size) + ", and it must be from 1 to " + std::to_string(most));
    if (facts.start && *facts.start >= facts.size)
        refuse("start is #" + std::to_string(*facts.start) + ", and indices are below " + std::to_string(facts.size));
}

void OwnGame::require_override(bool needed, const char* fact, const char* function) const {
    if (needed)
        throw Error(ErrorCode::bad_usage,
                    std::string(family()) + ": OwnFacts::" + fact + " is true, and " + function + " is not overridden");
}

void OwnGame::add_predecessors(Index, Player, std::vector<Index>&) const {
    require_override(true, "takes_back", "add_predecessors");
}

std::optional<OutcomeValue> OwnGame::stopped(Index, Player) const {
    require_override(traits().stops, "stops", "stopped");
    return {};
}

std::uint64_t OwnGame::leaves_bound(Index) const {
    require_override(traits().bounded, "bounded", "leaves_bound");
    return 0;
}

void OwnGame::mark_positions(Index first, std::span<std::uint8_t> out) const {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = legal(first + k) ? 1 : 0;
}

void OwnGame::require_index(Index i, Index to, const char* what) const {
    if (to >= size())
        throw Error(ErrorCode::bad_usage, std::string(family()) + ": #" + std::to_string(i) + " has the " + what +
                                              " #" + std::to_string(to) + ", and indices are below " +
                                              std::to_string(size()));
}

void OwnGame::options(Index i, Player mover, std::vector<Index>& out) const {
    out.clear();
    if (!stopped(i, mover)) add_checked_options(i, mover, out);
}

void OwnGame::add_checked_options(Index i, Player mover, std::vector<Index>& out) const {
    add_options(i, mover, out);
    for (const Index to : out) {
        require_index(i, to, "option");
        if (traits().order.descending && to >= i)
            throw Error(ErrorCode::bad_usage, std::string(family()) + ": #" + std::to_string(i) + " has the option #" +
                                                  std::to_string(to) + ", and OwnFacts::descends is true");
    }
}

void OwnGame::add_row(Index i, Player mover, Options& out) const {
    if (const auto value = stopped(i, mover)) {
        if (!traits().stops)
            throw Error(ErrorCode::bad_usage, std::string(family()) + ": play stops at #" + std::to_string(i) +
                                                  ", and OwnFacts::stops is false");
        out.stops.push_back({static_cast<std::uint32_t>(out.size()), *value});
    } else {
        std::vector<Index>& list = list_of_thread();
        list.clear();
        add_checked_options(i, mover, list);
        Flat::Cursor at(out.targets);
        for (const Index to : list) at.push(to);
        if (const std::uint64_t count = traits().bounded ? leaves_bound(i) : 0; count != 0)
            out.beyond.push_back({static_cast<std::uint32_t>(out.size()), count});
    }
    out.positions.push_back(i);
    out.ends.push_back(static_cast<std::uint32_t>(out.targets.size()));
}

Index OwnGame::options(Index first, Index last, Player mover, std::size_t enough, Options& out) const {
    for (; first < last && !out.full(enough); ++first)
        if (legal(first)) add_row(first, mover, out);
    return first;
}

std::size_t OwnGame::options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const {
    std::size_t done = 0;
    while (done < of.size() && !out.full(enough)) add_row(of[done++], mover, out);
    return done;
}

void OwnGame::count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const {
    std::vector<Index>& list = list_of_thread();
    for (std::size_t k = 0; k < of.size(); ++k) {
        options(of[k], mover, list);
        out[k] = list.size() + (traits().bounded ? leaves_bound(of[k]) : 0);
    }
}

void OwnGame::predecessors(std::span<const Index> of, Player mover, Flat& out) const {
    std::vector<Index>& list = list_of_thread();
    Flat::Cursor at(out);
    for (const Index i : of) {
        list.clear();
        add_predecessors(i, mover, list);
        for (const Index from : list) {
            require_index(i, from, "predecessor");
            at.push(from);
        }
    }
}

Index OwnGame::starts(Index first, Index last, Play play, Player mover, Starts& out) const {
    std::vector<Index>& list = list_of_thread();
    Index positions = 0;
    const std::size_t before = out.counts.size();
    if (!traits().bounded) out.counts.resize(before + static_cast<std::size_t>(last - first));
    for (Index i = first; i < last; ++i) {
        if (!legal(i)) continue;
        ++positions;
        if (const auto value = stopped(i, mover)) {
            out.add_stop(i, *value);
            continue;
        }
        list.clear();
        add_checked_options(i, mover, list);
        if (list.empty() && (!traits().bounded || leaves_bound(i) == 0)) out.add_stop(i, without_moves(play));
        if (!traits().bounded) out.counts[before + (i - first)] = static_cast<std::uint32_t>(list.size());
    }
    return positions;
}

void OwnGame::leaving(Index first, Index last, std::vector<Leaving>& out) const {
    for (Index i = first; i < last; ++i) {
        const std::uint64_t count = legal(i) ? leaves_bound(i) : 0;
        if (count != 0 && !stopped(i, Player::left)) out.push_back({i, count});
    }
}

SeenPosition OwnGame::seen(Index i, unsigned) const {
    std::string text = format(i);
    const Index index = parse_index(text);
    return {index, 0, {}, std::move(text)};
}

SeenPosition OwnGame::read_seen(std::string_view text) const {
    const Index i = parse_index(text);
    return {i, 0, {}, format(i)};
}

AskedPosition OwnGame::read(std::string_view text, bool own_text) const {
    const Index i = text == "start" && start_ ? *start_ : parse_index(text);
    AskedPosition asked;
    if (own_text) asked.text = format(i);
    asked.place.parts.push_back(i);
    return asked;
}

std::span<const RulesetKinds> kinds_of_own_games() {
    static constexpr std::array all{outcome, nimber, obliged, canonical, partizan_outcome};
    static const RulesetKinds kinds[] = {{rules_tag<OwnGame>(), all, false, true, false}};
    return kinds;
}

}  // namespace mexbase
