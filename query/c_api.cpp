#include <algorithm>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "best_play.hpp"
#include "c_answers.hpp"
#include "mexquery.h"
#include "sum.hpp"
#include "table.hpp"

struct mexquery_sum {
    mexbase::Sum sum;
};

namespace {

using namespace mexbase::c;
using mexbase::ErrorCode;
using mexbase::Result;
using mexbase::Value;

/// What a caller of C asks for. Throws for what this library does not know: an unknown backend, and members that a
/// later version has, set.
mexbase::OpenOptions open_options(const mexquery_open_options* asked) {
    mexquery_open_options known = {};
    if (asked != nullptr) {
        if (asked->size < sizeof known)  // of the first version
            throw mexbase::Error(ErrorCode::bad_usage, "the size of the options is not set");
        std::memcpy(&known, asked, sizeof known);
        const auto* bytes = reinterpret_cast<const unsigned char*>(asked);
        const bool more =
            std::any_of(bytes + sizeof known, bytes + asked->size, [](unsigned char b) { return b != 0; });
        if (more || known.reserved != 0) throw mexbase::Error(ErrorCode::bad_usage, "unknown options");
    }
    if (known.backend != MEXQUERY_MAP && known.backend != MEXQUERY_READ)
        throw mexbase::Error(ErrorCode::bad_usage, "unknown backend");
    mexbase::OpenOptions options;
    options.backend = known.backend == MEXQUERY_MAP ? mexbase::Backend::map : mexbase::Backend::read;
    if (known.cache_bytes != 0) options.cache_bytes = known.cache_bytes;
    return options;
}

std::int32_t outcome_to_c(mexbase::Outcome outcome) {
    return static_cast<std::int32_t>(outcome);
}

int keep(Result<mexbase::Table>&& opened, mexquery_table** table, mexquery_error* error) noexcept {
    if (!opened) return fail(opened.error(), error);
    auto* made = new (std::nothrow) mexquery_table{*std::move(opened)};
    if (made == nullptr) return fail(ErrorCode::out_of_memory, "out of memory", error);
    *table = made;
    return succeed(error);
}

/// What a caller of C was given before. Throws for another kind of value.
mexbase::CanonicalValue canonical_of(const mexquery_value& value) {
    const auto* values = reinterpret_cast<const mexbase::CanonicalValues*>(value.values);
    if (value.kind != MEXQUERY_KIND_CANONICAL || values == nullptr || value.number >= values->size())
        throw mexbase::Error(ErrorCode::not_applicable, "the value is no canonical form");
    return {values, value.number};
}

}  // namespace

int mexquery_open(const char* path, int backend, mexquery_table** table, mexquery_error* error) {
    mexquery_open_options options = {};
    options.size = sizeof options;
    options.backend = backend;
    return mexquery_open_with(path, &options, table, error);
}

int mexquery_open_with(const char* path, const mexquery_open_options* options, mexquery_table** table,
                       mexquery_error* error) {
    if (path == nullptr || table == nullptr) return missing(error);
    auto opened = mexbase::detail::guarded<mexbase::Table>(
        [&] { return mexbase::Table::open(path, open_options(options)).value(); });
    return keep(std::move(opened), table, error);
}

int mexquery_open_memory(const void* bytes, size_t length, mexquery_table** table, mexquery_error* error) {
    return mexquery_open_memory_with(bytes, length, nullptr, table, error);
}

int mexquery_open_memory_with(const void* bytes, size_t length, const mexquery_open_options* options,
                              mexquery_table** table, mexquery_error* error) {
    if ((bytes == nullptr && length != 0) || table == nullptr) return missing(error);
    auto opened = mexbase::detail::guarded<mexbase::Table>([&] {
        return mexbase::Table::from_memory(std::span(static_cast<const std::byte*>(bytes), length),
                                           open_options(options))
            .value();
    });
    return keep(std::move(opened), table, error);
}

void mexquery_close(mexquery_table* table) {
    delete table;
}

int mexquery_describe(const mexquery_table* table, mexquery_info* info, mexquery_error* error) {
    if (table == nullptr || info == nullptr) return missing(error);
    const mexbase::TableInfo& from = table->table.info();
    *info = {};
    info->spec = from.spec.c_str();
    info->indices = from.indices;
    info->queryable_size = from.queryable_size;
    info->positions = from.positions;
    std::copy(from.outcomes.begin(), from.outcomes.end(), info->outcomes);
    info->longest_remoteness = from.longest_remoteness.value_or(0);
    info->largest_nimber = from.largest_nimber.value_or(0);
    if (from.period) {
        info->periodic = from.repetition() ? 1 : 0;
        info->preperiod = from.period->preperiod;
        info->period = from.period->period;
    }
    std::copy(from.partizan.begin(), from.partizan.end(), info->pairs);
    std::copy(from.classes.begin(), from.classes.end(), info->classes);
    info->distinct_values = from.distinct_values;
    info->file_bytes = table->table.file_bytes();
    info->rules_version = from.rules_version;
    info->value_kind = static_cast<std::int32_t>(from.value);
    info->misere = from.play == mexbase::Play::misere ? 1 : 0;
    info->remoteness_exact = from.remoteness_exact ? 1 : 0;
    return succeed(error);
}

