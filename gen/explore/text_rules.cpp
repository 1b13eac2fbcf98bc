// SPDX-License-Identifier: MIT
#include "text_rules.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "../game_file.hpp"
#include "explored.hpp"
#include "positions/memory_positions.hpp"

namespace mexbase {

Records TextRules::starts() {
    Answers answers;
    answer_start(answers);
    if (answers.shows_cells()) show_cells();
    Records records(width());
    for (std::uint64_t j = 0; j < answers[0].options; ++j) records.add(answers.text(answers.option(j)));
    return records;
}

void TextRules::ask(unsigned worker, const Records& positions, std::optional<Player>, AskedRecords& records) {
    Answers answers;
    std::vector<std::string> asked;
    for (std::size_t k = 0; k < positions.size(); ++k) asked.emplace_back(positions[k]);
    if (asked.empty()) return;
    answer(worker, asked, answers);
    for (std::size_t k = 0; k < answers.size(); ++k) {
        const Answers::Answer& answer = answers[k];
        int known = -1;
        if (!partizan_.compare_exchange_strong(known, answer.partizan) && known != answer.partizan)
            throw Error(ErrorCode::bad_file,
                        "the answer to the position " + in_quotes(asked[k]) +
                            (known == 1 ? " does not separate the options of the players, but other answers do"
                                        : " separates the options of the players, but other answers do not"));
        records.marks.push_back(answer.mark);
        for (const std::uint8_t opponent : {Board::right, Board::left}) {
            for (std::uint64_t j = answer.first_option; j < answer.first_option + answer.options; ++j) {
                const Answers::Option& option = answers.option(j);
                // If the answer does not separate the players' options, they are added once, as Left's.
                if (answer.partizan ? option.owner != opponent : opponent == Board::right)
                    records.options.add(answers.text(option));
            }
            records.ends.push_back(static_cast<std::uint32_t>(records.options.size()));
        }
    }
}

namespace {

/// Makes the game whose positions and moves are the vertices and arcs of `board`.
std::unique_ptr<Game> game_of_board(const Registry& registry, const std::string& name,
                                    std::shared_ptr<const Board> board, std::uint64_t bound, PositionLook look) {
    const Family& family = registry.at(program_family);
    RawSpec spec{std::string(family.name), {{"name", name}, {"answers", board_reference(*board)}}};
    if (bound != 0) spec.values.emplace_back("bound", std::to_string(bound));
    if (look == PositionLook::cells) spec.values.emplace_back("board", "cells");
    Parameters parameters(spec, *family.help);
    parameters.attach(std::move(board));
    return family.make(std::move(parameters));
}

}  // namespace

std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name, TextRules& rules,
                                    const ExploreOptions& options, const std::string& folder,
                                    PositionCheckpoint* checkpoint) {
    FoundRecords found = explore_records({std::shared_ptr<void>(), &rules}, options, folder, checkpoint);
    const PositionLook look = rules.shows_cells() ? PositionLook::cells : PositionLook::text;
    if (found.board) return game_of_board(registry, name, std::move(found.board), options.bound, look);
    const ReversingOptions reversing{folder, options.memory / 4};
    return explored_game(name, Explored(std::move(found.positions), reversing, std::max(options.threads, 1U)),
                         options.bound, look);
}

}  // namespace mexbase
