// SPDX-License-Identifier: MIT
#include "sum.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "../lib/value/partizan/notation/text.hpp"
#include "kinds/kind.hpp"
#include "sum_state.hpp"

namespace mexbase {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Totals of nimbers, over the parts of one component or over several components of a sum.
struct NimberTotal {
    std::uint64_t nimber = 0;  // exclusive or of the finite nimbers
    std::size_t infinite = 0;
    NimberValue one_infinite;  // the last infinite value
    // Members for several components: the sum of the components' nimbers, and the sum of all counters.
    std::uint64_t nimbers = 0, counters = 0;
    bool near = false, over = false;  // in a race: a move can end it, or it has ended

    /// Adds a part to the total of a single component.
    void add(RaceValue::State state, const NimberValue& part) {
        near = near || state == RaceValue::State::near;
        over = over || state == RaceValue::State::over;
        if (state != RaceValue::State::open) return;
        if (part.infinite) {
            ++infinite;
            one_infinite = part;
        } else {
            nimber ^= part.nimber;
            nimbers = nimber;
            counters += part.counter;
        }
    }
    void add(const NimberTotal& other) {
        nimber ^= other.nimber;
        infinite += other.infinite;
        if (other.infinite != 0) one_infinite = other.one_infinite;
        nimbers += other.nimbers;
        counters += other.counters;
        near = near || other.near;
        over = over || other.over;
    }

    Outcome outcome() const {
        if (over || near) return over ? Outcome::loss : Outcome::win;
        if (infinite > 1) return Outcome::draw;
        const NimberValue both[] = {{.nimber = nimber, .reached = {}}, one_infinite};
        return sum_outcome(std::span(both).first(1 + infinite));
    }
};

/// Returns the total of a component, without its part number `but`.
NimberTotal nimber_total(const auto& parts, std::size_t but = none) {
    NimberTotal total;
    for (std::size_t k = 0; k < parts.size(); ++k)
        if (k != but) total.add(parts[k].state, parts[k].known.nimber);
    return total;
}
Obliged pair_of(const auto& parts, std::size_t but = none) {
    if (parts.size() == 1 && but != 0) return parts.front().known.obliged;
    ObligedSum sum;
    for (std::size_t k = 0; k < parts.size(); ++k)
        if (k != but) sum.add(parts[k].known.obliged);
    return sum.value();
}

/// Throws unless positions of the table can be added in a sum of that kind.
void require(const Table& table, ValueKind kind) {
    const TableInfo& info = table.info();
    const auto refuse = [&](const std::string& takes, const std::string& holds) {
        std::string message = takes + ", but the table of " + info.spec + " holds " + holds;
        if (!traits_of(info.value).adds && info.play == Play::normal)
            message.append("; a table of ")
                .append(is_partizan(info.value) ? "canonical forms" : "nimbers")
                .append(" is made with --value ")
                .append(to_string(is_partizan(info.value) ? ValueKind::canonical : ValueKind::nimber));
        throw Error(ErrorCode::not_applicable, message);
    };
    if (info.value == kind) return;
    const std::string values = std::string(to_string(info.value)) + " values";
    if (!is_partizan(kind))
        refuse(traits_of(info.value).adds
                   ? "a sum with " + std::string(to_string(kind)) + " values cannot contain other kinds of value"
                   : "a sum takes tables of nimber, obliged or canonical values",
               values);
    const std::string takes =
        "a sum with partizan values takes tables of canonical forms and of nimbers of loop-free games";
    if (!traits_of(info.value).adds || kind_of(info.value).obliged) refuse(takes, values);
    for (const StreamInfo& stream : table.streams())
        if (stream.kind != StreamKind::nimber && !format::tells_positions(stream.kind))
            refuse(takes, "nimbers of a loopy game");
}

/// Returns the priority of a kind of value. A sum has the kind with the highest priority among its tables. Nimbers may
/// be added to canonical forms; obliged pairs cannot be mixed.
int rank_of(ValueKind kind) {
    if (!traits_of(kind).adds) return -1;
    return is_partizan(kind) ? 2 : kind_of(kind).obliged ? 1 : 0;
}

/// Appends `more` to `all`. `more` may be a part of `all` itself.
void append_all(std::vector<Index>& all, std::span<const Index> more) {
    if (all.capacity() - all.size() >= more.size()) {
        for (const Index each : more) all.push_back(each);
        return;
    }
    std::vector<Index> grown;
    grown.reserve(2 * (all.size() + more.size()));
    grown.insert(grown.end(), all.begin(), all.end());
    grown.insert(grown.end(), more.begin(), more.end());
    all.swap(grown);
}

}  // namespace