int mexquery_check(const mexquery_table* table, mexquery_error* error) {
    if (table == nullptr) return missing(error);
    return report(table->table.check(), error);
}

int mexquery_preload(const mexquery_table* table, mexquery_error* error) {
    if (table == nullptr) return missing(error);
    return report(table->table.preload(), error);
}

int mexquery_probe(const mexquery_table* table, const char* position, mexquery_value* value, mexquery_error* error) {
    if (table == nullptr || position == nullptr || value == nullptr) return missing(error);
    return hand_over(table->table.probe(position), value, error, to_c);
}

int mexquery_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error) {
    if (table == nullptr || value == nullptr) return missing(error);
    return hand_over(table->table.at(index), value, error, to_c);
}

int mexquery_stored_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error) {
    if (table == nullptr || value == nullptr) return missing(error);
    return hand_over(table->table.stored_at(index), value, error, to_c);
}

int mexquery_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error) {
    if (table == nullptr || outcome == nullptr) return missing(error);
    return hand_over(table->table.outcome(index), outcome, error, outcome_to_c);
}

int mexquery_stored_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error) {
    if (table == nullptr || outcome == nullptr) return missing(error);
    return hand_over(table->table.stored_outcome(index), outcome, error, outcome_to_c);
}

int mexquery_at_many(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_value* values,
                     mexquery_error* error) {
    if (table == nullptr || (count != 0 && (indices == nullptr || values == nullptr))) return missing(error);
    const auto done = mexbase::detail::guarded<void>([&] {
        std::vector<Value> found(std::min<std::size_t>(count, 4096));
        for (std::size_t first = 0; first < count; first += found.size()) {
            const std::span part(indices + first, std::min(found.size(), count - first));
            table->table.at(part, std::span(found).first(part.size())).value();
            std::transform(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(part.size()), values + first,
                           to_c);
        }
    });
    return report(done, error);
}

int mexquery_index(const mexquery_table* table, const char* position, uint64_t* index, mexquery_error* error) {
    if (table == nullptr || position == nullptr || index == nullptr) return missing(error);
    return hand_over(table->table.index_of(position), index, error, [](mexbase::Index i) { return i; });
}

int mexquery_format(const mexquery_table* table, uint64_t index, char* buffer, size_t size, size_t* needed,
                    mexquery_error* error) {
    if (table == nullptr || (buffer == nullptr && size != 0)) return missing(error);
    return hand_over_text(table->table.text_of(index), buffer, size, needed, error);
}

int mexquery_best(const mexquery_table* table, uint64_t index, int mover, uint64_t* options, mexquery_value* values,
                  size_t capacity, size_t* count, mexquery_error* error) {
    if (table == nullptr || count == nullptr) return missing(error);
    if (mover != MEXQUERY_LEFT && mover != MEXQUERY_RIGHT) return fail(ErrorCode::bad_usage, "unknown player", error);
    const auto player = mover == MEXQUERY_LEFT ? mexbase::Player::left : mexbase::Player::right;
    const auto best = mexbase::best_options(table->table, index, player);
    if (!best) return fail(best.error(), error);
    for (std::size_t i = 0; i < std::min(capacity, best->size()); ++i) {
        if (options != nullptr) options[i] = (*best)[i].index();
        if (values != nullptr) values[i] = to_c((*best)[i].value);
    }
    *count = best->size();
    return succeed(error);
}

int mexquery_sum_new(mexquery_sum** sum, mexquery_error* error) {
    if (sum == nullptr) return missing(error);
    auto* made = new (std::nothrow) mexquery_sum;
    if (made == nullptr) return fail(ErrorCode::out_of_memory, "out of memory", error);
    *sum = made;
    return succeed(error);
}

void mexquery_sum_free(mexquery_sum* sum) {
    delete sum;
}

void mexquery_sum_clear(mexquery_sum* sum) {
    if (sum != nullptr) sum->sum.clear();
}

int mexquery_sum_add(mexquery_sum* sum, const mexquery_table* table, uint64_t index, mexquery_error* error) {
    if (sum == nullptr || table == nullptr) return missing(error);
    return report(sum->sum.add(table->table, index), error);
}

int mexquery_sum_add_text(mexquery_sum* sum, const mexquery_table* table, const char* position, mexquery_error* error) {
    if (sum == nullptr || table == nullptr || position == nullptr) return missing(error);
    return report(sum->sum.add(table->table, position), error);
}

int mexquery_sum_mark_begun(mexquery_sum* sum, size_t component, mexquery_error* error) {
    if (sum == nullptr) return missing(error);
    return report(sum->sum.mark_begun(component), error);
}

