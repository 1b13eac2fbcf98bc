#include "make_table.hpp"

#include "../explore/explored.hpp"
#include "../jobs/make/make_board_table.hpp"
#include "../jobs/make/make_canonical_table.hpp"
#include "../jobs/make/make_outcome_table.hpp"
#include "../jobs/make/make_value_table.hpp"

namespace mexbase {

namespace {

JobReport make_values(const Game& game, Sink& sink, const JobOptions& options) {
    const ValueKind kind = options.value;
    detail::require_kind(game, kind);
    if (game.word_game() && !is_partizan(kind)) return make_board_table(game, sink, options);
    switch (kind) {
        case ValueKind::canonical:
            return make_canonical_table(game, sink, options);
        case ValueKind::partizan_outcome:
            return make_partizan_outcome_table(game, sink, options);
        case ValueKind::nimber:
            return make_nimber_table(game, sink, options);
        case ValueKind::obliged:
            return make_obliged_table(game, sink, options);
        case ValueKind::outcome:
            return make_outcome_table(game, sink, options);
    }
    detail::throw_no_such_values(game, kind);
}

}  // namespace

JobReport make_table(const Game& game, Sink& sink, const JobOptions& options) {
    const auto positions = position_source_of(game);
    if (!positions) return make_values(game, sink, options);
    JobOptions storing = options;
    storing.positions = &*positions;
    return make_values(game, sink, storing);
}

}  // namespace mexbase
