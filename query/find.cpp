// SPDX-License-Identifier: MIT
#include "find.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "../lib/error.hpp"
#include "../lib/rules/game.hpp"
#include "../lib/text_parts.hpp"
#include "../lib/value/partizan/arena.hpp"
#include "../lib/value/partizan/list/canonical_values.hpp"
#include "../lib/value/partizan/notation/text.hpp"
#include "scan.hpp"

namespace mexbase {

namespace {

/// Number of positions that are looked up in one batch with the other player to move.
constexpr std::size_t looked_up_at_once = 1 << 18;

FoundPosition found_at(const Table& table, Index index, Player mover, const OutcomeValue& value) {
    return {index, table.text_of(index).value(), mover, value};
}

bool is_undecided(Outcome outcome) {
    return outcome == Outcome::draw || outcome == Outcome::tie;
}

class ZugzwangCollector {
  public:
    ZugzwangCollector(const Table& table, const Game& game, std::size_t most)
        : table_(table), game_(game), most_(most) {}

    /// Adds the lost position `index` if it is a zugzwang. `passed` is the same position with the other player to move.
    /// Both positions must be legal.
    void add(Index index, Player mover, const OutcomeValue& value, Index passed, const OutcomeValue& passed_value) {
        const bool full = passed_value.outcome == Outcome::loss;
        if (!full && !is_undecided(passed_value.outcome)) return;
        const Player next = is_partizan(table_.info().value) ? other(mover) : mover;
        if (!continues(index, mover, value) && !continues(passed, next, passed_value)) return;
        (full ? found_.full_points : found_.half_points) += 1;
        auto& list = full ? found_.full : found_.half;
        if (list.size() < most_)
            list.push_back({found_at(table_, index, mover, value), passed_at(index, passed, next, passed_value)});
    }
    Zugzwangs take() { return std::move(found_); }

  private:
    bool continues(Index index, Player mover, const OutcomeValue& value) const {
        if (has_remoteness(value.outcome) && value.remoteness == 0) return false;
        return !game_.terminal(index, table_.info().play, mover);
    }
    FoundPosition passed_at(Index index, Index passed, Player mover, const OutcomeValue& value) const {
        return {passed, game_.can_pass() ? game_.format_passed(index) : game_.format(passed), mover, value};
    }

