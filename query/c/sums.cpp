// SPDX-License-Identifier: MIT
// Sums in plain C.
#include <new>
#include <variant>

#include "../mexquery.h"
#include "../sum.hpp"
#include "answers.hpp"

struct mexquery_sum {
    mexbase::Sum sum;
};

using namespace mexbase;
using namespace mexbase::c;

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
    return report(sum->sum.add(ruled(table), index), error);
}

int mexquery_sum_add_text(mexquery_sum* sum, const mexquery_table* table, const char* position, mexquery_error* error) {
    if (sum == nullptr || table == nullptr || position == nullptr) return missing(error);
    return report(sum->sum.add(ruled(table), position), error);
}

int mexquery_sum_mark_begun(mexquery_sum* sum, size_t component, mexquery_error* error) {
    if (sum == nullptr) return missing(error);
    return report(sum->sum.mark_begun(component), error);
}

int mexquery_sum_value(mexquery_sum* sum, int32_t* kind, int32_t* value, mexquery_error* error) {
    if (sum == nullptr || kind == nullptr || value == nullptr) return missing(error);
    return hand_over(sum->sum.value(), value, error, [kind](const SumValue& found) {
        static constexpr int kinds[] = {MEXQUERY_KIND_NIMBER, MEXQUERY_KIND_OBLIGED, MEXQUERY_KIND_CANONICAL};
        *kind = kinds[found.index()];
        if (const auto* pair = std::get_if<Obliged>(&found)) return std::int32_t{pair->code()};
        if (const auto* outcome = std::get_if<Outcome>(&found)) return static_cast<std::int32_t>(*outcome);
        return static_cast<std::int32_t>(*std::get_if<OutcomeClass>(&found));
    });
}

int mexquery_sum_move(mexquery_sum* sum, int mover, int misere, size_t* component, uint64_t* option, char* buffer,
                      size_t size, size_t* needed, mexquery_error* error) {
    if (sum == nullptr || component == nullptr || option == nullptr || (buffer == nullptr && size != 0))
        return missing(error);
    const auto move = detail::guarded<std::optional<SumMove>>([&] {
        const Player first = player(mover);
        if (misere != 0 && misere != 1)
            throw Error(ErrorCode::bad_usage, "misere is " + std::to_string(misere) + ", expected 0 or 1");
        return sum->sum.best_move(first, misere == 0 ? Play::normal : Play::misere).value();
    });
    if (!move) return fail(move.error(), error);
    if (!*move) return fail(ErrorCode::not_found, "no move wins the sum or keeps a draw", error);
    const auto& [moved, parts] = **move;
    if (size != 0 || needed != nullptr)
        if (const int code = hand_over_text(sum->sum.table(moved).text_of(parts), buffer, size, needed, error))
            return code;
    *component = moved;
    *option = parts.size() == 1 ? parts.front() : no_index;
    return succeed(error);
}
