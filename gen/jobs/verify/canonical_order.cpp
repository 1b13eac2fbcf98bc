#include "canonical_order.hpp"

#include <algorithm>

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
    // Is h + shift at most a Left option of g?
    const auto lefts = q.g == draft ? options_.left : list_.left(q.g);
    if (i < lefts.size()) return Question{q.h, lefts[i], (q.g == draft ? options_.left_shift : 0) - q.shift};
    i -= static_cast<std::uint32_t>(lefts.size());
    // Is a Right option of h, + shift, at most g?
    const auto rights = q.h == draft ? options_.right : list_.right(q.h);
    if (i < rights.size()) return Question{rights[i], q.g, -(q.h == draft ? options_.right_shift : 0) - q.shift};
    i -= static_cast<std::uint32_t>(rights.size());
    // A negative integer on the right is a positive one on the left, where Left may move to the next smaller one.
    if (i == 0 && q.shift < 0) return Question{q.h, q.g, -q.shift - 1};
    return std::nullopt;
}

// With a stack of its own: chains of options may be very long.
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
        // An answer of yes is the answer of no to what asked; one of no leaves that to its other parts.
        while (answer) {
            learn(steps_.back().question, *answer);
            steps_.pop_back();
            if (steps_.empty()) return *answer;
            answer = *answer ? std::optional(false) : std::nullopt;
        }
    }
}

}  // namespace mexbase::detail