/// Finds the kind of the sum and the values of all parts, unless they are known.
void Sum::State::gather() {
    if (gathered) return;
    value.reset();
    for (auto& move : moves) move.reset();
    kind = ValueKind::nimber;
    values.resize(parts.size());
    fetch_parts();
    std::size_t races = 0;
    for (const auto& [table, first, count, is_begun] : components)
        for (std::size_t p = first; p < first + count; ++p) {
            look_up(table, parts[p], false, values[p]);
            if (values[p].is_race) ++races;
            const ValueKind has = values[p].known.kind;
            if (has != kind && rank_of(has) > rank_of(kind)) kind = has;
        }
    is_obliged = kind_of(kind).obliged;
    of_players = is_partizan(kind);
    race = !is_obliged && !of_players && races != 0;
    if (race && races != parts.size())
        throw Error(
            ErrorCode::not_applicable,
            "cannot add these games: in some of them, but not in all, the first component to end decides the sum");
    if (of_players && !partizan) partizan = std::make_unique<Partizan>();
    for (const auto& [table, first, count, is_begun] : components)
        for (std::size_t p = first; p < first + count; ++p) find_worth(table, parts[p], values[p]);
    gathered = true;
}

template <class Need>
void Sum::State::fetch(const Need& need) const {
    std::vector<Index> needed;
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (components[c].table == nullptr) continue;
        const Table& table = *components[c].table;
        const auto same = [&](const Component& other) {
            return other.table != nullptr && other.table->data_ == table.data_;
        };
        const bool was_asked =
            std::any_of(components.begin(), components.begin() + static_cast<std::ptrdiff_t>(c), same);
        if (was_asked || !table.is_remote()) continue;
        needed.clear();
        for (std::size_t d = c; d < components.size(); ++d)
            if (same(components[d])) need(d, needed);
        table.fetch(needed).value();
    }
}

void Sum::State::fetch_parts() const {
    fetch([this](std::size_t c, std::vector<Index>& needed) {
        const auto own = of(c, parts);
        needed.insert(needed.end(), own.begin(), own.end());
    });
}

void Sum::State::fetch_moves(Player mover) const {
    fetch([&](std::size_t c, std::vector<Index>& needed) {
        const Table& table = *components[c].table;
        for (const Index part : of(c, parts))
            table.game().value().for_each_option(part - moved_by(table, part), mover, [&](std::span<const Index> to) {
                check_time_limit();
                needed.insert(needed.end(), to.begin(), to.end());
            });
    });
}

void Sum::State::look_up(const Table* table, Index part, bool is_option, PartValue& found) const {
    found.state = RaceValue::State::open;
    if (table == nullptr) {
        const auto nimber = written.nimber_of(static_cast<PartizanId>(part));
        found.known = nimber ? Value::of(NimberValue{.nimber = *nimber, .reached = {}}) : Value::of(CanonicalValue{});
        found.is_race = false;
        return;
    }
    // Constructed in place, because copying a value right after writing its members is slow.
    static_assert(std::is_trivially_destructible_v<Value>);
    ::new (&found.known) Value(table->look_up(part, is_option, found.is_race));
}

