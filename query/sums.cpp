#include "sums.hpp"

#include <string>
#include <utility>

#include "sum_moves.hpp"

namespace mexbase {

namespace {

void require(std::span<const SumComponent> sum, ValueKind kind) {
    for (const SumComponent& component : sum) {
        if (component.table == nullptr || component.parts.empty())
            throw Error(ErrorCode::bad_usage, "a component of a sum has a table and a position");
        const ValueKind has = component.table->info().value;
        if (has == kind) continue;
        throw Error(ErrorCode::not_applicable, "a sum needs tables of " + std::string(to_string(kind)) +
                                                   " values, and the table of " + component.table->info().spec +
                                                   " holds " + std::string(to_string(has)) + " values");
    }
}

/// Whether the sum is a race. Races and other games do not mix.
bool is_race(std::span<const SumComponent> sum) {
    std::size_t races = 0;
    for (const SumComponent& component : sum) races += component.table->is_race() ? 1 : 0;
    if (races != 0 && races != sum.size())
        throw Error(ErrorCode::not_applicable,
                    "in a sum of some of these games the first to end decides, and in others it does not");
    return races != 0;
}

/// What a component amounts to, or several together.
struct Worth {
    std::uint64_t nimber = 0;  // exclusive or of the finite values
    std::size_t infinite = 0;
    NimberValue one_infinite;  // the last infinite value
    // Added up: the nimbers of components, each the exclusive or of its parts, and all counters.
    std::uint64_t nimbers = 0, counters = 0;
    bool near = false, over = false;  // of a race: it can be brought to its end, or is at it

