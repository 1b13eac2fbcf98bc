// Which streams the tables of a kind of value have.
#include <array>

#include "contents.hpp"

namespace mexbase::format {

KindStreams streams_of(ValueKind kind) {
    using enum StreamKind;
    static constexpr std::array outcomes = {outcome, remoteness, cannot_win, cannot_lose};
    static constexpr std::array nimbers = {nimber, k_set, counter, race_nimber, race_k_set, race_counter};
    static constexpr std::array pairs = {obliged};
    static constexpr std::array results = {left_outcome, left_remoteness, right_outcome, right_remoteness};
    static constexpr std::array forms = {game_value};
    switch (kind) {
        case ValueKind::nimber:
            return {nimbers, 1};
        case ValueKind::obliged:
            return {pairs, 1};
        case ValueKind::partizan_outcome:
            return {results, 4};
        case ValueKind::canonical:
            return {forms, 1};
        default:
            return {outcomes, 2};
    }
}

}  // namespace mexbase::format
