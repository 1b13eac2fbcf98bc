// SPDX-License-Identifier: MIT
#include "own_game.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "../board/cell_rows.hpp"
#include "../error.hpp"

namespace mexbase {

namespace {

using enum ValueKind;
constexpr std::array stopping_kinds{outcome};
constexpr std::array impartial_kinds{outcome, nimber, obliged};
constexpr std::array partizan_kinds{canonical, partizan_outcome};
constexpr std::array stopping_partizan_kinds{partizan_outcome};

/// Returns the kinds of value that a game with these facts has if `OwnFacts::kinds` is empty.
std::span<const ValueKind> kinds_of(const OwnFacts& own) {
    if (own.partizan && own.stops) return stopping_partizan_kinds;
    if (own.partizan) return partizan_kinds;
    if (own.stops) return stopping_kinds;
    return impartial_kinds;
}

/// Returns the facts for the base class `Game`. Borrows `kinds`, which must outlive the game.
GameFacts facts_of(std::string_view family, const OwnFacts& own, std::span<const ValueKind> kinds) {
    GameFacts facts;
    facts.family = family;
    facts.rules_version = own.rules_version;
    facts.tag = rules_tag<OwnGame>();
    facts.has.start = own.start.has_value();
    facts.has.named_moves = own.named_moves || own.cells;
    facts.has.picture = own.picture || own.cells;
    facts.kinds = kinds;
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

/// Empties and returns a list that the calling thread reuses for the options of one position.
std::vector<Index>& list_of_thread() {
    thread_local std::vector<Index> list;
    list.clear();
    return list;
}

}  // namespace

/// Calls `f`, a function of the user's rules. A foreign exception becomes an `Error` that names `function` and i.
template <class F>
decltype(auto) OwnGame::call_rules(const char* function, Index i, const F& f) const {
    try {
        return f();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {
        refuse(std::string(function) + " of #" + std::to_string(i) + " throws " + in_quotes(e.what()));
    } catch (...) {
        refuse(std::string(function) + " of #" + std::to_string(i) + " throws something other than a std::exception");
    }
}

OwnGame::OwnGame(std::string_view family, const Parameters& parameters, const OwnFacts& facts)
    : OwnGame(family, parameters.spec(), parameters.has_board() ? parameters.board() : nullptr, facts) {
    for (const ValueKind kind : own_kinds_) {
        if (static_cast<std::size_t>(kind) >= detail::value_kinds.size())
            refuse("OwnFacts::kinds has an element that is not a ValueKind");
        const std::string named = "OwnFacts::kinds has " + std::string(to_string(kind)) + ", ";
        if (is_partizan(kind) && !facts.partizan) refuse(named + "which needs OwnFacts::partizan = true");
        if (!is_partizan(kind) && facts.partizan) refuse(named + "which needs OwnFacts::partizan = false");
        if (facts.stops && traits_of(kind).adds) refuse(named + "which needs OwnFacts::stops = false");
    }
}

OwnGame::OwnGame(std::string_view family, std::string spec, std::shared_ptr<const Board> board, const OwnFacts& facts)
    : OwnKinds{facts.kinds},
      Game(facts_of(family, facts, own_kinds_.empty() ? kinds_of(facts) : own_kinds_), traits_of(facts),
           std::move(spec), std::move(board)),
      start_(facts.start),
      shows_cells_(facts.cells) {
    constexpr Index most = Index{1} << 62;
    if (facts.size == 0 || facts.size > most)
        refuse("OwnFacts::size is " + std::to_string(facts.size) + ": expected 1.." + std::to_string(most));
    if (facts.start && *facts.start >= facts.size)
        refuse("OwnFacts::start is #" + std::to_string(*facts.start) + ": expected an index below " +
               std::to_string(facts.size));
    if (facts.ties_beyond && !facts.bounded)
        refuse("OwnFacts::ties_beyond is true, which needs OwnFacts::bounded = true");
}

void OwnGame::refuse(const std::string& what) const {
    throw Error(ErrorCode::bad_usage, std::string(family()) + ": " + what);
}

void OwnGame::require_override(bool needed, const char* fact, const char* function) const {
    if (needed) refuse(std::string("OwnFacts::") + fact + " is true, but " + function + " is not overridden");
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

void OwnGame::for_each_named_option(Index i, Player mover, const EachNamedOption& f) const {
    require_override(!shows_cells_, "named_moves", "for_each_named_option");
    std::vector<Index> to;
    add_checked_options(i, mover, to);
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
    std::vector<std::string> texts;
    for (const Index each : to) texts.push_back(format(each));
    const std::vector<std::string> names = move_names_of_cells(format(i), texts);
    for (std::size_t k = 0; k < to.size(); ++k) f(to[k], names[k]);
}

void OwnGame::for_each_seen_move(Index i, std::span<const unsigned>, Player mover, SeenDetail,
                                 const EachSeenMove& f) const {
    if (!names_moves() || stopped(i, mover)) return;
    for_each_named_option(i, mover, [&](Index to, std::string_view name) {
        require_index(i, to, "named option");
        f({to, 0, {}, format(to)}, name);
    });
}

void OwnGame::for_each_move_of(std::string_view text, Player mover, const EachNamedMove& f) const {
    const Index i = checked_index(text);
    for_each_named_option(i, mover, [&](Index to, std::string_view name) {
        require_index(i, to, "named option");
        f({format(to), {{to}, {}}}, name);
    });
}

std::string OwnGame::picture_of(const ResolvedPosition& asked) const {
    require_override(!shows_cells_, "picture", "picture_of");
    return picture_of_cells(asked.text);
}

std::optional<Drawing> OwnGame::drawing_of(const ResolvedPosition& asked, const GraphLayout&,
                                           const PositionLabel&) const {
    if (!shows_cells_) return {};
    return drawing_of_cells(asked.text);
}

void OwnGame::require_index(Index i, Index to, const char* what) const {
    if (to >= size())
        refuse("#" + std::to_string(i) + " has the " + what + " #" + std::to_string(to) + ": expected an index below " +
               std::to_string(size()));
}

std::optional<OutcomeValue> OwnGame::checked_stop(Index i, Player mover) const {
    const auto value = call_rules("stopped", i, [&] { return stopped(i, mover); });
    if (!value) return value;
    const auto there = [i] { return "play stops at #" + std::to_string(i); };
    if (!traits().stops) refuse(there() + ", but OwnFacts::stops is false");
    if (value->outcome >= Outcome::unknown)
        refuse(there() + " with an unknown outcome: expected win, loss, draw or tie");
    if (value->remoteness > max_terminal_remoteness) refuse(there() + " with a remoteness above 2^61");
    if (value->outcome == Outcome::tie && partizan())
        throw Error(ErrorCode::not_applicable,
                    std::string(family()) + ": " + there() + " with a tie, which partizan outcomes cannot be");
    return value;
}

std::uint64_t OwnGame::checked_beyond(Index i) const {
    const std::uint64_t count = call_rules("leaves_bound", i, [&] { return leaves_bound(i); });
    if (count != 0 && !traits().bounded)
        refuse("#" + std::to_string(i) + " has moves past the bound, but OwnFacts::bounded is false");
    return count;
}

void OwnGame::options(Index i, Player mover, std::vector<Index>& out) const {
    out.clear();
    if (!checked_stop(i, mover)) add_checked_options(i, mover, out);
}

void OwnGame::add_checked_options(Index i, Player mover, std::vector<Index>& out) const {
    call_rules("add_options", i, [&] { add_options(i, mover, out); });
    for (const Index to : out) {
        require_index(i, to, "option");
        if (traits().order.descending && to >= i)
            refuse("#" + std::to_string(i) + " has the option #" + std::to_string(to) +
                   ", but OwnFacts::descends promises smaller indices");
    }
}

void OwnGame::add_row(Index i, Player mover, Options& out) const {
    if (const auto value = checked_stop(i, mover)) {
        out.stops.push_back({static_cast<std::uint32_t>(out.size()), *value});
    } else {
        std::vector<Index>& list = list_of_thread();
        add_checked_options(i, mover, list);
        Flat::Cursor at(out.targets);
        for (const Index to : list) at.push(to);
        if (const std::uint64_t count = checked_beyond(i); count != 0)
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
        out[k] = list.size() + checked_beyond(of[k]);
    }
}

void OwnGame::predecessors(std::span<const Index> of, Player mover, Flat& out) const {
    std::vector<Index>& list = list_of_thread();
    Flat::Cursor at(out);
    for (const Index i : of) {
        list.clear();
        call_rules("add_predecessors", i, [&] { add_predecessors(i, mover, list); });
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
        if (const auto value = checked_stop(i, mover)) {
            out.add_stop(i, *value);
            continue;
        }
        list.clear();
        add_checked_options(i, mover, list);
        if (checked_beyond(i) == 0 && list.empty()) out.add_stop(i, without_moves(play));
        if (!traits().bounded) out.counts[before + (i - first)] = static_cast<std::uint32_t>(list.size());
    }
    return positions;
}

void OwnGame::leaving(Index first, Index last, std::vector<Leaving>& out) const {
    for (Index i = first; i < last; ++i) {
        const std::uint64_t count = legal(i) ? checked_beyond(i) : 0;
        if (count != 0 && !checked_stop(i, Player::left)) out.push_back({i, count});
    }
}

Index OwnGame::checked_index(std::string_view text) const {
    const auto fault = [&](const std::string& what) {
        return Error(ErrorCode::bad_position, std::string(family()) + ": parse_index(" + in_quotes(text) + ") " + what);
    };
    try {
        if (const Index i = parse_index(text); i < size()) return i;
    } catch (const Error&) {
        throw;
    } catch (const std::exception& e) {
        throw fault("throws " + in_quotes(e.what()));
    } catch (...) {
        throw fault("throws something other than a std::exception");
    }
    throw fault("returns an index that is not below " + std::to_string(size()));
}

SeenPosition OwnGame::seen(Index i, unsigned) const {
    std::string text = format(i);
    const Index index = checked_index(text);
    return {index, 0, {}, std::move(text)};
}

SeenPosition OwnGame::read_seen(std::string_view text) const {
    const Index i = checked_index(text);
    return {i, 0, {}, format(i)};
}

ResolvedPosition OwnGame::read(std::string_view text, bool own_text) const {
    const Index i = text == "start" && start_ ? *start_ : checked_index(text);
    ResolvedPosition asked;
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