    /// Adds a part of the component.
    void add(const NimberValue& part) {
        if (part.infinite) {
            ++infinite;
            one_infinite = part;
        } else {
            nimber ^= part.nimber;
            nimbers = nimber;
            counters += part.counter;
        }
    }
    void add(const RaceValue& part) {
        near = near || part.state == RaceValue::State::near;
        over = over || part.state == RaceValue::State::over;
        if (part.state == RaceValue::State::open) add(part.value);
    }
    /// Adds a part that may lie past what may be asked for.
    void add(const Table& table, bool race, Index part) {
        if (race)
            add(table.race_at(part).value());
        else
            add(table.stored_at(part).value().nimber);
    }
    /// Adds another component.
    void add(const Worth& other) {
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
        NimberValue finite;
        finite.nimber = nimber;
        const NimberValue both[] = {finite, one_infinite};
        return sum_outcome(std::span(both).first(infinite == 0 ? 1 : 2));
    }
};

Worth worth_of(const SumComponent& component, bool race) {
    Worth worth;
    for (const Index part : component.parts) {
        const Value value = component.table->at(part).value();  // a position that may be asked for
        if (race)
            worth.add(component.table->race_at(part).value());
        else
            worth.add(value.nimber);
    }
    return worth;
}

Worth gather(std::span<const SumComponent> sum) {
    const bool race = is_race(sum);
    Worth all;
    for (const SumComponent& component : sum) all.add(worth_of(component, race));
    return all;
}

/// Calls `f(component, part, option)` for the moves of the sum.
template <class F>
void for_each_move(std::span<const SumComponent> sum, const F& f) {
    detail::Effort effort;
    detail::for_each_move(sum, Player::left, effort, f);
}

SumMove move_of(std::span<const SumComponent> sum, std::size_t component, std::size_t k,
                std::span<const Index> option) {
    return {component, detail::parts_after(sum[component], k, option)};
}

Obliged obliged_of(const Table& table, std::span<const Index> parts) {
    Obliged first = table.stored_at(parts.front()).value().obliged;
    if (parts.size() == 1) return first;
    std::vector<Obliged> values;
    for (const Index part : parts) values.push_back(table.stored_at(part).value().obliged);
    return obliged_sum(values);
}

}  // namespace

Result<Outcome> sum_outcome(std::span<const SumComponent> sum) noexcept {
    return detail::guarded<Outcome>([&] {
        require(sum, ValueKind::nimber);
        return gather(sum).outcome();
    });
}

Result<std::optional<SumMove>> best_sum_move(std::span<const SumComponent> sum) noexcept {
    return detail::guarded<std::optional<SumMove>>([&]() -> std::optional<SumMove> {
        require(sum, ValueKind::nimber);
        if (gather(sum).outcome() == Outcome::loss) return std::nullopt;
        const bool race = is_race(sum);
        std::optional<SumMove> best;
        Outcome best_outcome = Outcome::win;  // for the opponent: nothing found yet
        std::pair<std::uint64_t, std::uint64_t> best_depth;
        // What lies beside the part that moves, in its component and in the others; made anew when another part comes.
        Worth inside, others;
        std::pair<std::size_t, std::size_t> of{sum.size(), 0};
        for_each_move(sum, [&](std::size_t c, std::size_t k, std::span<const Index> option) {
            if (of != std::pair(c, k)) {
                of = {c, k};
                inside = others = Worth{};
                for (std::size_t d = 0; d < sum.size(); ++d)
                    if (d != c) others.add(worth_of(sum[d], race));
                for (std::size_t j = 0; j < sum[c].parts.size(); ++j)
                    if (j != k) inside.add(*sum[c].table, race, sum[c].parts[j]);
            }
            Worth after = inside;
            for (const Index part : option) after.add(*sum[c].table, race, part);
            after.add(others);
            const Outcome outcome = after.outcome();
            const std::pair depth{after.nimbers, after.counters};
            const bool better = outcome == Outcome::loss ? best_outcome != Outcome::loss || depth < best_depth
                                                         : outcome == Outcome::draw && best_outcome == Outcome::win;
            if (!better) return;
            best = move_of(sum, c, k, option);
            best_outcome = outcome;
            best_depth = depth;
        });
        return best;
    });
}

namespace {

/// The value of what is left when component `begun - 1` has been finished.
Obliged value_from(std::span<const SumComponent> sum, std::size_t begun, std::size_t from) {
    std::vector<Obliged> free;
    for (std::size_t c = begun; c < sum.size(); ++c) free.push_back(obliged_of(*sum[c].table, sum[c].parts));
    Obliged value = obliged_sum(free);
    for (std::size_t c = begun; c > from; --c)
        value = obliged_after(obliged_of(*sum[c - 1].table, sum[c - 1].parts), value);
    return value;
}

bool has_move(const SumComponent& component) {
    bool any = false;
    for_each_move({&component, 1}, [&any](std::size_t, std::size_t, std::span<const Index>) { any = true; });
    return any;
}

}  // namespace

Result<Obliged> obliged_sum_value(std::span<const SumComponent> sum, std::size_t begun) noexcept {
    return detail::guarded<Obliged>([&] {
        require(sum, ValueKind::obliged);
        if (begun > sum.size()) throw Error(ErrorCode::bad_usage, "more components begun than there are");
        return value_from(sum, begun, 0);
    });
}

Result<ObligedMoves> obliged_sum_moves(std::span<const SumComponent> sum, std::size_t begun) noexcept {
    return detail::guarded<ObligedMoves>([&] {
        require(sum, ValueKind::obliged);
        if (begun > sum.size()) throw Error(ErrorCode::bad_usage, "more components begun than there are");
        // Components that are over hold nobody.
        std::size_t first = 0;
        while (first < begun && !has_move(sum[first])) ++first;
        const std::size_t last = first < begun ? first + 1 : sum.size();
        ObligedMoves moves;
        for (std::size_t c = first; c < last; ++c) {
            // What follows when this component is finished.
            Obliged rest;
            if (first < begun) {
                rest = value_from(sum, begun, first + 1);
            } else {
                std::vector<Obliged> free;
                for (std::size_t d = begun; d < sum.size(); ++d)
                    if (d != c) free.push_back(obliged_of(*sum[d].table, sum[d].parts));
                rest = obliged_sum(free);
            }
            const SumComponent& component = sum[c];
            for_each_move({&component, 1}, [&](std::size_t, std::size_t k, std::span<const Index> option) {
                std::vector<Obliged> others;
                for (std::size_t j = 0; j < component.parts.size(); ++j)
                    if (j != k) others.push_back(component.table->stored_at(component.parts[j]).value().obliged);
                // First the part that was moved in, then the other parts, then the rest.
                const Obliged inner = obliged_after(obliged_sum(others), rest);
                const Obliged after = obliged_after(obliged_of(*component.table, option), inner);
                if (!after.normal && !moves.normal) moves.normal = move_of(sum, c, k, option);
                if (!after.misere && !moves.misere) moves.misere = move_of(sum, c, k, option);
            });
        }
        return moves;
    });
}

}  // namespace mexbase
