#include "verify_outcome_table.hpp"

#include "../game_file.hpp"

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
    throw Error(ErrorCode::verification_failed, "wrong value at position " + game.format(index) + " (index " +
                                                    std::to_string(index) + "): the table says " + describe(stored) +
                                                    ", its options say " + describe(derived));
}

void check_board(const Table& table) {
    const auto board = table.board().value();
    if (board && table.info().spec.find(board_reference(*board)) == std::string::npos)
        throw Error(ErrorCode::verification_failed, "the board in the table is not the one that its spec names");
}

void compare_with_info(const OutcomeCounts& counts, const TableInfo& info) {
    if (counts.outcomes != info.outcomes || counts.positions != info.positions ||
        counts.longest != info.longest_remoteness)
        throw Error(ErrorCode::verification_failed, "the counts in the table's header are not those of its values");
}

}  // namespace mexbase::detail
