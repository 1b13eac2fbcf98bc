// SPDX-License-Identifier: MIT
// Moves with names and texts, in plain C.
#include <memory>
#include <vector>

#include "../best_play.hpp"
#include "../mexquery.h"
#include "../table.hpp"
#include "answers.hpp"

using namespace mexbase;

struct mexquery_moves {
    std::vector<Move> moves;
};

int mexquery_best(const mexquery_table* table, uint64_t index, int mover, uint64_t* options, mexquery_value* values,
                  size_t capacity, size_t* count, mexquery_error* error) {
    if (table == nullptr || count == nullptr) return c::missing(error);
    const auto best = detail::guarded<std::vector<Option>>(
        [&] { return best_options(c::ruled(table), index, c::player(mover)).value(); });
    if (!best) return c::fail(best.error(), error);
    for (std::size_t i = 0; i < std::min(capacity, best->size()); ++i) {
        if (options != nullptr) options[i] = (*best)[i].index();
        if (values != nullptr) values[i] = c::to_c((*best)[i].value);
    }
    *count = best->size();
    return c::succeed(error);
}

int mexquery_moves_of(const mexquery_table* table, const char* position, int mover, mexquery_moves** moves,
                      mexquery_error* error) {
    if (table == nullptr || position == nullptr || moves == nullptr) return c::missing(error);
    const auto found = detail::guarded<mexquery_moves*>([&] {
        const Player player = c::player(mover);
        const ResolvedPosition asked = c::ruled(table).resolve(position).value();
        auto made = std::make_unique<mexquery_moves>();
        made->moves = best_moves(c::ruled(table), asked, player).value();
        return made.release();
    });
    return c::hand_over(found, moves, error);
}

void mexquery_moves_free(mexquery_moves* moves) {
    delete moves;
}

size_t mexquery_moves_count(const mexquery_moves* moves) {
    return moves == nullptr ? 0 : moves->moves.size();
}

int mexquery_move_at(const mexquery_moves* moves, size_t which, mexquery_move* move, mexquery_error* error) {
    if (moves == nullptr || move == nullptr) return c::missing(error);
    if (which >= moves->moves.size())
        return c::fail(ErrorCode::bad_usage,
                       "there is no move number " + std::to_string(which) + ": there are " +
                           std::to_string(moves->moves.size()) + ", numbered from 0",
                       error);
    const Move& from = moves->moves[which];
    *move = {};
    move->name = from.name.c_str();
    move->position = from.to.text.c_str();
    move->index = from.to.index();
    move->value = c::to_c(from.value);
    return c::succeed(error);
}

int mexquery_engine_name(const mexquery_moves* moves, size_t which, const char** name, mexquery_error* error) {
    if (moves == nullptr || name == nullptr) return c::missing(error);
    if (which >= moves->moves.size())
        return c::fail(ErrorCode::bad_usage,
                       "there is no move number " + std::to_string(which) + ": there are " +
                           std::to_string(moves->moves.size()) + ", numbered from 0",
                       error);
    *name = moves->moves[which].engine_name.c_str();
    return c::succeed(error);
}
