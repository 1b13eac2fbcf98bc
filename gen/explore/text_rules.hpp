/// \file
/// Rules that answer with texts, as `explore` asks them, as those of records.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "exploration.hpp"
#include "explored.hpp"
#include "positions/position_checkpoint.hpp"
#include "positions/record_rules.hpp"
#include "positions/scratch_exploration.hpp"

namespace mexbase {

/// The rules of what `explore` asks, where a position is its text. Borrows them.
template <class Rules>
class TextRules final : public RecordRules {
  public:
    explicit TextRules(Rules& rules) : rules_(rules) {}

    std::size_t width() const override { return 0; }
    bool is_text() const override { return true; }
    Records starts() override {
        Answers answers;
        std::vector<std::string> positions;
        rules_.starts(answers, positions);
        Records records(width());
        for (const std::string& p : positions) records.add(p);
        return records;
    }
    void ask(unsigned worker, const Records& positions, AskedRecords& records) override {
        Answers answers;
        std::vector<std::string> asked, options;
        for (std::size_t k = 0; k < positions.size(); ++k) asked.emplace_back(positions[k]);
        if (asked.empty()) return;
        rules_.ask(worker, asked, answers, options);
        for (std::size_t k = 0; k < answers.size(); ++k) {
            const Answers::Answer& answer = answers[k];
            check_kind(asked[k], answer.partizan);
            records.marks.push_back(answer.mark);
            for (const std::uint8_t opponent : {Board::right, Board::left}) {
                for (std::uint64_t j = answer.first_option; j < answer.first_option + answer.options; ++j) {
                    const Answers::Option& option = answers.option(j);
                    // What is either player's is asked for once.
                    if (answer.partizan ? option.owner != opponent : opponent == Board::right)
                        records.options.add(answers.text(option));
                }
                records.ends.push_back(static_cast<std::uint32_t>(records.options.size()));
            }
        }
    }
    bool partizan() const override { return kind_ == apart; }
    std::string text(std::string_view position) const override { return std::string(position); }

  private:
    enum Kind : int { unknown, together, apart };

    void check_kind(const std::string& position, bool partizan) {
        const int kind = partizan ? apart : together;
        int known = unknown;
        if (!kind_.compare_exchange_strong(known, kind) && known != kind) throw_other_kind(position, known == apart);
    }

    Rules& rules_;
    std::atomic<int> kind_ = unknown;
};

/// The game of such rules, explored with positions and moves in scratch files in `folder`: for whom `explore` has no
/// memory. `saved`, which may be null, gets what is known level by level. Throws as `explore` does, and `Error{io}`.
template <class Rules>
std::unique_ptr<Game> explore_in_scratch(Rules& rules, const std::string& name, const ExploreOptions& options,
                                         const std::string& folder, PositionCheckpoint* saved = nullptr) {
    TextRules<Rules> records(rules);
    const unsigned threads = std::max(options.threads, 1U);
    ScratchExploration exploration(
        records, {{threads, folder, options.memory}, options.positions, options.bound, options.progress, saved});
    ReversingOptions reversing;
    reversing.scratch = folder;
    reversing.memory = options.memory / 4;
    return explored_game(name, Explored(std::move(exploration).finish(), reversing, threads), options.bound);
}

}  // namespace mexbase