int mexquery_sum_value(mexquery_sum* sum, int32_t* kind, int32_t* value, mexquery_error* error) {
    if (sum == nullptr || kind == nullptr || value == nullptr) return missing(error);
    return hand_over(sum->sum.value(), value, error, [kind](const mexbase::SumValue& found) {
        static constexpr int kinds[] = {MEXQUERY_KIND_NIMBER, MEXQUERY_KIND_OBLIGED, MEXQUERY_KIND_CANONICAL};
        *kind = kinds[found.index()];
        if (const auto* pair = std::get_if<mexbase::Obliged>(&found)) return std::int32_t{pair->code()};
        if (const auto* outcome = std::get_if<mexbase::Outcome>(&found)) return static_cast<std::int32_t>(*outcome);
        return static_cast<std::int32_t>(*std::get_if<mexbase::OutcomeClass>(&found));
    });
}

int mexquery_sum_move(mexquery_sum* sum, int mover, int misere, size_t* component, uint64_t* option, char* buffer,
                      size_t size, size_t* needed, mexquery_error* error) {
    if (sum == nullptr || component == nullptr || option == nullptr || (buffer == nullptr && size != 0))
        return missing(error);
    if (mover != MEXQUERY_LEFT && mover != MEXQUERY_RIGHT) return fail(ErrorCode::bad_usage, "unknown player", error);
    const auto move = sum->sum.best_move(mover == MEXQUERY_LEFT ? mexbase::Player::left : mexbase::Player::right,
                                         misere == 0 ? mexbase::Play::normal : mexbase::Play::misere);
    if (!move) return fail(move.error(), error);
    if (!*move) return fail(ErrorCode::not_found, "no move wins the sum or keeps a draw", error);
    const auto& [moved, parts] = **move;
    if (size != 0 || needed != nullptr)
        if (const int code = hand_over_text(sum->sum.table(moved).text_of(parts), buffer, size, needed, error))
            return code;
    *component = moved;
    *option = parts.size() == 1 ? parts.front() : mexbase::no_index;
    return succeed(error);
}

int mexquery_canonical_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                            mexquery_error* error) {
    if (value == nullptr || (buffer == nullptr && size != 0)) return missing(error);
    const auto text = mexbase::detail::guarded<std::string>([&] { return canonical_of(*value).text(); });
    return hand_over_text(text, buffer, size, needed, error);
}

int mexquery_atomic_weight_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                                mexquery_error* error) {
    if (value == nullptr || (buffer == nullptr && size != 0)) return missing(error);
    const auto text = mexbase::detail::guarded<std::string>([&] {
        const auto weight = canonical_of(*value).atomic_weight();
        if (!weight) throw mexbase::Error(ErrorCode::not_found, "the value has no atomic weight: it is not all-small");
        return weight->text();
    });
    return hand_over_text(text, buffer, size, needed, error);
}

int mexquery_fingerprint(const mexquery_value* value, uint64_t* fingerprint, mexquery_error* error) {
    if (value == nullptr || fingerprint == nullptr) return missing(error);
    const auto found = mexbase::detail::guarded<std::uint64_t>([&] { return canonical_of(*value).fingerprint(); });
    return hand_over(found, fingerprint, error, [](std::uint64_t f) { return f; });
}

void mexquery_value_text(const mexquery_value* value, char* buffer, size_t size) {
    if (buffer == nullptr || size == 0) return;
    buffer[0] = 0;
    const auto is_result = [](std::int32_t outcome, int count) { return outcome >= 0 && outcome < count; };
    if (value == nullptr || !is_result(value->outcome, mexbase::outcome_count) || value->kind < 0 ||
        value->kind > MEXQUERY_KIND_CANONICAL)
        return;
    constexpr int known = MEXQUERY_DRAW + 1;
    if (value->kind == MEXQUERY_KIND_PARTIZAN_OUTCOME &&
        (!is_result(value->left_first, known) || !is_result(value->right_first, known)))
        return;
    const auto text = mexbase::detail::guarded<std::string>([&] {
        if (value->kind == MEXQUERY_KIND_CANONICAL) return to_string(Value::of(canonical_of(*value)));
        if (value->kind == MEXQUERY_KIND_PARTIZAN_OUTCOME) {
            mexbase::PartizanOutcome results;
            results.left.outcome = static_cast<mexbase::Outcome>(value->left_first);
            results.right.outcome = static_cast<mexbase::Outcome>(value->right_first);
            return to_string(results);
        }
        Value from;
        from.kind = static_cast<mexbase::ValueKind>(value->kind);
        from.outcome = {static_cast<mexbase::Outcome>(value->outcome), value->remoteness};
        from.nimber = {value->infinite != 0, value->nimber, value->counter, {value->reached, value->reached_count}};
        from.obliged = mexbase::Obliged::of(value->obliged);
        return to_string(from);
    });
    if (text) put_text(*text, buffer, size);
}