    const Table& table_;
    const Game& game_;
    std::size_t most_;
    Zugzwangs found_;
};

/// Returns true if this zugzwang was already found, at `passed`. A full-point zugzwang has two lost positions.
bool is_second_finding(Index index, Index passed, const OutcomeValue& passed_value, const IndexRange& range) {
    return passed_value.outcome == Outcome::loss && passed < index && range.contains(passed);
}

void find_partizan_zugzwangs(const Table& table, const Game& game, const IndexRange& range,
                             ZugzwangCollector& zugzwangs) {
    detail::AscendingValues values(table);
    for (Index i = range.first; i < std::min(range.last, table.info().queryable_size); ++i) {
        const PartizanOutcome both = values.at(i).partizan;
        const bool left_loses = both.left.outcome == Outcome::loss, right_loses = both.right.outcome == Outcome::loss;
        if ((!left_loses && !right_loses) || !game.legal(i)) continue;
        if (left_loses)
            zugzwangs.add(i, Player::left, both.left, i, both.right);
        else
            zugzwangs.add(i, Player::right, both.right, i, both.left);
    }
}

/// Finds the zugzwangs of an impartial game. Reads only lost positions, because each zugzwang is lost for one player.
void find_impartial_zugzwangs(const Table& table, const Game& game, const IndexRange& range,
                              ZugzwangCollector& zugzwangs) {
    struct Lost {
        Index index;
        OutcomeValue value;
        Index passed;
        OutcomeValue passed_value;
    };
    std::vector<Lost> lost;
    std::vector<std::size_t> order;
    std::vector<Index> passed;
    std::vector<Value> values;
    const auto look_up = [&] {
        // Sorts by `passed`, so that each block is decoded only once.
        order.resize(lost.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return lost[a].passed < lost[b].passed; });
        passed.clear();
        for (const std::size_t k : order) passed.push_back(lost[k].passed);
        values.resize(lost.size());
        table.stored_at(passed, values).value();
        for (std::size_t n = 0; n < order.size(); ++n) lost[order[n]].passed_value = values[n].outcome;
        for (const auto& [i, value, to, value_there] : lost)
            if (!is_second_finding(i, to, value_there, range)) zugzwangs.add(i, Player::left, value, to, value_there);
        lost.clear();
    };
    detail::for_each_outcome(table, range.first, range.last, [&](Index i, Player, const OutcomeValue& value) {
        if (value.outcome != Outcome::loss || !game.legal(i)) return;
        const Index to = game.passed(i);
        if (to >= table.info().queryable_size) return;
        lost.push_back({i, value, to, {}});
        if (lost.size() == looked_up_at_once) look_up();
    });
    look_up();
}

/// Returns the nimber that `text` denotes, such as `0`, `*` or `*5`, or `std::nullopt` for other texts.
std::optional<std::uint64_t> nimber_from(std::string_view text) {
    if (text == "0") return 0;
    if (text == "*") return 1;
    return text.starts_with('*') ? exact_number(text.substr(1)) : std::nullopt;
}

using ValueTest = std::function<bool(const Value&)>;

ValueTest nimber_test(std::string_view text) {
    if (const auto nimber = nimber_from(text))
        return [nimber](const Value& value) { return !value.nimber.infinite && value.nimber.nimber == *nimber; };
    if (!text.starts_with("inf{") || !text.ends_with('}')) return nullptr;
    return [set = std::string(text)](const Value& value) {
        return value.nimber.infinite && to_string(value.nimber) == set;
    };
}

/// Returns the result of `f`, or `otherwise` if it throws `Error{not_applicable}` because a form is too large.
template <class F, class T>
T unless_too_large(const F& f, T otherwise) {
    try {
        return f();
    } catch (const Error& e) {
        if (e.code() != ErrorCode::not_applicable) throw;
        return otherwise;
    }
}

/// Returns a test for the canonical form that `text` denotes, and replaces `text` by the printed text of the form.
ValueTest form_test(std::string& text) {
    const auto arena = std::make_shared<GameArena>();
    PartizanId form = GameArena::zero;
    try {
        form = parse_game(*arena, text);
    } catch (const Error& e) {
        throw Error(ErrorCode::bad_usage,
                    in_quotes(text) +
                        " is not a value of this table, which holds canonical values: expected a class (N, P, L or R) "
                        "or a canonical form such as {0|^*}; " +
                        e.what());
    }
    // Every form of a table has a fingerprint.
    const auto fingerprint =
        unless_too_large([&] { return std::optional(arena->fingerprint(form)); }, std::optional<std::uint64_t>());
    text = unless_too_large([&] { return to_text(*arena, form); }, text);
    // A form has one number in its table. So the forms are compared once, and then their numbers.
    return [arena, form, fingerprint, number = std::optional<std::uint32_t>()](const Value& value) mutable {
        const CanonicalValue& own = value.canonical;
        if (number) return own.number == *number;
        if (own.fingerprint() != fingerprint) return false;
        GameImport importer(own.values->arena(), *arena);
        if (own.values->import(importer, own.number) != form) return false;
        number = own.number;
        return true;
    };
}

/// Returns a test for the class of values with that name, or null if no class of this kind has it.
ValueTest class_test(const Kind& kind, const TableInfo& info, std::string_view text) {
    for (std::size_t c = 0; c < kind.counts(info).size(); ++c)
        if (kind.class_name(c) == text) return [&kind, c](const Value& value) { return kind.class_of(value) == c; };
    return nullptr;
}

/// Returns a test for the values that `text` denotes, and replaces `text` by their printed text. Throws
/// `Error{bad_usage}` if no value of the kind has that text.
ValueTest value_test(const TableInfo& info, std::string& text) {
    const Kind& kind = kind_of(info.value);
    const auto refused = [&](std::string_view expected) {
        return Error(ErrorCode::bad_usage, in_quotes(text) + " is not a value of this table, which holds " +
                                               std::string(kind.name) + " values: expected " + std::string(expected));
    };
    if (kind.number == ValueKind::nimber) {
        if (auto test = nimber_test(text)) return test;
        throw refused("a nimber such as 0, * or *5, or an infinite value such as inf{0 2}");
    }
    if (auto test = class_test(kind, info, text)) return test;
    if (!kind.has_forms) throw refused(kind.obliged ? "00, 01, 10 or 11" : "N, P, L, R or two results such as L/D");
    return form_test(text);
}

}  // namespace

