// The games of rules whose positions are texts.
#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "../game_file.hpp"
#include "exploration.hpp"
#include "explored.hpp"
#include "positions/record_rules.hpp"
#include "positions/scratch_exploration.hpp"

namespace mexbase {

namespace {

/// Rules of texts as those of records.
class RecordsOfTexts final : public RecordRules {
  public:
    explicit RecordsOfTexts(TextRules& rules) : rules_(rules) {}

    std::size_t width() const override { return 0; }
    bool is_text() const override { return true; }
    Records starts() override {
        Answers answers;
        rules_.starts(answers);
        Records records(width());
        for (std::uint64_t j = 0; j < answers[0].options; ++j) records.add(answers.text(answers.option(j)));
        return records;
    }
    void ask(unsigned worker, const Records& positions, AskedRecords& records) override {
        Answers answers;
        std::vector<std::string> asked;
        for (std::size_t k = 0; k < positions.size(); ++k) asked.emplace_back(positions[k]);
        if (asked.empty()) return;
        rules_.ask(worker, asked, answers);
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

    TextRules& rules_;
    std::atomic<int> kind_ = unknown;
};

}  // namespace

std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name,
                                    std::shared_ptr<const Board> board, std::uint64_t bound) {
    const Family& family = registry.at("program");
    RawSpec spec{std::string(family.name), {{"name", name}, {"answers", board_reference(*board)}}};
    if (bound != 0) spec.values.emplace_back("bound", std::to_string(bound));
    Parameters parameters(spec, *family.help);
    parameters.attach(std::move(board));
    return family.make(std::move(parameters));
}

std::unique_ptr<Game> explore_in_scratch(TextRules& rules, const std::string& name, const ExploreOptions& options,
                                         const std::string& folder, PositionCheckpoint* saved) {
    RecordsOfTexts records(rules);
    ScratchExploration exploration(records, options, folder, saved);
    const ReversingOptions reversing{folder, options.memory / 4};
    return explored_game(name, Explored(std::move(exploration).finish(), reversing, std::max(options.threads, 1U)),
                         options.bound);
}

}  // namespace mexbase
