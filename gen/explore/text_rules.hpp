// SPDX-License-Identifier: MIT
/// \file
/// Rules whose positions are texts, and the games explored from them.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../../lib/programs/answers.hpp"
#include "../../lib/rules/family.hpp"
#include "positions/record_rules.hpp"

namespace mexbase {

class PositionCheckpoint;

/// Rules whose positions are texts. Calls are assumed to be expensive.
class TextRules : public RecordRules {
  public:
    /// Adds one answer, whose options are the positions where play begins.
    virtual void answer_start(Answers& answers) = 0;
    /// Adds the answer about each position (its mark and options). Safe to call from several threads with different
    /// `worker` numbers, each less than `ExploreOptions::threads`.
    virtual void answer(unsigned worker, std::span<const std::string> positions, Answers& answers) = 0;

    std::size_t width() const final { return 0; }
    bool is_text() const final { return true; }
    bool is_expensive() const final { return true; }
    Records starts() final;
    void ask(unsigned worker, const Records& positions, std::optional<Player> player, AskedRecords& answers) final;
    bool partizan() const final { return partizan_ == 1; }
    std::string text(std::string_view position) const final { return std::string(position); }
    /// Records that the texts of positions show boards (`CellRows`), as the answer to `start` may do.
    void show_cells() { shows_cells_ = true; }
    bool shows_cells() const { return shows_cells_; }

  private:
    bool shows_cells_ = false;
    std::atomic<int> partizan_ = -1;  // -1 before the first answer
};

/// Explores rules and returns their game `program:name=…,answers=@…`. Its positions and moves are a board (a graph) in
/// memory, and the rules are asked about each position once. If the board exceeds `options.memory` and `folder` is not
/// empty, positions and moves go to scratch files there, and the rules are asked two or three times. `checkpoint` may
/// be null (see `explore_records`). Throws as the rules and `explore_records` do, and `Error{bad_spec}` for a bad
/// `name`.
std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name, TextRules& rules,
                                    const ExploreOptions& options, const std::string& folder = "",
                                    PositionCheckpoint* checkpoint = nullptr);

}  // namespace mexbase