std::optional<ValueQuery> value_query_from(std::string_view text, Distance distance) {
    const std::size_t space = text.find(' ');
    const auto outcome = outcome_from(text.substr(0, space));
    if (!outcome) return std::nullopt;
    if (space == std::string_view::npos) return ValueQuery{*outcome, {}};
    text.remove_prefix(space + 1);
    constexpr std::string_view exit = "exit ";
    if (distance == Distance::exit && text.starts_with(exit)) text.remove_prefix(exit.size());
    const auto remoteness = exact_number(text);
    if (!remoteness || !has_remoteness(*outcome)) return std::nullopt;
    return ValueQuery{*outcome, remoteness};
}

std::string to_string(const ValueQuery& sought, Distance distance) {
    if (!sought.remoteness) return std::string(to_string(sought.outcome));
    Value value;
    value.distance = distance;
    value.outcome = {sought.outcome, *sought.remoteness};
    return to_string(value);
}

Result<FoundPositions> find_value(const Table& table, const ValueQuery& sought, std::size_t most,
                                  const IndexRange& range) noexcept {
    return detail::guarded<FoundPositions>([&] {
        detail::check_has_remoteness(table);
        FoundPositions found;
        detail::for_each_outcome(table, range.first, range.last, [&](Index i, Player mover, const OutcomeValue& value) {
            if (value.outcome != sought.outcome) return;
            if (sought.remoteness && value.remoteness != *sought.remoteness) return;
            if (!table.legal(i).value()) return;
            ++found.count;
            if (found.positions.size() < most) found.positions.push_back(found_at(table, i, mover, value));
        });
        return found;
    });
}

Result<FoundIndices> find_text(const Table& table, std::string_view text, std::size_t most,
                               const IndexRange& range) noexcept {
    return detail::guarded<FoundIndices>([&] {
        const TableInfo& info = table.info();
        if (info.value == ValueKind::outcome)
            throw Error(ErrorCode::not_applicable, "find_text cannot read a table of outcomes: use find_value");
        FoundIndices found;
        found.text = text;
        const ValueTest is_sought = value_test(info, found.text);
        detail::AscendingValues values(table);
        for (Index i = range.first; i < std::min(range.last, info.queryable_size); ++i) {
            // The check that the index is a position comes last, because it is slow.
            if (!is_sought(values.at(i)) || !table.legal(i).value()) continue;
            ++found.count;
            if (found.indices.size() < most) found.indices.push_back(i);
        }
        return found;
    });
}

Result<FoundPositions> find_longest(const Table& table, Outcome outcome, std::size_t most,
                                    const IndexRange& range) noexcept {
    return detail::guarded<FoundPositions>([&] {
        detail::check_has_remoteness(table);
        if (!has_remoteness(outcome))
            throw Error(ErrorCode::bad_usage, "cannot find the longest " + std::string(to_string(outcome)) +
                                                  ": only win, loss and tie have a remoteness");
        FoundPositions found;
        detail::Longest<std::pair<Index, Player>> longest(most);
        detail::for_each_outcome(table, range.first, range.last, [&](Index i, Player mover, const OutcomeValue& value) {
            // The check that the index is a position comes last, because it is slow.
            if (value.outcome != outcome) return;
            if (found.remoteness && value.remoteness < *found.remoteness && !longest.wants(value.remoteness)) return;
            if (!table.legal(i).value()) return;
            if (!found.remoteness || value.remoteness > *found.remoteness) {
                found.remoteness = value.remoteness;
                found.count = 0;
            }
            if (value.remoteness == *found.remoteness) ++found.count;
            longest.add(value.remoteness, {i, mover});
        });
        longest.for_each([&](std::uint64_t plies, const std::pair<Index, Player>& where) {
            found.positions.push_back(found_at(table, where.first, where.second, {outcome, plies}));
        });
        return found;
    });
}

Result<Zugzwangs> find_zugzwangs(const Table& table, std::size_t most, const IndexRange& range) noexcept {
    return detail::guarded<Zugzwangs>([&] {
        detail::check_has_remoteness(table);
        const Game& game = table.game().value();
        const bool partizan = is_partizan(table.info().value);
        if (!partizan && !game.can_pass())
            throw Error(ErrorCode::not_applicable, "cannot find zugzwangs: the rules of " + std::string(game.family()) +
                                                       " have no positions with the other player to move");
        ZugzwangCollector zugzwangs(table, game, most);
        if (partizan)
            find_partizan_zugzwangs(table, game, range, zugzwangs);
        else
            find_impartial_zugzwangs(table, game, range, zugzwangs);
        return zugzwangs.take();
    });
}

}  // namespace mexbase