/// Sets the members of `found` that this kind of sum needs. `found.known` must be set.
void Sum::State::find_worth(const Table* table, Index part, PartValue& found) {
    if (table == nullptr) {
        if (is_obliged) throw Error(ErrorCode::not_applicable, "an obliged sum cannot contain a written value");
        if (of_players) found.game = import_written(static_cast<PartizanId>(part));
        return;
    }
    if (found.known.kind != kind) require(*table, kind);
    if (of_players) found.game = import(*table, found.known);
    if (!race) return;
    const RaceValue in_race = table->race_at(part).value();
    found.state = in_race.state;
    found.known.nimber = in_race.value;
}

const SumValue& Sum::State::find_value() {
    gather();
    if (value) return *value;
    if (is_obliged) return value.emplace(obliged_value(0, none));
    if (of_players) return value.emplace(partizan_outcome());
    return value.emplace(nimber_total(values).outcome());
}

const std::optional<SumMove>& Sum::State::find_move(Player mover, Play play) {
    gather();
    if (play == Play::misere && !is_obliged)
        throw Error(ErrorCode::not_applicable, "cannot find a move in misere play: only obliged sums have one");
    const bool second = play == Play::misere || (of_players && mover == Player::right);
    auto& found = moves[second ? 1 : 0];
    if (found) return *found;
    effort = 0;
    fetch_moves(of_players ? mover : Player::left);
    if (of_players) return found.emplace(partizan_move(mover));
    if (!is_obliged) return found.emplace(nimber_move());
    auto pair = obliged_moves();
    std::move(pair.begin(), pair.end(), moves.begin());
    return *found;
}

std::optional<SumMove> Sum::State::nimber_move() {
    std::optional<SumMove> best;
    if (find_value() == SumValue(Outcome::loss)) return best;
    Outcome best_outcome = Outcome::win;  // best result so far, for the opponent; `win` at the start
    std::pair<std::uint64_t, std::uint64_t> best_depth;
    for (std::size_t c = 0; c < components.size(); ++c) {
        // `others` is the total of the other components. `inside` is the total of the other parts of this component.
        NimberTotal others, inside;
        for (std::size_t d = 0; d < components.size(); ++d)
            if (d != c) others.add(nimber_total(of(d, values)));
        std::size_t part = none;
        for_each_move(c, Player::left, [&](std::size_t k, const std::vector<Index>& option, const auto& made) {
            if (std::exchange(part, k) != k) inside = nimber_total(of(c, values), k);
            NimberTotal after = inside;
            for (const PartValue& left : made) after.add(left.state, left.known.nimber);
            after.add(others);
            const Outcome outcome = after.outcome();
            const std::pair depth{after.nimbers, after.counters};
            const bool better = outcome == Outcome::loss ? best_outcome != Outcome::loss || depth < best_depth
                                                         : outcome == Outcome::draw && best_outcome == Outcome::win;
            if (!better) return;
            best = move(c, k, option);
            best_outcome = outcome;
            best_depth = depth;
        });
    }
    return best;
}

/// Returns the value of the sum after the first `finished` components in `begun` are finished. Leaves out component
/// `but` if it has not begun.
Obliged Sum::State::obliged_value(std::size_t finished, std::size_t but) const {
    ObligedSum free;
    for (std::size_t c = 0; c < components.size(); ++c)
        if (!components[c].begun && c != but) free.add(pair_of(of(c, values)));
    Obliged left = free.value();
    for (std::size_t i = begun.size(); i > finished; --i) left = obliged_after(pair_of(of(begun[i - 1], values)), left);
    return left;
}

