#include "outcome.hpp"

#include <array>

namespace mexbase {

namespace {
constexpr std::array<std::string_view, outcome_count> outcome_names = {"loss", "win", "draw", "tie", "unknown"};
}

std::string_view to_string(Outcome o) {
    return outcome_names[static_cast<std::size_t>(o)];
}

std::optional<Outcome> outcome_from(std::string_view text) {
    for (std::size_t i = 0; i < outcome_names.size(); ++i)
        if (outcome_names[i] == text) return static_cast<Outcome>(i);
    return std::nullopt;
}

std::string to_string(const OutcomeValue& v) {
    std::string out{to_string(v.outcome)};
    if (has_remoteness(v.outcome)) out += ' ' + std::to_string(v.remoteness);
    return out;
}

std::string_view to_string(Play play) {
    return play == Play::normal ? "normal" : "misere";
}

bool better_option(const OutcomeValue& a, const OutcomeValue& b) {
    constexpr auto tier = [](Outcome o) {
        switch (o) {
            case Outcome::loss:
                return 0;
            case Outcome::tie:
                return 1;
            case Outcome::draw:
                return 2;
            case Outcome::unknown:
                return 3;
            case Outcome::win:
                return 4;
        }
        return 4;
    };
    if (tier(a.outcome) != tier(b.outcome)) return tier(a.outcome) < tier(b.outcome);
    // The quickest of ties too: a tie put off could be put off for ever.
    if (a.outcome == Outcome::loss || a.outcome == Outcome::tie) return a.remoteness < b.remoteness;
    if (a.outcome == Outcome::win) return a.remoteness > b.remoteness;
    return false;
}

}  // namespace mexbase
