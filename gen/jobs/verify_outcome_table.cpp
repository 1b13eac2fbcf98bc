#include "verify_outcome_table.hpp"

namespace mexbase::detail {

namespace {
std::string describe(const StoredOutcome& v) {
    std::string text = to_string(v.value);
    if (v.value.outcome == Outcome::unknown) {
        text += v.cannot_win ? ", cannot win" : "";
        text += v.cannot_lose ? ", cannot lose" : "";
    }
    return text;
}
}  // namespace

void throw_wrong_value(const Game& game, Index index, const StoredOutcome& stored, const StoredOutcome& derived) {
    throw_wrong(game, index, describe(stored), describe(derived));
}

void compare_with_info(const OutcomeCounts& counts, const TableInfo& info) {
    if (counts.outcomes != info.outcomes || counts.positions != info.positions ||
        counts.longest != info.longest_remoteness)
        throw Error(ErrorCode::verification_failed, "the counts in the table's header are not those of its values");
}

}  // namespace mexbase::detail