/// Returns the first move that wins in normal play, and the first that wins in misère play.
std::array<std::optional<SumMove>, 2> Sum::State::obliged_moves() {
    // A component without moves is already finished.
    const auto is_over = [this](std::size_t c) {
        bool any = false;
        for_each_move(c, Player::left, [&any](const auto&...) { any = true; });
        return !any;
    };
    const auto held = std::find_if_not(begun.begin(), begun.end(), is_over);
    const auto finished = static_cast<std::size_t>(held - begun.begin());
    const bool free = held == begun.end();
    std::array<std::optional<SumMove>, 2> first;
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (free ? components[c].begun : c != *held) continue;
        const Obliged rest =
            obliged_value(free ? finished : finished + 1, c);  // value of the sum after this component is finished
        for_each_move(c, Player::left, [&](std::size_t k, const std::vector<Index>& option, const auto& made) {
            // After the move, the moved part must be finished first, then the other parts, then the other components.
            const Obliged after = obliged_after(pair_of(made), obliged_after(pair_of(of(c, values), k), rest));
            if (!after.normal && !first[0]) first[0] = move(c, k, option);
            if (!after.misere && !first[1]) first[1] = move(c, k, option);
        });
    }
    return first;
}

Sum::Sum() noexcept = default;
Sum::Sum(Sum&&) noexcept = default;
Sum& Sum::operator=(Sum&&) noexcept = default;
Sum::~Sum() = default;

Sum::State& Sum::make_state() {
    state_ = std::make_unique<State>();
    return *state_;
}

Result<void> Sum::add(const Table& table, std::string_view position) noexcept {
    return detail::guarded<void>([&] { add(table, table.parts_reached_by_move(position)).value(); });
}

Result<void> Sum::add(const Table& table, std::span<const Index> parts) noexcept {
    return detail::guarded<void>([&] {
        if (parts.empty()) throw Error(ErrorCode::bad_usage, "a component of a sum needs at least one position");
        State& sum = state();
        sum.gathered = false;
        sum.components.push_back({&table, sum.parts.size(), parts.size()});
        try {
            append_all(sum.parts, parts);
        } catch (...) {  // out of memory: removes the component
            sum.components.pop_back();
            throw;
        }
    });
}

Result<void> Sum::add_value(std::string_view text) noexcept {
    return detail::guarded<void>([&] {
        State& sum = state();
        const Index game = parse_game(sum.written, text);
        sum.gathered = false;
        sum.parts.reserve(sum.parts.size() + 1);
        sum.components.push_back({nullptr, sum.parts.size(), 1});
        sum.parts.push_back(game);
    });
}

Result<void> Sum::mark_begun(std::size_t component) noexcept {
    return detail::guarded<void>([&] {
        if (component >= size() || state_->components[component].begun)
            throw Error(ErrorCode::bad_usage, "component " + std::to_string(component) +
                                                  " (counted from 0) does not exist, or is begun already");
        if (is_written(component) || !kind_of(table(component).info().value).obliged)
            throw Error(ErrorCode::not_applicable, "only a component of an obliged sum can be begun");
        state_->begun.push_back(component);
        state_->components[component].begun = true;
        state_->gathered = false;
    });
}

void Sum::clear() noexcept {
    if (!state_) return;
    state_->components.clear();
    state_->parts.clear();
    if (state_->written.size() > 1) state_->written = {};
    state_->begun.clear();
    state_->partizan.reset();
    state_->gathered = false;
}

std::size_t Sum::size() const noexcept {
    return state_ ? state_->components.size() : 0;
}

bool Sum::is_written(std::size_t component) const noexcept {
    return state_->components[component].table == nullptr;
}

const Table& Sum::table(std::size_t component) const noexcept {
    return *state_->components[component].table;
}

std::span<const Index> Sum::parts(std::size_t component) const noexcept {
    return state_->of(component, state_->parts);
}

Result<std::string> Sum::text_of(std::size_t component, std::span<const Index> parts) const noexcept {
    if (!is_written(component)) return table(component).text_of(parts);
    return detail::guarded<std::string>(
        [&] { return to_text(state_->written, static_cast<PartizanId>(parts.front())); });
}

Result<SumValue> Sum::value() noexcept {
    return detail::guarded<SumValue>([&] { return state().find_value(); });
}

Result<std::optional<SumMove>> Sum::best_move(Player mover, Play play) noexcept {
    return detail::guarded<std::optional<SumMove>>([&] { return state().find_move(mover, play); });
}

}  // namespace mexbase
