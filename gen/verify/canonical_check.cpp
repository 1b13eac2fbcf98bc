// SPDX-License-Identifier: MIT
#include "canonical_check.hpp"

#include <algorithm>
#include <numeric>

#include "../../lib/error.hpp"

namespace mexbase::detail {

void PairAnswers::put(std::uint32_t a, std::uint32_t b, bool answer) {
    const auto place_in = [this](std::uint64_t slot) {
        std::size_t at = place(slot >> 1);
        while (slots_[at] != empty) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = slot;
    };
    if (2 * (used_ + 1) > slots_.size()) {
        const std::vector<std::uint64_t> before = std::move(slots_);
        slots_.assign(before.empty() ? 64 : 2 * before.size(), empty);
        for (const std::uint64_t slot : before)
            if (slot != empty) place_in(slot);
    }
    place_in(key_of(a, b) << 1 | (answer ? 1U : 0U));
    ++used_;
}

void PairAnswers::clear() {
    if (used_ == 0) return;
    used_ = 0;
    if (slots_.size() > 64) slots_.resize(64);
    std::ranges::fill(slots_, empty);
}

bool GameOrder::is_equal(const ShiftedOptions& options, std::uint32_t h) {
    options_ = options;
    draft_answers_.clear();
    return decide({draft, h, 0}) && decide({h, draft, 0});
}

std::optional<bool> GameOrder::known(const Question& q) const {
    if (q.g == q.h) return q.shift >= 0;
    if (q.g == draft || q.h == draft) return draft_answers_.find(q.g, q.h);
    return answers_[static_cast<std::size_t>(q.shift + most_shift)].find(q.g, q.h);
}

void GameOrder::learn(const Question& q, bool answer) {
    if (q.g == draft || q.h == draft) return draft_answers_.put(q.g, q.h, answer);
    std::uint64_t bytes = 0;
    for (const PairAnswers& each : answers_) bytes += each.bytes();
    if (bytes > memory_)
        for (PairAnswers& each : answers_) each = {};
    answers_[static_cast<std::size_t>(q.shift + most_shift)].put(q.g, q.h, answer);
}

std::optional<GameOrder::Question> GameOrder::part(const Question& q, std::uint32_t i) const {
    // No Left option of g may be >= h + shift.
    const auto lefts = q.g == draft ? options_.left : list_.left(q.g);
    if (i < lefts.size()) return Question{q.h, lefts[i], (q.g == draft ? options_.left_shift : 0) - q.shift};
    i -= static_cast<std::uint32_t>(lefts.size());
    // No Right option of h may be <= g - shift.
    const auto rights = q.h == draft ? options_.right : list_.right(q.h);
    if (i < rights.size()) return Question{rights[i], q.g, -(q.h == draft ? options_.right_shift : 0) - q.shift};
    i -= static_cast<std::uint32_t>(rights.size());
    // A negative shift is added to g as a positive integer, in which Left can move to the next smaller integer.
    if (i == 0 && q.shift < 0) return Question{q.h, q.g, -q.shift - 1};
    return std::nullopt;
}

// Uses its own stack instead of recursion, because chains of options may be very long.
bool GameOrder::decide(Question question) {
    if (const auto answer = known(question)) return *answer;
    steps_.assign(1, {question, 0});
    for (;;) {
        const Question q = steps_.back().question;
        std::optional<bool> answer;
        while (!answer) {
            const std::optional<Question> next = part(q, steps_.back().next++);
            if (!next) {
                answer = true;
            } else if (const auto of_part = known(*next)) {
                if (*of_part) answer = false;
            } else {
                steps_.push_back({*next, 0});
                break;
            }
        }
        // If the answer is yes, the answer to the parent question is no. Otherwise the parent's other parts decide.
        while (answer) {
            learn(steps_.back().question, *answer);
            steps_.pop_back();
            if (steps_.empty()) return *answer;
            answer = *answer ? std::optional(false) : std::nullopt;
        }
    }
}

void refuse_listed(std::uint32_t game, const std::string& why) {
    throw Error(ErrorCode::verification_failed,
                "value " + std::to_string(game) + " of the table's list of values " + why);
}

namespace {

std::uint64_t hash_of(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right) {
    std::uint64_t hash = left.size();
    const auto take = [&hash](std::uint64_t x) {
        hash = (hash ^ x) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29;
    };
    for (const std::uint32_t option : left) take(option);
    for (const std::uint32_t option : right) take(option);
    return hash;
}

void sort_unique(std::vector<std::uint32_t>& options) {
    std::ranges::sort(options);
    options.erase(std::unique(options.begin(), options.end()), options.end());
}

/// Throws if a game's options do not ascend or are not below the game's number, or if a form occurs twice.
void check_forms(const GameList& list) {
    const auto count = static_cast<std::uint32_t>(list.games.size());
    for (std::uint32_t g = 0; g < count; ++g) {
        const GameList::Game& game = list.games[g];
        if (game.first > list.options.size() ||
            std::uint64_t{game.lefts} + game.rights > list.options.size() - game.first)
            refuse_listed(g, "has options past the end of the list");
        for (const auto options : {list.left(g), list.right(g)})
            for (std::size_t k = 0; k < options.size(); ++k)
                if (options[k] >= g || (k != 0 && options[k] <= options[k - 1]))
                    refuse_listed(g, "has options that are not in ascending order, or do not come before it");
        if (game.weight != GameList::none && game.weight >= count)
            refuse_listed(g, "has an atomic weight past the end of the list");
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
    for (std::uint32_t g = 0; g < count; ++g) sorted.emplace_back(hash_of(list.left(g), list.right(g)), g);
    std::ranges::sort(sorted);
    for (std::size_t k = 1; k < sorted.size(); ++k)
        for (std::size_t j = k; j-- > 0 && sorted[j].first == sorted[k].first;)
            if (std::ranges::equal(list.left(sorted[j].second), list.left(sorted[k].second)) &&
                std::ranges::equal(list.right(sorted[j].second), list.right(sorted[k].second)))
                refuse_listed(sorted[k].second, "is listed twice");
}

}  // namespace

GameForms::GameForms(const GameList& of) : list(of) {
    if (list.games.size() >= std::uint64_t{1} << 30)
        throw Error(ErrorCode::out_of_memory, "a list of 2^30 values is too long to be verified");
    check_forms(list);
    const std::size_t count = list.games.size();
    std::vector<std::uint32_t> nimber(count);  // n if the game has the form *n, 0 for all others
    within.resize(count);
    all_small.resize(count);
    integer.resize(count);
    std::vector<std::uint32_t> seen;
    for (std::uint32_t g = 0; g < count; ++g) {
        const auto left = list.left(g), right = list.right(g);
        bool small = left.empty() == right.empty();
        for (const auto options : {left, right})
            for (const std::uint32_t option : options) {
                small = small && all_small[option];
                within[g] = std::max(within[g], within[option]);
            }
        all_small[g] = small;
        // *n has the options *0, ..., *(n - 1) for both players.
        if (std::ranges::equal(left, right)) {
            seen.clear();
            for (const std::uint32_t option : left)
                if (nimber[option] != 0 || list.games[option].lefts + list.games[option].rights == 0)
                    seen.push_back(nimber[option]);
            std::ranges::sort(seen);
            std::vector<std::uint32_t> wanted(left.size());
            std::iota(wanted.begin(), wanted.end(), 0U);
            if (seen == wanted) nimber[g] = static_cast<std::uint32_t>(left.size());
        }
        within[g] = std::max(within[g], nimber[g]);
        // Integers are 0, {n | } for integers n >= 0, and { | n} for integers n <= 0.
        const auto is_one_integer = [&](std::span<const std::uint32_t> from, bool to_left) {
            return from.size() == 1 && integer[from[0]] &&
                   (to_left ? list.games[from[0]].rights : list.games[from[0]].lefts) == 0;
        };
        integer[g] = (left.empty() && right.empty()) || (right.empty() && is_one_integer(left, true)) ||
                     (left.empty() && is_one_integer(right, false));
        if (small != (list.games[g].weight != GameList::none))
            refuse_listed(
                g, small ? "is all-small, but has no atomic weight" : "has an atomic weight, but is not all-small");
    }
}

CanonicalCheck::CanonicalCheck(const GameForms& forms, std::uint64_t memory)
    : forms_(forms), list_(forms.list), memory_(memory / 2), order_(forms.list, memory / 2) {}

std::optional<std::string> CanonicalCheck::fault(std::uint32_t game) {
    const auto dominated = [&](std::span<const std::uint32_t> options) {
        for (const std::uint32_t a : options)
            for (const std::uint32_t b : options)
                if (a != b && order_.at_most(a, b)) return true;
        return false;
    };
    if (dominated(list_.left(game)) || dominated(list_.right(game))) return "has a dominated option";
    for (const std::uint32_t option : list_.left(game))
        for (const std::uint32_t reply : list_.right(option))
            if (order_.at_most(reply, game)) return "has a reversible Left option";
    for (const std::uint32_t option : list_.right(game))
        for (const std::uint32_t reply : list_.left(option))
            if (order_.at_most(game, reply)) return "has a reversible Right option";
    if (forms_.all_small[game] && !has_right_weight(game))
        return "has an atomic weight that does not follow from its options";
    return std::nullopt;
}

// Game 0 of a list cannot have options, because options come before their game. So it is the zero game.
OutcomeClass CanonicalCheck::outcome(std::uint32_t game) {
    const bool at_least_zero = order_.at_most(0, game), at_most_zero = order_.at_most(game, 0);
    if (at_least_zero) return at_most_zero ? OutcomeClass::previous : OutcomeClass::left;
    return at_most_zero ? OutcomeClass::right : OutcomeClass::next;
}

// The atomic weight is {weights of the Left options - 2 | weights of the Right options + 2} (Siegel, section II.7;
// Winning Ways, chapter 8). The exception is an integer weight of a game that is above or below *n for n greater than
// `within`. Then the weight is an integer between both sides: the greatest for a game above *n, else the least.
bool CanonicalCheck::has_right_weight(std::uint32_t game) {
    const std::uint32_t weight = list_.games[game].weight;
    weights_.clear();
    for (const auto options : {list_.left(game), list_.right(game)})
        for (const std::uint32_t option : options) weights_.push_back(list_.games[option].weight);
    const std::span<const std::uint32_t> all(weights_);
    const auto left = all.first(list_.games[game].lefts), right = all.subspan(list_.games[game].lefts);
    const std::uint32_t remote = forms_.within[game] + 1;
    const bool above = compares_to_star(game, remote, true), below = compares_to_star(game, remote, false);
    if ((above || below) && forms_.integer[weight]) {
        const auto too_low = [&](int shift) {
            return [this, weight, shift](std::uint32_t w) { return order_.at_most(weight, w, shift); };
        };
        const auto too_high = [&](int shift) {
            return [this, weight, shift](std::uint32_t w) { return order_.at_most(w, weight, shift); };
        };
        return std::ranges::none_of(left, too_low(-2)) && std::ranges::none_of(right, too_high(-2)) &&
               (above ? std::ranges::any_of(right, too_high(-1)) : std::ranges::any_of(left, too_low(-1)));
    }
    return order_.is_equal({left, right, -2, 2}, weight);
}

// The recursion is as deep as the game plus `nimber`. Tables bound both depths (`GameArena`).
bool CanonicalCheck::compares_to_star(std::uint32_t game, std::uint32_t nimber, bool star_on_left) {
    PairAnswers& answers = star_on_left ? above_star_ : below_star_;
    if (const auto known = answers.find(game, nimber)) return *known;
    bool answer = true;
    for (const std::uint32_t option : star_on_left ? list_.right(game) : list_.left(game))
        answer = answer && !compares_to_star(option, nimber, !star_on_left);
    for (std::uint32_t n = 0; n < nimber; ++n) answer = answer && !compares_to_star(game, n, !star_on_left);
    answers.put(game, nimber, answer);
    return answer;
}

std::size_t CanonicalCheck::HashOfOptions::operator()(const std::vector<std::uint32_t>& options) const {
    return static_cast<std::size_t>(hash_of(options, {}));
}

bool CanonicalCheck::make(std::uint32_t value) {
    sort_unique(left_);
    sort_unique(right_);
    options_.assign(left_.begin(), left_.end());
    options_.push_back(GameList::none);
    options_.insert(options_.end(), right_.begin(), right_.end());
    bool right_value;
    if (const auto at = known_.find(options_); at != known_.end()) {
        right_value = at->second == value;  // no two values of a list are equal
    } else if ((right_value = order_.is_equal({left_, right_}, value))) {
        known_.emplace(options_, value);
        constexpr std::size_t entry_bytes = 80;
        known_bytes_ += entry_bytes + options_.size() * sizeof options_[0];
        if (known_bytes_ > memory_) {
            known_ = {};
            known_bytes_ = 0;
        }
    }
    left_.clear();
    right_.clear();
    return right_value;
}

}  // namespace mexbase::detail
